//! Users who have joined and stay idle: that they weigh little, and that it shows where the server loses one.

mod support;

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use nix::sys::resource::{Resource, getrlimit};
use procfs::process::Process;
use rtbench::affinity::CpuList;
use rtbench::calibration::Echo;
use rtbench::rooms::{self, Load, Observation, Outcome};
use rtbench::websocket::raise_open_file_limit;

use support::{ChatServer, Fault, workload};

const KIB: u64 = 1024;
/// Sockets and the rest of what is open, in this process or the client's, besides the idle users' sockets.
const SPARE_DESCRIPTORS: u64 = 500;

/// The largest resident size of the client under 60 users, and so many idle ones besides, in bytes.
fn peak_memory_bytes(server: &Echo, idle_users: u64) -> u64 {
    let url = format!("ws://{}/chat", server.address());
    let mut client = Command::new(env!("CARGO_BIN_EXE_rtbench"))
        .args(["chat", "--url", &url, "--rooms", "60", "--users", "1"])
        .args(["--messages", "20", "--idle-users", &idle_users.to_string()])
        .stdout(Stdio::null())
        .spawn()
        .expect("rtbench runs");
    let mut peak_kib = 0;
    while client.try_wait().expect("it is our child").is_none() {
        peak_kib = resident_peak_kib(&client).unwrap_or(peak_kib);
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(client.wait().expect("it has ended").success());
    peak_kib * KIB
}

/// `None` once it has given its memory back.
fn resident_peak_kib(client: &Child) -> Option<u64> {
    let process = Process::new(client.id().cast_signed()).ok()?;
    process.status().ok()?.vmhwm
}

/// Ten thousand, or as many as the limit of open files leaves.
fn idle_users() -> u64 {
    let (_, hard) = getrlimit(Resource::RLIMIT_NOFILE).expect("a limit");
    let users = hard.saturating_sub(SPARE_DESCRIPTORS).min(10_000);
    assert!(users >= 100, "the hard limit of open files is {hard}");
    users
}

#[test]
fn ten_thousand_idle_users_take_little_memory() {
    let idle_users = idle_users();
    let room = u32::try_from(idle_users + SPARE_DESCRIPTORS / 2).expect("it fits");
    raise_open_file_limit(room).expect("the hard limit allows it");
    let server = Echo::start(&CpuList::allowed().expect("cores")).expect("an echo");
    let few_bytes = peak_memory_bytes(&server, 0);
    let many_bytes = peak_memory_bytes(&server, idle_users);
    assert!(few_bytes < 64 * KIB * KIB, "{few_bytes} bytes for 60 users");
    // The goal is 30 KiB; it takes less than one.
    let each_bytes = many_bytes.saturating_sub(few_bytes) / idle_users;
    assert!(
        each_bytes < 4 * KIB,
        "{each_bytes} bytes for each idle user"
    );
}

fn observe(fault: Fault) -> Observation {
    let server = ChatServer::start(fault);
    let workload = Load {
        rooms: 2,
        idle_users: 7,
        ..workload(3, 20)
    };
    let observation = rooms::run(&server.target(), &workload, &mut ()).expect("an observation");
    server.stop();
    observation
}

#[test]
fn idle_users_have_no_part_in_the_account() {
    let observation = observe(Fault::None);
    assert_eq!(observation.outcome, Outcome::Complete);
    assert_eq!(observation.audit.expected_deliveries, 2 * 3 * 3 * 20);
    assert_eq!(observation.audit.sent_messages, 2 * 3 * 20);
    assert_eq!(observation.audit.closed_idle_users, 0);
}

#[test]
fn a_server_that_loses_an_idle_user_did_not_complete_the_iteration() {
    let observation = observe(Fault::CloseLast { at_message: 30 });
    assert_eq!(observation.outcome, Outcome::Disconnected);
    assert_eq!(observation.audit.lost_deliveries, 0);
    assert_eq!(observation.audit.closed_idle_users, 1);
}

#[test]
fn a_message_that_reaches_idle_users_of_another_room_is_an_error() {
    let server = ChatServer::start(Fault::LeakRooms);
    let workload = Load {
        idle_users: 1,
        ..workload(2, 20)
    };
    let error = rooms::run(&server.target(), &workload, &mut ()).expect_err("it leaks");
    server.stop();
    assert!(
        error.to_string().contains("received a message of room"),
        "{error}"
    );
}
