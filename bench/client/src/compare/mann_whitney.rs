//! The Mann–Whitney U test, which asks only for ranks: whether values of one sample tend to be
//! larger than those of the other (H. B. Mann, D. R. Whitney, Ann. Math. Statist. 18, 1947).
//!
//! statrs ranks the values and has the approximation. The exact distribution is counted here, since that of
//! statrs 0.19.1 gives complements where the first sample is not the larger.

use statrs::function::factorial::binomial;
use statrs::stats_tests::Alternative;
use statrs::stats_tests::mannwhitneyu::{MannWhitneyUMethod, mannwhitneyu};

use super::Sample;

/// Beyond so many values in both samples together the approximation is good.
const EXACT_UP_TO: usize = 20;

/// The two-sided p value: exact for up to 20 values without ties, else by the normal distribution
/// with corrections for ties and continuity. `None` if either sample has fewer than two values.
#[must_use]
pub fn p_value(a: &Sample, b: &Sample) -> Option<f64> {
    let (a, b) = (a.values(), b.values());
    if a.len().min(b.len()) < 2 {
        return None;
    }
    let method = MannWhitneyUMethod::AsymptoticInclContinuityCorrection;
    let (u, approximation) = mannwhitneyu(a, b, method, Alternative::TwoSided).ok()?;
    if a.len() + b.len() > EXACT_UP_TO || has_ties(a, b) {
        Some(approximation)
    } else {
        Some(exact_p_value(u as usize, a.len(), b.len()))
    }
}

/// Twice the share of all orders of the values in which U is as far from its mean.
fn exact_p_value(u: usize, n_a: usize, n_b: usize) -> f64 {
    let orders = orders_by_u(n_a, n_b);
    let further: u64 = orders[u.max(n_a * n_b - u)..].iter().sum();
    (2.0 * further as f64 / binomial((n_a + n_b) as u64, n_a as u64)).min(1.0)
}

/// In how many orders of the values U is 0, 1, 2 … `n_a · n_b`: the coefficients of the Gaussian
/// binomial, the product of (1 − x^(n_b + i)) / (1 − x^i) for i from 1 to `n_a`.
fn orders_by_u(n_a: usize, n_b: usize) -> Vec<u64> {
    let mut orders = vec![0_u64; n_a * n_b + 1];
    orders[0] = 1;
    for i in 1..=n_a {
        for u in (n_b + i..orders.len()).rev() {
            // The coefficients between the two steps may be negative.
            orders[u] = orders[u].wrapping_sub(orders[u - n_b - i]);
        }
        for u in i..orders.len() {
            orders[u] = orders[u].wrapping_add(orders[u - i]);
        }
    }
    orders
}

/// The smallest p value that samples of these sizes can have, however far they are apart.
#[must_use]
pub fn smallest_p_value(n_a: usize, n_b: usize) -> f64 {
    2.0 / binomial((n_a + n_b) as u64, n_a as u64)
}

fn has_ties(a: &[f64], b: &[f64]) -> bool {
    let mut values = [a, b].concat();
    values.sort_by(f64::total_cmp);
    values.windows(2).any(|pair| pair[0] == pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::vectors::{assert_close, numbers, two_samples};

    #[test]
    fn agrees_with_scipy_both_ways_round() {
        for vector in two_samples()["samples"].as_array().unwrap() {
            let (a, b) = (
                Sample::new(numbers(&vector["a"])),
                Sample::new(numbers(&vector["b"])),
            );
            let expected = &vector["mann_whitney"]["p_value"];
            assert_close(p_value(&a, &b).unwrap(), expected, &vector["about"]);
            assert_close(p_value(&b, &a).unwrap(), expected, &vector["about"]);
        }
    }

    #[test]
    fn every_order_of_the_values_is_counted_once() {
        assert_eq!(orders_by_u(2, 2), [1, 1, 2, 1, 1]);
        assert_eq!(orders_by_u(10, 10).iter().sum::<u64>(), 184_756);
    }

    #[test]
    fn equal_values_throughout_are_no_difference() {
        let same = Sample::new(vec![3.0; 5]);
        assert_eq!(p_value(&same, &same), Some(1.0));
    }

    #[test]
    fn no_samples_of_these_sizes_can_be_further_apart() {
        let low = Sample::new(vec![1.0, 2.0, 3.0, 4.0, 5.0]);
        let high = Sample::new(vec![6.0, 7.0, 8.0, 9.0, 10.0]);
        let smallest = smallest_p_value(5, 5);
        assert!((smallest - 2.0 / 252.0).abs() < 1e-12);
        assert!((p_value(&low, &high).unwrap() - smallest).abs() < 1e-12);
    }
}
