//! Exit codes; `docs/output.md` lists them.

use crate::batch::Summary;

/// The end of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Code {
    /// Answered as hoped.
    Fine = 0,
    /// Answered otherwise: some problem has no mate, some work is not sound.
    Otherwise = 1,
    /// Bad usage.
    Usage = 2,
    /// Some input is unreadable or invalid, or no problem was found at all.
    Invalid = 3,
    /// Some problem is undecided within its limits.
    Unknown = 4,
    /// Ended from outside.
    Interrupted = 130,
}

impl Code {
    /// The highest code that applies to a run of `solve`.
    #[must_use]
    pub const fn of_solve(summary: &Summary) -> Self {
        if summary.unknown > 0 {
            Self::Unknown
        } else if summary.invalid > 0 {
            Self::Invalid
        } else if summary.no_mates > 0 {
            Self::Otherwise
        } else {
            Self::Fine
        }
    }

    /// The highest code that applies to a run of `verify`.
    #[must_use]
    pub const fn of_verify(summary: &Summary) -> Self {
        if summary.unsettled > 0 {
            Self::Unknown
        } else if summary.invalid > 0 {
            Self::Invalid
        } else if summary.unsound > 0 {
            Self::Otherwise
        } else {
            Self::Fine
        }
    }

    /// The number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_code_wins() {
        let mut summary = Summary::default();
        assert_eq!(Code::of_solve(&summary), Code::Fine);
        summary.mates = 1;
        summary.no_mates = 1;
        assert_eq!(Code::of_solve(&summary), Code::Otherwise);
        summary.invalid = 1;
        assert_eq!(Code::of_solve(&summary), Code::Invalid);
        summary.unknown = 1;
        assert_eq!(Code::of_solve(&summary), Code::Unknown);
    }
}
