//! What every server of the repository promises, as tests of its own each. A server whose toolchain is
//! missing is counted as ignored, with the reason; with `CI=true` it fails. An original whose submodule is not
//! checked out is counted as ignored in any case, and held to the promises that it makes where it is.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};
use rtbench::broker::{Broker, RunningBroker};
use rtbench::database::{Database, Schema};
use rtbench::error::Error;
use rtbench::interrupt::Interrupt;
use rtbench::process::Tree;
use rtbench::repository::Repository;
use rtbench::server::{Protocol, Registry, Relay, RunningServer, Server, Verdict, free_address};
use rtbench::websocket::raise_open_file_limit;
use rtbench::workloads::bookstore::check_bookstore;
use rtbench::workloads::chat::conformance::{Timing, check, promised};
use rtbench::workloads::lookup::check_lookup;
use rtbench::workloads::relay::check_relay;
use rtbench::workloads::shootout::conformance::{self as shootout, Scale};
use rustix::process::{Pid, Signal, kill_process};

/// How long a promised frame is awaited while other servers are built and tested on the same cores.
const TIMEOUT: Duration = Duration::from_secs(30);
/// To end by itself. `rtbench` kills a server after 5 s; here it has others beside it.
const GRACE: Duration = Duration::from_secs(20);

fn main() {
    let registry = Registry::read(&repository()).expect("sound manifests");
    let trials = registry.all().flat_map(trials).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn repository() -> Repository {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Repository::find(Some(&root)).expect("the repository")
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
        let run = move || beside_or_alone(|| built.server().and_then(test)).map_err(Failed::from);
        let trial = Trial::test(format!("{} {promise}", server.id()), run);
        trial.with_ignored_flag(ignored)
    };
    let speaks = |protocol| server.manifest.protocols.contains(&protocol);
    let mut trials = Vec::new();
    if speaks(Protocol::Chat) {
        trials.extend([
            trial("keeps all promises of the protocol", keeps_all_promises),
            trial("ends in order while users are connected", ends_in_order),
        ]);
    }
    if speaks(Protocol::Lookup) {
        let name = "ends in order without a database";
        trials.push(trial(name, ends_in_order_without_a_database));
        let name = "keeps all promises of the lookup protocol";
        let trial = trial(name, keeps_all_promises_of_lookups);
        trials.push(trial.with_ignored_flag(ignored || cfg!(without_lookup_tools)));
    }
    if speaks(Protocol::Bookstore) {
        let name = "ends in order as a bookstore without a database";
        trials.push(trial(name, ends_in_order_without_a_database));
        let name = "keeps all promises of the bookstore's protocol";
        let trial = trial(name, keeps_all_promises_of_the_bookstore);
        trials.push(trial.with_ignored_flag(ignored || cfg!(without_lookup_tools)));
    }
    if speaks(Protocol::Relay) {
        let name = "keeps all promises of the relays' protocol";
        let trial = trial(name, keeps_all_promises_of_relays);
        trials.push(trial.with_ignored_flag(ignored || cfg!(without_brokers)));
    }
    if speaks(Protocol::Shootout) {
        let name = "keeps all promises of the shootout's protocol";
        trials.push(trial(name, keeps_all_promises_of_the_shootout));
        let name = "ends in order while clients of the shootout are connected";
        trials.push(trial(name, ends_in_order_with_clients));
    }
    trials
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

/// Promises are kept in time, which other servers and their builds take: what failed beside these is tried once more alone, and told.
fn beside_or_alone(test: impl Fn() -> Result<(), String>) -> Result<(), String> {
    static OTHERS: RwLock<()> = RwLock::new(());
    let beside = {
        let _others_may_run = OTHERS.read().unwrap_or_else(PoisonError::into_inner);
        test()
    };
    beside.or_else(|fault| {
        let _alone = OTHERS.write().unwrap_or_else(PoisonError::into_inner);
        eprintln!("tried again alone, as beside others it failed: {fault}");
        test()
    })
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
    let timing = Timing {
        timeout: TIMEOUT,
        ..Timing::of(server)
    };
    no_faults(check(
        promised(server),
        running.address(),
        "/chat",
        timing,
        |_| {},
    ))
}

fn keeps_all_promises_of_lookups(server: &Server) -> Result<(), String> {
    keeps_all_with_database(server, Schema::Lookup, check_lookup)
}

fn keeps_all_promises_of_the_bookstore(server: &Server) -> Result<(), String> {
    keeps_all_with_database(server, Schema::Bookstore, check_bookstore)
}

type CheckWithDatabase =
    fn(SocketAddr, &mut Database, &Interrupt, &mut dyn FnMut(&Verdict)) -> Vec<Verdict>;

fn keeps_all_with_database(
    server: &Server,
    schema: Schema,
    check: CheckWithDatabase,
) -> Result<(), String> {
    let interrupt = Interrupt::default();
    let try_all = || {
        let mut database = Database::start(schema, &repository(), None, &interrupt)?;
        let url = ("DATABASE_URL".to_owned(), database.instance().url());
        let environment = BTreeMap::from([url]);
        let address = free_address(None)?;
        let running = RunningServer::start_with(server, address, &environment, None, &interrupt)?;
        let verdicts = check(running.address(), &mut database, &interrupt, &mut |_| {});
        Ok(verdicts)
    };
    let verdicts: Result<Vec<Verdict>, Error> = try_all();
    no_faults(verdicts.map_err(|error| error.to_string())?)
}

/// With the first of its brokers: each takes half a minute, and `rtbench servers check` tries them all.
fn keeps_all_promises_of_relays(server: &Server) -> Result<(), String> {
    let broker = server.manifest.relay.brokers.keys().next();
    let broker = *broker.ok_or("server.toml has no [relay.brokers]")?;
    let verdicts = verdicts_of_relay(server, broker).map_err(|error| error.to_string())?;
    no_faults(verdicts).map_err(|faults| format!("with {broker}: {faults}"))
}

fn verdicts_of_relay(server: &Server, broker: Broker) -> Result<Vec<Verdict>, Error> {
    let interrupt = Interrupt::default();
    let mut running = RunningBroker::start(broker, None, &interrupt)?;
    let environment = Relay::offer(broker, running.addresses());
    let address = free_address(None)?;
    let mut relay = RunningServer::start_with(server, address, &environment, None, &interrupt)?;
    Ok(check_relay(
        &mut relay,
        &mut running,
        &interrupt,
        &mut |_| {},
    ))
}

/// One server after the other: a crowd takes half of the open files that a process may have.
fn keeps_all_promises_of_the_shootout(server: &Server) -> Result<(), String> {
    static CROWD: Mutex<()> = Mutex::new(());
    let _alone_with_its_crowd = CROWD.lock().unwrap_or_else(PoisonError::into_inner);
    let _alone = alone_on_its_port(server);
    let scale = Scale {
        timeout: TIMEOUT,
        ..Scale::default()
    };
    raise_open_file_limit(scale.crowd).map_err(|error| error.to_string())?;
    let running = start(server)?;
    let endpoint = &server.manifest.shootout;
    let promised = shootout::promised(server);
    no_faults(shootout::check(
        promised,
        running.address(),
        endpoint,
        scale,
        |_| {},
    ))
}

fn no_faults(verdicts: Vec<Verdict>) -> Result<(), String> {
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
    let running = start(server)?;
    let address = running.address();
    let join = r#"{"chat": "room", "name": "ada"}"#;
    let (mut socket, _) = tungstenite::connect(format!("ws://{address}/chat"))
        .map_err(|error| format!("no WebSocket: {error}"))?;
    let joined = socket.send(join.into());
    joined.map_err(|error| format!("the first frame: {error}"))?;

    ends_when_asked(server, running)
}

fn ends_in_order_with_clients(server: &Server) -> Result<(), String> {
    let _alone = alone_on_its_port(server);
    let running = start(server)?;
    let (address, path) = (running.address(), &server.manifest.shootout.path);
    let (_socket, _) = tungstenite::connect(format!("ws://{address}{path}"))
        .map_err(|error| format!("no WebSocket: {error}"))?;
    ends_when_asked(server, running)
}

/// With a connection that is kept alive, and no database.
fn ends_in_order_without_a_database(server: &Server) -> Result<(), String> {
    let running = start(server)?;
    let mut kept_alive =
        TcpStream::connect(running.address()).map_err(|error| error.to_string())?;
    let asked = write!(
        kept_alive,
        "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
    );
    asked.map_err(|error| error.to_string())?;
    let read = kept_alive.read(&mut [0; 1024]);
    read.map_err(|error| error.to_string())?;
    ends_when_asked(server, running)
}

fn ends_when_asked(server: &Server, mut running: RunningServer) -> Result<(), String> {
    let address = running.address();
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
