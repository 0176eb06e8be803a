//! A second judge of proof trees, on the slow oracle's rules: follows the tree and its claims.
//!
//! Unlike the checker it does not mind one node standing for several positions, as long as the moves
//! written there work in each of them.

use std::collections::HashMap;

use kanju::proof::{AttackerNodeId, ProofTree};
use kanju::shogi::{Hand, HandPiece};

use crate::common::board::{Board, FastState};
use crate::common::bridge::slow_move;

/// Whether the tree proves a mate from `root` within the plies claimed at its root.
pub(crate) fn is_sound(root: &Board, tree: &ProofTree) -> bool {
    follow(root, tree, true)
}

/// The same with all hands as they are met, whatever hands the nodes stand for.
pub(crate) fn is_sound_as_met(root: &Board, tree: &ProofTree) -> bool {
    follow(root, tree, false)
}

fn follow(root: &Board, tree: &ProofTree, lends: bool) -> bool {
    let mut replay = Replay {
        tree,
        lends,
        known: HashMap::default(),
    };
    tree.root()
        .is_some_and(|node| replay.attack(node, root, u16::MAX))
}

struct Replay<'a> {
    tree: &'a ProofTree,
    /// Whether the attacker has just the hand of the node.
    lends: bool,
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
        let lent = match self.tree.hand(node).filter(|_| self.lends) {
            Some(hand) => match with_hand(board, hand) {
                Some(board) => board,
                None => return false,
            },
            None => board.clone(),
        };
        let board = &lent;
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

/// The same board where the side to move has just `hand`, the other the rest; `None` if that is more than it has.
fn with_hand(board: &Board, hand: Hand) -> Option<Board> {
    let mut other = board.clone();
    let us = board.turn as usize;
    for (kind, piece) in HandPiece::ALL.into_iter().enumerate() {
        let left = u8::try_from(hand.count(piece)).ok()?;
        let given = board.hands[us][kind].checked_sub(left)?;
        other.hands[us][kind] = left;
        other.hands[1 - us][kind] += given;
    }
    Some(other)
}
