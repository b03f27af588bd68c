//! The lookup workload: oha loads servers that read one record of a database, in rounds, and pgbench the database alone.

use std::collections::BTreeMap;

use super::pgbench::Pgbench;
use super::{Keys, Level, Outcome, Row};
use crate::database::Schema;
use crate::error::Error;
use crate::load_tool::{Load, LoadObservation, LoadReport, LoadToolRun, Oha, Watched};
use crate::notation::timestamp;
use crate::process::Stage;
use crate::result::{self, Parameters};
use crate::runner::{Context, Measured, Nothing, Stay, Table, Turn, Workload};
use crate::server::{Protocol, RunningServer};
use crate::workloads::backing_database::BackingDatabase;
use crate::workloads::highest_rate;

/// The pseudo-technology of the ceiling's rows: the database alone, without a server before it.
const CEILING: &str = "postgresql";
const CLOSED: &str = "lookup";
const RATE: &str = "lookup-rate";
const PATH: &str = "/api/user";
/// The load tool used this share of its cores or more: it, and not the server, may have been the limit.
const MAX_CLIENT_PERCENT: f64 = 90.0;

pub struct Lookup {
    keys: Keys,
    context: Context,
    oha: Oha,
    database: BackingDatabase,
}

impl Workload for Lookup {
    type Keys = Keys;
    type Cell = Level;
    type Row = Row;
    type Series = Nothing;
    type Process = Nothing;

    const COMPARISONS: &'static [&'static str] = &[CLOSED, RATE];
    const PROTOCOL: Protocol = Protocol::Lookup;
    /// docs/decisions/servers-stay-for-a-round.md
    const STAY: Stay = Stay::Round;
    const TABLE: Option<Table<Row>> = Some(Table {
        definition_of: |_| "lookup_rate_row",
        comparison_of: Some(|row| match row.rate_percent {
            None => CLOSED,
            Some(_) => RATE,
        }),
    });

    fn fault(keys: &Keys) -> Option<String> {
        keys.fault()
    }

    fn cells(keys: &Keys) -> Vec<Level> {
        keys.levels()
    }

    fn new(keys: Keys, _cells: &[Level], context: Context) -> Result<Self, Error> {
        let oha = Oha::find()?;
        let database = BackingDatabase::new(
            Schema::Lookup,
            keys.database_pool_size,
            keys.database_cpus.as_deref(),
            &context,
        )?;
        Ok(Self {
            keys,
            context,
            oha,
            database,
        })
    }

    fn parameters(&self) -> Parameters {
        Parameters {
            database_cpus: Some(self.database.cpus().to_string()),
            ..self.keys.parameters()
        }
    }

    fn tools(&self) -> BTreeMap<String, String> {
        let tools = [
            ("oha", self.oha.version.as_str()),
            ("postgresql", self.database.version()),
        ];
        tools
            .map(|(name, version)| (name.to_owned(), version.to_owned()))
            .into()
    }

    fn baseline(&self) -> Option<result::Server> {
        Some(result::Server {
            technology: CEILING.to_owned(),
            source: None,
            command: Some("pgbench --protocol prepared".to_owned()),
            versions: BTreeMap::new(),
        })
    }

    /// A part of its highest rate says nothing of the database alone.
    fn applies(&self, technology: &str, level: Level) -> bool {
        technology != CEILING || matches!(level, Level::Concurrency(_))
    }

    fn environment(&mut self) -> Result<BTreeMap<String, String>, Error> {
        self.database.environment(&self.context)
    }

    fn warm_up(
        &mut self,
        server: &mut RunningServer,
        _level: Level,
        on_progress: &dyn Fn(Stage),
    ) -> Result<(), Error> {
        if let Some(hold) = self.keys.warmup() {
            let load = Load {
                concurrency: self.keys.warmup_connections(),
                rate_per_s: None,
                hold,
            };
            self.load(server, load, Watched::default(), on_progress)?;
        }
        Ok(())
    }

    fn measure(
        &mut self,
        server: &mut RunningServer,
        turn: &Turn<'_, Self>,
        on_progress: &dyn Fn(Stage),
    ) -> Result<Measured<Self>, Error> {
        let target_requests_per_s = target(turn)?;
        let load = Load {
            concurrency: self.keys.connections(turn.cell),
            rate_per_s: target_requests_per_s,
            hold: self.keys.hold(),
        };
        let watched = Watched {
            server: Some(server.pid()),
            database: self.database.pid(),
        };
        let seen = self.load(server, load, watched, on_progress)?;
        let load_report = seen.report.as_deref().map(LoadReport::of_oha).transpose();
        let load_report = load_report.map_err(|fault| Error::LoadTool {
            tool: "oha",
            how: format!("gave no report that can be read: {fault}"),
            tail: Default::default(),
        })?;
        let has_exited = server.exit_status().is_some();
        let outcome = match &load_report {
            _ if has_exited => Outcome::ServerExited,
            _ if !self.database.is_running() => Outcome::DatabaseExited,
            Some(load_report) if load_report.failed_requests == 0 => Outcome::Complete,
            _ => Outcome::RequestsFailed,
        };
        let mut measured = self.measured(turn, outcome, seen, load_report);
        measured.row.target_requests_per_s = target_requests_per_s;
        Ok(measured)
    }

    /// The database alone: the ceiling of all servers.
    fn measure_baseline(
        &mut self,
        turn: &Turn<'_, Self>,
        on_progress: &dyn Fn(Stage),
    ) -> Result<Measured<Self>, Error> {
        self.database.running(&self.context)?;
        let asked = self.ask(self.keys.connections(turn.cell), on_progress);
        let is_running = self.database.is_running();
        let (mut seen, load_report) = match asked {
            Err(error) if is_running => return Err(error),
            Err(error @ Error::Interrupted { .. }) => return Err(error),
            Ok(asked) => asked,
            Err(_) => (LoadObservation::cut_off(), None),
        };
        let outcome = match &load_report {
            _ if !is_running => Outcome::DatabaseExited,
            Some(load_report) if load_report.failed_requests == 0 => Outcome::Complete,
            _ => Outcome::RequestsFailed,
        };
        // The database is what is measured, and the database.
        seen.database = seen.server.clone();
        Ok(self.measured(turn, outcome, seen, load_report))
    }
}

impl Lookup {
    fn load(
        &self,
        server: &RunningServer,
        load: Load,
        watched: Watched,
        on_progress: &dyn Fn(Stage),
    ) -> Result<LoadObservation, Error> {
        let url = format!("http://{}{PATH}", server.address());
        let mut command = self
            .oha
            .command(&url, &load, self.context.cores.client.len());
        LoadToolRun {
            tool: "oha",
            duration: load.hold,
            watched,
            interrupt: &self.context.interrupt,
            on_progress,
        }
        .run(&mut command)
    }

    /// Without a warm-up: the database's program is compiled, and its table is read by the first few requests.
    fn ask(
        &mut self,
        clients: u32,
        on_progress: &dyn Fn(Stage),
    ) -> Result<(LoadObservation, Option<LoadReport>), Error> {
        let database = self.database.running(&self.context)?;
        let pid = database.pid();
        let instance = database.instance().clone();
        let duration = self.keys.hold();
        let pgbench = Pgbench::new()?;
        let cores = self.context.cores.client.len();
        let mut command = pgbench.command(&instance, clients, cores, duration);
        let seen = LoadToolRun {
            tool: "pgbench",
            duration,
            watched: Watched {
                server: pid,
                database: None,
            },
            interrupt: &self.context.interrupt,
            on_progress,
        }
        .run(&mut command)?;
        let load_report = seen
            .report
            .as_deref()
            .map(|report| pgbench.load_report(report));
        let load_report = load_report.transpose()?;
        Ok((seen, load_report))
    }

    fn measured(
        &self,
        turn: &Turn<'_, Self>,
        outcome: Outcome,
        seen: LoadObservation,
        load_report: Option<LoadReport>,
    ) -> Measured<Self> {
        let cores = self.context.cores.client.len() as f64;
        let row = Row {
            technology: turn.technology.to_owned(),
            concurrency: self.keys.connections(turn.cell),
            iteration: turn.iteration,
            rate_percent: match turn.cell {
                Level::Concurrency(_) => None,
                Level::RatePercent(percent) => Some(percent),
            },
            started_at: Some(timestamp(seen.started_at)),
            outcome: Some(outcome),
            cpu_percent: seen.server.cpu_percent,
            memory_mib: seen.server.memory_mib,
            memory_peak_mib: seen.server.memory_peak_mib,
            database_cpu_percent: seen.database.cpu_percent,
            database_memory_mib: seen.database.memory_mib,
            client_cpu_percent: seen.client_cpu_percent,
            client_saturated: seen
                .client_cpu_percent
                .map(|percent| percent >= MAX_CLIENT_PERCENT * cores),
            steal_percent: seen.server.steal_percent,
            ..Row::default()
        };
        Measured {
            row: match &load_report {
                Some(load_report) => row.with_load_report(load_report),
                None => row,
            },
            series: None,
            processes: Vec::new(),
            notes: [seen.server.notes, seen.database.notes].concat(),
        }
    }
}

/// The rate of a level that has one.
fn target(turn: &Turn<'_, Lookup>) -> Result<Option<f64>, Error> {
    let Level::RatePercent(percent) = turn.cell else {
        return Ok(None);
    };
    let shown = shown(turn.results, turn.technology);
    highest_rate::target(turn.technology, percent, shown).map(Some)
}

/// The rates that a technology showed in closed loops with all requests answered.
fn shown(results: &[Row], technology: &str) -> impl Iterator<Item = (u32, f64)> {
    let is_sound = move |row: &&Row| {
        row.technology == technology && row.rate_percent.is_none() && row.failed_requests == Some(0)
    };
    let sound = results.iter().filter(is_sound);
    sound.filter_map(|row| Some((row.concurrency, row.requests_per_s?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_shown_by_iterations_that_were_answered() {
        let rows = [(1, 100.0, 0), (2, 150.0, 0), (4, 900.0, 3)];
        let rows = rows.map(|(concurrency, per_s, failed)| Row {
            technology: "a".into(),
            concurrency,
            requests_per_s: Some(per_s),
            failed_requests: Some(failed),
            ..Row::default()
        });
        assert_eq!(shown(&rows, "b").count(), 0);
        assert!(shown(&rows, "a").eq([(1, 100.0), (2, 150.0)]));
    }
}
