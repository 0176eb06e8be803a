//! Which squares the defender's pieces guard, told once for all checks of a position.

use super::attacks;
use super::bitboard::Bitboard;
use super::position::Position;
use super::square::Square;
use super::steps::Steps;

/// The squares to which the pieces of the side not to move can go, king apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guards {
    guarded: Bitboard,
    /// Squares whose occupant, when it leaves, may change what is guarded: those that the defender's sliders reach, and those
    /// on the lines from our sliders to the king, on which pieces are pinned.
    delicate: Bitboard,
}

impl Guards {
    /// The guards of the side not to move, whose king is on `king`, with the pieces that alone stand between him and a slider.
    pub(super) fn of(position: &Position, (king, blockers): (Square, Bitboard)) -> Self {
        let us = position.turn();
        let them = !us;
        let theirs = position.pieces(them).without(Bitboard::single(king));
        let pinned = blockers & theirs;
        let free = theirs.without(pinned);
        let mut guarded = Steps::of(position, them, free).once();
        let mut delicate = position.lines_of_sliders(king, us);
        for from in position.all_sliders() & theirs {
            let reach = reach(position, from);
            delicate |= reach;
            if free.contains(from) {
                guarded |= reach;
            }
        }
        for from in pinned {
            guarded |= reach(position, from) & attacks::line(king, from);
        }
        Self { guarded, delicate }
    }

    /// Whether a piece that comes to `to`, from the board or from the hand, can be taken there; `None` if its leaving may
    /// change that.
    #[inline]
    pub(super) fn take(&self, from: Option<Square>, to: Square) -> Option<bool> {
        match from {
            Some(from) if self.delicate.contains(from) => None,
            _ => Some(self.guarded.contains(to)),
        }
    }
}

/// The squares that the piece on `from` attacks.
fn reach(position: &Position, from: Square) -> Bitboard {
    position.piece(from).map_or(Bitboard::EMPTY, |piece| {
        attacks::attacks(piece.kind, piece.color, from, position.occupied())
    })
}
