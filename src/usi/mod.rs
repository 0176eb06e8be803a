//! The engine that shogi programs drive over the USI protocol.
//!
//! Lines come in, lines go out. The [`Session`](session::Session) is a state machine that neither reads,
//! prints nor waits; a worker of its own owns the solver; [`serve`](serve::serve) brings the two and the outside together.

pub mod lines;
pub mod command;
pub mod words;
pub mod options;
pub mod place;
pub mod reply;
pub mod event;
pub mod worker;
pub mod running;
pub mod session;
pub mod serve;

pub use serve::serve;
