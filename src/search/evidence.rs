//! Proofs and disproofs of a node from those of its children, with the hands they hold for.
//!
//! A proof hand (証明駒) is the least the attacker needs, a disproof hand (反証駒) the most that still does not
//! mate (Nagai 2002). Both are about one board and all pieces in play: what the attacker lacks the defender has.

use crate::shogi::{Color, Hand, HandPiece, Move, Position, checks, evasions};

use super::expand::{Child, Side, Value};
use super::number::{Plies, UNLIMITED, one_more};
use super::path::Rests;
use super::state::{Limit, Search};

/// What the checks refuted so far have in common.
pub(super) struct Refuted {
    hand: Hand,
    len: Plies,
    rests: Rests,
}

/// The hand with which the check `mv` leads to `hand`, or a piece less if it takes one that `hand` lacks.
fn hand_before(position: &Position, mv: Move, mut hand: Hand) -> Hand {
    match mv {
        Move::Drop { piece, .. } => hand.add(piece),
        Move::Board { to, .. } => {
            let taken = position.piece(to).and_then(|piece| piece.kind.hand_piece());
            if let Some(taken) = taken.filter(|&taken| hand.has(taken)) {
                hand.remove(taken);
            }
        }
    }
    hand
}

impl Refuted {
    /// Adds the check `mv`, after which `hand` does not mate within `len` plies.
    pub(super) fn add(
        &mut self,
        position: &Position,
        mv: Move,
        (hand, len, rests): (Hand, Plies, Rests),
    ) {
        self.hand = self.hand.min(hand_before(position, mv, hand));
        self.len = self.len.min(one_more(len));
        self.rests = self.rests.and(rests);
    }
}

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
                self.disproof_after((child.fact_hand, child.len, child.rests))
            }
            (Side::Defender, false) => self.proof_of_all(first),
        }
    }

    /// The refutation that rests on the least.
    fn least_resting(&self, first: usize) -> Child {
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
    pub(super) fn proof_by_move(&self, mv: Move, hand: Hand, len: Plies) -> Value {
        let hand = hand_before(&self.position, mv, hand);
        Value::proof(self.fact_hand(hand), one_more(len), mv.to_bits())
    }

    fn disproof_of_all(&self, first: usize, limit: &Limit) -> Value {
        let mut refuted = self.nothing_refuted();
        for child in &self.children[first..] {
            let fact = (child.fact_hand, child.len, child.rests);
            refuted.add(&self.position, child.mv, fact);
        }
        self.disproof_by(refuted, limit)
    }

    /// The disproof of a defender's node by a reply after which `hand` does not mate within `len` plies.
    pub(super) fn disproof_after(&self, (hand, len, rests): (Hand, Plies, Rests)) -> Value {
        let len = one_more(len);
        Value::disproof(self.fact_hand_of_disproof(hand, len), len, rests)
    }

    pub(super) fn nothing_refuted(&self) -> Refuted {
        Refuted {
            hand: self.all_in_hand(),
            len: UNLIMITED,
            rests: Rests::NOTHING,
        }
    }

    /// The disproof of an attacker's node all of whose checks are refuted.
    pub(super) fn disproof_by(&self, refuted: Refuted, limit: &Limit) -> Value {
        let Refuted { hand, len, rests } = refuted;
        debug_assert!(len >= limit.bound, "a disproof covers the bound");
        let hand = if self.holds_for_own_hand(len) {
            self.hand()
        } else {
            self.without_untried_drops(hand)
        };
        Value::disproof(hand, len, rests)
    }

    fn proof_of_all(&self, first: usize) -> Value {
        let mut hand = Hand::EMPTY;
        let mut len = 0;
        for child in self.children[first..].iter().filter(|child| !child.futile) {
            hand = hand.max(child.fact_hand);
            len = len.max(one_more(child.len));
        }
        self.proof_with(hand, len)
    }

    /// The proof of a defender's node, all of whose replies lose against `hand`, within `len` plies from here.
    pub(super) fn proof_with(&self, hand: Hand, len: Plies) -> Value {
        let hand = if self.counts_futile() {
            self.hand()
        } else {
            self.with_monopolies(hand)
        };
        Value::proof(hand, len, 0)
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
        if self.holds_for_own_hand(len) {
            self.hand()
        } else {
            hand
        }
    }

    /// Whether "no mate within `len` plies" is said of one hand alone, as lengths are under a rule.
    fn holds_for_own_hand(&self, len: Plies) -> bool {
        self.counts_futile() && len != UNLIMITED
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
