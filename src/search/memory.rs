//! Memory of the table: zeroed lazily, in large pages where the system has them, asked for in advance.
#![expect(
    unsafe_code,
    reason = "the hint for large pages and the prefetch instruction have no safe form; neither changes what any memory holds"
)]

use std::sync::atomic::AtomicU64;

/// Words that are always to be had: half a page.
const FEWEST: usize = 256;

/// That many zero words; pages are touched only when written.
///
/// Returns fewer words, at least 256, if the system has no more memory to give.
#[must_use]
pub fn zeroed_words(count: usize) -> Box<[AtomicU64]> {
    let mut count = count.max(FEWEST);
    loop {
        match bytemuck::allocation::try_zeroed_slice_box(count) {
            Ok(words) => {
                prefer_large_pages(&words);
                return words;
            }
            Err(()) if count > FEWEST => count = (count / 2).max(FEWEST),
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
