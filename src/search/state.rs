//! The state of one search: the position it stands on, what it counts, and what it shares.

use std::collections::HashMap;
use std::sync::Arc;

use crate::shogi::{Color, Hand, Key, Move, Position, key};
use crate::tsume::{FutileRule, RestoringRule};

use super::expand::Child;
use super::limits::Meter;
use super::number::{INFINITE, Plies, ProofNumber, UNLIMITED};
use super::observe::{Observer, Silent};
use super::path::{Conditionals, Path};
use super::table::{Dominance, Found, Query, Table};
use super::team::Team;
use super::trail::Trail;

/// Nodes between two reports of progress.
pub(super) const REPORT_EVERY: u64 = 1 << 17;

/// What a node may spend before it returns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    pub(super) pn: ProofNumber,
    pub(super) dn: ProofNumber,
    pub(super) bound: Plies,
    pub(super) depth: u16,
}

impl Limit {
    /// Until solved.
    pub(super) const fn none(bound: Plies, depth: u16) -> Self {
        Self {
            pn: INFINITE,
            dn: INFINITE,
            bound,
            depth,
        }
    }
}

/// Interpositions that were asked whether they only restore the position, each in a position with a hand and a bound;
/// `None`: left open for want of room.
pub(super) type Restoring = HashMap<(Key, Hand, Move, Plies), Option<bool>>;

/// The state of one search.
pub(super) struct Search<'a> {
    pub(super) position: Position,
    pub(super) attacker: Color,
    pub(super) table: &'a Table,
    pub(super) meter: Meter<'a>,
    pub(super) observer: &'a dyn Observer,
    pub(super) rule: FutileRule,
    /// Whether interpositions by a move on the board count under every rule.
    pub(super) counts_moves: bool,
    /// What interpositions are that only restore the position.
    restoring_rule: RestoringRule,
    pub(super) restoring: Restoring,
    /// Mixed into every key: pieces in play and rule.
    pub(super) salt: Key,
    /// All pieces in play, counted unpromoted.
    material: Hand,
    /// The salt of the same pieces in play with every interposition counted.
    raw_salt: Key,
    pub(super) path: Path,
    pub(super) conditionals: Conditionals,
    pub(super) children: Vec<Child>,
    pub(super) moves: Vec<Move>,
    /// Moves with one, two and three plies left.
    pub(super) last_moves: [Vec<Move>; 3],
    /// Nodes that still have to meet a child for the first time before thresholds are kept strictly.
    pub(super) stretch: u32,
    pub(super) next_report: u64,
    /// Whether there is time for a larger part of the table.
    pub(super) may_grow: bool,
    /// Numbers of the position the search started from.
    pub(super) root: (ProofNumber, ProofNumber),
    /// Threads that one question may use, and the nodes that one of them searches first.
    pub(super) threads: usize,
    pub(super) alone: u64,
    /// Those that search this question, if they are several.
    pub(super) team: Option<Arc<Team>>,
    /// In a team: the positions on the way here.
    pub(super) trail: Trail,
}

impl std::fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search")
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(
        position: Position,
        table: &'a Table,
        meter: Meter<'a>,
        observer: &'a dyn Observer,
    ) -> Self {
        let attacker = position.turn();
        let mut search = Self {
            position,
            attacker,
            table,
            meter,
            observer,
            rule: FutileRule::Off,
            counts_moves: false,
            restoring_rule: RestoringRule::Counts,
            restoring: Restoring::default(),
            salt: 0,
            material: Hand::EMPTY,
            raw_salt: 0,
            path: Path::default(),
            conditionals: Conditionals::default(),
            children: Vec::new(),
            moves: Vec::new(),
            last_moves: Default::default(),
            stretch: 0,
            next_report: REPORT_EVERY,
            may_grow: true,
            root: (1, 1),
            threads: 1,
            alone: 0,
            team: None,
            trail: Trail::default(),
        };
        search.set_material(search.position.material());
        search
    }

    /// The same search with so many threads for one question, after so many nodes on one of them.
    pub(super) const fn shared(mut self, threads: usize, alone: u64) -> Self {
        (self.threads, self.alone) = (threads, alone);
        self
    }

    /// The same search in which interpositions by a move on the board count under every rule, or may be futile.
    pub(super) fn counting_moves(mut self, counts_moves: bool) -> Self {
        self.counts_moves = counts_moves;
        self.resalt();
        self
    }

    /// The same search in which interpositions that only restore the position count, or are futile.
    pub(super) fn restoring(mut self, rule: RestoringRule) -> Self {
        self.restoring_rule = rule;
        self.resalt();
        self
    }

    /// A second search that stands where this one does.
    pub(super) fn another(&self, meter: Meter<'a>) -> Self {
        Self {
            attacker: self.attacker,
            rule: self.rule,
            counts_moves: self.counts_moves,
            restoring_rule: self.restoring_rule,
            salt: self.salt,
            material: self.material,
            raw_salt: self.raw_salt,
            path: self.path.clone(),
            ..Self::new(self.position.clone(), self.table, meter, &Silent)
        }
    }

    /// From now on lengths are counted under `rule`.
    pub(super) fn set_rule(&mut self, rule: FutileRule) {
        self.rule = rule;
        self.resalt();
    }

    /// Asks with every interposition counted.
    pub(super) fn counting_all<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let rule = self.rule;
        self.set_rule(FutileRule::Off);
        let answer = ask(self);
        self.set_rule(rule);
        answer
    }

    /// From now on these are the pieces in play; returns those before.
    pub(super) fn set_material(&mut self, material: Hand) -> Hand {
        let before = std::mem::replace(&mut self.material, material);
        self.resalt();
        before
    }

    pub(super) const fn material(&self) -> Hand {
        self.material
    }

    /// Asks about another position; `None` if the search was stopped.
    pub(super) fn at<T>(
        &mut self,
        position: Position,
        test: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        if !self.meter.tick() {
            return None;
        }
        let material = self.set_material(position.material());
        let here = std::mem::replace(&mut self.position, position);
        let answer = test(self);
        self.position = here;
        self.set_material(material);
        answer
    }

    fn resalt(&mut self) {
        self.raw_salt = key::mix(u64::from(self.material.bits()));
        let rule = match self.rule {
            FutileRule::Off => {
                self.salt = self.raw_salt;
                return;
            }
            FutileRule::Standard => 1,
            FutileRule::Strict => 2,
        };
        let customs = 2 * u64::from(self.counts_moves) + 4 * u64::from(self.restoring_is_futile());
        self.salt = self.raw_salt ^ key::mix((rule + customs) << 40);
    }

    /// Whether the search has to end.
    pub(super) fn stopped(&self) -> bool {
        self.meter.is_over()
    }

    pub(super) fn table_key(&self) -> Key {
        self.position.key() ^ self.salt
    }

    pub(super) fn hand(&self) -> Hand {
        self.position.hand(self.attacker)
    }

    /// Whether the interposition `mv` counts whatever the rule.
    pub(super) const fn always_counts(&self, mv: Move) -> bool {
        self.counts_moves && !mv.is_drop()
    }

    /// Whether interpositions that only restore the position are futile.
    pub(super) fn restoring_is_futile(&self) -> bool {
        self.restoring_rule == RestoringRule::Useless
    }

    /// Whether some interpositions may be futile.
    pub(super) fn counts_futile(&self) -> bool {
        self.rule != FutileRule::Off
    }

    fn query(&self, bound: Plies, depth: u16) -> Query {
        let dominance = if self.counts_futile() {
            Dominance::Facts
        } else {
            Dominance::Lengths
        };
        Query {
            bound,
            depth,
            dominance,
        }
    }

    /// What the table says about a position under the rule, facts with every ply counted included.
    ///
    /// A raw proof bounds the length under any rule, and "no mate" is the same under all.
    pub(super) fn look_up(&self, key: Key, hand: Hand, (bound, depth): (Plies, u16)) -> Found {
        if self.counts_futile() {
            let raw = Query {
                bound,
                depth,
                dominance: Dominance::Lengths,
            };
            match self
                .table
                .look_up(key ^ self.salt ^ self.raw_salt, hand, raw)
            {
                Found::Proof(entry) => return Found::Proof(entry),
                Found::Disproof(entry) if entry.at_least == UNLIMITED => {
                    return Found::Disproof(entry);
                }
                Found::Disproof(_) | Found::Open { .. } | Found::New { .. } => {}
            }
        }
        self.table.look_up(key, hand, self.query(bound, depth))
    }

    /// What the table knows of the question whether the position on the board is a mate within `bound` plies.
    pub(super) fn known(&self, bound: Plies, depth: u16) -> Option<bool> {
        match self.look_up(self.table_key(), self.hand(), (bound, depth)) {
            Found::Proof(_) => Some(true),
            Found::Disproof(_) => Some(false),
            Found::Open { .. } | Found::New { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::limits::Limits;
    use crate::shogi::Setup;

    #[test]
    fn customs_share_no_facts_but_raw_ones() {
        let setup: Setup = "8k/9/9/9/9/9/9/9/9 b R 1".parse().unwrap();
        let position = Position::new(&setup, Color::Black).unwrap();
        let limits = Limits::default();
        let table = Table::new(1 << 18);
        let key_under = |rule, counts_moves, restoring| {
            let meter = Meter::new(&limits);
            let mut search = Search::new(position.clone(), &table, meter, &Silent)
                .counting_moves(counts_moves)
                .restoring(restoring);
            search.set_rule(rule);
            search.table_key()
        };
        let mut keys: Vec<Key> = Vec::new();
        for rule in FutileRule::ALL {
            for restoring in [RestoringRule::Counts, RestoringRule::Useless] {
                keys.extend([false, true].map(|moves| key_under(rule, moves, restoring)));
            }
        }
        assert!(keys[..4].iter().all(|&key| key == keys[0]));
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 9);
    }
}
