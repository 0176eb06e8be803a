//! Who attacks what in a position: checks, guards, pins.

use super::attacks;
use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::PieceKind;
use super::position::Position;
use super::square::Square;
use super::steps::Steps;

impl Position {
    /// The pieces of `color` that attack `square` when exactly `occupied` is occupied.
    ///
    /// Pinned pieces count: they guard and check all the same.
    #[inline]
    #[must_use]
    pub fn attackers(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        (self.steps_onto(square, !color) & self.pieces(color))
            | self.sliders_onto(square, color, occupied)
    }

    /// Whether a piece of `color` attacks `square` when exactly `occupied` is occupied.
    #[inline]
    #[must_use]
    pub fn is_attacked(&self, square: Square, color: Color, occupied: Bitboard) -> bool {
        self.steps_onto(square, !color).meets(self.pieces(color))
            || self
                .sliders_towards(square, color)
                .into_iter()
                .any(|slider| !attacks::between(square, slider).meets(occupied))
    }

    /// The squares around `king` that pieces of `color` attack when exactly `occupied` is occupied.
    ///
    /// Right for those squares only: sliders whose lines do not touch them are left out.
    #[inline]
    #[must_use]
    pub fn attacks_around(&self, king: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let mut attacked = Steps::of(self, color, Bitboard::FULL).once();
        let horses = self.kind(PieceKind::Horse);
        let dragons = self.kind(PieceKind::Dragon);
        let around = attacks::king(king);
        for from in self.pieces(color) & (self.kind(PieceKind::Rook) | dragons) {
            if attacks::rook_lines(from).meets(around) {
                attacked |= attacks::rook(from, occupied);
            }
        }
        for from in self.pieces(color) & (self.kind(PieceKind::Bishop) | horses) {
            if attacks::bishop_lines(from).meets(around) {
                attacked |= attacks::bishop(from, occupied);
            }
        }
        for from in self.pieces(color) & self.kind(PieceKind::Lance) {
            if from.file().abs_diff(king.file()) <= 1 {
                attacked |= attacks::lance(color, from, occupied);
            }
        }
        attacked
    }

    /// Pieces that reach `square` in one step; `from` is the other side than theirs.
    #[inline]
    fn steps_onto(&self, square: Square, from: Color) -> Bitboard {
        let kind = |kind| self.kind(kind);
        (attacks::pawn(from, square) & kind(PieceKind::Pawn))
            | (attacks::knight(from, square) & kind(PieceKind::Knight))
            | (attacks::silver(from, square) & kind(PieceKind::Silver))
            | (attacks::gold(from, square) & self.golds())
            | (attacks::king(square)
                & (kind(PieceKind::King) | kind(PieceKind::Horse) | kind(PieceKind::Dragon)))
    }

    /// The lances, bishops and rooks of `color` on a line to `square`, whatever stands between.
    #[inline]
    fn sliders_towards(&self, square: Square, color: Color) -> Bitboard {
        let lances = attacks::lance_line(!color, square) & self.kind(PieceKind::Lance);
        let bishops = attacks::bishop_lines(square)
            & (self.kind(PieceKind::Bishop) | self.kind(PieceKind::Horse));
        let rooks = attacks::rook_lines(square)
            & (self.kind(PieceKind::Rook) | self.kind(PieceKind::Dragon));
        (lances | bishops | rooks) & self.pieces(color)
    }

    /// The lances, bishops and rooks of both sides, promoted or not.
    #[inline]
    pub(super) fn all_sliders(&self) -> Bitboard {
        self.kind(PieceKind::Lance)
            | self.kind(PieceKind::Bishop)
            | self.kind(PieceKind::Rook)
            | self.kind(PieceKind::Horse)
            | self.kind(PieceKind::Dragon)
    }

    /// The sliders of `color` on a line to `square`, and the squares between them and it.
    pub(super) fn lines_of_sliders(&self, square: Square, color: Color) -> Bitboard {
        let sliders = self.sliders_towards(square, color);
        sliders.into_iter().fold(sliders, |lines, slider| {
            lines | attacks::between(square, slider)
        })
    }

    /// The sliders of `color` that reach `square` when exactly `occupied` is occupied.
    #[inline]
    fn sliders_onto(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        for slider in self.sliders_towards(square, color) {
            if !attacks::between(square, slider).meets(occupied) {
                found.insert(slider);
            }
        }
        found
    }

    /// Whether sliders of `color` that stand on `occupied` squares reach `square`.
    #[inline]
    #[must_use]
    pub fn slider_reaches(&self, square: Square, color: Color, occupied: Bitboard) -> bool {
        (self.sliders_towards(square, color) & occupied)
            .into_iter()
            .any(|slider| !attacks::between(square, slider).meets(occupied))
    }

    /// The pieces that give check to the side to move (王手をかけている駒).
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        match self.king(self.turn()) {
            Some(king) => self.attackers(king, !self.turn(), self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// Whether the side to move is in check (王手).
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.king(self.turn())
            .is_some_and(|king| self.is_attacked(king, !self.turn(), self.occupied()))
    }

    /// The pieces, of either side, that alone stand between the king on `king` and a slider of `color`.
    #[inline]
    #[must_use]
    pub fn sole_blockers(&self, king: Square, color: Color) -> Bitboard {
        let occupied = self.occupied();
        let mut blockers = Bitboard::EMPTY;
        for slider in self.sliders_towards(king, color) {
            let between = attacks::between(king, slider) & occupied;
            if !between.is_empty() && !between.has_many() {
                blockers |= between;
            }
        }
        blockers
    }

    /// The pieces of `color` that may not leave the line between their king and an enemy slider.
    #[inline]
    #[must_use]
    pub fn pinned(&self, color: Color) -> Bitboard {
        match self.king(color) {
            Some(king) => self.sole_blockers(king, !color) & self.pieces(color),
            None => Bitboard::EMPTY,
        }
    }
}
