//! A proof tree under construction, and the places of its positions.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::proof::{AttackerNodeId, DefenderNodeId, ProofTree};
use crate::shogi::{Hand, Key, Move};

use super::number::Plies;

/// See the module.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) tree: ProofTree,
    /// The nodes of each board, one for each hand of a proof: its shortest.
    nodes: HashMap<Key, Vec<(Hand, AttackerNodeId)>, BuildHasherDefault<KeyHasher>>,
    mated: Option<DefenderNodeId>,
    /// Moves and replies of the nodes that are being written.
    pub(super) moves: Vec<Move>,
    pub(super) replies: Vec<(Move, AttackerNodeId)>,
}

/// Takes keys as they are: they are random already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the two halves are mixed")]
    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64 ^ (key >> 64) as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Draft {
    /// The node for just this proof hand, if it is no longer than `bound`.
    pub(super) fn node(&self, key: Key, hand: Hand, bound: Plies) -> Option<AttackerNodeId> {
        let nodes = self.nodes.get(&key)?;
        let &(_, node) = nodes.iter().find(|&&(known, _)| known == hand)?;
        (self.tree.length(node) <= bound).then_some(node)
    }

    /// The shortest node that stands for `hand`, if it is no longer than `bound`, and its own hand.
    pub(super) fn shortest(
        &self,
        key: Key,
        hand: Hand,
        bound: Plies,
    ) -> Option<(Hand, AttackerNodeId)> {
        let nodes = self.nodes.get(&key)?.iter();
        nodes
            .filter(|&&(poorer, node)| hand.covers(poorer) && self.tree.length(node) <= bound)
            .min_by_key(|&&(_, node)| self.tree.length(node))
            .copied()
    }

    /// Notes the place of a node, unless there is a shorter one for its hand.
    pub(super) fn note(&mut self, key: Key, hand: Hand, node: AttackerNodeId) {
        let nodes = self.nodes.entry(key).or_default();
        match nodes.iter_mut().find(|(known, _)| *known == hand) {
            Some((_, known)) if self.tree.length(*known) <= self.tree.length(node) => {}
            Some((_, known)) => *known = node,
            None => nodes.push((hand, node)),
        }
    }

    /// The defender's node without replies.
    pub(super) fn mated(&mut self) -> DefenderNodeId {
        let tree = &mut self.tree;
        *self.mated.get_or_insert_with(|| tree.push_defender([]))
    }
}
