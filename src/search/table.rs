//! The transposition table: fixed size, atomic words, no locks.
//!
//! An entry has four words: a check word and three of payload. The check word is stored xor-ed with the
//! payload, so that an entry torn by two writers does not match any key (Hyatt and Mann 2002, "A lock-less
//! transposition table implementation for parallel search"). All hands of a board lie within
//! one window of [`WINDOW`] slots that starts at a place given by the first lane of the key;
//! the second lane is the check, so that none of the bits that chose the place is tested twice.
//! Entries of earlier problems count as empty: each problem has its own generation.
//!
//! A new problem starts in a small part of the table that stays in the processor's cache, and grows.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::shogi::{Hand, Key};

use super::entry::Entry;
use super::memory;
use super::number::{Plies, ProofNumber, UNLIMITED};

/// Slots searched for one board.
pub const WINDOW: usize = 16;
const WORDS: usize = 4;
const SMALLEST: usize = 1 << 13;
/// Below this size a full part grows eightfold, from then on to the whole table.
const GROWS_BY_STEPS: usize = 1 << 20;

/// See the module.
#[derive(Debug)]
pub struct Table {
    words: Box<[AtomicU64]>,
    slots: usize,
    active: usize,
    used: usize,
    generation: u16,
    deepest: usize,
    /// First lanes by slot, kept only while the table may still grow.
    lanes: Vec<u64>,
}

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
        let active = slots.min(SMALLEST);
        let mut table = Self {
            words,
            slots,
            active,
            used: 0,
            generation: 1,
            deepest: active,
            lanes: Vec::new(),
        };
        table.size_lanes();
        table
    }

    fn size_lanes(&mut self) {
        let wanted = if self.active < self.slots {
            self.active + WINDOW
        } else {
            0
        };
        self.lanes.clear();
        self.lanes.resize(wanted, 0);
    }

    /// Forgets everything, at no cost.
    pub fn clear(&mut self) {
        self.used = 0;
        self.active = self.slots.min(SMALLEST);
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            let touched = (self.deepest + WINDOW) * WORDS;
            self.words[..touched]
                .iter()
                .for_each(|word| word.store(0, Ordering::Relaxed));
            self.generation = 1;
            self.deepest = self.active;
        }
        self.size_lanes();
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
        self.used as f32 / self.slots as f32
    }

    /// Whether three quarters of the table are free.
    #[inline]
    #[must_use]
    pub const fn has_plenty_of_room(&self) -> bool {
        self.used * 4 < self.slots
    }

    #[inline]
    fn home(&self, key: Key) -> usize {
        self.place(first_lane(key))
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the product's high half is below `active`"
    )]
    fn place(&self, lane: u64) -> usize {
        ((u128::from(lane) * self.active as u128) >> 64) as usize
    }

    #[inline]
    fn check(key: Key) -> u64 {
        (key >> 64) as u64
    }

    /// The entry in a slot: `Err` if the slot is free, `Ok(None)` if it belongs to another board.
    #[inline]
    fn read(&self, slot: usize, check: u64) -> Result<Option<Entry>, ()> {
        let words = &self.words[slot * WORDS..slot * WORDS + WORDS];
        let last = words[3].load(Ordering::Relaxed);
        if (last >> 48) as u16 != self.generation {
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
    fn write(&self, slot: usize, check: u64, entry: &Entry) {
        let [first, second, last] = entry.pack();
        let last = last | u64::from(self.generation) << 48;
        let words = &self.words[slot * WORDS..slot * WORDS + WORDS];
        words[0].store(check ^ first ^ second ^ last, Ordering::Relaxed);
        words[1].store(first, Ordering::Relaxed);
        words[2].store(second, Ordering::Relaxed);
        words[3].store(last, Ordering::Relaxed);
    }

    /// Asks for the memory of a board in good time: loads a word of it before anyone waits for it.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        std::hint::black_box(self.words[self.home(key) * WORDS].load(Ordering::Relaxed));
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
    pub fn store(&mut self, key: Key, replacing: Hand, entry: &Entry) {
        let check = Self::check(key);
        let home = self.home(key);
        let mut cheapest = (u32::MAX, home);
        let mut target = None;
        for slot in home..home + WINDOW {
            match self.read(slot, check) {
                Err(()) => {
                    self.used += 1;
                    target = Some(slot);
                    break;
                }
                Ok(Some(old)) if old.hand == entry.hand => {
                    self.write(slot, check, &merged(&old, entry));
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
        let slot = target.unwrap_or(cheapest.1);
        self.write(slot, check, entry);
        if self.active < self.slots {
            self.lanes[slot] = first_lane(key);
            if self.used * 2 > self.active {
                self.grow();
            }
        }
    }

    /// What it would cost to lose the entry in a slot.
    #[inline]
    fn worth(&self, slot: usize) -> u32 {
        let words = &self.words[slot * WORDS..slot * WORDS + WORDS];
        let second = words[2].load(Ordering::Relaxed);
        let last = words[3].load(Ordering::Relaxed);
        let entry = Entry::unpack([0, second, last]);
        u32::from(entry.amount) * 2 + u32::from(entry.is_solved())
    }

    /// Moves all entries to a larger part of the table.
    #[cold]
    fn grow(&mut self) {
        let mut kept = Vec::with_capacity(self.used);
        for slot in 0..self.active + WINDOW {
            let words = &self.words[slot * WORDS..slot * WORDS + WORDS];
            let words: [u64; WORDS] = std::array::from_fn(|i| words[i].load(Ordering::Relaxed));
            if (words[3] >> 48) as u16 == self.generation {
                self.words[slot * WORDS + 3].store(0, Ordering::Relaxed);
                kept.push((self.lanes[slot], words));
            }
        }
        self.active = if self.active < GROWS_BY_STEPS {
            (self.active * 8).min(self.slots)
        } else {
            self.slots
        };
        self.deepest = self.deepest.max(self.active);
        self.used = 0;
        self.size_lanes();
        for (lane, words) in kept {
            self.put_back(lane, words);
        }
    }

    fn put_back(&mut self, lane: u64, words: [u64; WORDS]) {
        let home = self.place(lane);
        let free = |slot: &usize| {
            (self.words[slot * WORDS + 3].load(Ordering::Relaxed) >> 48) as u16 != self.generation
        };
        let Some(slot) = (home..home + WINDOW).find(free) else {
            return;
        };
        for (i, word) in words.into_iter().enumerate() {
            self.words[slot * WORDS + i].store(word, Ordering::Relaxed);
        }
        self.used += 1;
        if let Some(kept) = self.lanes.get_mut(slot) {
            *kept = lane;
        }
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
