//! Is the work sound? The composer's verification (検討).
//!
//! In goes a problem, out come its answer and a [`Review`](crate::tsume::Review): what is wrong with it, what is merely
//! noteworthy, and what could not be settled. Nothing is claimed that is not proved.

mod symmetry;
mod shape;
mod reentry;
pub mod plan;
mod subject;
mod ladder;
mod alternative;
mod defence;
mod branch;
mod restoring;
mod declared;
mod typed;
mod tree;
mod piece;
mod work;
mod verifier;

pub use plan::{Options, TreeSize};
pub use verifier::Verifier;
