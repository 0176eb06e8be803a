//! The words of CSA: pieces, squares and moves; JKF shares the pieces.

use crate::shogi::{Color, Move, PieceKind, Position, Square};

use super::collection;

const WORDS: [(&str, PieceKind); 14] = [
    ("FU", PieceKind::Pawn),
    ("KY", PieceKind::Lance),
    ("KE", PieceKind::Knight),
    ("GI", PieceKind::Silver),
    ("KI", PieceKind::Gold),
    ("KA", PieceKind::Bishop),
    ("HI", PieceKind::Rook),
    ("OU", PieceKind::King),
    ("TO", PieceKind::ProPawn),
    ("NY", PieceKind::ProLance),
    ("NK", PieceKind::ProKnight),
    ("NG", PieceKind::ProSilver),
    ("UM", PieceKind::Horse),
    ("RY", PieceKind::Dragon),
];

/// The kind with this CSA word.
pub(super) fn kind_of(word: &str) -> Option<PieceKind> {
    let found = WORDS.iter().find(|(name, _)| *name == word);
    found.map(|&(_, kind)| kind)
}

/// The CSA word of a kind.
pub(super) fn word_of(kind: PieceKind) -> &'static str {
    WORDS[kind.index()].0
}

/// The square with these two digits.
pub(super) fn square_of(text: &str) -> Option<Square> {
    let mut digits = text.chars().map(|letter| letter.to_digit(10));
    let file = u8::try_from(digits.next()??).ok()?;
    let rank = u8::try_from(digits.next()??).ok()?;
    Square::try_new(file, rank)
}

/// The legal move that `text` names, such as `+7776FU`.
pub(super) fn read_move(position: &Position, text: &str) -> Result<Move, String> {
    let shape = || format!("`{text}` is no move; write +7776FU or +0022KI");
    if !text.is_ascii() || text.len() != 7 {
        return Err(shape());
    }
    let side = if text.starts_with('+') {
        Color::Black
    } else {
        Color::White
    };
    if side != position.turn() {
        return Err(format!(
            "`{text}` is of the other side, {:?} is to move",
            position.turn()
        ));
    }
    let to = square_of(&text[3..5]).ok_or_else(shape)?;
    let kind = kind_of(&text[5..]).ok_or_else(shape)?;
    let mv = if &text[1..3] == "00" {
        let piece = kind.hand_piece().filter(|piece| piece.kind() == kind);
        let piece = piece.ok_or_else(|| format!("`{text}` drops what cannot be held"))?;
        Move::Drop { piece, to }
    } else {
        let from = square_of(&text[1..3]).ok_or_else(shape)?;
        let piece = position.piece(from).filter(|piece| piece.color == side);
        let Some(piece) = piece else {
            return Err(format!(
                "no piece of {side:?} on {} to move; a drop is written +00",
                &text[1..3]
            ));
        };
        let promote = piece.kind != kind;
        if promote && piece.kind.promoted() != Some(kind) {
            let found = word_of(piece.kind);
            return Err(format!(
                "on {} stands {found}, which does not become {}",
                &text[1..3],
                &text[5..]
            ));
        }
        Move::Board { from, to, promote }
    };
    collection::check_move(position, mv).map(|()| mv)
}
