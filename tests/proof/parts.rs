//! Proof trees taken apart.

use kanju::proof::{AttackerNodeId, DefenderNodeId, ProofTree};
use kanju::shogi::{Hand, Move};

/// A tree taken apart, to be spoilt.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) attackers: Vec<(Move, DefenderNodeId, u16)>,
    pub(crate) defenders: Vec<Vec<(Move, AttackerNodeId)>>,
    /// The hands attacker nodes stand for.
    pub(crate) hands: Vec<Option<Hand>>,
    pub(crate) root: AttackerNodeId,
    /// The moves that lead to each attacker node that can be reached.
    pub(crate) paths: Vec<(usize, Vec<Move>)>,
}

impl Parts {
    pub(crate) fn of(tree: &ProofTree) -> Self {
        let attackers = (0..).map(AttackerNodeId).take(tree.attacker_count());
        let defenders = (0..).map(DefenderNodeId).take(tree.defender_count());
        let mut parts = Self {
            attackers: attackers
                .map(|n| (tree.move_of(n), tree.after(n), tree.length(n)))
                .collect(),
            hands: (0..)
                .map(AttackerNodeId)
                .take(tree.attacker_count())
                .map(|node| tree.hand(node))
                .collect(),
            defenders: defenders.map(|node| tree.replies(node).collect()).collect(),
            root: tree.root().expect("a proof has a root"),
            paths: Vec::new(),
        };
        let mut stack = vec![(parts.root, Vec::new())];
        while let Some((node, path)) = stack.pop() {
            let index = node.0 as usize;
            if parts.paths.iter().any(|&(known, _)| known == index) {
                continue;
            }
            for (reply, next) in tree.replies(tree.after(node)) {
                stack.push((next, [&path[..], &[tree.move_of(node), reply]].concat()));
            }
            parts.paths.push((index, path));
        }
        parts
    }

    pub(crate) fn tree(&self) -> ProofTree {
        let mut tree = ProofTree::new();
        for (&(mv, after, length), hand) in self.attackers.iter().zip(&self.hands) {
            let node = tree.push_attacker(mv, after, length);
            if let Some(hand) = *hand {
                tree.set_hand(node, hand);
            }
        }
        for replies in &self.defenders {
            tree.push_defender(replies.iter().copied());
        }
        tree.set_root(self.root);
        tree
    }

    /// A copy with one change.
    pub(crate) fn spoilt(&self, change: impl FnOnce(&mut Self)) -> ProofTree {
        let mut parts = self.clone();
        change(&mut parts);
        parts.tree()
    }
}
