//! Finding mate.

pub mod number;
mod stack;
mod team;
pub mod clock;
pub mod limits;
pub mod observe;
pub mod entry;
pub mod memory;
mod tags;
pub mod table;
mod growth;
pub mod path;
pub mod expand;
mod trail;
mod state;
mod dfpn;
mod together;
mod evidence;
mod children;
mod restore;
mod futile;
mod strict;
mod leaf;
mod shorten;
mod draft;
mod extract;
mod tighten;
mod line;
mod grey;
mod estimate;
pub mod session;
mod side_by_side;
pub mod solver;
mod measure;
pub mod ask;

pub use ask::Question;
pub use limits::Limits;
pub use observe::{Observer, Progress, Silent};
pub use session::{Bounds, Proved, Reply, Session, Spent};
pub use solver::{Options, Solver};

#[cfg(test)]
mod facts;
