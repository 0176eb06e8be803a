//! The df-pn loop (Nagai 2002, "Df-pn algorithm for searching AND/OR trees and its applications").
//!
//! One search answers "mate within `bound` plies?" for the current position, any number of plies if the bound
//! is [`UNLIMITED`]. Facts go to the table as statements about one board and hand; see
//! [`Entry`]. With a bound every line ends by itself; without one, meeting an earlier position again is a
//! failure that rests on that ancestor, see [`path`](super::path).

use crate::shogi::{Color, Hand, HandPiece, Key, Move, Position, checks, evasions, key};
use crate::tsume::FutileRule;

use super::entry::Entry;
use super::expand::{Child, Side, Sum, Value};
use super::limits::Meter;
use super::number::{INFINITE, Plies, ProofNumber, UNLIMITED, less_one, one_more, plus};
use super::observe::{Observer, Progress};
use super::path::{Conditionals, Path, Rests};
use super::table::{Dominance, Found, Query, Table};

/// Plies from the root beyond which a line is given up.
pub const MAX_DEPTH: u16 = 4000;

/// Nodes between two reports of progress.
const REPORT_EVERY: u64 = 1 << 17;

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

/// The state of one search.
pub(super) struct Search<'a> {
    pub(super) position: Position,
    pub(super) attacker: Color,
    pub(super) table: &'a mut Table,
    pub(super) meter: Meter<'a>,
    observer: &'a dyn Observer,
    pub(super) rule: FutileRule,
    /// Mixed into every key: pieces in play and rule.
    salt: Key,
    /// All pieces in play, counted unpromoted.
    material: Hand,
    /// The salt of the same pieces in play with every interposition counted.
    raw_salt: Key,
    path: Path,
    conditionals: Conditionals,
    pub(super) children: Vec<Child>,
    moves: Vec<Move>,
    pub(super) leaf_moves: Vec<Move>,
    /// Nodes that still have to meet a child for the first time before thresholds are kept strictly.
    stretch: u32,
    next_report: u64,
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
        table: &'a mut Table,
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
            salt: 0,
            material: Hand::EMPTY,
            raw_salt: 0,
            path: Path::default(),
            conditionals: Conditionals::default(),
            children: Vec::new(),
            moves: Vec::new(),
            leaf_moves: Vec::new(),
            stretch: 0,
            next_report: REPORT_EVERY,
        };
        search.set_material(search.position.material());
        search
    }

    /// From now on lengths are counted under `rule`.
    pub(super) fn set_rule(&mut self, rule: FutileRule) {
        self.rule = rule;
        self.resalt();
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

    fn resalt(&mut self) {
        self.raw_salt = key::mix(u64::from(self.material.bits()));
        self.salt = self.raw_salt
            ^ match self.rule {
                FutileRule::Off => 0,
                FutileRule::Standard => key::mix(1 << 40),
                FutileRule::Strict => key::mix(2 << 40),
            };
    }

    /// Whether the search has to end.
    pub(super) fn stopped(&self) -> bool {
        self.meter.reason().is_some()
    }

    pub(super) fn table_key(&self) -> Key {
        self.position.key() ^ self.salt
    }

    pub(super) fn hand(&self) -> Hand {
        self.position.hand(self.attacker)
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
                Found::Disproof(entry) if entry.disproof_len == UNLIMITED => {
                    return Found::Disproof(entry);
                }
                Found::Disproof(_) | Found::Open { .. } | Found::New { .. } => {}
            }
        }
        self.table.look_up(key, hand, self.query(bound, depth))
    }

    /// Mate within `bound` plies from the attacker's position on the board? `None` if stopped.
    pub(super) fn attacker_mates(&mut self, bound: Plies, depth: u16) -> Option<bool> {
        match self.look_up(self.table_key(), self.hand(), (bound, depth)) {
            Found::Proof(_) => return Some(true),
            Found::Disproof(_) => return Some(false),
            Found::Open { .. } | Found::New { .. } => {}
        }
        self.settle(Side::Attacker, bound, depth)
    }

    /// Mated within `bound` plies from the defender's position on the board? `None` if stopped.
    pub(super) fn defender_is_mated(&mut self, bound: Plies, depth: u16) -> Option<bool> {
        match self.look_up(self.table_key(), self.hand(), (bound, depth)) {
            Found::Proof(_) => return Some(true),
            Found::Disproof(_) => return Some(false),
            Found::Open { .. } | Found::New { .. } => {}
        }
        self.settle(Side::Defender, bound, depth)
    }

    fn settle(&mut self, side: Side, bound: Plies, depth: u16) -> Option<bool> {
        let stretch = std::mem::take(&mut self.stretch);
        let limit = Limit::none(bound, depth);
        let value = self.visit(side, limit);
        self.stretch = stretch;
        match value {
            Value { pn: 0, .. } => Some(true),
            Value { dn: 0, rests, .. } if rests.is_fact() => Some(false),
            _ => None,
        }
    }

    /// Searches the position on the board until a threshold is met.
    pub(super) fn visit(&mut self, side: Side, limit: Limit) -> Value {
        if !self.meter.tick() {
            return Value::open(1, 1);
        }
        if limit.depth >= MAX_DEPTH {
            return Value::disproof(self.hand(), limit.bound, Rests::CUT);
        }
        self.report(&limit);
        let start = self.children.len();
        let unlimited = limit.bound == UNLIMITED && side == Side::Attacker;
        if unlimited {
            self.path.push(self.table_key(), self.hand(), limit.depth);
        }
        let nodes = self.meter.nodes();
        let value = match side {
            Side::Attacker => self.expand_attacker(&limit),
            Side::Defender => self.expand_defender(&limit),
        };
        let mut value = value.unwrap_or_else(|active| self.work(side, &limit, (start, active)));
        self.children.truncate(start);
        if unlimited {
            self.path.pop();
            value.rests = value.rests.without(limit.depth);
        }
        if !self.stopped() {
            self.store(&value, (limit.depth, self.meter.nodes() - nodes));
        }
        value
    }

    fn report(&mut self, limit: &Limit) {
        if self.meter.nodes() < self.next_report {
            return;
        }
        self.next_report = self.meter.nodes() + REPORT_EVERY;
        self.observer.progress(&Progress {
            nodes: self.meter.nodes(),
            elapsed_ms: self.meter.clock().elapsed_ms(),
            depth: u32::from(limit.depth),
            pn: limit.pn,
            dn: limit.dn,
            bound: (limit.bound != UNLIMITED).then_some(u32::from(limit.bound)),
            table_fill: self.table.fill(),
        });
    }

    /// The loop: the most promising child first, until a threshold is met.
    ///
    /// `first..` are the node's children; those from `active` on wait for the one before them.
    fn work(&mut self, side: Side, limit: &Limit, (first, mut active): (usize, usize)) -> Value {
        let (mut phi_limit, mut delta_limit) = match side {
            Side::Attacker => (limit.pn, limit.dn),
            Side::Defender => (limit.dn, limit.pn),
        };
        let outer_stretch = self.stretch;
        if self.meets_old_child(first, active, limit.depth) {
            self.stretch += 1;
        }
        loop {
            let sum = Sum::of(side, &self.children[first..active]);
            if sum.delta == 0 && active < self.children.len() {
                active += 1;
                continue;
            }
            if sum.phi == 0 || sum.delta == 0 {
                let best = first + sum.best;
                if sum.phi == 0 && side == Side::Defender && self.rescued(best, limit) {
                    if self.stopped() {
                        return Value::open(1, 1);
                    }
                    continue;
                }
                if self.stopped() {
                    return Value::open(1, 1);
                }
                self.stretch = outer_stretch.min(self.stretch);
                return self.solved(side, sum.phi == 0, (first, best), limit);
            }
            if self.stretch > 0 {
                phi_limit = phi_limit.max(plus(sum.phi, 1));
                delta_limit = delta_limit.max(plus(sum.delta, 1));
            }
            if sum.phi >= phi_limit || sum.delta >= delta_limit {
                self.stretch = outer_stretch.min(self.stretch);
                let (pn, dn) = side.join(sum.phi, sum.delta);
                return Value::open(pn, dn);
            }
            let best = first + sum.best;
            if self.children[best].fresh {
                self.stretch = self.stretch.saturating_sub(1);
            }
            self.descend(
                side,
                best,
                (limit, sum.child_limits(phi_limit, delta_limit)),
            );
            if self.stopped() {
                return Value::open(1, 1);
            }
            if self.stretch == 0 {
                (phi_limit, delta_limit) = match side {
                    Side::Attacker => (limit.pn, limit.dn),
                    Side::Defender => (limit.dn, limit.pn),
                };
            }
        }
    }

    /// Searches one child and takes over its value.
    fn descend(
        &mut self,
        side: Side,
        child: usize,
        (limit, (phi, delta)): (&Limit, (ProofNumber, ProofNumber)),
    ) {
        let mv = self.children[child].mv;
        let undo = self.position.play(mv);
        let (bound, depth) = (less_one(limit.bound), limit.depth + 1);
        let value = match side {
            Side::Attacker => self.visit(
                Side::Defender,
                Limit {
                    pn: phi,
                    dn: delta,
                    bound,
                    depth,
                },
            ),
            Side::Defender => self.visit(
                Side::Attacker,
                Limit {
                    pn: delta,
                    dn: phi,
                    bound,
                    depth,
                },
            ),
        };
        self.position.undo(mv, undo);
        self.children[child].update(&value);
    }

    /// Whether an open child was met at a smaller depth: the numbers may then go round in circles
    /// (Kishimoto 2010, "Dealing with infinite loops, underestimation, and overestimation of depth-first
    /// proof-number search", threshold controlling).
    fn meets_old_child(&self, first: usize, active: usize, depth: u16) -> bool {
        self.children[first..active]
            .iter()
            .any(|child| !child.fresh && child.pn > 0 && child.dn > 0 && child.min_depth <= depth)
    }

    /// The children of an attacker's node, or its value at once.
    fn expand_attacker(&mut self, limit: &Limit) -> Result<Value, usize> {
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
        for child in first..self.children.len() {
            self.judge_check(child, limit);
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
    fn judge_check(&mut self, index: usize, limit: &Limit) {
        let mut child = self.children[index];
        let (bound, depth) = (less_one(limit.bound), limit.depth + 1);
        if bound == 0 {
            self.judge_new_check(&mut child, (1, 1), bound);
        }
        if child.pn != 0 && child.dn != 0 {
            match self.look_up(child.key, child.hand, (bound, depth)) {
                Found::Proof(entry) => child.update(&Value::proof(entry.hand, entry.proof_len, 0)),
                Found::Disproof(entry) => {
                    child.update(&Value::disproof(
                        entry.hand,
                        entry.disproof_len,
                        Rests::NOTHING,
                    ));
                }
                Found::Open {
                    pn, dn, min_depth, ..
                } => {
                    (child.pn, child.dn, child.min_depth, child.fresh) = (pn, dn, min_depth, false);
                }
                Found::New { pn, dn } => self.judge_new_check(&mut child, (pn, dn), bound),
            }
        }
        self.children[index] = child;
    }

    /// First numbers of a check, or its value if it is mate, or too late for one.
    fn judge_new_check(
        &mut self,
        child: &mut Child,
        (pn, dn): (ProofNumber, ProofNumber),
        bound: Plies,
    ) {
        let undo = self.position.play(child.mv);
        let futile_rule = self.counts_futile();
        let ways_out = evasions::ways_out(&self.position);
        if ways_out == 0 {
            let hand = self.with_monopolies(Hand::EMPTY);
            child.update(&Value::proof(hand, 0, 0));
        } else if bound == 0 && !(futile_rule && self.only_interpositions()) {
            child.update(&Value::disproof(child.hand, 0, Rests::NOTHING));
        } else {
            child.pn = pn.max(ways_out + self.distance_cost(child.mv));
            child.dn = dn;
        }
        self.position.undo(child.mv, undo);
    }

    /// Checks from afar cost more to prove, since they can be interposed.
    fn distance_cost(&self, mv: Move) -> ProofNumber {
        let king = self.position.king(!self.attacker);
        king.map_or(0, |king| {
            ProofNumber::from(king.distance(mv.to())).clamp(1, 3) - 1
        })
    }

    /// The children of a defender's node, or its value at once.
    fn expand_defender(&mut self, limit: &Limit) -> Result<Value, usize> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        evasions::evasions(&self.position, &mut moves);
        let first = self.children.len();
        let squares = evasions::interposition_squares(&self.position);
        let by_rule = self.counts_futile();
        let king = self.position.king(!self.attacker);
        let waits =
            |mv: Move| (mv.is_drop() || by_rule && mv.from() != king) && squares.contains(mv.to());
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
        for child in first..self.children.len() {
            self.judge_reply(child, limit);
            let judged = &self.children[child];
            if child < waiting && judged.dn == 0 && judged.rests.is_fact() {
                return Ok(self.solved(Side::Defender, true, (child, child), limit));
            }
        }
        if self.children.len() == first {
            let hand = self.with_monopolies(Hand::EMPTY);
            return Ok(Value::proof(self.fact_hand(hand), 0, 0));
        }
        let head = usize::from(!by_rule || waiting == first);
        Err((waiting + head).min(self.children.len()))
    }

    fn push_reply(&mut self, mv: Move, hand: Hand) {
        let key = self.position.key_after(mv) ^ self.salt;
        self.table.prefetch(key);
        self.children.push(blank(mv, key, hand));
    }

    /// What is known about a reply, or its first numbers.
    fn judge_reply(&mut self, index: usize, limit: &Limit) {
        let mut child = self.children[index];
        let Child { key, hand, .. } = child;
        let (bound, depth) = (less_one(limit.bound.max(1)), limit.depth + 1);
        if limit.bound == 0 {
            child.update(&Value::disproof(hand, 0, Rests::NOTHING));
        } else if bound == 1 {
            self.judge_last_reply(&mut child);
        } else if bound == UNLIMITED {
            self.judge_repetition(&mut child);
        }
        if child.pn != 0 && child.dn != 0 {
            match self.look_up(key, hand, (bound, depth)) {
                Found::Proof(entry) => child.update(&Value::proof(entry.hand, entry.proof_len, 0)),
                Found::Disproof(entry) => {
                    child.update(&Value::disproof(
                        entry.hand,
                        entry.disproof_len,
                        Rests::NOTHING,
                    ));
                }
                Found::Open {
                    pn, dn, min_depth, ..
                } => {
                    (child.pn, child.dn, child.min_depth, child.fresh) = (pn, dn, min_depth, false);
                }
                Found::New { pn, dn } => (child.pn, child.dn) = (pn, dn),
            }
        }
        self.children[index] = child;
    }

    /// A failure if the position after the reply is on the path, or is known to fail because of one that is.
    fn judge_repetition(&mut self, child: &mut Child) {
        if let Some((ancestor, hand)) = self.path.covering(child.key, child.hand) {
            child.update(&Value::disproof(hand, UNLIMITED, Rests::on(ancestor)));
        } else if let Some((hand, rests)) =
            self.conditionals.look_up(child.key, child.hand, &self.path)
        {
            child.update(&Value::disproof(hand, UNLIMITED, rests));
        }
    }

    /// The value of a reply after which one ply is left, if it is a leaf.
    fn judge_last_reply(&mut self, child: &mut Child) {
        let undo = self.position.play(child.mv);
        if let Some(value) = self.leaf(1) {
            child.update(&value);
            if value.pn == 0 {
                self.store(&value, (0, 1));
            }
        }
        self.position.undo(child.mv, undo);
    }

    /// The value of a node whose children decide it; `won` for the mover, by the child `best`.
    fn solved(
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
                let child = self.least_resting(first);
                let hand = self.fact_hand_of_disproof(child.fact_hand, one_more(child.len));
                Value::disproof(hand, one_more(child.len), child.rests)
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

    fn proof_by(&self, child: &Child) -> Value {
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

    fn disproof_of_all(&self, first: usize, limit: &Limit) -> Value {
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

    fn proof_of_all(&self, first: usize) -> Value {
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
    fn fact_hand(&self, hand: Hand) -> Hand {
        if self.counts_futile() {
            self.hand()
        } else {
            hand
        }
    }

    fn fact_hand_of_disproof(&self, hand: Hand, len: Plies) -> Hand {
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

    fn store(&mut self, value: &Value, (depth, nodes): (u16, u64)) {
        let (key, hand) = (self.table_key(), self.hand());
        if !value.rests.is_fact() {
            self.conditionals
                .store(key, value.hand, (value.rests, &self.path));
            return;
        }
        let mut entry = Entry::new(hand);
        entry.amount = effort(nodes);
        if value.pn == 0 {
            (entry.hand, entry.proof_len, entry.mv) = (value.hand, value.len, value.mv);
        } else if value.dn == 0 {
            (entry.hand, entry.disproof_len) = (value.hand, value.len);
        } else {
            (entry.pn, entry.dn, entry.min_depth) = (value.pn, value.dn, depth);
        }
        self.table.store(key, hand, &entry);
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
        futile: false,
    }
}

/// Nodes on a logarithmic scale of eight steps per doubling.
fn effort(nodes: u64) -> u8 {
    let nodes = nodes.max(1);
    let log = nodes.ilog2();
    let rest = if log >= 3 {
        (nodes >> (log - 3)) & 7
    } else {
        0
    };
    u8::try_from(u64::from(log) * 8 + rest).unwrap_or(u8::MAX)
}
