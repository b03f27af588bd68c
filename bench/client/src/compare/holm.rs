//! Holm's correction for several tests at once: the probability that any of them finds a
//! difference where there is none stays below the level (S. Holm, Scand. J. Statist. 6, 1979).

/// The adjusted p values, in the order of `p_values`.
#[must_use]
pub fn adjust(p_values: &[f64]) -> Vec<f64> {
    let count = p_values.len();
    let mut ascending: Vec<usize> = (0..count).collect();
    ascending.sort_by(|left, right| p_values[*left].total_cmp(&p_values[*right]));
    let mut adjusted = vec![0.0; count];
    let mut highest = 0.0_f64;
    for (rank, index) in ascending.into_iter().enumerate() {
        let scaled = (count - rank) as f64 * p_values[index];
        // No value may be below that of a smaller p value.
        highest = highest.max(scaled.min(1.0));
        adjusted[index] = highest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::vectors::{assert_close, numbers, two_samples};

    #[test]
    fn agrees_with_statsmodels() {
        for vector in two_samples()["holm"].as_array().unwrap() {
            let adjusted = adjust(&numbers(&vector["p_values"]));
            let expected = vector["adjusted"].as_array().unwrap();
            assert_eq!(adjusted.len(), expected.len());
            for (value, expected) in adjusted.into_iter().zip(expected) {
                assert_close(value, expected, &vector["p_values"]);
            }
        }
    }

    #[test]
    fn nothing_to_adjust_is_nothing() {
        assert!(adjust(&[]).is_empty());
    }
}
