//! WebSocket connections of many users, behind one epoll instance, with the kernel's receive stamps; what is said over them is
//! the caller's. `ramp_up` connects (`socket`, `handshake`), `connections` reads each `connection` by its `frame`s.

mod connection;
mod connections;
mod error;
mod frame;
mod handshake;
mod local_address;
mod open_file_limit;
mod ramp_up;
mod socket;
mod target;

pub(crate) use connections::{Connections, PAUSE_NS, Users};
pub use error::ConnectionError;
pub use frame::FrameError;
pub(crate) use frame::{Opcode, encode_masked};
pub(crate) use handshake::TIMEOUT as HANDSHAKE_TIMEOUT;
pub use local_address::LocalAddresses;
pub use open_file_limit::raise_open_file_limit;
pub use ramp_up::Connecting;
pub(crate) use ramp_up::RampUp;
pub use target::Target;
