//! Interpositions that only restore the position (復元型), as the rules tell it: the whole graph of the way back, all
//! checks and all replies, worked back from the ends that the attacker wants.

use super::board::{Board, FastState, Move};
use super::naive::{GaveUp, Solver, replies, without_in_hand};
use std::collections::HashMap;

/// Positions of one way back; more of them leave the question open.
const MAX_PLACES: usize = 6000;

/// A position of the game, with the plies left for a mate, and the square where a piece was just dropped.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    board: Board,
    left: Option<u32>,
    dropped: Option<usize>,
}

/// A place as far as it is known.
#[derive(Debug)]
struct Entry {
    place: Place,
    attacks: bool,
    /// One of the ends that the attacker wants.
    done: bool,
    next: Vec<usize>,
}

impl Solver {
    /// Whether the interposition `block`, a drop, taken at once, is of no more use than to bring the position of `node` back.
    ///
    /// # Errors
    /// The node limit was reached, or the graph is too large.
    pub(crate) fn only_restores(
        &mut self,
        node: &Board,
        block: Move,
        bound: u32,
    ) -> Result<bool, GaveUp> {
        let Move::Drop { kind, to } = block else {
            return Ok(false);
        };
        let blocks = replies(node).blocks;
        assert!(blocks.iter().any(|&(square, _)| square == to));
        for (_, taken) in node.play(block).checking_captures(to) {
            let start = without_in_hand(taken, kind);
            if self.defend(&start, bound)?.is_none() && self.comes_back(node, start, bound)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn comes_back(&mut self, goal: &Board, start: Board, bound: u32) -> Result<bool, GaveUp> {
        let start = Place {
            board: start,
            left: Some(bound),
            dropped: None,
        };
        let mut numbers = HashMap::<Place, usize, FastState>::default();
        let mut entries = Vec::new();
        number(&mut numbers, &mut entries, (start, false));
        let mut index = 0;
        while index < entries.len() {
            if entries.len() > MAX_PLACES {
                return Err(GaveUp);
            }
            let (place, attacks) = (entries[index].place.clone(), entries[index].attacks);
            let done = if attacks {
                self.mates(&place)?
            } else {
                is_board_of(&place.board, goal) || self.is_mated(&place)?
            };
            // Where a piece has gone, or one has come that was not taken at once, the board never comes back.
            let extra = usize::from(place.dropped.is_some());
            if !done && pieces(&place.board) == pieces(goal) + extra {
                let next = if attacks {
                    checks(&place)
                } else {
                    defences(&place)
                };
                let next = next
                    .into_iter()
                    .map(|next| number(&mut numbers, &mut entries, (next, !attacks)));
                entries[index].next = next.collect();
            }
            entries[index].done = done;
            index += 1;
        }
        Ok(least_fixpoint(&entries)[0])
    }

    fn mates(&mut self, place: &Place) -> Result<bool, GaveUp> {
        match place.left {
            Some(left) if left > 0 => Ok(self.attack(&place.board, left - 1)?.is_some()),
            _ => Ok(false),
        }
    }

    fn is_mated(&mut self, place: &Place) -> Result<bool, GaveUp> {
        match place.left {
            Some(left) => Ok(self.defend(&place.board, left)?.is_some()),
            None => Ok(false),
        }
    }
}

fn number(
    numbers: &mut HashMap<Place, usize, FastState>,
    entries: &mut Vec<Entry>,
    (place, attacks): (Place, bool),
) -> usize {
    *numbers.entry(place.clone()).or_insert_with(|| {
        entries.push(Entry {
            place,
            attacks,
            done: false,
            next: Vec::new(),
        });
        entries.len() - 1
    })
}

/// Checks by moves on the board that take nothing, or that take what was just dropped and remove it.
fn checks(place: &Place) -> Vec<Place> {
    let mut found = Vec::new();
    for (check, after) in place.board.checks() {
        let taken = place.board.piece(check.to());
        if check.from().is_some() && taken.is_none() {
            found.push(Place {
                board: after,
                left: place.left.and_then(|left| left.checked_sub(2)),
                dropped: None,
            });
        } else if let (Some(taken), true) = (taken, place.dropped == Some(check.to())) {
            found.push(Place {
                board: without_in_hand(after, taken.kind),
                left: place.left,
                dropped: None,
            });
        }
    }
    found
}

fn defences(place: &Place) -> Vec<Place> {
    let moves = place.board.legal_moves().into_iter();
    moves
        .map(|reply| Place {
            board: place.board.play(reply),
            left: place.left,
            dropped: reply.from().is_none().then_some(reply.to()),
        })
        .collect()
}

fn pieces(board: &Board) -> usize {
    let squares = (0..81).filter(|&square| board.piece(square).is_some());
    squares.count()
}

fn is_board_of(board: &Board, goal: &Board) -> bool {
    (0..81).all(|square| board.piece(square) == goal.piece(square))
}

/// Which places the attacker wins, counting no line that goes on for ever.
fn least_fixpoint(entries: &[Entry]) -> Vec<bool> {
    let mut won: Vec<bool> = entries.iter().map(|entry| entry.done).collect();
    loop {
        let mut changed = false;
        for (index, entry) in entries.iter().enumerate().rev() {
            let mut next = entry.next.iter();
            let wins = if entry.attacks {
                next.any(|&next| won[next])
            } else {
                !entry.next.is_empty() && next.all(|&next| won[next])
            };
            if wins && !won[index] {
                won[index] = true;
                changed = true;
            }
        }
        if !changed {
            return won;
        }
    }
}
