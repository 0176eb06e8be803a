//! A proof tree under construction, and the places of its positions.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::num::NonZero;

use crate::proof::{AttackerNodeId, DefenderNodeId, ProofTree};
use crate::shogi::{Hand, Key, Move};

use super::number::Plies;

/// See the module.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) tree: ProofTree,
    /// The last of the places of each board.
    boards: HashMap<Key, u32, BuildHasherDefault<KeyHasher>>,
    places: Vec<Place>,
    mated: Option<DefenderNodeId>,
    /// Moves and replies of the nodes that are being written.
    pub(super) moves: Vec<Move>,
    pub(super) replies: Vec<(Move, AttackerNodeId)>,
}

/// The shortest node of a board for the hand of a proof.
#[derive(Clone, Copy)]
struct Place {
    hand: Hand,
    node: AttackerNodeId,
    /// The place before it of the same board.
    before: Option<NonZero<u32>>,
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
    /// A draft of a whole tree, its places not noted yet.
    pub(super) fn of(tree: ProofTree) -> Self {
        Self {
            tree,
            ..Self::default()
        }
    }

    /// The places of a board, by their numbers.
    fn places(&self, key: Key) -> impl Iterator<Item = u32> + '_ {
        let last = self.boards.get(&key).copied();
        std::iter::successors(last, |&place| {
            self.places[place as usize]
                .before
                .map(|next| next.get() - 1)
        })
    }

    /// The node for just this proof hand, if it is no longer than `bound`.
    pub(super) fn node(&self, key: Key, hand: Hand, bound: Plies) -> Option<AttackerNodeId> {
        let place = self.place(key, hand)?;
        let node = self.places[place as usize].node;
        (self.tree.length(node) <= bound).then_some(node)
    }

    fn place(&self, key: Key, hand: Hand) -> Option<u32> {
        self.places(key)
            .find(|&place| self.places[place as usize].hand == hand)
    }

    /// The shortest node that stands for `hand`, if it is no longer than `bound`, and its own hand.
    pub(super) fn shortest(
        &self,
        key: Key,
        hand: Hand,
        bound: Plies,
    ) -> Option<(Hand, AttackerNodeId)> {
        self.places(key)
            .map(|place| self.places[place as usize])
            .filter(|place| hand.covers(place.hand) && self.tree.length(place.node) <= bound)
            .min_by_key(|place| self.tree.length(place.node))
            .map(|place| (place.hand, place.node))
    }

    /// Notes the place of a node, unless there is a shorter one for its hand.
    pub(super) fn note(&mut self, key: Key, hand: Hand, node: AttackerNodeId) {
        if let Some(place) = self.place(key, hand) {
            let known = &mut self.places[place as usize].node;
            if self.tree.length(node) < self.tree.length(*known) {
                *known = node;
            }
            return;
        }
        let number = u32::try_from(self.places.len()).expect("no more places than nodes");
        let before = self.boards.insert(key, number);
        self.places.push(Place {
            hand,
            node,
            before: before.and_then(|before| NonZero::new(before + 1)),
        });
    }

    /// The defender's node without replies.
    pub(super) fn mated(&mut self) -> DefenderNodeId {
        let tree = &mut self.tree;
        *self.mated.get_or_insert_with(|| tree.push_defender([]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::HandPiece;

    #[test]
    fn a_place_keeps_its_shortest_node_and_stands_for_richer_hands() {
        let mut tree = ProofTree::new();
        let mated = tree.push_defender([]);
        let mv = "G*5b".parse().unwrap();
        let lengths = [5, 3, 7, 1];
        let nodes = lengths.map(|length| tree.push_attacker(mv, mated, length));
        let mut draft = Draft::of(tree);
        let (empty, mut gold) = (Hand::EMPTY, Hand::EMPTY);
        gold.set(HandPiece::Gold, 1);
        draft.note(1, gold, nodes[0]);
        draft.note(1, gold, nodes[1]);
        draft.note(1, gold, nodes[2]);
        assert_eq!(draft.node(1, gold, 9), Some(nodes[1]));
        assert_eq!(draft.node(1, gold, 1), None);
        draft.note(1, empty, nodes[0]);
        draft.note(2, empty, nodes[3]);
        assert_eq!(draft.shortest(1, gold, 9), Some((gold, nodes[1])));
        assert_eq!(draft.shortest(1, empty, 9), Some((empty, nodes[0])));
        assert_eq!(draft.shortest(1, empty, 3), None);
        assert_eq!(draft.shortest(3, gold, 9), None);
    }
}
