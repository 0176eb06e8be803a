//! Proofs and disproofs of a node from those of its children, with the hands they hold for.
//!
//! A proof hand (証明駒) is the least the attacker needs, a disproof hand (反証駒) the most that still does not
//! mate (Nagai 2002). Both are about one board and all pieces in play: what the attacker lacks the defender has.

use crate::shogi::{Color, Hand, HandPiece, Move, checks, evasions};

use super::expand::{Child, Side, Value};
use super::number::{Plies, UNLIMITED, one_more};
use super::path::Rests;
use super::state::{Limit, Search};

impl Search<'_> {
    /// The value of a node whose children decide it; `won` for the mover, by the child `best`.
    pub(super) fn solved(
        &mut self,
        side: Side,
        won: bool,
        (first, best): (usize, usize),
        limit: &Limit,
    ) -> Value {
        match (side, won) {
            (Side::Attacker, true) => {
                let child = self.children[best];
                self.proof_by(&child)
            }
            (Side::Attacker, false) => self.disproof_of_all(first, limit),
            (Side::Defender, true) => {
                let child = if self.counts_futile() {
                    self.children[best]
                } else {
                    self.least_resting(first)
                };
                let hand = self.fact_hand_of_disproof(child.fact_hand, one_more(child.len));
                Value::disproof(hand, one_more(child.len), child.rests)
            }
            (Side::Defender, false) => self.proof_of_all(first),
        }
    }

    /// The refutation that rests on the least.
    pub(super) fn least_resting(&self, first: usize) -> Child {
        let refutes = |child: &&Child| child.dn == 0;
        let mut found = self.children[first..].iter().filter(refutes);
        let mut best = *found.next().expect("a refuted node has a refuting child");
        for child in found {
            if child.rests.is_fact() && !best.rests.is_fact() {
                best = *child;
            }
        }
        best
    }

    pub(super) fn proof_by(&self, child: &Child) -> Value {
        self.proof_by_move(child.mv, child.fact_hand, child.len)
    }

    /// The proof of an attacker's node by `mv`, after which `hand` mates within `len` plies.
    pub(super) fn proof_by_move(&self, mv: Move, mut hand: Hand, len: Plies) -> Value {
        match mv {
            Move::Drop { piece, .. } => hand.add(piece),
            Move::Board { to, .. } => {
                let taken = self
                    .position
                    .piece(to)
                    .and_then(|piece| piece.kind.hand_piece());
                if let Some(taken) = taken.filter(|&taken| hand.has(taken)) {
                    hand.remove(taken);
                }
            }
        }
        Value::proof(self.fact_hand(hand), one_more(len), mv.to_bits())
    }

    pub(super) fn disproof_of_all(&self, first: usize, limit: &Limit) -> Value {
        let mut hand = self.all_in_hand();
        let mut len = UNLIMITED;
        let mut rests = Rests::NOTHING;
        for child in &self.children[first..] {
            let mut other = child.fact_hand;
            match child.mv {
                Move::Drop { piece, .. } => other.add(piece),
                Move::Board { to, .. } => {
                    let taken = self
                        .position
                        .piece(to)
                        .and_then(|piece| piece.kind.hand_piece());
                    if let Some(taken) = taken.filter(|&taken| other.has(taken)) {
                        other.remove(taken);
                    }
                }
            }
            hand = hand.min(other);
            len = len.min(one_more(child.len));
            rests = rests.and(child.rests);
        }
        debug_assert!(len >= limit.bound, "a disproof covers the bound");
        let hand = self.without_untried_drops(hand);
        Value::disproof(self.fact_hand_of_disproof(hand, len), len, rests)
    }

    pub(super) fn proof_of_all(&self, first: usize) -> Value {
        let mut hand = Hand::EMPTY;
        let mut len = 0;
        for child in self.children[first..].iter().filter(|child| !child.futile) {
            hand = hand.max(child.fact_hand);
            len = len.max(one_more(child.len));
        }
        let hand = self.with_monopolies(hand);
        Value::proof(self.fact_hand(hand), len, 0)
    }

    /// Under a rule a length holds for its own hand only.
    pub(super) fn fact_hand(&self, hand: Hand) -> Hand {
        if self.counts_futile() {
            self.hand()
        } else {
            hand
        }
    }

    pub(super) fn fact_hand_of_disproof(&self, hand: Hand, len: Plies) -> Hand {
        if self.counts_futile() && len != UNLIMITED {
            self.hand()
        } else {
            hand
        }
    }

    /// Every piece in play that is not on the board.
    pub(super) fn all_in_hand(&self) -> Hand {
        self.position
            .hand(Color::Black)
            .plus(self.position.hand(Color::White))
    }

    /// A disproof tried no drops of kinds that the attacker lacks; it holds for hands without them.
    pub(super) fn without_untried_drops(&self, mut hand: Hand) -> Hand {
        let held = self.hand();
        let in_check = self.position.is_check();
        for piece in HandPiece::ALL {
            let tried = held.has(piece) || !hand.has(piece);
            if !tried && (in_check || checks::can_drop_check(&self.position, piece)) {
                hand.set(piece, 0);
            }
        }
        hand
    }

    /// A proof tried no interpositions of kinds that the defender lacks; it holds for hands with them all.
    pub(super) fn with_monopolies(&self, mut hand: Hand) -> Hand {
        let squares = evasions::interposition_squares(&self.position);
        if squares.is_empty() {
            return hand;
        }
        let (ours, theirs) = (self.hand(), self.position.hand(!self.attacker));
        for piece in HandPiece::ALL {
            if !theirs.has(piece)
                && hand.count(piece) < ours.count(piece)
                && evasions::may_drop_among(&self.position, piece, squares)
            {
                hand.set(piece, ours.count(piece));
            }
        }
        hand
    }
}
