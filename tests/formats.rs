//! Reading and writing of every format: good files, broken files, anything at all, and back again.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use kanju::format::{Entry, FillHand, read_problems};
use kanju::shogi::{Move, Position};

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
