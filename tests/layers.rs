//! Is the layout still true? Rooms import only what the table allows, files only what stands above them.
//!
//! The table is also in ARCHITECTURE.md, and the two are compared.
#![expect(
    clippy::unwrap_used,
    reason = "a helper that fails is a test that fails"
)]

use std::fs;
use std::path::{Path, PathBuf};

/// A folder of `src/`.
struct Room {
    name: &'static str,
    /// Rooms whose files it may import; `room::file` where only some are allowed.
    may_import: &'static [&'static str],
    /// Crates it may name.
    crates: &'static [&'static str],
}

/// Crates that every room may name.
const FREE_CRATES: [&str; 2] = ["thiserror", "serde"];

/// The rooms, bottom-up.
const ROOMS: [Room; 10] = [
    Room {
        name: "shogi",
        may_import: &[],
        crates: &[],
    },
    Room {
        name: "tsume",
        may_import: &["shogi"],
        crates: &[],
    },
    Room {
        name: "format",
        may_import: &["shogi", "tsume"],
        crates: &["csv", "encoding_rs", "serde_json"],
    },
    Room {
        name: "proof",
        may_import: &[
            "shogi::color",
            "shogi::piece",
            "shogi::square",
            "shogi::hand",
            "shogi::moves",
            "shogi::setup",
        ],
        crates: &[],
    },
    Room {
        name: "search",
        may_import: &["shogi", "tsume", "proof"],
        crates: &["bytemuck", "cpu_time", "libc", "rustc_hash"],
    },
    Room {
        name: "usi",
        may_import: &["shogi", "tsume", "search"],
        crates: &[],
    },
    Room {
        name: "verify",
        may_import: &["shogi", "tsume", "proof", "search"],
        crates: &[],
    },
    Room {
        name: "batch",
        may_import: &["shogi", "tsume", "search", "verify"],
        crates: &["dashmap", "rayon"],
    },
    Room {
        name: "report",
        may_import: &["shogi", "tsume", "format", "batch"],
        crates: &["serde_json"],
    },
    Room {
        name: "cli",
        may_import: &[
            "shogi", "tsume", "format", "proof", "search", "usi", "verify", "batch", "report",
        ],
        crates: &["anyhow", "clap", "ctrlc", "indicatif", "walkdir"],
    },
];

#[test]
fn every_import_is_allowed() {
    let dependencies = dependencies();
    let mut faults = Vec::new();
    for room in &ROOMS {
        let folder = root().join("src").join(room.name);
        let declarations = read(&folder.join("mod.rs"));
        let order = declared(&code_of(&declarations));
        let of_tests = declarations
            .split_once("#[cfg(test)]")
            .map_or(Vec::new(), |(_, rest)| declared(rest));
        for path in entries(&folder) {
            let file = path.file_stem().unwrap().to_str().unwrap();
            if of_tests.iter().any(|name| name == file) {
                continue;
            }
            if path.is_dir() || (file != "mod" && !order.iter().any(|name| name == file)) {
                faults.push(format!("{}: not declared in mod.rs", path.display()));
                continue;
            }
            let place = format!("src/{}/{file}.rs", room.name);
            let source = Source {
                room,
                file,
                order: &order,
                dependencies: &dependencies,
            };
            faults.extend(
                source
                    .faults(&read(&path))
                    .iter()
                    .map(|(line, fault)| format!("{place}:{line}: {fault}")),
            );
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn the_rooms_are_those_of_the_table() {
    let names = ROOMS.map(|room| room.name.to_owned());
    assert_eq!(
        declared(&code_of(&read(&root().join("src/lib.rs")))),
        names,
        "src/lib.rs declares the rooms in the order of the table"
    );
    for path in entries(&root().join("src")) {
        let name = path.file_name().unwrap().to_str().unwrap();
        let known = name == "lib.rs" || name == "main.rs" || names.iter().any(|room| room == name);
        assert!(known, "src/{name}: not in the table of rooms");
    }
}

#[test]
fn architecture_shows_the_same_table() {
    let text = read(&root().join("ARCHITECTURE.md"));
    let shown: Vec<[String; 3]> = text.lines().filter_map(table_row).collect();
    let list = |words: &[&str]| match words {
        [] => "-".to_owned(),
        _ => words.join(", "),
    };
    let expected: Vec<[String; 3]> = ROOMS
        .iter()
        .map(|room| {
            [
                room.name.to_owned(),
                list(room.may_import),
                list(room.crates),
            ]
        })
        .collect();
    assert_eq!(shown, expected, "the room table of ARCHITECTURE.md");
}

/// Room, imports and crates of a row ``| `room` | holds | imports | crates |``.
fn table_row(line: &str) -> Option<[String; 3]> {
    let cells: Vec<&str> = line.strip_prefix('|')?.split('|').map(str::trim).collect();
    let &[room, _, imports, crates, ""] = cells.as_slice() else {
        return None;
    };
    let room = room.strip_prefix('`')?.strip_suffix('`')?;
    Some([room, imports, crates].map(|cell| cell.replace('`', "")))
}

#[test]
fn each_kind_of_fault_is_found() {
    let order = ["low", "middle", "csv", "high"].map(str::to_owned);
    let dependencies = ["rayon", "serde_json", "csv", "thiserror"].map(str::to_owned);
    let faults = |code: &str| {
        let room = &ROOMS[3];
        let source = Source {
            room,
            file: "middle",
            order: &order,
            dependencies: &dependencies,
        };
        source.faults(code)
    };
    for good in [
        "use super::low;",
        "use super::low::{\n    Thing,\n    Other,\n};",
        "use crate::shogi::color::Color;",
        "use crate::shogi::{color::Color, piece::Piece};",
        "#[derive(thiserror::Error)]",
        "// use crate::search::Solver;",
        "code();\n#[cfg(test)]\nmod tests { use super::high; }",
    ] {
        assert_eq!(faults(good), [], "{good}");
    }
    for (bad, line, part) in [
        ("\nuse super::high;", 2, "stands below"),
        ("use super::{\n    low,\n    high,\n};", 1, "stands below"),
        ("use super::middle::X;", 1, "stands below"),
        ("use super::Thing;", 1, "no file"),
        (
            "fn f() {\n    super::super::x();\n}",
            2,
            "`super::super` climbs",
        ),
        ("use crate::{shogi, tsume};", 1, "one room a line"),
        ("use crate::shogi::Position;", 1, "may not import"),
        (
            "use crate::shogi::{color::Color, key};",
            1,
            "may not import `shogi::key`",
        ),
        (
            "let x = crate::search::number::plus(1, 2);",
            1,
            "may not import",
        ),
        ("use crate::proof::tree;", 1, "write `super::tree`"),
        ("use crate::kitchen::Knife;", 1, "may not import"),
        ("use rayon::prelude;", 1, "may not name the crate `rayon`"),
        ("use csv::Reader;", 1, "may not name the crate `csv`"),
    ] {
        let found = faults(bad);
        let hit = matches!(found.as_slice(), [(at, fault)] if *at == line && fault.contains(part));
        assert!(hit, "{bad}\n{found:?}");
    }
}

/// A file to be judged.
struct Source<'a> {
    room: &'a Room,
    file: &'a str,
    /// The files of its room, bottom-up.
    order: &'a [String],
    dependencies: &'a [String],
}

impl Source<'_> {
    /// What is wrong with its imports, each with its line.
    fn faults(&self, text: &str) -> Vec<(usize, String)> {
        let code = code_of(text);
        let line = |offset: usize| code[..offset].matches('\n').count() + 1;
        let mut faults = Vec::new();
        let mut shadowed = Vec::new();
        for (at, path) in paths_after(&code, "super::") {
            let head = path.split("::").next().unwrap().to_owned();
            faults.extend(self.fault_of_file(&head).map(|fault| (line(at), fault)));
            shadowed.push(head);
        }
        for (at, path) in paths_after(&code, "crate::") {
            faults.extend(self.fault_of_room(&path).map(|fault| (line(at), fault)));
        }
        for name in self.dependencies {
            let allowed = FREE_CRATES.contains(&name.as_str())
                || self.room.crates.contains(&name.as_str())
                || shadowed.contains(name);
            let found = starts_of(&code, &format!("{name}::")).next();
            if let (false, Some(at)) = (allowed, found) {
                let fault = format!("`{}` may not name the crate `{name}`", self.room.name);
                faults.push((line(at), fault));
            }
        }
        faults
    }

    /// What is wrong with naming `super::file` here.
    fn fault_of_file(&self, file: &str) -> Option<String> {
        let place = |name: &str| self.order.iter().position(|known| known == name);
        if file == "super" {
            return Some("`super::super` climbs out of the room; write `crate::room`".to_owned());
        }
        let Some(other) = place(file) else {
            return Some(format!("`{file}` is no file of this room; name the file"));
        };
        let below = place(self.file).is_none_or(|own| other >= own);
        below.then(|| format!("`{file}` stands below `{}` in mod.rs", self.file))
    }

    /// What is wrong with naming `crate::path` here.
    fn fault_of_room(&self, path: &str) -> Option<String> {
        let own = self.room.name;
        let (room, rest) = path.split_once("::").unwrap_or((path, ""));
        let file = rest.split("::").next().unwrap();
        if room == "{" {
            return Some("`use crate::{…}`: one room a line keeps it greppable".to_owned());
        }
        if room == own {
            return Some(format!("the own room: write `super::{file}`"));
        }
        let named = format!("{room}::{file}");
        let mut entries = self.room.may_import.iter();
        let allowed = entries.any(|&entry| entry == room || entry == named);
        (!allowed).then(|| format!("`{own}` may not import `{named}`"))
    }
}

/// The text less its comments and less its tests, which come last; lines keep their numbers.
fn code_of(text: &str) -> String {
    let lines = text
        .lines()
        .take_while(|line| !line.starts_with("#[cfg(test)]"));
    lines
        .map(|line| line.split("//").next().unwrap().to_owned() + "\n")
        .collect()
}

/// Where `word` starts a path.
fn starts_of<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> {
    let continues = |before: char| before.is_alphanumeric() || before == '_' || before == ':';
    code.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |&at| !code[..at].ends_with(continues))
}

/// Every path that `prefix` leads, groups taken apart, with where it stands.
fn paths_after<'a>(
    code: &'a str,
    prefix: &'a str,
) -> impl Iterator<Item = (usize, String)> + use<'a> {
    starts_of(code, prefix).flat_map(move |at| {
        let rest = &code[at + prefix.len()..];
        let paths = if prefix == "crate::" && rest.starts_with('{') {
            vec!["{".to_owned()]
        } else {
            paths(rest)
        };
        paths.into_iter().map(move |path| (at, path))
    })
}

/// The paths that start here: `a::b` is one, `a::{b, c::d}` are two.
fn paths(text: &str) -> Vec<String> {
    let text = text.trim_start();
    if let Some(group) = text.strip_prefix('{') {
        return members(group).into_iter().flat_map(paths).collect();
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    let (head, rest) = text.split_at(end.unwrap_or(text.len()));
    match rest.strip_prefix("::") {
        Some(rest) if !head.is_empty() => paths(rest)
            .iter()
            .map(|tail| format!("{head}::{tail}"))
            .collect(),
        _ => vec![head.to_owned()],
    }
}

/// The members of a group up to its closing brace.
fn members(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut members) = (0, 0, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                members.push(group[start..at].trim());
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    members.retain(|member| !member.is_empty());
    members
}

/// The modules a file declares, in order.
fn declared(code: &str) -> Vec<String> {
    let name = |line: &str| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_owned())
    };
    code.lines().filter_map(name).collect()
}

/// The dependencies of the manifest, as code names them.
fn dependencies() -> Vec<String> {
    let manifest = read(&root().join("Cargo.toml"));
    let section = manifest.split("\n[dependencies]\n").nth(1).unwrap();
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    lines
        .filter_map(|line| Some(line.split_once('=')?.0.trim().replace('-', "_")))
        .collect()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
