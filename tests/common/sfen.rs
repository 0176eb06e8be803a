//! SFEN text in and out, and every reason why a root position is no problem.

use super::board::Board;
use super::piece::{Color, HELD, Kind, NO_SQUARE, Piece, SET, is_dead_end};

/// A reason why a position is no valid root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    /// More of this kind than a set has, board and hands together.
    TooMany(Kind),
    NoDefenderKing,
    TwoKings(Color),
    /// Two unpromoted pawns of a side on a file 0..9 (二歩).
    Nifu(Color, usize),
    /// A piece without any further move, by square (行き所のない駒).
    DeadPiece(usize),
    /// The side not to move is already in check.
    DefenderInCheck,
}

impl Board {
    /// Reads `board side hands [number]`.
    ///
    /// # Errors
    /// Text that is no SFEN. Faulty positions are read; see `faults`.
    pub(crate) fn from_sfen(text: &str) -> Result<Self, String> {
        let mut fields = text.split_whitespace();
        let mut field = |name: &str| fields.next().ok_or(format!("{name} missing in '{text}'"));
        let mut board = Self::empty();
        board.read_cells(field("board")?)?;
        board.turn = match field("side to move")? {
            "b" => Color::Black,
            "w" => Color::White,
            other => return Err(format!("side to move '{other}' is neither b nor w")),
        };
        board.read_hands(field("hands")?)?;
        Ok(board)
    }

    fn read_cells(&mut self, text: &str) -> Result<(), String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 9 {
            return Err(format!("board '{text}' has no nine rows"));
        }
        for (rank, row) in rows.into_iter().enumerate() {
            let mut column = 0;
            let mut plus = false;
            for letter in row.chars() {
                if letter == '+' {
                    plus = true;
                } else if let Some(gap) = letter.to_digit(10) {
                    column += gap as usize;
                } else if column < 9 {
                    self.put((8 - column) * 9 + rank, Some(piece_of(letter, plus)?));
                    plus = false;
                    column += 1;
                } else {
                    column += 1;
                }
            }
            if column != 9 {
                return Err(format!("row '{row}' is not nine squares wide"));
            }
        }
        Ok(())
    }

    fn read_hands(&mut self, text: &str) -> Result<(), String> {
        if text == "-" {
            return Ok(());
        }
        let mut digits = String::new();
        for letter in text.chars() {
            if letter.is_ascii_digit() {
                digits.push(letter);
                continue;
            }
            let piece = piece_of(letter, false)?;
            let count = if digits.is_empty() {
                Ok(1)
            } else {
                digits.parse::<u8>()
            };
            digits.clear();
            match (count, HELD.contains(&piece.kind)) {
                (Ok(count), true) => {
                    let held = &mut self.hands[piece.color as usize][piece.kind as usize];
                    *held = held.saturating_add(count);
                }
                _ => return Err(format!("'{letter}' in hands '{text}' cannot be held so")),
            }
        }
        Ok(())
    }

    /// The SFEN text: hands in RBGSNLP order, black first, move number 1.
    pub(crate) fn to_sfen(&self) -> String {
        let rows: Vec<String> = (0..9).map(|rank| self.row_text(rank)).collect();
        let side = if self.turn == Color::Black { 'b' } else { 'w' };
        format!("{} {side} {} 1", rows.join("/"), self.hands_text())
    }

    fn row_text(&self, rank: usize) -> String {
        let mut text = String::new();
        let mut gap = 0;
        for column in 0..9 {
            let Some(piece) = self.piece((8 - column) * 9 + rank) else {
                gap += 1;
                continue;
            };
            if gap > 0 {
                text += &gap.to_string();
                gap = 0;
            }
            if piece.kind != piece.kind.base() {
                text.push('+');
            }
            text.push(letter_of(piece));
        }
        if gap > 0 {
            text += &gap.to_string();
        }
        text
    }

    fn hands_text(&self) -> String {
        let mut text = String::new();
        for color in Color::BOTH {
            for kind in HELD.into_iter().rev() {
                let count = self.held(color, kind);
                if count > 1 {
                    text += &count.to_string();
                }
                if count > 0 {
                    text.push(letter_of(Piece { color, kind }));
                }
            }
        }
        if text.is_empty() {
            "-".to_owned()
        } else {
            text
        }
    }

    /// How many of a held kind are on the board, promoted or not, and in hands.
    fn count(&self, kind: Kind) -> usize {
        let on_board =
            (0..81).filter(|&square| self.piece(square).is_some_and(|p| p.kind.base() == kind));
        let in_hands = Color::BOTH.map(|color| usize::from(self.held(color, kind)));
        on_board.count() + in_hands[0] + in_hands[1]
    }

    /// How many of each kind the set has left; none where there are too many already.
    pub(crate) fn missing(&self) -> [u8; 7] {
        let left = |kind: Kind| usize::from(SET[kind as usize]).saturating_sub(self.count(kind));
        HELD.map(|kind| u8::try_from(left(kind)).unwrap_or(u8::MAX))
    }

    /// All reasons why this position with this side to move is no valid root.
    pub(crate) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let too_many = |kind: &Kind| self.count(*kind) > usize::from(SET[*kind as usize]);
        faults.extend(HELD.into_iter().filter(too_many).map(Fault::TooMany));
        let defender = self.turn.other();
        if self.squares_of(defender, Kind::King).is_empty() {
            faults.push(Fault::NoDefenderKing);
        }
        for color in Color::BOTH {
            if self.squares_of(color, Kind::King).len() > 1 {
                faults.push(Fault::TwoKings(color));
            }
            let pawns = self.squares_of(color, Kind::Pawn);
            let crowded = |file: &usize| pawns.iter().filter(|&pawn| pawn / 9 == *file).count() > 1;
            faults.extend((0..9).filter(crowded).map(|file| Fault::Nifu(color, file)));
        }
        let dead = |square: &usize| self.piece(*square).is_some_and(|p| is_dead_end(p, *square));
        faults.extend((0..81).filter(dead).map(Fault::DeadPiece));
        let kings = self.squares_of(defender, Kind::King);
        if kings
            .into_iter()
            .any(|king| self.is_attacked(king, self.turn))
        {
            faults.push(Fault::DefenderInCheck);
        }
        faults
    }

    fn squares_of(&self, color: Color, kind: Kind) -> Vec<usize> {
        (0..NO_SQUARE)
            .filter(|&square| self.piece(square) == Some(Piece { color, kind }))
            .collect()
    }

    /// The same position mirrored left to right.
    pub(crate) fn mirrored(&self) -> Self {
        let mut mirrored = self.clone();
        for square in 0..81 {
            mirrored.put(square, None);
        }
        for square in 0..81 {
            mirrored.put((8 - square / 9) * 9 + square % 9, self.piece(square));
        }
        mirrored
    }

    /// The same position turned by 180 degrees with colours exchanged.
    pub(crate) fn turned(&self) -> Self {
        let mut turned = Self::empty();
        for square in 0..81 {
            let piece = self.piece(square);
            let other = piece.map(|p| Piece {
                color: p.color.other(),
                kind: p.kind,
            });
            turned.put(80 - square, other);
        }
        turned.hands = [self.hands[1], self.hands[0]];
        turned.turn = self.turn.other();
        turned
    }
}

fn letter_of(piece: Piece) -> char {
    let letter = piece.kind.letter();
    if piece.color == Color::Black {
        letter
    } else {
        letter.to_ascii_lowercase()
    }
}

fn piece_of(letter: char, plus: bool) -> Result<Piece, String> {
    let color = if letter.is_ascii_uppercase() {
        Color::Black
    } else {
        Color::White
    };
    let kind = Kind::from_letter(letter.to_ascii_uppercase());
    let kind = if plus {
        kind.and_then(Kind::promoted)
    } else {
        kind
    };
    let kind = kind.ok_or_else(|| format!("'{letter}' names no piece there"))?;
    Ok(Piece { color, kind })
}
