//! Does verification say what the rules say, and nothing that is not proved?

#![expect(
    clippy::unwrap_used,
    reason = "a helper that fails is a test that fails"
)]

#[path = "../common/mod.rs"]
mod common;
mod naive;
mod random;
mod classes;
mod declared;
mod lengths;
mod limits;
mod records;
mod threads;
