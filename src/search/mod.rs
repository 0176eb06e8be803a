//! Finding mate.

pub mod limits;
pub mod observe;
pub mod solver;

pub use limits::Limits;
pub use observe::{Observer, Progress, Silent};
pub use solver::{Options, Solver};
