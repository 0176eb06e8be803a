//! Does another mating move win by itself, or only by coming back to the main line (迂回, 手順前後)?
//!
//! The attacker may play any check but must not enter a position of the main line; the defender keeps to replies that
//! are best in the unrestricted values, since one inferior reply that steps into the main line would hide a cook. The
//! move is independent if the attacker still mates. This is a game of its own: nothing that fails in it is
//! a fact, so it has a graph of its own and takes from the table only what holds without restriction.
//!
//! The proof that was found anyway is looked at first: if it avoids the main line, the question is settled.

use std::collections::{HashMap, HashSet};

use crate::proof::{AttackerNodeId, ProofTree};
use crate::search::Session;
use crate::shogi::{Hand, Key, Move, Position, checks};

/// A position with the attacker to move: board and the attacker's hand.
pub(super) type Place = (Key, Hand);

/// The place of a position with the attacker to move.
pub(super) fn place(position: &Position) -> Place {
    (position.key(), position.hand(position.turn()))
}

/// What came of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It mates by itself.
    Independent,
    /// It mates only by coming back.
    Returns,
}

/// Positions that may be looked at for one move; more leave the question open.
const MAX_PLACES: usize = 3000;

/// Places of a proof that may be looked at; with more of them it is taken to return.
const MAX_MET: usize = 1_000_000;

/// What a proof says about the main line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Touch {
    /// It comes to a position of the main line.
    pub(super) returns: bool,
    /// It comes to a board of the main line with more in hand.
    pub(super) gains: bool,
}

/// How a proof from `position` meets the places of the main line, its own root apart.
pub(super) fn touch(position: &Position, tree: &ProofTree, main: &[Place]) -> Touch {
    let mut walk = Walk {
        position: position.clone(),
        tree,
        main,
        seen: HashSet::new(),
        touch: Touch::default(),
    };
    if let Some(root) = tree.root() {
        walk.below(root);
    }
    walk.touch
}

struct Walk<'a> {
    position: Position,
    tree: &'a ProofTree,
    main: &'a [Place],
    /// Nodes with the attacker's hands they were met with: a node stands for several.
    seen: HashSet<(AttackerNodeId, Hand)>,
    touch: Touch,
}

impl Walk<'_> {
    fn below(&mut self, node: AttackerNodeId) {
        if self.seen.len() > MAX_MET {
            self.touch.returns = true;
            return;
        }
        let mv = self.tree.move_of(node);
        let undo = self.position.play(mv);
        let hand = self.position.hand(self.position.turn());
        for (reply, next) in self.tree.replies(self.tree.after(node)) {
            if let Move::Drop { piece, .. } = reply
                && !hand.has(piece)
            {
                continue;
            }
            let undo = self.position.play(reply);
            let (key, hand) = place(&self.position);
            if self.seen.insert((next, hand)) {
                for &(_, held) in self.main.iter().filter(|&&(other, _)| other == key) {
                    self.touch.returns |= hand == held;
                    self.touch.gains |= hand != held && hand.covers(held);
                }
                self.below(next);
            }
            self.position.undo(reply, undo);
        }
        self.position.undo(mv, undo);
    }
}

/// Whether `mv`, a move that mates from the attacker's position on the board, does so without the places `banned`.
///
/// `None` if that was not settled.
pub(super) fn way(session: &mut Session<'_>, mv: Move, banned: &[Place]) -> Option<Way> {
    let mut game = Game::default();
    let root = game.check(session, &[], mv, banned)??;
    loop {
        game.settle();
        if root
            .iter()
            .all(|&reply| game.nodes[reply].state == State::Mates)
        {
            return Some(Way::Independent);
        }
        if root
            .iter()
            .any(|&reply| game.nodes[reply].state == State::Fails)
        {
            return Some(Way::Returns);
        }
        let Some(next) = game.next(&root) else {
            return Some(Way::Returns);
        };
        if game.nodes.len() > MAX_PLACES {
            return None;
        }
        game.expand(session, next, banned)?;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unsettled,
    /// The attacker mates without the main line.
    Mates,
    /// Every way leads to the main line.
    Fails,
}

/// An attacker's position of the restricted game.
#[derive(Debug)]
struct Node {
    /// The moves to it.
    path: Vec<Move>,
    state: State,
    expanded: bool,
    /// For each mating check, soonest first, the positions after the best replies; none is mate.
    checks: Vec<Vec<usize>>,
}

/// The restricted game as far as it was looked at.
#[derive(Debug, Default)]
struct Game {
    nodes: Vec<Node>,
    known: HashMap<Place, usize>,
}

impl Game {
    /// The positions after the best replies to `mv`, played after `path`; `Some(None)` if it does not mate.
    fn check(
        &mut self,
        session: &mut Session<'_>,
        path: &[Move],
        mv: Move,
        banned: &[Place],
    ) -> Option<Option<Vec<usize>>> {
        let replies = session.after(mv, |session| {
            if !session.is_lost()? {
                return Some(None);
            }
            let length = session.length_of_lost(0, u32::MAX)?;
            Some(Some(session.replies(length, length)?))
        })?;
        let Some(replies) = replies else {
            return Some(None);
        };
        let mut after = Vec::new();
        for reply in replies {
            session.play(mv);
            session.play(reply.mv);
            let place = place(session.position());
            session.take_back();
            session.take_back();
            let path = || path.iter().copied().chain([mv, reply.mv]).collect();
            after.push(self.node(place, banned, path));
        }
        Some(Some(after))
    }

    fn node(&mut self, place: Place, banned: &[Place], path: impl FnOnce() -> Vec<Move>) -> usize {
        let nodes = &mut self.nodes;
        *self.known.entry(place).or_insert_with(|| {
            nodes.push(Node {
                path: path(),
                state: if banned.contains(&place) {
                    State::Fails
                } else {
                    State::Unsettled
                },
                expanded: false,
                checks: Vec::new(),
            });
            nodes.len() - 1
        })
    }

    /// Adds the mating checks of a node; `None` if one was not settled.
    fn expand(&mut self, session: &mut Session<'_>, node: usize, banned: &[Place]) -> Option<()> {
        let path = self.nodes[node].path.clone();
        let ply = session.ply();
        for &mv in &path {
            session.play(mv);
        }
        let expanded = self.expand_here(session, (node, &path), banned);
        session.back_to(ply);
        expanded
    }

    fn expand_here(
        &mut self,
        session: &mut Session<'_>,
        (node, path): (usize, &[Move]),
        banned: &[Place],
    ) -> Option<()> {
        let mut moves = Vec::new();
        checks::checks(session.position(), &mut moves);
        let mut found = Vec::new();
        for mv in moves {
            found.extend(self.check(session, path, mv, banned)?);
        }
        found.sort_by_key(Vec::len);
        self.nodes[node].checks = found;
        self.nodes[node].expanded = true;
        Some(())
    }

    /// Carries mates and failures upwards until nothing changes.
    fn settle(&mut self) {
        loop {
            let mut changed = false;
            for index in 0..self.nodes.len() {
                let node = &self.nodes[index];
                if node.state != State::Unsettled || !node.expanded {
                    continue;
                }
                let mates = |&reply: &usize| self.nodes[reply].state == State::Mates;
                let fails = |&reply: &usize| self.nodes[reply].state == State::Fails;
                let state = if node.checks.iter().any(|after| after.iter().all(mates)) {
                    State::Mates
                } else if node.checks.iter().all(|after| after.iter().any(fails)) {
                    State::Fails
                } else {
                    continue;
                };
                self.nodes[index].state = state;
                changed = true;
            }
            if !changed {
                return;
            }
        }
    }

    /// An unsettled position not yet looked into that the attacker may still need; none is left if he can only run in
    /// circles.
    fn next(&self, root: &[usize]) -> Option<usize> {
        let mut seen = HashSet::new();
        let mut stack: Vec<usize> = root.to_vec();
        while let Some(index) = stack.pop() {
            let node = &self.nodes[index];
            if node.state != State::Unsettled || !seen.insert(index) {
                continue;
            }
            if !node.expanded {
                return Some(index);
            }
            let fails = |after: &&Vec<usize>| {
                let mut after = after.iter();
                after.any(|&reply| self.nodes[reply].state == State::Fails)
            };
            let open = node.checks.iter().rev().filter(|after| !fails(after));
            stack.extend(open.flatten().copied());
        }
        None
    }
}
