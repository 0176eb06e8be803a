//! The transposition table: fixed size, atomic words, no locks.
//!
//! An entry has four words: a check word and three of payload. The check word is stored xor-ed with the
//! payload, so that an entry torn by two writers does not match any key (Hyatt and Mann 2002, "A lock-less
//! transposition table implementation for parallel search"). All hands of a board lie within one window of two
//! groups of slots, which starts at a place given by the first lane of the key; the second lane is the check, so that
//! none of the bits that chose the place is tested twice.
//!
//! A table of tags, one byte a slot, tells which slots of a window are worth a look. Most positions asked about are
//! new, and of those the entries, thirty-two times as large, need not be fetched at all.
//!
//! A new problem starts in a small part of the table that stays in the processor's cache, and grows in place.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use crate::shogi::{Hand, Key};

use super::entry::Entry;
use super::memory;
use super::number::{Plies, ProofNumber, UNLIMITED};
use super::tags::{self, GROUP, Tags, WINDOW};

pub(super) const WORDS: usize = 4;
const SMALLEST: usize = 1 << 13;
/// How many times smaller than the table its first part may be, as a logarithm: an entry keeps 16 bits of its
/// place, and four of them have to tell where in its window it lies.
const MOST_LEVELS: u32 = 12;

/// See the module.
#[derive(Debug)]
pub struct Table {
    pub(super) words: Box<[AtomicU64]>,
    pub(super) tags: Tags,
    pub(super) slots: usize,
    /// The part in use has `slots >> level` slots.
    pub(super) level: AtomicU32,
    pub(super) growing: AtomicBool,
    /// Memory that waiting threads have touched in advance, in large pages.
    pub(super) touched: Apart,
    pub(super) used: Apart,
}

/// A counter that many threads write, on a cache line of its own: what stands beside it is read all the time.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Apart(pub(super) AtomicUsize);

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
        let wanted = (bytes / (8 * WORDS + 1)).max(SMALLEST) + WINDOW;
        let words = memory::zeroed_words(wanted * WORDS);
        let tags = Tags::new(words.len() / WORDS);
        let slots = tags.slots().min(words.len() / WORDS) - WINDOW;
        let first_level = first_level(slots);
        Self {
            words,
            tags,
            slots: slots >> first_level << first_level,
            level: AtomicU32::new(first_level),
            growing: AtomicBool::new(false),
            touched: Apart::default(),
            used: Apart::default(),
        }
    }

    /// Slots of the part in use.
    #[inline]
    pub(super) fn active(&self) -> usize {
        self.slots >> self.level()
    }

    #[inline]
    pub(super) fn level(&self) -> u32 {
        self.level.load(Ordering::Relaxed)
    }

    /// Forgets everything, at little cost.
    pub fn clear(&mut self) {
        let used = self.active() + WINDOW;
        self.tags.clear(used);
        *self.used.0.get_mut() = 0;
        *self.growing.get_mut() = false;
        *self.level.get_mut() = first_level(self.slots);
    }

    /// Bytes that the table may come to occupy.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.words.len() * 8 + self.tags.slots()
    }

    /// How full the whole table is, 0 to 1.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a share for display")]
    pub fn fill(&self) -> f32 {
        self.used() as f32 / self.slots as f32
    }

    #[inline]
    pub(super) fn used(&self) -> usize {
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

    /// The first slot of the window of a board: the first of a group.
    #[inline]
    fn home(&self, key: Key) -> usize {
        (self.place(key) >> self.level()) / GROUP * GROUP
    }

    #[inline]
    fn check(key: Key) -> u64 {
        (key >> 64) as u64
    }

    #[inline]
    pub(super) fn words_of(&self, slot: usize) -> &[AtomicU64; WORDS] {
        self.words[slot * WORDS..]
            .first_chunk()
            .expect("the windows end within the table")
    }

    /// The entry in a slot, if it is one of the board with this check word.
    #[inline]
    fn read(&self, slot: usize, check: u64) -> Option<Entry> {
        let words = self.words_of(slot);
        let [first, second, last] = [1, 2, 3].map(|word| words[word].load(Ordering::Relaxed));
        let is_ours = words[0].load(Ordering::Relaxed) ^ first ^ second ^ last == check;
        is_ours.then(|| Entry::unpack([first, second, last]))
    }

    /// The entries of a board, with their slots.
    #[inline]
    fn entries(&self, key: Key) -> impl Iterator<Item = (usize, Entry)> {
        let check = Self::check(key);
        self.tags
            .matching(self.home(key), tags::tag(check))
            .filter_map(move |slot| self.read(slot, check).map(|entry| (slot, entry)))
    }

    #[inline]
    fn write(&self, slot: usize, key: Key, entry: &Entry) {
        let [first, mut second, mut last] = entry.pack();
        let place = self.place(key) as u64;
        second |= place << 56;
        last |= (place >> 8 & 0xff) << 48;
        // The tag comes first: it waits for all writes before it, and those to the slot take long.
        self.tags.set(slot, tags::tag(Self::check(key)));
        let words = self.words_of(slot);
        words[0].store(Self::check(key) ^ first ^ second ^ last, Ordering::Relaxed);
        words[1].store(first, Ordering::Relaxed);
        words[2].store(second, Ordering::Relaxed);
        words[3].store(last, Ordering::Relaxed);
    }

    /// Asks for the tags of a board in good time.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        self.tags.prefetch(self.home(key));
    }

    /// Asks for the slot that a new entry for a board would take, once its tags are there.
    #[inline]
    pub fn prefetch_room(&self, key: Key) {
        if let Some(slot) = self.tags.free(self.home(key)) {
            memory::prefetch(&self.words[slot * WORDS]);
        }
    }

    /// Asks for the first entry that may be one of a board, once its tags are there; `false` if there is none.
    #[inline]
    pub fn prefetch_entry(&self, key: Key) -> bool {
        let first = self
            .tags
            .matching(self.home(key), tags::tag(Self::check(key)))
            .next();
        if let Some(slot) = first {
            memory::prefetch(&self.words[slot * WORDS]);
        }
        first.is_some()
    }

    /// What is known about the board `key` with `hand` and at most `bound` plies, met at `depth`.
    #[must_use]
    pub fn look_up(&self, key: Key, hand: Hand, query: Query) -> Found {
        let Query {
            bound,
            depth,
            dominance,
        } = query;
        let strict = dominance == Dominance::Facts;
        let (mut pn, mut dn) = (1, 1);
        let mut exact = None;
        for (_, entry) in self.entries(key) {
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
        let mut target = None;
        for (slot, old) in self.entries(key) {
            if old.hand == entry.hand {
                self.write(slot, key, &merged(&old, entry));
                return;
            }
            if old.hand == replacing && !old.is_solved() && old.at_least == 0 {
                target = Some(slot);
            }
        }
        let slot = target.unwrap_or_else(|| self.room(key));
        self.write(slot, key, entry);
    }

    /// A slot for a new entry: a free one, or that of the entry which is cheapest to lose.
    #[inline]
    fn room(&self, key: Key) -> usize {
        let home = self.home(key);
        if let Some(free) = self.tags.free(home) {
            self.count(key);
            return free;
        }
        let window = home..home + WINDOW;
        window.min_by_key(|&slot| self.worth(slot)).unwrap_or(home)
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
