//! Proof trees: the claim "the attacker mates", spelled out move by move.
//!
//! Built from the mates upwards, stored in flat arrays. Any tree can be written down, sound or not;
//! [`check`](crate::proof::check()) judges it.

use crate::shogi::hand::Hand;
use crate::shogi::moves::Move;

/// The number of an attacker node (攻方の手番) in its tree, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttackerNodeId(pub u32);

/// The number of a defender node (玉方の手番) in its tree, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefenderNodeId(pub u32);

/// A proof that the attacker mates: one check at each attacker node, every legal reply at each
/// defender node.
///
/// It is a graph without cycles rather than a tree: a position reached on several ways is stored
/// once. Each node stands for exactly one position (board, both hands, side to move), which is not
/// stored but follows from the moves; only the attacker's hand may be stored, a proof hand (証明駒): the
/// node then stands for the position with that hand, the defender holding all else, and proves every
/// position on the same board in which the attacker holds at least as much. That is sound, since whatever the
/// poorer attacker can play the richer one can, and the other way round for the defender. An attacker node and
/// a reply cost 12 and 6 bytes, a defender node 4 besides its replies.
///
/// ```
/// use kanju::proof::ProofTree;
/// let mut tree = ProofTree::new();
/// let mated = tree.push_defender([]);
/// let last = tree.push_attacker("G*4b".parse().unwrap(), mated, 1);
/// let defender = tree.push_defender([("5b4a".parse().unwrap(), last)]);
/// let root = tree.push_attacker("G*5c".parse().unwrap(), defender, 3);
/// tree.set_root(root);
/// assert_eq!(tree.length(root), 3);
/// assert_eq!(tree.replies(tree.after(root)).count(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProofTree {
    attackers: Vec<AttackerNode>,
    /// Where the replies of each defender node start; they end where those of the next one start.
    defenders: Vec<u32>,
    reply_moves: Vec<u16>,
    reply_nodes: Vec<AttackerNodeId>,
    root: Option<AttackerNodeId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AttackerNode {
    after: DefenderNodeId,
    mv: u16,
    length: u16,
    /// The packed proof hand, or [`AS_MET`].
    hand: u32,
}

/// No hand is packed like this: the node stands for the hand it is met with.
const AS_MET: u32 = u32::MAX;

/// The next free number of a list with `len` entries.
fn number(len: usize) -> u32 {
    u32::try_from(len).expect("a proof tree has fewer than 2^32 nodes and replies")
}

impl ProofTree {
    /// The empty tree, which proves nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a defender node with these replies and the node after each; none means mate (詰み).
    ///
    /// # Panics
    /// If the tree outgrows 2^32 nodes or replies.
    pub fn push_defender(
        &mut self,
        replies: impl IntoIterator<Item = (Move, AttackerNodeId)>,
    ) -> DefenderNodeId {
        let id = DefenderNodeId(number(self.defenders.len()));
        self.defenders.push(number(self.reply_moves.len()));
        for (mv, node) in replies {
            self.reply_moves.push(mv.to_bits());
            self.reply_nodes.push(node);
        }
        id
    }

    /// Adds an attacker node: the move chosen, the node after it, and the claimed length, "mate in
    /// at most `length` plies from here, this move included" (an odd number).
    ///
    /// # Panics
    /// If the tree outgrows 2^32 nodes.
    pub fn push_attacker(
        &mut self,
        mv: Move,
        after: DefenderNodeId,
        length: u16,
    ) -> AttackerNodeId {
        let id = AttackerNodeId(number(self.attackers.len()));
        self.attackers.push(AttackerNode {
            after,
            mv: mv.to_bits(),
            length,
            hand: AS_MET,
        });
        id
    }

    /// Lets `node` stand for the position in which the attacker holds just `hand`.
    ///
    /// # Panics
    /// If the tree has no such node.
    pub fn set_hand(&mut self, node: AttackerNodeId, hand: Hand) {
        self.attackers[node.0 as usize].hand = hand.bits();
    }

    /// The hand the attacker has at `node`; `None` if it is the one the node is met with.
    ///
    /// # Panics
    /// If the tree has no such node.
    #[must_use]
    pub fn hand(&self, node: AttackerNodeId) -> Option<Hand> {
        let bits = self.attackers[node.0 as usize].hand;
        (bits != AS_MET).then(|| Hand::from_bits(bits))
    }

    /// Makes `node` the root.
    pub fn set_root(&mut self, node: AttackerNodeId) {
        self.root = Some(node);
    }

    /// The root, if one has been set.
    #[must_use]
    pub fn root(&self) -> Option<AttackerNodeId> {
        self.root
    }

    /// Whether the tree has this attacker node; links may point outside an unsound tree.
    #[must_use]
    pub fn has_attacker(&self, node: AttackerNodeId) -> bool {
        (node.0 as usize) < self.attackers.len()
    }

    /// Whether the tree has this defender node.
    #[must_use]
    pub fn has_defender(&self, node: DefenderNodeId) -> bool {
        (node.0 as usize) < self.defenders.len()
    }

    /// The attacker's move at `node`.
    ///
    /// # Panics
    /// If the tree has no such node.
    #[must_use]
    pub fn move_of(&self, node: AttackerNodeId) -> Move {
        unpack(self.attackers[node.0 as usize].mv)
    }

    /// The defender node after the move at `node`.
    ///
    /// # Panics
    /// If the tree has no such node.
    #[must_use]
    pub fn after(&self, node: AttackerNodeId) -> DefenderNodeId {
        self.attackers[node.0 as usize].after
    }

    /// The claimed length at `node`, in raw plies: every interposition counts.
    ///
    /// # Panics
    /// If the tree has no such node.
    #[must_use]
    pub fn length(&self, node: AttackerNodeId) -> u16 {
        self.attackers[node.0 as usize].length
    }

    /// The replies at `node` in the order given, each with the node after it.
    ///
    /// # Panics
    /// If the tree has no such node.
    #[must_use]
    pub fn replies(
        &self,
        node: DefenderNodeId,
    ) -> impl ExactSizeIterator<Item = (Move, AttackerNodeId)> + '_ {
        let range = self.reply_range(node);
        let moves = self.reply_moves[range.clone()]
            .iter()
            .map(|&bits| unpack(bits));
        moves.zip(self.reply_nodes[range].iter().copied())
    }

    /// The node after `reply`, by the first entry with that move.
    ///
    /// # Panics
    /// If the tree has no such defender node.
    #[must_use]
    pub fn reply(&self, node: DefenderNodeId, reply: Move) -> Option<AttackerNodeId> {
        let range = self.reply_range(node);
        let bits = reply.to_bits();
        let offset = self.reply_moves[range.clone()]
            .iter()
            .position(|&entry| entry == bits)?;
        Some(self.reply_nodes[range.start + offset])
    }

    /// How many attacker nodes there are.
    #[must_use]
    pub fn attacker_count(&self) -> usize {
        self.attackers.len()
    }

    /// How many defender nodes there are.
    #[must_use]
    pub fn defender_count(&self) -> usize {
        self.defenders.len()
    }

    /// How many replies all defender nodes have together.
    #[must_use]
    pub fn reply_count(&self) -> usize {
        self.reply_moves.len()
    }

    /// The memory held, in bytes, spare room included.
    #[must_use]
    pub fn byte_size(&self) -> usize {
        self.attackers.capacity() * size_of::<AttackerNode>()
            + self.defenders.capacity() * size_of::<u32>()
            + self.reply_moves.capacity() * size_of::<u16>()
            + self.reply_nodes.capacity() * size_of::<AttackerNodeId>()
    }

    /// Gives back spare room, for a tree that is complete.
    pub fn shrink_to_fit(&mut self) {
        self.attackers.shrink_to_fit();
        self.defenders.shrink_to_fit();
        self.reply_moves.shrink_to_fit();
        self.reply_nodes.shrink_to_fit();
    }

    fn reply_range(&self, node: DefenderNodeId) -> std::ops::Range<usize> {
        let index = node.0 as usize;
        let end = self
            .defenders
            .get(index + 1)
            .map_or(self.reply_moves.len(), |&end| end as usize);
        self.defenders[index] as usize..end
    }
}

fn unpack(bits: u16) -> Move {
    Move::from_bits(bits).expect("only packed moves are stored")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn what_goes_in_comes_out() {
        let mut tree = ProofTree::new();
        let mated = tree.push_defender([]);
        let left = tree.push_attacker(mv("G*4b"), mated, 1);
        let right = tree.push_attacker(mv("G*6b"), mated, 1);
        let defender = tree.push_defender([(mv("5b4a"), left), (mv("5b6a"), right)]);
        let root = tree.push_attacker(mv("G*5c"), defender, 3);
        assert_eq!(tree.root(), None);
        tree.set_root(root);
        assert_eq!(tree.root(), Some(root));
        assert_eq!(
            (tree.move_of(root), tree.after(root), tree.length(root)),
            (mv("G*5c"), defender, 3)
        );
        assert_eq!(tree.replies(mated).len(), 0);
        let replies: Vec<_> = tree.replies(defender).collect();
        assert_eq!(replies, [(mv("5b4a"), left), (mv("5b6a"), right)]);
        assert_eq!(tree.reply(defender, mv("5b6a")), Some(right));
        assert_eq!(tree.reply(defender, mv("5b5a")), None);
        assert_eq!(
            (
                tree.attacker_count(),
                tree.defender_count(),
                tree.reply_count()
            ),
            (3, 2, 2)
        );
        assert!(tree.has_attacker(root) && !tree.has_attacker(AttackerNodeId(3)));
        assert!(tree.has_defender(defender) && !tree.has_defender(DefenderNodeId(2)));
    }

    #[test]
    fn a_large_tree_stays_small() {
        let mut tree = ProofTree::new();
        for _ in 0..1000 {
            let defender = tree.push_defender([(mv("5b4a"), AttackerNodeId(0)); 3]);
            tree.push_attacker(mv("G*5c"), defender, 1);
        }
        tree.shrink_to_fit();
        assert_eq!(tree.byte_size(), 1000 * (12 + 4 + 3 * 6));
    }
}
