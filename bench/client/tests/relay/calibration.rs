//! A broker and a relay whose faults are known are measured to have just these.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rtbench::broker::{Publisher, Scheme};
use rtbench::relay::{Audit, Ending, Hop, Load, Observation, Tap, run};
use rtbench::websocket::Target;

use super::known_broker::KnownBroker;
use super::known_relay::{Fault, KnownRelay};

const MESSAGES: u32 = 100;
const NO_DELAY: Duration = Duration::ZERO;

fn load(pages: u32) -> Load {
    Load {
        pages,
        messages: MESSAGES,
        pause: Duration::from_millis(10),
        message_characters: 12,
        settle: Duration::from_millis(200),
        drain_timeout: Duration::from_secs(1),
        read_interval: Duration::from_micros(250),
    }
}

/// What the client saw, and for how long broker and relay held a message back by their own account, in milliseconds.
fn measured(
    load: &Load,
    in_broker: Duration,
    in_relay: Duration,
    fault: Fault,
) -> (Observation, [f64; 2]) {
    // One at a time: they keep time.
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let broker = KnownBroker::start(in_broker);
    let tap = Tap::start(&BTreeMap::from([(Scheme::Nats, broker.address)])).unwrap();
    let relay = KnownRelay::start(tap.addresses()[&Scheme::Nats], in_relay, fault);
    let target = Target {
        address: relay.address,
        path: "/feed".to_owned(),
    };
    let publisher = Publisher::connect(Scheme::Nats, broker.address).unwrap();
    let seen = run(&target, load, &tap, publisher, &mut ()).unwrap();
    let held_back = [&broker.held_back, &relay.held_back];
    (seen, held_back.map(|one| one.median_ms(MESSAGES as usize)))
}

fn median_ms(hop: &Hop) -> f64 {
    hop.latency_us.value_at_quantile(0.5) as f64 / 1e3
}

#[track_caller]
fn assert_within(measured_ms: f64, known_ms: f64, tolerance_ms: f64) {
    assert!(
        (measured_ms - known_ms).abs() <= tolerance_ms,
        "measured {measured_ms} ms, known {known_ms} ms"
    );
}

#[test]
fn a_delay_is_measured_in_the_hop_that_it_is_in() {
    for (broker_ms, relay_ms) in [(0, 0), (20, 0), (0, 20), (5, 15)] {
        let [in_broker, in_relay] = [broker_ms, relay_ms].map(Duration::from_millis);
        let (seen, [broker, relay]) = measured(&load(1), in_broker, in_relay, Fault::None);
        assert_eq!(seen.ending, Ending::Complete);
        assert_within(median_ms(&seen.broker_hop), broker, 0.5);
        assert_within(median_ms(&seen.page_hop), relay, 0.5);
        assert_within(median_ms(&seen.whole_way), broker + relay, 1.0);
    }
}

#[test]
fn a_delay_is_the_same_for_several_pages() {
    let delay = Duration::from_millis(20);
    let (seen, [broker, relay]) = measured(&load(10), NO_DELAY, delay, Fault::None);
    assert_eq!(seen.audit.received_deliveries, 1_000);
    assert_within(median_ms(&seen.broker_hop), broker, 0.5);
    assert_within(median_ms(&seen.page_hop), relay, 0.5);
    // By second: the messages in the first hop, their deliveries in the second.
    let sum =
        |of: fn(&rtbench::relay::RelaySecond) -> u64| seen.seconds.iter().map(of).sum::<u64>();
    assert_eq!(sum(|second| second.broker.deliveries), 100);
    assert_eq!(sum(|second| second.page.deliveries), 1_000);
}

#[test]
fn losses_are_counted_exactly_and_the_first_hop_has_all_messages() {
    let (seen, _) = measured(&load(2), NO_DELAY, NO_DELAY, Fault::Loses(10));
    assert_eq!(seen.ending, Ending::DrainTimeout);
    let expected = Audit {
        messages: 100,
        expected_deliveries: 200,
        received_deliveries: 180,
        lost_deliveries: 20,
        duplicated_deliveries: 0,
        out_of_order_deliveries: 0,
    };
    assert_eq!(seen.audit, expected);
    assert_eq!(seen.broker_hop.latency_us.len(), 100);
    assert_eq!(seen.page_hop.latency_us.len(), 180);
}

#[test]
fn duplicates_and_disorder_are_counted_exactly() {
    let (seen, _) = measured(&load(2), NO_DELAY, NO_DELAY, Fault::Repeats(20));
    let counts = |audit: Audit| {
        (
            audit.lost_deliveries,
            audit.duplicated_deliveries,
            audit.out_of_order_deliveries,
        )
    };
    // The last one's second copy may come when all else is there.
    let (lost, twice, disorder) = counts(seen.audit);
    assert_eq!((lost, disorder), (0, 0));
    assert_eq!(twice, 10);
    let (seen, _) = measured(&load(2), NO_DELAY, NO_DELAY, Fault::Swaps(8));
    assert_eq!(counts(seen.audit), (0, 0, 24));
}

#[test]
fn without_a_pause_all_goes_at_once_and_nothing_is_lost() {
    let at_once = Load {
        pause: Duration::ZERO,
        messages: 1_000,
        ..load(1)
    };
    let (seen, _) = measured(&at_once, NO_DELAY, NO_DELAY, Fault::None);
    assert_eq!(
        (seen.ending, seen.audit.received_deliveries),
        (Ending::Complete, 1_000)
    );
    assert_eq!(seen.publisher_lag_us.max(), 0);
    assert_eq!(seen.window, Duration::from_secs(1));
}

#[test]
fn a_relay_that_goes_round_the_tap_is_found() {
    let broker = KnownBroker::start(NO_DELAY);
    let tap = Tap::start(&BTreeMap::from([(Scheme::Nats, broker.address)])).unwrap();
    let relay = KnownRelay::start(broker.address, NO_DELAY, Fault::None);
    let target = Target {
        address: relay.address,
        path: "/feed".to_owned(),
    };
    let publisher = Publisher::connect(Scheme::Nats, broker.address).unwrap();
    let error = run(&target, &load(1), &tap, publisher, &mut ()).unwrap_err();
    let message = error.to_string();
    assert!(
        message.starts_with("100 of 100 messages reached a page"),
        "{message}"
    );
}
