//! The position that is talked about, and who is mated there.

use crate::shogi::sfen::SfenError;
use crate::shogi::{Color, Move, Piece, PieceKind, Position, Setup, movegen};

use super::words::Note;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// The start position of a game.
///
/// # Panics
/// Never: it is a legal position.
#[must_use]
pub fn start() -> Position {
    read("startpos").expect("the start position of a game is legal")
}

/// The position of the words after `position`: `startpos` or `[sfen] <sfen>`, and perhaps `moves …`.
///
/// # Errors
/// What there is to say, if it is no position, or a move in it is illegal.
pub fn read(text: &str) -> Result<Position, Note> {
    let mut words = text.split_whitespace();
    let place: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let place = match place.as_slice() {
        ["startpos"] => START.to_owned(),
        words => words.join(" "),
    };
    let setup: Setup = place
        .parse()
        .map_err(|error: SfenError| Note::BadPosition(error.to_string()))?;
    let mut position = Position::new(&setup, supposed_attacker(&setup))
        .map_err(|faults| Note::BadPosition(faults.to_string()))?;
    for (number, word) in (1..).zip(words) {
        let mv: Option<Move> = word.parse().ok();
        let mv = mv.filter(|&mv| movegen::is_legal(&position, mv));
        let mv = mv.ok_or_else(|| Note::IllegalMove(number, word.to_owned()))?;
        let _ = position.play(mv);
    }
    Ok(position)
}

/// A side that may do without a king: one that has none, else the side to move.
fn supposed_attacker(setup: &Setup) -> Color {
    let has_king = |color| {
        let king = Piece::new(PieceKind::King, color);
        setup.squares_of(king).next().is_some()
    };
    if has_king(setup.turn) && !has_king(!setup.turn) {
        !setup.turn
    } else {
        setup.turn
    }
}

/// The side that mates in `position`, by the kings that are there.
///
/// | king of the side to move | other king | mated |
/// |---|---|---|
/// | none | yes | the other side |
/// | in check | none | the side to move |
/// | not in check | yes | the other side |
/// | in check | yes | the side to move if `checked_is_defender`, else the other side |
///
/// # Errors
/// What there is to say, if nobody can be mated.
pub fn attacker(position: &Position, checked_is_defender: bool) -> Result<Color, Note> {
    let us = position.turn();
    let kings = (position.king(us).is_some(), position.king(!us).is_some());
    match (kings, position.is_check()) {
        ((false, true), _) | ((true, true), false) => Ok(us),
        ((true, false), true) => Ok(!us),
        ((true, true), true) => Ok(if checked_is_defender { !us } else { us }),
        ((_, false), _) => Err(Note::NobodyToMate),
    }
}

/// Whether both kings are there and that of the side to move is in check: a matter of option.
#[must_use]
pub fn is_doubtful(position: &Position) -> bool {
    position.is_check() && position.king(!position.turn()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_with_their_moves() {
        assert_eq!(read("startpos").unwrap(), start());
        let after = read("startpos moves 7g7f 3c3d 8h2b+").unwrap();
        assert_eq!(after.turn(), Color::White);
        let sfen = "8k/6+P2/9/9/9/9/9/9/9 b Rr2b4g4s4n4l17p 1";
        let after = read(&format!("sfen {sfen} moves R*2a 1a1b")).unwrap();
        assert_eq!(after.turn(), Color::Black);
        assert_eq!(
            read(sfen).unwrap(),
            read(&format!(" sfen  {sfen} moves")).unwrap()
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        let bad = |text: &str| read(text).unwrap_err();
        for text in ["", "sfen", "startpos 1", "sfen 9/9 b - 1", "moves 7g7f"] {
            assert!(matches!(bad(text), Note::BadPosition(_)), "{text}");
        }
        for text in [
            "sfen 9/9/9/9/9/9/9/9/9 b - 1",
            "sfen 4k4/4P4/4P4/9/9/9/9/9/9 b - 1",
            "sfen 4k4/9/9/9/9/9/9/9/4R4 b - 1",
            "sfen 4k4/9/9/9/9/9/9/9/9 b 5G 1",
        ] {
            assert!(matches!(bad(text), Note::BadPosition(_)), "{text}");
        }
        let illegal = |number, mv: &str| Note::IllegalMove(number, mv.to_owned());
        assert_eq!(bad("startpos moves 7g7f 7g7f"), illegal(2, "7g7f"));
        assert_eq!(bad("startpos moves resign"), illegal(1, "resign"));
    }

    #[test]
    fn the_kings_say_who_is_mated() {
        let mates = |sfen: &str, option| attacker(&read(sfen).unwrap(), option).ok();
        for option in [false, true] {
            assert_eq!(
                mates("4k4/9/9/9/9/9/9/9/9 b G 1", option),
                Some(Color::Black)
            );
            assert_eq!(
                mates("9/9/9/9/9/9/9/9/4K4 w g 1", option),
                Some(Color::White)
            );
            assert_eq!(
                mates("4k4/4G4/9/9/9/9/9/9/9 w G 1", option),
                Some(Color::Black)
            );
            assert_eq!(mates("4k4/9/9/9/9/9/9/9/9 w G 1", option), None);
            assert_eq!(mates("startpos", option), Some(Color::Black));
        }
        let both = "4k4/4G4/9/9/9/9/9/9/4K4 w G 1";
        assert_eq!(mates(both, true), Some(Color::Black));
        assert_eq!(mates(both, false), Some(Color::White));
        assert!(is_doubtful(&read(both).unwrap()) && !is_doubtful(&start()));
    }
}
