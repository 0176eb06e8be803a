//! Writing Japanese move names: `▲２三銀不成`, `△同　玉`; reading them is left to
//! [`notation`](super::notation).
//!
//! A name gives target, piece and only as many further words (右 左 上 引 寄 直 打 成 不成) as are needed
//! to tell the move from others of the same kind. Which pieces *can* reach a square is asked without
//! regard to pins, as players do.

use super::color::Color;
use super::moves::Move;
use super::piece::PieceKind;
use super::position::Position;
use super::rules;
use super::square::Square;

/// How names are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Style {
    /// The mark of the side before each name.
    pub mark: SideMark,
    /// 竜 instead of 龍.
    pub simple_dragon: bool,
    /// `２３銀` instead of `２三銀`.
    pub arabic_rank: bool,
    /// 生 instead of 不成.
    pub short_decline: bool,
}

/// The mark of the side before a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SideMark {
    /// ▲ and △, which every Japanese encoding has.
    #[default]
    Triangle,
    /// ☗ and ☖, which CP932 lacks.
    Piece,
    /// None.
    Absent,
}

const KANJI_DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const WIDE_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// The value of a digit 1 to 9, half-width, full-width or kanji.
#[must_use]
pub fn digit(letter: char) -> Option<u8> {
    let position = |digits: [char; 9]| digits.into_iter().position(|digit| digit == letter);
    let wide = position(WIDE_DIGITS).or_else(|| position(KANJI_DIGITS));
    let value = wide.map(|index| index + 1).or_else(|| {
        letter
            .to_digit(10)
            .filter(|&value| value > 0)
            .map(|value| value as usize)
    })?;
    u8::try_from(value).ok()
}

/// The name of a square, such as `２三`.
#[must_use]
pub fn square_name(square: Square) -> String {
    let file = WIDE_DIGITS[usize::from(square.file()) - 1];
    let rank = KANJI_DIGITS[usize::from(square.rank()) - 1];
    format!("{file}{rank}")
}

/// The name of a kind, such as 銀, 成銀 or 龍.
#[must_use]
pub const fn kind_name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "歩",
        PieceKind::Lance => "香",
        PieceKind::Knight => "桂",
        PieceKind::Silver => "銀",
        PieceKind::Gold => "金",
        PieceKind::Bishop => "角",
        PieceKind::Rook => "飛",
        PieceKind::King => "玉",
        PieceKind::ProPawn => "と",
        PieceKind::ProLance => "成香",
        PieceKind::ProKnight => "成桂",
        PieceKind::ProSilver => "成銀",
        PieceKind::Horse => "馬",
        PieceKind::Dragon => "龍",
    }
}

/// The kind at the start of `text` and how many characters name it; 成銀 and 全, 玉 and 王, 龍 and 竜.
#[must_use]
pub fn read_kind(text: &[char]) -> Option<(PieceKind, usize)> {
    let kind = match text.first()? {
        '歩' => PieceKind::Pawn,
        '香' => PieceKind::Lance,
        '桂' => PieceKind::Knight,
        '銀' => PieceKind::Silver,
        '金' => PieceKind::Gold,
        '角' => PieceKind::Bishop,
        '飛' => PieceKind::Rook,
        '玉' | '王' => PieceKind::King,
        'と' | 'ト' => PieceKind::ProPawn,
        '杏' => PieceKind::ProLance,
        '圭' => PieceKind::ProKnight,
        '全' => PieceKind::ProSilver,
        '馬' => PieceKind::Horse,
        '龍' | '竜' => PieceKind::Dragon,
        '成' => {
            let kind = match text.get(1)? {
                '香' => PieceKind::ProLance,
                '桂' => PieceKind::ProKnight,
                '銀' => PieceKind::ProSilver,
                _ => return None,
            };
            return Some((kind, 2));
        }
        _ => return None,
    };
    Some((kind, 1))
}

/// The side whose mark this is: ▲☗ Black, △☖▽ White.
#[must_use]
pub const fn side_of_mark(letter: char) -> Option<Color> {
    match letter {
        '▲' | '☗' | '⛊' => Some(Color::Black),
        '△' | '☖' | '▽' | '⛉' => Some(Color::White),
        _ => None,
    }
}

/// The name of `mv`, legal on `position`, after a move to `previous`.
///
/// ```
/// use kanju::shogi::{Position, Setup, notation};
/// let setup: Setup = "7k1/9/7S1/6P2/9/9/9/9/9 b 2G 1".parse()?;
/// let position = Position::try_from(setup)?;
/// let style = notation::Style::default();
/// assert_eq!(notation::name(&position, "2c3b".parse()?, None, &style), "▲３二銀不成");
/// assert_eq!(notation::name(&position, "G*2b".parse()?, None, &style), "▲２二金");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If no piece stands on the origin of the move.
#[must_use]
pub fn name(position: &Position, mv: Move, previous: Option<Square>, style: &Style) -> String {
    let mark = match (style.mark, position.turn()) {
        (SideMark::Triangle, Color::Black) => "▲",
        (SideMark::Triangle, Color::White) => "△",
        (SideMark::Piece, Color::Black) => "☗",
        (SideMark::Piece, Color::White) => "☖",
        (SideMark::Absent, _) => "",
    };
    let kind = moving_kind(position, mv);
    let place = place_name(mv.to(), previous, style);
    let piece = styled_kind(kind, style);
    let relation = relation(position, mv, kind);
    let decline = if style.short_decline { "生" } else { "不成" };
    let promotion = match mv {
        Move::Board { promote: true, .. } => "成",
        Move::Board { from, to, .. }
            if kind.promoted().is_some() && rules::is_promotion_zone(position.turn(), from, to) =>
        {
            decline
        }
        _ => "",
    };
    format!("{mark}{place}{piece}{relation}{promotion}")
}

/// The names of `moves`, played one after the other from `position`.
///
/// # Panics
/// If a move is not legal where it is played.
#[must_use]
pub fn names(position: &Position, moves: &[Move], style: &Style) -> Vec<String> {
    let mut position = position.clone();
    let mut previous = None;
    let mut names = Vec::with_capacity(moves.len());
    for &mv in moves {
        names.push(name(&position, mv, previous, style));
        previous = Some(mv.to());
        let _ = position.play(mv);
    }
    names
}

/// The name with its origin instead of relative words, as records in KIF have it: `２三銀成(34)`.
///
/// # Panics
/// If no piece stands on the origin of the move.
#[must_use]
pub fn name_with_origin(position: &Position, mv: Move, previous: Option<Square>) -> String {
    let style = Style::default();
    let place = place_name(mv.to(), previous, &style);
    let piece = styled_kind(moving_kind(position, mv), &style);
    match mv {
        Move::Drop { .. } => format!("{place}{piece}打"),
        Move::Board { from, promote, .. } => {
            let promotion = if promote { "成" } else { "" };
            format!("{place}{piece}{promotion}({}{})", from.file(), from.rank())
        }
    }
}

fn moving_kind(position: &Position, mv: Move) -> PieceKind {
    match mv {
        Move::Drop { piece, .. } => piece.kind(),
        Move::Board { from, .. } => {
            position
                .piece(from)
                .expect("a board move starts from a piece")
                .kind
        }
    }
}

fn place_name(to: Square, previous: Option<Square>, style: &Style) -> String {
    if previous == Some(to) {
        return "同　".to_owned();
    }
    if style.arabic_rank {
        let wide = |digit: u8| WIDE_DIGITS[usize::from(digit) - 1];
        return format!("{}{}", wide(to.file()), wide(to.rank()));
    }
    square_name(to)
}

fn styled_kind(kind: PieceKind, style: &Style) -> &'static str {
    if kind == PieceKind::Dragon && style.simple_dragon {
        "竜"
    } else {
        kind_name(kind)
    }
}

/// Squares of the mover's pieces of `kind` that reach `to`, pinned ones included.
pub(super) fn movers(position: &Position, kind: PieceKind, to: Square) -> Vec<Square> {
    let us = position.turn();
    let all = position.attackers(to, us, position.occupied());
    (all & position.kind(kind)).into_iter().collect()
}

/// How far `from` is to the left of and behind `to`, as the mover sees it.
pub(super) fn offset(position: &Position, from: Square, to: Square) -> (i8, i8) {
    let sign = match position.turn() {
        Color::Black => 1,
        Color::White => -1,
    };
    let difference = |a: u8, b: u8| (a.cast_signed() - b.cast_signed()) * sign;
    (
        difference(from.file(), to.file()),
        difference(from.rank(), to.rank()),
    )
}

/// The words that tell the move from others of its kind to the same square.
pub(super) fn relation(position: &Position, mv: Move, kind: PieceKind) -> String {
    let to = mv.to();
    let Some(from) = mv.from() else {
        let word = if movers(position, kind, to).is_empty() {
            ""
        } else {
            "打"
        };
        return word.to_owned();
    };
    let mut others: Vec<_> = movers(position, kind, to)
        .into_iter()
        .filter(|&other| other != from)
        .map(|other| offset(position, other, to))
        .collect();
    if others.is_empty() {
        return String::new();
    }
    let (left, behind) = offset(position, from, to);
    let vertical = match behind.signum() {
        1 => "上",
        0 => "寄",
        _ => "引",
    };
    others.retain(|other| other.1.signum() == behind.signum());
    if others.is_empty() {
        return vertical.to_owned();
    }
    if is_flying(kind) {
        let leftmost = others.iter().all(|other| left > other.0);
        return if leftmost { "左" } else { "右" }.to_owned();
    }
    if left == 0 && behind > 0 {
        return "直".to_owned();
    }
    let side = if left > 0 { "左" } else { "右" };
    let all = movers(position, kind, to);
    let same_side = all.into_iter().filter(|&other| other != from);
    if same_side
        .map(|other| offset(position, other, to).0)
        .any(|other| other.signum() == left.signum())
    {
        return format!("{side}{vertical}");
    }
    side.to_owned()
}

/// Pieces that exist twice and reach far, for which 直 is never said.
pub(super) const fn is_flying(kind: PieceKind) -> bool {
    matches!(
        kind,
        PieceKind::Bishop | PieceKind::Rook | PieceKind::Horse | PieceKind::Dragon
    )
}
