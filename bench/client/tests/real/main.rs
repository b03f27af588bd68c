//! Real servers, from building them to their result files.

mod colours;
mod conformance;
mod interruption;
mod support;
#[path = "../support/terminal.rs"]
mod terminal;
mod whole_run;
