//! Why a proof is refused, and where.

use std::fmt;

use crate::shogi::moves::Move;

use super::pieces::Illegality;
use super::root::RootFault;
use super::tree::{AttackerNodeId, DefenderNodeId};

/// Why a proof is refused, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{kind}", Place(path))]
pub struct ProofFault {
    /// The moves from the root to the faulty node.
    pub path: Vec<Move>,
    /// What is wrong there.
    pub kind: FaultKind,
}

/// What is wrong at one node of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// The root is no mate problem.
    #[error("the root is no mate problem: {0}")]
    Root(#[from] RootFault),
    /// The tree has no root.
    #[error("the tree has no root")]
    NoRoot,
    /// A link to an attacker node that the tree does not have.
    #[error("the tree has no attacker node {}", .0.0)]
    NoAttackerNode(AttackerNodeId),
    /// A link to a defender node that the tree does not have.
    #[error("the tree has no defender node {}", .0.0)]
    NoDefenderNode(DefenderNodeId),
    /// The claimed length is even: the attacker makes the first and the last move.
    #[error("the claimed length {0} is even")]
    EvenLength(u16),
    /// The attacker's move is illegal.
    #[error("the attacker's move {mv} is illegal: {reason}")]
    IllegalMove {
        /// The move.
        mv: Move,
        /// The rule it breaks.
        reason: Illegality,
    },
    /// The attacker's last move gives no check (王手).
    #[error("the attacker's move gives no check")]
    NoCheck,
    /// A legal reply of the defender is not in the tree.
    #[error("the reply {0} is missing")]
    MissingReply(Move),
    /// A reply is followed by a mate that is too long for the claim before it.
    #[error("a reply is followed by mate in {after}, too long for mate in {claim}")]
    TooLong {
        /// The claimed length at the attacker node before.
        claim: u16,
        /// The longest claimed length after a legal reply.
        after: u16,
    },
    /// The attacker holds less than the hand the node stands for.
    #[error("the attacker holds less than this node of the tree needs")]
    HandTooSmall,
    /// The node was checked for another position: a node stands for one position only.
    #[error("this node of the tree was reached in another position before")]
    PositionMismatch,
}

/// The words "after these moves: ".
struct Place<'a>(&'a [Move]);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("at the root: ");
        }
        f.write_str("after")?;
        self.0.iter().try_for_each(|mv| write!(f, " {mv}"))?;
        f.write_str(": ")
    }
}
