//! The result of a verification (検討): a verdict with all that led to it.

use crate::shogi::Move;

use super::convention::Customs;
use super::finding::{Class, Finding, Open, Severity, Soundness};

/// What verification found out about one problem, besides its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The verdict under the customs.
    pub soundness: Soundness,
    /// The customs it rests on.
    pub customs: Customs,
    /// The line whose moves were examined; the declared one if that holds.
    pub line: Vec<Move>,
    /// All findings, by ply.
    pub findings: Vec<Finding>,
    /// What was not settled.
    pub open: Vec<Open>,
    /// Moves of the attacker beside the line that were asked about.
    pub alternatives: u32,
    /// The replies to the line as a tree, if that was asked for.
    pub tree: Vec<Variation>,
    /// The judgement on the line that was typed in, if one was.
    pub judged: Vec<Judgement>,
}

/// A reply to the main line that the attacker answers otherwise, and how that ends (変化).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The ply of its first move, counted from 1 at the start position.
    pub ply: u32,
    /// Its moves, the reply first.
    pub line: Vec<Move>,
    /// Plies from the reply to mate, the reply included.
    pub length: u32,
    /// Pieces that the attacker has left at its end.
    pub leftover: u32,
}

/// What there is to say of one move of a line that was typed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Its ply, from 1.
    pub ply: u32,
    /// The move as typed.
    pub text: String,
    /// The move, if it is legal.
    pub mv: Option<Move>,
    /// What it is.
    pub quality: Quality,
    /// Plies to mate after it, if there is a mate and its length was settled.
    pub plies_left: Option<u32>,
    /// What refutes it or how it goes on, or what is better.
    pub line: Vec<Move>,
    /// Whether `line` follows the move, not replaces it.
    pub goes_on: bool,
}

/// How good a move of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quality {
    /// As good as any.
    Best,
    /// A check that mates, but not soonest; or a reply that is mated sooner than need be.
    Slower,
    /// A reply that holds out as long, but leaves the attacker more.
    Leaves,
    /// An interposition that only throws a piece away (無駄合).
    Futile,
    /// A check that does not mate.
    Escapes,
    /// No check.
    NoCheck,
    /// Not legal, or no move.
    Illegal,
    /// Not settled within the limits.
    Open,
}

impl Quality {
    /// The word for it in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Slower => "slower",
            Self::Leaves => "leaves",
            Self::Futile => "futile",
            Self::Escapes => "escapes",
            Self::NoCheck => "no-check",
            Self::Illegal => "illegal",
            Self::Open => "open",
        }
    }
}

/// The verdict that findings and open questions lead to: the first proved fatal one in a fixed order; unknown
/// only if none is and an open question matters.
#[must_use]
pub fn soundness(findings: &[Finding], open: &[Open]) -> Soundness {
    let fatal = |wanted: fn(Class) -> bool| {
        findings
            .iter()
            .any(|found| found.severity == Severity::Fatal && found.proved && wanted(found.class))
    };
    if fatal(|class| class == Class::NoMate) {
        Soundness::NoMate
    } else if fatal(|class| class == Class::Leftover) {
        Soundness::Leftover
    } else if fatal(is_mismatch) {
        Soundness::Mismatch
    } else if fatal(|_| true) {
        Soundness::Cooked
    } else if open.iter().any(|open| open.question.matters()) {
        Soundness::Unknown
    } else if findings
        .iter()
        .any(|found| found.severity == Severity::Flaw)
    {
        Soundness::Flawed
    } else {
        Soundness::Sound
    }
}

/// Whether it says that the declared solution fails.
const fn is_mismatch(class: Class) -> bool {
    matches!(
        class,
        Class::Longer
            | Class::Escape
            | Class::NoCheck
            | Class::WrongEnd
            | Class::WrongLength
            | Class::OtherLine
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tsume::finding::Question;

    fn found(class: Class, severity: Severity) -> Finding {
        Finding {
            severity,
            ..Finding::whole(class)
        }
    }

    #[test]
    fn the_gravest_proved_finding_decides() {
        let cook = found(Class::Cook, Severity::Fatal);
        let leftover = found(Class::Leftover, Severity::Fatal);
        let flaw = found(Class::Equal, Severity::Flaw);
        let open = Open {
            question: Question::Alternative,
            ply: 1,
            mv: None,
            nodes: 0,
            time_ms: 0,
        };
        let open = [open];
        assert_eq!(soundness(&[], &[]), Soundness::Sound);
        assert_eq!(
            soundness(std::slice::from_ref(&flaw), &[]),
            Soundness::Flawed
        );
        assert_eq!(soundness(&[flaw], &open), Soundness::Unknown);
        assert_eq!(
            soundness(std::slice::from_ref(&cook), &open),
            Soundness::Cooked
        );
        assert_eq!(soundness(&[cook, leftover], &open), Soundness::Leftover);
        let mut unproved = found(Class::Cook, Severity::Fatal);
        unproved.proved = false;
        assert_eq!(soundness(&[unproved], &open), Soundness::Unknown);
    }
}
