//! The checker's own small rule book: legal moves out of check, and whether one move is legal.
//!
//! A [`Setup`] goes in; moves are judged, played and taken back. It shares no code with the
//! search's position and generators. What makes a set-up a sound root is left to
//! [`check`](crate::proof::check()).

use crate::shogi::color::Color;
use crate::shogi::hand::Hand;
use crate::shogi::moves::Move;
use crate::shogi::piece::{HandPiece, Piece, PieceKind};
use crate::shogi::setup::Setup;
use crate::shogi::square::Square;

use super::board::{Board, Cell, Change, Hands, STEPS, Undo, cell_of, forward, square_at};
use super::pieces::{Illegality, can_promote, is_dead};

/// A position on which moves are judged, played and taken back.
///
/// Either side may lack a king; it is never in check then.
#[derive(Clone, Debug)]
pub struct Rulebook {
    board: Board,
}

impl Rulebook {
    /// The position of a set-up, legal or not. Of several kings of one side only one counts.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        Self {
            board: Board::new(setup),
        }
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.board.turn()
    }

    /// The piece on `square`.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        match self.board.at(cell_of(square)) {
            Cell::Piece(piece) => Some(piece),
            Cell::Wall | Cell::Empty => None,
        }
    }

    /// How many of `piece` the side `color` holds.
    #[must_use]
    pub fn held(&self, color: Color, piece: HandPiece) -> u32 {
        self.board.held(color, piece)
    }

    /// A 128-bit hash of board, both hands and side to move.
    #[must_use]
    pub fn hash(&self) -> u128 {
        self.board.hash()
    }

    /// Whether the side to move is in check (王手).
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.board.king_attacked(self.turn(), Change::NONE)
    }

    /// Whether this move gives check.
    ///
    /// # Panics
    /// As [`Rulebook::play`].
    #[must_use]
    pub fn gives_check(&mut self, mv: Move) -> bool {
        let undo = self.play(mv);
        let check = self.in_check();
        self.undo(undo);
        check
    }

    /// Leaves the side to move just `hand` and gives the rest of what it holds to the other side, until
    /// [`Rulebook::give_back`]; `None`, and no change, if it holds less than that of some kind.
    #[must_use]
    pub fn lend(&mut self, hand: Hand) -> Option<Hands> {
        self.board.lend(hand)
    }

    /// Takes back [`Rulebook::lend`], on the same board.
    pub fn give_back(&mut self, before: Hands) {
        self.board.give_back(before);
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// If there is no piece to be moved or dropped; other illegal moves are played all the same.
    pub fn play(&mut self, mv: Move) -> Undo {
        self.board.play(mv)
    }

    /// Takes back the last move played and not yet taken back.
    pub fn undo(&mut self, undo: Undo) {
        self.board.undo(undo);
    }

    /// Whether the side to move may play `mv`, by every rule of the game.
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn legality(&mut self, mv: Move) -> Result<(), Illegality> {
        match mv {
            Move::Board { from, to, promote } => self.board_rules(from, to, promote)?,
            Move::Drop { piece, to } => self.drop_rules(piece, to)?,
        }
        if self.exposes_king(mv) {
            return Err(Illegality::KingInCheck);
        }
        if self.is_drop_pawn_mate(mv) {
            return Err(Illegality::DropPawnMate);
        }
        Ok(())
    }

    /// All rules on a board move but the safety of the own king.
    fn board_rules(&self, from: Square, to: Square, promote: bool) -> Result<(), Illegality> {
        let us = self.turn();
        let moved = self.piece(from).filter(|piece| piece.color == us);
        let moved = moved.ok_or(Illegality::NoPiece)?;
        let forbidden = |target: Piece| target.color == us || target.kind == PieceKind::King;
        if self.piece(to).is_some_and(forbidden) {
            return Err(Illegality::Occupied);
        }
        let mut arriving = self.board.attackers(cell_of(to), us, Change::NONE);
        if !arriving.any(|(cell, _)| cell == cell_of(from)) {
            return Err(Illegality::OutOfReach);
        }
        if promote && !can_promote(moved, from, to) {
            return Err(Illegality::Promotion);
        }
        if !promote && is_dead(moved, to) {
            return Err(Illegality::DeadPiece);
        }
        Ok(())
    }

    /// All rules on a drop but the safety of the own king and drop-pawn mate.
    fn drop_rules(&self, piece: HandPiece, to: Square) -> Result<(), Illegality> {
        let dropped = Piece::new(piece.kind(), self.turn());
        if self.held(self.turn(), piece) == 0 {
            return Err(Illegality::NoPiece);
        }
        if self.piece(to).is_some() {
            return Err(Illegality::Occupied);
        }
        if is_dead(dropped, to) {
            return Err(Illegality::DeadPiece);
        }
        if piece == HandPiece::Pawn && self.board.file_has(to, dropped) {
            return Err(Illegality::Nifu);
        }
        Ok(())
    }

    /// Whether the mover's king could be taken after `mv`.
    fn exposes_king(&self, mv: Move) -> bool {
        let us = self.turn();
        let to = cell_of(mv.to());
        let from = mv.from().map_or(0, cell_of);
        if from != 0 && from == self.board.king(us) {
            self.board.attacked(to, !us, Change::new(from, 0))
        } else {
            self.board.king_attacked(us, Change::new(from, to))
        }
    }

    /// Is this pawn drop mate (打ち歩詰)?
    ///
    /// A pawn checks from the next square only; whether anything answers it is asked of the
    /// ordinary legal moves, so that a pinned guard does not count.
    fn is_drop_pawn_mate(&mut self, mv: Move) -> bool {
        let Move::Drop { piece, to } = mv else {
            return false;
        };
        let ahead = cell_of(to).wrapping_add_signed(forward(self.turn()));
        if piece != HandPiece::Pawn || ahead != self.board.king(!self.turn()) {
            return false;
        }
        let undo = self.play(mv);
        let mut replies = Vec::new();
        self.replies(&mut replies);
        self.undo(undo);
        replies.is_empty()
    }

    /// Replaces `moves` by all legal moves of the side to move, which must be in check.
    ///
    /// No move means mate (詰み). All non-promotions (不成) are there. A side that is not in check
    /// gets no move either, so ask [`Rulebook::in_check`] first.
    pub fn replies(&mut self, moves: &mut Vec<Move>) {
        moves.clear();
        let us = self.turn();
        let king = self.board.king(us);
        if king == 0 {
            return;
        }
        let mut checkers = self.board.attackers(king, !us, Change::NONE);
        let Some((checker, step)) = checkers.next() else {
            return;
        };
        let double_check = checkers.next().is_some();
        drop(checkers);
        self.push_king_moves(king, moves);
        if double_check {
            return;
        }
        self.push_arrivals(checker, moves);
        let mut between = king.wrapping_add_signed(step);
        while step != 0 && between != checker {
            self.push_arrivals(between, moves);
            self.push_drops(between, moves);
            between = between.wrapping_add_signed(step);
        }
    }

    fn push_king_moves(&self, king: usize, moves: &mut Vec<Move>) {
        let us = self.turn();
        let change = Change::new(king, 0);
        for step in STEPS {
            let to = king.wrapping_add_signed(step);
            let blocked = match self.board.at(to) {
                Cell::Wall => true,
                Cell::Empty => false,
                Cell::Piece(piece) => piece.color == us,
            };
            if blocked || self.board.attacked(to, !us, change) {
                continue;
            }
            if let (Some(from), Some(to)) = (square_at(king), square_at(to)) {
                moves.push(Move::Board {
                    from,
                    to,
                    promote: false,
                });
            }
        }
    }

    /// Moves of all pieces but the king to `to`, which stop a single check.
    fn push_arrivals(&self, to: usize, moves: &mut Vec<Move>) {
        let us = self.turn();
        for (from, _) in self.board.attackers(to, us, Change::NONE) {
            if from == self.board.king(us) || self.board.king_attacked(us, Change::new(from, to)) {
                continue;
            }
            let (Some(from), Some(to)) = (square_at(from), square_at(to)) else {
                continue;
            };
            let Some(piece) = self.piece(from) else {
                continue;
            };
            if can_promote(piece, from, to) {
                moves.push(Move::Board {
                    from,
                    to,
                    promote: true,
                });
            }
            if !is_dead(piece, to) {
                moves.push(Move::Board {
                    from,
                    to,
                    promote: false,
                });
            }
        }
    }

    /// Drops on `to`, an empty cell between the king and a single checker.
    fn push_drops(&mut self, to: usize, moves: &mut Vec<Move>) {
        let Some(to) = square_at(to) else {
            return;
        };
        for piece in HandPiece::ALL {
            let mv = Move::Drop { piece, to };
            if self.drop_rules(piece, to).is_ok() && !self.is_drop_pawn_mate(mv) {
                moves.push(mv);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(sfen: &str) -> Rulebook {
        Rulebook::new(&sfen.parse().unwrap())
    }

    fn replies(book: &mut Rulebook) -> String {
        let mut moves = Vec::new();
        book.replies(&mut moves);
        let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
        texts.sort();
        texts.join(" ")
    }

    fn legality(sfen: &str, mv: &str) -> Result<(), Illegality> {
        book(sfen).legality(mv.parse().unwrap())
    }

    #[test]
    fn replies_by_hand() {
        for (sfen, expected) in [
            // Mate: the checker is protected (頭金).
            ("4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1", ""),
            // The king may not retreat along the line of the checker, nor take the protected one.
            (
                "4R4/9/9/9/4k4/9/9/9/9 w - 1",
                "5e4d 5e4e 5e4f 5e6d 5e6e 5e6f",
            ),
            (
                "4k4/9/9/9/9/9/9/9/4R4 w p 1",
                "5a4a 5a4b 5a6a 5a6b P*5b P*5c P*5d P*5e P*5f P*5g P*5h",
            ),
            // Double check: only the king moves.
            ("4k4/9/9/9/8B/9/9/9/4R4 w g 1", "5a4a 5a6a 5a6b"),
            // A pinned piece can neither interpose nor take.
            ("4kg2R/9/9/9/9/9/9/9/4R4 w - 1", "5a4b 5a6a 5a6b"),
            // Captures and interpositions, promoting or not; a knight on rank h must promote.
            (
                "k8/9/9/9/9/1n7/1b7/R8/9 w - 1",
                "8f9h+ 8g9f 8g9f+ 8g9h 8g9h+ 9a8a 9a8b",
            ),
            (
                "9/9/ll7/9/9/9/2p6/R7k/9 w - 1",
                "1h1g 1h1i 1h2g 1h2i 7g7h 7g7h+ 8c8h 8c8h+ 9c9h 9c9h+",
            ),
            // On the last rank pawn, lance and knight must promote and cannot be dropped.
            (
                "9/9/l8/9/9/9/3n5/2p6/R7k w gnlp 1",
                "1i1h 1i2h 6g5i+ 6g7i+ 7h7i+ 9c9i+ G*2i G*3i G*4i G*5i G*6i G*7i G*8i",
            ),
            // Two pawns on a file (二歩); a promoted pawn does not count.
            ("4k4/9/9/9/9/4R4/4p4/9/9 w p 1", "5a4a 5a4b 5a6a 5a6b"),
            (
                "4k4/9/9/4R4/9/9/4+p4/9/9 w p 1",
                "5a4a 5a4b 5a6a 5a6b P*5b P*5c",
            ),
            // Not in check, or without a king: none.
            ("4k4/9/9/9/9/9/9/9/9 w g 1", ""),
            ("9/9/9/9/9/9/9/9/9 w g 1", ""),
        ] {
            assert_eq!(replies(&mut book(sfen)), expected, "{sfen}");
        }
    }

    #[test]
    fn a_captured_pawn_frees_its_file() {
        let mut book = book("4k4/9/4p4/9/4R4/9/9/9/9 b p 1");
        let undo = book.play("5e5c".parse().unwrap());
        assert_eq!(replies(&mut book), "5a4a 5a4b 5a6a 5a6b P*5b");
        book.undo(undo);
        assert!(!book.in_check() && book.held(Color::Black, HandPiece::Pawn) == 0);
    }

    #[test]
    fn drop_pawn_mate() {
        let mate = Err(Illegality::DropPawnMate);
        assert_eq!(legality("7lk/9/7+P1/9/9/9/9/9/9 b P 1", "P*1b"), mate);
        // A guard may take, a pinned one may not; a pawn that moves may mate.
        assert_eq!(legality("7sk/9/7+P1/9/9/9/9/9/9 b P 1", "P*1b"), Ok(()));
        assert_eq!(legality("4R2sk/9/7+P1/9/9/9/9/9/9 b P 1", "P*1b"), mate);
        assert_eq!(legality("7lk/7l1/8P/7N1/9/9/9/9/9 b - 1", "1c1b"), Ok(()));
        // The defender's interposition would mate the attacker's king.
        let mut book = book("9/9/B8/9/9/R8/8k/6P2/5r1KN b B17p 1");
        book.play("B*3i".parse().unwrap());
        assert_eq!(book.legality("P*2h".parse().unwrap()), mate);
        assert!(!replies(&mut book).contains("P*2h"));
    }

    #[test]
    fn illegal_moves_are_named() {
        let sfen = "4l4/9/9/9/4G4/9/2SN5/k2R5/4K4 b PN 1";
        for (mv, expected) in [
            ("5e5d", Ok(())),
            ("5e4d", Err(Illegality::KingInCheck)),
            ("5e5d+", Err(Illegality::Promotion)),
            ("5e5c", Err(Illegality::OutOfReach)),
            ("6h7h", Ok(())),
            ("6h9h", Err(Illegality::Occupied)),
            ("6h6g", Err(Illegality::Occupied)),
            ("9h9g", Err(Illegality::NoPiece)),
            ("1a1b", Err(Illegality::NoPiece)),
            ("G*1b", Err(Illegality::NoPiece)),
            ("P*1a", Err(Illegality::DeadPiece)),
            ("N*1b", Err(Illegality::DeadPiece)),
            ("P*5a", Err(Illegality::Occupied)),
        ] {
            assert_eq!(legality(sfen, mv), expected, "{mv}");
        }
        assert_eq!(
            legality("9/9/9/4P4/9/9/9/9/4k4 b P 1", "P*5b"),
            Err(Illegality::Nifu)
        );
    }
}
