//! Random test positions from a seed: the same seed gives the same positions everywhere.

use super::board::Board;
use super::piece::{Color, HELD, Kind, Piece, distance, is_dead_end};

/// A small deterministic generator of numbers (splitmix64); not for secrets.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    /// A generator for a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `limit - 1`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.bits() % limit as u64).unwrap_or(0)
    }

    /// True in so many cases of a hundred.
    pub(crate) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// One of some things.
    pub(crate) fn pick<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }
}

/// Attackers' pieces, by how often they are wanted: many sliders, so that distant checks are common.
const ATTACKERS: [Kind; 18] = [
    Kind::Rook,
    Kind::Rook,
    Kind::Dragon,
    Kind::Dragon,
    Kind::Bishop,
    Kind::Bishop,
    Kind::Horse,
    Kind::Horse,
    Kind::Lance,
    Kind::Lance,
    Kind::Gold,
    Kind::Gold,
    Kind::Silver,
    Kind::Silver,
    Kind::Knight,
    Kind::ProPawn,
    Kind::Pawn,
    Kind::ProSilver,
];

const DEFENDERS: [Kind; 13] = [
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Lance,
    Kind::Lance,
    Kind::Knight,
    Kind::Silver,
    Kind::Gold,
    Kind::Rook,
    Kind::Bishop,
    Kind::ProPawn,
    Kind::Horse,
    Kind::Dragon,
];

/// A small legal root: a king near an edge, two to five attackers, few defenders.
///
/// Sometimes two kings (双玉), white attacking, or a defender's hand with pieces missing.
pub(crate) fn small_root(rng: &mut Rng) -> Board {
    loop {
        if let Some(board) = try_small_root(rng)
            && board.faults().is_empty()
        {
            return if rng.percent(15) {
                board.turned()
            } else {
                board
            };
        }
    }
}

fn try_small_root(rng: &mut Rng) -> Option<Board> {
    let mut board = Board::empty();
    let king = king_square(rng);
    board.put(
        king,
        Some(Piece {
            color: Color::White,
            kind: Kind::King,
        }),
    );
    if rng.percent(25) {
        let square = if rng.percent(60) {
            near(rng, king, 3)
        } else {
            rng.below(81)
        };
        place(
            &mut board,
            square,
            Piece {
                color: Color::Black,
                kind: Kind::King,
            },
        )?;
    }
    for _ in 0..2 + rng.below(4) {
        let kind = rng.pick(&ATTACKERS);
        let reach = if matches!(kind.base(), Kind::Rook | Kind::Bishop | Kind::Lance) {
            8
        } else {
            2
        };
        let square = near(rng, king, reach);
        place(
            &mut board,
            square,
            Piece {
                color: Color::Black,
                kind,
            },
        )?;
    }
    for _ in 0..rng.pick(&[0, 0, 1, 1, 2, 3, 4]) {
        let kind = rng.pick(&DEFENDERS);
        let square = near(rng, king, 2);
        place(
            &mut board,
            square,
            Piece {
                color: Color::White,
                kind,
            },
        )?;
    }
    for _ in 0..rng.pick(&[0, 1, 1, 2, 2, 3]) {
        take(&mut board, Color::Black, rng.pick(&HELD));
    }
    fill_defender_hand(rng, &mut board);
    Some(board)
}

/// Mostly a corner or an edge, all four sides of the board.
fn king_square(rng: &mut Rng) -> usize {
    let place = rng.below(100);
    let (file, rank) = match place {
        0..45 => (rng.pick(&[0, 0, 1, 7, 8]), rng.pick(&[0, 0, 1])),
        45..65 => (rng.below(9), rng.pick(&[0, 0, 1, 2])),
        65..75 => (rng.pick(&[0, 0, 1, 8]), rng.below(9)),
        75..90 => (rng.below(9), rng.pick(&[6, 7, 8, 8])),
        _ => (rng.below(9), rng.below(9)),
    };
    file * 9 + rank
}

/// A square at most so many king steps away.
fn near(rng: &mut Rng, centre: usize, steps: usize) -> usize {
    loop {
        let square = rng.below(81);
        if distance(centre, square) <= steps {
            return square;
        }
    }
}

/// Puts a piece on an empty square where it can live; `None` if it cannot, or the set has no more.
fn place(board: &mut Board, square: usize, piece: Piece) -> Option<()> {
    let is_left = piece.kind == Kind::King || board.missing()[piece.kind.base() as usize] > 0;
    if board.piece(square).is_some() || is_dead_end(piece, square) || !is_left {
        return None;
    }
    board.put(square, Some(piece));
    Some(())
}

/// Gives a side one more piece in hand if the set has one left.
fn take(board: &mut Board, color: Color, kind: Kind) {
    if board.missing()[kind as usize] > 0 {
        board.hands[color as usize][kind as usize] += 1;
    }
}

/// All the rest, only some kinds of it, or a few pieces.
fn fill_defender_hand(rng: &mut Rng, board: &mut Board) {
    let missing = board.missing();
    match rng.below(10) {
        0..6 => board.hands[Color::White as usize] = missing,
        6..8 => {
            for (index, &count) in missing.iter().enumerate() {
                if rng.percent(40) {
                    board.hands[Color::White as usize][index] = count;
                }
            }
        }
        _ => {
            for _ in 0..rng.below(4) {
                take(board, Color::White, rng.pick(&HELD));
            }
        }
    }
}

/// What `crowded` may produce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mover {
    /// The side to move is not in check.
    Free,
    /// The side to move is in check.
    Checked,
    /// Either.
    Any,
}

/// A legal position with up to 38 pieces anywhere; one king is absent now and then.
///
/// The side to move always has a king if it is to be in check; the other side never is.
pub(crate) fn crowded(rng: &mut Rng, mover: Mover) -> Board {
    loop {
        let tries = rng.below(39);
        let board = try_crowded(rng, tries);
        let free = |color| !board.in_check(color);
        let wanted = match mover {
            Mover::Free => free(board.turn),
            Mover::Checked => !free(board.turn),
            Mover::Any => true,
        };
        if wanted && board.faults().is_empty() {
            return board;
        }
    }
}

/// A legal position with most of the set on the board, two kings and the mover in check as a rule.
pub(crate) fn packed(rng: &mut Rng) -> Board {
    loop {
        let tries = 60 + rng.below(60);
        let board = try_crowded(rng, tries);
        if board.faults().is_empty() && (board.in_check(board.turn) || rng.percent(20)) {
            return board;
        }
    }
}

fn try_crowded(rng: &mut Rng, tries: usize) -> Board {
    let mut board = Board::empty();
    board.turn = rng.pick(&Color::BOTH);
    let lone = rng.percent(15);
    let waiting = Piece {
        color: board.turn.other(),
        kind: Kind::King,
    };
    let square = rng.below(81);
    board.put(square, Some(waiting));
    while !lone && board.king(board.turn).is_none() {
        let king = Piece {
            color: board.turn,
            kind: Kind::King,
        };
        let _ = place(&mut board, rng.below(81), king);
    }
    for _ in 0..tries {
        let base = rng.pick(&HELD);
        let kind = if rng.percent(35) {
            base.promoted().unwrap_or(base)
        } else {
            base
        };
        let piece = Piece {
            color: rng.pick(&Color::BOTH),
            kind,
        };
        let square = rng.below(81);
        let attacks = place_quietly(&mut board, square, piece);
        if !attacks && rng.percent(50) {
            take(&mut board, rng.pick(&Color::BOTH), base);
        }
    }
    if rng.percent(50) {
        board.hands[board.turn as usize] = join(board.hands[board.turn as usize], board.missing());
    }
    board
}

/// Places a piece unless that breaks a rule or checks the side not to move.
fn place_quietly(board: &mut Board, square: usize, piece: Piece) -> bool {
    let file = square / 9 * 9;
    let pawn = Piece {
        color: piece.color,
        kind: Kind::Pawn,
    };
    let is_nifu = piece == pawn && (file..file + 9).any(|other| board.piece(other) == Some(pawn));
    if is_nifu || place(board, square, piece).is_none() {
        return false;
    }
    if board.in_check(board.turn.other()) {
        board.put(square, None);
        return false;
    }
    true
}

fn join(a: [u8; 7], b: [u8; 7]) -> [u8; 7] {
    std::array::from_fn(|index| a[index] + b[index])
}

/// A defender's node: the position after a random check in a random root that has checks.
pub(crate) fn checked(rng: &mut Rng) -> Board {
    loop {
        let root = if rng.percent(70) {
            small_root(rng)
        } else {
            crowded(rng, Mover::Any)
        };
        let checks = root.checks();
        if !checks.is_empty() {
            let choice = rng.below(checks.len());
            return checks[choice].1.clone();
        }
    }
}
