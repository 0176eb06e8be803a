//! A naive search on the checker's own rule book: tries everything.

use std::collections::HashMap;

use kanju::proof::{AttackerNodeId, DefenderNodeId, ProofTree, Rulebook};
use kanju::shogi::{Color, HandPiece, Move, Setup, Square};

/// Every legal move of the side to move, by asking for each that could be written down.
pub(crate) fn legal_moves(rules: &mut Rulebook) -> Vec<Move> {
    let us = rules.turn();
    let own = |square: &Square| rules.piece(*square).is_some_and(|piece| piece.color == us);
    let mut moves = Vec::new();
    for from in Square::all().filter(own) {
        for to in Square::all() {
            moves.extend([false, true].map(|promote| Move::Board { from, to, promote }));
        }
    }
    for piece in HandPiece::ALL
        .into_iter()
        .filter(|&piece| rules.held(us, piece) > 0)
    {
        moves.extend(Square::all().map(|to| Move::Drop { piece, to }));
    }
    moves.retain(|&mv| rules.legality(mv).is_ok());
    moves
}

/// The naive search: tries every check and every reply, shortest mates first.
pub(crate) struct Prover {
    pub(crate) rules: Rulebook,
    tree: ProofTree,
    proved: HashMap<u128, AttackerNodeId>,
    /// No mate within so many plies.
    failed: HashMap<u128, u16>,
    defended: HashMap<u128, (DefenderNodeId, u16)>,
}

impl Prover {
    pub(crate) fn new(setup: &Setup) -> Self {
        let rules = Rulebook::new(setup);
        let (proved, failed, defended) = Default::default();
        Self {
            rules,
            tree: ProofTree::new(),
            proved,
            failed,
            defended,
        }
    }

    /// A node that claims the exact length, if that is at most `limit`.
    pub(crate) fn attack(&mut self, limit: u16) -> Option<AttackerNodeId> {
        let hash = self.rules.hash();
        if let Some(&node) = self.proved.get(&hash) {
            return Some(node).filter(|&node| self.tree.length(node) <= limit);
        }
        let failed = self.failed.get(&hash).copied().unwrap_or(0);
        if failed >= limit {
            return None;
        }
        let mut checks = legal_moves(&mut self.rules);
        checks.retain(|&mv| self.rules.gives_check(mv));
        for length in (1..=limit).step_by(2).filter(|&length| length > failed) {
            for &mv in &checks {
                let undo = self.rules.play(mv);
                let after = self.defend(length - 1);
                self.rules.undo(undo);
                if let Some(after) = after {
                    let node = self.tree.push_attacker(mv, after, length);
                    self.proved.insert(hash, node);
                    return Some(node);
                }
            }
        }
        self.failed.insert(hash, limit);
        None
    }

    pub(crate) fn defend(&mut self, limit: u16) -> Option<DefenderNodeId> {
        let hash = self.rules.hash();
        if let Some(&(node, length)) = self.defended.get(&hash) {
            return Some(node).filter(|_| length <= limit);
        }
        let mut moves = Vec::new();
        self.rules.replies(&mut moves);
        let mut replies = Vec::new();
        let mut length = 0;
        for mv in moves {
            let undo = self.rules.play(mv);
            let node = if limit == 0 {
                None
            } else {
                self.attack(limit - 1)
            };
            self.rules.undo(undo);
            length = length.max(self.tree.length(node?) + 1);
            replies.push((mv, node?));
        }
        let node = self.tree.push_defender(replies);
        self.defended.insert(hash, (node, length));
        Some(node)
    }
}

/// The exact length within `limit`, and a proof.
pub(crate) fn prove(setup: &Setup, limit: u16) -> Option<ProofTree> {
    let mut prover = Prover::new(setup);
    let root = prover.attack(limit)?;
    prover.tree.set_root(root);
    Some(prover.tree)
}

/// The position on the board of `rules`.
pub(crate) fn position(rules: &Rulebook) -> Setup {
    let mut setup = Setup {
        turn: rules.turn(),
        ..Setup::default()
    };
    for square in Square::all() {
        setup.board[square.index()] = rules.piece(square);
    }
    for color in Color::ALL {
        setup.hands[color.index()] = HandPiece::ALL.map(|piece| rules.held(color, piece));
    }
    setup
}
