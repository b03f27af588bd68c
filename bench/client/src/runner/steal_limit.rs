//! When an iteration that the hypervisor disturbed is measured again.

use super::both_or_none;

/// A plan's limit; none where it sets none.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct StealLimit {
    pub max_percent: Option<f64>,
    pub max_retries: u32,
}

impl StealLimit {
    /// What is wrong with what the plan says.
    #[must_use]
    pub fn fault(self) -> Option<String> {
        both_or_none(
            "max_steal_percent, max_retries",
            self.max_percent.is_some(),
            self.max_retries > 0,
        )
    }

    /// Why an iteration that was measured again `retries` times is to be measured once more; `None` if it stays.
    #[must_use]
    pub fn disturbance(self, steal_percent: Option<f64>, retries: u32) -> Option<String> {
        let limit = self.max_percent.filter(|_| retries < self.max_retries)?;
        let steal = steal_percent.filter(|steal| *steal > limit)?;
        Some(format!(
            "measured again, since the hypervisor kept {steal} % of a core (limit {limit} %)"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_iteration_beyond_the_limit_is_measured_again_as_often_as_the_plan_says() {
        let limit = StealLimit {
            max_percent: Some(5.0),
            max_retries: 2,
        };
        assert_eq!(
            limit.disturbance(Some(12.5), 1).as_deref(),
            Some("measured again, since the hypervisor kept 12.5 % of a core (limit 5 %)")
        );
        assert_eq!(limit.disturbance(Some(12.5), 2), None);
        assert_eq!(limit.disturbance(Some(5.0), 0), None);
        assert_eq!(limit.disturbance(None, 0), None);
        assert_eq!(StealLimit::default().disturbance(Some(99.0), 0), None);
    }
}
