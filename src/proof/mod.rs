//! Evidence and its judge: proof trees, and the checker every printed mate must pass.
//!
//! A search hands in a [`ProofTree`]: one move at each attacker node, every legal reply at each
//! defender node. [`check()`] replays it with its own small [`Rulebook`] and either certifies "mate
//! in at most n raw plies" or names the first faulty place. Nothing here knows the search or the
//! fast generators, so that a bug in them cannot vouch for itself; of [`crate::shogi`] only the
//! plain data is used. That no shorter mate exists is not proved here.

pub mod tree;
mod pieces;
mod board;
pub mod rulebook;
mod root;
mod fault;
pub mod check;
pub mod text;

pub use board::Undo;
pub use check::{Certificate, check};
pub use fault::{FaultKind, ProofFault};
pub use pieces::Illegality;
pub use root::RootFault;
pub use rulebook::Rulebook;
pub use text::{TextError, read_tree, write_tree};
pub use tree::{AttackerNodeId, DefenderNodeId, ProofTree};
