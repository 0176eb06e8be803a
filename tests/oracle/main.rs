//! Does the fast code agree with the slow oracle, on random positions and in random problems?

#![expect(clippy::print_stdout, reason = "a test says what it compared")]

#[path = "../common/mod.rs"]
mod common;
mod generators;
mod lengths;
mod restoring;
