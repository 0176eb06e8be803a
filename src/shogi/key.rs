//! Hash keys of boards.
//!
//! A [`Key`] covers the board and the side to move, never the hands: positions that differ in hands
//! only share a key, and that is what lets a search compare them by [`Hand::covers`](super::Hand::covers).
//! It has two independent 64-bit lanes, one to choose a place in a table, one to recognise the entry there.

use super::color::Color;
use super::piece::Piece;
use super::square::Square;

/// A 128-bit hash: the low half is the first lane, the high half the second.
pub type Key = u128;

const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn next_key(state: &mut u64) -> Key {
    let low = next(state);
    (next(state) as u128) << 64 | low as u128
}

static PIECES: [[[Key; 81]; 14]; 2] = {
    let mut table = [[[0; 81]; 14]; 2];
    let mut state = 0x6b61_6e6a_755f_3137;
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < 14 {
            let mut square = 0;
            while square < 81 {
                table[color][kind][square] = next_key(&mut state);
                square += 1;
            }
            kind += 1;
        }
        color += 1;
    }
    table
};

/// Present while White is to move.
pub const WHITE_TO_MOVE: Key = 0x9216_d5d9_8979_fb1b_d131_0ba6_98df_b5ac;

/// The share of `piece` standing on `square`.
#[inline]
#[must_use]
pub fn piece_key(piece: Piece, square: Square) -> Key {
    PIECES[piece.color.index()][piece.kind.index()][square.index()]
}

/// The share of the side to move.
#[inline]
#[must_use]
pub const fn turn_key(turn: Color) -> Key {
    match turn {
        Color::Black => 0,
        Color::White => WHITE_TO_MOVE,
    }
}

/// A well mixed 128-bit hash of one word, for salts.
#[must_use]
pub const fn mix(word: u64) -> Key {
    let mut state = word ^ 0x2545_f491_4f6c_dd1d;
    next_key(&mut state)
}
