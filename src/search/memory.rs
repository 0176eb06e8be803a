//! Memory of the table: zeroed lazily, in large pages where the system has them, asked for in advance.
#![expect(
    unsafe_code,
    reason = "the hint for large pages and the prefetch instruction have no safe form; neither changes what any memory holds"
)]

use std::ops::{Deref, DerefMut};
use std::sync::atomic::AtomicU64;

/// Words that are always to be had: half a page.
const FEWEST: usize = 256;

/// Words of a cache line.
const LINE: usize = 8;

/// Words that begin with a cache line; their number does not hang on where the system puts them.
#[derive(Debug)]
pub struct Words {
    all: Box<[AtomicU64]>,
    first: usize,
}

impl Words {
    /// One of them.
    #[inline]
    #[must_use]
    pub fn at(&self, index: usize) -> &AtomicU64 {
        &self.all[self.first + index]
    }

    /// All from one on.
    #[inline]
    #[must_use]
    pub fn from(&self, index: usize) -> &[AtomicU64] {
        &self.all[self.first + index..]
    }
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        &self.all[self.first..][..self.all.len() - LINE]
    }
}

impl DerefMut for Words {
    fn deref_mut(&mut self) -> &mut [AtomicU64] {
        let count = self.all.len() - LINE;
        &mut self.all[self.first..][..count]
    }
}

/// That many zero words; pages are touched only when written.
///
/// Returns fewer words, at least 256, if the system has no more memory to give.
#[must_use]
pub fn zeroed_words(count: usize) -> Words {
    let all = zeroed(count.max(FEWEST) + LINE);
    let past = all.as_ptr() as usize / size_of::<AtomicU64>() % LINE;
    Words {
        first: (LINE - past) % LINE,
        all,
    }
}

/// The same, wherever they begin.
fn zeroed(mut count: usize) -> Box<[AtomicU64]> {
    loop {
        match bytemuck::allocation::try_zeroed_slice_box(count) {
            Ok(words) => {
                prefer_large_pages(&words);
                return words;
            }
            Err(()) if count > FEWEST + LINE => count = (count / 2).max(FEWEST + LINE),
            Err(()) => return (0..count).map(|_| AtomicU64::new(0)).collect(),
        }
    }
}

/// A large page of the usual systems.
#[cfg(target_os = "linux")]
const LARGE_PAGE: usize = 2 << 20;

/// Looking up a random entry in large pages misses the translation buffer less often.
#[cfg(target_os = "linux")]
fn prefer_large_pages(words: &[AtomicU64]) {
    let range = words.as_ptr_range();
    let start = (range.start as usize).next_multiple_of(LARGE_PAGE);
    let end = range.end as usize / LARGE_PAGE * LARGE_PAGE;
    if start < end {
        // SAFETY: the range lies within one live allocation, and the advice leaves its content alone.
        unsafe {
            libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn prefer_large_pages(_words: &[AtomicU64]) {}

/// Asks for the cache line of a word before it is needed.
#[inline]
pub fn prefetch(word: &AtomicU64) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction reads nothing; the address is that of a live word.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = word;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin_with_a_line_and_are_as_many_as_asked_for_wherever_they_are() {
        // Small pieces in between put them in different places of a line.
        let mut between = Vec::new();
        for size in 1..40 {
            let words = zeroed_words(1000);
            assert_eq!(words.len(), 1000);
            assert_eq!(words.as_ptr() as usize % (8 * LINE), 0);
            assert_eq!(words.from(992).as_ptr(), &raw const words[992]);
            between.push((vec![0_u8; size * 16], words));
        }
    }
}
