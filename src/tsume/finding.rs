//! What verification (検討) finds in a composed problem.

use crate::shogi::{HandPiece, Move, Square};

/// The kinds of findings; the words are those of composers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Class {
    /// There is no mate (不詰).
    NoMate,
    /// Pieces are left over at the end of the main line (駒余り).
    Leftover,
    /// The main line leaves pieces, and a line two plies shorter does not (2手変長駒余り).
    LeftoverLonger,
    /// Another mating move, independent of the main line (余詰).
    Cook,
    /// A mate shorter than the declared solution (早詰).
    Shorter,
    /// Another last move that mates at once (最終手余詰).
    LastMove,
    /// The same, leaving more pieces (最終手余詰・駒余り).
    LastMoveLeftover,
    /// Another move instead of the last one that mates later.
    LastMoveLonger,
    /// Promoting or not makes no difference (成・不成非限定).
    Promotion,
    /// The square of a slider's drop makes no difference (打ち場所非限定).
    DropSquare,
    /// How far a piece goes makes no difference (移動先非限定).
    Target,
    /// The same moves in another order (手順前後).
    MoveOrder,
    /// A way round that comes back to the main line (迂回手順).
    Detour,
    /// The mirror image of another move in a symmetric position.
    Mirror,
    /// An equally long defence that leaves pieces (変化同手数駒余り).
    EqualLeftover,
    /// An equally long defence at the last reply (変同, 終2手目).
    EqualLast,
    /// An equally long defence that leaves nothing (変同).
    Equal,
    /// Several pieces may be interposed (合駒非限定).
    Interposition,
    /// An interposition after which the attacker can force the same position with one piece more (復元型).
    Restoring,
    /// The attacker has a choice after an equally long defence (変化別詰).
    Choice,
    /// A defence longer than the declared solution (変長).
    Longer,
    /// A defence to the declared solution that escapes (不詰).
    Escape,
    /// A move of the declared solution that gives no check.
    NoCheck,
    /// The declared solution goes on after the mate, or stops before it.
    WrongEnd,
    /// The declared number of plies is not that of the mate.
    WrongLength,
    /// The declared solution is an equally long line, but not the official one.
    OtherLine,
    /// A piece without which problem and solution are the same (不要駒).
    Superfluous,
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing, tolerated.
    Info,
    /// A flaw (キズ).
    Flaw,
    /// The work is unsound (不完全).
    Fatal,
}

/// One thing found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its kind.
    pub class: Class,
    /// How much it matters under the customs in force.
    pub severity: Severity,
    /// The ply at which its move is played, from 1 at the start position.
    pub ply: u32,
    /// The move, where it is about one.
    pub mv: Option<Move>,
    /// Plies to mate from the position where its move is played, that move included.
    pub length: Option<u32>,
    /// Whether `length` is the value, not just an upper bound.
    pub exact: bool,
    /// Whether it is proved for any length; false if only up to a bound.
    pub proved: bool,
    /// The line that shows it: from the position where its move is played, that move first.
    pub line: Vec<Move>,
    /// What distinguishes it within its class.
    pub note: Option<Note>,
}

impl Finding {
    /// A fatal and proved finding about the work as a whole.
    #[must_use]
    pub const fn whole(class: Class) -> Self {
        Self {
            class,
            severity: Severity::Fatal,
            ply: 1,
            mv: None,
            length: None,
            exact: true,
            proved: true,
            line: Vec::new(),
            note: None,
        }
    }
}

/// What distinguishes a finding within its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Note {
    /// A detour that returns to the very position where it began.
    Loop,
    /// It comes back to a board of the main line with more in hand (合駒稼ぎ).
    GainsPieces,
    /// It is about the piece on this square.
    OnBoard(Square),
    /// It is about a piece of this kind in the attacker's hand.
    InHand(HandPiece),
}

/// A question that was not settled within the limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// What is not known.
    pub question: Question,
    /// The ply it is about, from 1 at the start position.
    pub ply: u32,
    /// The move it is about, if it is about one.
    pub mv: Option<Move>,
    /// Nodes spent on it.
    pub nodes: u64,
    /// Milliseconds spent on it.
    pub time_ms: u64,
}

/// What an open question asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Question {
    /// Is the problem a mate at all?
    Mate,
    /// How long is the mate?
    Length,
    /// Which line is the official one?
    Line,
    /// Does this move mate?
    Alternative,
    /// It mates: in how many plies?
    AlternativeLength,
    /// It mates: without coming back to the main line?
    Detour,
    /// How good are the replies to the main line at this ply?
    Defence,
    /// Is the declared solution right from this ply on?
    Declared,
    /// Has the attacker a choice after this equally long defence?
    Branch,
    /// Is this piece superfluous?
    Piece,
}

/// What a work is worth (rules of composers).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Soundness {
    /// Without any flaw (完全作).
    Sound,
    /// Complete, with flaws (キズあり).
    Flawed,
    /// Another solution exists (余詰).
    Cooked,
    /// Pieces are left over (駒余り).
    Leftover,
    /// The declared solution fails.
    Mismatch,
    /// No mate (不詰).
    NoMate,
    /// Not settled within the limits.
    Unknown,
}

impl Class {
    /// The word for it in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::NoMate => "nomate",
            Self::Leftover => "komaamari",
            Self::LeftoverLonger => "hencho2",
            Self::Cook => "yozume",
            Self::Shorter => "hayazume",
            Self::LastMove => "saishu",
            Self::LastMoveLeftover => "saishu-amari",
            Self::LastMoveLonger => "saishu-long",
            Self::Promotion => "narazu",
            Self::DropSquare => "dachi",
            Self::Target => "idosaki",
            Self::MoveOrder => "tejun-zengo",
            Self::Detour => "ukai",
            Self::Mirror => "mirror",
            Self::EqualLeftover => "hendo-amari",
            Self::EqualLast => "hendo-final2",
            Self::Equal => "hendo",
            Self::Interposition => "aigoma-higentei",
            Self::Restoring => "restore",
            Self::Choice => "henbetsu",
            Self::Longer => "hencho",
            Self::Escape => "fuzume",
            Self::NoCheck => "no-check",
            Self::WrongEnd => "wrong-end",
            Self::WrongLength => "wrong-length",
            Self::OtherLine => "other-line",
            Self::Superfluous => "superfluous",
        }
    }

    /// Whether it is about a move of the attacker's beside the main line.
    #[must_use]
    pub const fn is_alternative(self) -> bool {
        matches!(
            self,
            Self::Cook
                | Self::Shorter
                | Self::LastMove
                | Self::LastMoveLeftover
                | Self::LastMoveLonger
                | Self::Promotion
                | Self::DropSquare
                | Self::Target
                | Self::MoveOrder
                | Self::Detour
                | Self::Mirror
        )
    }
}

impl Severity {
    /// The word for it in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Flaw => "flaw",
            Self::Fatal => "fatal",
        }
    }
}

impl Note {
    /// The word for it in JSON: a word, a square such as `4c`, or the letter of a piece in hand.
    #[must_use]
    pub fn word(self) -> String {
        match self {
            Self::Loop => "loop".to_owned(),
            Self::GainsPieces => "ukai-kasegi".to_owned(),
            Self::OnBoard(square) => square.to_string(),
            Self::InHand(piece) => piece.letter().to_string(),
        }
    }
}

impl Question {
    /// The word for it in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Length => "length",
            Self::Line => "line",
            Self::Alternative => "alternative",
            Self::AlternativeLength => "alternative-length",
            Self::Detour => "detour",
            Self::Defence => "defence",
            Self::Declared => "declared",
            Self::Branch => "branch",
            Self::Piece => "piece",
        }
    }

    /// Whether the answer could make the work unsound or flawed.
    #[must_use]
    pub const fn matters(self) -> bool {
        !matches!(self, Self::Branch | Self::Piece)
    }
}

impl Soundness {
    /// The word for it in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sound => "sound",
            Self::Flawed => "flawed",
            Self::Cooked => "cooked",
            Self::Leftover => "leftover",
            Self::Mismatch => "mismatch",
            Self::NoMate => "nomate",
            Self::Unknown => "unknown",
        }
    }
}
