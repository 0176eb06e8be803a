//! Where each piece reaches from a square, sliders through a given occupancy.
//!
//! Steps come from tables made at compile time; a slider takes, in each direction, the ray up to and
//! including the first occupied square.

use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::{PieceKind, Slide};
use super::square::Square;

/// The eight directions: file step (to the left), rank step (down).
const DIRECTIONS: [(i8, i8); 8] = [
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, -1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
];
/// Index in [`DIRECTIONS`] from which rays run towards lower square indices.
const FIRST_FALLING: usize = 4;

/// The square with an index, for the loops that fill tables.
#[expect(clippy::cast_possible_truncation, reason = "the loops stop at 81")]
pub(super) const fn square_at(index: usize) -> Square {
    Square::from_index(index as u8)
}

const fn step_table(steps: &[(i8, i8)], flip: bool) -> [Bitboard; 81] {
    let mut table = [Bitboard::EMPTY; 81];
    let mut index = 0;
    while index < 81 {
        let square = square_at(index);
        let mut i = 0;
        while i < steps.len() {
            let (files, ranks) = steps[i];
            if let Some(to) = square.offset(files, if flip { -ranks } else { ranks }) {
                table[index].insert(to);
            }
            i += 1;
        }
        index += 1;
    }
    table
}

const GOLD_STEPS: [(i8, i8); 6] = [(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
const SILVER_STEPS: [(i8, i8); 5] = [(0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
const KNIGHT_STEPS: [(i8, i8); 2] = [(-1, -2), (1, -2)];

static KING: [Bitboard; 81] = step_table(&DIRECTIONS, false);

/// Where each kind of each side steps from each square; nothing for what only slides.
static STEPS: [[[Bitboard; 81]; PieceKind::COUNT]; 2] = [steps_of(false), steps_of(true)];

const fn steps_of(flip: bool) -> [[Bitboard; 81]; PieceKind::COUNT] {
    let mut tables = [[Bitboard::EMPTY; 81]; PieceKind::COUNT];
    let mut index = 0;
    while index < PieceKind::COUNT {
        let steps: &[(i8, i8)] = match PieceKind::ALL[index] {
            PieceKind::Pawn => &[(0, -1)],
            PieceKind::Knight => &KNIGHT_STEPS,
            PieceKind::Silver => &SILVER_STEPS,
            PieceKind::King | PieceKind::Horse | PieceKind::Dragon => &DIRECTIONS,
            PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook => &[],
            _ => &GOLD_STEPS,
        };
        tables[index] = step_table(steps, flip);
        index += 1;
    }
    tables
}

static RAYS: [[Bitboard; 81]; 8] = {
    let mut rays = [[Bitboard::EMPTY; 81]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut index = 0;
        while index < 81 {
            let mut square = square_at(index);
            while let Some(next) = square.offset(files, ranks) {
                rays[direction][index].insert(next);
                square = next;
            }
            index += 1;
        }
        direction += 1;
    }
    rays
};

/// The lines on which each way to slide moves from each square of an empty board.
static LINES: [[[Bitboard; 81]; 4]; 2] = [lines_of(4), lines_of(0)];

/// The lines of a side whose lances slide in direction `ahead`, in the order of [`Slide`].
const fn lines_of(ahead: usize) -> [[Bitboard; 81]; 4] {
    let mut tables = [[Bitboard::EMPTY; 81]; 4];
    let mut index = 0;
    while index < 81 {
        let mut lines = [0; 4];
        let mut direction = 0;
        while direction < 8 {
            let slide = if direction % 2 == 0 {
                Slide::Rook
            } else {
                Slide::Bishop
            };
            lines[slide as usize] |= RAYS[direction][index].bits();
            direction += 1;
        }
        lines[Slide::Lance as usize] = RAYS[ahead][index].bits();
        let mut slide = 0;
        while slide < 4 {
            tables[slide][index] = Bitboard::from_bits(lines[slide]);
            slide += 1;
        }
        index += 1;
    }
    tables
}

static BETWEEN: [[Bitboard; 81]; 81] = {
    let mut table = [[Bitboard::EMPTY; 81]; 81];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut index = 0;
        while index < 81 {
            let mut passed = Bitboard::EMPTY;
            let mut square = square_at(index);
            while let Some(next) = square.offset(files, ranks) {
                table[index][next.index()] = passed;
                passed.insert(next);
                square = next;
            }
            index += 1;
        }
        direction += 1;
    }
    table
};

static LINE: [[Bitboard; 81]; 81] = {
    let mut table = [[Bitboard::EMPTY; 81]; 81];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut index = 0;
        while index < 81 {
            let line = Bitboard::from_bits(
                RAYS[direction][index].bits()
                    | RAYS[(direction + 4) % 8][index].bits()
                    | 1 << index,
            );
            let mut square = square_at(index);
            while let Some(next) = square.offset(files, ranks) {
                table[index][next.index()] = line;
                square = next;
            }
            index += 1;
        }
        direction += 1;
    }
    table
};

#[inline]
fn ray(direction: usize, square: Square, occupied: Bitboard) -> Bitboard {
    let ray = RAYS[direction][square.index()];
    let blockers = ray & occupied;
    let first = if direction < FIRST_FALLING {
        blockers.first()
    } else {
        blockers.last()
    };
    first.map_or(ray, |blocker| ray ^ RAYS[direction][blocker.index()])
}

/// A rising ray and the falling one opposite to it: all squares from the last occupied one below to the first above, found
/// by one addition whose carry ends there (obstruction difference, published by Michael Hoffmann in 2009).
#[inline]
fn both_ways(rising: usize, square: Square, occupied: Bitboard) -> Bitboard {
    let above = RAYS[rising][square.index()].bits();
    let below = RAYS[rising + FIRST_FALLING][square.index()].bits();
    let blockers = above & occupied.bits();
    let from_last_below = u128::MAX << (127 - (below & occupied.bits() | 1).leading_zeros());
    let past_first_above = (blockers & blockers.wrapping_neg()) << 1;
    Bitboard::from_bits((above | below) & from_last_below.wrapping_add(past_first_above))
}

/// Squares a pawn of `color` attacks.
#[inline]
#[must_use]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    steps(PieceKind::Pawn, color, square)
}

/// Squares a knight of `color` attacks.
#[inline]
#[must_use]
pub fn knight(color: Color, square: Square) -> Bitboard {
    steps(PieceKind::Knight, color, square)
}

/// Squares a silver of `color` attacks.
#[inline]
#[must_use]
pub fn silver(color: Color, square: Square) -> Bitboard {
    steps(PieceKind::Silver, color, square)
}

/// Squares a gold of `color` attacks.
#[inline]
#[must_use]
pub fn gold(color: Color, square: Square) -> Bitboard {
    steps(PieceKind::Gold, color, square)
}

/// Squares a king attacks.
#[inline]
#[must_use]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Squares a lance of `color` attacks.
#[inline]
#[must_use]
pub fn lance(color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match color {
        Color::Black => ray(4, square, occupied),
        Color::White => ray(0, square, occupied),
    }
}

/// Squares a bishop attacks.
#[inline]
#[must_use]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    both_ways(1, square, occupied) | both_ways(3, square, occupied)
}

/// Squares a rook attacks.
#[inline]
#[must_use]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    both_ways(0, square, occupied) | both_ways(2, square, occupied)
}

/// Squares a piece steps onto, whoever stands on them; slides are left out.
#[inline]
#[must_use]
pub const fn steps(kind: PieceKind, color: Color, square: Square) -> Bitboard {
    STEPS[color.index()][kind.index()][square.index()]
}

/// Squares a piece attacks, whoever stands on them.
///
/// Which kind it is is hard to foresee for the processor: it has to guess no more than whether the piece slides.
#[inline]
#[must_use]
pub fn attacks(kind: PieceKind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    let steps = steps(kind, color, square);
    if kind.slides() {
        steps | slides(kind, color, square, occupied)
    } else {
        steps
    }
}

/// Squares that a piece attacks on an empty board.
#[inline]
pub(super) const fn on_empty_board(kind: PieceKind, color: Color, square: Square) -> Bitboard {
    let lines = LINES[color.index()][kind.slide() as usize][square.index()];
    Bitboard::from_bits(steps(kind, color, square).bits() | lines.bits())
}

/// Squares a piece slides to, up to the first occupied one.
#[must_use]
fn slides(kind: PieceKind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match kind.slide() {
        Slide::None => Bitboard::EMPTY,
        Slide::Lance => lance(color, square, occupied),
        Slide::Bishop => bishop(square, occupied),
        Slide::Rook => rook(square, occupied),
    }
}

/// The squares strictly between two squares on one line; empty if they share none.
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole line, edge to edge, through two squares; empty if they share none.
#[inline]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

/// All squares on the lines a rook would have on an empty board.
#[inline]
#[must_use]
pub fn rook_lines(square: Square) -> Bitboard {
    LINES[0][Slide::Rook as usize][square.index()]
}

/// All squares on the lines a bishop would have on an empty board.
#[inline]
#[must_use]
pub fn bishop_lines(square: Square) -> Bitboard {
    LINES[0][Slide::Bishop as usize][square.index()]
}

/// The squares a lance of `color` would have on an empty board.
#[inline]
#[must_use]
pub const fn lance_line(color: Color, square: Square) -> Bitboard {
    LINES[color.index()][Slide::Lance as usize][square.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks square by square, the plain definition of a slide.
    fn walk(square: Square, directions: &[(i8, i8)], occupied: Bitboard) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for &(files, ranks) in directions {
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                reached.insert(next);
                if occupied.contains(next) {
                    break;
                }
                at = next;
            }
        }
        reached
    }

    #[test]
    fn sliders_match_a_walk() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u128;
        for _ in 0..200 {
            seed = seed
                .wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645)
                .wrapping_add(99);
            let occupied = Bitboard::from_bits(seed >> 40 & seed >> 17);
            for square in Square::all() {
                let rook_steps = [(0, 1), (0, -1), (1, 0), (-1, 0)];
                let bishop_steps = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
                assert_eq!(rook(square, occupied), walk(square, &rook_steps, occupied));
                assert_eq!(
                    bishop(square, occupied),
                    walk(square, &bishop_steps, occupied)
                );
                assert_eq!(
                    lance(Color::Black, square, occupied),
                    walk(square, &[(0, -1)], occupied)
                );
                assert_eq!(
                    lance(Color::White, square, occupied),
                    walk(square, &[(0, 1)], occupied)
                );
            }
        }
    }

    #[test]
    fn a_gold_cannot_step_back_sideways() {
        let drawn = format!("{:?}", gold(Color::Black, Square::new(5, 5)));
        assert_eq!(drawn.lines().nth(3), Some("...***..."));
        assert_eq!(drawn.lines().nth(4), Some("...*.*..."));
        assert_eq!(drawn.lines().nth(5), Some("....*...."));
    }
}
