//! Text to problems and back: SFEN lines, TSV and CSV, KIF, KI2, CSA and JKF.
//!
//! Bytes go in, and an [`Entry`] comes out for every problem they hold, readable or not: a broken problem is an
//! entry with an error that names line, column and the way out, and the others are not affected.
//! Writers take a position, a header and a solution and give text.

pub mod error;
mod text;
pub mod encoding;
pub mod entry;
mod bod;
mod handicap;
mod tokens;
mod split;
mod game;
mod record;
pub mod collection;
pub mod kif;
pub mod tsv;
pub mod ki2;
mod csa_words;
mod csa_write;
pub mod csa;
#[cfg(feature = "serde")]
mod jkf_write;
#[cfg(feature = "serde")]
pub mod jkf;
pub mod detect;

pub use detect::{Format, read_each, read_problems};
pub use entry::{Entry, FillHand};
pub use error::{ErrorKind, FormatError};
