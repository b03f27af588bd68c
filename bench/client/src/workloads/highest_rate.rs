//! The highest rate that a technology has shown, of which fixed rates are parts.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::notation::round;

/// So many percent of the highest mean, to a tenth.
///
/// # Errors
/// `NoPeak` where nothing has been shown yet.
pub(super) fn target<L: Ord>(
    technology: &str,
    percent: u32,
    shown: impl IntoIterator<Item = (L, f64)>,
) -> Result<f64, Error> {
    let peak = highest_mean(shown).ok_or_else(|| Error::NoPeak {
        server: technology.to_owned(),
    })?;
    Ok(round(peak * f64::from(percent) / 100.0, 1))
}

/// The highest of the levels' mean rates; `None` without any.
pub(super) fn highest_mean<L: Ord>(shown: impl IntoIterator<Item = (L, f64)>) -> Option<f64> {
    let mut rates: BTreeMap<L, Vec<f64>> = BTreeMap::new();
    for (level, per_s) in shown {
        rates.entry(level).or_default().push(per_s);
    }
    let means = rates
        .values()
        .map(|rates| rates.iter().sum::<f64>() / rates.len() as f64);
    means.reduce(f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_rate_is_a_levels_mean_and_no_single_iteration() {
        let shown = [(1, 100.0), (2, 150.0), (2, 170.0)];
        assert_eq!(highest_mean(shown), Some(160.0));
        assert_eq!(target("a", 50, shown).unwrap(), 80.0);
    }

    #[test]
    fn without_a_highest_rate_there_are_no_parts_of_it() {
        let message = target::<u32>("a", 50, []).unwrap_err().to_string();
        assert!(message.contains("no highest rate yet"), "{message}");
    }
}
