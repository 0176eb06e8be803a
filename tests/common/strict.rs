//! Level strict of rule B4: a useless interposition must leave the attacker's procedure as it was.

use super::board::{Board, Move};
use super::naive::{GaveUp, Solver, replies};
use super::piece::{Kind, Piece};

impl Solver {
    /// Conditions (1) and (2) for a capture `capture` in `node` that led to `taken`, the captured
    /// piece set aside.
    ///
    /// # Errors
    /// The node limit was reached.
    pub(crate) fn is_same_procedure(
        &mut self,
        node: &Board,
        capture: Move,
        taken: &Board,
        bound: u32,
    ) -> Result<bool, GaveUp> {
        Ok(self.has_proper_capturer(node, capture, taken)? && self.replays(node, taken, bound)?)
    }

    /// Condition (1): the checker itself captures, or another piece that needs no new helper.
    fn has_proper_capturer(
        &mut self,
        node: &Board,
        capture: Move,
        taken: &Board,
    ) -> Result<bool, GaveUp> {
        let checker = node.single_check().map(|(checker, _)| checker);
        if capture.from() == checker {
            return Ok(true);
        }
        if taken.checkers() != [capture.to()] {
            return Ok(false);
        }
        if self.defend(taken, 0)?.is_none() {
            return Ok(true);
        }
        let spared = [checker, capture.from(), Some(capture.to())];
        for square in (0..81).filter(|&square| !spared.contains(&Some(square))) {
            if is_attacking_piece(node, square)
                && !self.is_mate_without(taken, square)?
                && self.is_mate_without(node, square)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the position without the piece on a square is still a check with VD = 0.
    fn is_mate_without(&mut self, node: &Board, square: usize) -> Result<bool, GaveUp> {
        let mut rest = node.clone();
        rest.put(square, None);
        Ok(rest.in_check(rest.turn) && self.defend(&rest, 0)? == Some(0))
    }

    /// Condition (2): each reply left in `taken` is one of `node` too, and the same check answers
    /// it in both, and so on.
    fn replays(&mut self, node: &Board, taken: &Board, bound: u32) -> Result<bool, GaveUp> {
        let legal = node.legal_moves();
        for reply in self.replies_to_match(taken, bound)? {
            if !legal.contains(&reply)
                || !self.answers_alike(&node.play(reply), &taken.play(reply), bound - 2)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// All replies but the interpositions that are useless against b_1.
    ///
    /// The test alone decides, also for an interposition that lengthens nothing: "lengthening or
    /// not" is read so, although such a one always counts as a reply elsewhere.
    fn replies_to_match(&mut self, taken: &Board, bound: u32) -> Result<Vec<Move>, GaveUp> {
        let first = self
            .longest_plain(taken, bound)?
            .expect("VD is within the bound, so b_1 is");
        let replies = replies(taken);
        let mut set = replies.plain;
        for block in replies.blocks.into_iter().flat_map(|(_, blocks)| blocks) {
            if !self.is_useless(taken, block, first)? {
                set.push(block);
            }
        }
        Ok(set)
    }

    /// Whether one and the same check wins within `bound` after it in both positions, by replay.
    fn answers_alike(
        &mut self,
        original: &Board,
        other: &Board,
        bound: u32,
    ) -> Result<bool, GaveUp> {
        let others = other.checks();
        for (check, after) in original.checks() {
            if self.defend(&after, bound)?.is_none() {
                continue;
            }
            for (twin, twin_after) in &others {
                if is_same_move(original, check, other, *twin)
                    && self.defend(twin_after, bound)?.is_some()
                    && self.replays(&after, twin_after, bound)?
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Whether a piece of the side not to move, its king apart, stands there.
fn is_attacking_piece(node: &Board, square: usize) -> bool {
    node.piece(square)
        .is_some_and(|piece| piece.color != node.turn && piece.kind != Kind::King)
}

/// Equal text, or the piece that captured the interposition making the move from where it now is.
fn is_same_move(original: &Board, check: Move, other: &Board, twin: Move) -> bool {
    if check == twin {
        return true;
    }
    match (check.from(), twin.from()) {
        (Some(from), Some(_)) if check.to() == twin.to() => {
            let arrives = arriving(original, check);
            arrives.is_some()
                && arrives == arriving(other, twin)
                && other.piece(from) != original.piece(from)
        }
        _ => false,
    }
}

/// The piece as it stands after a board move.
fn arriving(board: &Board, step: Move) -> Option<Piece> {
    board.play(step).piece(step.to())
}
