//! The chat: names, rooms, and what is to be heard in each at the end of a round.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde::Deserialize;

use super::frame::{Refusal, append_text};

/// A room's users, by their places in the server, and what they are to hear.
#[derive(Debug, Default)]
pub(super) struct Room {
    pub members: Vec<usize>,
    /// The frames of this round, one behind the other.
    pub frames: Vec<u8>,
    messages: u64,
}

#[derive(Debug, Default)]
pub(super) struct Chat {
    names: HashSet<String>,
    room_numbers: HashMap<String, usize>,
    rooms: Vec<Room>,
    /// The rooms in which there is something to be heard.
    pending: Vec<usize>,
}

/// What a first frame asks for, and whether it is granted.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Admission {
    Granted { room: usize, name: String },
    NameInUse,
}

#[derive(Deserialize)]
struct Join<'a> {
    #[serde(borrow)]
    chat: Cow<'a, str>,
    #[serde(borrow)]
    name: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Post<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    chat: Cow<'a, str>,
    #[serde(borrow, rename = "message")]
    _message: Cow<'a, str>,
}

impl Chat {
    /// Enters who sits at `place` into the room that its first frame names.
    ///
    /// # Errors
    /// The frame does not name a room and a user.
    pub fn join(&mut self, place: usize, text: &[u8]) -> Result<Admission, Refusal> {
        let Join { chat, name } = parse(text)?;
        if chat.is_empty() || name.is_empty() {
            return Err(Refusal::NotOfTheProtocol);
        }
        if !self.names.insert(name.clone().into_owned()) {
            return Ok(Admission::NameInUse);
        }
        let room = self.room_number(&chat);
        self.rooms[room].members.push(place);
        Ok(Admission::Granted {
            room,
            name: name.into_owned(),
        })
    }

    /// Takes a member's message for its room, to be passed on as it came.
    ///
    /// # Errors
    /// It is no message of that user to that room.
    pub fn post(&mut self, room: usize, user: &str, text: &[u8]) -> Result<(), Refusal> {
        let Post { name, chat, .. } = parse(text)?;
        if name != user || self.room_numbers.get(&*chat) != Some(&room) {
            return Err(Refusal::NotOfTheProtocol);
        }
        let state = &mut self.rooms[room];
        if state.frames.is_empty() {
            self.pending.push(room);
        }
        append_text(text, &mut state.frames);
        state.messages += 1;
        Ok(())
    }

    pub fn leave(&mut self, place: usize, room: usize, name: &str) {
        self.names.remove(name);
        self.rooms[room].members.retain(|member| *member != place);
    }

    /// Hands each room in which there is something to be heard to `deliver`, and forgets the frames. Returns
    /// the number of deliveries.
    pub fn end_round(&mut self, mut deliver: impl FnMut(&Room)) -> u64 {
        let mut deliveries = 0;
        for number in self.pending.drain(..) {
            let room = &mut self.rooms[number];
            deliver(room);
            deliveries += room.messages * room.members.len() as u64;
            room.frames.clear();
            room.messages = 0;
        }
        deliveries
    }

    fn room_number(&mut self, name: &str) -> usize {
        if let Some(number) = self.room_numbers.get(name) {
            return *number;
        }
        let number = self.rooms.len();
        self.rooms.push(Room::default());
        self.room_numbers.insert(name.to_owned(), number);
        number
    }
}

fn parse<'a, T: Deserialize<'a>>(text: &'a [u8]) -> Result<T, Refusal> {
    serde_json::from_slice(text).map_err(|error| match error.classify() {
        serde_json::error::Category::Data => Refusal::NotOfTheProtocol,
        _ => Refusal::NotJson,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined() -> Chat {
        let mut chat = Chat::default();
        for (place, text) in [
            (3, &br#"{"chat":"a","name":"ada"}"#[..]),
            (5, br#"{"chat":"a","name":"bob"}"#),
            (7, br#"{"chat":"b","name":"cy"}"#),
        ] {
            let admission = chat.join(place, text);
            assert!(matches!(admission, Ok(Admission::Granted { .. })));
        }
        chat
    }

    #[test]
    fn all_messages_of_a_round_leave_in_one_buffer_for_the_whole_room() {
        let mut chat = joined();
        let texts = [
            br#"{"name":"ada","chat":"a","message":"1"}"#,
            br#"{"name":"bob","chat":"a","message":"2"}"#,
        ];
        chat.post(0, "ada", texts[0]).unwrap();
        chat.post(0, "bob", texts[1]).unwrap();
        let mut heard = Vec::new();
        let deliveries =
            chat.end_round(|room| heard.push((room.members.clone(), room.frames.clone())));
        let mut expected = Vec::new();
        texts
            .iter()
            .for_each(|text| append_text(*text, &mut expected));
        assert_eq!(heard, [(vec![3, 5], expected)]);
        assert_eq!(deliveries, 4);
        assert_eq!(chat.end_round(|_| panic!("nothing is left")), 0);
    }

    #[test]
    fn a_name_is_taken_in_all_rooms_until_its_user_leaves() {
        let mut chat = joined();
        let text = br#"{"chat":"b","name":"ada"}"#;
        assert_eq!(chat.join(9, text), Ok(Admission::NameInUse));
        chat.leave(3, 0, "ada");
        let granted = Admission::Granted {
            room: 1,
            name: "ada".to_owned(),
        };
        assert_eq!(chat.join(9, text), Ok(granted));
    }

    #[test]
    fn what_is_not_of_the_protocol_is_refused() {
        let mut chat = joined();
        for (text, refusal) in [
            (&b"{"[..], Refusal::NotJson),
            (b"[]", Refusal::NotOfTheProtocol),
            (
                br#"{"name":"bob","chat":"a","message":"1"}"#,
                Refusal::NotOfTheProtocol,
            ),
            (
                br#"{"name":"ada","chat":"b","message":"1"}"#,
                Refusal::NotOfTheProtocol,
            ),
            (
                br#"{"name":"ada","chat":"a","message":1}"#,
                Refusal::NotOfTheProtocol,
            ),
        ] {
            assert_eq!(chat.post(0, "ada", text), Err(refusal));
        }
        let nameless = br#"{"chat":"a","name":""}"#;
        assert_eq!(chat.join(9, nameless), Err(Refusal::NotOfTheProtocol));
    }
}
