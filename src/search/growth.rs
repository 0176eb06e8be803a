//! The table grows in place.
//!
//! A new problem starts in a small part of the table that stays in the processor's cache. A part that is five eighths
//! full grows in place: an entry keeps the low bits of its place in the whole table, the slot tells
//! the high ones, and since places keep their order, moving the last entry first never meets one that has
//! not moved yet. So no more memory is touched than the entries need.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::table::{Table, WORDS};
use super::tags::{self, GROUP, WINDOW};

/// A part that is full enough doubles.
const GROWS_BY: u32 = 1;
/// Entries in the first slots are moved last, by way of a copy: their new places may be among those slots.
const HEAD: usize = 64;
/// Words touched at a time: a large page; and the words of a small one.
const TOUCHED: usize = 1 << 18;
const PAGE: usize = 1 << 9;
/// Slots moved between two looks at the stop flag.
const LOOK_EVERY: usize = 1 << 14;
/// Two seconds for a gibibyte.
const NANOSECONDS_A_SLOT: Duration = Duration::from_nanos(60);

impl Table {
    /// Whether the part in use is five eighths full and not yet the whole table: time to [`Table::grow`].
    #[inline]
    #[must_use]
    pub fn wants_to_grow(&self) -> bool {
        self.level() > 0 && self.used() * 8 > self.active() * 5
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
        if self.tags.is_free(slot) {
            return None;
        }
        self.tags.set(slot, 0);
        let words = self.words_of(slot);
        Some(std::array::from_fn(|i| words[i].load(Ordering::Relaxed)))
    }

    /// Puts in what was in `slot` while the part in use was that of level `before`; whether there was room.
    #[expect(clippy::cast_possible_truncation, reason = "16 bits fit")]
    fn put_back(&self, slot: usize, words: [u64; WORDS], before: u32) -> bool {
        let low = (words[2] >> 56 | (words[3] >> 48 & 0xff) << 8) as usize;
        let within = low >> before;
        let Some(home) = slot.checked_sub(slot.wrapping_sub(within / GROUP * GROUP) % WINDOW)
        else {
            return false;
        };
        let place = ((home | (within % GROUP)) << before) | (low & ((1 << before) - 1));
        let home = (place >> self.level()) / GROUP * GROUP;
        if home >= self.active() {
            return false;
        }
        let Some(slot) = self.tags.free(home) else {
            return false;
        };
        for (i, &word) in words.iter().enumerate() {
            self.words_of(slot)[i].store(word, Ordering::Relaxed);
        }
        let check = words[0] ^ words[1] ^ words[2] ^ words[3];
        self.tags.set(slot, tags::tag(check));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::entry::Entry;
    use crate::search::number::{Plies, UNLIMITED};
    use crate::search::table::{Dominance, Found, Query};
    use crate::shogi::{Hand, key};

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
