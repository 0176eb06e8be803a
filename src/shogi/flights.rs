//! Checks that are seen not to mate without being played: the king keeps a flight (逃げ道).

use super::attacks;
use super::bitboard::Bitboard;
use super::color::Color;
use super::moves::Move;
use super::position::Position;
use super::square::Square;

/// Where the king of the side not to move could step to if it were that side's turn.
#[derive(Clone, Copy, Debug)]
pub struct Flights {
    us: Color,
    free: Bitboard,
    without_king: Bitboard,
}

impl Flights {
    /// The flights of `king`, the king of the side not to move.
    #[must_use]
    pub fn of(position: &Position, king: Square) -> Self {
        let us = position.turn();
        let without_king = position.occupied() ^ Bitboard::single(king);
        let free = attacks::king(king)
            .without(position.pieces(!us))
            .without(position.attacks_around(king, us, without_king));
        Self {
            us,
            free,
            without_king,
        }
    }

    /// Whether the king can surely step away from the legal move `mv`; `false` says nothing.
    ///
    /// A square that was free stays so unless the piece that moved attacks it, or a slider
    /// behind that piece: if there is one the answer is always `false`.
    #[inline]
    #[must_use]
    pub fn survive(&self, position: &Position, mv: Move) -> bool {
        if self.free.is_empty() {
            return false;
        }
        match mv {
            Move::Drop { piece, to } => {
                let occupied = self.without_king | Bitboard::single(to);
                let attacked = attacks::attacks(piece.kind(), self.us, to, occupied);
                !self.free.without(attacked).is_empty()
            }
            Move::Board { from, to, promote } => {
                let Some(piece) = position.piece(from) else {
                    return false;
                };
                if position.is_slid_onto(from, self.us) {
                    return false;
                }
                let kind = match piece.kind.promoted() {
                    Some(promoted) if promote => promoted,
                    _ => piece.kind,
                };
                let occupied =
                    self.without_king.without(Bitboard::single(from)) | Bitboard::single(to);
                let attacked = attacks::attacks(kind, self.us, to, occupied);
                let kept = self.free.without(attacked | Bitboard::single(to));
                !kept.is_empty()
            }
        }
    }
}
