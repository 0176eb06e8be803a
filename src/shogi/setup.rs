//! A board as written down, legal or not.

use std::fmt;

use super::attacks;
use super::bitboard::Bitboard;
use super::color::Color;
use super::hand::Hand;
use super::piece::{HandPiece, Piece, PieceKind};
use super::square::Square;

/// Plain data: what stands where, who holds what, who is to move. Anything goes.
///
/// [`Position`](super::Position) is a set-up that has been found legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The piece on each square, by [`Square::index`].
    pub board: [Option<Piece>; 81],
    /// How many of each [`HandPiece`] each [`Color`] holds, by their indices.
    pub hands: [[u32; HandPiece::COUNT]; 2],
    /// The side to move.
    pub turn: Color,
}

impl Default for Setup {
    /// The empty board, Black to move.
    fn default() -> Self {
        Self {
            board: [None; 81],
            hands: [[0; HandPiece::COUNT]; 2],
            turn: Color::Black,
        }
    }
}

impl Setup {
    /// The piece on `square`.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The squares on which `piece` stands.
    pub fn squares_of(&self, piece: Piece) -> impl Iterator<Item = Square> + '_ {
        Square::all().filter(move |&square| self.piece(square) == Some(piece))
    }

    /// How many of `piece` are on the board (promoted or not) and in both hands.
    #[must_use]
    pub fn count(&self, piece: HandPiece) -> u32 {
        let on_board = self
            .board
            .iter()
            .flatten()
            .filter(|p| p.kind.hand_piece() == Some(piece));
        let index = piece.index();
        u32::try_from(on_board.count()).unwrap_or(u32::MAX)
            + self.hands[0][index]
            + self.hands[1][index]
    }

    /// The pieces of a set that are neither on the board nor in a hand.
    #[must_use]
    pub fn missing(&self) -> Hand {
        let mut hand = Hand::EMPTY;
        for piece in HandPiece::ALL {
            hand.set(piece, piece.full_set().saturating_sub(self.count(piece)));
        }
        hand
    }

    /// Puts every missing piece into the hand of the side that is not to move (残り駒全部).
    ///
    /// Returns what was added.
    pub fn fill_defender_hand(&mut self) -> Hand {
        let missing = self.missing();
        for piece in HandPiece::ALL {
            self.hands[(!self.turn).index()][piece.index()] += missing.count(piece);
        }
        missing
    }

    /// The same set-up seen from the other side: turned by half a circle, colours swapped.
    #[must_use]
    pub fn rotated(&self) -> Self {
        let mut other = Self {
            turn: !self.turn,
            ..Self::default()
        };
        for square in Square::all() {
            let turn = |piece: Piece| Piece::new(piece.kind, !piece.color);
            other.board[square.rotated().index()] = self.piece(square).map(turn);
        }
        other.hands = [self.hands[1], self.hands[0]];
        other
    }

    /// The same set-up mirrored left to right.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut other = self.clone();
        for square in Square::all() {
            other.board[square.mirrored().index()] = self.piece(square);
        }
        other
    }

    /// Everything that makes this no position of a problem in which `attacker` mates the other side.
    ///
    /// An empty list means that [`Position::new`](super::Position::new) succeeds.
    #[must_use]
    pub fn faults(&self, attacker: Color) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        for piece in HandPiece::ALL {
            let count = self.count(piece);
            if count > piece.full_set() {
                faults.push(SetupFault::TooMany { piece, count });
            }
        }
        for color in Color::ALL {
            self.king_faults(color, color == attacker, &mut faults);
            self.piece_faults(color, &mut faults);
        }
        if self.waiting_side_in_check() {
            let fault = if self.turn == attacker {
                SetupFault::DefenderInCheck
            } else {
                SetupFault::AttackerInCheck
            };
            faults.push(fault);
        }
        faults
    }

    fn king_faults(&self, color: Color, optional: bool, faults: &mut Vec<SetupFault>) {
        let kings = self.squares_of(Piece::new(PieceKind::King, color)).count();
        if kings > 1 {
            faults.push(SetupFault::ManyKings { color });
        }
        if kings == 0 && !optional {
            faults.push(SetupFault::NoDefenderKing);
        }
    }

    fn piece_faults(&self, color: Color, faults: &mut Vec<SetupFault>) {
        for file in 1..=9 {
            let pawns = self.squares_of(Piece::new(PieceKind::Pawn, color));
            if pawns.filter(|square| square.file() == file).count() > 1 {
                faults.push(SetupFault::Nifu { color, file });
            }
        }
        for square in Square::all() {
            let Some(piece) = self.piece(square).filter(|piece| piece.color == color) else {
                continue;
            };
            if square.relative_rank(color) <= lowest_dead_rank(piece.kind) {
                faults.push(SetupFault::DeadPiece { piece, square });
            }
        }
    }

    fn waiting_side_in_check(&self) -> bool {
        let mut occupied = Bitboard::EMPTY;
        Square::all()
            .filter(|&s| self.piece(s).is_some())
            .for_each(|s| occupied.insert(s));
        let mut kings = self.squares_of(Piece::new(PieceKind::King, !self.turn));
        let Some(king) = kings.next() else {
            return false;
        };
        Square::all().any(|square| {
            self.piece(square).is_some_and(|piece| {
                piece.color == self.turn
                    && attacks::attacks(piece.kind, piece.color, square, occupied).contains(king)
            })
        })
    }
}

/// The last relative rank on which an unpromoted piece of `kind` could never move again
/// (行き所のない駒): 1 for pawn and lance, 2 for the knight, 0 for all others.
#[inline]
#[must_use]
pub const fn lowest_dead_rank(kind: PieceKind) -> u8 {
    match kind {
        PieceKind::Pawn | PieceKind::Lance => 1,
        PieceKind::Knight => 2,
        _ => 0,
    }
}

/// One reason why a set-up is no mate problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupFault {
    /// More pieces of a kind than a set has, board and hands together.
    TooMany {
        /// The kind, unpromoted.
        piece: HandPiece,
        /// How many there are.
        count: u32,
    },
    /// The side to be mated has no king.
    NoDefenderKing,
    /// One side has two kings or more.
    ManyKings {
        /// That side.
        color: Color,
    },
    /// Two unpromoted pawns of one side on a file (二歩).
    Nifu {
        /// That side.
        color: Color,
        /// The file, 1..=9.
        file: u8,
    },
    /// A piece that could never move (行き所のない駒).
    DeadPiece {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        square: Square,
    },
    /// The defender is in check already though the attacker is to move.
    DefenderInCheck,
    /// The attacker is in check though the defender is to move.
    AttackerInCheck,
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany { piece, count } => {
                let limit = piece.full_set();
                write!(
                    f,
                    "{count} of the piece {} in all, a set has {limit}; remove some",
                    piece.letter()
                )
            }
            Self::NoDefenderKing => f.write_str(
                "the side to be mated has no king; place one, or change the side to move",
            ),
            Self::ManyKings { color } => write!(f, "{color:?} has more than one king; keep one"),
            Self::Nifu { color, file } => {
                write!(
                    f,
                    "{color:?} has two unpromoted pawns on file {file} (nifu); move or promote one"
                )
            }
            Self::DeadPiece { piece, square } => {
                let Piece { kind, color } = piece;
                write!(
                    f,
                    "the {color:?} {kind:?} on {square} could never move; promote it or move it back"
                )
            }
            Self::DefenderInCheck => f.write_str(
                "the defender is already in check though the attacker is to move; \
                 a position with the defender to move can be asked over USI",
            ),
            Self::AttackerInCheck => f.write_str(
                "the attacker is in check though the defender is to move; change the side to move",
            ),
        }
    }
}

/// All faults of one set-up, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupFaults(pub Vec<SetupFault>);

impl fmt::Display for SetupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupFaults {}
