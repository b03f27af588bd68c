//! Whether repeats of a search agree well enough.

use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::statistics::Statistics;

/// Fewer say too little of how they scatter.
const FEWEST: usize = 3;

/// Whether the 95 % confidence interval of the mean (Student's t) is within so many percent of it on either side.
#[must_use]
pub fn is_settled(capacities: &[f64], within_percent: f64) -> bool {
    let n = capacities.len();
    if n < FEWEST {
        return false;
    }
    let t = StudentsT::new(0.0, 1.0, (n - 1) as f64).expect("there is freedom");
    let half_width = t.inverse_cdf(0.975) * capacities.iter().std_dev() / (n as f64).sqrt();
    half_width <= capacities.iter().mean() * within_percent / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_that_agree_are_enough_from_the_third_on() {
        assert!(!is_settled(&[43.0, 43.0], 5.0));
        assert!(is_settled(&[43.0, 43.0, 43.0], 5.0));
        // t = 4.303, s = 0.577: 42.7 ± 1.43 (3.4 %)
        assert!(is_settled(&[42.0, 43.0, 43.0], 5.0));
        // s = 1.155: 43.3 ± 2.87 (6.6 %)
        assert!(!is_settled(&[42.0, 44.0, 44.0], 5.0));
    }

    #[test]
    fn a_server_that_holds_nothing_is_settled_too() {
        assert!(is_settled(&[0.0, 0.0, 0.0], 5.0));
    }
}
