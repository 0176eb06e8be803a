//! The words of the problem world: data, no algorithms.

pub mod convention;
pub mod problem;
pub mod answer;

pub use answer::{Alternative, Answer, Cost, Mate, Outcome, StopReason};
pub use convention::FutileRule;
pub use problem::{Branch, Declared, Header, Problem};
