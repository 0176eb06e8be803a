//! What a proof tree says about the length as composers count it.
//!
//! The tree is taken for the whole game. An interposition counts as futile if the tree answers it by taking it
//! with check, the mate after that is no longer than the other replies last, and it is known to work
//! without the piece taken. This is a count, no bound: see the rule on futile interpositions.

use rustc_hash::FxHashMap;

use crate::proof::{AttackerNodeId, ProofTree};
use crate::shogi::{Hand, Move, evasions};
use crate::tsume::FutileRule;

use super::futile::Replies;
use super::line::Line;
use super::number::{Plies, UNLIMITED};
use super::state::Search;
use super::table::Found;

/// An attacker's node as composers count it: plies, and the defender's reply to its move.
#[derive(Clone, Copy, Debug)]
struct Count {
    length: Plies,
    reply: Option<(Move, AttackerNodeId)>,
}

/// The counts of nodes for the hands they are met with.
#[derive(Default)]
struct Counts {
    exact: FxHashMap<(AttackerNodeId, Hand), Plies>,
    /// The greatest count of each node.
    greatest: FxHashMap<AttackerNodeId, Plies>,
}

/// Nodes counted for each hand anew; from then on any hand will do.
const MOST_EXACT: usize = 200_000;

impl Counts {
    fn get(&self, node: AttackerNodeId, hand: Hand) -> Option<Plies> {
        let exact = self.exact.get(&(node, hand));
        let found = exact.or_else(|| {
            let any_will_do = self.exact.len() >= MOST_EXACT;
            self.greatest.get(&node).filter(|_| any_will_do)
        });
        found.copied()
    }

    fn insert(&mut self, node: AttackerNodeId, hand: Hand, count: Plies) {
        if self.exact.len() < MOST_EXACT {
            self.exact.insert((node, hand), count);
        }
        let greatest = self.greatest.entry(node).or_default();
        *greatest = count.max(*greatest);
    }
}

impl Search<'_> {
    /// The main line of a proof tree, futile interpositions left out.
    ///
    /// What follows a node is counted for each hand it is met with, while those are not too many. Out of time, every
    /// interposition counts.
    pub(super) fn line_of_tree(&mut self, tree: &ProofTree, rule: FutileRule) -> Line {
        let mut counts = Counts::default();
        let mut line = Line::default();
        let mut played = Vec::new();
        let mut next = tree.root();
        while let Some(node) = next {
            let mv = tree.move_of(node);
            line.moves.push(mv);
            played.push((mv, self.position.play(mv)));
            let count = self.count_after(tree, node, (rule, &mut counts));
            next = count.reply.map(|(reply, after)| {
                line.moves.push(reply);
                played.push((reply, self.position.play(reply)));
                after
            });
        }
        line.leftover = self.hand();
        for (mv, undo) in played.into_iter().rev() {
            self.position.undo(mv, undo);
        }
        line
    }

    fn count(
        &mut self,
        tree: &ProofTree,
        node: AttackerNodeId,
        (rule, counts): (FutileRule, &mut Counts),
    ) -> Plies {
        let hand = self.hand();
        if let Some(count) = counts.get(node, hand) {
            return count;
        }
        if !self.meter.pulse() {
            return tree.length(node);
        }
        let mv = tree.move_of(node);
        let undo = self.position.play(mv);
        let count = self.count_after(tree, node, (rule, counts));
        self.position.undo(mv, undo);
        counts.insert(node, hand, count.length);
        count.length
    }

    /// The count of a node whose move has been played.
    fn count_after(
        &mut self,
        tree: &ProofTree,
        node: AttackerNodeId,
        (rule, counts): (FutileRule, &mut Counts),
    ) -> Count {
        let hand = self.position.hand(!self.attacker);
        let mut lengths = Vec::new();
        for (reply, next) in tree.replies(tree.after(node)) {
            if let Move::Drop { piece, .. } = reply
                && !hand.has(piece)
            {
                continue;
            }
            let undo = self.position.play(reply);
            lengths.push((reply, self.count(tree, next, (rule, counts)), next));
            self.position.undo(reply, undo);
        }
        let rule = if self.stopped() {
            FutileRule::Off
        } else {
            rule
        };
        self.count_replies(tree, &lengths, rule)
    }

    /// The longest reply in the defender's position on the board.
    fn count_replies(
        &mut self,
        tree: &ProofTree,
        lengths: &[(Move, Plies, AttackerNodeId)],
        rule: FutileRule,
    ) -> Count {
        let replies = Replies::of(&self.position);
        let mut best: Option<(Plies, Move, AttackerNodeId)> = None;
        let length_of = |mv: Move| lengths.iter().find(|&&(reply, ..)| reply == mv);
        let longest = |mv: Move, best: &mut Option<(Plies, Move, AttackerNodeId)>| {
            if let Some(&(_, length, next)) = length_of(mv)
                && best.is_none_or(|(known, ..)| length > known)
            {
                *best = Some((length, mv, next));
            }
        };
        for &mv in &replies.others {
            longest(mv, &mut best);
        }
        let mut square = usize::MAX;
        let mut resistance = 0;
        for &(mv, at) in &replies.interpositions {
            if at != square {
                square = at;
                resistance = best.map_or(0, |(length, ..)| length + 1);
            }
            let Some(&(_, length, next)) = length_of(mv) else {
                continue;
            };
            if rule == FutileRule::Off
                || self.always_counts(mv)
                || length < resistance
                || !self.looks_futile((tree.move_of(next), rule), (mv, length), resistance)
            {
                longest(mv, &mut best);
            }
        }
        match best {
            Some((length, mv, next)) => Count {
                length: length + 2,
                reply: Some((mv, next)),
            },
            None => Count {
                length: 1,
                reply: None,
            },
        }
    }

    /// Whether the tree's `answer` to the interposition `mv` makes that futile.
    fn looks_futile(
        &mut self,
        (answer, rule): (Move, FutileRule),
        (mv, length): (Move, Plies),
        resistance: Plies,
    ) -> bool {
        if answer.is_drop() || answer.to() != mv.to() || length > resistance + 1 {
            return false;
        }
        let hand = self.hand();
        let checkers = self.position.checkers();
        let undo = self.position.play(mv);
        let after = self.position.play(answer);
        let is_mate = !evasions::has_evasion(&self.position);
        let by_checker = answer.from().is_some_and(|from| checkers.contains(from));
        let is_known = || {
            let found = self.look_up(self.table_key(), hand, (UNLIMITED, 0));
            matches!(found, Found::Proof(_))
        };
        let futile = is_mate && (by_checker || rule != FutileRule::Strict) || is_known();
        self.position.undo(answer, after);
        self.position.undo(mv, undo);
        futile
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::limits::{Limits, Meter};
    use crate::search::observe::Silent;
    use crate::search::table::Table;
    use crate::shogi::{Color, Position, Setup};

    #[test]
    fn a_chain_of_futile_interpositions_does_not_count() {
        let setup: Setup = "8k/8p/7PN/9/9/9/9/9/R8 b r2b4g4s3n4l16p 1".parse().unwrap();
        let position = Position::new(&setup, Color::Black).unwrap();
        let (limits, table) = (Limits::default(), Table::new(1 << 20));
        let meter = Meter::new(&limits);
        let mut search = Search::new(position, &table, meter, &Silent);
        assert_eq!(search.attacker_mates(UNLIMITED, 0), Some(true));
        let tree = search.extract(UNLIMITED).unwrap();
        let plies = |search: &mut Search<'_>, rule| search.line_of_tree(&tree, rule).moves.len();
        assert_eq!(plies(&mut search, FutileRule::Standard), 1);
        assert!(plies(&mut search, FutileRule::Off) > 1);
    }
}
