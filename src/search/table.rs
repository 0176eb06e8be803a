//! The transposition table: fixed size, atomic words, no locks.
//!
//! An entry has four words: a check word and three of payload. The check word is stored xor-ed with the
//! payload, so that an entry torn by two writers does not match any key (Hyatt and Mann 2002, "A lock-less
//! transposition table implementation for parallel search"). All hands of a board lie within
//! one window of [`WINDOW`] slots that starts at a place given by the first lane of the key;
//! the second lane is the check, so that none of the bits that chose the place is tested twice.
//! Entries of earlier problems count as empty: each problem has its own generation.
//!
//! A new problem starts in a small part of the table that stays in the processor's cache. A part that is half
//! full grows in place: an entry keeps the low bits of its place in the whole table, the slot tells
//! the high ones, and since places keep their order, moving the last entry first never meets one that has
//! not moved yet. So no more memory is touched than the entries need.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use crate::shogi::{Hand, Key};

use super::entry::Entry;
use super::memory;
use super::number::{Plies, ProofNumber, UNLIMITED};

/// Slots searched for one board.
pub const WINDOW: usize = 16;
const WORDS: usize = 4;
const SMALLEST: usize = 1 << 13;
/// How many times smaller than the table its first part may be, as a logarithm: an entry keeps 16 bits of its
/// place, and four of them have to tell where in its window it lies.
const MOST_LEVELS: u32 = 12;
/// A part that is half full grows fourfold.
const GROWS_BY: u32 = 2;
/// Entries in the first slots are moved last, by way of a copy: their new places may be among those slots.
const HEAD: usize = 64;

/// See the module.
#[derive(Debug)]
pub struct Table {
    words: Box<[AtomicU64]>,
    slots: usize,
    /// The part in use has `slots >> level` slots.
    level: AtomicU32,
    growing: AtomicBool,
    /// Memory that waiting threads have touched in advance, in units of [`TOUCHED`].
    touched: Apart,
    used: Apart,
    generation: u8,
    deepest: usize,
}

/// A counter that many threads write, on a cache line of its own: what stands beside it is read all the time.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Apart(AtomicUsize);

/// Words touched at a time: a large page; and the words of a small one.
const TOUCHED: usize = 1 << 18;
const PAGE: usize = 1 << 9;

/// Slots moved between two looks at the stop flag.
const LOOK_EVERY: usize = 1 << 14;
/// Two seconds for a gibibyte.
const NANOSECONDS_A_SLOT: Duration = Duration::from_nanos(60);

/// One new entry in so many is counted, for all of them.
const COUNTED: usize = 16;

/// How a position is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    /// Plies left.
    pub bound: Plies,
    /// Plies from the root.
    pub depth: u16,
    /// What carries over between hands.
    pub dominance: Dominance,
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Mate within the bound.
    Proof(Entry),
    /// No mate within the bound.
    Disproof(Entry),
    /// Undecided, met before.
    Open {
        /// Guessed work to prove.
        pn: ProofNumber,
        /// Guessed work to disprove.
        dn: ProofNumber,
        /// The shallowest depth at which it was met.
        min_depth: u16,
    },
    /// Never met; bounds by other hands on the same board.
    New {
        /// At least as hard to prove as a position with more in hand.
        pn: ProofNumber,
        /// At least as hard to disprove as a position with less in hand.
        dn: ProofNumber,
    },
}

/// How hands on one board may be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dominance {
    /// Lengths carry over to better hands: they count every ply.
    Lengths,
    /// Only mate and no mate carry over; a length holds for its own hand alone.
    Facts,
}

impl Table {
    /// A table of at most `bytes`.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let wanted = (bytes / 8 / WORDS).max(SMALLEST) * WORDS;
        let words = memory::zeroed_words(wanted);
        let slots = words.len() / WORDS - WINDOW;
        let first_level = first_level(slots);
        Self {
            words,
            slots: slots >> first_level << first_level,
            level: AtomicU32::new(first_level),
            growing: AtomicBool::new(false),
            touched: Apart::default(),
            used: Apart::default(),
            generation: 1,
            deepest: 0,
        }
    }

    /// Slots of the part in use.
    #[inline]
    fn active(&self) -> usize {
        self.slots >> self.level()
    }

    #[inline]
    fn level(&self) -> u32 {
        self.level.load(Ordering::Relaxed)
    }

    /// Forgets everything, at no cost.
    pub fn clear(&mut self) {
        self.deepest = self.deepest.max(self.active());
        *self.used.0.get_mut() = 0;
        *self.level.get_mut() = first_level(self.slots);
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            for word in &mut self.words[..(self.deepest + WINDOW) * WORDS] {
                *word.get_mut() = 0;
            }
            self.generation = 1;
            self.deepest = 0;
        }
    }

    /// Bytes that the table may come to occupy.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    /// How full the whole table is, 0 to 1.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a share for display")]
    pub fn fill(&self) -> f32 {
        self.used() as f32 / self.slots as f32
    }

    #[inline]
    fn used(&self) -> usize {
        self.used.0.load(Ordering::Relaxed)
    }

    /// The place of a board in the whole table.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the product's high half is below `slots`"
    )]
    fn place(&self, key: Key) -> usize {
        ((u128::from(first_lane(key)) * self.slots as u128) >> 64) as usize
    }

    /// The first slot of the window of a board: an even one, since two slots share a cache line.
    #[inline]
    fn home(&self, key: Key) -> usize {
        self.place(key) >> self.level() & !1
    }

    #[inline]
    fn check(key: Key) -> u64 {
        (key >> 64) as u64
    }

    #[inline]
    fn words_of(&self, slot: usize) -> &[AtomicU64; WORDS] {
        self.words[slot * WORDS..]
            .first_chunk()
            .expect("the windows end within the table")
    }

    /// The entry in a slot: `Err` if the slot is free, `Ok(None)` if it belongs to another board.
    #[inline]
    fn read(&self, slot: usize, check: u64) -> Result<Option<Entry>, ()> {
        let words = self.words_of(slot);
        let last = words[3].load(Ordering::Relaxed);
        if !self.is_current(last) {
            return Err(());
        }
        let first = words[1].load(Ordering::Relaxed);
        let second = words[2].load(Ordering::Relaxed);
        if words[0].load(Ordering::Relaxed) ^ first ^ second ^ last != check {
            return Ok(None);
        }
        Ok(Some(Entry::unpack([first, second, last])))
    }

    #[inline]
    const fn is_current(&self, last: u64) -> bool {
        last >> 56 == self.generation as u64
    }

    #[inline]
    fn write(&self, slot: usize, key: Key, entry: &Entry) {
        let [first, mut second, mut last] = entry.pack();
        let place = self.place(key) as u64;
        second |= place << 56;
        last |= u64::from(self.generation) << 56 | (place >> 8 & 0xff) << 48;
        let words = self.words_of(slot);
        words[0].store(Self::check(key) ^ first ^ second ^ last, Ordering::Relaxed);
        words[1].store(first, Ordering::Relaxed);
        words[2].store(second, Ordering::Relaxed);
        words[3].store(last, Ordering::Relaxed);
    }

    /// Asks for the memory of a board in good time.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        memory::prefetch(&self.words[self.home(key) * WORDS]);
    }

    /// What is known about the board `key` with `hand` and at most `bound` plies, met at `depth`.
    #[must_use]
    pub fn look_up(&self, key: Key, hand: Hand, query: Query) -> Found {
        let check = Self::check(key);
        let home = self.home(key);
        let Query {
            bound,
            depth,
            dominance,
        } = query;
        let strict = dominance == Dominance::Facts;
        let (mut pn, mut dn) = (1, 1);
        let mut exact = None;
        for slot in home..home + WINDOW {
            let Ok(entry) = self.read(slot, check) else {
                break;
            };
            let Some(entry) = entry else { continue };
            let same = entry.hand == hand;
            if entry.proof_len != UNLIMITED
                && entry.proof_len <= bound
                && hand.covers(entry.hand)
                && (same || !strict || bound == UNLIMITED)
            {
                return Found::Proof(entry);
            }
            if entry.disproves(bound)
                && entry.hand.covers(hand)
                && (same || !strict || entry.at_least == UNLIMITED)
            {
                return Found::Disproof(entry);
            }
            if same {
                exact = Some(entry);
            } else if entry.min_depth <= depth && !entry.is_solved() {
                if entry.hand.covers(hand) {
                    pn = entry.pn.max(pn);
                } else if hand.covers(entry.hand) {
                    dn = entry.dn.max(dn);
                }
            }
        }
        match exact {
            Some(entry) => Found::Open {
                pn: entry.pn.max(pn),
                dn: entry.dn.max(dn),
                min_depth: entry.min_depth,
            },
            None => Found::New { pn, dn },
        }
    }

    /// Adds what `entry` knows to the entry for its hand on the board `key`, making one if there is none.
    ///
    /// An entry for `replacing`, the hand it was searched with, is taken over if it holds no fact.
    pub fn store(&self, key: Key, replacing: Hand, entry: &Entry) {
        let check = Self::check(key);
        let home = self.home(key);
        let mut cheapest = (u32::MAX, home);
        let mut target = None;
        for slot in home..home + WINDOW {
            match self.read(slot, check) {
                Err(()) => {
                    self.count(key);
                    target = Some(slot);
                    break;
                }
                Ok(Some(old)) if old.hand == entry.hand => {
                    self.write(slot, key, &merged(&old, entry));
                    return;
                }
                Ok(Some(old)) if old.hand == replacing && !old.is_solved() && old.at_least == 0 => {
                    target = Some(slot);
                    break;
                }
                Ok(Some(_) | None) => {
                    let worth = self.worth(slot);
                    if worth < cheapest.0 {
                        cheapest = (worth, slot);
                    }
                }
            }
        }
        self.write(target.unwrap_or(cheapest.1), key, entry);
    }

    /// Counts a new entry.
    #[inline]
    fn count(&self, key: Key) {
        if Self::check(key).is_multiple_of(COUNTED as u64) {
            self.used.0.fetch_add(COUNTED, Ordering::Relaxed);
        }
    }

    /// What it would cost to lose the entry in a slot.
    #[inline]
    fn worth(&self, slot: usize) -> u32 {
        let words = self.words_of(slot);
        let second = words[2].load(Ordering::Relaxed);
        let last = words[3].load(Ordering::Relaxed);
        let entry = Entry::unpack([0, second, last]);
        u32::from(entry.amount) * 2 + u32::from(entry.is_solved())
    }

    /// Whether the part in use is half full and not yet the whole table: time to [`Table::grow`].
    #[inline]
    #[must_use]
    pub fn wants_to_grow(&self) -> bool {
        self.level() > 0 && self.used() * 2 > self.active()
    }

    /// Waits while another thread moves entries, since there is nothing to be found meanwhile.
    #[inline]
    pub fn wait_for_growth(&self) {
        if self.growing.load(Ordering::Acquire) {
            self.touch_new_memory();
        }
    }

    /// Has the system provide memory that the growing part is about to need: most of the time goes there.
    #[cold]
    fn touch_new_memory(&self) {
        while self.growing.load(Ordering::Acquire) {
            let first = self.touched.0.fetch_add(1, Ordering::Relaxed) * TOUCHED;
            let end = (self.active() * WORDS).min(first + TOUCHED);
            if first >= end {
                std::thread::yield_now();
                continue;
            }
            for word in self.words[first..end].iter().step_by(PAGE) {
                word.fetch_or(0, Ordering::Relaxed);
            }
        }
    }

    /// How long [`Table::grow`] may take at worst, most of it until the system has provided the memory.
    #[must_use]
    pub fn time_to_grow(&self) -> Duration {
        let larger = self.active() << GROWS_BY;
        NANOSECONDS_A_SLOT * u32::try_from(larger.min(self.slots)).unwrap_or(u32::MAX)
    }

    /// Moves all entries to a larger part of the table, unless another thread is doing so.
    ///
    /// What other threads store meanwhile may be lost, never mistaken for something else. The same becomes of what has
    /// not been moved when `stop` is set.
    #[cold]
    pub fn grow(&self, stop: &AtomicBool) {
        if self.growing.swap(true, Ordering::AcqRel) {
            return;
        }
        if self.wants_to_grow() {
            self.touched.0.store(0, Ordering::Relaxed);
            self.move_entries(stop);
        }
        self.growing.store(false, Ordering::Release);
    }

    fn move_entries(&self, stop: &AtomicBool) {
        let before = self.level();
        let end = self.active() + WINDOW;
        let level = before.saturating_sub(GROWS_BY);
        self.level.store(level, Ordering::Relaxed);
        let mut head = Vec::with_capacity(HEAD);
        for slot in 0..HEAD {
            head.extend(self.take(slot).map(|words| (slot, words)));
        }
        let mut moved = 0;
        for slot in (HEAD..end).rev() {
            if slot.is_multiple_of(LOOK_EVERY) && stop.load(Ordering::Relaxed) {
                break;
            }
            if let Some(words) = self.take(slot) {
                moved += usize::from(self.put_back(slot, words, before));
            }
        }
        for (slot, words) in head {
            moved += usize::from(self.put_back(slot, words, before));
        }
        self.used.0.store(moved, Ordering::Relaxed);
    }

    /// Frees a slot; what was in it, if anything was.
    fn take(&self, slot: usize) -> Option<[u64; WORDS]> {
        let words = self.words_of(slot);
        let last = words[3].load(Ordering::Relaxed);
        if !self.is_current(last) {
            return None;
        }
        let taken = std::array::from_fn(|i| words[i].load(Ordering::Relaxed));
        words[3].store(0, Ordering::Relaxed);
        Some(taken)
    }

    /// Puts in what was in `slot` while the part in use was that of level `before`; whether there was room.
    #[expect(clippy::cast_possible_truncation, reason = "16 bits fit")]
    fn put_back(&self, slot: usize, words: [u64; WORDS], before: u32) -> bool {
        let low = (words[2] >> 56 | (words[3] >> 48 & 0xff) << 8) as usize;
        let Some(home) = slot.checked_sub(slot.wrapping_sub(low >> before & !1) % WINDOW) else {
            return false;
        };
        let place = (home | (low >> before & 1)) << before | low & ((1 << before) - 1);
        let home = place >> self.level() & !1;
        let free = |slot: &usize| !self.is_current(self.words_of(*slot)[3].load(Ordering::Relaxed));
        if home >= self.active() {
            return false;
        }
        let Some(slot) = (home..home + WINDOW).find(free) else {
            return false;
        };
        for (i, word) in words.into_iter().enumerate() {
            self.words_of(slot)[i].store(word, Ordering::Relaxed);
        }
        true
    }
}

/// The level of the smallest part of a table of `slots` slots.
const fn first_level(slots: usize) -> u32 {
    let times = slots / SMALLEST;
    let level = if times == 0 { 0 } else { times.ilog2() };
    if level < MOST_LEVELS {
        level
    } else {
        MOST_LEVELS
    }
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the first lane is the low half"
)]
const fn first_lane(key: Key) -> u64 {
    key as u64
}

/// Both entries' facts, the newer one's guesses. They are of one board and hand.
fn merged(old: &Entry, new: &Entry) -> Entry {
    let shorter = old.proof_len < new.proof_len;
    Entry {
        proof_len: old.proof_len.min(new.proof_len),
        mv: if shorter { old.mv } else { new.mv },
        at_least: old.at_least.max(new.at_least),
        min_depth: old.min_depth.min(new.min_depth),
        amount: old.amount.max(new.amount),
        ..*new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::key;

    const QUERY: Query = Query {
        bound: UNLIMITED,
        depth: 0,
        dominance: Dominance::Lengths,
    };

    /// A table that is about to grow, and how many boards it has been told of; each has a proof of its own length.
    fn full_part() -> (Table, u64) {
        let table = Table::new(1 << 22);
        let mut count = 0;
        while !table.wants_to_grow() {
            let mut entry = Entry::new(Hand::EMPTY);
            entry.proof_len = length_of(count);
            table.store(key::mix(count), Hand::EMPTY, &entry);
            count += 1;
        }
        (table, count)
    }

    fn length_of(index: u64) -> Plies {
        Plies::try_from(index % 1000).unwrap_or_default()
    }

    /// The boards that are still known; what is known must be true.
    fn known(table: &Table, count: u64) -> u64 {
        let is_known = |&index: &u64| match table.look_up(key::mix(index), Hand::EMPTY, QUERY) {
            Found::Proof(entry) => {
                assert_eq!(entry.proof_len, length_of(index));
                true
            }
            Found::Disproof(_) => panic!("nothing is disproved"),
            Found::Open { .. } | Found::New { .. } => false,
        };
        (0..count).filter(is_known).count() as u64
    }

    #[test]
    fn what_is_known_outlives_growth() {
        let (table, count) = full_part();
        let before = known(&table, count);
        assert!(before * 100 > count * 99);
        table.grow(&AtomicBool::new(false));
        assert!(!table.wants_to_grow());
        assert_eq!(known(&table, count), before);
    }

    #[test]
    fn growth_that_is_stopped_forgets_but_tells_nothing_wrong() {
        let (table, count) = full_part();
        table.grow(&AtomicBool::new(true));
        assert!(known(&table, count) < count);
        for index in 0..count {
            let mut entry = Entry::new(Hand::EMPTY);
            entry.proof_len = length_of(index);
            table.store(key::mix(index), Hand::EMPTY, &entry);
        }
        table.grow(&AtomicBool::new(false));
        assert!(known(&table, count) > count / 2);
    }
}
