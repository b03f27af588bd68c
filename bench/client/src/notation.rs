//! How figures and times are written where people and result files read them.

use std::time::SystemTime;

/// Rounds to a number of decimals.
#[must_use]
pub fn round(value: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (value * scale).round() / scale
}

/// Microseconds as milliseconds, to the microsecond.
#[must_use]
pub fn milliseconds(microseconds: f64) -> f64 {
    round(microseconds / 1_000.0, 3)
}

/// RFC 3339 in UTC, to the millisecond.
///
/// # Panics
/// The machine's clock shows a year beyond 9999.
#[must_use]
pub fn timestamp(time: SystemTime) -> String {
    let time = jiff::Timestamp::try_from(time).expect("the clock shows a year that can be written");
    format!("{time:.3}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_are_in_utc_to_the_millisecond() {
        let time = SystemTime::UNIX_EPOCH + Duration::from_micros(1_500_000_123_456);
        assert_eq!(timestamp(time), "1970-01-18T08:40:00.123Z");
    }

    #[test]
    fn microseconds_become_milliseconds_with_three_decimals() {
        assert_eq!(milliseconds(1_234.56), 1.235);
    }
}
