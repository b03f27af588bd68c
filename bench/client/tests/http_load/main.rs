//! Loads over HTTP against servers that answer right, late, wrong, or not at all: each request is counted by what became of it.

mod server;

use std::io::Write;
use std::net::SocketAddr;
use std::process::Command;
use std::time::{Duration, Instant};

use rtbench::http_load::{Arrival, Counts, End, HttpRequest, Load, Observation, run};
use rtbench::load::{Progress, WindowObserver};

use server::{HttpServer, write_ok, write_status};

const MS: Duration = Duration::from_millis(1);

fn users(users: u32, ramp: Duration, requests_per_user: u32) -> Arrival {
    Arrival::Users {
        users,
        ramp,
        requests_per_user,
        give_up: Duration::from_secs(60),
    }
}

fn observed(
    address: SocketAddr,
    arrival: Arrival,
    timeout: Duration,
    observer: &mut dyn WindowObserver,
) -> Observation {
    let list = HttpRequest::get(address, "/books/");
    let load = Load { arrival, timeout };
    run(address, &load, Box::new(move || list.clone()), observer).unwrap()
}

/// With a time-out that nothing but a fault reaches.
fn loaded(address: SocketAddr, arrival: Arrival) -> Observation {
    observed(address, arrival, Duration::from_secs(20), &mut ())
}

/// How many requests took that long or longer.
fn took(seen: &Observation, at_least: Duration) -> u64 {
    let us = at_least.as_micros() as u64;
    seen.latency_us.count_between(us, u64::MAX)
}

#[test]
fn users_come_evenly_over_the_ramp_and_ask_so_often_each() {
    let server = HttpServer::start(|_, stream| write_ok(stream));
    let begun = Instant::now();
    let ramp = 500 * MS;
    let seen = loaded(server.address, users(50, ramp, 3));
    let expected = Counts {
        requests: 150,
        ..Counts::default()
    };
    assert_eq!((seen.end, seen.counts), (End::Complete, expected));
    assert_eq!(seen.unsent_requests, Some(0));
    assert_eq!(seen.latency_us.len(), 150);
    let by_second: u64 = seen.seconds.iter().map(|second| second.requests).sum();
    assert_eq!(by_second, 150);
    assert!(seen.window >= ramp * 49 / 50, "{:?}", seen.window);

    let accepted = server.accepted();
    assert_eq!(accepted.len(), 50);
    for (number, at) in (0..).zip(&accepted) {
        let due = ramp * number / 50;
        assert!(*at - begun >= due, "user {number} came before {due:?}");
    }
    assert!(accepted[25] - begun < ramp + 2_000 * MS);
}

#[test]
fn a_server_that_lets_users_wait_is_told_by_time_outs_and_refusals() {
    let server = HttpServer::that_accepts(200, 49, |_, stream| write_ok(stream));
    let arrival = users(300, 1_500 * MS, 2);
    let seen = observed(server.address, arrival, 2_000 * MS, &mut ());
    let counts = seen.counts;
    assert_eq!(seen.end, End::Complete);
    assert_eq!((counts.requests, counts.failed_requests), (600, 200));
    // Whom the kernel has queued waits for an answer, whom it has not for a connection.
    assert!(counts.timed_out_requests >= 40, "{counts:?}");
    assert!(counts.refused_connections >= 100, "{counts:?}");
    assert_eq!(counts.timed_out_requests + counts.refused_connections, 200);
    // All have waited, and no average is over those alone who were answered.
    assert_eq!(seen.latency_us.len(), 600);
    assert!(took(&seen, 1_900 * MS) >= 200);
    let [strict, lax] = seen.apdex.map(Option::unwrap);
    assert!(
        strict <= lax && lax <= 400.0 / 600.0 + 1e-9,
        "{strict} {lax}"
    );
    let failed: u64 = seen.seconds.iter().map(|one| one.failed_requests).sum();
    assert_eq!(failed, 200);
}

#[test]
fn an_open_loop_counts_from_the_due_time_and_a_closed_one_delays_its_own_load() {
    let stalling = || {
        HttpServer::start(|number, stream| {
            if number == 0 {
                std::thread::sleep(500 * MS);
            }
            write_ok(stream)
        })
    };
    let hold = 1_000 * MS;
    let rate = Arrival::Rate {
        per_s: 100.0,
        connections: 1,
        hold,
    };
    let open = loaded(stalling().address, rate);
    assert_eq!(open.counts.requests, 100);
    assert_eq!(open.counts.failed_requests, 0);
    // Of the 50 requests that are due within the stall, half wait for half of it or longer.
    assert!(took(&open, 250 * MS) >= 20, "{}", took(&open, 250 * MS));
    assert_eq!(open.lag_us.len(), 100);
    let closed = Arrival::Connections {
        connections: 1,
        hold,
    };
    let closed = loaded(stalling().address, closed);
    assert!(took(&closed, 480 * MS) >= 1);
    assert!(took(&closed, 250 * MS) < 20);
}

#[test]
fn a_rate_is_shared_by_the_connections_that_were_opened_before() {
    let server = HttpServer::start(|_, stream| write_ok(stream));
    let rate = Arrival::Rate {
        per_s: 200.0,
        connections: 20,
        hold: 1_000 * MS,
    };
    let seen = loaded(server.address, rate);
    assert_eq!(
        (seen.counts.requests, seen.counts.failed_requests),
        (200, 0)
    );
    assert_eq!(seen.window, 1_000 * MS);
    assert_eq!(server.accepted().len(), 20);
}

#[test]
fn other_statuses_are_failures_and_503_is_told_apart() {
    let server = HttpServer::start(|number, stream| match number {
        0 => write_status(stream, "503 Service Unavailable"),
        1 => write_status(stream, "500 Internal Server Error"),
        _ => write_ok(stream),
    });
    let counts = loaded(server.address, users(1, Duration::ZERO, 5)).counts;
    let expected = Counts {
        requests: 5,
        failed_requests: 2,
        status_errors: 2,
        unavailable_responses: 1,
        ..Counts::default()
    };
    assert_eq!(counts, expected);
    assert_eq!(server.accepted().len(), 1);
}

#[test]
fn answers_that_break_off_or_are_none_are_broken_connections() {
    let server = HttpServer::start(|number, stream| {
        let text = match number {
            0 => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[",
            1 => "NONSENSE\r\n\r\n",
            2 => "",
            _ => return write_ok(stream),
        };
        stream.write_all(text.as_bytes())?;
        Ok(false)
    });
    let seen = loaded(server.address, users(1, Duration::ZERO, 5));
    let expected = Counts {
        requests: 5,
        failed_requests: 3,
        broken_connections: 3,
        ..Counts::default()
    };
    assert_eq!(seen.counts, expected);
    assert_eq!(seen.latency_us.len(), 2);
}

#[test]
fn a_server_that_closes_after_each_answer_is_connected_to_anew() {
    let server = HttpServer::start(|_, stream| {
        let text = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n[]";
        stream.write_all(text.as_bytes())?;
        Ok(false)
    });
    let counts = loaded(server.address, users(2, Duration::ZERO, 10)).counts;
    assert_eq!((counts.requests, counts.failed_requests), (20, 0));
    assert_eq!(server.accepted().len(), 20);
}

/// Answers, but for the second request: that one is read, and the connection closed after so much of an answer.
fn that_closes_a_kept_connection(after: &'static str) -> HttpServer {
    HttpServer::start(move |number, stream| {
        if number != 1 {
            return write_ok(stream);
        }
        stream.write_all(after.as_bytes())?;
        Ok(false)
    })
}

#[test]
fn a_list_that_a_kept_connection_is_closed_upon_is_asked_for_once_more() {
    let server = that_closes_a_kept_connection("");
    let counts = loaded(server.address, users(1, Duration::ZERO, 5)).counts;
    assert_eq!((counts.requests, counts.failed_requests), (5, 0));
    assert_eq!(server.accepted().len(), 2);
}

#[test]
fn what_was_begun_to_be_answered_is_not_asked_for_again() {
    let server = that_closes_a_kept_connection("HTTP/1.1");
    let counts = loaded(server.address, users(1, Duration::ZERO, 5)).counts;
    assert_eq!((counts.requests, counts.broken_connections), (5, 1));
}

#[test]
fn a_book_is_not_sent_twice() {
    let server = that_closes_a_kept_connection("");
    let add = HttpRequest::post_json(server.address, "/books/", "{}\r\n\r\n");
    let load = Load {
        arrival: users(1, Duration::ZERO, 5),
        timeout: Duration::from_secs(20),
    };
    let seen = run(
        server.address,
        &load,
        Box::new(move || add.clone()),
        &mut (),
    )
    .unwrap();
    // Answered with 200, where 201 is promised.
    assert_eq!(
        (seen.counts.status_errors, seen.counts.broken_connections),
        (4, 1)
    );
}

#[test]
fn a_server_that_closes_without_a_word_is_connected_to_anew_however_it_races() {
    let server = HttpServer::start(|_, stream| write_ok(stream).map(|_| false));
    let counts = loaded(server.address, users(4, Duration::ZERO, 100)).counts;
    assert_eq!((counts.requests, counts.failed_requests), (400, 0));
    assert_eq!(server.accepted().len(), 400);
}

#[test]
fn where_nobody_listens_all_are_refused() {
    let nobody = SocketAddr::from(([127, 0, 0, 1], 1));
    let seen = loaded(nobody, users(2, Duration::ZERO, 3));
    let expected = Counts {
        requests: 6,
        failed_requests: 6,
        refused_connections: 6,
        ..Counts::default()
    };
    assert_eq!(seen.counts, expected);
    assert!(seen.latency_us.is_empty());
    assert_eq!(seen.apdex, [Some(0.0), Some(0.0)]);
    assert_eq!(seen.requests_per_s, 0.0);

    let closed = Arrival::Connections {
        connections: 1,
        hold: 500 * MS,
    };
    let refused = loaded(nobody, closed).counts.refused_connections;
    assert!((1..=10).contains(&refused), "{refused}");
}

#[test]
fn users_who_are_cut_off_leave_requests_unsent() {
    let server = HttpServer::start(|_, _| {
        std::thread::sleep(Duration::from_secs(60));
        Ok(false)
    });
    let arrival = Arrival::Users {
        users: 4,
        ramp: Duration::ZERO,
        requests_per_user: 3,
        give_up: 300 * MS,
    };
    let seen = loaded(server.address, arrival);
    assert_eq!(seen.end, End::GivenUp);
    // What was under way counts nowhere.
    assert_eq!(seen.counts, Counts::default());
    assert_eq!(seen.unsent_requests, Some(8));
    assert!(seen.window >= 300 * MS, "{:?}", seen.window);
}

#[test]
fn an_observer_that_has_seen_enough_ends_the_load() {
    struct Impatient;
    impl WindowObserver for Impatient {
        fn tick(&mut self, _progress: Progress) -> bool {
            false
        }
    }
    let server = HttpServer::start(|_, stream| write_ok(stream));
    let arrival = Arrival::Connections {
        connections: 2,
        hold: Duration::from_secs(60),
    };
    let begun = Instant::now();
    let seen = observed(server.address, arrival, 1_000 * MS, &mut Impatient);
    assert_eq!(seen.end, End::Stopped);
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn by_hand_a_load_is_told_as_oha_would_have_told_it() {
    let server = HttpServer::start(|_, stream| write_ok(stream));
    let output = Command::new(env!("CARGO_BIN_EXE_rtbench"))
        .args(["http", "--tool", "rtbench", "--url"])
        .arg(format!("http://{}/books/", server.address))
        .args(["--concurrency", "3", "--rate", "50", "--hold", "1"])
        .args(["--output", "json"])
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let line: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let counts = [&line["requests"], &line["failed_requests"]];
    assert_eq!(counts, [50, 0], "{line}");
    assert_eq!(line["concurrency"], 3);
    assert!(line["latency_p99_ms"].is_number(), "{line}");
    assert_eq!(server.accepted().len(), 3);
}
