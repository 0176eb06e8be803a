//! Random sessions with the engine: whatever is sent in whatever order, the protocol holds.
#![cfg(feature = "cli")]
#![expect(
    clippy::unwrap_used,
    reason = "a helper that fails is a test that fails"
)]

#[path = "common/engine.rs"]
mod engine;

use std::thread;
use std::time::Duration;

use engine::{Engine, HARD, MATE_IN_3, NO_MATE, TWO_FIRST_MOVES};

const LINES: [&str; 22] = [
    "go mate 20",
    "go mate infinite",
    "go mate",
    "go nodes 300 mate infinite",
    "go depth 3 mate",
    "go",
    "go infinite",
    "go ponder",
    "go btime 0 wtime 0 byoyomi 110",
    "stop",
    "stop",
    "isready",
    "usinewgame",
    "ponderhit",
    "gameover draw",
    "position",
    "position",
    "position",
    "setoption",
    "setoption",
    "garbage",
    "usi",
];

const POSITIONS: [&str; 11] = [
    MATE_IN_3,
    NO_MATE,
    TWO_FIRST_MOVES,
    HARD,
    "4k4/9 b - 1",
    "",
    "8k/6+P2/9/9/9/9/9/9/9 b Rr2b4g4s4n4l17p 1 moves R*2a",
    "9/9/9/9/9/9/9/2+p6/K8 w R2B4G4S4N4L17Pr 1",
    "k8/9/1G7/9/9/9/8p/8g/8K b G2r2bg4s4n4l17p 1",
    "4k4/9/9/9/9/9/9/9/9 w - 1",
    "9/9/9/9/9/9/9/9/9 b - 1",
];

const NAMES: [&str; 10] = [
    "MultiPV",
    "MateLengthMode",
    "FutileInterposition",
    "RootIsAndNodeIfChecked",
    "NoMateReply",
    "DepthLimit",
    "USI_Hash",
    "PvInterval",
    "InfoLanguage",
    "Nothing",
];

const VALUES: [&str; 15] = [
    "1", "2", "8", "fast", "shortest", "off", "standard", "strict", "true", "false", "move",
    "resign", "ja", "en", "",
];

/// A line that some program might send.
fn random_line(random: &mut Random) -> String {
    match random.of(&LINES) {
        "position" => format!("position sfen {}", random.of(&POSITIONS)),
        "setoption" => {
            format!(
                "setoption name {} value {}",
                random.of(&NAMES),
                random.of(&VALUES)
            )
        }
        "garbage" => match random.next() % 4 {
            0 => "歩".repeat(usize::try_from(random.next() % 100).unwrap()),
            1 => "go".repeat(40_000),
            2 => "\0\t\u{1b}[0m".to_owned(),
            _ => String::new(),
        },
        other => other.to_owned(),
    }
}

/// Random numbers: splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn of<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[usize::try_from(self.next() % choices.len() as u64).unwrap()]
    }
}

/// One session of random lines: each `go` gets one answer of its kind, and the engine ends when it should.
fn random_session(seed: u64) {
    let mut random = Random(seed);
    let mut engine = Engine::start(&["usi"]);
    engine.send("setoption name USI_Hash value 1");
    let mut sent = Vec::new();
    for _ in 0..random.next() % 24 {
        let line = random_line(&mut random);
        engine.send(&line);
        sent.push(line);
        if random.next().is_multiple_of(8) {
            thread::sleep(Duration::from_millis(random.next() % 4));
        }
    }
    let quits = random.next().is_multiple_of(4);
    engine.send(if quits { "quit" } else { "stop" });
    drop(engine.stdin.take());
    let (lines, status) = engine.rest();
    let told = format!("seed {seed}\n{sent:#?}\n{lines:#?}");
    assert!(status.success(), "{told}");
    let wanted: Vec<&str> = sent
        .iter()
        .filter(|line| line.starts_with("go ") || *line == "go")
        .map(|line| {
            if line.contains("mate") {
                "checkmate "
            } else {
                "bestmove "
            }
        })
        .collect();
    let given: Vec<&str> = lines
        .iter()
        .filter_map(|line| {
            ["checkmate ", "bestmove "]
                .into_iter()
                .find(|word| line.starts_with(word))
        })
        .collect();
    // `quit` may come before the last answer.
    let answered =
        given == wanted || (quits && given.len() + 1 == wanted.len() && wanted.starts_with(&given));
    assert!(answered, "{told}");
    let known = [
        "info ",
        "checkmate ",
        "bestmove ",
        "id ",
        "option ",
        "usiok",
        "readyok",
    ];
    assert!(
        lines
            .iter()
            .all(|line| known.iter().any(|word| line.starts_with(word))),
        "{told}"
    );
}

/// So many random sessions; `KANJU_USI_SESSIONS` sets another number.
#[test]
fn random_sessions_keep_the_protocol() {
    let count = std::env::var("KANJU_USI_SESSIONS").ok();
    let count: u64 = count.map_or(150, |count| count.parse().unwrap());
    let first: u64 = std::env::var("KANJU_TEST_SEED").map_or(0, |seed| seed.parse().unwrap());
    for seed in first..first + count {
        random_session(seed);
    }
}
