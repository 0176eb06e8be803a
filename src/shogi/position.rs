//! A legal position with everything the generators ask for.

use std::fmt;

use super::bitboard::Bitboard;
use super::color::Color;
use super::hand::Hand;
use super::key::{self, Key};
use super::moves::Move;
use super::piece::{HandPiece, Piece, PieceKind};
use super::setup::{Setup, SetupFaults};
use super::square::Square;

/// A set-up that passed, either side possibly without a king (the attacker of most mate problems).
///
/// ```
/// use kanju::shogi::{Position, Setup};
/// let setup: Setup = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let mut position = Position::try_from(setup)?;
/// let mv = "G*5b".parse()?;
/// let undo = position.play(mv);
/// assert!(position.is_check());
/// position.undo(mv, undo);
/// assert!(!position.is_check());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Position {
    board: [Option<Piece>; 81],
    kinds: [Bitboard; PieceKind::COUNT],
    /// All pieces that move like a gold.
    golds: Bitboard,
    colors: [Bitboard; 2],
    kings: [Option<Square>; 2],
    hands: [Hand; 2],
    turn: Color,
    key: Key,
}

/// What [`Position::undo`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Undo {
    captured: Option<Piece>,
    key: Key,
}

impl Undo {
    /// What the move captured.
    #[must_use]
    pub const fn captured(self) -> Option<Piece> {
        self.captured
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupFaults;

    /// The door from text to trust, for a problem whose attacker is to move.
    fn try_from(setup: Setup) -> Result<Self, SetupFaults> {
        let attacker = setup.turn;
        Self::new(&setup, attacker)
    }
}

impl Position {
    /// A position of a problem in which `attacker` mates the other side, whoever is to move.
    ///
    /// # Errors
    /// All faults of the set-up at once.
    pub fn new(setup: &Setup, attacker: Color) -> Result<Self, SetupFaults> {
        let faults = setup.faults(attacker);
        if !faults.is_empty() {
            return Err(SetupFaults(faults));
        }
        let mut position = Self {
            board: [None; 81],
            kinds: [Bitboard::EMPTY; PieceKind::COUNT],
            golds: Bitboard::EMPTY,
            colors: [Bitboard::EMPTY; 2],
            kings: [None; 2],
            hands: [Hand::EMPTY; 2],
            turn: setup.turn,
            key: key::turn_key(setup.turn),
        };
        for square in Square::all() {
            if let Some(piece) = setup.piece(square) {
                position.put(piece, square);
                position.key ^= key::piece_key(piece, square);
            }
        }
        for color in Color::ALL {
            for piece in HandPiece::ALL {
                position.hands[color.index()].set(piece, setup.hands[color.index()][piece.index()]);
            }
        }
        Ok(position)
    }

    /// The position as plain data.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let hands = self
            .hands
            .map(|hand| HandPiece::ALL.map(|piece| hand.count(piece)));
        Setup {
            board: self.board,
            hands,
            turn: self.turn,
        }
    }

    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = Some(piece);
        self.kinds[piece.kind.index()].toggle(square);
        self.colors[piece.color.index()].toggle(square);
        if piece.kind.moves_like_gold() {
            self.golds.toggle(square);
        }
        if piece.kind == PieceKind::King {
            self.kings[piece.color.index()] = Some(square);
        }
    }

    #[inline]
    fn take(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = None;
        self.kinds[piece.kind.index()].toggle(square);
        self.colors[piece.color.index()].toggle(square);
        if piece.kind.moves_like_gold() {
            self.golds.toggle(square);
        }
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The hash of board and side to move.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// What `color` holds.
    #[inline]
    #[must_use]
    pub const fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// The piece on `square`.
    #[inline]
    #[must_use]
    pub const fn piece(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Where the king of `color` is; `None` if that side has none.
    #[inline]
    #[must_use]
    pub const fn king(&self, color: Color) -> Option<Square> {
        self.kings[color.index()]
    }

    /// All squares with a piece.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares of the pieces of `color`.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares of all pieces of `kind`, of both sides.
    #[inline]
    #[must_use]
    pub const fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The squares of all pieces that move like a gold.
    #[inline]
    pub(super) const fn golds(&self) -> Bitboard {
        self.golds
    }

    /// Plays `mv`, which is at least pseudo-legal here.
    ///
    /// # Panics
    /// If no piece stands on the origin of the move.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Undo {
        self.play_to(mv, self.key_after(mv))
    }

    /// Plays `mv` for a look at the pieces only: until it is taken back the key is that of another position.
    ///
    /// # Panics
    /// As [`Position::play`].
    #[inline]
    pub fn play_briefly(&mut self, mv: Move) -> Undo {
        self.play_to(mv, self.key)
    }

    /// Plays `mv`, after which the key is known to be `key`.
    ///
    /// # Panics
    /// As [`Position::play`].
    #[inline]
    pub fn play_to(&mut self, mv: Move, key: Key) -> Undo {
        let undo = Undo {
            captured: if mv.is_drop() {
                None
            } else {
                self.piece(mv.to())
            },
            key: self.key,
        };
        self.key = key;
        let us = self.turn;
        match mv {
            Move::Board { from, to, promote } => {
                let piece = self.piece(from).expect("a board move starts from a piece");
                if let Some(captured) = undo.captured {
                    self.take(captured, to);
                    if let Some(held) = captured.kind.hand_piece() {
                        self.hands[us.index()].add(held);
                    }
                }
                self.take(piece, from);
                self.put(moved(piece, promote), to);
            }
            Move::Drop { piece, to } => {
                self.hands[us.index()].remove(piece);
                self.put(Piece::new(piece.kind(), us), to);
            }
        }
        self.turn = !us;
        undo
    }

    /// Takes back `mv`, the last move played.
    ///
    /// # Panics
    /// If nothing stands on the target of the move.
    #[inline]
    pub fn undo(&mut self, mv: Move, undo: Undo) {
        self.turn = !self.turn;
        self.key = undo.key;
        let us = self.turn;
        let piece = self.piece(mv.to()).expect("a move ends on a piece");
        self.take(piece, mv.to());
        match mv {
            Move::Board { from, to, promote } => {
                let before = if promote {
                    let held = piece
                        .kind
                        .hand_piece()
                        .expect("a promoted piece has a plain side");
                    Piece::new(held.kind(), us)
                } else {
                    piece
                };
                self.put(before, from);
                if let Some(captured) = undo.captured {
                    self.put(captured, to);
                    if let Some(held) = captured.kind.hand_piece() {
                        self.hands[us.index()].remove(held);
                    }
                }
            }
            Move::Drop { piece, .. } => self.hands[us.index()].add(piece),
        }
    }

    /// The key after `mv`, without playing it.
    ///
    /// # Panics
    /// If no piece stands on the origin of the move.
    #[inline]
    #[must_use]
    pub fn key_after(&self, mv: Move) -> Key {
        let key = self.key ^ key::WHITE_TO_MOVE;
        match mv {
            Move::Board { from, to, promote } => {
                let piece = self.piece(from).expect("a board move starts from a piece");
                let captured = self
                    .piece(to)
                    .map_or(0, |captured| key::piece_key(captured, to));
                key ^ key::piece_key(piece, from)
                    ^ key::piece_key(moved(piece, promote), to)
                    ^ captured
            }
            Move::Drop { piece, to } => {
                key ^ key::piece_key(Piece::new(piece.kind(), self.turn), to)
            }
        }
    }

    /// The mover's hand after `mv`, without playing it.
    #[inline]
    #[must_use]
    pub fn hand_after(&self, mv: Move) -> Hand {
        let mut hand = self.hand(self.turn);
        match mv {
            Move::Board { to, .. } => {
                if let Some(held) = self
                    .piece(to)
                    .and_then(|captured| captured.kind.hand_piece())
                {
                    hand.add(held);
                }
            }
            Move::Drop { piece, .. } => hand.remove(piece),
        }
        hand
    }

    /// All pieces in play, counted unpromoted: board and both hands.
    #[must_use]
    pub fn material(&self) -> Hand {
        let mut all = self.hands[0].plus(self.hands[1]);
        for square in self.occupied() {
            if let Some(held) = self.piece(square).and_then(|piece| piece.kind.hand_piece()) {
                all.add(held);
            }
        }
        all
    }

    /// Leaves `color` just `hand` of the pieces in both hands, and the other side the rest; returns the hand
    /// `color` had, which put in again restores both.
    #[inline]
    pub fn share_hands(&mut self, color: Color, hand: Hand) -> Hand {
        let [ours, theirs] = [color, !color].map(Color::index);
        let before = self.hands[ours];
        self.hands[theirs] = self.hands[theirs].plus(before).minus(hand);
        self.hands[ours] = hand;
        before
    }

    /// Takes one `piece` out of the hand of `color` and out of the game.
    ///
    /// It is how "mates without using the captured piece" is asked (無駄合, rules of futile interpositions).
    #[inline]
    pub fn set_aside(&mut self, color: Color, piece: HandPiece) {
        self.hands[color.index()].remove(piece);
    }

    /// The same position without the piece on `square`, which leaves the game.
    ///
    /// It may be a position that no game reaches, such as one in which the side to move could take a king.
    #[must_use]
    pub fn without(&self, square: Square) -> Self {
        let mut other = self.clone();
        if let Some(piece) = self.piece(square) {
            other.take(piece, square);
            other.key ^= key::piece_key(piece, square);
        }
        other
    }

    /// Puts a piece that was set aside back into the hand of `color`.
    #[inline]
    pub fn put_back(&mut self, color: Color, piece: HandPiece) {
        self.hands[color.index()].add(piece);
    }
}

/// The piece as it arrives.
#[inline]
fn moved(piece: Piece, promote: bool) -> Piece {
    if promote {
        Piece::new(
            piece
                .kind
                .promoted()
                .expect("only promotable pieces promote"),
            piece.color,
        )
    } else {
        piece
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.hands == other.hands && self.turn == other.turn
    }
}

impl Eq for Position {}

impl fmt::Display for Position {
    /// SFEN text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_setup().fmt(f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
