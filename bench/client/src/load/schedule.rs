//! When which message is due: fixed before the window begins, and never moved by what the server
//! does (an open loop), so that a stall shows in the latency of every message it held up.

use std::time::Duration;

/// One message that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Due {
    /// Its place among the users that were asked for.
    pub user: u32,
    pub sequence: u32,
    /// Since the start of the window.
    pub due_ns: u64,
}

/// Every user sends one message an interval; user `i` of `n` does so at phase `i / n` of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Schedule {
    users: u32,
    messages_per_user: u32,
    interval_ns: u64,
}

impl Schedule {
    /// # Errors
    /// A sentence where the numbers do not fit 64 bits of nanoseconds.
    pub fn new(users: u32, messages_per_user: u32, interval: Duration) -> Result<Self, String> {
        let interval_ns = u64::try_from(interval.as_nanos()).unwrap_or(u64::MAX);
        let too_long = interval_ns
            .checked_mul(u64::from(messages_per_user) + 1)
            .is_none()
            || interval_ns.checked_mul(u64::from(users)).is_none();
        if too_long {
            return Err(format!(
                "{messages_per_user} messages, one every {interval:?}, would take centuries"
            ));
        }
        Ok(Self {
            users,
            messages_per_user,
            interval_ns,
        })
    }

    /// The `n`th message of all users of those `numbers`, which ascend, in the order in which they are due.
    pub fn nth(&self, numbers: &[u32], n: u64) -> Option<Due> {
        let users = numbers.len() as u64;
        let sequence = u32::try_from(n / users)
            .ok()
            .filter(|sequence| *sequence < self.messages_per_user)?;
        let user = (n % users) as u32;
        Some(Due {
            user,
            sequence,
            due_ns: self.due_ns(numbers[user as usize], sequence),
        })
    }

    pub fn due_ns(&self, number: u32, sequence: u32) -> u64 {
        self.phase_ns(number) + u64::from(sequence) * self.interval_ns
    }

    pub fn last_sequence(&self) -> u32 {
        self.messages_per_user - 1
    }

    pub fn last_due_ns(&self) -> u64 {
        self.due_ns(self.users - 1, self.last_sequence())
    }

    /// From the first due message to the end of the last user's last interval.
    pub fn window_ns(&self) -> u64 {
        self.last_due_ns() + self.interval_ns
    }

    fn phase_ns(&self, number: u32) -> u64 {
        u64::from(number) * self.interval_ns / u64::from(self.users)
    }
}

#[cfg(test)]
mod tests {
    use super::{Due, Schedule};
    use std::time::Duration;

    fn schedule() -> Schedule {
        Schedule::new(4, 3, Duration::from_millis(10)).unwrap()
    }

    fn dues(numbers: &[u32]) -> Vec<Due> {
        (0..).map_while(|n| schedule().nth(numbers, n)).collect()
    }

    #[test]
    fn some_of_the_users_send_when_they_would_among_all() {
        let some: Vec<(u32, u32, u64)> = dues(&[1, 3])
            .iter()
            .map(|due| (due.user, due.sequence, due.due_ns))
            .collect();
        assert_eq!(
            some[..3],
            [(0, 0, 2_500_000), (1, 0, 7_500_000), (0, 1, 12_500_000)]
        );
        assert_eq!(some.len(), 6);
    }

    #[test]
    fn users_send_on_their_own_phase_of_the_interval() {
        let dues = dues(&[0, 1, 2, 3]);
        assert_eq!(dues.len(), 12);
        assert_eq!(
            dues[0],
            Due {
                user: 0,
                sequence: 0,
                due_ns: 0
            }
        );
        assert_eq!(
            dues[3],
            Due {
                user: 3,
                sequence: 0,
                due_ns: 7_500_000
            }
        );
        assert_eq!(
            dues[4],
            Due {
                user: 0,
                sequence: 1,
                due_ns: 10_000_000
            }
        );
        assert_eq!(dues[11].due_ns, schedule().last_due_ns());
        assert!(dues.is_sorted_by_key(|due| due.due_ns));
    }

    #[test]
    fn the_window_ends_with_the_last_users_last_interval() {
        assert_eq!(schedule().window_ns(), 37_500_000);
    }

    #[test]
    fn a_schedule_beyond_the_clock_is_refused() {
        assert!(Schedule::new(1, u32::MAX, Duration::from_secs(1 << 40)).is_err());
    }
}
