//! A shorter proof, from its inside.
//!
//! To shorten a long mate from its start every reply must be mated sooner at once, and a search for that runs to and fro
//! between thousands of nodes. A node late in the proof is a small question. So the nodes of the proof are asked, the late
//! ones first, whether they mate in fewer plies, each with few nodes; a shorter mate is written into the draft
//! of the proof at once, and the questions of earlier nodes find it in the table. A pass over all nodes is
//! followed by passes along the line that lasts longest, until that gains nothing; then questions get more nodes.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::proof::{AttackerNodeId, ProofTree};
use crate::shogi::{Hand, Key, Move, checks};

use super::draft::Draft;
use super::extract::Source;
use super::number::Plies;
use super::state::Search;

/// Nodes for a question of the first pass; each time a line gains nothing, later ones get [`GROWTH`] times as many. A node of the
/// proof is asked one question, and one more for each of its checks.
const FIRST_QUESTION: u64 = 250;
const GROWTH: u64 = 4;

/// A proof that is becoming shorter.
pub(super) struct Tightening {
    draft: Draft,
    root: AttackerNodeId,
    /// Questions that need not be asked again: the length known then, and the nodes allowed.
    asked: FxHashMap<(Key, Hand), (Plies, u64)>,
    /// Nodes for a question.
    question: u64,
    scope: Scope,
    /// Whether nodes have been added that the rest of the proof does not make use of yet.
    has_news: bool,
}

/// Which nodes of a proof a pass asks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// All, each with the hand of its proof.
    All,
    /// Those of the line that lasts longest, with the hands they are met with: more is in them than the proof makes use of.
    Slowest,
}

/// One pass over the nodes of a proof.
#[derive(Default)]
struct Pass {
    seen: FxHashSet<AttackerNodeId>,
    gained: bool,
}

impl Tightening {
    /// The proof as it is now.
    pub(super) const fn tree(&self) -> &ProofTree {
        &self.draft.tree
    }

    /// Its length in raw plies.
    pub(super) fn length(&self) -> Plies {
        self.draft.tree.length(self.root)
    }

    /// No more of it.
    pub(super) const fn give_up(&mut self) {
        self.question = u64::MAX;
    }

    /// Whether a place was asked with as many nodes for a mate at least as short: what it gained then, if the proof has made no
    /// use of it, it would gain again and again.
    fn was_asked(&self, place: (Key, Hand), length: Plies) -> bool {
        let known = self.asked.get(&place);
        known.is_some_and(|&(asked, nodes)| asked <= length && nodes >= self.question)
    }

    /// What comes after a pass: all nodes, then lines as long as one gains something, then more nodes for a question.
    fn after(&mut self, pass: &Pass) {
        match self.scope {
            Scope::All => self.scope = Scope::Slowest,
            Scope::Slowest if pass.gained => {}
            Scope::Slowest => {
                self.scope = Scope::All;
                self.question = self.question.saturating_mul(GROWTH);
            }
        }
    }
}

impl Search<'_> {
    /// Prepares to tighten a checked proof of the position on the board; `None` if it has no root.
    pub(super) fn tightening(&mut self, tree: &ProofTree) -> Option<Tightening> {
        let root = tree.root()?;
        let mut draft = Draft::of(tree.clone());
        self.counting_all(|search| {
            search.note_nodes(tree, root, &mut draft, &mut FxHashSet::default())
        });
        Some(Tightening {
            draft,
            root,
            asked: FxHashMap::default(),
            question: FIRST_QUESTION,
            scope: Scope::All,
            has_news: false,
        })
    }

    /// Notes the places of all nodes from `node` on, which stands for the position on the board.
    fn note_nodes(
        &mut self,
        tree: &ProofTree,
        node: AttackerNodeId,
        draft: &mut Draft,
        seen: &mut FxHashSet<AttackerNodeId>,
    ) {
        if !seen.insert(node) || !self.meter.pulse() {
            return;
        }
        let hand = tree.hand(node).unwrap_or_else(|| self.hand());
        let before = self.position.share_hands(self.attacker, hand);
        draft.note(self.table_key(), hand, node);
        let mv = tree.move_of(node);
        let undo = self.position.play(mv);
        for (reply, next) in tree.replies(tree.after(node)) {
            let undo = self.position.play(reply);
            self.note_nodes(tree, next, draft, seen);
            self.position.undo(reply, undo);
        }
        self.position.undo(mv, undo);
        self.position.share_hands(self.attacker, before);
    }

    /// Makes the proof shorter for at most `nodes` nodes; whether it has become so.
    pub(super) fn tighten(&mut self, work: &mut Tightening, nodes: u64) -> bool {
        let before = work.length();
        self.counting_all(|search| {
            let allowance = search.meter.with_allowance(nodes);
            while work.length() > 1 && work.question <= nodes && !search.stopped() {
                search.pass_over(work);
            }
            search.meter.end_allowance(allowance);
            search.put_together(work);
        });
        work.length() < before
    }

    fn pass_over(&mut self, work: &mut Tightening) {
        let mut pass = Pass::default();
        self.shorten_from(work, work.root, &mut pass);
        if !self.stopped() {
            self.put_together(work);
            work.after(&pass);
        }
    }

    /// Writes the proof anew from its shortest nodes. It does not take long, so the end of the limits allows it, too.
    fn put_together(&mut self, work: &mut Tightening) {
        if !work.has_news {
            return;
        }
        let ended = self.meter.grant_grace();
        let mut draft = Draft::default();
        let root =
            self.extract_attacker(&mut draft, Source::Draft(&work.draft), (work.length(), 0));
        self.meter.end_grace(ended);
        if let Some(root) = root {
            draft.tree.set_root(root);
            draft.tree.shrink_to_fit();
            (work.draft, work.root, work.has_news) = (draft, root, false);
        }
    }

    /// Looks for shorter mates from `node` on, which stands for the position on the board, the late ones first.
    fn shorten_from(&mut self, work: &mut Tightening, node: AttackerNodeId, pass: &mut Pass) {
        if !pass.seen.insert(node) || !self.meter.pulse() {
            return;
        }
        // The length as it was: what becomes of it below is found in the draft.
        let tree = &work.draft.tree;
        let (mv, length) = (tree.move_of(node), tree.length(node));
        let hand = match work.scope {
            Scope::All => tree.hand(node).unwrap_or_else(|| self.hand()),
            Scope::Slowest => self.hand(),
        };
        let before = self.position.share_hands(self.attacker, hand);
        let undo = self.position.play(mv);
        for (reply, next) in self.replies_of(tree, node, work.scope) {
            let undo = self.position.play(reply);
            self.shorten_from(work, next, pass);
            self.position.undo(reply, undo);
        }
        self.position.undo(mv, undo);
        pass.gained |= self.shorten_here(work, (mv, length));
        self.position.share_hands(self.attacker, before);
    }

    /// The replies to go into, in the defender's position on the board.
    fn replies_of(
        &self,
        tree: &ProofTree,
        node: AttackerNodeId,
        scope: Scope,
    ) -> Vec<(Move, AttackerNodeId)> {
        let hand = self.position.hand(!self.attacker);
        let can_play = |&(reply, _): &(Move, AttackerNodeId)| match reply {
            Move::Drop { piece, .. } => hand.has(piece),
            Move::Board { .. } => true,
        };
        let replies = tree.replies(tree.after(node)).filter(can_play);
        match scope {
            Scope::All => replies.collect(),
            Scope::Slowest => replies
                .max_by_key(|&(_, next)| tree.length(next))
                .into_iter()
                .collect(),
        }
    }

    /// Writes ever shorter mates of the position on the board into the draft; whether there was any that is new.
    ///
    /// `mv` mates within `length` plies.
    fn shorten_here(&mut self, work: &mut Tightening, (mv, mut length): (Move, Plies)) -> bool {
        let place @ (key, hand) = (self.table_key(), self.hand());
        let mut gained = false;
        while length > 1 {
            let bound = length - 2;
            if let Some((_, node)) = work.draft.shortest(key, hand, bound) {
                length = work.draft.tree.length(node);
                continue;
            }
            if work.was_asked(place, length) {
                break;
            }
            let answer = self.mates_sooner(mv, bound, work.question);
            if self.stopped() {
                break;
            }
            let nodes = match answer {
                Some(false) => u64::MAX,
                Some(true) | None => work.question,
            };
            work.asked.insert(place, (length, nodes));
            if answer != Some(true) {
                break;
            }
            let draft = &mut work.draft;
            if !self.within(work.question, |search| search.add_to(draft, bound)) {
                break;
            }
            (gained, work.has_news) = (true, true);
        }
        gained
    }

    /// Whether the attacker mates within `bound` plies, by `mv`, which takes longer as far as is known, or by another check;
    /// each question may take so many nodes.
    fn mates_sooner(&mut self, mv: Move, bound: Plies, nodes: u64) -> Option<bool> {
        let answer = self.within(nodes, |search| search.attacker_mates(bound, 0));
        if answer.is_some() {
            return answer;
        }
        let mut moves = Vec::new();
        checks::checks(&self.position, &mut moves);
        for other in moves.into_iter().filter(|&other| other != mv) {
            let undo = self.position.play(other);
            let answer = self.within(nodes, |search| search.defender_is_mated(bound - 1, 1));
            self.position.undo(other, undo);
            if answer == Some(true) {
                return self.within(nodes, |search| search.attacker_mates(bound, 0));
            }
        }
        None
    }

    fn within<T>(&mut self, nodes: u64, ask: impl FnOnce(&mut Self) -> T) -> T {
        let allowance = self.meter.with_allowance(nodes);
        let answer = ask(self);
        self.meter.end_allowance(allowance);
        answer
    }

    /// Writes the mate within `bound` plies from the position on the board into the draft, if it can be read from the table.
    fn add_to(&mut self, draft: &mut Draft, bound: Plies) -> bool {
        let (moves, replies) = (draft.moves.len(), draft.replies.len());
        let node = self.extract_attacker(draft, Source::Table, (bound, 0));
        draft.moves.truncate(moves);
        draft.replies.truncate(replies);
        node.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::search::extract::certified;
    use crate::search::limits::{Limits, Meter};
    use crate::search::number::UNLIMITED;
    use crate::search::observe::Silent;
    use crate::search::table::Table;
    use crate::shogi::{Color, Position, Setup};
    use crate::tsume::FutileRule;

    const SCATTERED: &str = "S8/g2R5/9/g1L6/1k1sG4/9/s1S1pR3/2P6/2g6 b Bb4n3l16p 1";

    fn scattered() -> Position {
        let setup: Setup = SCATTERED.parse().unwrap();
        Position::new(&setup, Color::Black).unwrap()
    }

    /// The first proof found from the position on the board.
    fn first_proof(search: &mut Search<'_>) -> ProofTree {
        search.set_rule(FutileRule::Standard);
        search.counting_all(|search| {
            assert_eq!(search.attacker_mates(UNLIMITED, 0), Some(true));
            search.extract(UNLIMITED).unwrap()
        })
    }

    /// Asserts that the proof is sound and the search stands where it stood.
    fn assert_sound(search: &Search<'_>, work: &Tightening) {
        let checked = certified(&scattered(), work.tree(), &Silent);
        assert_eq!(checked, Ok(work.length()));
        assert_eq!(search.position, scattered());
        assert_eq!(search.rule, FutileRule::Standard);
    }

    #[test]
    fn a_proof_becomes_shorter_and_stays_sound() {
        let (limits, table) = (Limits::default(), Table::new(4 << 20));
        let mut search = Search::new(scattered(), &table, Meter::new(&limits), &Silent);
        let first = first_proof(&mut search);
        let before = first.length(first.root().unwrap());
        let mut work = search.tightening(&first).unwrap();
        assert_eq!(work.length(), before);
        assert!(search.tighten(&mut work, 200_000));
        assert!(work.length() < before);
        assert_sound(&search, &work);
    }

    #[test]
    fn what_is_cut_short_stays_sound_and_goes_on_later() {
        let (limits, table) = (Limits::default(), Table::new(4 << 20));
        let mut search = Search::new(scattered(), &table, Meter::new(&limits), &Silent);
        let first = first_proof(&mut search);
        let mut work = search.tightening(&first).unwrap();
        let mut length = work.length();
        for nodes in [0, 1, 300, 3000, 30_000, 200_000] {
            assert_eq!(search.tighten(&mut work, nodes), work.length() < length);
            length = work.length();
            assert_sound(&search, &work);
            assert!(!search.stopped());
        }
        assert!(length < first.length(first.root().unwrap()));
        limits.stop.store(true, Ordering::Relaxed);
        assert!(!search.tighten(&mut work, 1_000_000));
        assert_sound(&search, &work);
        assert!(search.stopped());
    }

    #[test]
    fn a_table_too_small_for_the_proof_loses_nothing_of_it() {
        let (limits, table) = (Limits::default(), Table::new(1 << 14));
        let mut search = Search::new(scattered(), &table, Meter::new(&limits), &Silent);
        let first = {
            let table = Table::new(4 << 20);
            first_proof(&mut Search::new(
                scattered(),
                &table,
                Meter::new(&limits),
                &Silent,
            ))
        };
        search.set_rule(FutileRule::Standard);
        let mut work = search.tightening(&first).unwrap();
        search.tighten(&mut work, 50_000);
        assert_sound(&search, &work);
    }
}
