//! One agent's run of an iteration: which share of the users it has, and when all agents begin.

use std::time::{SystemTime, UNIX_EPOCH};

use super::error::ChatError;
use super::observation::Load;
use super::roster::Roster;
use super::shares::AgentShares;

/// One of several agents that load a server together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgentRun {
    /// From 0.
    pub agent: u32,
    pub agents: u32,
    /// When the first message of all is due; each agent goes by its own machine's clock.
    pub start: SystemTime,
}

impl AgentRun {
    /// The agent's users. Agents can't agree on a random nonce, so it follows from the start, which differs between
    /// iterations: the milliseconds since 1970, of which 32 bits return after 49 days.
    pub(super) fn roster(&self, load: &Load) -> Result<Roster, ChatError> {
        let shares = AgentShares::new(load.rooms, load.users, self.agents);
        if self.agent >= self.agents || self.agents > shares.users() {
            return Err(ChatError::InvalidWorkload(format!(
                "agent {} of {} has no users: expected agents from 0 up, and no more of them than the {} users",
                self.agent,
                self.agents,
                shares.users()
            )));
        }
        let since_epoch = self.start.duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Roster::of_agent(
            shares,
            self.agent,
            since_epoch.as_millis() as u32,
        ))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::websocket::Connecting;

    fn roster(agent: u32, agents: u32, start_ms: u64) -> Result<Roster, ChatError> {
        let load = Load {
            rooms: 2,
            users: 2,
            idle_users: 0,
            connecting: Connecting::default(),
            messages_per_user: 1,
            interval: Duration::from_millis(10),
            drain_timeout: Duration::from_secs(1),
            read_interval: Duration::ZERO,
        };
        let start = UNIX_EPOCH + Duration::from_millis(start_ms);
        let run = AgentRun {
            agent,
            agents,
            start,
        };
        run.roster(&load)
    }

    #[test]
    fn agents_with_the_same_start_meet_in_the_same_rooms() {
        let start_ms = 1_795_262_400_000;
        let (first, second) = (
            roster(0, 2, start_ms).unwrap(),
            roster(1, 2, start_ms).unwrap(),
        );
        assert_eq!(first.room_name(1), second.room_name(1));
        assert_ne!(first.user_name(0), second.user_name(0));
        let later = roster(0, 2, start_ms + 1).unwrap();
        assert_ne!(first.room_name(1), later.room_name(1));
    }

    #[test]
    fn an_agent_without_users_is_refused() {
        for (agent, agents) in [(0, 5), (2, 2), (0, 0)] {
            let message = roster(agent, agents, 0).unwrap_err().to_string();
            assert!(
                message.contains("no more of them than the 4 users"),
                "{message}"
            );
        }
    }
}
