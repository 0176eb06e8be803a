#![allow(dead_code, reason = "each test binary uses its own part")]
//! The slow oracle: a mailbox rule book and a naive solver, written from the law alone.
//!
//! In: SFEN text. Out: legal moves, exact mate lengths, official lines, random test positions.
//! It shares no code with the library and prefers plain definitions to speed; only `bridge` knows
//! the library, to hand it the same positions. The list is bottom-up: a file uses only files above it.

pub(crate) mod piece;
pub(crate) mod board;
pub(crate) mod sfen;
pub(crate) mod moves;
pub(crate) mod naive;
pub(crate) mod strict;
pub(crate) mod restore;
pub(crate) mod line;
pub(crate) mod graph;
pub(crate) mod random;
pub(crate) mod bridge;
pub(crate) mod crew;
