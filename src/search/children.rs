//! The children of a node and their first numbers.
//!
//! A check that is mate is seen at once, so is one that comes too late; of a reply, a position that is on the path.
//! Drops between king and distant checker wait in a chain: each is looked at once the one
//! before it has lost, nearest the king and cheapest first.

use crate::shogi::prospects::Prospects;
use crate::shogi::{Hand, Key, Move, checks, evasions};

use super::expand::{Child, Side, Value};
use super::number::{Plies, ProofNumber, UNLIMITED, less_one};
use super::path::Rests;
use super::state::{Limit, Search};
use super::table::Found;

impl Search<'_> {
    /// The children of an attacker's node, or its value at once.
    pub(super) fn expand_attacker(&mut self, limit: &Limit) -> Result<Value, usize> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        checks::checks(&self.position, &mut moves);
        let first = self.children.len();
        for &mv in &moves {
            let key = self.position.key_after(mv) ^ self.salt;
            self.table.prefetch(key);
            self.children
                .push(blank(mv, key, self.position.hand_after(mv)));
        }
        self.moves = moves;
        let king = self.position.king(!self.attacker);
        let prospects =
            king.map(|king| Prospects::of(&self.position, king).with_guards(&self.position));
        self.prefetch_entries(first);
        for child in first..self.children.len() {
            self.judge_check(child, prospects.as_ref(), limit);
            if self.children[child].pn == 0 {
                let child = self.children[child];
                return Ok(self.proof_by(&child));
            }
        }
        if self.children.len() == first {
            let hand = self.without_untried_drops(self.all_in_hand());
            return Ok(Value::disproof(hand, UNLIMITED, Rests::NOTHING));
        }
        Err(self.children.len())
    }

    /// What is known about a check, or its first numbers.
    fn judge_check(&mut self, index: usize, prospects: Option<&Prospects>, limit: &Limit) {
        let mut child = self.children[index];
        let (bound, depth) = (less_one(limit.bound), limit.depth + 1);
        if bound == 0 {
            self.judge_new_check(&mut child, prospects, (1, 1), bound);
        }
        if child.pn != 0
            && child.dn != 0
            && let Some(first) = self.first_numbers(&mut child, (bound, depth))
        {
            self.judge_new_check(&mut child, prospects, first, bound);
        }
        self.children[index] = child;
    }

    /// As [`Search::recall`], for a child that was asked for just before.
    #[inline]
    fn first_numbers(
        &self,
        child: &mut Child,
        place: (Plies, u16),
    ) -> Option<(ProofNumber, ProofNumber)> {
        if child.has_entry {
            self.recall(child, place)
        } else {
            Some((1, 1))
        }
    }

    /// Takes over what the table knows about a child; the least first numbers if it was never met.
    #[inline]
    pub(super) fn recall(
        &self,
        child: &mut Child,
        place: (Plies, u16),
    ) -> Option<(ProofNumber, ProofNumber)> {
        match self.look_up(child.key, child.hand, place) {
            Found::Proof(entry) => child.update(&Value::proof(entry.hand, entry.proof_len, 0)),
            Found::Disproof(entry) => child.update(&Value::disproof(
                entry.hand,
                entry.disproof_len(),
                Rests::NOTHING,
            )),
            Found::Open {
                pn, dn, min_depth, ..
            } => {
                (child.pn, child.dn, child.min_depth) = (pn, dn, min_depth);
                child.fresh = min_depth == u16::MAX;
            }
            Found::New { pn, dn } => return Some((pn, dn)),
        }
        None
    }

    /// First numbers of a check, or its value if it is mate, or too late for one.
    fn judge_new_check(
        &mut self,
        child: &mut Child,
        prospects: Option<&Prospects>,
        (pn, dn): (ProofNumber, ProofNumber),
        bound: Plies,
    ) {
        if bound != 0
            && let Some(ways_out) = prospects.and_then(|p| p.ways_out(&self.position, child.mv))
            && ways_out > 0
        {
            (child.pn, child.dn) = (pn.max(ways_out), dn);
            return;
        }
        let undo = self.position.play_to(child.mv, child.key ^ self.salt);
        let futile_rule = self.counts_futile();
        let ways_out = evasions::ways_out(&self.position);
        if ways_out == 0 {
            let hand = self.with_monopolies(Hand::EMPTY);
            child.update(&Value::proof(hand, 0, 0));
        } else if bound == 0 && !(futile_rule && self.only_interpositions()) {
            child.update(&Value::disproof(child.hand, 0, Rests::NOTHING));
        } else {
            child.pn = pn.max(ways_out);
            child.dn = dn;
        }
        self.position.undo(child.mv, undo);
    }

    /// The children of a defender's node, or its value at once.
    pub(super) fn expand_defender(&mut self, limit: &Limit) -> Result<Value, usize> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let squares = evasions::evasions(&self.position, &mut moves);
        let first = self.children.len();
        let by_rule = self.counts_futile();
        let king = self.position.king(!self.attacker);
        let moves_wait = by_rule && !self.counts_moves;
        let waits = |mv: Move| {
            (mv.is_drop() || moves_wait && mv.from() != king) && squares.contains(mv.to())
        };
        let hand = self.hand();
        for &mv in moves.iter().filter(|&&mv| !waits(mv)) {
            self.push_reply(mv, hand);
        }
        let waiting = self.children.len();
        for &mv in moves.iter().filter(|&&mv| waits(mv)) {
            self.push_reply(mv, hand);
        }
        if let Some(king) = king.filter(|_| by_rule) {
            self.children[waiting..].sort_by_key(|child| child.mv.to().distance(king));
        }
        self.moves = moves;
        if limit.bound == UNLIMITED {
            // It is also some time for the tags to arrive.
            for child in first..self.children.len() {
                self.judge_repetition(child);
            }
        }
        self.prefetch_entries(first);
        for child in first..self.children.len() {
            self.judge_reply(child, limit);
            let judged = &self.children[child];
            if (child < waiting || !by_rule) && judged.dn == 0 && judged.rests.is_fact() {
                return Ok(self.solved(Side::Defender, true, (child, child), limit));
            }
        }
        if self.children.len() == first {
            return Ok(self.proof_with(Hand::EMPTY, 0));
        }
        let head = usize::from(!by_rule || waiting == first);
        Err((waiting + head).min(self.children.len()))
    }

    /// Asks for what the table knows about each child; most have no entry, and are not looked up any more.
    fn prefetch_entries(&mut self, first: usize) {
        let by_rule = self.counts_futile();
        for child in &mut self.children[first..] {
            child.has_entry = self.table.prefetch_entry(child.key) || by_rule;
        }
    }

    fn push_reply(&mut self, mv: Move, hand: Hand) {
        let key = self.position.key_after(mv) ^ self.salt;
        self.table.prefetch(key);
        self.children.push(blank(mv, key, hand));
    }

    /// What is known about a reply, or its first numbers.
    fn judge_reply(&mut self, index: usize, limit: &Limit) {
        let mut child = self.children[index];
        let hand = child.hand;
        let (bound, depth) = (less_one(limit.bound.max(1)), limit.depth + 1);
        if limit.bound == 0 {
            child.update(&Value::disproof(hand, 0, Rests::NOTHING));
        } else if bound == 1
            && let Some(value) = self.try_reply(child.mv)
        {
            child.update(&value);
        }
        if child.pn != 0
            && child.dn != 0
            && let Some(first) = self.first_numbers(&mut child, (bound, depth))
        {
            (child.pn, child.dn) = first;
        }
        self.children[index] = child;
    }

    /// A failure if the position after the reply is on the path, or is known to fail because of one that is.
    fn judge_repetition(&mut self, index: usize) {
        let child = &mut self.children[index];
        if let Some((ancestor, hand)) = self.path.covering(child.key, child.hand) {
            child.update(&Value::disproof(hand, UNLIMITED, Rests::on(ancestor)));
        } else if let Some((hand, rests)) =
            self.conditionals.look_up(child.key, child.hand, &self.path)
        {
            child.update(&Value::disproof(hand, UNLIMITED, rests));
        }
    }
}

fn blank(mv: Move, key: Key, hand: Hand) -> Child {
    Child {
        mv,
        key,
        hand,
        pn: 1,
        dn: 1,
        len: 0,
        min_depth: u16::MAX,
        fact_hand: Hand::EMPTY,
        rests: Rests::NOTHING,
        fresh: true,
        has_entry: true,
        futile: false,
    }
}
