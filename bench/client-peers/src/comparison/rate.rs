//! The highest rate that a client sustains: of ever larger rooms, the largest whose pace it keeps.

use serde::Serialize;

/// Users of one room, ascending. A room of `n` users makes n² deliveries for each message of all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RateSearch {
    pub users: Vec<u32>,
    pub messages_per_user: u32,
}

/// What came of one step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum StepOutcome {
    Kept { deliveries_per_s: f64 },
    Lost { server_was_the_limit: bool },
}

/// The highest step whose pace was kept.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Limit {
    /// 0 if not even the first step's was.
    pub deliveries_per_s: f64,
    pub users: u32,
    /// The client may manage more: on the next step, the server's core was full and the client's was not, or there
    /// is no next step.
    pub is_lower_bound: bool,
}

impl RateSearch {
    /// Searches by halves, so a client that keeps the pace of a step is taken to keep that of all below it.
    ///
    /// # Errors
    /// Those of `try_step`.
    pub(super) fn search<E>(
        &self,
        mut try_step: impl FnMut(u32) -> Result<StepOutcome, E>,
    ) -> Result<Limit, E> {
        let mut limit = Limit {
            deliveries_per_s: 0.0,
            users: 0,
            is_lower_bound: true,
        };
        let (mut kept, mut lost) = (0, self.users.len());
        while kept < lost {
            let middle = usize::midpoint(kept, lost);
            let users = self.users[middle];
            match try_step(users)? {
                StepOutcome::Kept { deliveries_per_s } => {
                    kept = middle + 1;
                    limit.deliveries_per_s = deliveries_per_s;
                    limit.users = users;
                }
                StepOutcome::Lost {
                    server_was_the_limit,
                } => {
                    lost = middle;
                    limit.is_lower_bound = server_was_the_limit;
                }
            }
        }
        Ok(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit_of(highest: u32, server_was_the_limit: bool) -> Limit {
        let search = RateSearch {
            users: (1..=9).map(|step| step * 10).collect(),
            messages_per_user: 1,
        };
        let try_step = |users| {
            Ok::<_, ()>(if users <= highest {
                StepOutcome::Kept {
                    deliveries_per_s: f64::from(users * users),
                }
            } else {
                StepOutcome::Lost {
                    server_was_the_limit,
                }
            })
        };
        search.search(try_step).unwrap()
    }

    #[test]
    fn the_highest_step_that_is_kept_is_found_wherever_it_is() {
        for highest in [10, 20, 50, 80] {
            let limit = limit_of(highest, false);
            assert_eq!(limit.users, highest);
            assert_eq!(limit.deliveries_per_s, f64::from(highest * highest));
            assert!(!limit.is_lower_bound);
        }
        assert_eq!(limit_of(0, false).deliveries_per_s, 0.0);
    }

    #[test]
    fn what_only_the_server_or_the_last_step_ends_is_a_lower_bound() {
        assert!(limit_of(50, true).is_lower_bound);
        assert!(limit_of(90, false).is_lower_bound);
    }
}
