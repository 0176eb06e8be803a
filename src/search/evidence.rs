//! Proofs and disproofs of a node from those of its children, with the hands they hold for.
//!
//! A proof hand (証明駒) is the least the attacker needs, a disproof hand (反証駒) the most that still does not
//! mate (Nagai 2002). Both are about one board and all pieces in play: what the attacker lacks the defender has.
//!
//! Under a futile rule lengths hold for one hand, but for those that are plain: proofs in which every interposition counts, and
//! disproofs in which none is the refutation. Such proofs are proofs without the rule, and a rule can only make mates shorter. In such a
//! disproof all refutations count under every rule, and a poorer attacker has no check that is not refuted. So plain lengths hold
//! under every rule, for the hands that they hold for without one, and all rules find them under one key.

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
    plain: bool,
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
    /// Adds the check `mv`, after which the position is disproved by `value`.
    pub(super) fn add(&mut self, position: &Position, mv: Move, value: &Value) {
        self.hand = self.hand.min(hand_before(position, mv, value.hand));
        self.len = self.len.min(one_more(value.len));
        self.rests = self.rests.and(value.rests);
        self.plain &= value.plain;
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
                self.proof_by(child.mv, &child.value())
            }
            (Side::Attacker, false) => self.disproof_of_all(first, limit),
            (Side::Defender, true) => {
                let child = if self.counts_futile() {
                    self.children[best]
                } else {
                    self.least_resting(first)
                };
                self.disproof_after(&child.value(), child.interposes)
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

    /// The proof of an attacker's node by `mv`, after which the position is proved by `value`.
    pub(super) fn proof_by(&self, mv: Move, value: &Value) -> Value {
        let hand = if self.holds_for_own_hand(value) {
            self.hand()
        } else {
            hand_before(&self.position, mv, value.hand)
        };
        Value::proof(hand, one_more(value.len), mv.to_bits()).marked_plain(value.plain)
    }

    fn disproof_of_all(&self, first: usize, limit: &Limit) -> Value {
        let mut refuted = self.nothing_refuted();
        for child in &self.children[first..] {
            refuted.add(&self.position, child.mv, &child.value());
        }
        self.disproof_by(refuted, limit)
    }

    /// The disproof of a defender's node by a reply, after which the position is disproved by `value`.
    ///
    /// A reply that interposes may be no refutation by another rule, or for another hand.
    pub(super) fn disproof_after(&self, value: &Value, interposes: bool) -> Value {
        let mut refuted = Value::disproof(value.hand, one_more(value.len), value.rests)
            .marked_plain(value.plain && !interposes);
        if self.holds_for_own_hand(&refuted) {
            refuted.hand = self.hand();
        }
        refuted
    }

    pub(super) fn nothing_refuted(&self) -> Refuted {
        Refuted {
            hand: self.all_in_hand(),
            len: UNLIMITED,
            rests: Rests::NOTHING,
            plain: true,
        }
    }

    /// The disproof of an attacker's node all of whose checks are refuted.
    pub(super) fn disproof_by(&self, refuted: Refuted, limit: &Limit) -> Value {
        let Refuted {
            hand,
            len,
            rests,
            plain,
        } = refuted;
        debug_assert!(len >= limit.bound, "a disproof covers the bound");
        let mut value = Value::disproof(hand, len, rests).marked_plain(plain);
        value.hand = if self.holds_for_own_hand(&value) {
            self.hand()
        } else {
            self.without_untried_drops(hand)
        };
        value
    }

    fn proof_of_all(&self, first: usize) -> Value {
        let mut hand = Hand::EMPTY;
        let (mut len, mut plain) = (0, true);
        for child in &self.children[first..] {
            plain &= child.plain && !child.futile;
            if !child.futile {
                hand = hand.max(child.fact_hand);
                len = len.max(one_more(child.len));
            }
        }
        self.proof_with(hand, len, plain)
    }

    /// The proof of a defender's node, all of whose replies lose against `hand`, within `len` plies from here.
    pub(super) fn proof_with(&self, hand: Hand, len: Plies, plain: bool) -> Value {
        let mut value = Value::proof(hand, len, 0).marked_plain(plain);
        value.hand = if self.holds_for_own_hand(&value) {
            self.hand()
        } else {
            self.with_monopolies(hand)
        };
        value
    }

    /// Whether `value` is said of one hand alone, as lengths are that hang on a rule.
    fn holds_for_own_hand(&self, value: &Value) -> bool {
        self.counts_futile() && !value.plain
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::limits::{Limits, Meter};
    use crate::search::observe::Silent;
    use crate::search::table::Table;
    use crate::shogi::Setup;
    use crate::tsume::FutileRule;

    /// Tells `test` of a search under the standard rule.
    fn with_search(sfen: &str, test: impl FnOnce(&mut Search<'_>)) {
        let setup: Setup = sfen.parse().unwrap();
        let position = Position::new(&setup, Color::Black).unwrap();
        let (limits, table) = (Limits::default(), Table::new(1 << 20));
        let mut search = Search::new(position, &table, Meter::new(&limits), &Silent);
        search.set_rule(FutileRule::Standard);
        test(&mut search);
    }

    #[test]
    fn lengths_without_interpositions_hold_marked_plain_and_carry_over_between_hands() {
        with_search("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", |search| {
            assert_eq!(search.attacker_mates(1, 0), Some(true));
            search.set_rule(FutileRule::Strict);
            let mut richer = search.hand();
            richer.add(HandPiece::Rook);
            search.position.share_hands(Color::Black, richer);
            assert_eq!(search.known(1, 0), Some(true));
        });
        with_search("8k/9/9/8P/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", |search| {
            assert_eq!(search.attacker_mates(5, 0), Some(false));
            search.set_rule(FutileRule::Off);
            assert_eq!(search.known(5, 0), Some(false));
            search.set_rule(FutileRule::Strict);
            search.position.share_hands(Color::Black, Hand::EMPTY);
            assert_eq!(search.known(5, 0), Some(false));
        });
    }

    #[test]
    fn lengths_that_hang_on_interpositions_hold_under_one_rule_and_for_one_hand() {
        with_search("7lk/9/7G1/9/R8/9/9/9/9 b Pr2b3g4s4n3l17p 1", |search| {
            assert_eq!(search.attacker_mates(1, 0), Some(true));
            let hand = search.hand();
            search.position.share_hands(Color::Black, Hand::EMPTY);
            assert_eq!(search.known(1, 0), None);
            search.position.share_hands(Color::Black, hand);
            search.set_rule(FutileRule::Off);
            assert_eq!(search.known(1, 0), None);
            assert_eq!(search.attacker_mates(5, 0), Some(false));
            assert_eq!(search.attacker_mates(7, 0), Some(true));
            search.set_rule(FutileRule::Strict);
            assert_eq!(search.known(5, 0), None);
        });
    }
}
