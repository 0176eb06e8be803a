//! What a check leaves the king, told without playing it.
//!
//! All checks of one position meet the same king in nearly the same surroundings. What those surroundings are is found
//! once; of each check only what it changes is looked at.

use super::attacks;
use super::bitboard::Bitboard;
use super::color::Color;
use super::evasions::counted;
use super::guards::Guards;
use super::hand::Hand;
use super::moves::Move;
use super::piece::{HandPiece, PieceKind};
use super::position::Position;
use super::rules;
use super::square::Square;
use super::steps::Steps;

/// The king of the side not to move, and who guards the squares around him.
#[derive(Clone, Copy, Debug)]
pub struct Prospects {
    us: Color,
    king: Square,
    occupied: Bitboard,
    /// Squares around the king without a piece of his own.
    free: Bitboard,
    /// Squares around the king that a piece steps onto.
    once: Bitboard,
    /// Those that several pieces step onto.
    again: Bitboard,
    /// Our sliders that may reach the squares around the king.
    sliders: Bitboard,
    /// The squares that they reach, the king taken away: nothing that happens elsewhere changes their attacks.
    slid: Bitboard,
    /// The pieces, of both sides, that alone stand between the king and one of our sliders.
    blockers: Bitboard,
    /// Whether the defender holds a piece that he can drop anywhere.
    drops_anywhere: bool,
    defenders_hand: Hand,
    /// Left out where few checks are asked whether the checker can be taken.
    guards: Option<Guards>,
}

/// What a check comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No legal reply.
    Mate,
    /// No reply but to bar the way.
    Barred,
    /// The king steps away, or the checker is taken.
    Survived,
}

/// A check that is given by the piece that moved, and by no other.
#[derive(Clone, Copy)]
struct Check {
    kind: PieceKind,
    from: Option<Square>,
    to: Square,
    /// What is occupied after it.
    occupied: Bitboard,
}

impl Prospects {
    /// Looks around `king`, the king of the side not to move.
    #[must_use]
    pub fn of(position: &Position, king: Square) -> Self {
        let us = position.turn();
        let occupied = position.occupied();
        let defenders_hand = position.hand(!us);
        let anywhere = [
            HandPiece::Silver,
            HandPiece::Gold,
            HandPiece::Bishop,
            HandPiece::Rook,
        ];
        let around = attacks::king(king);
        let steps = Steps::of(position, us, Bitboard::FULL);
        let mut prospects = Self {
            us,
            king,
            occupied,
            free: around.without(position.pieces(!us)),
            once: steps.once() & around,
            again: steps.again() & around,
            sliders: Bitboard::EMPTY,
            slid: Bitboard::EMPTY,
            blockers: position.sole_blockers(king, us),
            drops_anywhere: anywhere.into_iter().any(|piece| defenders_hand.has(piece)),
            defenders_hand,
            guards: None,
        };
        prospects.add_sliders(position);
        prospects
    }

    /// The same with all that guards a square found out in advance, for the ways out of many checks.
    #[must_use]
    pub fn with_guards(mut self, position: &Position) -> Self {
        self.guards = Some(Guards::of(position, (self.king, self.blockers)));
        self
    }

    /// The square of the king.
    pub(super) const fn king(&self) -> Square {
        self.king
    }

    /// The pieces, of both sides, that alone stand between the king and one of our sliders.
    pub(super) const fn blockers(&self) -> Bitboard {
        self.blockers
    }

    /// The squares around the king to which he could step before the check.
    #[inline]
    pub(super) fn unattacked(&self) -> Bitboard {
        self.free.without(self.once | self.slid)
    }

    /// The squares on which a piece may stand in the way of one of our sliders.
    #[inline]
    pub(super) fn opening(&self) -> Bitboard {
        self.slid | self.blockers
    }

    /// The squares around the king that a piece steps onto; slides are left out.
    #[inline]
    fn steps(&self, kind: PieceKind, from: Square) -> Bitboard {
        attacks::steps(kind, self.us, from) & attacks::king(self.king)
    }

    fn add_sliders(&mut self, position: &Position) {
        let around = attacks::king(self.king);
        let ours = position.pieces(self.us);
        let kind = |kind| position.kind(kind);
        let without_king = self.occupied ^ Bitboard::single(self.king);
        for from in ours & (kind(PieceKind::Rook) | kind(PieceKind::Dragon)) {
            if attacks::rook_lines(from).meets(around) {
                self.sliders.insert(from);
                self.slid |= attacks::rook(from, without_king);
            }
        }
        for from in ours & (kind(PieceKind::Bishop) | kind(PieceKind::Horse)) {
            if attacks::bishop_lines(from).meets(around) {
                self.sliders.insert(from);
                self.slid |= attacks::bishop(from, without_king);
            }
        }
        for from in ours & kind(PieceKind::Lance) {
            if from.file().abs_diff(self.king.file()) <= 1 {
                self.sliders.insert(from);
                self.slid |= attacks::lance(self.us, from, without_king);
            }
        }
    }

    /// As many ways out as [`ways_out`](super::evasions::ways_out) counts after the check `mv`; `None` if that takes
    /// playing it.
    #[inline]
    #[must_use]
    pub fn ways_out(&self, position: &Position, mv: Move) -> Option<u32> {
        let check = self.direct(position, mv)?;
        let flights = self.flights(position, &check).count();
        let interposed = self.is_interposed(position, &check)?;
        let taken = self.is_taken(position, &check);
        Some(counted(flights, taken, interposed))
    }

    /// What the check `mv` comes to; `None` if that takes playing it.
    #[inline]
    #[must_use]
    pub fn outcome(&self, position: &Position, mv: Move) -> Option<Outcome> {
        let check = self.direct(position, mv)?;
        if !self.flights(position, &check).is_empty() || self.is_taken(position, &check) {
            Some(Outcome::Survived)
        } else if self.is_interposed(position, &check)? {
            Some(Outcome::Barred)
        } else {
            Some(Outcome::Mate)
        }
    }

    /// The check, unless it may be discovered.
    #[inline]
    fn direct(&self, position: &Position, mv: Move) -> Option<Check> {
        match mv {
            Move::Drop { piece, to } => Some(Check {
                kind: piece.kind(),
                from: None,
                to,
                occupied: self.occupied | Bitboard::single(to),
            }),
            Move::Board { from, to, promote } => {
                if self.blockers.contains(from) {
                    return None;
                }
                let piece = position.piece(from)?;
                let kind = match piece.kind.promoted() {
                    Some(promoted) if promote => promoted,
                    _ => piece.kind,
                };
                Some(Check {
                    kind,
                    from: Some(from),
                    to,
                    occupied: self.occupied.without(Bitboard::single(from)) | Bitboard::single(to),
                })
            }
        }
    }

    /// The squares to which the king can step after a check.
    #[inline]
    fn flights(&self, position: &Position, check: &Check) -> Bitboard {
        let to = Bitboard::single(check.to);
        let free = self.free | to & attacks::king(self.king);
        let without_king = check.occupied ^ Bitboard::single(self.king);
        let moved = attacks::attacks(check.kind, self.us, check.to, without_king);
        let left = free.without(moved | self.stepped(position, check));
        if left.is_empty() {
            left
        } else {
            left.without(self.slid_after(position, check, without_king))
        }
    }

    /// The squares around the king that pieces step onto, the one that moved left out.
    #[inline]
    fn stepped(&self, position: &Position, check: &Check) -> Bitboard {
        let Some((from, piece)) = check
            .from
            .and_then(|from| position.piece(from).map(|piece| (from, piece)))
        else {
            return self.once;
        };
        self.once
            .without(self.steps(piece.kind, from).without(self.again))
    }

    /// The squares that sliders reach, the one that moved left out.
    #[inline]
    fn slid_after(&self, position: &Position, check: &Check, occupied: Bitboard) -> Bitboard {
        let (mut sliders, mut changed) = (self.sliders, Bitboard::single(check.to));
        if let Some(from) = check.from {
            sliders = sliders.without(Bitboard::single(from));
            changed.insert(from);
        }
        if sliders == self.sliders && !changed.meets(self.slid) {
            return self.slid;
        }
        let mut slid = Bitboard::EMPTY;
        for from in sliders {
            slid |= match position.piece(from).map(|piece| piece.kind) {
                Some(PieceKind::Rook | PieceKind::Dragon) => attacks::rook(from, occupied),
                Some(PieceKind::Lance) => attacks::lance(self.us, from, occupied),
                _ => attacks::bishop(from, occupied),
            };
        }
        slid
    }

    /// Whether another piece than the king can take the checker.
    #[inline]
    fn is_taken(&self, position: &Position, check: &Check) -> bool {
        self.guards
            .as_ref()
            .and_then(|guards| guards.take(check.from, check.to))
            .unwrap_or_else(|| self.can_go(position, check, check.to))
    }

    /// Whether a piece of the defender, king apart, can go to `to`.
    #[inline]
    fn can_go(&self, position: &Position, check: &Check, to: Square) -> bool {
        let king = Bitboard::single(self.king);
        let taken = Bitboard::single(check.to);
        let able = position.attackers(to, !self.us, check.occupied);
        able.without(king | taken)
            .into_iter()
            .any(|from| !self.is_pinned(position, check, from))
    }

    /// Whether a piece on `from` stands between the king and a slider other than the checker.
    #[inline]
    fn is_pinned(&self, position: &Position, check: &Check, from: Square) -> bool {
        let occupied = check.occupied ^ Bitboard::single(from);
        position.slider_reaches(self.king, self.us, occupied)
    }

    /// Whether the way from the checker to the king can be barred; `None` if that takes playing the check.
    #[inline]
    fn is_interposed(&self, position: &Position, check: &Check) -> Option<bool> {
        let line = attacks::between(self.king, check.to);
        if line.is_empty() {
            return Some(false);
        }
        if self.drops_anywhere {
            return Some(true);
        }
        for piece in [HandPiece::Lance, HandPiece::Knight] {
            let dead = rules::dead_ends(piece.kind(), !self.us);
            if self.defenders_hand.has(piece) && !line.without(dead).is_empty() {
                return Some(true);
            }
        }
        if self.defenders_hand.has(HandPiece::Pawn) {
            return None;
        }
        let mut squares = line.into_iter();
        Some(squares.any(|to| self.can_go(position, check, to)))
    }
}
