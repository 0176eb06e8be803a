//! The legal moves that give check (王手), for the attacker.

use super::attacks;
use super::bitboard::Bitboard;
use super::check_origins;
use super::color::Color;
use super::evasions::evasions;
use super::movegen::drop_targets;
use super::moves::Move;
use super::piece::{HandPiece, Piece, PieceKind};
use super::position::Position;
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
    let aim = Aim::new(position, king);
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
    aim.board_moves(position, moves);
}

/// Whether a legal move gives check.
#[must_use]
pub fn gives_check(position: &Position, mv: Move) -> bool {
    match position.king(!position.turn()) {
        Some(king) => Aim::new(position, king).gives_check(position, mv),
        None => false,
    }
}

/// Could the side to move, if it held `piece`, drop it with check? (Drop-pawn mate is not looked at.)
#[must_use]
pub fn can_drop_check(position: &Position, piece: HandPiece) -> bool {
    let Some(king) = position.king(!position.turn()) else {
        return false;
    };
    let aim = Aim::new(position, king);
    let aimed = aim.squares(piece.kind()).without(aim.occupied);
    !drop_targets(position, piece, aimed).is_empty()
}

/// The enemy king and the pieces whose departure discovers a check.
struct Aim {
    us: Color,
    king: Square,
    occupied: Bitboard,
    blockers: Bitboard,
    /// The squares from which nothing, a lance, a bishop and a rook would slide to the king, see [`PieceKind::slide`].
    slides: [Bitboard; 4],
}

impl Aim {
    fn new(position: &Position, king: Square) -> Self {
        let us = position.turn();
        let blockers = position.sole_blockers(king, us) & position.pieces(us);
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
        }
    }

    /// The squares from which a piece of `kind` attacks the king.
    #[inline]
    fn squares(&self, kind: PieceKind) -> Bitboard {
        attacks::steps(kind, !self.us, self.king) | self.slides[kind.slide() as usize]
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

    fn board_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let own = position.pieces(self.us);
        let pinned = position.pinned(self.us);
        for from in own & (self.blockers | self.origins(position)) {
            let Some(piece) = position.piece(from) else {
                continue;
            };
            if piece.kind == PieceKind::King {
                self.king_moves(position, from, moves);
                continue;
            }
            let mut reach = attacks::attacks(piece.kind, self.us, from, self.occupied).without(own);
            if pinned.contains(from) {
                reach = match position.king(self.us) {
                    Some(king) => reach & attacks::line(king, from),
                    None => reach,
                };
            }
            if !reach.is_empty() {
                self.piece_moves((piece, from), reach, moves);
            }
        }
    }

    /// The pieces that may give a direct check, whatever stands in their way.
    fn origins(&self, position: &Position) -> Bitboard {
        let from = |kind| check_origins::of(kind, self.us, self.king);
        let of_kind = |kind| position.kind(kind) & from(kind);
        of_kind(PieceKind::Pawn)
            | of_kind(PieceKind::Lance)
            | of_kind(PieceKind::Knight)
            | of_kind(PieceKind::Silver)
            | (position.golds() & from(PieceKind::Gold))
            | position.kind(PieceKind::Bishop)
            | position.kind(PieceKind::Rook)
            | position.kind(PieceKind::Horse)
            | position.kind(PieceKind::Dragon)
    }

    /// The checks of one piece that can go to the squares of `reach`.
    #[inline]
    fn piece_moves(&self, (piece, from): (Piece, Square), reach: Bitboard, moves: &mut Vec<Move>) {
        let discovered = if self.blockers.contains(from) {
            !attacks::line(self.king, from)
        } else {
            Bitboard::EMPTY
        };
        if let Some(promoted) = piece.kind.promoted() {
            for to in reach & (self.squares(promoted) | discovered) {
                if rules::is_promotion_zone(self.us, from, to) {
                    moves.push(Move::Board {
                        from,
                        to,
                        promote: true,
                    });
                }
            }
        }
        for to in reach & (self.squares(piece.kind) | discovered) {
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
            if !hand.has(piece) {
                continue;
            }
            let aimed = self.squares(piece.kind()).without(self.occupied);
            for to in drop_targets(position, piece, aimed) {
                let mv = Move::Drop { piece, to };
                if !rules::is_drop_pawn_mate(position, mv) {
                    moves.push(mv);
                }
            }
        }
    }
}
