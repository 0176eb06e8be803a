//! Japanese move names, written and read on a position: `▲２三銀不成`, `△同　玉`.
//!
//! The reader is wider than the writer: it takes 行 for 上, 生 for 不成, 竜, ☗☖▽, kanji, half- and
//! full-width digits, spaces after 同, and an origin such as `(33)`.

use super::attacks;
use super::color::Color;
use super::movegen;
use super::moves::Move;
use super::naming::{is_flying, movers, offset, relation};
use super::piece::{HandPiece, Piece, PieceKind};
use super::position::Position;
use super::rules;
use super::square::Square;

pub use super::naming::{
    SideMark, Style, digit, kind_name, name, name_with_origin, names, read_kind, side_of_mark,
    square_name,
};

/// Text that names no legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {message}")]
pub struct NotationError {
    /// Where in the text, counted in characters from 1.
    pub column: usize,
    /// What is wrong and the way out.
    pub message: String,
}

/// What a name says, before it meets a position.
#[derive(Clone, Debug, Default)]
struct Spoken {
    side: Option<Color>,
    to: Option<Square>,
    kind: Option<PieceKind>,
    relations: Vec<char>,
    promote: Option<bool>,
    drop: bool,
    origin: Option<Square>,
    columns: Columns,
}

/// Where the parts of a name start.
#[derive(Clone, Debug, Default)]
struct Columns {
    place: usize,
    piece: usize,
    end: usize,
}

/// Reads the move that `text` names on `position`, after a move to `previous`.
///
/// # Errors
/// If the text is no name, or names no legal move or several.
pub fn read(
    position: &Position,
    text: &str,
    previous: Option<Square>,
) -> Result<Move, NotationError> {
    let letters: Vec<char> = text.chars().collect();
    let (mv, used) = read_prefix(position, &letters, previous)?;
    match letters[used..].iter().position(|c| !c.is_whitespace()) {
        None => Ok(mv),
        Some(offset) => Err(NotationError {
            column: used + offset + 1,
            message: format!("`{}` after the move; remove it", letters[used + offset]),
        }),
    }
}

/// Like [`read`], for a name at the start of longer text; also tells how many characters it has.
///
/// # Errors
/// As [`read`].
pub fn read_prefix(
    position: &Position,
    text: &[char],
    previous: Option<Square>,
) -> Result<(Move, usize), NotationError> {
    let spoken = parse(text)?;
    let mv = resolve(position, &spoken, previous)?;
    Ok((mv, spoken.columns.end))
}

fn error(column: usize, message: impl Into<String>) -> NotationError {
    NotationError {
        column,
        message: message.into(),
    }
}

fn skip_spaces(text: &[char], at: &mut usize) {
    while text.get(*at).is_some_and(|letter| letter.is_whitespace()) {
        *at += 1;
    }
}

fn parse(text: &[char]) -> Result<Spoken, NotationError> {
    let mut spoken = Spoken::default();
    let mut at = 0;
    skip_spaces(text, &mut at);
    spoken.side = text.get(at).copied().and_then(side_of_mark);
    if spoken.side.is_some() {
        at += 1;
        skip_spaces(text, &mut at);
    }
    spoken.columns.place = at + 1;
    if matches!(text.get(at), Some('同' | '仝')) {
        at += 1;
        skip_spaces(text, &mut at);
    } else {
        let digit_at = |index: usize| text.get(index).copied().and_then(digit);
        let (Some(file), Some(rank)) = (digit_at(at), digit_at(at + 1)) else {
            let message = "no square here; write a file and a rank such as ２三, or 同";
            return Err(error(at + 1, message));
        };
        spoken.to = Some(Square::new(file, rank));
        at += 2;
        skip_spaces(text, &mut at);
    }
    spoken.columns.piece = at + 1;
    let Some((kind, length)) = read_kind(&text[at.min(text.len())..]) else {
        let message = "no piece here; write one of 歩香桂銀金角飛玉 or と成香成桂成銀馬龍";
        return Err(error(at + 1, message));
    };
    spoken.kind = Some(kind);
    at += length;
    read_suffixes(text, &mut at, &mut spoken);
    spoken.columns.end = at;
    Ok(spoken)
}

fn read_suffixes(text: &[char], at: &mut usize, spoken: &mut Spoken) {
    while let Some(&letter) = text.get(*at) {
        match letter {
            '右' | '左' | '上' | '引' | '寄' | '直' => spoken.relations.push(letter),
            '行' => spoken.relations.push('上'),
            '下' => spoken.relations.push('引'),
            '打' => spoken.drop = true,
            '成' => spoken.promote = Some(true),
            '生' => spoken.promote = Some(false),
            '不' if text.get(*at + 1) == Some(&'成') => {
                spoken.promote = Some(false);
                *at += 1;
            }
            _ => break,
        }
        *at += 1;
    }
    if let [open, file, rank, close, ..] = text[*at..] {
        let zero = |letter: char| matches!(letter, '0' | '０');
        if matches!(open, '(' | '（') && matches!(close, ')' | '）') {
            if let (Some(file), Some(rank)) = (digit(file), digit(rank)) {
                spoken.origin = Some(Square::new(file, rank));
                *at += 4;
            } else if zero(file) && zero(rank) {
                spoken.drop = true;
                *at += 4;
            }
        }
    }
}

fn resolve(
    position: &Position,
    spoken: &Spoken,
    previous: Option<Square>,
) -> Result<Move, NotationError> {
    let columns = &spoken.columns;
    let us = position.turn();
    if spoken.side.is_some_and(|side| side != us) {
        let message = format!("the mark is of the other side, but {us:?} is to move");
        return Err(error(columns.place.saturating_sub(1).max(1), message));
    }
    let to = spoken.to.or(previous).ok_or_else(|| {
        error(
            columns.place,
            "同 without a move before it; write the square",
        )
    })?;
    let kind = spoken.kind.unwrap_or(PieceKind::King);
    let legal = movegen::legal_moves(position);
    let promote = spoken.promote == Some(true);
    let board = |from: Square| Move::Board { from, to, promote };
    let reach = movers(position, kind, to);
    let mv = if let Some(origin) = spoken.origin.filter(|_| !spoken.drop) {
        check_origin(position, origin, kind).map_err(|message| error(columns.end - 3, message))?;
        board(origin)
    } else if spoken.drop || reach.is_empty() {
        drop_of(position, spoken, (kind, to))?
    } else {
        let able: Vec<_> = reach
            .iter()
            .copied()
            .filter(|&from| legal.contains(&board(from)))
            .collect();
        let from = match (able.as_slice(), spoken.relations.is_empty()) {
            ([], _) => reach[0],
            (&[only], true) => only,
            _ => choose(position, &able, spoken, to)?,
        };
        board(from)
    };
    if legal.contains(&mv) {
        Ok(mv)
    } else {
        Err(error(columns.place, why_illegal(position, mv, kind)))
    }
}

fn check_origin(position: &Position, origin: Square, kind: PieceKind) -> Result<(), String> {
    let place = square_name(origin);
    let wanted = kind_name(kind);
    match position.piece(origin) {
        Some(piece) if piece == Piece::new(kind, position.turn()) => Ok(()),
        Some(piece) if piece.color != position.turn() => Err(format!(
            "the piece on `{place}` is not of the side to move; correct the origin"
        )),
        Some(piece) => {
            let found = kind_name(piece.kind);
            Err(format!(
                "on `{place}` stands {found}, not {wanted}; correct one of them"
            ))
        }
        None => Err(format!(
            "no piece on `{place}` to move; if it is dropped, write `打`"
        )),
    }
}

/// The drop that is meant when 打 is said or no piece on the board can go there.
fn drop_of(
    position: &Position,
    spoken: &Spoken,
    (kind, to): (PieceKind, Square),
) -> Result<Move, NotationError> {
    let name = kind_name(kind);
    let piece = kind.hand_piece().filter(|piece| piece.kind() == kind);
    match piece {
        Some(piece) if spoken.drop || position.hand(position.turn()).has(piece) => {
            Ok(Move::Drop { piece, to })
        }
        None if spoken.drop => Err(error(
            spoken.columns.piece,
            format!("{name} cannot be dropped; remove `打`"),
        )),
        _ => Err(error(
            spoken.columns.place,
            format!(
                "no {name} can move to `{}`; check piece and square",
                square_name(to)
            ),
        )),
    }
}

/// The origin that the relative words select among `able`.
fn choose(
    position: &Position,
    able: &[Square],
    spoken: &Spoken,
    to: Square,
) -> Result<Square, NotationError> {
    let kind = spoken.kind.unwrap_or(PieceKind::King);
    let words: String = spoken.relations.iter().collect();
    let exact = able.iter().filter(|&&from| {
        let promote = false;
        relation(position, Move::Board { from, to, promote }, kind) == words
    });
    if let &[&only] = exact.collect::<Vec<_>>().as_slice() {
        return Ok(only);
    }
    let mut left: Vec<_> = able.to_vec();
    for &word in &spoken.relations {
        let offsets: Vec<_> = left.iter().map(|&f| offset(position, f, to)).collect();
        let most = offsets.iter().map(|o| o.0).max().unwrap_or(0);
        let least = offsets.iter().map(|o| o.0).min().unwrap_or(0);
        left.retain(|&from| {
            let (aside, behind) = offset(position, from, to);
            match word {
                '右' => aside < 0 || is_flying(kind) && aside == least,
                '左' => aside > 0 || is_flying(kind) && aside == most,
                '直' => aside == 0 && behind > 0,
                '上' => behind > 0,
                '引' => behind < 0,
                _ => behind == 0,
            }
        });
    }
    match left.as_slice() {
        [only] => Ok(*only),
        [] => Err(error(
            spoken.columns.piece,
            format!(
                "no {} fits the words `{words}`; correct them",
                kind_name(kind)
            ),
        )),
        several => Err(error(
            spoken.columns.piece,
            format!(
                "{} pieces {} can go there; add 右, 左, 直, 上, 寄 or 引, or the origin",
                several.len(),
                kind_name(kind)
            ),
        )),
    }
}

/// Why `mv`, of a piece of `kind` of the side to move, is not among the legal moves, and the way out.
#[must_use]
pub fn why_illegal(position: &Position, mv: Move, kind: PieceKind) -> String {
    let us = position.turn();
    let (name, place) = (kind_name(kind), square_name(mv.to()));
    let dead = rules::is_dead_end(kind, us, mv.to());
    match mv {
        Move::Drop { piece, .. } if !position.hand(us).has(piece) => {
            format!("no {name} in hand to drop on `{place}`; check the hands of the diagram")
        }
        Move::Drop { to, .. } if position.piece(to).is_some() => {
            format!("`{place}` is not empty; a piece cannot be dropped there")
        }
        Move::Drop { .. } if dead => {
            format!("{name} could never move from `{place}` (行き所のない駒); choose another move")
        }
        Move::Drop { piece, to }
            if piece == HandPiece::Pawn && rules::is_nifu(position, us, to) =>
        {
            format!("a second pawn on the file of `{place}` (二歩); choose another move")
        }
        Move::Drop { .. } if rules::is_drop_pawn_mate(position, mv) => {
            format!("the pawn dropped on `{place}` would mate (打ち歩詰); choose another move")
        }
        Move::Board { from, to, .. }
            if !attacks::attacks(kind, us, from, position.occupied()).contains(to) =>
        {
            let origin = square_name(from);
            format!("{name} on `{origin}` does not reach `{place}`; correct one of them")
        }
        Move::Board { to, .. } if position.piece(to).is_some_and(|piece| piece.color == us) => {
            format!("a piece of the mover stands on `{place}`; correct the square")
        }
        Move::Board { promote: true, .. } if kind.promoted().is_none() => {
            format!("{name} does not promote; remove `成`")
        }
        Move::Board { from, to, promote } if promote && !rules::is_promotion_zone(us, from, to) => {
            format!("{name} cannot promote on `{place}`; remove `成`")
        }
        Move::Board { promote: false, .. } if dead => {
            format!("{name} must promote on `{place}`; write `成`")
        }
        _ => format!("{name} to `{place}` leaves the mover's own king in check; correct the move"),
    }
}
