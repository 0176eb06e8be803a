//! The board of the checker: 9×9 squares in a frame of walls, and what attacks a square.
//!
//! A [`Setup`] goes in; moves are played and taken back. Every question is answered by looking
//! outwards from one square. Which moves are legal is left to [`Rulebook`](super::Rulebook).

use crate::shogi::color::Color;
use crate::shogi::hand::Hand;
use crate::shogi::moves::Move;
use crate::shogi::piece::{HandPiece, Piece, PieceKind};
use crate::shogi::setup::Setup;
use crate::shogi::square::Square;

use super::pieces::{slides, steps};

/// Cells of the framed board. A square is cell 11 × file + rank + 1, so that a knight's jump from
/// any square stays inside, and no step or jump leads to cell 0.
const CELLS: usize = 128;

/// From a cell to its eight neighbours: up (Black's forward), then clockwise.
pub(super) const STEPS: [isize; 8] = [-1, -12, -11, -10, 1, 12, 11, 10];
/// Black's two knight jumps; White's are their opposites.
const JUMPS: [isize; 2] = [-13, 9];

static CELL_OF: [usize; Square::COUNT] = {
    let mut cells = [0; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        cells[index] = 11 * (index / 9 + 1) + index % 9 + 2;
        index += 1;
    }
    cells
};

static SQUARE_AT: [Option<Square>; CELLS] = {
    let mut squares = [None; CELLS];
    let mut index = 0;
    while index < 81 {
        let square = Square::from_index(index);
        squares[11 * square.file() as usize + square.rank() as usize + 1] = Some(square);
        index += 1;
    }
    squares
};

/// One random number per piece and cell; cell 0 stands for the hand. A hash is the sum over all
/// pieces, so that any number can be in hand.
static KEYS: [[u128; CELLS]; 2 * PieceKind::COUNT] = {
    let mut keys = [[0; CELLS]; 2 * PieceKind::COUNT];
    let mut state = 0x6b61_6e6a_7570_726f;
    let mut index = 0;
    while index < CELLS * keys.len() {
        let (high, next) = split_mix(state);
        let (low, next) = split_mix(next);
        keys[index / CELLS][index % CELLS] = (high as u128) << 64 | low as u128;
        state = next;
        index += 1;
    }
    keys
};

/// Added to the hash when White is to move.
const WHITE_TO_MOVE: u128 = 0x9c3d_51f0_7ab6_e284_13d8_c6a5_0f9e_7b41;

/// One step of the SplitMix64 generator (Steele, Lea, Flood 2014): a number and the next state.
const fn split_mix(state: u64) -> (u64, u64) {
    let next = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (next ^ next >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31, next)
}

#[inline]
fn key(piece: Piece, cell: usize) -> u128 {
    KEYS[piece.color.index() * PieceKind::COUNT + piece.kind.index()][cell % CELLS]
}

/// The cell of a square.
#[inline]
pub(super) fn cell_of(square: Square) -> usize {
    CELL_OF[square.index()]
}

/// The square of a cell that is no wall.
#[inline]
pub(super) fn square_at(cell: usize) -> Option<Square> {
    SQUARE_AT[cell % CELLS]
}

/// The step in which the pawns of `color` move.
#[inline]
pub(super) const fn forward(color: Color) -> isize {
    match color {
        Color::Black => STEPS[0],
        Color::White => STEPS[4],
    }
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Wall,
    Empty,
    Piece(Piece),
}

/// A move imagined while looking along the lines: one cell emptied, one filled; 0 for neither.
#[derive(Clone, Copy)]
pub(super) struct Change {
    emptied: usize,
    filled: usize,
}

impl Change {
    pub(super) const NONE: Self = Self::new(0, 0);

    pub(super) const fn new(emptied: usize, filled: usize) -> Self {
        Self { emptied, filled }
    }
}

/// Board, hands and side to move.
#[derive(Clone, Debug)]
pub(super) struct Board {
    cells: [Cell; CELLS],
    /// The cell of each side's king, 0 if it has none.
    kings: [usize; 2],
    hands: [[u32; HandPiece::COUNT]; 2],
    turn: Color,
    hash: u128,
}

/// What [`Rulebook::undo`](super::Rulebook::undo) needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    mv: Move,
    moved: Piece,
    captured: Option<Piece>,
    hash: u128,
}

/// Both hands as they were; see [`Board::lend`].
#[derive(Clone, Copy, Debug)]
pub struct Hands {
    hands: [[u32; HandPiece::COUNT]; 2],
    hash: u128,
}

impl Undo {
    /// The move that was played.
    #[must_use]
    pub fn mv(&self) -> Move {
        self.mv
    }
}

impl Board {
    pub(super) fn new(setup: &Setup) -> Self {
        let mut board = Self {
            cells: [Cell::Wall; CELLS],
            kings: [0; 2],
            hands: setup.hands,
            turn: setup.turn,
            hash: 0,
        };
        for square in Square::all() {
            board.cells[cell_of(square)] = Cell::Empty;
            if let Some(piece) = setup.piece(square) {
                board.put(cell_of(square), piece);
            }
        }
        for color in Color::ALL {
            for piece in HandPiece::ALL {
                let count = u128::from(board.held(color, piece));
                let key = key(Piece::new(piece.kind(), color), 0);
                board.hash = board.hash.wrapping_add(key.wrapping_mul(count));
            }
        }
        board
    }

    #[inline]
    pub(super) fn turn(&self) -> Color {
        self.turn
    }

    #[inline]
    pub(super) fn at(&self, cell: usize) -> Cell {
        self.cells[cell % CELLS]
    }

    /// The cell of the king of `color`, 0 if it has none.
    #[inline]
    pub(super) fn king(&self, color: Color) -> usize {
        self.kings[color.index()]
    }

    #[inline]
    pub(super) fn held(&self, color: Color, piece: HandPiece) -> u32 {
        self.hands[color.index()][piece.index()]
    }

    #[inline]
    pub(super) fn hash(&self) -> u128 {
        match self.turn {
            Color::Black => self.hash,
            Color::White => self.hash.wrapping_add(WHITE_TO_MOVE),
        }
    }

    /// Leaves the side to move just `hand` and gives the rest to the other; `None`, and no change, if it
    /// holds less than that of some kind.
    pub(super) fn lend(&mut self, hand: Hand) -> Option<Hands> {
        let us = self.turn;
        let before = Hands {
            hands: self.hands,
            hash: self.hash,
        };
        let falls_short = |&piece: &HandPiece| self.held(us, piece) < hand.count(piece);
        if HandPiece::ALL.iter().any(falls_short) {
            return None;
        }
        for piece in HandPiece::ALL {
            let rest = self.held(us, piece) - hand.count(piece);
            self.hands[us.index()][piece.index()] -= rest;
            self.hands[(!us).index()][piece.index()] += rest;
            let gain = key(Piece::new(piece.kind(), !us), 0);
            let change = gain.wrapping_sub(key(Piece::new(piece.kind(), us), 0));
            self.hash = self
                .hash
                .wrapping_add(change.wrapping_mul(u128::from(rest)));
        }
        Some(before)
    }

    pub(super) fn give_back(&mut self, before: Hands) {
        self.hands = before.hands;
        self.hash = before.hash;
    }

    pub(super) fn play(&mut self, mv: Move) -> Undo {
        let hash = self.hash;
        let to = cell_of(mv.to());
        let (moved, captured) = match mv {
            Move::Drop { piece, .. } => (self.drop_piece(piece, to), None),
            Move::Board { from, promote, .. } => self.move_piece(cell_of(from), to, promote),
        };
        self.turn = !self.turn;
        Undo {
            mv,
            moved,
            captured,
            hash,
        }
    }

    fn drop_piece(&mut self, piece: HandPiece, to: usize) -> Piece {
        let dropped = Piece::new(piece.kind(), self.turn);
        let count = &mut self.hands[self.turn.index()][piece.index()];
        *count = count.checked_sub(1).expect("a dropped piece is held");
        self.hash = self.hash.wrapping_sub(key(dropped, 0));
        self.put(to, dropped);
        dropped
    }

    fn move_piece(&mut self, from: usize, to: usize, promote: bool) -> (Piece, Option<Piece>) {
        let us = self.turn;
        let moved = self.take(from).expect("a piece stands at the origin");
        let captured = self.take(to);
        if let Some(held) = captured.and_then(|piece| piece.kind.hand_piece()) {
            self.hands[us.index()][held.index()] += 1;
            self.hash = self.hash.wrapping_add(key(Piece::new(held.kind(), us), 0));
        }
        let promoted = moved.kind.promoted().filter(|_| promote);
        self.put(
            to,
            Piece {
                kind: promoted.unwrap_or(moved.kind),
                ..moved
            },
        );
        (moved, captured)
    }

    pub(super) fn undo(&mut self, undo: Undo) {
        self.turn = !self.turn;
        let us = self.turn.index();
        self.cells[cell_of(undo.mv.to())] = undo.captured.map_or(Cell::Empty, Cell::Piece);
        match undo.mv {
            Move::Drop { piece, .. } => self.hands[us][piece.index()] += 1,
            Move::Board { from, .. } => {
                self.put(cell_of(from), undo.moved);
                if let Some(held) = undo.captured.and_then(|piece| piece.kind.hand_piece()) {
                    self.hands[us][held.index()] -= 1;
                }
            }
        }
        self.hash = undo.hash;
    }

    fn put(&mut self, cell: usize, piece: Piece) {
        self.cells[cell] = Cell::Piece(piece);
        self.hash = self.hash.wrapping_add(key(piece, cell));
        if piece.kind == PieceKind::King {
            self.kings[piece.color.index()] = cell;
        }
    }

    fn take(&mut self, cell: usize) -> Option<Piece> {
        let Cell::Piece(piece) = self.at(cell) else {
            return None;
        };
        self.cells[cell] = Cell::Empty;
        self.hash = self.hash.wrapping_sub(key(piece, cell));
        Some(piece)
    }

    /// Whether `piece` stands somewhere on the file of `square`.
    pub(super) fn file_has(&self, square: Square, piece: Piece) -> bool {
        let above = cell_of(square) - usize::from(square.rank());
        (above..above + 10).any(|cell| self.at(cell) == Cell::Piece(piece))
    }

    /// Whether the king of `color` is attacked after `change`; never without a king.
    pub(super) fn king_attacked(&self, color: Color, change: Change) -> bool {
        let king = self.king(color);
        king != 0 && self.attacked(king, !color, change)
    }

    pub(super) fn attacked(&self, target: usize, by: Color, change: Change) -> bool {
        self.attackers(target, by, change).next().is_some()
    }

    /// The pieces of `by` that attack `target` after `change`, pinned ones included, each with the
    /// step that leads from the target to it, 0 for a knight.
    pub(super) fn attackers(
        &self,
        target: usize,
        by: Color,
        change: Change,
    ) -> impl Iterator<Item = (usize, isize)> + '_ {
        let rays = (0..STEPS.len()).filter_map(move |direction| {
            let cell = self.ray_attacker(target, direction, by, change)?;
            Some((cell, STEPS[direction]))
        });
        let knight = Cell::Piece(Piece::new(PieceKind::Knight, by));
        let knights = JUMPS.into_iter().filter_map(move |jump| {
            let back = if by == Color::Black { -jump } else { jump };
            let cell = target.wrapping_add_signed(back);
            (self.at(cell) == knight && cell != change.filled).then_some((cell, 0))
        });
        rays.chain(knights)
    }

    #[inline]
    fn ray_attacker(&self, target: usize, way: usize, by: Color, change: Change) -> Option<usize> {
        let step = STEPS[way];
        let neighbour = target.wrapping_add_signed(step);
        let mut cell = neighbour;
        while cell != change.filled && (self.at(cell) == Cell::Empty || cell == change.emptied) {
            cell = cell.wrapping_add_signed(step);
        }
        let Cell::Piece(piece) = self.at(cell) else {
            return None;
        };
        let ways = if cell == neighbour {
            steps(piece)
        } else {
            slides(piece)
        };
        let towards_target = (way + 4) % 8;
        let attacks = piece.color == by && cell != change.filled && ways >> towards_target & 1 == 1;
        attacks.then_some(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_squares_agree_and_walls_surround_them() {
        for square in Square::all() {
            let cell = cell_of(square);
            assert_eq!(square_at(cell), Some(square));
            let files = [0, -1, -1, -1, 0, 1, 1, 1];
            let ranks = [-1, -1, 0, 1, 1, 1, 0, -1];
            for (way, step) in STEPS.into_iter().enumerate() {
                let neighbour = square_at(cell.wrapping_add_signed(step));
                assert_eq!(neighbour, square.offset(files[way], ranks[way]));
            }
            for (jump, files) in JUMPS.into_iter().zip([-1, 1]) {
                assert_eq!(
                    square_at(cell.wrapping_add_signed(jump)),
                    square.offset(files, -2)
                );
                assert_eq!(
                    square_at(cell.wrapping_add_signed(-jump)),
                    square.offset(-files, 2)
                );
            }
        }
    }

    #[test]
    fn keys_differ() {
        let mut all: Vec<u128> = KEYS.as_flattened().to_vec();
        all.push(WHITE_TO_MOVE);
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
