//! Interpositions that only restore the position (復元型の無駄合): by one custom they are futile too.
//!
//! Let u be a drop on the line of a distant check in the defender's position P. The attacker takes it at once with check, and the
//! piece taken leaves the game. u restores P if he then forces, whatever the defender plays, that P's board comes back, or that the
//! defender is mated within bⱼ plies of the capture, the bound of the [futile rule](super::futile). On the way
//! back he plays checks by moves on the board that take nothing; but another drop onto his line he may
//! take at once, and it leaves the game as u did. If he mates in time after the capture whatever the defender plays, nothing is
//! restored: then it is for the rule itself to say whether u is futile.
//!
//! Lines that go on for ever restore nothing, and the way back has no bound on its plies. So this is a game of its own on the graph of
//! its positions. Since nothing is taken and nothing dropped on the way back, a move that can never be undone is none: one of a pawn,
//! lance or knight, a promotion, a capture.

use std::collections::{HashMap, VecDeque};

use crate::shogi::{Hand, Key, Move, PieceKind, Position, Square, checks, evasions};

use super::number::Plies;
use super::state::Search;

/// Attacker's positions that may be looked at for one interposition; more leave the question open.
const MAX_PLACES: usize = 10_000;

/// Interpositions that are remembered.
const MAX_KNOWN: usize = 1 << 16;

impl Search<'_> {
    /// Does the interposition `mv`, which lasts longer than `longest` plies, only restore the position on the board?
    pub(super) fn only_restores(&mut self, mv: Move, longest: Plies, depth: u16) -> Option<bool> {
        if !mv.is_drop() {
            return Some(false);
        }
        let question = (self.table_key(), self.hand(), mv, longest);
        if let Some(&known) = self.restoring.get(&question) {
            return known;
        }
        let mut game = Game {
            goal: self.position.key(),
            depth: depth + 1,
            nodes: Vec::new(),
            known: HashMap::new(),
        };
        let answer = game.play_out(self, mv, longest)?;
        if self.restoring.len() >= MAX_KNOWN {
            self.restoring.clear();
        }
        self.restoring.insert(question, answer);
        answer
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unsettled,
    /// The attacker forces the way back.
    Returns,
    /// The defender avoids it.
    Fails,
}

/// An attacker's position of the game.
#[derive(Debug)]
struct Node {
    position: Position,
    /// Plies that were left for a mate before the defender's move; none if it would come too late.
    left: Option<Plies>,
    /// Where the defender has just interposed a piece.
    interposed: Option<Square>,
    state: State,
    expanded: bool,
    /// For each check the positions after the replies to it; none is the end that the attacker wants.
    checks: Vec<Vec<usize>>,
    parents: Vec<usize>,
}

/// What tells the positions of the game apart: board, the defender's hand, plies left for a mate, interposition.
type Name = (Key, Hand, Option<Plies>, Option<Square>);

/// The game as far as it was looked at.
#[derive(Debug)]
struct Game {
    /// The board that should come back.
    goal: Key,
    depth: u16,
    nodes: Vec<Node>,
    known: HashMap<Name, usize>,
}

/// The node after the interposition that is asked about.
const ROOT: usize = 0;

impl Game {
    /// Whether the interposition `mv` in the position on the board only restores it; `Some(None)` if that takes too much.
    fn play_out(
        &mut self,
        search: &mut Search<'_>,
        mv: Move,
        longest: Plies,
    ) -> Option<Option<bool>> {
        let mut position = search.position.clone();
        let _ = position.play(mv);
        let _ = self.node(position, (Some(longest), Some(mv.to())));
        self.expand(search, ROOT)?;
        loop {
            match self.nodes[ROOT].state {
                State::Returns => return Some(Some(true)),
                State::Fails => return Some(Some(false)),
                State::Unsettled => {}
            }
            if !search.meter.pulse() {
                return None;
            }
            let Some(next) = self.next() else {
                return Some(Some(false));
            };
            if self.nodes.len() > MAX_PLACES {
                return Some(None);
            }
            let Node { left, .. } = self.nodes[next];
            let position = self.nodes[next].position.clone();
            if is_mate_in_time(search, position, (left, self.depth))? {
                self.nodes[next].state = State::Returns;
                self.settle_parents(next);
            } else {
                self.expand(search, next)?;
            }
        }
    }

    fn node(
        &mut self,
        position: Position,
        (left, interposed): (Option<Plies>, Option<Square>),
    ) -> usize {
        let theirs = position.hand(!position.turn());
        let name = (position.key(), theirs, left, interposed);
        let nodes = &mut self.nodes;
        *self.known.entry(name).or_insert_with(|| {
            nodes.push(Node {
                position,
                left,
                interposed,
                state: State::Unsettled,
                expanded: false,
                checks: Vec::new(),
                parents: Vec::new(),
            });
            nodes.len() - 1
        })
    }

    /// Adds the checks of a node that may lead back; `None` if the search was stopped.
    fn expand(&mut self, search: &mut Search<'_>, node: usize) -> Option<()> {
        if !search.meter.tick() {
            return None;
        }
        let Node {
            left, interposed, ..
        } = self.nodes[node];
        let position = self.nodes[node].position.clone();
        let mut moves = Vec::new();
        checks::checks(&position, &mut moves);
        moves.retain(|&mv| may_be_undone(&position, mv));
        let mut found = Vec::new();
        for mv in moves {
            let takes = position.piece(mv.to()).is_some();
            let (after, left) = match interposed {
                Some(square) if mv.to() == square => (set_aside_by(&position, mv), left),
                None if !takes => {
                    let mut after = position.clone();
                    let _ = after.play(mv);
                    (after, left.and_then(|left| left.checked_sub(2)))
                }
                Some(_) | None => continue,
            };
            // A mate in time after the first capture is the affair of the futile rule.
            if node == ROOT && self.is_mated_in_time(search, &after, left)? {
                continue;
            }
            found.extend(self.after(search, &after, left)?);
        }
        for &reply in found.iter().flatten() {
            self.nodes[reply].parents.push(node);
        }
        self.nodes[node].checks = found;
        self.nodes[node].expanded = true;
        self.settle(vec![node]);
        Some(())
    }

    /// The positions after the replies in the defender's `position`, none if the attacker is done; `Some(None)` if he has failed.
    fn after(
        &mut self,
        search: &mut Search<'_>,
        position: &Position,
        left: Option<Plies>,
    ) -> Option<Option<Vec<usize>>> {
        if position.key() == self.goal {
            return Some(Some(Vec::new()));
        }
        if self.is_mated_in_time(search, position, left)? {
            return Some(Some(Vec::new()));
        }
        let mut moves = Vec::new();
        evasions::evasions(position, &mut moves);
        let mut after = Vec::new();
        for mv in moves {
            let mut next = position.clone();
            let _ = next.play(mv);
            let takes = position.piece(mv.to()).is_some();
            if mv.is_drop() || !takes && may_be_undone(position, mv) {
                after.push((next, mv.is_drop().then_some(mv.to())));
            } else if !is_mate_in_time(search, next, (left, self.depth))? {
                return Some(None);
            }
        }
        // A move of the king is likelier than a drop to avoid the way back.
        after.sort_by_key(|(_, interposed)| interposed.is_some());
        let after = after.into_iter();
        let replies: Vec<_> = after
            .map(|(next, interposed)| self.node(next, (left, interposed)))
            .collect();
        Some((!replies.is_empty()).then_some(replies))
    }

    /// Is the defender mated in `position` within the plies `left`?
    fn is_mated_in_time(
        &self,
        search: &mut Search<'_>,
        position: &Position,
        left: Option<Plies>,
    ) -> Option<bool> {
        match left {
            Some(plies) => search.at(position.clone(), |search| {
                search.defender_is_mated(plies, self.depth)
            }),
            None => Some(false),
        }
    }

    fn settle_parents(&mut self, node: usize) {
        self.settle(self.nodes[node].parents.clone());
    }

    /// Sees what follows from a change below these nodes, and carries it upwards.
    fn settle(&mut self, mut changed: Vec<usize>) {
        while let Some(index) = changed.pop() {
            let node = &self.nodes[index];
            if node.state != State::Unsettled || !node.expanded {
                continue;
            }
            let returns = |&reply: &usize| self.nodes[reply].state == State::Returns;
            let state = if node.checks.iter().any(|after| after.iter().all(returns)) {
                State::Returns
            } else if node.checks.iter().all(|after| self.has_failed(after)) {
                State::Fails
            } else {
                continue;
            };
            self.nodes[index].state = state;
            changed.extend(&self.nodes[index].parents);
        }
    }

    fn has_failed(&self, after: &[usize]) -> bool {
        let mut after = after.iter();
        after.any(|&reply| self.nodes[reply].state == State::Fails)
    }

    /// A position not yet looked into that the attacker comes to if the defender keeps to one unsettled reply to each
    /// check. If there is none, the defender avoids the way back for ever.
    fn next(&self) -> Option<usize> {
        let mut seen = vec![false; self.nodes.len()];
        let mut queue = VecDeque::from([ROOT]);
        while let Some(index) = queue.pop_front() {
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            let node = &self.nodes[index];
            if !node.expanded {
                return Some(index);
            }
            let open = node.checks.iter().filter(|after| !self.has_failed(after));
            queue.extend(open.filter_map(|after| self.best_reply(after)));
        }
        None
    }

    /// The unsettled reply that leaves the attacker the fewest checks.
    fn best_reply(&self, after: &[usize]) -> Option<usize> {
        let unsettled = |&&reply: &&usize| self.nodes[reply].state == State::Unsettled;
        let choices = |&&reply: &&usize| {
            let node = &self.nodes[reply];
            let open = node.checks.iter().filter(|after| !self.has_failed(after));
            if node.expanded { open.count() } else { 1 }
        };
        after.iter().filter(unsettled).min_by_key(choices).copied()
    }
}

/// Does the attacker mate in `position` before the plies have run out that were `left` before the defender's move?
fn is_mate_in_time(
    search: &mut Search<'_>,
    position: Position,
    (left, depth): (Option<Plies>, u16),
) -> Option<bool> {
    match left.and_then(|left| left.checked_sub(1)) {
        Some(plies) => search.at(position, |search| search.attacker_mates(plies, depth + 1)),
        None => Some(false),
    }
}

/// Whether the piece that moves could come back and be what it was.
fn may_be_undone(position: &Position, mv: Move) -> bool {
    let piece = mv.from().and_then(|from| position.piece(from));
    let goes_back = |kind| !matches!(kind, PieceKind::Pawn | PieceKind::Lance | PieceKind::Knight);
    !mv.promotes() && piece.is_some_and(|piece| goes_back(piece.kind))
}

/// The position after `mv` has taken a dropped piece, which leaves the game.
fn set_aside_by(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    let taken = position.piece(mv.to());
    let _ = after.play(mv);
    if let Some(taken) = taken.and_then(|piece| piece.kind.hand_piece()) {
        after.set_aside(position.turn(), taken);
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::limits::{Limits, Meter};
    use crate::search::observe::Silent;
    use crate::search::table::Table;
    use crate::shogi::{Color, Setup};
    use crate::tsume::FutileRule;

    /// Whether each of these interpositions only restores the position against a resistance.
    fn restore(sfen: &str, cases: &[(&str, Plies, bool)]) {
        let setup: Setup = sfen.parse().unwrap();
        let position = Position::new(&setup, Color::Black).unwrap();
        let (limits, table) = (Limits::default(), Table::new(1 << 20));
        let mut search = Search::new(position, &table, Meter::new(&limits), &Silent);
        search.attacker = Color::Black;
        search.set_rule(FutileRule::Standard);
        for &(mv, longest, expected) in cases {
            let answer = search.only_restores(mv.parse().unwrap(), longest, 1);
            assert_eq!(answer, Some(expected), "{mv} {longest} {sfen}");
        }
    }

    #[test]
    fn the_horse_goes_back_where_it_came_from() {
        let corner = "8k/5S2s/8P/7G1/4+B4/1g7/9/9/9 w Snp 1";
        restore(
            corner,
            &[
                ("P*3c", 4, true),
                ("N*3c", 4, true),
                // Taken there, the mate comes in time.
                ("P*4d", 4, false),
                ("P*2b", 4, false),
            ],
        );
    }

    #[test]
    fn a_move_on_the_board_restores_nothing() {
        let lance = "7lk/9/7G1/9/9/4B4/9/9/9 w - 1";
        restore(lance, &[("2a2b", 0, false), ("2a2b", 2, false)]);
    }

    #[test]
    fn a_question_that_was_stopped_stays_open() {
        let setup: Setup = "8k/5S2s/8P/7G1/4+B4/1g7/9/9/9 w Snp 1".parse().unwrap();
        let position = Position::new(&setup, Color::Black).unwrap();
        let limits = Limits {
            max_nodes: Some(3),
            ..Limits::default()
        };
        let table = Table::new(1 << 20);
        let mut search = Search::new(position, &table, Meter::new(&limits), &Silent);
        search.attacker = Color::Black;
        search.set_rule(FutileRule::Standard);
        assert_eq!(search.only_restores("P*3c".parse().unwrap(), 4, 1), None);
        assert!(search.restoring.is_empty());
    }
}
