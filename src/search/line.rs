//! The official line (作意) of a mate of exactly known length, and what is left over (駒余り).
//!
//! The attacker plays a shortest mate, the defender lasts as long as possible. Among equals the
//! defender lets the attacker keep as little as possible (an equally long variation that leaves pieces is
//! never the solution); in comparing variations the attacker is granted the most he could keep. The line
//! shown is then the one of the attacker's that leaves least, made unique by a fixed order of moves.

use std::collections::HashMap;

use crate::shogi::{Hand, HandPiece, Key, Move, checks, key};

use super::futile::Replies;
use super::number::Plies;
use super::state::{Limit, Search};

/// A line and what the attacker holds at its end.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub(super) moves: Vec<Move>,
    pub(super) leftover: Hand,
}

/// Pieces left: the most the attacker can keep, and the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Left {
    pub(super) most: u32,
    pub(super) least: u32,
}

/// Values of the nodes on the graph of best play.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    left: HashMap<Key, Left>,
    shortest: HashMap<Key, Vec<Move>>,
    best: HashMap<Key, Vec<Move>>,
}

impl Search<'_> {
    /// The official line from the attacker's position on the board, whose value is `length`.
    ///
    /// `None` if the search was stopped before all equals were known.
    pub(super) fn official_line(&mut self, length: Plies) -> Option<Line> {
        self.official_line_with(&mut Ledger::default(), length)
    }

    /// The same, with what is known of equals on the graph of best play, which may hold several lines.
    pub(super) fn official_line_with(
        &mut self,
        ledger: &mut Ledger,
        length: Plies,
    ) -> Option<Line> {
        self.follow(length, |search, left, attacks| {
            if attacks {
                search.official_check(ledger, left)
            } else {
                search.official_reply(ledger, left)
            }
        })
    }

    /// Some line of best play, the first found: correct in length, not official among equals.
    ///
    /// A limit that has been reached is stretched a little for it; most of it the table knows.
    pub(super) fn any_line(&mut self, length: Plies) -> Option<Line> {
        let ended = self.meter.grant_grace();
        let line = self.follow(length, |search, left, attacks| {
            if attacks {
                search.some_check(left)
            } else {
                search.some_reply(left)
            }
        });
        self.meter.end_grace(ended);
        line
    }

    /// Plays the chosen moves, the attacker's and the defender's in turn, until `length` plies are played.
    fn follow(
        &mut self,
        length: Plies,
        mut choose: impl FnMut(&mut Self, Plies, bool) -> Option<Move>,
    ) -> Option<Line> {
        let mut line = Line::default();
        let mut played = Vec::new();
        for left in (1..=length).rev() {
            let Some(mv) = choose(self, left, left % 2 == 1) else {
                break;
            };
            played.push((mv, self.position.play(mv)));
            line.moves.push(mv);
        }
        line.leftover = self.hand();
        for (mv, undo) in played.into_iter().rev() {
            self.position.undo(mv, undo);
        }
        (line.moves.len() == usize::from(length)).then_some(line)
    }

    /// A check that mates within `length`, as the table remembers it.
    fn some_check(&mut self, length: Plies) -> Option<Move> {
        let (mv, ..) = self.mating_move(length, 0)?;
        let undo = self.position.play(mv);
        let mated = self.defender_is_mated(length - 1, 1);
        self.position.undo(mv, undo);
        if mated? { Some(mv) } else { None }
    }

    fn name(&self) -> Key {
        self.table_key() ^ key::mix(u64::from(self.hand().bits()))
    }

    /// All checks that mate within `length`, the value of the position on the board.
    pub(super) fn shortest_checks(&mut self, length: Plies) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        checks::checks(&self.position, &mut moves);
        let mut shortest = Vec::new();
        for mv in moves {
            let undo = self.position.play(mv);
            let mated = self.defender_is_mated(length - 1, 1);
            self.position.undo(mv, undo);
            if mated? {
                shortest.push(mv);
            }
        }
        Some(shortest)
    }

    fn known_shortest_checks(&mut self, ledger: &mut Ledger, length: Plies) -> Option<Vec<Move>> {
        let name = self.name();
        if let Some(known) = ledger.shortest.get(&name) {
            return Some(known.clone());
        }
        let moves = self.shortest_checks(length)?;
        ledger.shortest.insert(name, moves.clone());
        Some(moves)
    }

    /// All effective replies that last `length` plies, the value of the defender's position on the board.
    fn best_replies(&mut self, ledger: &mut Ledger, length: Plies) -> Option<Vec<Move>> {
        let name = self.name();
        if let Some(known) = ledger.best.get(&name) {
            return Some(known.clone());
        }
        let best = self.lasting_replies(length, usize::MAX)?;
        ledger.best.insert(name, best.clone());
        Some(best)
    }

    /// The first effective reply that lasts `length` plies.
    fn some_reply(&mut self, length: Plies) -> Option<Move> {
        self.lasting_replies(length, 1)?.first().copied()
    }

    /// Up to `wanted` effective replies that last `length` plies.
    pub(super) fn lasting_replies(&mut self, length: Plies, wanted: usize) -> Option<Vec<Move>> {
        let replies = Replies::of(&self.position);
        let mut lasting = Vec::new();
        for &mv in &replies.others {
            if lasting.len() < wanted && !self.lasts_no_longer(mv, length - 2, 1)? {
                lasting.push(mv);
            }
        }
        let limit = Limit::none(length, 1);
        let mut square = usize::MAX;
        let mut resistance = 0;
        for &(mv, at) in &replies.interpositions {
            if lasting.len() >= wanted || self.lasts_no_longer(mv, length - 2, 1)? {
                continue;
            }
            if at != square && self.counts_futile() {
                square = at;
                resistance = self.resistance_before(&replies, at, &limit)?;
            }
            if self.counts(mv, resistance)? {
                lasting.push(mv);
            }
        }
        Some(lasting)
    }

    /// Is the interposition `mv` effective against `resistance`?
    pub(super) fn counts(&mut self, mv: Move, resistance: Plies) -> Option<bool> {
        let may_be_futile = self.counts_futile() && !self.always_counts(mv);
        if !may_be_futile || self.lasts_no_longer(mv, resistance, 1)? {
            return Some(true);
        }
        Some(!self.is_futile(mv, resistance, 1)?)
    }

    /// What is left at the end from the attacker's position on the board.
    pub(super) fn left_of_attacker(&mut self, ledger: &mut Ledger, length: Plies) -> Option<Left> {
        let name = self.name();
        if let Some(&left) = ledger.left.get(&name) {
            return Some(left);
        }
        let mut total: Option<Left> = None;
        for mv in self.known_shortest_checks(ledger, length)? {
            let undo = self.position.play(mv);
            let left = self.left_of_defender(ledger, length - 1);
            self.position.undo(mv, undo);
            let left = left?;
            total = Some(total.map_or(left, |total| Left {
                most: total.most.max(left.most),
                least: total.least.min(left.least),
            }));
        }
        ledger.left.insert(name, total?);
        total
    }

    /// What is left at the end from the defender's position on the board.
    pub(super) fn left_of_defender(&mut self, ledger: &mut Ledger, length: Plies) -> Option<Left> {
        if length == 0 {
            let total = self.hand().total();
            return Some(Left {
                most: total,
                least: total,
            });
        }
        let name = self.name();
        if let Some(&left) = ledger.left.get(&name) {
            return Some(left);
        }
        let mut best: Option<Left> = None;
        for mv in self.best_replies(ledger, length)? {
            let left = self.left_after(ledger, mv, length - 1)?;
            best = Some(best.map_or(left, |best| best.min(left)));
        }
        ledger.left.insert(name, best?);
        best
    }

    fn left_after(&mut self, ledger: &mut Ledger, reply: Move, length: Plies) -> Option<Left> {
        let undo = self.position.play(reply);
        let left = self.left_of_attacker(ledger, length);
        self.position.undo(reply, undo);
        left
    }

    fn official_check(&mut self, ledger: &mut Ledger, length: Plies) -> Option<Move> {
        let least = self.left_of_attacker(ledger, length)?.least;
        let king = self.position.king(!self.attacker)?;
        let mut choice: Vec<Move> = Vec::new();
        for mv in self.known_shortest_checks(ledger, length)? {
            let undo = self.position.play(mv);
            let left = self.left_of_defender(ledger, length - 1);
            self.position.undo(mv, undo);
            if left?.least == least {
                choice.push(mv);
            }
        }
        choice.into_iter().min_by_key(|mv| {
            let class = match mv {
                Move::Board { promote: true, .. } => (0, 0),
                Move::Board { .. } => (1, 0),
                Move::Drop { to, .. } => (2, king.distance(*to)),
            };
            (class, mv.to_string())
        })
    }

    fn official_reply(&mut self, ledger: &mut Ledger, length: Plies) -> Option<Move> {
        let mut choice = Vec::new();
        for mv in self.best_replies(ledger, length)? {
            let left = self.left_after(ledger, mv, length - 1)?;
            let undo = self.position.play(mv);
            let equals = self.known_shortest_checks(ledger, length - 1);
            self.position.undo(mv, undo);
            choice.push((
                (left.most, left.least, equals?.len(), reply_class(mv)),
                mv.to_string(),
                mv,
            ));
        }
        choice.sort();
        choice.first().map(|&(_, _, mv)| mv)
    }
}

/// Board moves before drops, cheap drops before dear ones.
const fn reply_class(mv: Move) -> Option<HandPiece> {
    match mv {
        Move::Board { .. } => None,
        Move::Drop { piece, .. } => Some(piece),
    }
}
