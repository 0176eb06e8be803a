//! What is written reads back, and no text makes a reader panic.

#![cfg(feature = "serde")]
#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;

use kanju::format::{
    Entry, ErrorKind, FillHand, Format, collection, csa, encoding, jkf, ki2, kif, read_each,
    read_problems,
};
use kanju::shogi::{Move, Position, Setup, movegen};
use kanju::tsume::{Branch, Declared, Header};
use proptest::prelude::{ProptestConfig, any, proptest};
use proptest::{collection as many, prop_assert_eq};

/// Pseudo-random numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    /// Up to `plies` legal moves, played on `position`.
    fn moves(&mut self, position: &mut Position, plies: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        for _ in 0..plies {
            let legal = movegen::legal_moves(position);
            if legal.is_empty() {
                break;
            }
            let mv = legal[self.below(legal.len())];
            let _ = position.play(mv);
            moves.push(mv);
        }
        moves
    }
}

/// Whole sets, part sets, one king and two, each side to move.
const ROOTS: [&str; 6] = [
    "8k/9/6G2/8P/9/9/9/9/9 b 2G2r2bg4s4n4l17p 1",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "4k4/1r5b1/9/2+S1+S1+S2/3+P+P+P3/4G4/1B2G2R1/4G4/4K4 b GS2N4L2PN10P 1",
    "9/9/9/9/9/p8/2g6/9/K8 w 2R2BG4S4N4L17P2g 1",
    "4k4/9/9/9/3+R5/9/9/9/9 b RBGSNLP3p 1",
    "3+n+l4/4+s4/4k4/9/4N4/9/9/9/8K w RB2GS2g2s2n 1",
];

#[derive(Clone, Debug)]
struct Sample {
    position: Position,
    header: Header,
    declared: Declared,
}

fn sample(seed: u64) -> Sample {
    let mut random = Random(seed);
    let setup: Setup = ROOTS[random.below(ROOTS.len())].parse().unwrap();
    let mut position = Position::new(&setup, setup.turn).unwrap();
    let plies = 2 * random.below(8);
    let walked = random.moves(&mut position, plies);
    // With one king the side without it must be the one to move.
    if walked.len() % 2 == 1 {
        position = Position::new(&setup, setup.turn).unwrap();
    }
    let plies = random.below(9);
    let line = random.moves(&mut position.clone(), plies);
    let mut declared = Declared {
        line,
        branches: Vec::new(),
    };
    if !declared.line.is_empty() {
        for _ in 0..random.below(6) {
            let branch = branch(&position, &declared, &mut random);
            declared.branches.extend(branch);
        }
    }
    let header = header(&mut random, declared.line.len());
    Sample {
        position,
        header,
        declared,
    }
}

/// A side line from somewhere on the main line or another side line.
fn branch(position: &Position, declared: &Declared, random: &mut Random) -> Option<Branch> {
    let chosen = random.below(declared.branches.len() + 1);
    let line: Vec<Move> = match declared.branches.get(chosen) {
        Some(branch) => branch.stem.iter().chain(&branch.moves).copied().collect(),
        None => declared.line.clone(),
    };
    let stem = line[..random.below(line.len())].to_vec();
    let mut current = position.clone();
    for &mv in &stem {
        let _ = current.play(mv);
    }
    let plies = 1 + random.below(5);
    let moves = random.moves(&mut current, plies);
    let remarks = ["余詰", "変化 7手駒余り", "&作意"];
    let comments = remarks[..random.below(4)].iter().map(|&c| c.to_owned());
    (!moves.is_empty()).then(|| Branch {
        stem,
        moves,
        comments: comments.collect(),
    })
}

fn header(random: &mut Random, plies: usize) -> Header {
    let mut pick = |text: &str| (random.below(2) == 0).then(|| text.to_owned());
    let mut header = Header {
        title: pick("試作 第二番"),
        id: pick("a-12"),
        author: pick("某"),
        length: pick("").map(|_| 7),
        fields: Vec::new(),
    };
    for (key, value) in [("出典", "自作"), ("備考", "a = b : c"), ("source", "own")] {
        header
            .fields
            .extend(pick(value).map(|value| (key.to_owned(), value)));
    }
    for ply in 0..=plies {
        for (sign, text) in [("*", "註"), ("*", "* 解析 0"), ("&", "作意")] {
            let comment = pick(text).filter(|_| random_ply(ply));
            header
                .fields
                .extend(comment.map(|text| (format!("{sign}{ply}"), text)));
        }
    }
    header
}

const fn random_ply(ply: usize) -> bool {
    ply % 3 != 1
}

/// Side lines without regard to their order.
fn branch_set(declared: &Declared) -> BTreeSet<String> {
    let branches = declared.branches.iter();
    let text = branches.map(|branch| format!("{branch:?}"));
    let mut set = BTreeSet::new();
    for mut text in text {
        while !set.insert(text.clone()) {
            text.push('+');
        }
    }
    set
}

fn assert_same(entry: &Entry, sample: &Sample, branches: bool, text: &str) {
    let problem = entry
        .problem
        .as_ref()
        .unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(problem.position, sample.position, "{text}");
    assert_eq!(problem.header, sample.header, "{text}");
    let declared = problem.declared.clone().unwrap_or_default();
    assert_eq!(declared.line, sample.declared.line, "{text}");
    if branches {
        let expected = branch_set(&sample.declared);
        assert_eq!(branch_set(&declared), expected, "{text}");
    }
}

type Writer = fn(&Position, &Header, &Declared) -> String;

fn write_sfen(position: &Position, header: &Header, declared: &Declared) -> String {
    collection::write_line(position, header, Some(declared)) + "\n"
}

fn write_csa(position: &Position, header: &Header, declared: &Declared) -> String {
    csa::write(position, header, declared) + "/\n"
}

const WRITERS: [(Format, Writer, bool); 5] = [
    (Format::Kif, kif::write, true),
    (Format::Ki2, ki2::write, true),
    (Format::Jkf, jkf::write, true),
    (Format::Csa, write_csa, false),
    (Format::Sfen, write_sfen, false),
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(150) })]

    #[test]
    fn what_is_written_reads_back(seeds in many::vec(any::<u64>(), 1..4)) {
        let samples: Vec<_> = seeds.into_iter().map(sample).collect();
        for (format, write, branches) in WRITERS {
            let text: String = samples
                .iter()
                .map(|s| write(&s.position, &s.header, &s.declared))
                .collect();
            // The content alone must show the format.
            let entries = read_problems(text.as_bytes(), "", None, FillHand::No);
            prop_assert_eq!(entries.len(), samples.len(), "{}\n{}", format, text);
            for (entry, sample) in entries.iter().zip(&samples) {
                assert_same(entry, sample, branches, &text);
            }
            let bytes = match format {
                Format::Kif | Format::Ki2 => encoding::encode_cp932(&text),
                _ => encoding::encode_utf8_with_mark(&text),
            };
            let again = read_problems(&bytes, "", Some(format), FillHand::No);
            for (entry, other) in entries.iter().zip(&again) {
                prop_assert_eq!(&entry.problem, &other.problem);
            }
        }
    }

    #[test]
    fn any_bytes_are_read_without_panic(bytes in many::vec(any::<u8>(), 0..600)) {
        for format in Format::ALL {
            let _ = read_problems(&bytes, "", Some(format), FillHand::Auto);
        }
        let _ = read_problems(&bytes, "a.kif", None, FillHand::Auto);
    }

    #[test]
    fn any_shogi_like_text_is_read_without_panic(
        text in "[ |+/\n\t;,'=vPKA0-9bw同２二金銀成不打直（）()：:手数変化まで持駒後先番　・玉*&#\\-%_.{}\\[\\]\"]{0,300}"
    ) {
        for format in Format::ALL {
            let _ = read_problems(text.as_bytes(), "", Some(format), FillHand::Yes);
        }
    }
}

/// All good and bad files.
fn all_files() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for folder in ["good", "bad"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/data")
            .join(folder);
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            files.push((name, fs::read(path).unwrap()));
        }
    }
    files.sort();
    files
}

#[test]
fn changed_files_are_read_without_panic() {
    let files = all_files();
    let mut random = Random(11);
    for (name, bytes) in &files {
        for _ in 0..12 {
            let mut bytes = bytes.clone();
            for _ in 0..=random.below(4) {
                if bytes.is_empty() {
                    break;
                }
                let at = random.below(bytes.len());
                match random.below(5) {
                    0 => bytes.truncate(at),
                    1 => bytes[at] = u8::try_from(random.below(256)).unwrap(),
                    2 => drop(bytes.remove(at)),
                    3 => bytes.insert(at, b"0 /|+-'*"[random.below(8)]),
                    _ => {
                        let end = (at + random.below(60)).min(bytes.len());
                        let part = bytes[at..end].to_vec();
                        bytes.splice(at..at, part);
                    }
                }
            }
            let forced = Format::ALL.get(random.below(14)).copied();
            let _ = read_problems(&bytes, name, forced, FillHand::Auto);
        }
    }
}

/// A stream of one endless line, then a good one.
fn endless(bytes: u64) -> impl Read {
    std::io::repeat(b'1')
        .take(bytes)
        .chain(&b"\n8k/9/6G2/8P/9/9/9/9/9 b 2G 1\n"[..])
}

#[test]
fn a_huge_line_is_an_error_and_the_rest_goes_on() {
    let mut entries = Vec::new();
    let forced = (Some(Format::Sfen), FillHand::Auto);
    read_each(endless(1 << 30), "", forced, &mut |entry| {
        entries.push(entry);
        true
    })
    .unwrap();
    let error = entries[0].problem.as_ref().unwrap_err();
    assert_eq!(error.kind, ErrorKind::TooLong);
    assert_eq!(
        error.to_string(),
        "line 1, column 1: a line of more than 1048576 bytes; split it"
    );
    assert!(entries[1].problem.is_ok());
    assert_eq!(entries[1].line, Some(2));
}

#[test]
fn a_huge_file_of_another_format_is_an_error() {
    let mut errors = Vec::new();
    let forced = (Some(Format::Kif), FillHand::Auto);
    read_each(endless(1 << 30), "", forced, &mut |entry| {
        errors.push(entry.problem.unwrap_err());
        true
    })
    .unwrap();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].to_string(), "more than 256 MiB; split the file");
}

#[test]
fn a_huge_problem_is_an_error_and_the_next_is_read() {
    let good = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/good/plain-utf8.kif"),
    )
    .unwrap();
    let text = good.clone() + &"*\n".repeat((1 << 20) + 9) + &good;
    let entries = read_problems(text.as_bytes(), "", None, FillHand::Auto);
    assert_eq!(entries.len(), 2);
    assert_eq!(
        entries[0].problem.as_ref().unwrap_err().kind,
        ErrorKind::TooLong
    );
    assert!(entries[1].problem.is_ok());
    let text = "[".to_owned() + &"{},".repeat(6 << 20);
    let entries = read_problems(text.as_bytes(), "", None, FillHand::Auto);
    assert_eq!(entries.len(), 1);
    assert_eq!(
        entries[0].problem.as_ref().unwrap_err().kind,
        ErrorKind::TooLong
    );
    let text = "V2.2\n".to_owned() + &"'\n".repeat((1 << 20) + 9) + "/\nV2.2\nP-11OU\nP+33KI\n";
    let entries = read_problems(text.as_bytes(), "", None, FillHand::Auto);
    assert!(entries[0].problem.is_err() && entries[1].problem.is_ok());
}
