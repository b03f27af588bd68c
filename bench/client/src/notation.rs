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

/// A measured value with three significant digits and all before its decimal point.
#[must_use]
pub fn figure(value: f64) -> String {
    // 9.996 has one digit before the point, and 10.0 has two.
    let rounded: f64 = format!("{value:.2e}").parse().unwrap_or(value);
    let whole_digits = rounded.abs().max(f64::MIN_POSITIVE).log10().floor() + 1.0;
    let decimals = (3.0 - whole_digits).clamp(0.0, 3.0) as usize;
    format!("{value:.decimals$}")
}

/// A value with its name and unit, where there is one: `p99 5.60 ms`.
#[must_use]
pub fn labelled(label: &str, value: Option<f64>, unit: &str) -> Option<String> {
    let value = value.map(figure)?;
    Some(format!("{label} {value} {unit}"))
}

/// What the hypervisor kept from the machine, where that is worth a word.
#[must_use]
pub fn notable_steal(steal_percent: Option<f64>) -> Option<String> {
    labelled(
        "stolen",
        steal_percent.filter(|percent| *percent >= 5.0),
        "%",
    )
}

/// A signed difference in percent, to a tenth.
#[must_use]
pub fn percentage(percent: f64) -> String {
    format!("{percent:+.1} %")
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
    fn a_figure_has_three_significant_digits_and_no_more_than_three_decimals() {
        for (value, text) in [
            (0.0, "0.000"),
            (0.0312, "0.031"),
            (0.31, "0.310"),
            (3.036, "3.04"),
            (9.996, "10.0"),
            (98.24, "98.2"),
            (1234.5, "1234"),
        ] {
            assert_eq!(figure(value), text);
        }
    }

    #[test]
    fn a_percentage_says_which_way_it_goes() {
        assert_eq!(percentage(12.34), "+12.3 %");
        assert_eq!(percentage(-5.0), "-5.0 %");
    }

    #[test]
    fn microseconds_become_milliseconds_with_three_decimals() {
        assert_eq!(milliseconds(1_234.56), 1.235);
    }
}
