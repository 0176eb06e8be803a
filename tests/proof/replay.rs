//! A second judge of proof trees, on the slow oracle's rules: follows the tree and its claims.
//!
//! Unlike the checker it does not mind one node standing for several positions, as long as the moves
//! written there work in each of them.

use std::collections::HashMap;

use kanju::proof::{AttackerNodeId, ProofTree};

use crate::common::board::{Board, FastState};
use crate::common::bridge::slow_move;

/// Whether the tree proves a mate from `root` within the plies claimed at its root.
pub(crate) fn is_sound(root: &Board, tree: &ProofTree) -> bool {
    let mut replay = Replay {
        tree,
        known: HashMap::default(),
    };
    tree.root()
        .is_some_and(|node| replay.attack(node, root, u16::MAX))
}

struct Replay<'a> {
    tree: &'a ProofTree,
    known: HashMap<(u32, Board), bool, FastState>,
}

impl Replay<'_> {
    /// Whether the claim at an attacker node is at most `limit`, odd, and true in this position.
    fn attack(&mut self, node: AttackerNodeId, board: &Board, limit: u16) -> bool {
        if !self.tree.has_attacker(node) {
            return false;
        }
        let claim = self.tree.length(node);
        if claim > limit || claim.is_multiple_of(2) {
            return false;
        }
        let key = (node.0, board.clone());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let played = slow_move(self.tree.move_of(node));
        let found = board
            .checks()
            .into_iter()
            .find(|(check, _)| *check == played);
        let is_sound = found.is_some_and(|(_, after)| self.defend(node, &after, claim));
        self.known.insert(key, is_sound);
        is_sound
    }

    /// Whether each reply to the move at `parent` has a node with a shorter claim that is true.
    fn defend(&mut self, parent: AttackerNodeId, board: &Board, claim: u16) -> bool {
        let node = self.tree.after(parent);
        if !self.tree.has_defender(node) {
            return false;
        }
        let tree = self.tree;
        board.legal_moves().into_iter().all(|reply| {
            let entry = tree.replies(node).find(|&(mv, _)| slow_move(mv) == reply);
            let limit = claim.checked_sub(2);
            entry
                .zip(limit)
                .is_some_and(|((_, child), limit)| self.attack(child, &board.play(reply), limit))
        })
    }
}
