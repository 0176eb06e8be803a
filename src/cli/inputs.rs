//! What the arguments name: files, folders, standard input, positions.

use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::format::Format;

/// One place to read problems from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// A position written as argument.
    Sfen(String),
    /// Something that cannot be read: its name and the reason.
    Broken(String, String),
}

/// Endings that may be anything: such files are read only when they are named.
const VAGUE_ENDINGS: [&str; 2] = ["json", "jsonl"];

/// What the arguments name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The places to read from, folders walked recursively in the order of their names.
    pub sources: Vec<Source>,
    /// What was left out of each folder that has such files.
    pub skipped: Vec<Skipped>,
}

/// The files of a folder that are not read, because their endings tell of no format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    folder: PathBuf,
    files: Vec<PathBuf>,
}

/// How many of the skipped files are named.
const MOST_NAMED: usize = 3;

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (folder, count) = (self.folder.display(), self.files.len());
        let plural = if count == 1 { "" } else { "s" };
        write!(
            f,
            "{count} file{plural} below `{folder}` skipped for the ending: "
        )?;
        for (index, file) in self.files.iter().take(MOST_NAMED).enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let name = file.strip_prefix(&self.folder).unwrap_or(file);
            write!(f, "{comma}{}", name.display())?;
        }
        f.write_str(if count > MOST_NAMED { ", …" } else { "" })
    }
}

impl Inputs {
    /// What `arguments` name.
    #[must_use]
    pub fn new(arguments: &[String]) -> Self {
        let mut inputs = Self::default();
        for argument in arguments {
            inputs.add(argument);
        }
        inputs
    }

    fn add(&mut self, argument: &str) {
        let path = Path::new(argument);
        if argument == "-" {
            self.sources.push(Source::Stdin);
        } else if path.is_dir() {
            self.add_folder(path);
        } else if path.exists() || !is_position(argument) {
            self.sources.push(Source::File(path.to_owned()));
        } else {
            self.sources.push(Source::Sfen(argument.to_owned()));
        }
    }

    fn add_folder(&mut self, folder: &Path) {
        let mut skipped = Skipped {
            folder: folder.to_owned(),
            files: Vec::new(),
        };
        let walk = WalkDir::new(folder)
            .follow_links(true)
            .sort_by_file_name()
            .into_iter();
        let entries = walk.filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry.path()));
        for entry in entries {
            match entry {
                Ok(entry) if !entry.file_type().is_file() => {}
                Ok(entry) if has_known_ending(entry.path()) => {
                    self.sources.push(Source::File(entry.into_path()));
                }
                Ok(entry) => skipped.files.push(entry.into_path()),
                Err(error) => {
                    let path = error.path().unwrap_or(folder).display().to_string();
                    self.sources.push(Source::Broken(path, error.to_string()));
                }
            }
        }
        if !skipped.files.is_empty() {
            self.skipped.push(skipped);
        }
    }
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name();
    name.is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

fn has_known_ending(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    let ending = ending.to_string_lossy().to_ascii_lowercase();
    format_of(path).is_some() && !VAGUE_ENDINGS.contains(&ending.as_str())
}

fn format_of(path: &Path) -> Option<Format> {
    Format::of_name(&path.file_name()?.to_string_lossy())
}

/// Whether an argument that is no file is meant as a position: it starts as SFEN does.
#[must_use]
pub fn is_position(input: &str) -> bool {
    let mut words = input.split_whitespace();
    let first = words.next().unwrap_or_default();
    let more = words.next().is_some();
    (matches!(first, "sfen" | "position") && more)
        || is_board(first)
        || (more && first.contains('/') && has_board_letters(first))
}

/// Whether a word looks like the board of a position, rows missing or not.
#[must_use]
pub fn is_board(word: &str) -> bool {
    word.split('/').count() >= 7 && has_board_letters(word)
}

fn has_board_letters(word: &str) -> bool {
    word.chars()
        .all(|c| c.is_ascii_alphanumeric() || c == '+' || c == '/')
}

/// About how many problems there are: the lines of line files, one for each other file; `None` if that
/// cannot be known beforehand.
#[must_use]
pub fn estimate(sources: &[Source]) -> Option<u64> {
    let counts = sources.iter().map(|source| match source {
        Source::Stdin => None,
        Source::Sfen(_) | Source::Broken(..) => Some(1),
        Source::File(path) => Some(estimate_file(path)),
    });
    counts.sum()
}

fn estimate_file(path: &Path) -> u64 {
    let has_lines = matches!(
        format_of(path),
        Some(Format::Sfen | Format::Tsv | Format::Csv)
    );
    let Some(file) = has_lines.then(|| File::open(path).ok()).flatten() else {
        return 1;
    };
    let lines = BufReader::with_capacity(1 << 16, file).split(b'\n');
    let problems = lines
        .map_while(Result::ok)
        .filter(|line| !line.trim_ascii().is_empty() && !line.starts_with(b"#"));
    problems.count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_told_from_paths() {
        assert!(is_position("4k4/9/9/9/9/9/9/9/9 b G 1"));
        assert!(is_position("sfen 4k4/9/9/9/9/9/9/9/9 b G 1"));
        assert!(is_position(
            "position sfen 4k4/9/9/9/9/9/9/9/9 b G 1 moves G*5b"
        ));
        assert!(is_position("4k4/9/9/9/9/9/9/9/9"));
        assert!(!is_position("problems/a.sfen"));
        assert!(!is_position("sfen"));
        assert!(!is_position("verify"));
        assert!(!is_position(""));
    }
}
