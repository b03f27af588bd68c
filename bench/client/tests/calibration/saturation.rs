//! The flag `client_saturated`, on a client that is given a fraction of its core.
//!
//! The client runs as a process of its own, on the core that it would have in a run, and is stopped for the rest of every
//! period (SIGSTOP, SIGCONT), as a CPU limit would. So the fraction is known, whatever the client does.

use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::prctl;
use rtbench::affinity::{CoreSplit, CpuList};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::Test;
use super::host::{Disturbance, HISTOGRAM_RESOLUTION, Lateness};
use super::support::{ChatServer, Fault};
use super::table::{between, either, equal, within};

pub const TESTS: &[Test] = &[(
    "the_flag_tells_a_client_that_lacks_cpu_from_one_that_has_enough",
    flag,
)];

/// Short, so that being stopped makes messages late by less than the flag's millisecond; and no multiple of the
/// intervals at which the client reads and sends.
const PERIOD: Duration = Duration::from_micros(970);
/// Signals take effect some time after they are sent, twice a period.
const SIGNAL: Duration = Duration::from_micros(25);
/// So long that a sender late by some milliseconds does not show in latency, and the flag has to be set by how
/// busy the client is.
const DELAY: Duration = Duration::from_millis(200);

/// One iteration of a throttled client.
struct Throttled {
    given: f64,
    lateness: Lateness,
    figures: Value,
}

impl Throttled {
    fn number(&self, field: &str) -> f64 {
        self.figures[field].as_f64().expect(field)
    }

    fn flag(&self) -> bool {
        self.figures["client_saturated"].as_bool().expect("a flag")
    }
}

/// A client that needs the fraction c of its core has enough half-way between c and all of it. It lacks CPU with c / 4, though it
/// needs less if it is late: it then reads more at once.
fn flag() {
    let (users, free) = enough_load();
    let needed = needed_by(&free);
    let name_of = |client: &Throttled| {
        let (given, needed) = (client.given * 100.0, needed * 100.0);
        format!("client with {given:.0} % that needs {needed:.0} %")
    };
    compare_unset(&name_of(&free), &free);
    let enough = load(users, f64::midpoint(needed, 1.0));
    compare_unset(&name_of(&enough), &enough);
    let short = load(users, needed / 4.0);
    let name = name_of(&short);
    equal(&format!("{name}: flag"), true, short.flag());
    let most_percent = 100.0 * (short.given + 2.0 * SIGNAL.as_secs_f64() / PERIOD.as_secs_f64());
    let used_percent = short.number("client_cpu_percent");
    between(
        &format!("{name}: CPU used"),
        "%",
        f64::NEG_INFINITY,
        most_percent,
        used_percent,
    );
    let busy_percent = short.number("client_busy_percent");
    between(&format!("{name}: busy"), "%", 90.0, 100.0, busy_percent);
}

/// A client that has all of its core, under a load for which it needs so much that signals are quick against a quarter of
/// it; and the load's users.
fn enough_load() -> (u32, Throttled) {
    let mut loads = [16, 24, 36, 54]
        .into_iter()
        .map(|users| (users, load(users, 1.0)));
    loads
        .find(|(_, free)| needed_by(free) >= 0.2)
        .expect("a client that needs a fifth of its core")
}

fn needed_by(free: &Throttled) -> f64 {
    free.number("client_cpu_percent") / 100.0
}

/// The flag is not set, and lag and latency are those of the fraction and of the server. A host that held the client up for as
/// long as the flag takes for visible leaves open whether it is set.
fn compare_unset(name: &str, client: &Throttled) {
    let delay_ms = DELAY.as_secs_f64() * 1e3;
    let held_up_ms = client.lateness.tolerance_ms(0.99);
    let quantity = format!("{name}: flag");
    if held_up_ms < delay_ms * 0.05 {
        equal(&quantity, false, client.flag());
    } else {
        either(
            &quantity,
            &format!("the host was late by {held_up_ms:.1} ms"),
            client.flag(),
        );
    }
    // Messages are late by at most the rest of a period.
    let late_ms = (1.0 - client.given) * PERIOD.as_secs_f64() * 1e3;
    let lag_ms = client.number("sender_lag_p99_ms");
    between(
        &format!("{name}: sender lag p99"),
        "ms",
        f64::NEG_INFINITY,
        held_up_ms + late_ms,
        lag_ms,
    );
    let tolerance_ms =
        client.lateness.tolerance_ms(0.5) + late_ms + delay_ms * HISTOGRAM_RESOLUTION;
    let p50_ms = client.number("latency_p50_ms");
    within(
        &format!("{name}: latency p50"),
        "ms",
        delay_ms,
        p50_ms,
        tolerance_ms,
    );
}

fn load(users: u32, fraction: f64) -> Throttled {
    let allowed = CpuList::allowed().expect("this process's cores");
    let cores = CoreSplit::choose(&allowed, None, None).expect("cores for both");
    let disturbance = Disturbance::watch();
    cores
        .server
        .pin_current_thread()
        .expect("the server's cores");
    let server = ChatServer::start(Fault::Delay(DELAY));
    let mut client = start_client(&server, users, &cores.client);
    let stopping = Arc::new(AtomicBool::new(false));
    let throttle = thread::spawn({
        let (stopping, pid) = (Arc::clone(&stopping), Pid::from_child(&client));
        move || throttle(pid, fraction, &stopping)
    });
    let output = client.stdout.take().expect("its output");
    let printed = std::io::read_to_string(output).expect("until it ends");
    stopping.store(true, Ordering::SeqCst);
    let given = throttle.join().expect("it stops");
    // Not before, so that no other process has got its number and is stopped.
    assert!(client.wait().expect("its status").success());
    server.stop();
    allowed.pin_current_thread().expect("all cores again");
    Throttled {
        given,
        lateness: disturbance.finish(),
        figures: serde_json::from_str(&printed).expect("one JSON object"),
    }
}

fn start_client(server: &ChatServer, users: u32, cpus: &CpuList) -> Child {
    Command::new(env!("CARGO_BIN_EXE_rtbench"))
        .args([
            "chat",
            "--url",
            &server.target().to_string(),
            "--output",
            "json",
        ])
        .args(["--users", &users.to_string(), "--messages", "150"])
        .args(["--client-cpus", &cpus.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .expect("rtbench runs")
}

/// Lets the process run for only that fraction of every period: the fraction that it was given in fact, at most.
fn throttle(client: Pid, fraction: f64, stopping: &AtomicBool) -> f64 {
    if fraction >= 1.0 {
        return 1.0;
    }
    prctl::set_timerslack(1).expect("timer slack");
    let sleep_until = |due: Instant| thread::sleep(due.saturating_duration_since(Instant::now()));
    let begun = Instant::now();
    let (mut period_begins, mut stopped) = (begun, Duration::ZERO);
    while !stopping.load(Ordering::SeqCst) {
        // It may have ended.
        let _ = kill_process(client, Signal::STOP);
        let stopped_at = Instant::now();
        sleep_until(period_begins + PERIOD.mul_f64(1.0 - fraction));
        stopped += stopped_at.elapsed();
        let _ = kill_process(client, Signal::CONT);
        period_begins += PERIOD;
        sleep_until(period_begins);
    }
    1.0 - stopped.as_secs_f64() / begun.elapsed().as_secs_f64()
}
