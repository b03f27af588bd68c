//! Clients of the shootout's protocol: each is connected to all others, what one broadcasts goes to everyone, and every delivery
//! is accounted for.

pub mod message;
