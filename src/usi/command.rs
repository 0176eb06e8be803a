//! What a line says: one command, its words in any order where the protocol allows it.

use std::time::Duration;

use crate::shogi::Color;

/// One line of the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Nothing on the line.
    Nothing,
    /// `usi`: say who you are and what can be set.
    Usi,
    /// `isready`: say when you are.
    IsReady,
    /// `usinewgame`: another game begins.
    NewGame,
    /// `setoption name <name> [value <value>]`.
    SetOption {
        /// The option.
        name: String,
        /// Its value, empty if there is none.
        value: String,
    },
    /// `position …`: the rest of the line.
    Position(String),
    /// `go …`
    Go(Go),
    /// `stop`: answer now.
    Stop,
    /// `ponderhit`: the move pondered on was played.
    PonderHit,
    /// `gameover …`
    GameOver,
    /// `quit`
    Quit,
    /// Anything else: the whole line.
    Unknown(String),
}

/// What to look for and how long.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Whether the mate is asked for, not the best move.
    pub mate: bool,
    /// Whether to hold the answer back until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Whether no time is set; without `mate` the answer then waits for `stop`.
    pub infinite: bool,
    /// Nodes at most.
    pub nodes: Option<u64>,
    /// Plies at most.
    pub depth: Option<u64>,
    /// Milliseconds at most, after `mate` or `movetime`.
    pub time_ms: Option<u64>,
    /// Milliseconds a move may take beyond the clock (秒読み).
    pub byoyomi_ms: Option<u64>,
    /// Milliseconds on the clock of Black and White.
    pub clock_ms: [Option<u64>; 2],
    /// Milliseconds that each gains a move.
    pub gain_ms: [u64; 2],
}

/// Milliseconds left to the way of an answer when a game clock runs.
const CLOCK_MARGIN_MS: u64 = 100;

/// The share of the clock that one move may take.
const CLOCK_SHARE: u64 = 20;

impl Command {
    /// The command on a line.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => Self::Nothing,
            "usi" => Self::Usi,
            "isready" => Self::IsReady,
            "usinewgame" => Self::NewGame,
            "setoption" => set_option(rest).unwrap_or_else(|| Self::Unknown(line.to_owned())),
            "position" => Self::Position(rest.trim().to_owned()),
            "go" => Self::Go(Go::parse(rest)),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "gameover" => Self::GameOver,
            "quit" => Self::Quit,
            _ => Self::Unknown(line.to_owned()),
        }
    }
}

fn set_option(rest: &str) -> Option<Command> {
    let mut words = rest.split_whitespace();
    if words.next() != Some("name") {
        return None;
    }
    let name = words.next()?.to_owned();
    let value = match words.next() {
        None => String::new(),
        Some("value") => words.collect::<Vec<_>>().join(" "),
        Some(_) => return None,
    };
    Some(Command::SetOption { name, value })
}

impl Go {
    fn parse(rest: &str) -> Self {
        let mut go = Self::default();
        let mut words = rest.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let mut number = || {
                let number = words.peek().and_then(|word| whole_number(word))?;
                words.next();
                Some(number)
            };
            match word {
                "mate" => {
                    go.mate = true;
                    go.time_ms = number().or(go.time_ms);
                }
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "nodes" => go.nodes = number(),
                "depth" => go.depth = number(),
                "movetime" => go.time_ms = number(),
                "byoyomi" => go.byoyomi_ms = number(),
                "btime" => go.clock_ms[0] = number(),
                "wtime" => go.clock_ms[1] = number(),
                "binc" => go.gain_ms[0] = number().unwrap_or(0),
                "winc" => go.gain_ms[1] = number().unwrap_or(0),
                _ => {}
            }
        }
        go
    }

    /// The time that the side to move may take; `None` is no limit.
    #[must_use]
    pub fn time(&self, turn: Color) -> Option<Duration> {
        if let Some(time) = self.time_ms {
            return Some(Duration::from_millis(time));
        }
        let clock = self.clock_ms[turn.index()];
        if self.infinite || self.mate || (clock.is_none() && self.byoyomi_ms.is_none()) {
            return None;
        }
        let clock = clock.unwrap_or(0);
        let beyond = self
            .byoyomi_ms
            .unwrap_or(0)
            .saturating_add(self.gain_ms[turn.index()]);
        let time = (clock / CLOCK_SHARE).saturating_add(beyond);
        let most = clock.saturating_add(beyond).saturating_sub(CLOCK_MARGIN_MS);
        Some(Duration::from_millis(time.min(most)))
    }

    /// Whether the answer waits for `stop` or `ponderhit`.
    #[must_use]
    pub const fn is_held(&self) -> bool {
        self.ponder || (self.infinite && !self.mate)
    }
}

/// A number without sign; too large a one is the largest there is.
fn whole_number(word: &str) -> Option<u64> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        match Command::parse(line) {
            Command::Go(go) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn time(line: &str) -> Option<u64> {
        let time = go(line).time(Color::Black)?;
        u64::try_from(time.as_millis()).ok()
    }

    #[test]
    fn words_are_told_apart() {
        assert_eq!(Command::parse("  usi \r"), Command::Usi);
        assert_eq!(Command::parse("\t"), Command::Nothing);
        assert_eq!(
            Command::parse("usinewgames"),
            Command::Unknown("usinewgames".into())
        );
        assert_eq!(Command::parse("gameover win"), Command::GameOver);
        assert_eq!(
            Command::parse("position  startpos moves 7g7f"),
            Command::Position("startpos moves 7g7f".into())
        );
    }

    #[test]
    fn options_have_a_name_and_perhaps_a_value() {
        let set = |name: &str, value: &str| Command::SetOption {
            name: name.into(),
            value: value.into(),
        };
        assert_eq!(
            Command::parse("setoption name A value b  c"),
            set("A", "b c")
        );
        assert_eq!(Command::parse("setoption name A"), set("A", ""));
        for line in [
            "setoption",
            "setoption A value 1",
            "setoption name",
            "setoption name A b",
        ] {
            assert_eq!(Command::parse(line), Command::Unknown(line.into()));
        }
    }

    #[test]
    fn the_words_of_go_come_in_any_order() {
        let wanted = Go {
            mate: true,
            infinite: true,
            nodes: Some(500),
            depth: Some(9),
            ..Go::default()
        };
        assert_eq!(go("go nodes 500 depth 9 mate infinite"), wanted);
        assert_eq!(go("go mate infinite depth 9 nodes 500"), wanted);
        assert_eq!(go("go infinite what depth 9 nodes 500 mate"), wanted);
        assert!(!wanted.is_held());
        assert_eq!(
            go("go nodes x mate"),
            Go {
                mate: true,
                ..Go::default()
            }
        );
    }

    #[test]
    fn time_is_in_milliseconds() {
        assert_eq!(time("go mate 60000"), Some(60_000));
        assert_eq!(time("go mate"), None);
        assert_eq!(time("go mate infinite"), None);
        assert_eq!(time("go mate btime 0 wtime 0"), None);
        assert_eq!(time("go mate 99999999999999999999999"), Some(u64::MAX));
        assert_eq!(time("go movetime 70"), Some(70));
    }

    #[test]
    fn a_game_clock_is_shared_out() {
        assert_eq!(time("go btime 100000 wtime 1 byoyomi 3000"), Some(8000));
        assert_eq!(time("go btime 0 wtime 0 byoyomi 1000"), Some(900));
        assert_eq!(time("go btime 0 wtime 0 binc 500 winc 1"), Some(400));
        assert_eq!(time("go btime 0 wtime 0 byoyomi 50"), Some(0));
        assert_eq!(time("go infinite"), None);
        assert_eq!(time("go"), None);
        assert!(go("go infinite").is_held() && go("go ponder btime 1 wtime 1").is_held());
        assert!(!go("go btime 1 wtime 1").is_held());
    }
}
