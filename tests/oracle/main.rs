//! Does the fast code agree with the slow oracle, on random positions and in random problems?

#[path = "../common/mod.rs"]
mod common;
mod generators;
mod lengths;
