//! Result files: the types of `schema/result.json`, their reader and writers.

mod file;
mod row;
mod run;
mod tsv;

pub use file::{ResultFile, write_aside};
pub use row::Row;
pub(crate) use row::round;
pub use run::{Client, Machine, Parameters, Run, Server};
pub use tsv::to_tsv;

/// A time as result files have it: RFC 3339 in UTC, to the millisecond.
///
/// # Panics
/// The time is beyond the year 9999.
#[must_use]
pub fn timestamp(time: std::time::SystemTime) -> String {
    let time = jiff::Timestamp::try_from(time).expect("a clock before the year 10000");
    format!("{time:.3}")
}

#[cfg(test)]
pub(crate) mod tests {
    pub(crate) use super::run::tests::sample_run;

    use std::time::{Duration, SystemTime};

    #[test]
    fn times_are_in_utc_to_the_millisecond() {
        let time = SystemTime::UNIX_EPOCH + Duration::from_micros(1_500_000_123_456);
        assert_eq!(super::timestamp(time), "1970-01-18T08:40:00.123Z");
    }
}
