//! All legal moves: the plain definition that the specialised generators are compared with.

use super::attacks;
use super::bitboard::Bitboard;
use super::moves::Move;
use super::piece::{HandPiece, PieceKind};
use super::position::Position;
use super::rules;
use super::square::Square;

/// Every legal move of the side to move, non-promotions included.
#[must_use]
pub fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    board_moves(position, &mut moves);
    drops(position, &mut moves);
    moves.retain(|&mv| keeps_king_safe(position, mv) && !rules::is_drop_pawn_mate(position, mv));
    moves
}

/// Whether `mv` is one of the legal moves here.
#[must_use]
pub fn is_legal(position: &Position, mv: Move) -> bool {
    legal_moves(position).contains(&mv)
}

/// Whether the mover's own king is safe after a pseudo-legal move.
fn keeps_king_safe(position: &Position, mv: Move) -> bool {
    let us = position.turn();
    let mut after = position.clone();
    let _ = after.play(mv);
    match after.king(us) {
        Some(king) => after.attackers(king, !us, after.occupied()).is_empty(),
        None => true,
    }
}

fn board_moves(position: &Position, moves: &mut Vec<Move>) {
    let us = position.turn();
    for from in position.pieces(us) {
        let Some(piece) = position.piece(from) else {
            continue;
        };
        let reach = attacks::attacks(piece.kind, us, from, position.occupied());
        for to in reach.without(position.pieces(us)) {
            if position
                .piece(to)
                .is_some_and(|target| target.kind == PieceKind::King)
            {
                continue;
            }
            push_board_moves(position, (from, to), moves);
        }
    }
}

/// The move between two squares, unpromoted and promoted as far as the rules allow.
#[inline]
pub(super) fn push_board_moves(
    position: &Position,
    (from, to): (Square, Square),
    moves: &mut Vec<Move>,
) {
    let Some(piece) = position.piece(from) else {
        return;
    };
    if piece.kind.promoted().is_some() && rules::is_promotion_zone(piece.color, from, to) {
        moves.push(Move::Board {
            from,
            to,
            promote: true,
        });
    }
    if !rules::is_dead_end(piece.kind, piece.color, to) {
        moves.push(Move::Board {
            from,
            to,
            promote: false,
        });
    }
}

fn drops(position: &Position, moves: &mut Vec<Move>) {
    for piece in HandPiece::ALL {
        if position.hand(position.turn()).has(piece) {
            for to in drop_targets(position, piece, !position.occupied()) {
                moves.push(Move::Drop { piece, to });
            }
        }
    }
}

/// The squares of `among` (all empty) on which the side to move may drop `piece`, drop-pawn mate
/// and its own king's safety apart.
#[inline]
pub(super) fn drop_targets(position: &Position, piece: HandPiece, among: Bitboard) -> Bitboard {
    let us = position.turn();
    let mut targets = among.without(rules::dead_ends(piece.kind(), us));
    if piece == HandPiece::Pawn {
        for to in targets {
            if rules::is_nifu(position, us, to) {
                targets.toggle(to);
            }
        }
    }
    targets
}
