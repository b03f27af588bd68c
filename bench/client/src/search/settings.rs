//! `[search]` of a plan.

use serde::{Deserialize, Serialize};

use super::{Limit, Range, Statistic};
use crate::runner::{is_positive, positive};

/// How a search goes; in result files as in plans.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Of a probe's latencies, which has to be within `limit_ms`.
    pub statistic: Statistic,
    pub limit_ms: f64,
    /// Users, or clients, as the load is.
    pub least_users: u32,
    pub most_users: u32,
    /// How close what held and what failed come to each other, in percent of the load; never closer than 1.
    pub precision_percent: f64,
    /// How long a probe sends.
    pub probe_s: u32,
    /// How long a turn of a fresh server's warm-up is; there are as many as make it faster.
    pub warmup_s: u32,
    /// Further repeats are left out once the 95 % confidence interval is within so many percent on either side.
    pub settled_percent: f64,
}

impl Settings {
    /// What is wrong with them.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        let in_order = self.most_users >= self.least_users;
        let order = || {
            format!(
                "search.most_users: found {} (expected {} or more, as least_users)",
                self.most_users, self.least_users
            )
        };
        positive("search.limit_ms", is_positive(self.limit_ms))
            .or_else(|| positive("search.least_users", self.least_users > 0))
            .or_else(|| (!in_order).then(order))
            .or_else(|| {
                positive(
                    "search.precision_percent",
                    is_positive(self.precision_percent),
                )
            })
            .or_else(|| positive("search.probe_s", self.probe_s > 0))
            .or_else(|| positive("search.warmup_s", self.warmup_s > 0))
            .or_else(|| positive("search.settled_percent", is_positive(self.settled_percent)))
    }

    #[must_use]
    pub fn limit(&self) -> Limit {
        Limit {
            statistic: self.statistic,
            ms: self.limit_ms,
        }
    }

    #[must_use]
    pub fn range(&self) -> Range {
        Range {
            least: self.least_users,
            most: self.most_users,
            precision_percent: self.precision_percent,
        }
    }
}
