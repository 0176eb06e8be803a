//! One byte for each slot of the table: free, or eight bits of what is in it.

use std::sync::atomic::{AtomicU64, Ordering};

use super::memory;

/// Slots whose tags share a word.
pub(super) const GROUP: usize = 8;

/// Groups searched for one board.
const GROUPS: usize = 2;

/// Slots searched for one board.
pub(super) const WINDOW: usize = GROUPS * GROUP;

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// See the module.
#[derive(Debug)]
pub(super) struct Tags {
    words: Box<[AtomicU64]>,
}

impl Tags {
    /// Tags of so many free slots, or of fewer if there is no memory for them.
    pub(super) fn new(slots: usize) -> Self {
        Self {
            words: memory::zeroed_words(slots.div_ceil(GROUP)),
        }
    }

    /// How many slots have a tag.
    pub(super) const fn slots(&self) -> usize {
        self.words.len() * GROUP
    }

    /// Frees the first slots.
    pub(super) fn clear(&mut self, slots: usize) {
        for word in &mut self.words[..slots.div_ceil(GROUP)] {
            *word.get_mut() = 0;
        }
    }

    /// Asks for the memory of a window in good time.
    #[inline]
    pub(super) fn prefetch(&self, home: usize) {
        memory::prefetch(&self.words[home / GROUP]);
    }

    /// The slots of the window at `home` that may hold an entry with this tag.
    #[inline]
    pub(super) fn matching(&self, home: usize, tag: u8) -> Matching<'_> {
        let (word, pattern) = (self.load(home), u64::from(tag) * ONES);
        Matching {
            tags: self,
            pattern,
            first: home,
            left: zero_bytes(word ^ pattern),
            is_last: zero_bytes(word) != 0,
        }
    }

    /// The first free slot of the window at `home`.
    #[inline]
    pub(super) fn free(&self, home: usize) -> Option<usize> {
        (0..GROUPS)
            .map(|group| home + group * GROUP)
            .find_map(|first| {
                let free = zero_bytes(self.load(first));
                (free != 0).then(|| first + place_of(free))
            })
    }

    /// Whether nothing is in a slot.
    #[inline]
    pub(super) fn is_free(&self, slot: usize) -> bool {
        self.load(slot) >> shift(slot) & 0xff == 0
    }

    /// Gives a slot a tag, 0 to free it; slots nearby may be tagged at the same time by others.
    #[inline]
    pub(super) fn set(&self, slot: usize, tag: u8) {
        let word = &self.words[slot / GROUP];
        let before = word.load(Ordering::Relaxed) >> shift(slot) & 0xff;
        let change = before ^ u64::from(tag);
        if change != 0 {
            word.fetch_xor(change << shift(slot), Ordering::Relaxed);
        }
    }

    #[inline]
    fn load(&self, slot: usize) -> u64 {
        self.words[slot / GROUP].load(Ordering::Relaxed)
    }
}

/// The tag of an entry with this check word: never 0.
#[inline]
pub(super) const fn tag(check: u64) -> u8 {
    let tag = check.to_le_bytes()[0];
    if tag == 0 { 1 } else { tag }
}

/// Slots of one window, see [`Tags::matching`].
pub(super) struct Matching<'a> {
    tags: &'a Tags,
    pattern: u64,
    first: usize,
    left: u64,
    is_last: bool,
}

impl Iterator for Matching<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.left == 0 {
            // Entries go to the second group only when the first is full.
            if self.is_last {
                return None;
            }
            self.is_last = true;
            self.first += GROUP;
            self.left = zero_bytes(self.tags.load(self.first) ^ self.pattern);
            if self.left == 0 {
                return None;
            }
        }
        let slot = self.first + place_of(self.left);
        self.left &= self.left - 1;
        Some(slot)
    }
}

/// The high bit of each byte that is zero.
#[inline]
const fn zero_bytes(word: u64) -> u64 {
    !(((word & !HIGH) + !HIGH) | word | !HIGH)
}

/// The number of the lowest marked byte.
#[inline]
const fn place_of(marked: u64) -> usize {
    (marked.trailing_zeros() / 8) as usize
}

#[inline]
const fn shift(slot: usize) -> usize {
    slot % GROUP * 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_searched_no_farther_than_it_is_filled() {
        let tags = Tags::new(1 << 10);
        for slot in 8..15 {
            tags.set(slot, 7);
        }
        tags.set(17, 7);
        assert_eq!(
            tags.matching(8, 7).collect::<Vec<_>>(),
            (8..15).collect::<Vec<_>>()
        );
        assert_eq!(tags.free(8), Some(15));
        tags.set(15, 9);
        assert_eq!(tags.matching(8, 7).last(), Some(17));
        assert_eq!(tags.matching(8, 9).collect::<Vec<_>>(), [15]);
        assert_eq!(tags.free(8), Some(16));
        tags.set(15, 0);
        assert!(tags.is_free(15) && !tags.is_free(14));
    }

    #[test]
    fn only_zero_bytes_are_zero() {
        assert_eq!(zero_bytes(0x0001_0080_ff00_7f01), 0x8000_8000_0080_0000);
        assert_eq!(zero_bytes(0), HIGH);
        assert_eq!(zero_bytes(u64::MAX), 0);
    }
}
