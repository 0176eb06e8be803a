//! What can be set: one table of names, defaults, ranges and meanings.

use crate::tsume::{FutileRule, Lang};

use super::words::Note;

/// What has been set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Table in MiB: a ceiling, touched lazily.
    pub hash_mib: usize,
    /// Threads for one position.
    pub threads: usize,
    /// How many mating first moves to show.
    pub multi_pv: usize,
    /// Nodes for one position; `None` is no limit.
    pub max_nodes: Option<u64>,
    /// Plies of the mates looked for; `None` is no limit.
    pub max_plies: Option<u16>,
    /// Milliseconds between two lines of progress.
    pub pv_interval_ms: u64,
    /// Whether the first mate will do, shortest or not.
    pub fast: bool,
    /// Which interpositions are futile (無駄合).
    pub rule: FutileRule,
    /// Whether the side to move is the defender if it is in check and there are both kings.
    pub checked_is_defender: bool,
    /// What `checkmate` says when nothing is known.
    pub unknown: &'static str,
    /// Whether `bestmove` is a move, not `resign`, when there is no mate.
    pub moves_without_mate: bool,
    /// The language of `info string`.
    pub lang: Lang,
}

impl Default for Settings {
    fn default() -> Self {
        let mut settings = Self {
            hash_mib: 0,
            threads: 0,
            multi_pv: 0,
            max_nodes: None,
            max_plies: None,
            pv_interval_ms: 0,
            fast: false,
            rule: FutileRule::Off,
            checked_is_defender: false,
            unknown: "",
            moves_without_mate: false,
            lang: Lang::English,
        };
        for option in &OPTIONS {
            option.kind.reset(&mut settings);
        }
        settings
    }
}

/// Something that can be set.
struct Choice {
    name: &'static str,
    kind: Kind,
}

/// What values there are, which is the default, and what one changes.
enum Kind {
    Spin {
        default: u64,
        range: (u64, u64),
        set: fn(&mut Settings, u64),
    },
    Check {
        default: bool,
        set: fn(&mut Settings, bool),
    },
    Combo {
        default: usize,
        values: &'static [&'static str],
        set: fn(&mut Settings, usize),
    },
}

const UNKNOWN_REPLIES: [&str; 3] = ["timeout", "none", "unknown"];

/// Protocol options that make no difference here; programs send them unasked.
const ACCEPTED: [&str; 1] = ["USI_Ponder"];

const OPTIONS: [Choice; 12] = [
    Choice {
        name: "USI_Hash",
        kind: Kind::Spin {
            default: 1024,
            range: (1, 1 << 20),
            set: |settings, mib| settings.hash_mib = size(mib),
        },
    },
    Choice {
        name: "Threads",
        kind: Kind::Spin {
            default: 1,
            range: (1, 512),
            set: |settings, threads| settings.threads = size(threads),
        },
    },
    Choice {
        name: "MultiPV",
        kind: Kind::Spin {
            default: 1,
            range: (1, 600),
            set: |settings, lines| settings.multi_pv = size(lines),
        },
    },
    Choice {
        name: "NodesLimit",
        kind: Kind::Spin {
            default: 0,
            range: (0, 1_000_000_000_000),
            set: |settings, nodes| settings.max_nodes = (nodes > 0).then_some(nodes),
        },
    },
    Choice {
        name: "DepthLimit",
        kind: Kind::Spin {
            default: 0,
            range: (0, 4000),
            set: |settings, plies| settings.max_plies = plies_limit(plies),
        },
    },
    Choice {
        name: "PvInterval",
        kind: Kind::Spin {
            default: 1000,
            range: (0, 1_000_000),
            set: |settings, ms| settings.pv_interval_ms = ms,
        },
    },
    Choice {
        name: "MateLengthMode",
        kind: Kind::Combo {
            default: 1,
            values: &["fast", "shortest"],
            set: |settings, index| settings.fast = index == 0,
        },
    },
    Choice {
        name: "FutileInterposition",
        kind: Kind::Combo {
            default: 1,
            values: &[
                FutileRule::ALL[0].word(),
                FutileRule::ALL[1].word(),
                FutileRule::ALL[2].word(),
            ],
            set: |settings, index| settings.rule = FutileRule::ALL[index],
        },
    },
    Choice {
        name: "RootIsAndNodeIfChecked",
        kind: Kind::Check {
            default: true,
            set: |settings, value| settings.checked_is_defender = value,
        },
    },
    Choice {
        name: "UnknownReply",
        kind: Kind::Combo {
            default: 0,
            values: &UNKNOWN_REPLIES,
            set: |settings, index| settings.unknown = UNKNOWN_REPLIES[index],
        },
    },
    Choice {
        name: "NoMateReply",
        kind: Kind::Combo {
            default: 0,
            values: &["resign", "move"],
            set: |settings, index| settings.moves_without_mate = index == 1,
        },
    },
    Choice {
        name: "InfoLanguage",
        kind: Kind::Combo {
            default: 0,
            values: &Lang::CODES,
            set: |settings, index| settings.lang = Lang::ALL[index],
        },
    },
];

/// A number of the table as a size; its range fits.
fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A limit of plies; 0 is none, and so is more than any mate has.
#[must_use]
pub fn plies_limit(plies: u64) -> Option<u16> {
    u16::try_from(plies)
        .ok()
        .filter(|&plies| plies > 0 && plies <= 4000)
}

/// The answer to `usi`.
#[must_use]
pub fn introduction() -> Vec<String> {
    let name = concat!("id name kanju ", env!("CARGO_PKG_VERSION"));
    let author = "id author the kanju authors";
    let mut lines = vec![name.to_owned(), author.to_owned()];
    lines.extend(OPTIONS.iter().map(Choice::describe));
    lines.push("usiok".to_owned());
    lines
}

impl Settings {
    /// Sets an option by its name, whatever the case of the letters.
    ///
    /// # Errors
    /// What there is to say, if the option was not set as asked.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Note> {
        let is_it = |known: &str| known.eq_ignore_ascii_case(name);
        if ACCEPTED.into_iter().any(is_it) {
            return Ok(());
        }
        let option = OPTIONS.iter().find(|option| is_it(option.name));
        let option = option.ok_or_else(|| Note::UnknownOption(name.to_owned()))?;
        option.set(self, value)
    }
}

impl Choice {
    fn describe(&self) -> String {
        format!("option name {} type {}", self.name, self.kind.describe())
    }

    fn set(&self, settings: &mut Settings, value: &str) -> Result<(), Note> {
        let bad = |allowed: String| Note::BadValue(self.name.to_owned(), value.to_owned(), allowed);
        match &self.kind {
            Kind::Spin {
                range: (min, max),
                set,
                ..
            } => {
                let allowed = || bad(format!("a number from {min} to {max}"));
                let number: i128 = value.parse().map_err(|_| allowed())?;
                let nearest = number.clamp(i128::from(*min), i128::from(*max));
                let nearest_number = u64::try_from(nearest).unwrap_or(*max);
                set(settings, nearest_number);
                if nearest == number {
                    Ok(())
                } else {
                    Err(Note::Clamped(self.name, nearest_number))
                }
            }
            Kind::Check { set, .. } => {
                let value = value.to_ascii_lowercase();
                set(
                    settings,
                    value.parse().map_err(|_| bad("true or false".to_owned()))?,
                );
                Ok(())
            }
            Kind::Combo { values, set, .. } => {
                let index = values
                    .iter()
                    .position(|known| known.eq_ignore_ascii_case(value));
                set(settings, index.ok_or_else(|| bad(values.join(", ")))?);
                Ok(())
            }
        }
    }
}

impl Kind {
    fn reset(&self, settings: &mut Settings) {
        match self {
            Self::Spin { default, set, .. } => set(settings, *default),
            Self::Check { default, set } => set(settings, *default),
            Self::Combo { default, set, .. } => set(settings, *default),
        }
    }

    fn describe(&self) -> String {
        match self {
            Self::Spin {
                default,
                range: (min, max),
                ..
            } => {
                format!("spin default {default} min {min} max {max}")
            }
            Self::Check { default, .. } => format!("check default {default}"),
            Self::Combo {
                default, values, ..
            } => {
                format!(
                    "combo default {} var {}",
                    values[*default],
                    values.join(" var ")
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_introduced_in_one_plain_line() {
        let lines: Vec<_> = OPTIONS.iter().map(Choice::describe).collect();
        assert_eq!(
            lines[0],
            "option name USI_Hash type spin default 1024 min 1 max 1048576"
        );
        assert_eq!(
            lines[6],
            "option name MateLengthMode type combo default shortest var fast var shortest"
        );
        for line in lines {
            assert!(line.is_ascii());
            assert_eq!(line.split(' ').nth(3), Some("type"), "{line}");
        }
    }

    #[test]
    fn every_option_is_in_the_manual() {
        let manual = include_str!("../../docs/usi.md");
        for Choice { name, kind } in &OPTIONS {
            let (default, range) = match kind {
                Kind::Spin {
                    default,
                    range: (min, max),
                    ..
                } => (default.to_string(), format!("{min} to {max}")),
                Kind::Check { default, .. } => (default.to_string(), "true, false".to_owned()),
                Kind::Combo {
                    default, values, ..
                } => (values[*default].to_owned(), values.join(", ")),
            };
            let row = format!("| `{name}` | {default} | {range} |");
            assert!(manual.contains(&row), "{row}");
        }
    }

    #[test]
    fn what_is_set_is_what_is_asked_for() {
        let mut settings = Settings::default();
        for (name, value) in [
            ("USI_Hash", "64"),
            ("multipv", "5"),
            ("MateLengthMode", "FAST"),
            ("FutileInterposition", "strict"),
            ("RootIsAndNodeIfChecked", "False"),
            ("UnknownReply", "none"),
            ("NoMateReply", "move"),
            ("DepthLimit", "7"),
            ("USI_Ponder", "true"),
        ] {
            assert_eq!(settings.set(name, value), Ok(()), "{name}");
        }
        let expected = Settings {
            hash_mib: 64,
            multi_pv: 5,
            fast: true,
            rule: FutileRule::Strict,
            checked_is_defender: false,
            unknown: "none",
            moves_without_mate: true,
            max_plies: Some(7),
            ..Settings::default()
        };
        assert_eq!(settings, expected);
    }

    #[test]
    fn nonsense_changes_nothing_and_is_said() {
        let mut settings = Settings::default();
        for (name, value) in [
            ("Nonsense", "1"),
            ("USI_Hash", "much"),
            ("USI_Hash", ""),
            ("RootIsAndNodeIfChecked", "1"),
            ("UnknownReply", "perhaps"),
        ] {
            assert!(settings.set(name, value).is_err(), "{name}");
        }
        assert_eq!(settings, Settings::default());
        assert_eq!(
            settings.set("USI_Hash", "-3"),
            Err(Note::Clamped("USI_Hash", 1))
        );
        assert_eq!(settings.hash_mib, 1);
    }
}
