//! Leftover pieces (駒余り) and the one official line (本手順), rule B9.

use super::board::{Board, FastState, Move};
use super::naive::{GaveUp, Level, Solver};
use super::piece::distance;
use std::cmp::Reverse;
use std::collections::HashMap;

/// What rule B9 says of a root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solution {
    /// Plies to mate.
    pub(crate) length: u32,
    /// l_H: leftovers when the attacker likes to keep pieces.
    pub(crate) leftover_kept: u32,
    /// l_min: leftovers when he does not.
    pub(crate) leftover_min: u32,
    /// The main line in USI.
    pub(crate) line: Vec<String>,
}

/// The official solution of a root with a mate in at most `max_plies`.
///
/// # Errors
/// The node limit was reached.
pub(crate) fn official(
    root: &Board,
    level: Level,
    max_plies: u32,
    max_nodes: u64,
) -> Result<Option<Solution>, GaveUp> {
    let mut solver = Solver::new(level, max_nodes);
    let Some(length) = solver.attack(root, max_plies)? else {
        return Ok(None);
    };
    let mut judge = Judge {
        solver,
        max_plies,
        memo: HashMap::default(),
    };
    let leftover = judge.attack(root)?;
    let line = judge.main_line(root)?;
    Ok(Some(Solution {
        length,
        leftover_kept: leftover.kept,
        leftover_min: leftover.min,
        line: line.into_iter().map(Move::to_usi).collect(),
    }))
}

/// The leftovers of a node under both preferences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Leftover {
    kept: u32,
    min: u32,
}

/// A move, the position after it, and that position's leftovers.
type Judged = (Move, Board, Leftover);

#[derive(Debug)]
struct Judge {
    solver: Solver,
    max_plies: u32,
    memo: HashMap<Board, Leftover, FastState>,
}

impl Judge {
    /// The leftovers with the attacker to move.
    fn attack(&mut self, node: &Board) -> Result<Leftover, GaveUp> {
        if let Some(&known) = self.memo.get(node) {
            return Ok(known);
        }
        let checks = self.shortest_checks(node)?;
        let kept = checks
            .iter()
            .map(|(_, _, leftover)| leftover.kept)
            .max()
            .unwrap_or(0);
        let min = checks
            .iter()
            .map(|(_, _, leftover)| leftover.min)
            .min()
            .unwrap_or(0);
        let leftover = Leftover { kept, min };
        self.memo.insert(node.clone(), leftover);
        Ok(leftover)
    }

    /// The leftovers with the defender to move.
    fn defend(&mut self, node: &Board) -> Result<Leftover, GaveUp> {
        if let Some(&known) = self.memo.get(node) {
            return Ok(known);
        }
        let replies = self.best_replies(node)?;
        let min = replies.iter().map(|(_, _, leftover)| leftover.min).min();
        let leftover = match (replies.first(), min) {
            (Some((_, _, best)), Some(min)) => Leftover {
                kept: best.kept,
                min,
            },
            _ => {
                let in_hand = node.hand_size(node.turn.other());
                Leftover {
                    kept: in_hand,
                    min: in_hand,
                }
            }
        };
        self.memo.insert(node.clone(), leftover);
        Ok(leftover)
    }

    /// All checks that mate in the fewest plies.
    fn shortest_checks(&mut self, node: &Board) -> Result<Vec<Judged>, GaveUp> {
        let Some(value) = self.solver.attack(node, self.max_plies)? else {
            return Ok(Vec::new());
        };
        let mut shortest = Vec::new();
        for (check, after) in node.checks() {
            if self.solver.defend(&after, value - 1)?.is_some() {
                let leftover = self.defend(&after)?;
                shortest.push((check, after, leftover));
            }
        }
        Ok(shortest)
    }

    /// The effective replies with the largest value and, among those, the fewest kept leftovers.
    fn best_replies(&mut self, node: &Board) -> Result<Vec<Judged>, GaveUp> {
        let Some(value) = self.solver.defend(node, self.max_plies)? else {
            return Ok(Vec::new());
        };
        let mut best = Vec::new();
        for (reply, length) in self.solver.effective_replies(node, value)? {
            if length == value {
                let after = node.play(reply);
                let leftover = self.attack(&after)?;
                best.push((reply, after, leftover));
            }
        }
        let fewest = best.iter().map(|(_, _, leftover)| leftover.kept).min();
        best.retain(|(_, _, leftover)| Some(leftover.kept) == fewest);
        Ok(best)
    }

    fn main_line(&mut self, root: &Board) -> Result<Vec<Move>, GaveUp> {
        let mut line = Vec::new();
        let mut node = root.clone();
        loop {
            let min = self.attack(&node)?.min;
            let mut checks = self.shortest_checks(&node)?;
            checks.retain(|(_, _, leftover)| leftover.min == min);
            let Some((check, after, _)) = checks
                .into_iter()
                .min_by_key(|(check, _, _)| attacker_taste(&node, *check))
            else {
                return Ok(line);
            };
            line.push(check);
            let mut choices = Vec::new();
            for (reply, next, leftover) in self.best_replies(&after)? {
                let duals = self.shortest_checks(&next)?.len();
                choices.push(((leftover.min, duals, defender_taste(reply)), reply, next));
            }
            choices.sort_by(|(a, ..), (b, ..)| a.cmp(b));
            let Some((_, reply, next)) = choices.into_iter().next() else {
                return Ok(line);
            };
            line.push(reply);
            node = next;
        }
    }
}

/// Promotions, other board moves, drops nearest to the king; then the text.
fn attacker_taste(node: &Board, check: Move) -> (u8, usize, String) {
    let (class, steps) = match check {
        Move::Step { promote: true, .. } => (0, 0),
        Move::Step { promote: false, .. } => (1, 0),
        Move::Drop { to, .. } => (
            2,
            node.king(node.turn.other())
                .map_or(0, |king| distance(king, to)),
        ),
    };
    (class, steps, check.to_usi())
}

/// Board moves, then drops with the cheapest piece; then the text.
fn defender_taste(reply: Move) -> (Reverse<bool>, usize, String) {
    let price = match reply {
        Move::Step { .. } => 0,
        Move::Drop { kind, .. } => kind as usize,
    };
    (Reverse(reply.from().is_some()), price, reply.to_usi())
}
