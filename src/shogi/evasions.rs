//! The legal replies to a check: capture, king move, interposition (合駒).

use super::attacks;
use super::bitboard::Bitboard;
use super::movegen::{drop_targets, push_board_moves};
use super::moves::Move;
use super::piece::HandPiece;
use super::position::Position;
use super::rules;
use super::square::Square;

/// The empty squares between the king of the side to move and its only, distant checker.
///
/// Empty when there is no check, a check from next to the king, by a knight, or two at once.
#[must_use]
pub fn interposition_squares(position: &Position) -> Bitboard {
    let checkers = position.checkers();
    match (position.king(position.turn()), checkers.first()) {
        (Some(king), Some(checker)) if !checkers.has_many() => attacks::between(king, checker),
        _ => Bitboard::EMPTY,
    }
}

/// Appends every legal move of a side in check: captures by the king, captures of the checker, other king moves, then board
/// moves onto the line, then drops, squares nearest the king first, cheap pieces first. Captures refute most checks
/// that fail.
///
/// Returns the [`interposition_squares`].
pub fn evasions(position: &Position, moves: &mut Vec<Move>) -> Bitboard {
    let us = position.turn();
    let Some(king) = position.king(us) else {
        return Bitboard::EMPTY;
    };
    let checkers = position.checkers();
    let flights = safe_flights(position, king);
    king_moves(king, flights & position.occupied(), moves);
    let quiet = flights.without(position.occupied());
    let Some(checker) = checkers.first().filter(|_| !checkers.has_many()) else {
        king_moves(king, quiet, moves);
        return Bitboard::EMPTY;
    };
    let able = movable(position, king);
    for from in position.attackers(checker, us, position.occupied()) & able {
        push_board_moves(position, (from, checker), moves);
    }
    king_moves(king, quiet, moves);
    let line = attacks::between(king, checker);
    for to in nearest_first(line, king) {
        for from in position.attackers(to, us, position.occupied()) & able {
            push_board_moves(position, (from, to), moves);
        }
    }
    for to in nearest_first(line, king) {
        drops_on(position, to, moves);
    }
    line
}

/// Could the side to move, if it held `piece`, drop it on one of these empty squares?
#[must_use]
pub fn may_drop_among(position: &Position, piece: HandPiece, squares: Bitboard) -> bool {
    !drop_targets(position, piece, squares).is_empty()
}

/// Whether the side in check has any legal move.
#[must_use]
pub fn has_evasion(position: &Position) -> bool {
    let us = position.turn();
    let Some(king) = position.king(us) else {
        return true;
    };
    let checkers = position.checkers();
    if !safe_flights(position, king).is_empty() {
        return true;
    }
    let Some(checker) = checkers.first().filter(|_| !checkers.has_many()) else {
        return false;
    };
    is_taken(position, king, checker) || is_interposed(position, king, checker)
}

/// Whether another piece than the king can take the only checker.
#[inline]
fn is_taken(position: &Position, king: Square, checker: Square) -> bool {
    let takers = position
        .attackers(checker, position.turn(), position.occupied())
        .without(Bitboard::single(king));
    !takers.is_empty() && takers.meets(movable(position, king))
}

/// Whether the way from the only checker to the king can be barred.
#[inline]
fn is_interposed(position: &Position, king: Square, checker: Square) -> bool {
    let line = attacks::between(king, checker);
    if line.is_empty() {
        return false;
    }
    if line.into_iter().any(|to| can_drop_on(position, to)) {
        return true;
    }
    let us = position.turn();
    let able = movable(position, king);
    line.into_iter()
        .any(|to| position.attackers(to, us, position.occupied()).meets(able))
}

/// How many ways out the side in check has, roughly: its flights, two for taking the checker, one for interposing.
///
/// Zero if and only if it is mate. Taking counts twice since it often takes more than one way: several pieces, or one with
/// and without promotion.
#[must_use]
pub fn ways_out(position: &Position) -> u32 {
    let us = position.turn();
    let Some(king) = position.king(us) else {
        return 1;
    };
    let checkers = position.checkers();
    let flights = safe_flights(position, king).count();
    let Some(checker) = checkers.first().filter(|_| !checkers.has_many()) else {
        return flights;
    };
    let taken = is_taken(position, king, checker);
    let interposed = is_interposed(position, king, checker);
    counted(flights, taken, interposed)
}

#[inline]
pub(super) const fn counted(flights: u32, taken: bool, interposed: bool) -> u32 {
    flights + 2 * taken as u32 + interposed as u32
}

/// The squares of a line that starts at `king`, nearest first.
fn nearest_first(mut line: Bitboard, king: Square) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let first = line.first()?;
        let next = if first < king { line.last()? } else { first };
        line.toggle(next);
        Some(next)
    })
}

/// The pieces, king apart, that may leave their line: a pinned one can never answer a check by another piece.
fn movable(position: &Position, king: Square) -> Bitboard {
    let us = position.turn();
    let pinned = position.sole_blockers(king, !us);
    position.pieces(us).without(pinned | Bitboard::single(king))
}

/// The squares to which the king may step.
fn safe_flights(position: &Position, king: Square) -> Bitboard {
    let us = position.turn();
    let without_king = position.occupied() ^ Bitboard::single(king);
    attacks::king(king)
        .without(position.pieces(us))
        .without(position.attacks_around(king, !us, without_king))
}

fn king_moves(king: Square, targets: Bitboard, moves: &mut Vec<Move>) {
    for to in targets {
        moves.push(Move::Board {
            from: king,
            to,
            promote: false,
        });
    }
}

fn drops_on(position: &Position, to: Square, moves: &mut Vec<Move>) {
    let hand = position.hand(position.turn());
    for piece in HandPiece::ALL {
        let mv = Move::Drop { piece, to };
        if hand.has(piece)
            && !drop_targets(position, piece, Bitboard::single(to)).is_empty()
            && !rules::is_drop_pawn_mate(position, mv)
        {
            moves.push(mv);
        }
    }
}

fn can_drop_on(position: &Position, to: Square) -> bool {
    let hand = position.hand(position.turn());
    HandPiece::ALL.into_iter().rev().any(|piece| {
        hand.has(piece)
            && !drop_targets(position, piece, Bitboard::single(to)).is_empty()
            && !rules::is_drop_pawn_mate(position, Move::Drop { piece, to })
    })
}
