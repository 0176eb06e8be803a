//! What a benchmark measured: a table for people, one JSON object for programs.

use serde::Serialize;

use crate::tsume::{Lang, StopReason};

use super::text::{grouped, seconds};
use super::words;

/// The version of the fields; it changes when one of them changes its meaning.
pub const SCHEMA: &str = "kanju-bench/1";

/// All problems solved once, with so many threads for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Threads for each problem.
    pub threads: usize,
    /// Whether all problems were worked on; if not, the round was interrupted.
    pub complete: bool,
    /// Problems that were solved.
    pub solved: usize,
    /// Nodes of all problems and threads.
    pub nodes: u64,
    /// Time on the wall, in milliseconds.
    pub time_ms: u64,
    /// Processor time of all threads, in milliseconds.
    pub cpu_ms: u64,
}

/// A benchmark: what was set, and its rounds so far, the first with one thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bench {
    /// How many problems there are.
    pub problems: usize,
    /// Bytes of the table.
    pub table_bytes: usize,
    /// Cores of the machine.
    pub cores: usize,
    /// The rounds, each with more threads than the one before.
    pub rounds: Vec<Round>,
}

#[derive(Serialize)]
struct Object {
    schema: &'static str,
    version: &'static str,
    problems: usize,
    table_mib: u64,
    cores: usize,
    signature: Option<u64>,
    rounds: Vec<RoundFields>,
    stop: Option<&'static str>,
}

#[derive(Serialize)]
struct RoundFields {
    threads: usize,
    complete: bool,
    solved: usize,
    nodes: u64,
    nodes_per_second: u64,
    time_ms: u64,
    cpu_ms: u64,
    speedup: Option<f64>,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Columns of the table, and how many cells of a terminal each takes.
const WIDTHS: [usize; 5] = [8, 14, 14, 10, 10];

impl Round {
    /// Nodes a second.
    #[must_use]
    pub fn rate(&self) -> u64 {
        self.nodes.saturating_mul(1000) / self.time_ms.max(1)
    }

    /// How many times as fast as `first` it was, in hundredths; `None` unless both are complete.
    fn speedup(&self, first: &Self) -> Option<u64> {
        let comparable = self.complete && first.complete;
        comparable.then(|| first.time_ms.max(1) * 100 / self.time_ms.max(1))
    }
}

impl Bench {
    /// Nodes of the round with one thread, which are the same wherever the same version has the same table.
    #[must_use]
    pub fn signature(&self) -> Option<u64> {
        let first = self.rounds.first()?;
        (first.threads == 1 && first.complete).then_some(first.nodes)
    }

    /// Whether it was ended from outside.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.rounds.iter().any(|round| !round.complete)
    }

    /// Whether some round could not solve all it worked on.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        let complete = self.rounds.iter().filter(|round| round.complete);
        complete.clone().any(|round| round.solved < self.problems)
    }

    /// The heads of the columns.
    #[must_use]
    pub fn head(lang: Lang) -> String {
        line(&match lang {
            Lang::English => ["threads", "nodes", "nodes/s", "seconds", "speed-up"],
            Lang::Japanese => ["スレッド", "局面数", "局面/秒", "秒", "倍率"],
            Lang::Chinese => ["线程", "节点", "节点/秒", "秒", "加速比"],
        })
    }

    /// The row of the last round.
    #[must_use]
    pub fn last_row(&self) -> String {
        let (Some(first), Some(round)) = (self.rounds.first(), self.rounds.last()) else {
            return String::new();
        };
        let speedup = round.speedup(first);
        let speedup = speedup.map_or_else(
            || "-".to_owned(),
            |hundredths| format!("{}.{:02}", hundredths / 100, hundredths % 100),
        );
        line(&[
            &round.threads.to_string(),
            &grouped(round.nodes),
            &grouped(round.rate()),
            &seconds(round.time_ms),
            &speedup,
        ])
    }

    /// What is to be said when all rounds are done: what was left, then version, table and threads on one line.
    #[must_use]
    pub fn foot(&self, lang: Lang) -> String {
        let mut text = String::new();
        for round in self.rounds.iter().filter(|round| round.complete) {
            if round.solved < self.problems {
                text.push_str(&undecided(lang, round, self.problems));
                text.push('\n');
            }
        }
        if self.is_interrupted() {
            text.push_str(words::stop(lang, StopReason::Interrupted));
            text.push('\n');
        }
        text.push_str(&self.conditions(lang));
        text.push('\n');
        text
    }

    fn conditions(&self, lang: Lang) -> String {
        let threads = self.rounds.iter().map(|round| round.threads.to_string());
        let threads = threads.collect::<Vec<_>>().join(" ");
        let (problems, table) = (self.problems, self.table_mib());
        let signature = self.signature();
        let signature = signature.map_or_else(|| "-".to_owned(), |nodes| nodes.to_string());
        match lang {
            Lang::English => format!(
                "kanju {VERSION}, {problems} problems, table {table} MiB, threads {threads}, signature {signature}"
            ),
            Lang::Japanese => format!(
                "kanju {VERSION}、{problems}題、表{table}MiB、スレッド{threads}、署名{signature}"
            ),
            Lang::Chinese => format!(
                "kanju {VERSION}、{problems}题、置换表{table}MiB、线程{threads}、签名{signature}"
            ),
        }
    }

    const fn table_mib(&self) -> u64 {
        (self.table_bytes >> 20) as u64
    }

    /// The JSON object, on one line with its end.
    ///
    /// # Panics
    /// Never: plain data with text as keys always becomes JSON.
    #[must_use]
    pub fn json(&self) -> String {
        let rounds = self.rounds.iter().map(|round| RoundFields {
            threads: round.threads,
            complete: round.complete,
            solved: round.solved,
            nodes: round.nodes,
            nodes_per_second: round.rate(),
            time_ms: round.time_ms,
            cpu_ms: round.cpu_ms,
            speedup: self.speedup_of(round),
        });
        let object = Object {
            schema: SCHEMA,
            version: VERSION,
            problems: self.problems,
            table_mib: self.table_mib(),
            cores: self.cores,
            signature: self.signature(),
            rounds: rounds.collect(),
            stop: self.is_interrupted().then_some("interrupted"),
        };
        serde_json::to_string(&object).expect("plain data with text as keys becomes JSON") + "\n"
    }

    #[expect(clippy::cast_precision_loss, reason = "nobody is that much faster")]
    fn speedup_of(&self, round: &Round) -> Option<f64> {
        let hundredths = round.speedup(self.rounds.first()?)?;
        Some(hundredths as f64 / 100.0)
    }
}

fn undecided(lang: Lang, round: &Round, problems: usize) -> String {
    let Round {
        threads, solved, ..
    } = round;
    match lang {
        Lang::English => format!("threads {threads}: {solved} of {problems} problems solved"),
        Lang::Japanese => format!("スレッド{threads}：{problems}題中{solved}題を解決"),
        Lang::Chinese => format!("线程{threads}：{problems}题中解决{solved}题"),
    }
}

/// Cells of a row, each at the right of its column.
fn line(cells: &[&str; 5]) -> String {
    let mut text = String::new();
    for (cell, width) in cells.iter().zip(WIDTHS) {
        let blanks = width.saturating_sub(cell.chars().map(cells_of).sum());
        text.push_str(&" ".repeat(blanks));
        text.push_str(cell);
    }
    text.push('\n');
    text
}

/// How many cells of a terminal a character takes: two from the CJK blocks on.
const fn cells_of(letter: char) -> usize {
    if letter < '\u{2E80}' { 1 } else { 2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn bench(second_is_complete: bool) -> Bench {
        let first = Round {
            threads: 1,
            complete: true,
            solved: 12,
            nodes: 1_234_567,
            time_ms: 3_000,
            cpu_ms: 2_990,
        };
        let second = Round {
            threads: 2,
            complete: second_is_complete,
            time_ms: 1_600,
            cpu_ms: 3_100,
            nodes: 1_300_000,
            ..first
        };
        Bench {
            problems: 12,
            table_bytes: 256 << 20,
            cores: 2,
            rounds: vec![first, second],
        }
    }

    #[test]
    fn people_read_a_table() {
        let bench = bench(true);
        let head = Bench::head(Lang::English);
        assert_eq!(
            head,
            " threads         nodes       nodes/s   seconds  speed-up\n"
        );
        assert_eq!(
            bench.last_row(),
            "       2     1,300,000       812,500     1.600      1.87\n"
        );
        let foot = bench.foot(Lang::English);
        assert!(foot.ends_with("table 256 MiB, threads 1 2, signature 1234567\n"));
        assert_eq!(foot.lines().count(), 1);
    }

    #[test]
    fn columns_are_level_in_every_language() {
        for lang in Lang::ALL {
            let head = Bench::head(lang);
            let cells: usize = head.trim_end().chars().map(cells_of).sum();
            assert_eq!(cells, WIDTHS.iter().sum::<usize>(), "{head}");
        }
    }

    #[test]
    fn what_was_interrupted_is_not_compared() {
        let bench = bench(false);
        assert!(bench.is_interrupted() && !bench.is_undecided());
        assert!(bench.last_row().ends_with(" -\n"));
        assert!(bench.foot(Lang::English).starts_with("interrupted\n"));
        let object: Value = serde_json::from_str(&bench.json()).unwrap();
        assert_eq!(object["stop"], "interrupted");
        assert_eq!(object["rounds"][1]["speedup"], Value::Null);
        let mut first_only = bench;
        first_only.rounds.remove(0);
        assert_eq!(first_only.signature(), None);
    }

    #[test]
    fn what_was_not_solved_is_said() {
        let mut bench = bench(true);
        bench.rounds[1].solved = 11;
        assert!(bench.is_undecided());
        let foot = bench.foot(Lang::English);
        assert!(foot.starts_with("threads 2: 11 of 12 problems solved\n"));
    }

    #[test]
    fn programs_read_one_object() {
        let object: Value = serde_json::from_str(&bench(true).json()).unwrap();
        let expected = json!({
            "schema": "kanju-bench/1", "version": VERSION, "problems": 12, "table_mib": 256, "cores": 2,
            "signature": 1_234_567, "stop": null,
            "rounds": [
                {"threads": 1, "complete": true, "solved": 12, "nodes": 1_234_567, "nodes_per_second": 411_522,
                 "time_ms": 3000, "cpu_ms": 2990, "speedup": 1.0},
                {"threads": 2, "complete": true, "solved": 12, "nodes": 1_300_000, "nodes_per_second": 812_500,
                 "time_ms": 1600, "cpu_ms": 3100, "speedup": 1.87},
            ],
        });
        assert_eq!(object, expected);
    }
}
