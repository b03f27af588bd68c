//! Real servers, from building them to their result files.

mod capacity;
mod cluster;
mod echo;
mod facts;
mod interruption;
mod live_view;
mod shootout;
mod support;
#[path = "../support/terminal.rs"]
mod terminal;
mod whole_run;
