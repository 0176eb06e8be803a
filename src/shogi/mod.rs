//! The rules of the game; knows nothing of mate problems.
//!
//! Text becomes a [`Setup`], plain data that may be nonsense, and a set-up that passes becomes a
//! [`Position`]: from then on nobody asks again whether it is legal.

pub mod color;
pub mod piece;
pub mod square;
pub mod bitboard;
pub mod attacks;
pub mod hand;
pub mod moves;
pub mod setup;
pub mod key;
pub mod position;
mod steps;
mod attackers;
pub mod rules;
pub mod movegen;
pub mod evasions;
mod guards;
pub mod prospects;
mod check_origins;
mod cover;
pub mod checks;
pub mod sfen;
mod naming;
pub mod notation;

pub use bitboard::Bitboard;
pub use color::Color;
pub use hand::Hand;
pub use key::Key;
pub use moves::Move;
pub use piece::{HandPiece, Piece, PieceKind};
pub use position::{Position, Undo};
pub use setup::{Setup, SetupFault, SetupFaults};
pub use square::Square;
