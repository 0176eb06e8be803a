//! From the table to a proof tree.
//!
//! Each attacker's node takes the mating move of its entry; what follows must be proved in two plies less, so
//! the tree has no cycle whatever was lost or proved anew in the meantime. A node written before serves for
//! every position it stands for, if it is short enough. A position that was lost from the
//! table is searched again, within the length it is known to have. Each node is written down with the hand of
//! its proof, so that one stands for all hands that cover it.
//!
//! A proof that has become shorter in places is written anew in the same way, from its draft instead of the table; the
//! table then learns what it may have lost.

use crate::proof::{self, AttackerNodeId, DefenderNodeId, ProofTree};
use crate::shogi::{Hand, Move, Position, evasions};
use crate::tsume::StopReason;

use super::draft::Draft;
use super::entry::Entry;
use super::number::{Plies, UNLIMITED};
use super::observe::Observer;
use super::state::Search;
use super::table::Found;

/// Where the moves of a proof are read.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    /// In the table; nodes written already are taken as they are.
    Table,
    /// In another draft, where the shortest nodes are.
    Draft(&'a Draft),
}

/// The raw length of a proof from `position`, if the checker accepts it; the observer is told if not.
pub(super) fn certified(
    position: &Position,
    tree: &ProofTree,
    observer: &dyn Observer,
) -> Result<Plies, StopReason> {
    match proof::check(&position.to_setup(), tree) {
        Ok(certificate) => Ok(certificate.length_raw),
        Err(fault) => {
            observer.refused(&position.to_string(), &fault.to_string());
            Err(StopReason::ProofRefused)
        }
    }
}

impl Search<'_> {
    /// The proof that the attacker mates within `bound` raw plies from the position on the board, which has been
    /// found; `None` if the search was stopped, or the proof cannot be found again.
    pub(super) fn extract(&mut self, bound: Plies) -> Option<ProofTree> {
        let mut draft = Draft::default();
        let root = self.extract_attacker(&mut draft, Source::Table, (bound, 0))?;
        draft.tree.set_root(root);
        draft.tree.shrink_to_fit();
        Some(draft.tree)
    }

    /// The proof that the attacker mates by `mv`, which has been found.
    pub(super) fn extract_after(&mut self, mv: Move) -> Option<ProofTree> {
        let mut draft = Draft::default();
        let undo = self.position.play(mv);
        let bound = match self.look_up(self.table_key(), self.hand(), (UNLIMITED, 1)) {
            Found::Proof(entry) => entry.proof_len.checked_sub(1),
            Found::Disproof(_) | Found::Open { .. } | Found::New { .. } => Some(UNLIMITED),
        };
        let after = self.extract_defender(&mut draft, Source::Table, (bound, 1));
        self.position.undo(mv, undo);
        let (after, length) = after?;
        let root = draft.tree.push_attacker(mv, after, length + 1);
        draft.tree.set_root(root);
        Some(draft.tree)
    }

    /// The node of the position on the board, a mate within `bound` plies, in the draft.
    pub(super) fn extract_attacker(
        &mut self,
        draft: &mut Draft,
        source: Source<'_>,
        (bound, depth): (Plies, u16),
    ) -> Option<AttackerNodeId> {
        let key = self.table_key();
        let (mv, len, hand) = match source {
            Source::Table => {
                if let Some((_, node)) = draft.shortest(key, self.hand(), bound) {
                    return Some(node);
                }
                self.mating_move(bound, depth)?
            }
            Source::Draft(old) => {
                let (hand, node) = old.shortest(key, self.hand(), bound)?;
                (old.tree.move_of(node), old.tree.length(node), hand)
            }
        };
        if let Some(node) = draft.node(key, hand, bound) {
            return Some(node);
        }
        if !self.meter.pulse() {
            return None;
        }
        let before = self.position.share_hands(self.attacker, hand);
        let undo = self.position.play(mv);
        let after = self.extract_defender(draft, source, (len.checked_sub(2), depth + 1));
        self.position.undo(mv, undo);
        self.position.share_hands(self.attacker, before);
        let (after, length) = after?;
        let node = draft.tree.push_attacker(mv, after, length + 1);
        draft.tree.set_hand(node, hand);
        draft.note(key, hand, node);
        if let Source::Draft(_) = source {
            let mut entry = Entry::new(hand);
            (entry.proof_len, entry.mv) = (length + 1, mv.to_bits());
            self.keep(key, hand, &entry);
        }
        Some(node)
    }

    /// The defender's node on the board and its length; each reply loses within `bound` plies.
    fn extract_defender(
        &mut self,
        draft: &mut Draft,
        source: Source<'_>,
        (bound, depth): (Option<Plies>, u16),
    ) -> Option<(DefenderNodeId, Plies)> {
        let first = draft.moves.len();
        evasions::evasions(&self.position, &mut draft.moves);
        let last = draft.moves.len();
        if first == last {
            return Some((draft.mated(), 0));
        }
        let bound = bound?;
        let start = draft.replies.len();
        let mut length = 0;
        for i in first..last {
            let mv = draft.moves[i];
            let undo = self.position.play(mv);
            let node = self.extract_attacker(draft, source, (bound, depth + 1));
            self.position.undo(mv, undo);
            let node = node?;
            length = length.max(draft.tree.length(node));
            draft.replies.push((mv, node));
        }
        draft.moves.truncate(first);
        let node = draft.tree.push_defender(draft.replies.drain(start..));
        Some((node, length + 1))
    }

    /// The mating move on the board, the length it is proved for, at most `bound`, and the hand that will do.
    pub(super) fn mating_move(&mut self, bound: Plies, depth: u16) -> Option<(Move, Plies, Hand)> {
        let place = (bound, depth);
        let mut found = self.look_up(self.table_key(), self.hand(), place);
        if !matches!(found, Found::Proof(_)) {
            if !self.attacker_mates(bound, depth)? {
                return None;
            }
            found = self.look_up(self.table_key(), self.hand(), place);
        }
        match found {
            Found::Proof(entry) if entry.mv != 0 => {
                Some((Move::from_bits(entry.mv)?, entry.proof_len, entry.hand))
            }
            Found::Proof(_) => None,
            Found::Disproof(_) | Found::Open { .. } | Found::New { .. } => None,
        }
    }
}
