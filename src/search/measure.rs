//! How long a mate is, as far as the limits allow to tell.
//!
//! The proof found first is shortened for about what it has cost. Then the ends close in on the length under the rule; after
//! each of their turns the proof gets as many nodes to become shorter from its inside: no mate longer than a proof needs to be
//! looked for.

use crate::tsume::FutileRule;

use super::extract::certified;
use super::number::Plies;
use super::shorten::Closing;
use super::solver::{Length, Work};
use super::tighten::Tightening;

/// Nodes that the search for a shorter proof may cost at least.
const LEAST_TO_SHORTEN: u64 = 1000;

/// A proof is not tightened if it has more nodes than one for so many bytes of the table: it is in memory several times then.
const TABLE_BYTES_A_NODE: usize = 512;

impl Work<'_> {
    /// The length under the rule of a mate proved within `raw` plies, which may become fewer.
    pub(super) fn length(&mut self, raw: &mut Plies) -> Length {
        if self.options.fast {
            return Length::at_most(*raw);
        }
        if self.options.rule != FutileRule::Off {
            self.shorten(raw);
        }
        self.search.set_rule(self.options.rule);
        let mut closing = Closing::new(1, *raw);
        let mut tightening = None;
        while self.search.come_closer(&mut closing) {
            self.tighten(&mut tightening, closing.last_turn(), raw);
            closing.known.at_most = closing.known.at_most.min(*raw);
        }
        let shortest = closing.known;
        Length {
            plies: shortest.at_most,
            exact: shortest.exact().is_some(),
            at_least: shortest.at_least,
        }
    }

    /// No more than a proof, as short as can be had cheaply.
    pub(super) fn short_proof(&mut self, raw: &mut Plies) -> Length {
        self.shorten(raw);
        Length::at_most(*raw)
    }

    /// Looks for a shorter proof for about as long as the first one took.
    fn shorten(&mut self, raw: &mut Plies) {
        let nodes = self.search.meter.nodes() + LEAST_TO_SHORTEN;
        let shorter = self.search.shortened(*raw, nodes);
        if shorter < *raw {
            *raw = self.verified(shorter).unwrap_or(*raw);
        }
    }

    /// Makes the proof shorter for at most `nodes` nodes, if the checker agrees; `raw` is its length.
    fn tighten(&mut self, tightening: &mut Option<Tightening>, nodes: u64, raw: &mut Plies) {
        if tightening.is_none() {
            let most = self.options.table_bytes / TABLE_BYTES_A_NODE;
            let tree = self.kept.as_ref();
            let tree = tree.filter(|tree| tree.attacker_count() <= most);
            *tightening = tree.and_then(|tree| self.search.tightening(tree));
        }
        let Some(tightening) = tightening else { return };
        if !self.search.tighten(tightening, nodes) {
            return;
        }
        match certified(self.position, tightening.tree(), self.observer()) {
            Ok(length) => {
                *self.kept = Some(tightening.tree().clone());
                *raw = length;
            }
            Err(_) => tightening.give_up(),
        }
    }
}
