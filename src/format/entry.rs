//! One problem of an input: read, or not and why; and the steps that all formats share.

use std::fmt;
use std::str::FromStr;

use crate::shogi::{Color, Hand, HandPiece, Move, Piece, PieceKind, Position, Setup};
use crate::tsume::{Declared, Header, Problem};

use super::error::FormatError;

/// One problem of an input, readable or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line on which its position starts, counted from 1; `None` in JKF.
    pub line: Option<usize>,
    /// The position in SFEN, if at least that much could be read, faults and all.
    pub sfen: Option<String>,
    /// What the source says about it. A comment beside the main line is the field `*N`, a bookmark the
    /// field `&N`, where N is the number of moves before it.
    pub header: Header,
    /// The problem, or what is wrong with its text.
    pub problem: Result<Problem, FormatError>,
}

impl Entry {
    /// An entry of which nothing could be read.
    pub(super) fn failed(line: Option<usize>, error: FormatError) -> Self {
        Self {
            line,
            sfen: None,
            header: Header::default(),
            problem: Err(error),
        }
    }
}

/// When the pieces in nobody's hand are put into the defender's hand (残り駒全部).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum FillHand {
    /// In KIF, KI2, CSA and JKF if the defender's hand is absent or empty; SFEN is taken as written.
    #[default]
    Auto,
    /// Always.
    Yes,
    /// Never, not even if the text says 残り全部 or `AL`.
    No,
}

impl FillHand {
    /// All values.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Yes, Self::No];

    /// The word for it on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Yes => "yes",
            Self::No => "no",
        }
    }
}

impl fmt::Display for FillHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for FillHand {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = Self::ALL.into_iter();
        all.find(|fill| fill.word() == text)
            .ok_or_else(|| format!("`{text}` fills no hand; write auto, yes or no"))
    }
}

/// What a text says of the defender's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// Written out; missing pieces are missing.
    Written,
    /// Absent or empty in a format where that means the rest.
    Unsaid,
    /// All remaining pieces, in so many words; of the attacker's hand it may say so, too.
    Named,
}

/// Fills the defender's hand as far as `fill` wants, and tells what was done or is missing.
pub(super) fn settle_hand(setup: &mut Setup, rest: Rest, fill: FillHand) -> Vec<String> {
    let missing = setup.missing();
    if missing.is_empty() {
        return Vec::new();
    }
    let wanted = match fill {
        FillHand::Yes => true,
        FillHand::Auto => rest != Rest::Written,
        FillHand::No => false,
    };
    if wanted {
        setup.fill_defender_hand();
        vec![format!("filled the defender's hand with {missing}")]
    } else if rest == Rest::Named {
        vec![format!(
            "the hand with all remaining pieces (残り全部) is not filled; pieces in nobody's hand: {missing}"
        )]
    } else {
        vec![format!("pieces in nobody's hand: {missing}")]
    }
}

/// The side to move by what the text says and by whose king stands on the board: a lone king is the
/// defender's whatever its colour.
pub(super) fn side_to_move(setup: &Setup, said: Option<Color>) -> (Color, Option<String>) {
    let has_king = |color| {
        let king = Piece::new(PieceKind::King, color);
        setup.squares_of(king).next().is_some()
    };
    let turn = said.unwrap_or(Color::Black);
    if has_king(turn) && !has_king(!turn) {
        let other = !turn;
        let warning = said
            .map(|_| format!("{other:?} is taken as the side to move: only {turn:?} has a king"));
        return (other, warning);
    }
    (turn, None)
}

/// Adds a header line by its Japanese name: 作品名, 作品番号, 作者 and 手数 have their own places.
pub(super) fn add_japanese(header: &mut Header, key: &str, value: &str) {
    let value = value.trim();
    if value.is_empty() {
        return;
    }
    let place = match key {
        "作品名" | "題名" | "表題" if header.title.is_none() => &mut header.title,
        "作品番号" if header.id.is_none() => &mut header.id,
        "作者" if header.author.is_none() => &mut header.author,
        "手数" if header.length.is_none() => {
            header.length = super::text::leading_number(value);
            if header.length.is_none() {
                header.fields.push((key.to_owned(), value.to_owned()));
            }
            return;
        }
        _ => {
            header.fields.push((key.to_owned(), value.to_owned()));
            return;
        }
    };
    *place = Some(value.to_owned());
}

/// Adds a header column or tag by its English name.
pub(super) fn add_tag(header: &mut Header, key: &str, value: &str) {
    let value = value.trim();
    if value.is_empty() {
        return;
    }
    let place = match key {
        "title" if header.title.is_none() => &mut header.title,
        "id" if header.id.is_none() => &mut header.id,
        "author" if header.author.is_none() => &mut header.author,
        "mate" if header.length.is_none() && value.parse::<u32>().is_ok() => {
            header.length = value.parse().ok();
            return;
        }
        _ => {
            header.fields.push((key.to_owned(), value.to_owned()));
            return;
        }
    };
    *place = Some(value.to_owned());
}

/// The header lines by their Japanese names, comments and bookmarks left out.
pub(super) fn japanese_lines(header: &Header) -> Vec<(&str, String)> {
    let mut lines = Vec::new();
    for (key, value) in [
        ("作品番号", &header.id),
        ("作品名", &header.title),
        ("作者", &header.author),
    ] {
        if let Some(value) = value {
            lines.push((key, one_line(value)));
        }
    }
    if let Some(length) = header.length {
        lines.push(("手数", format!("{length}手詰")));
    }
    for (key, value) in &header.fields {
        if comment_ply(key).is_none() {
            lines.push((key.as_str(), one_line(value)));
        }
    }
    lines
}

/// The ply of a field that holds a comment (`*3`) or a bookmark (`&3`).
pub(super) fn comment_ply(key: &str) -> Option<usize> {
    key.strip_prefix(['*', '&'])?.parse().ok()
}

/// The comments and bookmarks of the main line after `ply` moves, as the lines KIF has.
pub(super) fn comments_at(header: &Header, ply: usize) -> Vec<String> {
    let fields = header.fields.iter();
    let here = fields.filter(|(key, _)| comment_ply(key) == Some(ply));
    here.map(|(key, value)| format!("{}{}", &key[..1], one_line(value)))
        .collect()
}

/// A text without line ends.
pub(super) fn one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ").trim().to_owned()
}

/// The problem with what its header says checked against what it holds.
pub(super) fn checked(
    position: Position,
    header: &Header,
    declared: Option<Declared>,
    mut warnings: Vec<String>,
) -> Problem {
    let plies = declared.as_ref().map_or(0, |declared| declared.line.len());
    if let Some(length) = header.length {
        if plies > 0 && plies != length as usize {
            warnings.push(format!(
                "the header says {length} plies, the given line has {plies}"
            ));
        }
        if length % 2 == 0 {
            warnings.push(format!(
                "the header says {length} plies, but a mate takes an odd number"
            ));
        }
    }
    Problem {
        position,
        header: header.clone(),
        declared: declared.filter(|d| !d.line.is_empty() || !d.branches.is_empty()),
        warnings,
    }
}

/// The position after `moves`.
pub(super) fn after(position: &Position, moves: &[Move]) -> Position {
    let mut position = position.clone();
    for &mv in moves {
        let _ = position.play(mv);
    }
    position
}

/// Adds a hand to a side of a set-up.
pub(super) fn add_hand(setup: &mut Setup, color: Color, hand: Hand) {
    for piece in HandPiece::ALL {
        setup.hands[color.index()][piece.index()] += hand.count(piece);
    }
}
