//! Customs on which composers differ.

use std::fmt;
use std::str::FromStr;

/// Which interpositions count as futile (無駄合) and so neither lengthen a mate nor appear in its line.
///
/// Whether there is a mate at all is the same under each rule; only its length and line differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum FutileRule {
    /// None is futile: every legal reply counts.
    Off,
    /// Futile if the attacker takes it at once, does without the piece taken, and mates no later than
    /// without the interposition.
    #[default]
    Standard,
    /// As standard, and the mate after the capture must be the same, move for move.
    Strict,
}

impl FutileRule {
    /// All rules.
    pub const ALL: [Self; 3] = [Self::Off, Self::Standard, Self::Strict];

    /// The word for it on the command line and in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Standard => "standard",
            Self::Strict => "strict",
        }
    }
}

impl fmt::Display for FutileRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for FutileRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.word() == text)
            .ok_or_else(|| {
                format!(
                    "`{text}` is no rule for futile interpositions; write off, standard or strict"
                )
            })
    }
}

/// What to make of an interposition after which the attacker can force the same position with one piece more (復元型).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum RestoringRule {
    /// It counts, unless it is futile for another reason, as most hold.
    #[default]
    Counts,
    /// It is futile.
    Useless,
}

impl RestoringRule {
    /// The word for it on the command line and in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::Useless => "useless",
        }
    }
}

/// What to make of a defence longer than the declared solution that leaves pieces (変長).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum LongerRule {
    /// The work is unsound, as is held today.
    #[default]
    Fatal,
    /// A flaw, as was once held.
    Flaw,
}

impl LongerRule {
    /// The word for it on the command line and in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fatal => "fatal",
            Self::Flaw => "kizu",
        }
    }
}

/// The customs under which a work is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Customs {
    /// Which interpositions are futile.
    pub futile: FutileRule,
    /// Interpositions by a move on the board (移動合) are never futile.
    pub counts_moves: bool,
    /// What interpositions are that only restore the position (復元型).
    pub restoring: RestoringRule,
    /// Every other mating move makes the work unsound, harmless choices and last moves included.
    pub strict_cooks: bool,
    /// What to make of a defence longer than the declared solution.
    pub longer: LongerRule,
}

impl Customs {
    /// The word on the command line and in JSON for whether interpositions by a move on the board may be futile.
    #[must_use]
    pub const fn futile_moves_word(&self) -> &'static str {
        if self.counts_moves { "off" } else { "on" }
    }
}
