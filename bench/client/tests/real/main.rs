//! Real servers, from building them to their result files.

mod conformance;
mod interruption;
mod support;
mod whole_run;
