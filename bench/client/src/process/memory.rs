//! Memory of a process tree as PSS (proportional set size): pages that several processes share are
//! counted once.

use procfs::ProcError;
use procfs::process::Process;

use super::Tree;

const BYTES_PER_MIB: f64 = 1024.0 * 1024.0;

/// The tree's PSS in MiB, from /proc/PID/smaps_rollup.
///
/// # Errors
/// What kept a running process's memory from being read.
pub fn pss_mib(tree: &Tree) -> Result<f64, ProcError> {
    let of_processes = pss_of_processes(tree)?;
    Ok(of_processes.iter().map(|(_, mib)| mib).sum())
}

/// Each running process's id and PSS in MiB, the root's first.
///
/// # Errors
/// What kept a running process's memory from being read.
pub fn pss_of_processes(tree: &Tree) -> Result<Vec<(i32, f64)>, ProcError> {
    let mut of_processes = Vec::new();
    for pid in tree.running() {
        match process_pss_bytes(pid) {
            Ok(bytes) => of_processes.push((pid, bytes as f64 / BYTES_PER_MIB)),
            // Ended, or about to, since the tree was taken: its memory is gone before it is.
            Err(_) if !has_memory(pid) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(of_processes)
}

fn has_memory(pid: i32) -> bool {
    let stat = Process::new(pid).and_then(|process| process.stat());
    stat.is_ok_and(|stat| stat.vsize > 0)
}

fn process_pss_bytes(pid: i32) -> Result<u64, ProcError> {
    let rollup = Process::new(pid)?.smaps_rollup()?.memory_map_rollup;
    let pss = rollup
        .iter()
        .filter_map(|map| map.extension.map.get("Pss"))
        .sum();
    Ok(pss)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touched_memory_shows() {
        let before = pss_mib(&own()).unwrap();
        let block = vec![1_u8; 64 * 1024 * 1024];
        let after = pss_mib(&own()).unwrap();
        assert!(std::hint::black_box(&block).len() > 1);
        let grown = after - before;
        assert!((50.0..90.0).contains(&grown), "{grown} MiB");
    }

    fn own() -> Tree {
        let mut tree = Tree::of(std::process::id() as i32).unwrap();
        // Other tests' children come and go.
        tree.stats
            .retain(|stat| stat.pid == std::process::id() as i32);
        tree
    }
}
