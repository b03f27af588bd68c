//! Which users are each agent's share: those of all rooms are divided among the agents.

/// All users of an iteration, and how agents share them: room by room, one user to each agent in turn. So no two agents
/// differ by more than one user, in a room or in all, and a room's messages cross from agent to agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgentShares {
    rooms: u32,
    users_per_room: u32,
    agents: u32,
}

impl AgentShares {
    /// All three are positive, and `rooms * users_per_room` fits.
    #[must_use]
    pub fn new(rooms: u32, users_per_room: u32, agents: u32) -> Self {
        Self {
            rooms,
            users_per_room,
            agents,
        }
    }

    #[must_use]
    pub fn rooms(&self) -> u32 {
        self.rooms
    }

    #[must_use]
    pub fn users_per_room(&self) -> u32 {
        self.users_per_room
    }

    #[must_use]
    pub fn agents(&self) -> u32 {
        self.agents
    }

    /// All users of all rooms.
    #[must_use]
    pub fn users(&self) -> u32 {
        self.rooms * self.users_per_room
    }

    #[must_use]
    pub fn room_of(&self, number: u32) -> u32 {
        number % self.rooms
    }

    /// The user's number within the room, from 0.
    #[must_use]
    pub fn rank_of(&self, number: u32) -> u32 {
        number / self.rooms
    }

    /// The agent that plays the user.
    #[inline]
    #[must_use]
    pub fn agent_of(&self, number: u32) -> u32 {
        if self.agents == 1 {
            return 0;
        }
        (self.room_of(number) * self.users_per_room + self.rank_of(number)) % self.agents
    }

    /// The agent's users, ascending.
    pub fn numbers_of(self, agent: u32) -> impl Iterator<Item = u32> {
        (0..self.users()).filter(move |number| self.agent_of(*number) == agent)
    }

    /// How many users of each room the agent plays.
    #[must_use]
    pub fn users_by_room(self, agent: u32) -> Vec<u32> {
        let mut users = vec![0; self.rooms as usize];
        for number in self.numbers_of(agent) {
            users[self.room_of(number) as usize] += 1;
        }
        users
    }
}

#[cfg(test)]
mod tests {
    use super::AgentShares;

    #[test]
    fn every_user_is_in_one_agents_share() {
        let shares = AgentShares::new(3, 5, 4);
        let mut seen: Vec<u32> = (0..4).flat_map(|agent| shares.numbers_of(agent)).collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..15).collect::<Vec<_>>());
    }

    #[test]
    fn no_two_agents_differ_by_more_than_one_user_in_a_room_or_in_all() {
        for (rooms, users, agents) in [(1, 60, 2), (2, 3, 2), (4, 1, 3), (3, 5, 4), (10, 2, 7)] {
            let shares = AgentShares::new(rooms, users, agents);
            let by_room: Vec<Vec<u32>> = (0..agents)
                .map(|agent| shares.users_by_room(agent))
                .collect();
            let spread =
                |counts: &[u32]| counts.iter().max().unwrap() - counts.iter().min().unwrap();
            let totals: Vec<u32> = by_room.iter().map(|users| users.iter().sum()).collect();
            assert!(spread(&totals) <= 1, "{shares:?}: {totals:?}");
            for room in 0..rooms as usize {
                let counts: Vec<u32> = by_room.iter().map(|users| users[room]).collect();
                assert!(spread(&counts) <= 1, "{shares:?}: {counts:?}");
            }
        }
    }

    #[test]
    fn one_agent_plays_everyone() {
        let shares = AgentShares::new(2, 3, 1);
        assert!(shares.numbers_of(0).eq(0..6));
    }
}
