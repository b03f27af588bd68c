//! What every server of the repository promises, as tests of its own each. A server whose toolchain is
//! missing is counted as ignored, with the reason; with `CI=true` it fails. An original whose submodule is not
//! checked out is counted as ignored in any case, and held to the promises that it makes where it is.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};
use rtbench::error::Error;
use rtbench::interrupt::Interrupt;
use rtbench::process::Tree;
use rtbench::repository::Repository;
use rtbench::server::conformance::{Pace, check, promised};
use rtbench::server::{Registry, RunningServer, Server, free_address};
use rustix::process::{Pid, Signal, kill_process};

/// What `rtbench` gives a server to end by itself, after which it kills it.
const GRACE: Duration = Duration::from_secs(5);

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let repository = Repository::find(Some(&root)).expect("the repository");
    let registry = Registry::read(&repository).expect("sound manifests");
    let trials = registry.all().flat_map(trials).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn trials(server: &Server) -> Vec<Trial> {
    let is_ci = std::env::var("CI").is_ok_and(|value| value == "true");
    let missing = server.check_needs().err();
    let ignored = match &missing {
        Some(Error::OriginalAbsent { .. }) => true,
        Some(_) => !is_ci,
        None => false,
    };
    if let Some(reason) = missing.filter(|_| ignored) {
        eprintln!("ignored: {reason}");
    }
    let built = Arc::new(Built::new(server.clone()));
    let trial = |promise: &str, test: fn(&Server) -> Result<(), String>| {
        let built = Arc::clone(&built);
        let run = move || built.server().and_then(test).map_err(Failed::from);
        let trial = Trial::test(format!("{} {promise}", server.id()), run);
        trial.with_ignored_flag(ignored)
    };
    vec![
        trial("keeps all promises of the protocol", keeps_all_promises),
        trial("ends in order while users are connected", ends_in_order),
    ]
}

/// A server that is built by the first of its tests.
struct Built {
    server: Server,
    outcome: OnceLock<Result<(), String>>,
}

impl Built {
    fn new(server: Server) -> Self {
        Self {
            server,
            outcome: OnceLock::new(),
        }
    }

    fn server(&self) -> Result<&Server, String> {
        let build = || {
            let built = self.server.build(&Interrupt::default());
            built.map_err(|error| error.to_string())
        };
        self.outcome.get_or_init(build).clone()?;
        Ok(&self.server)
    }
}

/// Tests run at the same time, but servers whose port is fixed one after the other.
fn alone_on_its_port(server: &Server) -> Option<MutexGuard<'static, ()>> {
    static FIXED_PORTS: Mutex<()> = Mutex::new(());
    let lock = || FIXED_PORTS.lock().unwrap_or_else(PoisonError::into_inner);
    server.manifest.port.map(|_| lock())
}

fn start(server: &Server) -> Result<RunningServer, String> {
    let started = free_address(None)
        .and_then(|address| RunningServer::start(server, address, None, &Interrupt::default()));
    started.map_err(|error| error.to_string())
}

fn keeps_all_promises(server: &Server) -> Result<(), String> {
    let _alone = alone_on_its_port(server);
    let running = start(server)?;
    let (checks, pace) = (promised(server), Pace::of(server));
    let verdicts = check(checks, running.address(), "/chat", pace, |_| {});
    let faults: Vec<String> = verdicts
        .into_iter()
        .filter_map(|verdict| Some(format!("{}: {}", verdict.promise, verdict.fault?)))
        .collect();
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n"))
    }
}

fn ends_in_order(server: &Server) -> Result<(), String> {
    let _alone = alone_on_its_port(server);
    let mut running = start(server)?;
    let address = running.address();
    let join = r#"{"chat": "room", "name": "ada"}"#;
    let (mut socket, _) = tungstenite::connect(format!("ws://{address}/chat"))
        .map_err(|error| format!("no WebSocket: {error}"))?;
    let joined = socket.send(join.into());
    joined.map_err(|error| format!("the first frame: {error}"))?;

    let root = Pid::from_raw(running.pid()).expect("a process id");
    kill_process(root, Signal::TERM).map_err(|errno| errno.to_string())?;
    let asked_at = Instant::now();
    while running.exit_status().is_none() {
        if asked_at.elapsed() > GRACE {
            return Err(format!("it still runs {GRACE:?} after SIGTERM"));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    // An original's workers end by themselves, but its primary does not wait for them.
    let waits = server.manifest.original.is_some();
    let mut left = running_in_tree(&running)?;
    while waits && !left.is_empty() && asked_at.elapsed() < GRACE {
        std::thread::sleep(Duration::from_millis(10));
        left = running_in_tree(&running)?;
    }
    if !left.is_empty() {
        return Err(format!("processes are left: {left:?}"));
    }
    free_address(Some(address.port()))
        .map(drop)
        .map_err(|error| error.to_string())
}

fn running_in_tree(server: &RunningServer) -> Result<Vec<i32>, String> {
    let tree = Tree::of(server.pid()).map_err(|error| error.to_string())?;
    Ok(tree.running())
}
