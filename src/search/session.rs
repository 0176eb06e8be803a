//! Questions about positions of one problem, answered from one table.
//!
//! A session stands on a position, the root at first; moves are played and taken back. Each question is
//! answered yes, no, or `None` if a limit came first. Mate and no mate hold for any length; lengths are counted under the
//! rule of the session. A mate is claimed by its proof only, see [`Session::proof`].

use crate::proof::ProofTree;
use crate::shogi::{Move, Position, Undo};
use crate::tsume::{Cost, FutileRule, StopReason};

use super::clock::CpuClock;
use super::extract::certified;
use super::futile::Replies;
use super::line::Ledger;
use super::number::{Plies, UNLIMITED};
use super::observe::Observer;
use super::state::{Limit, Search};

/// See the module.
#[derive(Debug)]
pub struct Session<'a> {
    pub(super) search: Search<'a>,
    rule: FutileRule,
    observer: Watcher<'a>,
    played: Vec<(Move, Undo)>,
    ledger: Ledger,
    cpu: CpuClock,
}

/// Where a session stands, and what it counts by.
#[derive(Debug)]
pub(super) struct Place<'a> {
    rule: FutileRule,
    observer: Watcher<'a>,
    played: Vec<(Move, Undo)>,
}

impl<'a> Place<'a> {
    /// A session there, of a search that stands there.
    pub(super) fn session(&self, search: Search<'a>) -> Session<'a> {
        Session {
            played: self.played.clone(),
            ..Session::new(search, self.rule, self.observer.0)
        }
    }
}

/// The observer, without a drawing of it.
#[derive(Clone, Copy)]
struct Watcher<'a>(&'a dyn Observer);

impl std::fmt::Debug for Watcher<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watcher")
    }
}

/// What a question took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Nodes.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: u64,
}

/// A mate with its proof, which the checker accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The proof.
    pub tree: ProofTree,
    /// Its plies, every interposition counted: an upper bound of the length.
    pub length_raw: u32,
}

/// What is known about a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// No mate in fewer plies.
    pub at_least: u32,
    /// Mate within so many plies.
    pub at_most: u32,
}

impl Bounds {
    /// The length, if it is settled.
    #[must_use]
    pub const fn exact(self) -> Option<u32> {
        if self.at_least >= self.at_most {
            Some(self.at_most)
        } else {
            None
        }
    }
}

/// A reply of the defender that counts, and how long it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move.
    pub mv: Move,
    /// Plies to mate, the reply included.
    pub length: u32,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        mut search: Search<'a>,
        rule: FutileRule,
        observer: &'a dyn Observer,
    ) -> Self {
        search.set_rule(rule);
        Self {
            search,
            rule,
            observer: Watcher(observer),
            played: Vec::new(),
            ledger: Ledger::default(),
            cpu: CpuClock::start(),
        }
    }

    /// Where the session stands.
    pub(super) fn place(&self) -> Place<'a> {
        Place {
            rule: self.rule,
            observer: self.observer,
            played: self.played.clone(),
        }
    }

    /// The position the session stands on.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.search.position
    }

    /// Moves played since the root.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.played.len()
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        let undo = self.search.position.play(mv);
        self.played.push((mv, undo));
    }

    /// Takes back the last move, if there is one.
    pub fn take_back(&mut self) {
        if let Some((mv, undo)) = self.played.pop() {
            self.search.position.undo(mv, undo);
        }
    }

    /// Goes back until `ply` moves are left.
    pub fn back_to(&mut self, ply: usize) {
        while self.played.len() > ply {
            self.take_back();
        }
    }

    /// Asks something about the position after `mv`.
    pub fn after<T>(&mut self, mv: Move, ask: impl FnOnce(&mut Self) -> T) -> T {
        self.play(mv);
        let answer = ask(self);
        self.take_back();
        answer
    }

    /// Asks something for at most `nodes` more nodes; running out of them does not end the session.
    pub fn within<T>(&mut self, nodes: u64, ask: impl FnOnce(&mut Self) -> T) -> (T, Spent) {
        let before = self.spent();
        let allowance = self.search.meter.with_allowance(nodes);
        let answer = ask(self);
        self.search.meter.end_allowance(allowance);
        let after = self.spent();
        let spent = Spent {
            nodes: after.nodes - before.nodes,
            time_ms: after.time_ms - before.time_ms,
        };
        (answer, spent)
    }

    /// Asks something for at most half of what is left of the limits; also why that has ended, if it has.
    pub fn within_half<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> (T, Option<StopReason>) {
        let half = self.search.meter.keep_half();
        let answer = ask(self);
        (answer, self.search.meter.use_the_rest(half))
    }

    /// What the session took so far.
    #[must_use]
    pub fn spent(&self) -> Spent {
        Spent {
            nodes: self.search.meter.nodes(),
            time_ms: self.search.meter.clock().elapsed_ms(),
        }
    }

    /// The same added to the cost of the answer before it.
    #[must_use]
    pub fn cost_after(&self, before: Cost) -> Cost {
        let spent = self.spent();
        Cost {
            nodes: before.nodes + spent.nodes,
            time_ms: before.time_ms + spent.time_ms,
            cpu_ms: before.cpu_ms + self.cpu.elapsed_ms() + self.search.meter.others_cpu_ms(),
            ..before
        }
    }

    /// Why the session has to end; `None` while it may go on.
    #[must_use]
    pub const fn reason(&self) -> Option<StopReason> {
        self.search.meter.reason()
    }

    /// Is the attacker's position on the board a mate, at any length?
    pub fn is_mate(&mut self) -> Option<bool> {
        self.search
            .counting_all(|search| search.attacker_mates(UNLIMITED, 0))
    }

    /// Is the defender's position on the board lost, at any length?
    pub fn is_lost(&mut self) -> Option<bool> {
        self.search
            .counting_all(|search| search.defender_is_mated(UNLIMITED, 1))
    }

    /// Is the attacker's position on the board a mate within `plies`?
    pub fn is_mate_within(&mut self, plies: u32) -> Option<bool> {
        self.search.attacker_mates(short(plies), 0)
    }

    /// Is the defender's position on the board lost within `plies`?
    pub fn is_lost_within(&mut self, plies: u32) -> Option<bool> {
        self.search.defender_is_mated(short(plies), 1)
    }

    /// The length from the attacker's position on the board, at least `first`; a mate within `longest` is known.
    pub fn length(&mut self, first: u32, longest: u32) -> Option<u32> {
        self.close_in(first, longest).exact()
    }

    /// The same with what is known if it was not settled.
    pub fn close_in(&mut self, first: u32, longest: u32) -> Bounds {
        let shortest = self.search.shortest(short(first), short(longest));
        Bounds {
            at_least: u32::from(shortest.at_least),
            at_most: u32::from(shortest.at_most),
        }
    }

    /// Interpositions along `line` from the root, by ply, whose status differs between the standard and the strict rule;
    /// `None` if that was not settled.
    pub fn grey(&mut self, line: &[Move]) -> Option<Vec<(u32, Move)>> {
        let grey = self.search.grey(line);
        self.search.set_rule(self.rule);
        grey
    }

    /// The same from the defender's position on the board.
    pub fn length_of_lost(&mut self, first: u32, longest: u32) -> Option<u32> {
        let shortest = self.search.shortest_after(short(first), short(longest));
        shortest.exact().map(u32::from)
    }

    /// The proof that the attacker mates by `mv`, which has been found to mate.
    ///
    /// # Errors
    /// The limit that came first, or that the checker refused it.
    pub fn proof(&mut self, mv: Move) -> Result<Proved, StopReason> {
        let tree = self.search.counting_all(|search| search.extract_after(mv));
        let tree = tree.ok_or_else(|| self.reason().unwrap_or(StopReason::Nodes))?;
        let length_raw = certified(self.position(), &tree, self.observer.0)?;
        Ok(Proved {
            tree,
            length_raw: u32::from(length_raw),
        })
    }

    /// The replies that count in the defender's position on the board, of value `length`, if they last at least
    /// `shortest` plies.
    pub fn replies(&mut self, length: u32, shortest: u32) -> Option<Vec<Reply>> {
        let replies = Replies::of(&self.search.position);
        let limit = Limit::none(short(length), 1);
        let mut counting = Vec::new();
        for &mv in &replies.others {
            counting.extend(self.reply(mv, length, shortest)?);
        }
        for &(mv, at) in &replies.interpositions {
            let lasts = |search: &mut Search<'_>, plies| search.lasts_no_longer(mv, plies, 1);
            if length == 0 || shortest > 0 && lasts(&mut self.search, short(shortest.max(2)) - 2)? {
                continue;
            }
            let resistance = self.search.resistance_before(&replies, at, &limit)?;
            if self.search.counts(mv, resistance)? {
                counting.extend(self.reply(mv, length, shortest)?);
            }
        }
        Some(counting)
    }

    /// A reply that counts with its length, if that is at least `shortest`.
    fn reply(&mut self, mv: Move, length: u32, shortest: u32) -> Option<Option<Reply>> {
        let mut plies = length;
        while plies >= shortest.max(2) {
            if !self.search.lasts_no_longer(mv, short(plies) - 2, 1)? {
                return Some(Some(Reply { mv, length: plies }));
            }
            plies -= 2;
        }
        Some(None)
    }

    /// Whether `mv`, a legal reply in the defender's position on the board of value `length`, is a futile interposition.
    pub fn is_futile(&mut self, mv: Move, length: u32) -> Option<bool> {
        let replies = Replies::of(&self.search.position);
        let found = replies
            .interpositions
            .iter()
            .find(|&&(other, _)| other == mv);
        let Some(&(_, at)) = found else {
            return Some(false);
        };
        let limit = Limit::none(short(length), 1);
        let resistance = self.search.resistance_before(&replies, at, &limit)?;
        Some(!self.search.counts(mv, resistance)?)
    }

    /// Of the interpositions in the defender's position on the board, of value `length`, one on each square that the rule lets
    /// count unless those are futile that only restore the position, and that does no more than that.
    pub fn restoring(&mut self, length: u32) -> Option<Vec<Move>> {
        let replies = Replies::of(&self.search.position);
        let limit = Limit::none(short(length), 1);
        let mut restoring: Vec<Move> = Vec::new();
        let (mut square, mut resistance) = (usize::MAX, 0);
        for &(mv, at) in &replies.interpositions {
            let is_told = restoring.iter().any(|told| told.to() == mv.to());
            if is_told || !mv.is_drop() || !self.search.counts_futile() {
                continue;
            }
            if at != square {
                square = at;
                resistance = self.search.resistance_before(&replies, at, &limit)?;
            }
            let counts = !self.search.lasts_no_longer(mv, resistance, 1)?
                && !self.search.is_taken_in_vain(mv, resistance, 1)?;
            if counts && self.search.only_restores(mv, resistance, 1) == Some(true) {
                restoring.push(mv);
            }
        }
        Some(restoring)
    }

    /// Pieces that the attacker keeps at the end from his position on the board, of value `length`: the most he can, and
    /// the fewest.
    pub fn leftover(&mut self, length: u32) -> Option<(u32, u32)> {
        let left = self
            .search
            .left_of_attacker(&mut self.ledger, short(length))?;
        Some((left.most, left.least))
    }

    /// The official line from the attacker's position on the board, of value `length`.
    pub fn official_line(&mut self, length: u32) -> Option<Vec<Move>> {
        let line = self
            .search
            .official_line_with(&mut self.ledger, short(length))?;
        Some(line.moves)
    }

    /// Some line of best play from the attacker's position on the board, of value `length`.
    pub fn any_line(&mut self, length: u32) -> Option<Vec<Move>> {
        Some(self.search.any_line(short(length))?.moves)
    }

    /// Some line of best play from the defender's position on the board, of value `length`.
    pub fn any_line_of_lost(&mut self, length: u32) -> Option<Vec<Move>> {
        if length == 0 {
            return Some(Vec::new());
        }
        let &reply = self.search.lasting_replies(short(length), 1)?.first()?;
        let rest = self.after(reply, |session| session.any_line(length - 1))?;
        Some(std::iter::once(reply).chain(rest).collect())
    }

    /// The main line of a proof from the attacker's position on the board, as composers would count it.
    pub fn line_of(&mut self, tree: &ProofTree) -> Vec<Move> {
        let rule = self.rule;
        self.search
            .counting_all(|search| search.line_of_tree(tree, rule))
            .moves
    }
}

/// Plies as the search counts them; no mate is longer than it can count.
fn short(plies: u32) -> Plies {
    Plies::try_from(plies).unwrap_or(UNLIMITED - 1)
}
