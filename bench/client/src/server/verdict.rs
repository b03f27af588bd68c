//! What a conformance check found.

/// A check's outcome: what was found and expected, if it failed.
#[derive(Debug)]
pub struct Verdict {
    pub promise: &'static str,
    pub fault: Option<String>,
}
