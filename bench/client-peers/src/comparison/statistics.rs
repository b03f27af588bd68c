//! What the rounds sum up to: the median, so that one disturbed round does not count, and the extremes, so
//! that it shows.

use serde::Serialize;

#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spread {
    pub median: f64,
    pub min: f64,
    pub max: f64,
}

impl Spread {
    /// `None` of no values.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let (min, max) = (*values.first()?, *values.last()?);
        let (upper, lower) = (values.len() / 2, (values.len() - 1) / 2);
        Some(Self {
            median: f64::midpoint(values[lower], values[upper]),
            min,
            max,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_lies_in_the_middle_of_the_values() {
        let of = |values: &[f64]| Spread::of(values.iter().copied());
        let spread = |median, min, max| Some(Spread { median, min, max });
        assert_eq!(of(&[3.0, 90.0, 1.0]), spread(3.0, 1.0, 90.0));
        assert_eq!(of(&[4.0, 1.0, 2.0, 8.0]), spread(3.0, 1.0, 8.0));
        assert_eq!(of(&[]), None);
    }
}
