//! The pages of one load, numbered from 0; they say nothing.

use crate::websocket::{self, Users};

pub(super) type Connections = websocket::Connections<Pages>;

#[derive(Debug, Clone, Copy)]
pub(super) struct Pages {
    pub count: u32,
}

impl Users for Pages {
    fn count(&self) -> u32 {
        self.count
    }

    fn name(&self, page: u32) -> String {
        format!("page {page}")
    }

    fn first_text(&self, _page: u32) -> Option<String> {
        None
    }
}
