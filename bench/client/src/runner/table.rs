//! Results of all technologies in one table, `COMPARISON/NAME.tsv`, with what holds for all of them beside it in `NAME.run.json`. A
//! workload's rows may belong to several comparisons, which have a table each. Where iterations have a course, which TSV can't hold,
//! the table is a JSON file, `COMPARISON/NAME.json`.

use std::path::{Path, PathBuf};

use super::record::{File, Place};
use super::{OfIteration, Workload};
use crate::error::Error;
use crate::result::{
    ResultFile, Run, RunFile, Server, parse_json, read_text, read_tsv, write_aside, write_tsv,
};

/// How rows stand in tables.
#[derive(Debug, Clone, Copy)]
pub struct Table<R> {
    /// Of the schema, with every field that a row of that comparison has.
    pub definition_of: fn(&str) -> &'static str,
    /// Which of the workload's comparisons a row belongs to; where nothing of a row says so, all are of the plan's.
    pub comparison_of: Option<fn(&R) -> &'static str>,
}

impl<R> Table<R> {
    /// The comparisons that rows of one run may belong to, when the plan names `planned`; the first is the folder that keeps what is not whole.
    pub(super) fn comparisons<'a, W: Workload>(&self, planned: &'a str) -> Vec<&'a str> {
        match self.comparison_of {
            Some(_) => W::COMPARISONS.to_vec(),
            None => vec![planned],
        }
    }

    fn belongs(&self, row: &R, comparison: &str) -> bool {
        self.comparison_of.is_none_or(|of| of(row) == comparison)
    }
}

/// What has been published of all comparisons, and where; the run is that beside the first.
pub(super) fn read<W: Workload>(
    table: &Table<W::Row>,
    place: &Place,
) -> Result<Option<(PathBuf, File<W>)>, Error> {
    let comparisons = table.comparisons::<W>(&place.comparison);
    let first = of_comparison(place, comparisons[0]).path(extension::<W>());
    if !first.exists() {
        return Ok(None);
    }
    if has_courses::<W>() {
        let file = read_files::<W>(place, &first, &comparisons[1..])?;
        return Ok(Some((first, file)));
    }
    let run_path = first.with_extension("run.json");
    let beside: RunFile = parse_json(&run_path, &read_text(&run_path)?)?;
    let mut file = File::<W>::new(beside.run);
    for comparison in comparisons {
        let path = of_comparison(place, comparison).path("tsv");
        if path.exists() {
            let text = read_text(&path)?;
            let definition = (table.definition_of)(comparison);
            let rows: Vec<W::Row> =
                read_tsv(&text, definition).map_err(|fault| Error::invalid(&path, fault))?;
            file.results.extend(rows);
        }
    }
    Ok(Some((first, file)))
}

/// Writes the rows of the technologies that are `whole`, where there is anything new, and returns where they are.
pub(super) fn publish<W: Workload>(
    table: &Table<W::Row>,
    place: &Place,
    file: &File<W>,
    whole: &[&str],
    is_new: bool,
) -> Result<Vec<PathBuf>, Error> {
    let mut published = Vec::new();
    for comparison in table.comparisons::<W>(&place.comparison) {
        let belongs =
            |row: &&W::Row| table.belongs(row, comparison) && whole.contains(&row.technology());
        let rows: Vec<W::Row> = file.results.iter().filter(belongs).cloned().collect();
        if rows.is_empty() {
            continue;
        }
        let path = of_comparison(place, comparison).path(extension::<W>());
        if is_new && has_courses::<W>() {
            write_file::<W>(&path, file, &rows)?;
        } else if is_new {
            write::<W>((table.definition_of)(comparison), &path, file, &rows)?;
        }
        published.push(path);
    }
    Ok(published)
}

fn write<W: Workload>(
    definition: &str,
    path: &Path,
    file: &File<W>,
    rows: &[W::Row],
) -> Result<(), Error> {
    let tsv = write_tsv(rows, definition).map_err(|fault| Error::invalid(path, fault))?;
    let schema = file.schema.as_ref();
    let beside = RunFile {
        schema: schema.map(|schema| format!("{schema}#/definitions/run_file")),
        run: run_of::<W>(file, rows),
    };
    let json = serde_json::to_string_pretty(&beside).expect("plain data");
    let run_path = path.with_extension("run.json");
    write_aside(&run_path, format!("{json}\n").as_bytes())?;
    write_aside(path, tsv.as_bytes())
}

fn has_courses<W: Workload>() -> bool {
    <W::Series as OfIteration<W::Cell>>::EXISTS
}

fn extension<W: Workload>() -> &'static str {
    if has_courses::<W>() { "json" } else { "tsv" }
}

/// Of all comparisons together, with the run of the first.
fn read_files<W: Workload>(place: &Place, first: &Path, others: &[&str]) -> Result<File<W>, Error> {
    let mut file = File::<W>::read(first)?;
    for comparison in others {
        let path = of_comparison(place, comparison).path(extension::<W>());
        if path.exists() {
            let other = File::<W>::read(&path)?;
            file.results.extend(other.results);
            file.series.extend(other.series);
            file.processes.extend(other.processes);
        }
    }
    Ok(file)
}

/// Rows, with what belongs to their iterations.
fn write_file<W: Workload>(path: &Path, file: &File<W>, rows: &[W::Row]) -> Result<(), Error> {
    let table = ResultFile {
        schema: file.schema.clone(),
        run: run_of::<W>(file, rows),
        results: rows.iter().collect(),
        series: of_rows::<W, _>(&file.series, rows),
        processes: of_rows::<W, _>(&file.processes, rows),
    };
    table.write(path)
}

fn of_rows<'a, W: Workload, P: OfIteration<W::Cell>>(
    parts: &'a [P],
    rows: &[W::Row],
) -> Vec<&'a P> {
    let belongs = |part: &&P| {
        rows.iter().any(|row| {
            row.technology() == part.technology()
                && row.cell() == part.cell()
                && row.iteration() == part.iteration()
        })
    };
    parts.iter().filter(belongs).collect()
}

/// The run, of the servers that have rows.
fn run_of<W: Workload>(file: &File<W>, rows: &[W::Row]) -> Run {
    let mut run = file.run.clone();
    let is_there = |server: &Server| rows.iter().any(|row| row.technology() == server.technology);
    run.servers.retain(is_there);
    run
}

fn of_comparison(place: &Place, comparison: &str) -> Place {
    Place {
        comparison: comparison.to_owned(),
        ..place.clone()
    }
}

#[cfg(test)]
mod tests;
