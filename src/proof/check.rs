//! The judge: replays a proof tree and names the first faulty place.
//!
//! A root and a [`ProofTree`] go in; a [`Certificate`] or a [`ProofFault`] comes out. Claimed
//! lengths must fall by two from each attacker node to the next ones, so an accepted proof cannot
//! run in circles whatever the repetition rule (千日手) says. Every interposition counts; customs
//! that call some of them futile (無駄合) are left to others, and so is "no shorter mate exists".

use crate::shogi::moves::Move;
use crate::shogi::setup::Setup;

use super::board::{Hands, Undo};
use super::fault::{FaultKind, ProofFault};
use super::root::check_root;
use super::rulebook::Rulebook;
use super::tree::{AttackerNodeId, DefenderNodeId, ProofTree};

/// What an accepted proof establishes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Certificate {
    /// The attacker mates in at most this many plies, every interposition counted.
    pub length_raw: u16,
    /// Attacker nodes checked, each counted once.
    pub attacker_nodes: usize,
    /// Defender nodes checked, each counted once, and a shared node without replies for each mate.
    pub defender_nodes: usize,
    /// Legal replies of all defender nodes checked.
    pub replies: usize,
}

/// Checks that `tree` proves a mate from `setup`, the side to move being the attacker.
///
/// Each attacker node's move must be legal and give check; each defender node must list every legal
/// reply (entries that are no legal reply are ignored); each claimed length must be odd and at
/// least two more than those after the replies. A node with a hand of its own is examined with that hand, which the
/// attacker must hold at least wherever it is reached. A node reached in two different positions is a fault, but
/// for a defender node without replies: it says "mate" and may be shared. Nodes that cannot be reached are not looked at. Any
/// tree may be handed in, sound or not; the walk does not recurse, so its depth has no limit.
///
/// # Errors
/// The first fault met.
///
/// ```
/// use kanju::proof::{FaultKind, ProofTree, check};
/// use kanju::shogi::Setup;
///
/// //  5
/// //  v玉  a    Black holds a gold (頭金).
/// //  ・   b
/// //  歩   c
/// let setup: Setup = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse().unwrap();
/// let mut tree = ProofTree::new();
/// let mated = tree.push_defender([]);
/// let root = tree.push_attacker("G*5b".parse().unwrap(), mated, 1);
/// tree.set_root(root);
/// assert_eq!(check(&setup, &tree).unwrap().length_raw, 1);
///
/// let root = tree.push_attacker("G*4b".parse().unwrap(), mated, 1);
/// tree.set_root(root);
/// let fault = check(&setup, &tree).unwrap_err();
/// assert_eq!(fault.to_string(), "after G*4b: the reply 5a4b is missing");
/// ```
pub fn check(setup: &Setup, tree: &ProofTree) -> Result<Certificate, ProofFault> {
    check_root(setup).map_err(|fault| ProofFault {
        path: Vec::new(),
        kind: fault.into(),
    })?;
    let mut walk = Walk::new(setup, tree);
    walk.run().map_err(|kind| ProofFault {
        path: walk.path(),
        kind,
    })
}

/// One attacker's move on the board, and the reply under examination.
struct Frame {
    /// The hands before the attacker was left his proof hand.
    lent: Option<Hands>,
    attack: Undo,
    reply: Option<Undo>,
    /// The replies still to be examined are in `Walk::waiting` from here on.
    waiting_from: usize,
}

struct Walk<'a> {
    tree: &'a ProofTree,
    rules: Rulebook,
    /// The hash of the position in which each attacker node was met, 0 before.
    attackers: Vec<u128>,
    /// The same for defender nodes.
    defenders: Vec<u128>,
    /// At each defender node met, the longest claim after a legal reply; 0 for mate.
    longest: Vec<u16>,
    frames: Vec<Frame>,
    waiting: Vec<(Move, AttackerNodeId)>,
    legal: Vec<Move>,
    certificate: Certificate,
}

impl<'a> Walk<'a> {
    fn new(setup: &Setup, tree: &'a ProofTree) -> Self {
        Self {
            tree,
            rules: Rulebook::new(setup),
            attackers: vec![0; tree.attacker_count()],
            defenders: vec![0; tree.defender_count()],
            longest: vec![0; tree.defender_count()],
            frames: Vec::new(),
            waiting: Vec::new(),
            legal: Vec::new(),
            certificate: Certificate::default(),
        }
    }

    fn run(&mut self) -> Result<Certificate, FaultKind> {
        let root = self.tree.root().ok_or(FaultKind::NoRoot)?;
        self.certificate.length_raw = self.claim(root)?;
        self.enter(root)?;
        while let Some(frame) = self.frames.last_mut() {
            if let Some(reply) = frame.reply.take() {
                self.rules.undo(reply);
            }
            if self.waiting.len() == frame.waiting_from {
                self.rules.undo(frame.attack);
                if let Some(before) = frame.lent {
                    self.rules.give_back(before);
                }
                self.frames.pop();
            } else if let Some((mv, node)) = self.waiting.pop() {
                frame.reply = Some(self.rules.play(mv));
                self.enter(node)?;
            }
        }
        Ok(self.certificate)
    }

    /// Examines an attacker node of the tree; if it is new, its move is on the board afterwards.
    fn enter(&mut self, node: AttackerNodeId) -> Result<(), FaultKind> {
        let lent = match self.tree.hand(node) {
            Some(hand) => Some(self.rules.lend(hand).ok_or(FaultKind::HandTooSmall)?),
            None => None,
        };
        if !is_new(&mut self.attackers[node.0 as usize], self.rules.hash())? {
            if let Some(before) = lent {
                self.rules.give_back(before);
            }
            return Ok(());
        }
        self.certificate.attacker_nodes += 1;
        let claim = self.claim(node)?;
        if claim % 2 == 0 {
            return Err(FaultKind::EvenLength(claim));
        }
        let mv = self.tree.move_of(node);
        self.rules
            .legality(mv)
            .map_err(|reason| FaultKind::IllegalMove { mv, reason })?;
        let attack = self.rules.play(mv);
        self.frames.push(Frame {
            lent,
            attack,
            reply: None,
            waiting_from: self.waiting.len(),
        });
        if !self.rules.in_check() {
            return Err(FaultKind::NoCheck);
        }
        let after = self.defend(self.tree.after(node))?;
        // Also asked when the defender node is an old one: it may have been reached from a node
        // with a longer claim. A cycle ends here, since the claims along it cannot all fall.
        if u32::from(after) + 2 > u32::from(claim) && after != 0 {
            return Err(FaultKind::TooLong { claim, after });
        }
        Ok(())
    }

    /// Examines a defender node; if it is new, its replies wait to be examined afterwards. Returns
    /// the longest claim after a legal reply, 0 for mate.
    ///
    /// A node without replies is looked at each time, so that all mates may share one.
    fn defend(&mut self, node: DefenderNodeId) -> Result<u16, FaultKind> {
        if !self.tree.has_defender(node) {
            return Err(FaultKind::NoDefenderNode(node));
        }
        let index = node.0 as usize;
        let is_mate = self.tree.replies(node).len() == 0;
        if !is_mate && !is_new(&mut self.defenders[index], self.rules.hash())? {
            return Ok(self.longest[index]);
        }
        self.certificate.defender_nodes += 1;
        self.rules.replies(&mut self.legal);
        self.certificate.replies += self.legal.len();
        let mut longest = 0;
        for &mv in &self.legal {
            let reply = self
                .tree
                .reply(node, mv)
                .ok_or(FaultKind::MissingReply(mv))?;
            longest = longest.max(self.claim(reply)?);
            self.waiting.push((mv, reply));
        }
        self.longest[index] = longest;
        Ok(longest)
    }

    fn claim(&self, node: AttackerNodeId) -> Result<u16, FaultKind> {
        if self.tree.has_attacker(node) {
            Ok(self.tree.length(node))
        } else {
            Err(FaultKind::NoAttackerNode(node))
        }
    }

    /// The moves on the board.
    fn path(&self) -> Vec<Move> {
        let played = |frame: &Frame| [Some(frame.attack), frame.reply];
        self.frames
            .iter()
            .flat_map(played)
            .flatten()
            .map(|undo| undo.mv())
            .collect()
    }
}

/// Marks a node as met in the position with this hash; true if it was not met before.
fn is_new(seen: &mut u128, hash: u128) -> Result<bool, FaultKind> {
    let hash = hash.max(1);
    match std::mem::replace(seen, hash) {
        0 => Ok(true),
        old if old == hash => Ok(false),
        _ => Err(FaultKind::PositionMismatch),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::{Illegality, RootFault, read_tree};

    /// Two golds in hand, king on 5二, pawn on 5四: mate in three; all mates share one node.
    const ROOT: &str = "9/4k4/9/4P4/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
    const PROOF: [&str; 7] = [
        "root a3",
        "d0",
        "a0 G*4b d0 1",
        "a1 G*6b d0 1",
        "a2 G*5b d0 1",
        "d1 5b4a=a0 5b6a=a1 5b5a=a2",
        "a3 G*5c d1 3",
    ];

    fn judge(root: &str, lines: &[&str]) -> Result<Certificate, ProofFault> {
        let tree = read_tree(&format!("kanju-proof 1\n{}", lines.join("\n"))).unwrap();
        check(&root.parse().unwrap(), &tree)
    }

    #[test]
    fn a_sound_proof_passes() {
        let expected = Certificate {
            length_raw: 3,
            attacker_nodes: 4,
            defender_nodes: 4,
            replies: 3,
        };
        assert_eq!(judge(ROOT, &PROOF), Ok(expected));
        // Entries that are no legal reply, and nodes out of reach, are not looked at.
        let mut lines = PROOF.to_vec();
        lines[5] = "d1 5b4b=a9 5b4a=a0 5b6a=a1 5b5a=a2 5b4a=a8";
        lines.push("a4 9i9i d7 2");
        assert_eq!(judge(ROOT, &lines), Ok(expected));
    }

    /// A line of the proof above, what to put there, and the complaint.
    const SPOILT: &[(usize, &str, &str)] = &[
        (0, "", "at the root: the tree has no root"),
        (0, "root a4", "at the root: the tree has no attacker node 4"),
        (
            6,
            "a3 G*5c d2 3",
            "after G*5c: the tree has no defender node 2",
        ),
        (
            5,
            "d1 5b4a=a0 5b6a=a9 5b5a=a2",
            "after G*5c: the tree has no attacker node 9",
        ),
        (
            5,
            "d1 5b4a=a0 5b6a=a1",
            "after G*5c: the reply 5b5a is missing",
        ),
        (
            6,
            "a3 G*5c d1 4",
            "at the root: the claimed length 4 is even",
        ),
        (
            6,
            "a3 G*5c d1 0",
            "at the root: the claimed length 0 is even",
        ),
        (
            2,
            "a0 G*4b d0 0",
            "after G*5c 5b4a: the claimed length 0 is even",
        ),
        (
            6,
            "a3 G*5c d1 1",
            "after G*5c: a reply is followed by mate in 1, too long for mate in 1",
        ),
        (
            2,
            "a0 G*4b d0 3",
            "after G*5c: a reply is followed by mate in 3, too long for mate in 3",
        ),
        (
            2,
            "a0 G*4a d0 1",
            "after G*5c 5b4a: the attacker's move G*4a is illegal: the target is occupied",
        ),
        (
            2,
            "a0 G*4c d0 1",
            "after G*5c 5b4a G*4c: the attacker's move gives no check",
        ),
        (
            2,
            "a0 G*3a d0 1",
            "after G*5c 5b4a G*3a: the reply 4a3a is missing",
        ),
        (6, "a3 G*5c d0 1", "after G*5c: the reply 5b5a is missing"),
    ];

    #[test]
    fn faults_name_their_place() {
        for &(line, text, expected) in SPOILT {
            let mut lines = PROOF;
            lines[line] = text;
            assert_eq!(judge(ROOT, &lines).unwrap_err().to_string(), expected);
        }
        let fault = judge("9/9/9/9/9/9/9/9/9 b - 1", &PROOF).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Root(RootFault::Kings));
    }

    #[test]
    fn a_drop_pawn_mate_is_refused() {
        let lines = ["root a0", "d0", "a0 P*1b d0 1"];
        let fault = judge("7lk/9/7+P1/9/9/9/9/9/9 b P2r2b4g4s4n3l16p 1", &lines).unwrap_err();
        let mv = "P*1b".parse().unwrap();
        let expected = FaultKind::IllegalMove {
            mv,
            reason: Illegality::DropPawnMate,
        };
        assert_eq!(fault.kind, expected);
    }

    /// The king can only go to and fro between two checks of the horse (馬).
    const PERPETUAL: &str = "8k/9/9/6+B1P/9/9/9/9/7L1 b - 1";

    #[test]
    fn perpetual_check_is_no_mate() {
        let circle = [
            "root a0",
            "d0 1a1b=a1",
            "a0 3d3c d0 65535",
            "d1 1b1a=a0",
            "a1 3c3d d1 65533",
        ];
        let fault = judge(PERPETUAL, &circle).unwrap_err();
        assert_eq!(
            fault.kind,
            FaultKind::TooLong {
                claim: 65533,
                after: 65535
            }
        );
    }
}
