//! What was found out, as text: for people, for programs, for spreadsheets.
//!
//! In go the records of a run, out come bytes; nothing here prints.

pub mod words;
pub mod board;
pub mod line;
pub mod review_words;
pub mod review;
mod json_review;
pub mod json;
pub mod csv;
pub mod text;
pub mod kif;
pub mod usi;
pub mod svg;
pub mod html;
pub mod printer;
pub mod bench;

pub use bench::Bench;
pub use json::Run;
pub use printer::{Form, Printer};
pub use text::Style;
