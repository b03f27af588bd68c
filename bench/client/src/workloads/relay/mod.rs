//! The comparison of relays: messages from a broker go through a server to pages, at a fixed pause or without one, and each of the two hops is
//! measured by itself.

mod backing_broker;
mod cell;
mod conformance;
mod measure;
mod outcome;
mod plan;
mod row;
mod series;

pub use cell::Cell;
pub use conformance::check_relay;
pub use measure::Relay;
pub use outcome::Outcome;
pub use plan::Keys;
pub use row::Row;
pub use series::Series;

/// Where pages listen.
const FEED: &str = "/feed";
