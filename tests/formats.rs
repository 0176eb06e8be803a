//! Reading and writing of every format: good files, broken files, anything at all, and back again.

#![cfg(feature = "serde")]
#![expect(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use kanju::format::{Entry, FillHand, read_problems};
use kanju::shogi::Move;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

fn read_file(folder: &Path, name: &str) -> Vec<Entry> {
    let bytes = fs::read(folder.join(name)).unwrap();
    read_problems(&bytes, name, None, FillHand::Auto)
}

/// The names of all files of a folder but its index.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.filter(|name| name != "index.tsv").collect();
    names.sort();
    names
}

fn words(moves: &[Move]) -> String {
    let words: Vec<_> = moves.iter().map(Move::to_string).collect();
    words.join(" ")
}

/// Position, main line and side lines of an entry, as the index has them.
fn summary(entry: &Entry) -> String {
    let problem = match &entry.problem {
        Ok(problem) => problem,
        Err(error) => return format!("error: {error}"),
    };
    assert_eq!(entry.sfen.as_deref(), Some(&*problem.position.to_string()));
    assert_eq!(entry.header, problem.header);
    let sfen = problem.position.to_string();
    let sfen = sfen.strip_suffix(" 1").unwrap();
    let declared = problem.declared.clone().unwrap_or_default();
    let branch = |branch: &kanju::tsume::Branch| {
        format!("{}:{}", branch.stem.len() + 1, words(&branch.moves))
    };
    let branches: Vec<_> = declared.branches.iter().map(branch).collect();
    format!(
        "{sfen} 1\t{}\t{}",
        words(&declared.line),
        branches.join(";")
    )
}

#[test]
fn good_files_are_read_as_their_index_says() {
    let folder = folder("good");
    let index = fs::read_to_string(folder.join("index.tsv")).unwrap();
    let mut found = String::new();
    let mut wrong = String::new();
    let names = files(&folder);
    assert!(names.len() >= 40);
    for name in names {
        let expected: Vec<_> = index
            .lines()
            .filter_map(|line| line.strip_prefix(&format!("{name}\t")))
            .collect();
        let entries: Vec<_> = read_file(&folder, &name).iter().map(summary).collect();
        if entries != expected {
            let _ = writeln!(
                wrong,
                "{name}\n  expected {expected:#?}\n  found {entries:#?}"
            );
        }
        let _ = writeln!(found, "{name}");
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The entries of a file, one a line: its position, or the error.
fn outcome(name: &str, entries: &[Entry]) -> String {
    let mut text = String::new();
    for (entry, number) in entries.iter().zip(1..) {
        let result = match &entry.problem {
            Ok(problem) => format!("ok\t{}", problem.position),
            Err(error) => format!("error\t{error}"),
        };
        let _ = writeln!(text, "{name}\t{number}\t{result}");
    }
    text
}

#[test]
fn bad_files_give_the_errors_of_their_index_and_spare_the_rest() {
    let folder = folder("bad");
    let names = files(&folder);
    assert!(names.len() >= 40);
    let mut found = String::from("# file, number of the problem, then its position or the error\n");
    for name in &names {
        let entries = read_file(&folder, name);
        assert!(entries.iter().any(|entry| entry.problem.is_err()), "{name}");
        found.push_str(&outcome(name, &entries));
    }
    let index = fs::read_to_string(folder.join("index.tsv")).unwrap_or_default();
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad-index.tsv");
    fs::write(&scratch, &found).unwrap();
    for (found, expected) in found.lines().zip(index.lines()) {
        assert_eq!(found, expected, "all of it is in {}", scratch.display());
    }
    assert_eq!(
        found.len(),
        index.len(),
        "all of it is in {}",
        scratch.display()
    );
}

/// The warnings of the first problem of some text.
fn warnings(text: &str, name: &str, fill: FillHand) -> Vec<String> {
    let entries = read_problems(text.as_bytes(), name, None, fill);
    entries[0].problem.as_ref().unwrap().warnings.clone()
}

const SHORT: &str = "8k/9/6G2/8P/9/9/9/9/9 b 2G 1";

#[test]
fn the_hand_is_filled_as_asked_and_the_reader_says_so() {
    let missing = "2R2BG4S4N4L17P";
    let unfilled = [format!("pieces in nobody's hand: {missing}")];
    let filled = [format!("filled the defender's hand with {missing}")];
    assert_eq!(warnings(SHORT, "", FillHand::Auto), unfilled);
    assert_eq!(warnings(SHORT, "", FillHand::No), unfilled);
    assert_eq!(warnings(SHORT, "", FillHand::Yes), filled);
    let tsv = format!("sfen\n{SHORT}\n");
    assert_eq!(warnings(&tsv, "", FillHand::Auto), unfilled);
    for name in [
        "hand-absent.kif",
        "hand-none.kif",
        "single-pieces.csa",
        "same-without-square.jkf",
    ] {
        let text = fs::read_to_string(folder("good").join(name)).unwrap();
        assert_eq!(warnings(&text, name, FillHand::Auto), filled, "{name}");
        let left = warnings(&text, name, FillHand::No);
        assert!(left[0].ends_with(&unfilled[0]), "{name}: {left:?}");
        assert_eq!(left[0] != unfilled[0], text.contains("AL"), "{name}");
    }
    let text = fs::read_to_string(folder("good").join("hand-limited.kif")).unwrap();
    let limited = ["pieces in nobody's hand: 2R2BG4S4N4L14P"];
    assert_eq!(warnings(&text, "", FillHand::Auto), limited);
}

#[test]
fn no_hand_is_filled_when_that_is_asked_for() {
    let kif = fs::read_to_string(folder("good").join("hand-rest.kif")).unwrap();
    let (diagram, _) = kif.split_once("手数").unwrap();
    let of_attacker = diagram
        .replace("残り全部", "なし")
        .replace("金二", "残り全部");
    let csa = fs::read_to_string(folder("good").join("single-pieces.csa")).unwrap();
    for text in [kif, of_attacker, csa] {
        let found = warnings(&text, "", FillHand::No);
        let start = "the hand with all remaining pieces (残り全部) is not filled; pieces in ";
        assert!(found.len() == 1 && found[0].starts_with(start), "{found:?}");
    }
}

#[test]
fn a_hand_that_the_attacker_lacks_is_missed() {
    let missed = "the attacker's hand is absent and taken as empty";
    let text = fs::read_to_string(folder("good").join("board-only.kif")).unwrap();
    assert_eq!(warnings(&text, "", FillHand::Auto)[0], missed);
    for name in [
        "plain-utf8.kif",
        "hand-absent.kif",
        "several-hand-first.kif",
    ] {
        let text = fs::read_to_string(folder("good").join(name)).unwrap();
        let found = warnings(&text, name, FillHand::Auto);
        assert!(!found.iter().any(|warning| warning == missed), "{name}");
    }
}

#[test]
fn contradictions_are_warnings() {
    let full = "8k/9/6G2/8P/9/9/9/9/9 b 2G2r2bg4s4n4l17p 1";
    let line = format!("{full} ; mate=5 ; main=G*1b 1a1b G*2b");
    let expected = ["the header says 5 plies, the given line has 3"];
    assert_eq!(warnings(&line, "", FillHand::Auto), expected);
    let line = format!("{full} ; mate=4");
    let expected = ["the header says 4 plies, but a mate takes an odd number"];
    assert_eq!(warnings(&line, "", FillHand::Auto), expected);
    let text = fs::read_to_string(folder("good").join("plain-utf8.kif")).unwrap();
    let text = text.replace("まで3手", "まで5手") + "stray words\n";
    let expected = [
        "line 21 ignored: stray words",
        "まで says 5 plies, the given line has 3",
    ];
    assert_eq!(warnings(&text, "", FillHand::Auto), expected);
}

#[test]
fn the_lone_king_is_the_defenders() {
    let sfen = "9/9/9/9/9/9/9/9/8K b - 1";
    let entries = read_problems(sfen.as_bytes(), "", None, FillHand::Auto);
    assert!(entries[0].problem.is_err(), "SFEN is taken as written");
    let csa = "P+19OU\nP-28KI00KI\n+\n";
    let entries = read_problems(csa.as_bytes(), "", None, FillHand::No);
    let error = entries[0].problem.as_ref().unwrap_err().to_string();
    assert!(error.contains("already in check"), "{error}");
    let csa = "P+19OU\nP-27KI00KI\n+\n";
    let expected = "White is taken as the side to move: only Black has a king";
    assert_eq!(warnings(csa, "", FillHand::No)[0], expected);
}

#[test]
fn headers_and_comments_are_kept() {
    let folder = folder("good");
    let header = read_file(&folder, "headers.kif")[0].header.clone();
    assert_eq!(header.title.as_deref(), Some("試作"));
    assert_eq!(header.id.as_deref(), Some("12"));
    assert_eq!(header.author.as_deref(), Some("某"));
    assert_eq!(header.length, Some(3));
    let field = |key: &str| {
        let mut fields = header.fields.iter();
        fields
            .find(|(name, _)| name == key)
            .map(|(_, value)| &**value)
    };
    assert_eq!(field("出典"), Some("自作"));
    assert_eq!(field("独自の項目"), Some("何か"));
    let header = read_file(&folder, "comments.kif")[0].header.clone();
    let pair = |(key, value): (&str, &str)| (key.to_owned(), value.to_owned());
    let expected = [
        ("*0", "before the diagram"),
        ("*0", "はじめの註"),
        ("*1", "一手目"),
        ("*1", "*解析 0"),
        ("&1", "作意"),
    ];
    assert_eq!(header.fields, expected.map(pair));
    let entry = &read_file(&folder, "branches-deepest-first.kif")[0];
    let declared = entry.problem.as_ref().unwrap().declared.as_ref().unwrap();
    assert_eq!(declared.branches[0].comments, ["変化 7手駒余り"]);
}
