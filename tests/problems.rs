//! Every problem of `problems/`, and of the folder named in `KANJU_EXTRA_PROBLEMS`, has the answer
//! that is written beside it.

#![expect(
    clippy::print_stdout,
    reason = "a test says what it compared or skipped"
)]

mod common;

use common::bridge::{mate, usi};
use common::crew::{each_index, scaled};
use kanju::proof;
use kanju::search::{Limits, Options, Silent, Solver};
use kanju::shogi::{Hand, Position, Setup};
use kanju::tsume::{Answer, FutileRule, Outcome, Problem};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A line with what is expected of it.
struct Row {
    /// File and line.
    place: String,
    setup: Setup,
    tags: HashMap<String, String>,
}

/// What is expected of a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Mate(u32),
    /// No mate within so many plies, or none at all.
    Beyond(u32),
    NoMate,
}

impl Expected {
    /// Reads `7`, `>5` or `nomate`; anything else, such as `-` or `?`, says nothing.
    fn read(text: &str) -> Option<Self> {
        match text.strip_prefix('>') {
            Some(plies) => Some(Self::Beyond(plies.parse().expect("a bound is a number"))),
            None if text == "nomate" => Some(Self::NoMate),
            None => text.parse().ok().map(Self::Mate),
        }
    }
}

impl Row {
    fn new(place: String, sfen: &str, tags: HashMap<String, String>) -> Self {
        let setup = sfen
            .parse()
            .unwrap_or_else(|error| panic!("{place}: {error}"));
        Self { place, setup, tags }
    }

    fn tag(&self, key: &str) -> Option<&str> {
        self.tags.get(key).map(String::as_str)
    }

    fn expected(&self, key: &str) -> Option<Expected> {
        self.tag(key).and_then(Expected::read)
    }

    fn solve(&self, options: Options, max_nodes: u64) -> (Answer, String) {
        let position = Position::try_from(self.setup.clone());
        let position = position.unwrap_or_else(|faults| panic!("{}: {faults}", self.place));
        let limits = Limits {
            max_nodes: Some(max_nodes),
            ..Limits::default()
        };
        let mut solver = Solver::new(options);
        let answer = solver.solve(&Problem::new(position), &limits, &Silent);
        let case = format!("{}: {}\n{answer:?}", self.place, self.setup);
        if let Some(found) = mate(&answer) {
            let tree = solver.proof().expect("a mate has a proof");
            let certificate = proof::check(&self.setup, tree).expect(&case);
            assert_eq!(
                u32::from(certificate.length_raw),
                found.length_raw,
                "{case}"
            );
        }
        (answer, case)
    }

    /// Asserts the line and the pieces left over, as far as they are expected and known.
    fn assert_line(&self, answer: &Answer, (line, left): (&str, &str), case: &str) {
        let Some(found) = mate(answer).filter(|found| found.exact && found.line_exact) else {
            return;
        };
        if let Some(line) = self.tag(line) {
            assert_eq!(usi(&found.line).join(" "), line, "{case}");
        }
        if let Some(left) = self.tag(left) {
            assert_eq!(left_over(found.leftover, left), left, "{case}");
        }
    }
}

/// The pieces left over, written as `expected` is: a number, letters, or `-` for none.
fn left_over(hand: Hand, expected: &str) -> String {
    if expected.parse::<u32>().is_ok() {
        hand.total().to_string()
    } else if hand.is_empty() {
        "-".to_owned()
    } else {
        hand.to_string()
    }
}

/// Asserts that an answer fits; is it finished, and so equal to what is expected?
fn assert_fits(answer: &Answer, expected: Expected, case: &str) -> bool {
    let case = format!("expected {expected:?}: {case}");
    match (&answer.outcome, expected) {
        (Outcome::Unknown, _) => assert!(answer.stop.is_some(), "{case}"),
        (Outcome::NoMate, Expected::NoMate | Expected::Beyond(_)) => return true,
        (Outcome::Mate(found), Expected::Mate(length)) => {
            assert!(found.length >= length, "{case}");
            assert!(!found.exact || found.length == length, "{case}");
            return found.exact;
        }
        (Outcome::Mate(found), Expected::Beyond(plies)) => {
            assert!(found.length > plies, "{case}");
            return found.exact;
        }
        _ => panic!("{case}"),
    }
    false
}

fn options(rule: FutileRule) -> Options {
    Options {
        table_bytes: 32 << 20,
        rule,
        ..Options::default()
    }
}

/// Solves rows on all processors; says how many were finished.
fn finished(rows: &[Row], work: impl Fn(&Row) -> bool + Sync) -> u64 {
    let [finished] = each_index(
        rows.len() as u64,
        || (),
        |(), index| {
            let row = &rows[usize::try_from(index).expect("an index of a list")];
            [u64::from(work(row))]
        },
    );
    finished
}

/// All collections below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "sfen") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The lines `SFEN ; key=value ; …` of a file of ours.
fn own_rows(path: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(path).expect("the problems are text");
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let read = |(number, line): (usize, &str)| {
        let mut parts = line.split(';').map(str::trim);
        let sfen = parts.next().unwrap_or_default();
        let place = format!("{}:{number}", path.display());
        Row::new(place, sfen, pairs(parts))
    };
    lines.map(read).collect()
}

fn pairs<'a>(parts: impl Iterator<Item = &'a str>) -> HashMap<String, String> {
    let pairs = parts.filter_map(|part| part.split_once('='));
    let trimmed = |text: &str| text.trim().to_owned();
    pairs
        .map(|(key, value)| (trimmed(key), trimmed(value)))
        .collect()
}

/// The tags `mate`, `off` and `strict` are lengths, `main` the line, `left` the pieces left
/// over, `alt` that of the other mating first moves, `nodes` what the solver may take.
#[test]
fn own_problems() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    for file in files(&folder) {
        let rows = own_rows(&file);
        let finished = finished(&rows, assert_own);
        println!("{}: {finished} of {} finished", file.display(), rows.len());
    }
}

fn assert_own(row: &Row) -> bool {
    let max_nodes = row
        .tag("nodes")
        .map_or(1_000_000, |nodes| nodes.parse().expect("a number of nodes"));
    let mut is_finished = true;
    let keys = [
        (FutileRule::Standard, "mate"),
        (FutileRule::Off, "off"),
        (FutileRule::Strict, "strict"),
    ];
    for (rule, key) in keys {
        let Some(expected) = row.expected(key) else {
            continue;
        };
        let options = Options {
            alternatives: key == "mate" && row.tag("alt").is_some(),
            ..options(rule)
        };
        let (answer, case) = row.solve(options, max_nodes);
        is_finished &= assert_fits(&answer, expected, &case);
        if key == "mate" {
            row.assert_line(&answer, ("main", "left"), &case);
            if let (Some(alt), Some(found), None) = (row.tag("alt"), mate(&answer), answer.stop) {
                assert_eq!(found.alternatives.len().to_string(), alt, "{case}");
            }
        }
    }
    is_finished
}

#[test]
fn what_a_limit_leaves_agrees_with_itself() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    let files = ["basic", "rules"].map(|name| files(&folder.join(name)));
    let rows: Vec<_> = files
        .iter()
        .flatten()
        .flat_map(|file| own_rows(file))
        .collect();
    let cut = finished(&rows, |row| {
        let limits = (0..14).map(|step| 1 << step);
        limits.fold(false, |any, max_nodes| {
            any | has_agreeing_bounds(row, max_nodes)
        })
    });
    println!("{cut} of {} mates were cut short", rows.len());
    assert!(cut > 20);
}

/// Asserts that a length is exact if its bounds meet, and that the line has as many moves; was a mate cut short?
fn has_agreeing_bounds(row: &Row, max_nodes: u64) -> bool {
    let mut cut = false;
    for rule in FutileRule::ALL {
        for fast in [false, true] {
            let options = Options {
                fast,
                table_bytes: 1 << 20,
                ..options(rule)
            };
            let (answer, case) = row.solve(options, max_nodes);
            let case = format!("{max_nodes} nodes, fast {fast}, {case}");
            let Some(found) = mate(&answer) else { continue };
            let moves = u32::try_from(found.line.len()).expect("a line fits");
            assert_eq!(found.exact, answer.lower_bound == found.length, "{case}");
            assert_eq!(found.exact, found.length_estimate.is_none(), "{case}");
            assert_eq!(
                found.length_estimate.unwrap_or(found.length),
                moves,
                "{case}"
            );
            assert!(
                answer.lower_bound <= moves
                    && moves <= found.length
                    && found.length <= found.length_raw,
                "{case}"
            );
            cut |= answer.stop.is_some();
        }
    }
    cut
}

/// The folder with problems that are not ours to ship.
fn extra_folder() -> Option<PathBuf> {
    let folder = std::env::var_os("KANJU_EXTRA_PROBLEMS");
    if folder.is_none() {
        println!("skipped: KANJU_EXTRA_PROBLEMS names no folder");
    }
    folder.map(PathBuf::from)
}

/// The rows of a table with columns `sfen`, `mate_length`, … and notes like `key=value;…` in them.
fn table_rows(folder: &Path, name: &str) -> Vec<Row> {
    let path = folder.join(name).with_extension("tsv");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let read = |(number, line): (usize, &str)| {
        let columns: Vec<&str> = line.split('\t').collect();
        let notes = columns.iter().skip(2).flat_map(|column| column.split(';'));
        let mut tags = pairs(notes);
        tags.insert("mate".to_owned(), columns[1].to_owned());
        Row::new(format!("{name}:{number}"), columns[0], tags)
    };
    (1..).zip(text.lines()).skip(1).map(read).collect()
}

#[test]
fn rules_of_the_game() {
    let Some(folder) = extra_folder() else { return };
    let rows = table_rows(&folder, "rules");
    let complete = finished(&rows, |row| {
        let is_finished = assert_rule(row);
        if !is_finished {
            println!("{} is not finished at all levels", row.place);
        }
        is_finished
    });
    println!("{complete} of {} rows finished at all levels", rows.len());
    assert!(complete * 10 > rows.len() as u64 * 9);
}

fn assert_rule(row: &Row) -> bool {
    let published = row.expected("mate").expect("each rule has its length");
    let mut is_finished = true;
    for (rule, key) in [(FutileRule::Off, "off"), (FutileRule::Strict, "strict")] {
        let known = if published == Expected::NoMate {
            Some(published)
        } else {
            row.expected(key)
        };
        if let Some(expected) = known {
            let (answer, case) = row.solve(options(rule), 1_000_000);
            is_finished &= assert_fits(&answer, expected, &case);
        }
    }
    let (answer, case) = row.solve(options(FutileRule::Standard), 1_000_000);
    row.assert_line(&answer, ("line", "left"), &case);
    assert_fits(&answer, published, &case) && is_finished
}

/// Collections with published lengths: name, rule, and the share of rows, in hundredths, that must be
/// finished within the nodes allowed.
const COLLECTIONS: [(&str, FutileRule, u64); 22] = [
    ("gts_short", FutileRule::Standard, 95),
    ("jissen_mate3", FutileRule::Off, 95),
    ("jissen_mate5", FutileRule::Off, 95),
    ("jissen_mate7", FutileRule::Off, 90),
    ("jissen_mate9", FutileRule::Off, 80),
    ("jissen_mate11", FutileRule::Off, 60),
    ("jissen_extra1", FutileRule::Off, 95),
    ("jissen_extra3", FutileRule::Off, 95),
    ("jissen_extra5", FutileRule::Off, 95),
    ("jissen_extra7", FutileRule::Off, 80),
    ("jissen_extra9", FutileRule::Off, 70),
    ("nshogi_mate", FutileRule::Off, 90),
    ("nomate", FutileRule::Standard, 0),
    ("nomate_derived", FutileRule::Standard, 0),
    ("nomate_realgame", FutileRule::Standard, 0),
    ("famous_yumei", FutileRule::Standard, 0),
    ("futakami_kongo", FutileRule::Standard, 0),
    ("testsuite_mates", FutileRule::Standard, 0),
    ("bug_reports", FutileRule::Standard, 0),
    ("classics_zukou", FutileRule::Standard, 0),
    ("classics_musou", FutileRule::Standard, 0),
    ("long_mates", FutileRule::Standard, 0),
];

#[test]
fn published_lengths() {
    let Some(folder) = extra_folder() else { return };
    for (name, rule, share) in COLLECTIONS {
        let mut rows = table_rows(&folder, name);
        rows.retain(|row| row.expected("mate").is_some() && row.tag("conf") != Some("low"));
        let wanted =
            usize::try_from(scaled(12)).map_or(rows.len(), |wanted| wanted.min(rows.len()));
        let step = rows.len() / wanted.max(1);
        let sample: Vec<Row> = rows.into_iter().step_by(step.max(1)).take(wanted).collect();
        let finished = finished(&sample, |row| {
            let (answer, case) = row.solve(options(rule), 100_000);
            let expected = row.expected("mate").expect("only such rows were kept");
            assert_fits(&answer, expected, &case)
        });
        println!("{name}: {finished} of {} finished", sample.len());
        assert!(finished * 100 >= share * sample.len() as u64, "{name}");
    }
}
