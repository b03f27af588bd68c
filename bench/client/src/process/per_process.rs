//! A server's usage process by process.

use std::time::Instant;

use procfs::process::Stat;

use super::Tree;
use super::cpu::CpuReading;
use super::sampler::Sample;
use crate::error::Error;

/// What one process used over the window; `None` where it was not there from its beginning, or not sampled.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PerProcessUsage {
    /// As the kernel has it.
    pub name: String,
    /// 100 = one core.
    pub cpu_percent: Option<f64>,
    /// Mean PSS over the samples.
    pub memory_mib: Option<f64>,
}

/// A tree and what each of its processes had used by a moment.
#[derive(Debug)]
pub(crate) struct TreeReading {
    tree: Tree,
    at: Instant,
}

impl TreeReading {
    pub fn of(root: i32) -> Result<Self, Error> {
        Ok(Self {
            tree: Tree::settled(root)?,
            at: Instant::now(),
        })
    }

    /// Mean use of the tree since an earlier reading, 100 = one core.
    pub fn percent_since(&self, earlier: &Self) -> Option<f64> {
        let cpu = |reading: &Self| CpuReading::of(&reading.tree.stats, reading.at);
        cpu(self).percent_since(&cpu(earlier))
    }

    /// The same of each running process, the root first, then in the order of their start, by their ids.
    pub fn per_process_since(&self, earlier: &Self) -> Vec<(i32, PerProcessUsage)> {
        let running = self.tree.running();
        let root = running.first().copied();
        let mut stats: Vec<&Stat> = self.tree.stats.iter().collect();
        stats.retain(|stat| running.contains(&stat.pid));
        stats.sort_by_key(|stat| (Some(stat.pid) != root, stat.starttime, stat.pid));
        let one = |stat: &Stat| PerProcessUsage {
            name: stat.comm.clone(),
            cpu_percent: self.percent_of_process_since(stat, earlier),
            memory_mib: None,
        };
        stats
            .into_iter()
            .map(|stat| (stat.pid, one(stat)))
            .collect()
    }

    fn percent_of_process_since(&self, stat: &Stat, earlier: &Self) -> Option<f64> {
        let same = |other: &&Stat| other.pid == stat.pid && other.starttime == stat.starttime;
        let before = earlier.tree.stats.iter().find(same)?;
        let before = CpuReading::of(std::slice::from_ref(before), earlier.at);
        CpuReading::of(std::slice::from_ref(stat), self.at).percent_since(&before)
    }
}

/// Enters each process's mean memory.
pub(super) fn with_memory(
    per_process: Vec<(i32, PerProcessUsage)>,
    samples: &[&Sample],
) -> Vec<PerProcessUsage> {
    let of_process = |(pid, one): (i32, PerProcessUsage)| {
        let mibs: Vec<f64> = samples
            .iter()
            .flat_map(|sample| &sample.memory_mib_of)
            .filter_map(|(of, mib)| (*of == pid).then_some(*mib))
            .collect();
        PerProcessUsage {
            memory_mib: mean(&mibs),
            ..one
        }
    };
    per_process.into_iter().map(of_process).collect()
}

/// `None` of nothing.
pub(super) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}
