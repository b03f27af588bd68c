//! Publishing a run that is not gone on with: the rounds that all its servers have ended, as what a server did in a round of which
//! another was not part says nothing of both.

use super::record::Record;
use super::run::{PlanRun, System};
use super::{Options, Stay, Summary, Workload};
use crate::error::Error;
use crate::server::Server;

/// As searches that agree end after.
const LEAST_ROUNDS: u32 = 3;

impl<'a, W: Workload> PlanRun<'a, W> {
    /// Measures nothing. Under which conditions the servers would run today is of no account, so it isn't asked.
    ///
    /// # Errors
    /// The workload has no rounds; fewer than three are whole; a file cannot be read or written.
    pub fn publish_whole_rounds(
        &mut self,
        options: &Options,
        servers: &[&'a Server],
    ) -> Result<Summary, Error> {
        if W::STAY != Stay::Round {
            return Err(Error::NoRounds);
        }
        self.open_kept(options, servers)?;
        let planned = self.plan.iterations;
        while self.lacks_something() {
            self.plan.iterations -= 1;
        }
        let whole = self.plan.iterations;
        if whole < LEAST_ROUNDS {
            return Err(Error::TooFewRounds {
                found: whole,
                least: LEAST_ROUNDS,
            });
        }
        for record in &mut self.records {
            record.keep_rounds(whole, planned);
        }
        self.publish()
    }

    fn open_kept(&mut self, options: &Options, servers: &[&'a Server]) -> Result<(), Error> {
        for &server in servers {
            if W::TABLE.is_none() || self.records.is_empty() {
                let place = self.place(options, server.id());
                self.records.push(Record::open_kept(place)?);
            }
            self.systems.push(System {
                technology: server.id().to_owned(),
                server: Some(server),
                record: self.records.len() - 1,
                dropped_out: false,
            });
        }
        Ok(())
    }

    /// Of no rounds nothing is missing.
    fn lacks_something(&self) -> bool {
        let mut systems = self.systems.iter();
        systems.any(|one| self.missing(&one.technology, one.record) > 0)
    }
}
