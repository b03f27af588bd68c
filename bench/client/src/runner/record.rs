//! The record of a run: the results of one technology, or of all in a table, kept aside as `.NAME.json.partial` while some are
//! still missing, so that a run that was stopped goes on where it was.

use std::fs;
use std::path::PathBuf;

use super::{Measured, OfIteration, Workload, table};
use crate::error::Error;
use crate::result::{NoiseFloor, ResultFile, Run, Server};

pub(super) type File<W> =
    ResultFile<<W as Workload>::Row, <W as Workload>::Series, <W as Workload>::Process>;

/// Where a record is.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// Holds a folder for each comparison.
    pub out_dir: PathBuf,
    pub comparison: String,
    /// The technology's id, or the table's name.
    pub name: String,
    /// Where the schema is, seen from the comparison's folder.
    pub schema: Option<String>,
}

impl Place {
    pub fn path(&self, extension: &str) -> PathBuf {
        let name = format!("{}.{extension}", self.name);
        self.out_dir.join(&self.comparison).join(name)
    }

    fn partial(&self) -> PathBuf {
        let name = format!(".{}.json.partial", self.name);
        self.out_dir.join(&self.comparison).join(name)
    }
}

pub(super) struct Record<W: Workload> {
    place: Place,
    file: File<W>,
}

impl<W: Workload> Record<W> {
    /// Opens the record, with what an earlier run under the same conditions has measured, in a table also of other servers; in
    /// its order, unless another was chosen. `fresh` starts anew.
    ///
    /// # Errors
    /// What is there was measured under other conditions, or is no such record.
    pub fn open(place: Place, run: Run, fresh: bool) -> Result<Self, Error> {
        let mut file = File::<W>::new(run);
        file.schema.clone_from(&place.schema);
        let mut record = Self { place, file };
        if !fresh && let Some((path, earlier)) = record.earlier()? {
            let ours = &mut record.file.run;
            if let (None, Some(seed)) = (ours.order_seed(), earlier.run.order_seed()) {
                ours.set_order_seed(seed);
            }
            let theirs = with_servers_of(&earlier.run, &ours.servers);
            if let Some(difference) = ours.difference(&theirs) {
                return Err(Error::OtherRun { path, difference });
            }
            record.go_on(earlier);
        }
        Ok(record)
    }

    /// Opens what a stopped run has left.
    ///
    /// # Errors
    /// There is nothing, or it is no such record.
    pub fn open_kept(place: Place) -> Result<Self, Error> {
        let path = place.partial();
        let mut file = File::<W>::read(&path)?;
        file.schema.clone_from(&place.schema);
        Ok(Self { place, file })
    }

    /// Leaves out what has been measured of later rounds, and says so.
    pub fn keep_rounds(&mut self, rounds: u32, planned: u32) {
        let file = &mut self.file;
        file.results.retain(|row| row.iteration() <= rounds);
        file.series.retain(|one| one.iteration() <= rounds);
        file.processes.retain(|one| one.iteration() <= rounds);
        if rounds < planned {
            let note = format!(
                "Ended after {rounds} of {planned} rounds; what was measured of the next is left out."
            );
            file.note([note]);
        }
    }

    /// What is there already, and where.
    fn earlier(&self) -> Result<Option<(PathBuf, File<W>)>, Error> {
        let partial = self.place.partial();
        if partial.exists() {
            let kept = File::<W>::read(&partial).map_err(|error| Error::NoRecord {
                reason: error.to_string(),
            })?;
            return Ok(Some((partial, kept)));
        }
        if let Some(form) = W::TABLE {
            return table::read::<W>(&form, &self.place);
        }
        let path = self.place.path("json");
        if !path.exists() {
            return Ok(None);
        }
        let whole = File::<W>::read(&path)?;
        Ok(Some((path, whole)))
    }

    /// Adds itself to an earlier part of the run.
    fn go_on(&mut self, earlier: File<W>) {
        let schema = self.file.schema.take();
        let ours = std::mem::replace(&mut self.file, File::<W> { schema, ..earlier }).run;
        let known = self.file.run.servers.clone();
        let is_new = |server: &Server| !known.iter().any(|one| one.technology == server.technology);
        let new = ours.servers.into_iter().filter(is_new);
        self.file.run.servers.extend(new);
        let by = if ours.command == self.file.run.command {
            String::new()
        } else {
            format!(" by `{}`", ours.command)
        };
        let resumed = format!("Resumed at {}{by}.", ours.started_at);
        self.file.note([resumed]);
        self.file.note(ours.notes);
    }

    /// Ids of all that the record is of, also of an earlier part of the run.
    pub fn technologies(&self) -> Vec<&str> {
        let servers = self.file.run.servers.iter();
        servers.map(|server| server.technology.as_str()).collect()
    }

    pub fn results(&self) -> &[W::Row] {
        &self.file.results
    }

    pub fn holds(&self, technology: &str, cell: W::Cell, iteration: u32) -> bool {
        self.file.results.iter().any(|row| {
            row.technology() == technology && row.cell() == cell && row.iteration() == iteration
        })
    }

    pub fn has_noise_floor(&self) -> bool {
        self.file.run.noise_floor.is_some()
    }

    /// Takes it into the record, which reaches the disk with the next iteration; one of an earlier part of the run stays.
    pub fn set_noise_floor(&mut self, noise_floor: &NoiseFloor) {
        let noise_floor = || noise_floor.clone();
        self.file.run.noise_floor.get_or_insert_with(noise_floor);
    }

    pub fn order_seed(&self) -> Option<u32> {
        self.file.run.order_seed()
    }

    /// States the seed of the run's order. What an earlier part of the run states stays; that it goes on in another order is noted.
    pub fn set_order_seed(&mut self, seed: u32) {
        if self.file.results.is_empty() {
            self.file.run.set_order_seed(seed);
        } else if self.order_seed() != Some(seed) {
            let note = format!("Resumed with the servers in the order of seed {seed}.");
            self.file.note([note]);
        }
    }

    /// Adds iterations, each to its place, and keeps them on disk.
    ///
    /// # Errors
    /// The partial file cannot be written.
    pub fn add(
        &mut self,
        measured: impl IntoIterator<Item = Measured<W>>,
        ended_at: String,
    ) -> Result<(), Error> {
        let file = &mut self.file;
        for one in measured {
            file.results.push(one.row);
            file.series.extend(one.series);
            file.processes.extend(one.processes);
            file.note(one.notes);
        }
        sort(&mut file.results, &file.run.servers);
        sort(&mut file.series, &file.run.servers);
        sort(&mut file.processes, &file.run.servers);
        file.run.ended_at = Some(ended_at);
        file.write(&self.place.partial())
    }

    /// Puts the results of the technologies that are `whole` in their places, and returns where those are. What was kept aside
    /// goes if all are; where nothing was, all is in its place already.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn publish(&self, whole: &[&str]) -> Result<Vec<PathBuf>, Error> {
        let partial = self.place.partial();
        let is_new = partial.exists();
        let technologies = self.technologies();
        let are_all = technologies.iter().all(|one| whole.contains(one));
        let published = match W::TABLE {
            Some(form) => table::publish::<W>(&form, &self.place, &self.file, whole, is_new)?,
            None if are_all => vec![self.publish_file(is_new)?],
            None => Vec::new(),
        };
        if is_new && are_all {
            fs::remove_file(&partial).map_err(Error::io("removed", &partial))?;
        }
        Ok(published)
    }

    fn publish_file(&self, is_new: bool) -> Result<PathBuf, Error> {
        let path = self.place.path("json");
        if is_new {
            self.file.write(&path)?;
        }
        Ok(path)
    }
}

/// Technology by technology, as the run has them, then by cell and iteration; what belongs to one iteration stays in its order.
fn sort<C: Ord>(parts: &mut [impl OfIteration<C>], servers: &[Server]) {
    let rank = |technology: &str| servers.iter().position(|one| one.technology == technology);
    parts.sort_by_key(|part| (rank(part.technology()), part.cell(), part.iteration()));
}

/// The run as it would be with those of the servers that it knows, and with the others as they are now: an earlier run may
/// have been of other servers.
fn with_servers_of(run: &Run, servers: &[Server]) -> Run {
    let known = |server: &Server| {
        let mut there = run.servers.iter();
        let same = there.find(|one| one.technology == server.technology);
        same.unwrap_or(server).clone()
    };
    Run {
        servers: servers.iter().map(known).collect(),
        ..run.clone()
    }
}

#[cfg(test)]
mod tests;
