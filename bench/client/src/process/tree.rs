//! Which processes belong to a server: its descendants, and all of its session, so that a process
//! whose parent died still counts.

use std::collections::BTreeSet;

use procfs::process::{Stat, all_processes};

use crate::error::Error;

/// Of a tree whose processes come and go all the time.
const MOST_READINGS: u32 = 10;

/// The processes of a tree at one moment; zombies included, since their CPU time is not yet their
/// parent's.
#[derive(Debug, Clone)]
pub struct Tree {
    pub stats: Vec<Stat>,
}

impl Tree {
    /// Takes the tree whose root is `root`; empty if there is no such process and no one left of
    /// its session.
    ///
    /// # Errors
    /// /proc cannot be read.
    pub fn of(root: i32) -> Result<Self, Error> {
        let processes = all_processes().map_err(|source| Error::Proc {
            what: "/proc".to_owned(),
            source,
        })?;
        // A process that ends meanwhile is no fault.
        let stats = processes.filter_map(|process| process.ok()?.stat().ok());
        Ok(Self::among(stats.collect(), root))
    }

    /// The same, taken again until no process has come or gone since the last time: of one that ends while the processes are read,
    /// the CPU time could otherwise be neither its own nor yet its parent's.
    ///
    /// # Errors
    /// /proc cannot be read.
    pub fn settled(root: i32) -> Result<Self, Error> {
        let mut tree = Self::of(root)?;
        for _ in 0..MOST_READINGS {
            let again = Self::of(root)?;
            let is_settled = again.ids() == tree.ids();
            tree = again;
            if is_settled {
                break;
            }
        }
        Ok(tree)
    }

    fn ids(&self) -> BTreeSet<i32> {
        self.stats.iter().map(|stat| stat.pid).collect()
    }

    fn among(mut others: Vec<Stat>, root: i32) -> Self {
        let mut members: Vec<Stat> = Vec::new();
        let mut found = vec![root];
        while !found.is_empty() {
            let (new, rest): (Vec<Stat>, Vec<Stat>) = others.into_iter().partition(|stat| {
                found.contains(&stat.pid) || found.contains(&stat.ppid) || stat.session == root
            });
            found = new.iter().map(|stat| stat.pid).collect();
            members.extend(new);
            others = rest;
        }
        Self { stats: members }
    }

    /// The ids of those that still run, the root first if it does.
    #[must_use]
    pub fn running(&self) -> Vec<i32> {
        let running = self.stats.iter().filter(|stat| is_running(stat));
        running.map(|stat| stat.pid).collect()
    }
}

/// Whether the process is there and not a zombie.
#[must_use]
pub fn is_alive(pid: i32) -> bool {
    procfs::process::Process::new(pid)
        .and_then(|process| process.stat())
        .is_ok_and(|stat| is_running(&stat))
}

fn is_running(stat: &Stat) -> bool {
    !matches!(stat.state, 'Z' | 'X' | 'x')
}

#[cfg(test)]
mod tests {
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    use super::*;

    fn shell(script: &str) -> Child {
        Command::new("sh")
            .args(["-c", script])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap()
    }

    #[test]
    fn a_child_that_ends_meanwhile_keeps_its_cpu_time() {
        let burn = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";
        let child = shell(&format!("while :; do ({burn}); done"));
        let ticks = |tree: Tree| -> i64 {
            let all = tree.stats.iter();
            all.map(|stat| (stat.utime + stat.stime).cast_signed() + stat.cutime + stat.cstime)
                .sum()
        };
        let root = child.id() as i32;
        let readings: Vec<i64> = (0..300)
            .map(|_| ticks(Tree::settled(root).unwrap()))
            .collect();
        end(child);
        assert!(readings.is_sorted(), "{readings:?}");
        assert!(readings[0] < readings[299], "{readings:?}");
    }

    fn end(mut child: Child) {
        let members = Tree::of(child.id() as i32).unwrap().running();
        for pid in members {
            let pid = rustix::process::Pid::from_raw(pid).unwrap();
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
        child.wait().unwrap();
    }

    fn wait_for(condition: impl Fn() -> bool) -> bool {
        let deadline = Instant::now() + Duration::from_secs(5);
        while Instant::now() < deadline {
            if condition() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        false
    }

    #[test]
    fn holds_children_and_grandchildren() {
        let child = shell("sh -c 'sleep 60; true' & sleep 60 & wait");
        let root = child.id() as i32;
        let complete = wait_for(|| Tree::of(root).unwrap().running().len() == 4);
        let members = Tree::of(root).unwrap().running();
        end(child);
        assert!(complete, "{members:?}");
        assert_eq!(members[0], root);
    }

    #[test]
    fn holds_nothing_of_other_processes() {
        let child = shell("sleep 60; true");
        let other = shell("sleep 60; true");
        let members = Tree::of(child.id() as i32).unwrap().running();
        assert!(!members.contains(&(other.id() as i32)));
        assert!(!members.contains(&(std::process::id() as i32)));
        end(child);
        end(other);
    }

    #[test]
    fn an_ended_process_is_not_alive() {
        let mut child = shell("exit 0");
        let pid = child.id() as i32;
        assert!(wait_for(|| !is_alive(pid)));
        child.wait().unwrap();
        assert!(!is_alive(pid));
        assert!(Tree::of(pid).unwrap().stats.is_empty());
    }
}
