//! The load client against theory: a server in this process whose faults are known, what arithmetic says that they must
//! show, and what the client reports. All pairs are printed as one table at the end.
//!
//! One test at a time and, where the user may do that, ahead of all other processes. What the host does to the figures
//! in spite of that is measured meanwhile, and is in the tolerances (`host`), or in what the server notes (`ground_truth`).

mod delay;
mod deliveries;
mod frames;
mod ground_truth;
mod handshake;
mod host;
mod resolution;
mod saturation;
mod stall;
#[path = "../support/mod.rs"]
mod support;
mod table;

use libtest_mimic::{Arguments, Trial};

use support::realtime_priority::take_realtime_priority;

/// A test's name and body.
type Test = (&'static str, fn());

fn main() {
    let arguments = Arguments {
        test_threads: Some(1),
        ..Arguments::from_args()
    };
    take_realtime_priority();
    let tests = [
        delay::TESTS,
        stall::TESTS,
        resolution::TESTS,
        saturation::TESTS,
        deliveries::TESTS,
        handshake::TESTS,
        frames::TESTS,
    ];
    let trials = tests.concat().into_iter().map(|(name, run)| {
        Trial::test(name, move || {
            run();
            Ok(())
        })
    });
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    table::print();
    conclusion.exit();
}
