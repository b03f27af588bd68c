//! What each process of a server used over an iteration, where the server has more than one.

use serde::{Deserialize, Serialize};

use super::Row;
use crate::notation::round;
use crate::process::PerProcessUsage;

/// One process in one iteration.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProcessUsage {
    pub technology: String,
    pub rooms: u32,
    pub users: u32,
    pub iteration: u32,
    /// 0 is the process that was started, the others follow in the order of their start.
    pub process: u32,
    /// As the kernel has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Mean over the sending window, 100 = one core.
    pub cpu_percent: Option<f64>,
    /// Mean PSS over the window's samples.
    pub memory_mib: Option<f64>,
}

impl ProcessUsage {
    /// What each process used of a row's usage; none where one process is the whole server.
    #[must_use]
    pub fn of_row(row: &Row, processes: &[PerProcessUsage]) -> Vec<Self> {
        if processes.len() < 2 {
            return Vec::new();
        }
        let usage = |(process, one): (u32, &PerProcessUsage)| Self {
            technology: row.technology.clone(),
            rooms: row.rooms,
            users: row.users,
            iteration: row.iteration,
            process,
            name: Some(one.name.clone()),
            cpu_percent: one.cpu_percent.map(|percent| round(percent, 1)),
            memory_mib: one.memory_mib.map(|mib| round(mib, 3)),
        };
        (0..).zip(processes).map(usage).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn processes(count: usize) -> Vec<PerProcessUsage> {
        let one = PerProcessUsage {
            name: "node".into(),
            cpu_percent: Some(93.14),
            memory_mib: Some(80.125),
        };
        vec![one; count]
    }

    #[test]
    fn the_started_process_is_number_0() {
        let row = Row {
            technology: "node-cluster".into(),
            rooms: 1,
            users: 60,
            iteration: 2,
            ..Row::default()
        };
        let usages = ProcessUsage::of_row(&row, &processes(2));
        let numbers: Vec<u32> = usages.iter().map(|usage| usage.process).collect();
        assert_eq!(numbers, [0, 1]);
        assert_eq!((usages[1].users, usages[1].iteration), (60, 2));
        assert_eq!(usages[0].cpu_percent, Some(93.1));
    }

    #[test]
    fn a_server_of_one_process_needs_no_rows() {
        assert_eq!(ProcessUsage::of_row(&Row::default(), &processes(1)), []);
    }

    #[test]
    fn fields_are_those_of_the_schema_in_its_order() {
        let schema: serde_json::Value =
            serde_json::from_str(include_str!("../../../../../schema/result.json")).unwrap();
        let properties = schema["definitions"]["chat_process"]["properties"].as_object();
        let written =
            serde_json::to_value(&ProcessUsage::of_row(&Row::default(), &processes(2))[0]);
        assert!(
            written
                .unwrap()
                .as_object()
                .unwrap()
                .keys()
                .eq(properties.unwrap().keys())
        );
    }
}
