//! The load client against theory: a server in this process whose faults are known, what arithmetic says that they must
//! show, and what the client reports. All pairs are printed as one table at the end.
//!
//! One test at a time and, where the user may do that, ahead of all other processes. What the host does to the figures
//! in spite of that is measured meanwhile, and is in the tolerances (`host`), or in what the server notes (`record`).

mod account;
mod delay;
mod frames;
mod handshake;
mod host;
mod record;
mod resolution;
mod saturation;
mod stall;
#[path = "../support/mod.rs"]
mod support;
mod table;

use libtest_mimic::{Arguments, Trial};

use support::precedence::take_precedence;

/// A test's name and body.
type Test = (&'static str, fn());

fn main() {
    let arguments = Arguments {
        test_threads: Some(1),
        ..Arguments::from_args()
    };
    take_precedence();
    let tests = [
        delay::TESTS,
        stall::TESTS,
        resolution::TESTS,
        saturation::TESTS,
        account::TESTS,
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
