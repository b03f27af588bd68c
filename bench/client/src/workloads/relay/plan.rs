//! What a plan of relays says besides the keys of every plan: its broker, its cells, and how messages go.

use std::time::Duration;

use serde::Deserialize;

use super::Cell;
use crate::broker::Broker;
use crate::relay::{LEAST_CHARACTERS, Load};
use crate::result::Parameters;
use crate::runner::{is_positive, positive, some};

/// As long as the study's.
fn usual_characters() -> u32 {
    12
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    broker: Broker,
    /// Of each cell.
    messages: u32,
    #[serde(default = "usual_characters")]
    message_characters: u32,
    cells: Vec<Pages>,
    /// How long nothing is published once every page hears the broker.
    settle_s: f64,
    /// Messages to one page, one right after the other, with which a fresh relay is warmed up; 0 for none.
    warmup_messages: u32,
    drain_timeout_s: f64,
    read_interval_us: u64,
    /// No further iterations of a cell from `least_iterations` on, once the 95 % interval is within so many percent of the mean.
    #[serde(default)]
    settled_percent: Option<f64>,
    #[serde(default)]
    least_iterations: Option<u32>,
    /// The server's by default.
    #[serde(default)]
    pub broker_cpus: Option<String>,
}

/// Cells of so many pages.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pages {
    pages: u32,
    pause_ms: Vec<u32>,
}

impl Keys {
    /// What is wrong with them.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        let are_some = |of: &Pages| of.pages > 0 && !of.pause_ms.is_empty();
        some("cells", self.cells.len())
            .or_else(|| positive("cells: pages, pause_ms", self.cells.iter().all(are_some)))
            .or_else(|| positive("messages", self.messages > 0))
            .or_else(|| positive("settle_s", is_positive(self.settle_s)))
            .or_else(|| positive("drain_timeout_s", is_positive(self.drain_timeout_s)))
            .or_else(|| positive("least_iterations", self.least_iterations != Some(0)))
            .or_else(|| {
                let is = self.settled_percent.is_none_or(is_positive);
                positive("settled_percent", is)
            })
            .or_else(|| self.fault_of_characters())
    }

    fn fault_of_characters(&self) -> Option<String> {
        let (found, least) = (self.message_characters, LEAST_CHARACTERS);
        (found < least)
            .then(|| format!("message_characters: found {found} (expected at least {least})"))
    }

    #[must_use]
    pub fn broker(&self) -> Broker {
        self.broker
    }

    /// In the plan's order.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        let cell = |pages, pause_ms| Cell {
            broker: self.broker,
            pages,
            pause_ms,
        };
        let of_pages = |of: &Pages| -> Vec<Cell> {
            let pauses = of.pause_ms.iter();
            pauses.map(|pause_ms| cell(of.pages, *pause_ms)).collect()
        };
        self.cells.iter().flat_map(of_pages).collect()
    }

    #[must_use]
    pub fn load(&self, cell: Cell) -> Load {
        Load {
            pages: cell.pages,
            messages: self.messages,
            pause: Duration::from_millis(cell.pause_ms.into()),
            message_characters: self.message_characters,
            settle: Duration::from_secs_f64(self.settle_s),
            drain_timeout: Duration::from_secs_f64(self.drain_timeout_s),
            read_interval: self.read_interval(),
        }
    }

    /// What a fresh relay passes on first; `None` if the plan has no warm-up.
    #[must_use]
    pub fn warmup(&self) -> Option<Load> {
        let cell = Cell {
            broker: self.broker,
            pages: 1,
            pause_ms: 0,
        };
        (self.warmup_messages > 0).then(|| Load {
            messages: self.warmup_messages,
            ..self.load(cell)
        })
    }

    #[must_use]
    pub fn read_interval(&self) -> Duration {
        Duration::from_micros(self.read_interval_us)
    }

    /// Within so many percent the iterations of a cell are enough, if there are so many; `None` where there have to be all of them.
    #[must_use]
    pub fn settled(&self) -> Option<(f64, u32)> {
        let percent = self.settled_percent?;
        Some((percent, self.least_iterations.unwrap_or(1)))
    }

    /// What a result file says of them.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        Parameters {
            broker: Some(self.broker.id().to_owned()),
            messages: Some(self.messages),
            message_characters: Some(self.message_characters),
            settle_s: Some(self.settle_s),
            warmup_messages: Some(self.warmup_messages),
            drain_timeout_s: Some(self.drain_timeout_s),
            read_interval_us: Some(self.read_interval_us),
            settled_percent: self.settled_percent,
            least_iterations: self.least_iterations,
            ..Parameters::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::runner::Plan;
    use crate::workloads::Relay;

    const WHOLE: &str = r#"
comparison = "relay"
servers = ["java-stomp-relay"]
iterations = 60
broker = "rabbitmq"
messages = 1000
settle_s = 2
warmup_messages = 2000
drain_timeout_s = 10
read_interval_us = 250
settled_percent = 2
least_iterations = 10
cells = [{ pages = 1, pause_ms = [10, 0] }, { pages = 10, pause_ms = [10] }]
"#;

    fn read(text: &str) -> Result<Keys, Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.toml");
        std::fs::write(&path, text).unwrap();
        Plan::read::<Relay>(&path).map(|(_, keys)| keys)
    }

    #[test]
    fn cells_are_those_of_each_number_of_pages() {
        let cells = read(WHOLE).unwrap().cells();
        let cells: Vec<(u32, u32)> = cells.iter().map(|one| (one.pages, one.pause_ms)).collect();
        assert_eq!(cells, [(1, 10), (1, 0), (10, 10)]);
    }

    #[test]
    fn a_cell_is_a_load_and_a_warm_up_another() {
        let keys = read(WHOLE).unwrap();
        let [first, ..] = keys.cells()[..] else {
            panic!("there are cells");
        };
        let load = keys.load(first);
        assert_eq!((load.messages, load.message_characters), (1_000, 12));
        assert_eq!(load.pause, Duration::from_millis(10));
        let warmup = keys.warmup().unwrap();
        assert_eq!((warmup.messages, warmup.pause), (2_000, Duration::ZERO));
    }

    #[test]
    fn iterations_that_agree_are_enough_only_where_the_plan_says_so() {
        assert_eq!(read(WHOLE).unwrap().settled(), Some((2.0, 10)));
        let all = WHOLE.replace("settled_percent = 2\n", "");
        assert_eq!(read(&all).unwrap().settled(), None);
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let cases = [
            (
                WHOLE.replace("settle_s", "settle"),
                "line 7: unknown field `settle`",
            ),
            (
                WHOLE.replace("\"rabbitmq\"", "\"solace\""),
                "unknown variant `solace`",
            ),
            (WHOLE.replace("[10, 0]", "[]"), "cells: pages, pause_ms"),
            (
                WHOLE.replace("[10, 0]", "[10, 10]"),
                "found RabbitMQ, 1 page, a message every 10 ms twice",
            ),
            (WHOLE.replace("= 1000", "= 0"), "messages: found 0"),
            (
                WHOLE.replace("= 1000", "= 1000\nmessage_characters = 11"),
                "message_characters: found 11 (expected at least 12)",
            ),
            (
                WHOLE.replace("settled_percent = 2", "settled_percent = 0"),
                "settled_percent: found 0",
            ),
        ];
        for (text, expected) in cases {
            let message = read(&text).unwrap_err().to_string();
            assert!(message.contains(expected), "{expected} in: {message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }
}
