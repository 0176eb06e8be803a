//! The legal moves that give check (王手), for the attacker.

use super::attacks;
use super::bitboard::Bitboard;
use super::check_origins;
use super::color::Color;
use super::cover::{self, Kinds};
use super::evasions::evasions;
use super::movegen::drop_targets;
use super::moves::Move;
use super::piece::{HandPiece, Piece, PieceKind};
use super::position::Position;
use super::prospects::Prospects;
use super::rules;
use super::square::Square;

/// Appends every legal move of the side to move that gives check: direct, discovered and double, drops,
/// every legal non-promotion; when the mover is in check itself, the evasions that check back (逆王手). Drops come
/// first, which is where a search does well to start.
pub fn checks(position: &Position, moves: &mut Vec<Move>) {
    let us = position.turn();
    let Some(king) = position.king(!us) else {
        return;
    };
    let aim = Aim::of_all(position, king);
    if position.is_check() {
        let start = moves.len();
        evasions(position, moves);
        let mut kept = start;
        for i in start..moves.len() {
            if aim.gives_check(position, moves[i]) {
                moves[kept] = moves[i];
                kept += 1;
            }
        }
        moves.truncate(kept);
        return;
    }
    aim.drops(position, moves);
    let pieces = origins(position, king, |_| Bitboard::FULL) | aim.blockers;
    aim.board_moves(position, pieces, moves);
}

/// Appends those of the [`checks`] that may be mate, in the same order: checks are left out after which the king surely can
/// step to a square that was safe for him before. All are kept if the mover is in check.
///
/// `prospects` are those of `position`.
pub fn checks_that_may_mate(position: &Position, prospects: &Prospects, moves: &mut Vec<Move>) {
    debug_assert_eq!(Some(prospects.king()), position.king(!position.turn()));
    if position.is_check() {
        checks(position, moves);
        return;
    }
    let screen = Covering::of(position.turn(), prospects);
    let king = prospects.king();
    let pieces = screen.pieces(position, prospects);
    if pieces.is_empty() && !screen.lets_drop_any(position) {
        return;
    }
    let aim = Aim::with(position, (king, prospects.blockers()), screen);
    aim.drops(position, moves);
    aim.board_moves(position, pieces, moves);
}

/// Whether a legal move gives check.
#[must_use]
pub fn gives_check(position: &Position, mv: Move) -> bool {
    match position.king(!position.turn()) {
        Some(king) => Aim::of_all(position, king).gives_check(position, mv),
        None => false,
    }
}

/// Could the side to move, if it held `piece`, drop it with check? (Drop-pawn mate is not looked at.)
#[must_use]
pub fn can_drop_check(position: &Position, piece: HandPiece) -> bool {
    let Some(king) = position.king(!position.turn()) else {
        return false;
    };
    let aim = Aim::of_all(position, king);
    let aimed = aim.squares(piece.kind()).without(aim.occupied);
    !drop_targets(position, piece, aimed).is_empty()
}

/// The enemy king and the pieces whose departure discovers a check.
struct Aim<S> {
    us: Color,
    king: Square,
    occupied: Bitboard,
    blockers: Bitboard,
    /// The squares from which nothing, a lance, a bishop and a rook would slide to the king, see [`PieceKind::slide`].
    slides: [Bitboard; 4],
    /// Which checks are wanted.
    screen: S,
}

/// Which checks are wanted.
trait Screen {
    /// Whether a piece of `kind` from the hand may give one.
    fn lets_drop(&self, kind: PieceKind) -> bool;

    /// The squares of `targets` on which a piece of `kind` gives one when it comes from `from`, if it is on the board.
    fn wanted(&self, targets: Bitboard, by: (Color, PieceKind, Option<Square>)) -> Bitboard;
}

/// All checks.
struct All;

impl Screen for All {
    #[inline]
    fn lets_drop(&self, _: PieceKind) -> bool {
        true
    }

    #[inline]
    fn wanted(&self, targets: Bitboard, _: (Color, PieceKind, Option<Square>)) -> Bitboard {
        targets
    }
}

/// No check that leaves the king a square to which he could step before it.
struct Covering {
    /// Those squares: the checker has to attack them as well, unless it leaves one of `opening`.
    flights: Bitboard,
    /// Squares on which a piece may stand in the way of our sliders.
    opening: Bitboard,
    /// The kinds that can attack all of `flights`.
    kinds: Kinds,
}

impl Covering {
    fn of(us: Color, prospects: &Prospects) -> Self {
        let flights = prospects.unattacked();
        Self {
            flights,
            opening: prospects.opening(),
            kinds: cover::kinds(us, prospects.king(), flights),
        }
    }

    /// Whether a piece in hand may give such a check.
    fn lets_drop_any(&self, position: &Position) -> bool {
        let hand = position.hand(position.turn());
        let mut pieces = HandPiece::ALL.into_iter();
        pieces.any(|piece| hand.has(piece) && self.lets_drop(piece.kind()))
    }

    /// The pieces that may give such a check, by their departure or directly, whatever stands in their way.
    fn pieces(&self, position: &Position, prospects: &Prospects) -> Bitboard {
        let direct = origins(position, prospects.king(), |kind| {
            if self.kinds.contains_either(kind) {
                Bitboard::FULL
            } else {
                self.opening
            }
        });
        direct | prospects.blockers() & position.pieces(position.turn())
    }
}

impl Screen for Covering {
    #[inline]
    fn lets_drop(&self, kind: PieceKind) -> bool {
        self.kinds.contains(kind)
    }

    #[inline]
    fn wanted(
        &self,
        mut targets: Bitboard,
        (us, kind, from): (Color, PieceKind, Option<Square>),
    ) -> Bitboard {
        if from.is_some_and(|from| self.opening.contains(from)) {
            return targets;
        }
        for flight in self.flights {
            if targets.is_empty() {
                break;
            }
            targets &= attacks::on_empty_board(kind, !us, flight);
        }
        targets
    }
}

/// The pieces of the side to move that may give a direct check to `king`, whatever stands in their way; of each kind those on
/// the squares `among`.
#[inline]
fn origins(position: &Position, king: Square, among: impl Fn(PieceKind) -> Bitboard) -> Bitboard {
    let us = position.turn();
    let from = |kind| check_origins::of(kind, us, king) & among(kind);
    let of_kind = |kind| position.kind(kind) & from(kind);
    let slider = |kind| position.kind(kind) & among(kind);
    let pieces = of_kind(PieceKind::Pawn)
        | of_kind(PieceKind::Lance)
        | of_kind(PieceKind::Knight)
        | of_kind(PieceKind::Silver)
        | (position.golds() & from(PieceKind::Gold))
        | slider(PieceKind::Bishop)
        | slider(PieceKind::Rook)
        | slider(PieceKind::Horse)
        | slider(PieceKind::Dragon);
    pieces & position.pieces(us)
}

impl Aim<All> {
    fn of_all(position: &Position, king: Square) -> Self {
        let blockers = position.sole_blockers(king, position.turn());
        Self::with(position, (king, blockers), All)
    }

    fn gives_check(&self, position: &Position, mv: Move) -> bool {
        match mv {
            Move::Drop { piece, to } => self.squares(piece.kind()).contains(to),
            Move::Board { from, to, promote } => {
                let Some(piece) = position.piece(from) else {
                    return false;
                };
                let kind = if promote {
                    piece.kind.promoted()
                } else {
                    Some(piece.kind)
                };
                let discovers =
                    self.blockers.contains(from) && !attacks::line(self.king, from).contains(to);
                discovers || kind.is_some_and(|kind| self.squares(kind).contains(to))
            }
        }
    }
}

impl<S: Screen> Aim<S> {
    fn with(position: &Position, (king, blockers): (Square, Bitboard), screen: S) -> Self {
        let us = position.turn();
        let blockers = blockers & position.pieces(us);
        let occupied = position.occupied();
        let rook = attacks::rook(king, occupied);
        Self {
            us,
            king,
            occupied,
            blockers,
            slides: [
                Bitboard::EMPTY,
                rook & attacks::lance_line(!us, king),
                attacks::bishop(king, occupied),
                rook,
            ],
            screen,
        }
    }

    /// The squares from which a piece of `kind` attacks the king.
    #[inline]
    fn squares(&self, kind: PieceKind) -> Bitboard {
        attacks::steps(kind, !self.us, self.king) | self.slides[kind.slide() as usize]
    }

    /// The checks by pieces on the squares `pieces`.
    fn board_moves(&self, position: &Position, pieces: Bitboard, moves: &mut Vec<Move>) {
        let own = position.pieces(self.us);
        let pinned = position.pinned(self.us);
        for from in pieces {
            let Some(piece) = position.piece(from) else {
                continue;
            };
            if piece.kind == PieceKind::King {
                self.king_moves(position, from, moves);
                continue;
            }
            let plain = self.targets(piece.kind, from).without(own);
            let promoted = match piece.kind.promoted() {
                Some(promoted) => self.targets(promoted, from).without(own),
                None => Bitboard::EMPTY,
            };
            if (plain | promoted).is_empty() {
                continue;
            }
            let mut reach = attacks::attacks(piece.kind, self.us, from, self.occupied);
            if pinned.contains(from) {
                reach = match position.king(self.us) {
                    Some(king) => reach & attacks::line(king, from),
                    None => reach,
                };
            }
            self.piece_moves((piece, from), (plain & reach, promoted & reach), moves);
        }
    }

    /// The squares on which a piece of `kind` from `from` gives a wanted check, if it can go there.
    #[inline]
    fn targets(&self, kind: PieceKind, from: Square) -> Bitboard {
        let mut targets = self.squares(kind);
        if self.blockers.contains(from) {
            targets |= !attacks::line(self.king, from);
        }
        self.screen.wanted(targets, (self.us, kind, Some(from)))
    }

    /// The moves of one piece to some squares without promotion and to some with it, as far as the rules allow.
    #[inline]
    fn piece_moves(
        &self,
        (piece, from): (Piece, Square),
        (plain, promoted): (Bitboard, Bitboard),
        moves: &mut Vec<Move>,
    ) {
        for to in promoted {
            if rules::is_promotion_zone(self.us, from, to) {
                moves.push(Move::Board {
                    from,
                    to,
                    promote: true,
                });
            }
        }
        for to in plain {
            if !rules::is_dead_end(piece.kind, self.us, to) {
                moves.push(Move::Board {
                    from,
                    to,
                    promote: false,
                });
            }
        }
    }

    /// The attacker's own king can only discover a check.
    fn king_moves(&self, position: &Position, from: Square, moves: &mut Vec<Move>) {
        if !self.blockers.contains(from) {
            return;
        }
        let away = attacks::king(from) & !attacks::line(self.king, from);
        let without_king = self.occupied ^ Bitboard::single(from);
        for to in away.without(position.pieces(self.us)) {
            if position.attackers(to, !self.us, without_king).is_empty() {
                moves.push(Move::Board {
                    from,
                    to,
                    promote: false,
                });
            }
        }
    }

    fn drops(&self, position: &Position, moves: &mut Vec<Move>) {
        let hand = position.hand(self.us);
        for &piece in HandPiece::ALL.iter().rev() {
            if !hand.has(piece) || !self.screen.lets_drop(piece.kind()) {
                continue;
            }
            let aimed = self.squares(piece.kind()).without(self.occupied);
            let aimed = self.screen.wanted(aimed, (self.us, piece.kind(), None));
            for to in drop_targets(position, piece, aimed) {
                let mv = Move::Drop { piece, to };
                if !rules::is_drop_pawn_mate(position, mv) {
                    moves.push(mv);
                }
            }
        }
    }
}
