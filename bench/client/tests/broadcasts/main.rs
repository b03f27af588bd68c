//! Loads of broadcasts, on servers of all manners: what they count follows from arithmetic. Of more than 400 lines, since each manner of a
//! server is counted to the last delivery.

#[allow(dead_code)]
#[path = "../support/frame.rs"]
mod frame;
mod server;

use std::net::SocketAddr;
use std::process::Command;
use std::time::{Duration, Instant};

use rtbench::broadcast::{self, Audit, BroadcastError, Load, Observation, Saying};
use rtbench::load::{Progress, WindowObserver};
use rtbench::rooms::Outcome;
use rtbench::server::Envelope;
use rtbench::websocket::Connecting;
use serde_json::{Value, json};

use server::{BroadcastServer, Fault};

/// So many broadcasts a second, which is how long loads are held here.
const BROADCASTS: u64 = 50;
const OPEN_LOOP: Saying = Saying::Broadcasts { per_s: 50.0 };
const CLIENTS: u64 = 5;

/// The time to drain is for losses, and for slow machines; where all arrives, it ends with that.
fn load(saying: Saying) -> Load {
    Load {
        clients: CLIENTS as u32,
        connecting: Connecting::default(),
        envelope: Envelope::None,
        saying,
        hold: Duration::from_secs(1),
        payload_bytes: 80,
        drain_timeout: Duration::from_secs(30),
        read_interval: Duration::from_micros(250),
    }
}

/// Where something is to be missing in the end.
fn short_drain(saying: Saying) -> Load {
    Load {
        drain_timeout: Duration::from_secs(2),
        ..load(saying)
    }
}

fn run(fault: Fault, load: &Load) -> Result<Observation, BroadcastError> {
    let server = BroadcastServer::start(fault, load.envelope);
    broadcast::run(&server.target(), load, &mut ())
}

/// Of an open loop in which everything arrives.
fn whole() -> Audit {
    Audit {
        messages: BROADCASTS,
        sent_messages: BROADCASTS,
        expected_deliveries: BROADCASTS * CLIENTS,
        received_deliveries: BROADCASTS * CLIENTS,
        ..Audit::default()
    }
}

#[test]
fn every_delivery_and_every_result_of_a_good_server_is_accounted_for() {
    let seen = run(Fault::None, &load(OPEN_LOOP)).expect("an observation");
    assert_eq!((seen.outcome, &seen.audit), (Outcome::Complete, &whole()));
    assert_eq!(seen.latency_us.len(), BROADCASTS);
    assert_eq!(seen.delivery_us.len(), BROADCASTS * CLIENTS);
    assert_eq!(seen.first_delivery_us.len(), BROADCASTS);
    assert_eq!(seen.last_delivery_us.len(), BROADCASTS);
    assert_eq!(seen.sender_lag_us.len(), BROADCASTS);
    assert_eq!(seen.window, Duration::from_secs(1));
    assert!(seen.first_delivery_us.max() <= seen.last_delivery_us.max());
    assert!(seen.client_cpu_percent > 0.0);
}

#[test]
fn in_an_open_loop_four_clients_broadcast_in_turn() {
    let server = BroadcastServer::start(Fault::None, Envelope::None);
    broadcast::run(&server.target(), &load(OPEN_LOOP), &mut ()).expect("an observation");
    assert_eq!(server.broadcasts(), [13, 13, 12, 12]);
}

#[test]
fn in_actioncables_envelope_it_is_the_same() {
    let load = Load {
        envelope: Envelope::ActionCable,
        ..load(OPEN_LOOP)
    };
    let seen = run(Fault::Ping, &load).expect("an observation");
    assert_eq!((seen.outcome, &seen.audit), (Outcome::Complete, &whole()));
    assert_eq!(seen.latency_us.len(), BROADCASTS);
}

#[test]
fn lost_deliveries_are_counted() {
    let seen = run(Fault::Lose(9), &short_drain(OPEN_LOOP)).expect("an observation");
    let expected = Audit {
        received_deliveries: BROADCASTS * CLIENTS - 9,
        lost_deliveries: 9,
        ..whole()
    };
    assert_eq!(
        (seen.outcome, &seen.audit),
        (Outcome::DrainTimeout, &expected)
    );
}

#[test]
fn duplicates_are_counted_and_are_no_deliveries() {
    let seen = run(Fault::Duplicate(9), &load(OPEN_LOOP)).expect("an observation");
    let expected = Audit {
        duplicated_deliveries: 9,
        ..whole()
    };
    assert_eq!((seen.outcome, &seen.audit), (Outcome::Complete, &expected));
    assert_eq!(seen.delivery_us.len(), BROADCASTS * CLIENTS);
}

#[test]
fn deliveries_that_overtake_others_of_their_sender_are_counted() {
    let seen = run(Fault::Reorder(6), &load(OPEN_LOOP)).expect("an observation");
    let expected = Audit {
        out_of_order_deliveries: 6,
        ..whole()
    };
    assert_eq!((seen.outcome, &seen.audit), (Outcome::Complete, &expected));
}

#[test]
fn a_delay_is_in_every_latency() {
    let delay = Duration::from_millis(30);
    let seen = run(Fault::Delay(delay), &load(OPEN_LOOP)).expect("an observation");
    assert_eq!((seen.outcome, &seen.audit), (Outcome::Complete, &whole()));
    for latency_us in [
        &seen.latency_us,
        &seen.delivery_us,
        &seen.first_delivery_us,
        &seen.last_delivery_us,
    ] {
        // A histogram gives the lower end of a value's bucket, of a 2048th at most.
        let (least_us, median_us) = (latency_us.min(), latency_us.value_at_quantile(0.5));
        assert!(least_us >= 29_985, "{least_us} us");
        assert!(median_us < 60_000, "{median_us} us");
    }
}

#[test]
fn a_result_that_precedes_the_deliveries_is_the_round_trip_all_the_same() {
    let late = Fault::ResultFirst(Duration::from_millis(200));
    let seen = run(late, &load(OPEN_LOOP)).expect("an observation");
    assert_eq!((seen.outcome, &seen.audit), (Outcome::Complete, &whole()));
    let round_trip_us = seen.latency_us.value_at_quantile(0.5);
    assert!(round_trip_us < 100_000, "{round_trip_us} us");
    let first_us = seen.first_delivery_us.min();
    assert!(first_us >= 199_900, "{first_us} us");
    // The last broadcast was due 20 ms before the end.
    assert!(seen.drain >= Duration::from_millis(179), "{:?}", seen.drain);
}

#[test]
fn missing_results_are_failures_though_everyone_has_the_broadcast() {
    let seen = run(Fault::LoseResults(3), &short_drain(OPEN_LOOP)).expect("an observation");
    let expected = Audit {
        failed_broadcasts: 3,
        ..whole()
    };
    assert_eq!(
        (seen.outcome, &seen.audit),
        (Outcome::DrainTimeout, &expected)
    );
    assert_eq!(seen.latency_us.len(), BROADCASTS - 3);
}

#[test]
fn results_that_come_twice_are_failures() {
    let seen = run(Fault::DuplicateResults(3), &load(OPEN_LOOP)).expect("an observation");
    let expected = Audit {
        failed_broadcasts: 3,
        ..whole()
    };
    assert_eq!((seen.outcome, &seen.audit), (Outcome::Complete, &expected));
    assert_eq!(seen.latency_us.len(), BROADCASTS);
}

#[test]
fn what_a_closed_connection_misses_is_lost_and_nobody_waits_for_it() {
    let started = Instant::now();
    let fault = Fault::CloseOne { at_broadcast: 11 };
    let seen = run(fault, &load(OPEN_LOOP)).expect("an observation");
    assert_eq!(seen.outcome, Outcome::Disconnected);
    // The last of the five clients broadcasts nothing.
    let expected = Audit {
        received_deliveries: BROADCASTS * CLIENTS - 40,
        lost_deliveries: 40,
        ..whole()
    };
    assert_eq!(seen.audit, expected);
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_server_that_hangs_up_on_all_ends_the_load() {
    let fault = Fault::HangUp { at_broadcast: 11 };
    let seen = run(fault, &load(OPEN_LOOP)).expect("an observation");
    assert_eq!(seen.outcome, Outcome::Disconnected);
    assert_eq!(seen.audit.received_deliveries, 10 * CLIENTS);
    assert!(seen.window < Duration::from_secs(1), "{:?}", seen.window);
}

#[test]
fn what_is_not_of_the_protocol_stops_the_load() {
    for fault in [Fault::Garbage, Fault::ResultsToAll] {
        let error = run(fault, &load(OPEN_LOOP)).expect_err("an error");
        assert!(
            matches!(error, BroadcastError::UnexpectedMessage { .. }),
            "{fault:?}: {error}"
        );
    }
}

#[test]
fn a_closed_loop_asks_no_more_often_than_it_is_answered() {
    let server = BroadcastServer::start(Fault::Delay(Duration::from_millis(50)), Envelope::None);
    let load = load(Saying::BroadcastsAtOnce(2));
    let seen = broadcast::run(&server.target(), &load, &mut ()).expect("an observation");
    let Audit {
        messages,
        failed_broadcasts,
        lost_deliveries,
        ..
    } = seen.audit;
    assert_eq!(seen.outcome, Outcome::Complete);
    assert_eq!((failed_broadcasts, lost_deliveries), (0, 0));
    // 2 at once, each at least 50 ms; fewer on a busy machine, never more.
    assert!((4..=42).contains(&messages), "{messages}");
    assert!(seen.latency_us.min() >= 49_975, "{}", seen.latency_us.min());
    let by_client = server.broadcasts();
    assert_eq!(by_client.iter().sum::<u64>(), messages);
    let (most, least) = (by_client.iter().max(), by_client.iter().min());
    assert!(most.unwrap() - least.unwrap() <= 1, "{by_client:?}");
}

#[test]
fn in_a_closed_loop_a_lost_result_has_no_successor() {
    let load = short_drain(Saying::BroadcastsAtOnce(2));
    let seen = run(Fault::LoseResults(2), &load).expect("an observation");
    assert_eq!(seen.outcome, Outcome::DrainTimeout);
    // The seventh and the fourteenth are never answered, and then both are under way for good.
    let audit = seen.audit;
    assert_eq!((audit.messages, audit.failed_broadcasts), (14, 2));
    assert_eq!(audit.received_deliveries, 14 * CLIENTS);
}

#[test]
fn clients_that_say_nothing_are_there_for_as_long_as_they_should() {
    let seen = run(Fault::None, &load(Saying::Nothing)).expect("an observation");
    assert_eq!(
        (seen.outcome, seen.audit),
        (Outcome::Complete, Audit::default())
    );
    assert_eq!(seen.window, Duration::from_secs(1));
}

#[test]
fn a_client_that_is_closed_though_it_says_nothing_is_told() {
    let fault = Fault::CloseAfter(Duration::from_millis(500));
    let seen = run(fault, &load(Saying::Nothing)).expect("an observation");
    assert_eq!(seen.outcome, Outcome::Disconnected);
}

#[test]
fn echoes_are_due_on_all_connections_and_each_is_accounted_for() {
    let echoes = Saying::Echoes { per_s: 200.0 };
    let seen = run(Fault::None, &load(echoes)).expect("an observation");
    let whole = Audit {
        messages: 200,
        sent_messages: 200,
        expected_deliveries: 200,
        received_deliveries: 200,
        ..Audit::default()
    };
    assert_eq!((seen.outcome, &seen.audit), (Outcome::Complete, &whole));
    assert_eq!(
        (seen.latency_us.len(), seen.sender_lag_us.len()),
        (200, 200)
    );

    let seen = run(Fault::Lose(5), &short_drain(echoes)).expect("an observation");
    let expected = Audit {
        received_deliveries: 195,
        lost_deliveries: 5,
        ..whole.clone()
    };
    assert_eq!(
        (seen.outcome, &seen.audit),
        (Outcome::DrainTimeout, &expected)
    );

    let seen = run(Fault::Duplicate(5), &load(echoes)).expect("an observation");
    let expected = Audit {
        duplicated_deliveries: 5,
        ..whole
    };
    assert_eq!((seen.outcome, &seen.audit), (Outcome::Complete, &expected));
}

#[test]
fn two_loads_on_one_server_do_not_mix() {
    let server = BroadcastServer::start(Fault::None, Envelope::None);
    for _ in 0..2 {
        let load = load(OPEN_LOOP);
        let seen = broadcast::run(&server.target(), &load, &mut ()).expect("an observation");
        assert_eq!((seen.outcome, seen.audit), (Outcome::Complete, whole()));
    }
}

/// Ends the load at its first tick within the window.
struct Impatient;

impl WindowObserver for Impatient {
    fn tick(&mut self, _: Progress) -> bool {
        false
    }
}

#[test]
fn an_observer_ends_the_load_when_it_knows_the_server_to_be_gone() {
    let server = BroadcastServer::start(Fault::None, Envelope::None);
    let load = load(OPEN_LOOP);
    let seen = broadcast::run(&server.target(), &load, &mut Impatient).expect("an observation");
    assert_eq!(seen.outcome, Outcome::ServerExited);
    assert!(seen.audit.messages < BROADCASTS, "{:?}", seen.audit);
}

#[test]
fn a_server_that_takes_nobody_is_told_from_one_that_breaks_the_protocol() {
    let target = rtbench::websocket::Target {
        address: SocketAddr::from(([127, 0, 0, 1], 1)),
        path: "/ws".to_owned(),
    };
    let error = broadcast::run(&target, &load(OPEN_LOOP), &mut ()).expect_err("an error");
    assert!(error.is_too_many_clients(), "{error}");
    let error = run(Fault::Garbage, &load(OPEN_LOOP)).expect_err("an error");
    assert!(!error.is_too_many_clients(), "{error}");
}

#[test]
fn by_hand_each_iteration_is_a_line_with_the_fields_of_result_files() {
    let server = BroadcastServer::start(Fault::Lose(2), Envelope::ActionCable);
    let url = server.target().to_string();
    let mut command = Command::new(env!("CARGO_BIN_EXE_rtbench"));
    command.args(["broadcast", "--url", &url, "--envelope", "actioncable"]);
    command.args("--clients 5 --rate 50 --seconds 1 --drain-timeout 1".split(' '));
    let text = command.output().expect("it runs").stdout;
    let text = String::from_utf8(text).expect("UTF-8");
    let expected = "deliveries   250 expected, 248 received, 2 lost, 0 duplicated, 0 out of order";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("Iteration 1: drain_timeout"), "{text}");

    let lines = command.args("--iterations 2 --output json".split(' '));
    let lines = lines.output().expect("it runs").stdout;
    let lines: Vec<Value> = serde_json::Deserializer::from_slice(&lines)
        .into_iter()
        .map(|line| line.expect("JSON"))
        .collect();
    let counts: Vec<[&Value; 2]> = lines
        .iter()
        .map(|line| [&line["iteration"], &line["received_deliveries"]])
        .collect();
    assert_eq!(counts, [[&json!(1), &json!(250)], [&json!(2), &json!(250)]]);
    let schema: Value =
        serde_json::from_str(include_str!("../../../../schema/result.json")).expect("JSON");
    let known = &schema["definitions"]["shootout_rate_row"]["properties"];
    for field in lines[0].as_object().expect("an object").keys() {
        assert!(known.get(field).is_some(), "{field}");
    }
}

#[test]
fn a_load_of_nothing_is_refused() {
    let faulty = [
        Load {
            clients: 0,
            ..load(OPEN_LOOP)
        },
        Load {
            payload_bytes: 63,
            ..load(OPEN_LOOP)
        },
        Load {
            hold: Duration::ZERO,
            ..load(OPEN_LOOP)
        },
        load(Saying::Broadcasts { per_s: 0.0 }),
        load(Saying::BroadcastsAtOnce(0)),
    ];
    for load in faulty {
        let error = run(Fault::None, &load).expect_err("an error");
        assert!(matches!(error, BroadcastError::InvalidLoad(_)), "{error}");
    }
}
