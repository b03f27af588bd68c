//! Starting and ending a child with all that it starts: it leads a session of its own, is pinned to
//! its cores, and is killed by the kernel if `rtbench` itself is killed.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use crate::affinity::CpuList;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::process::Tree;

const POLL: Duration = Duration::from_millis(10);
/// What a child that is no server has to end in order once the user interrupts.
const STEP_GRACE: Duration = Duration::from_secs(2);

/// Starts the command tied to the calling thread: when that thread ends, so does the child.
///
/// # Errors
/// The program cannot be run.
pub fn spawn_tied(command: &mut Command, cpus: Option<&CpuList>) -> io::Result<Child> {
    let parent = rustix::process::getpid();
    let cpus = cpus.map(CpuList::to_set);
    let prepare = move || {
        rustix::process::setsid()?;
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        // The parent may have ended before the signal was asked for.
        if rustix::process::getppid() != Some(parent) {
            return Err(io::Error::other("rtbench has ended"));
        }
        if let Some(cpus) = &cpus {
            rustix::thread::sched_setaffinity(None, cpus)?;
        }
        Ok(())
    };
    // SAFETY: between fork and exec, `prepare` makes system calls only; it does not allocate unless
    // it fails.
    unsafe { command.pre_exec(prepare) };
    command.spawn()
}

/// Waits until the child has ended by itself.
///
/// # Errors
/// The user interrupts, which ends the child and its whole tree.
pub fn wait_for(mut child: Child, interrupt: &Interrupt) -> Result<ExitStatus, Error> {
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Ok(status);
        }
        if interrupt.is_asked() {
            end_tree(&mut child, STEP_GRACE);
            interrupt.check()?;
        }
        std::thread::sleep(POLL);
    }
}

/// Ends the child and its whole tree: SIGTERM to the child, which is given `grace` to end the rest
/// in order, then SIGKILL to whatever is left.
pub fn end_tree(child: &mut Child, grace: Duration) -> Option<ExitStatus> {
    let root = child.id().cast_signed();
    // Taken first: a grandchild with a session of its own is out of sight once its parents have
    // ended.
    let before = Tree::of(root).map(|tree| tree.stats).unwrap_or_default();

    send(root, Signal::TERM);
    let deadline = Instant::now() + grace;
    let mut status = child.try_wait().ok().flatten();
    while status.is_none() && Instant::now() < deadline {
        std::thread::sleep(POLL);
        status = child.try_wait().ok().flatten();
    }

    for stat in &before {
        let still_the_same = procfs::process::Process::new(stat.pid)
            .and_then(|process| process.stat())
            .is_ok_and(|now| now.starttime == stat.starttime);
        // The root's id may be another's by now if it was waited for.
        if still_the_same && (stat.pid != root || status.is_none()) {
            send(stat.pid, Signal::KILL);
        }
    }
    kill_session(root, status.is_none());
    status.or_else(|| child.wait().ok())
}

/// Kills what is left of the session, until nothing new shows up.
fn kill_session(session: i32, with_root: bool) {
    let deadline = Instant::now() + Duration::from_secs(2);
    while Instant::now() < deadline {
        let Ok(tree) = Tree::of(session) else { return };
        let left: Vec<i32> = tree
            .running()
            .into_iter()
            .filter(|&pid| with_root || pid != session)
            .collect();
        if left.is_empty() {
            return;
        }
        left.into_iter().for_each(|pid| send(pid, Signal::KILL));
        std::thread::sleep(POLL);
    }
}

fn send(pid: i32, signal: Signal) {
    if let Some(pid) = Pid::from_raw(pid) {
        // It may have ended meanwhile.
        let _ = rustix::process::kill_process(pid, signal);
    }
}

#[cfg(test)]
mod tests {
    use std::process::Stdio;

    use super::*;
    use crate::process::is_alive;

    fn start(script: &str) -> Child {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::null());
        spawn_tied(&mut command, None).unwrap()
    }

    fn members(child: &Child, count: usize) -> Vec<i32> {
        let deadline = Instant::now() + Duration::from_secs(5);
        loop {
            let running = Tree::of(child.id().cast_signed()).unwrap().running();
            if running.len() >= count || Instant::now() > deadline {
                return running;
            }
            std::thread::sleep(POLL);
        }
    }

    fn none_alive(pids: &[i32]) -> bool {
        let deadline = Instant::now() + Duration::from_secs(2);
        while pids.iter().any(|&pid| is_alive(pid)) {
            if Instant::now() > deadline {
                return false;
            }
            std::thread::sleep(POLL);
        }
        true
    }

    #[test]
    fn the_whole_tree_ends_with_the_child() {
        let mut child = start("sleep 60 & (sleep 60; true) & wait");
        let pids = members(&child, 4);
        assert_eq!(pids.len(), 4);
        end_tree(&mut child, Duration::from_secs(2));
        assert!(none_alive(&pids));
    }

    #[test]
    fn a_child_that_ignores_sigterm_is_killed() {
        let mut child = start("trap '' TERM; while :; do sleep 0.1; done");
        let pids = members(&child, 2);
        let status = end_tree(&mut child, Duration::from_millis(200)).unwrap();
        assert!(!status.success());
        assert!(none_alive(&pids));
    }

    #[test]
    fn a_grandchild_in_a_session_of_its_own_ends_too() {
        let mut child = start("setsid sh -c 'sleep 60; true' & wait");
        let pids = members(&child, 3);
        assert_eq!(pids.len(), 3);
        end_tree(&mut child, Duration::from_secs(1));
        assert!(none_alive(&pids));
    }

    #[test]
    fn an_orphan_of_the_session_ends_too() {
        let mut child = start("(sleep 60 &) ; exec sleep 60");
        let pids = members(&child, 2);
        assert_eq!(pids.len(), 2);
        end_tree(&mut child, Duration::from_secs(1));
        assert!(none_alive(&pids));
    }

    #[test]
    fn the_child_runs_on_its_cores() {
        let first = CpuList::allowed().unwrap().to_string();
        let first: CpuList = first.split(['-', ',']).next().unwrap().parse().unwrap();
        let mut command = Command::new("sleep");
        let mut child = spawn_tied(command.arg("30"), Some(&first)).unwrap();
        let pid = Pid::from_raw(child.id().cast_signed());
        let set = rustix::thread::sched_getaffinity(pid).unwrap();
        assert_eq!(set, first.to_set());
        end_tree(&mut child, Duration::from_secs(1));
    }
}
