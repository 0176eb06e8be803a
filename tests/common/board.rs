//! The position: a 9x9 mailbox, two hands and the side to move; attacks are found by walking.

use super::piece::{
    Color, DIRECTIONS, Kind, NO_SQUARE, Piece, is_owner, next, opposite, reach_of_code,
    square_name, square_named,
};
use std::hash::{BuildHasherDefault, Hasher};

/// A move of a board piece or a drop (打つ手).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Move {
    Step {
        from: usize,
        to: usize,
        promote: bool,
    },
    Drop {
        kind: Kind,
        to: usize,
    },
}

impl Move {
    /// The target square.
    pub(crate) fn to(self) -> usize {
        match self {
            Self::Step { to, .. } | Self::Drop { to, .. } => to,
        }
    }

    /// The origin of a board move.
    pub(crate) fn from(self) -> Option<usize> {
        match self {
            Self::Step { from, .. } => Some(from),
            Self::Drop { .. } => None,
        }
    }

    /// The USI text.
    pub(crate) fn to_usi(self) -> String {
        match self {
            Self::Step { from, to, promote } => {
                let plus = if promote { "+" } else { "" };
                format!("{}{}{plus}", square_name(from), square_name(to))
            }
            Self::Drop { kind, to } => format!("{}*{}", kind.letter(), square_name(to)),
        }
    }

    /// Reads a USI text; the move need not be legal anywhere.
    pub(crate) fn from_usi(text: &str) -> Option<Self> {
        if let Some((kind, to)) = text.split_once('*') {
            let kind = Kind::from_letter(kind.chars().next()?)?;
            return Some(Self::Drop {
                kind,
                to: square_named(to)?,
            });
        }
        let from = square_named(text.get(..2)?)?;
        let to = square_named(text.get(2..4)?)?;
        let promote = text.get(4..) == Some("+");
        Some(Self::Step { from, to, promote })
    }
}

/// A position, legal or not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    cells: [u8; 81],
    /// Counts per side and held kind, cheapest kind first.
    pub(crate) hands: [[u8; 7]; 2],
    /// The side to move.
    pub(crate) turn: Color,
    kings: [u8; 2],
}

const NO_KING: u8 = 81;

impl Board {
    /// No piece anywhere, black to move.
    pub(crate) fn empty() -> Self {
        Self {
            cells: [0; 81],
            hands: [[0; 7]; 2],
            turn: Color::Black,
            kings: [NO_KING; 2],
        }
    }

    /// The piece on a square.
    pub(crate) fn piece(&self, square: usize) -> Option<Piece> {
        Piece::from_code(self.cells[square])
    }

    /// Writes a square and keeps track of the kings.
    pub(crate) fn put(&mut self, square: usize, piece: Option<Piece>) {
        for king in &mut self.kings {
            if usize::from(*king) == square {
                *king = NO_KING;
            }
        }
        self.cells[square] = match piece {
            None => 0,
            Some(piece) => {
                if piece.kind == Kind::King {
                    self.kings[piece.color as usize] = u8::try_from(square).unwrap_or(NO_KING);
                }
                piece.code()
            }
        };
    }

    /// The king's square of a side, if it has a king.
    pub(crate) fn king(&self, color: Color) -> Option<usize> {
        let square = self.kings[color as usize];
        (square != NO_KING).then_some(usize::from(square))
    }

    /// How many of a kind a side holds.
    pub(crate) fn held(&self, color: Color, kind: Kind) -> u8 {
        self.hands[color as usize][kind as usize]
    }

    /// The number of pieces a side holds.
    pub(crate) fn hand_size(&self, color: Color) -> u32 {
        self.hands[color as usize]
            .iter()
            .map(|&count| u32::from(count))
            .sum()
    }

    /// The position after a move of the side to move, which is not checked for legality.
    pub(crate) fn play(&self, played: Move) -> Self {
        let mut after = self.clone();
        after.turn = self.turn.other();
        let own = &mut after.hands[self.turn as usize];
        match played {
            Move::Drop { kind, to } => {
                own[kind as usize] -= 1;
                after.put(
                    to,
                    Some(Piece {
                        color: self.turn,
                        kind,
                    }),
                );
            }
            Move::Step { from, to, promote } => {
                if let Some(captured) = self.piece(to)
                    && captured.kind != Kind::King
                {
                    own[captured.kind.base() as usize] += 1;
                }
                let mut moved = self.piece(from).expect("a board move starts on a piece");
                if promote {
                    moved.kind = moved.kind.promoted().expect("only these kinds promote");
                }
                after.put(from, None);
                after.put(to, Some(moved));
            }
        }
        after
    }

    /// The piece of `by` that attacks `target` from direction `direction` as seen from there.
    pub(crate) fn attacker_along(
        &self,
        target: usize,
        direction: usize,
        by: Color,
    ) -> Option<usize> {
        let mut square = next(target, direction);
        let mut adjacent = true;
        while square != NO_SQUARE {
            let code = self.cells[square];
            if code != 0 {
                let reach = reach_of_code(code);
                let bits = if adjacent {
                    reach.steps | reach.slides
                } else {
                    reach.slides
                };
                let attacks = is_owner(by, code) && bits >> opposite(direction) & 1 == 1;
                return attacks.then_some(square);
            }
            if direction >= 8 {
                return None;
            }
            square = next(square, direction);
            adjacent = false;
        }
        None
    }

    /// Whether `by` attacks a square; pinned pieces attack too.
    pub(crate) fn is_attacked(&self, target: usize, by: Color) -> bool {
        (0..DIRECTIONS).any(|direction| self.attacker_along(target, direction, by).is_some())
    }

    /// The squares from which `by` attacks a square.
    pub(crate) fn attackers(&self, target: usize, by: Color) -> Vec<usize> {
        (0..DIRECTIONS)
            .filter_map(|direction| self.attacker_along(target, direction, by))
            .collect()
    }

    /// Whether a side's king is attacked; never without a king.
    pub(crate) fn in_check(&self, color: Color) -> bool {
        self.king(color)
            .is_some_and(|king| self.is_attacked(king, color.other()))
    }

    /// The pieces that give check to the side to move.
    pub(crate) fn checkers(&self) -> Vec<usize> {
        self.king(self.turn)
            .map_or_else(Vec::new, |king| self.attackers(king, self.turn.other()))
    }

    /// The only checker and the empty squares from the king to it, nearest to the king first.
    ///
    /// `None` without a check and in double check, where no interposition (合駒) exists.
    pub(crate) fn single_check(&self) -> Option<(usize, Vec<usize>)> {
        let king = self.king(self.turn)?;
        let mut single = None;
        for direction in 0..DIRECTIONS {
            if let Some(checker) = self.attacker_along(king, direction, self.turn.other()) {
                if single.is_some() {
                    return None;
                }
                single = Some((checker, direction));
            }
        }
        let (checker, direction) = single?;
        let mut squares = Vec::new();
        let mut square = next(king, direction);
        while square != checker {
            squares.push(square);
            square = next(square, direction);
        }
        Some((checker, squares))
    }
}

/// Multiply-and-rotate hashing of position bytes; keys are compared in full, so it need not be
/// collision free.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FastHasher(u64);

/// Builds `FastHasher`s for maps.
pub(crate) type FastState = BuildHasherDefault<FastHasher>;

impl FastHasher {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for FastHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.add(word.unsigned_abs() as u64);
    }

    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }
}
