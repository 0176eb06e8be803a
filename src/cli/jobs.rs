//! The inputs as one stream of jobs, read as they are asked for.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::batch::{Fault, Job, Origin};
use crate::format::error::MAX_FILE_BYTES;
use crate::tsume::Header;

use super::blocks::{self, Blocks};
use super::inputs::Source;
use super::reading::{self, Manner};
use super::stdin::Stdin;

/// The jobs of several sources, one source after the other.
#[derive(Debug)]
pub struct Jobs {
    sources: VecDeque<Source>,
    open: Option<Open>,
    ready: VecDeque<Job>,
    manner: Manner,
    stop: Arc<AtomicBool>,
    hurry: Arc<AtomicBool>,
}

/// A source that is being read line by line.
#[derive(Debug)]
struct Open {
    name: String,
    blocks: Blocks,
    /// What was read while it is not known that lines may be read one by one.
    head: Vec<u8>,
    /// Whether they may.
    has_lines: bool,
    lines_read: usize,
}

/// Bytes that are looked at before a source counts as one whole.
const MAX_HEAD: usize = 1 << 16;

impl Jobs {
    /// The jobs of `sources`; none follow once `stop` is set.
    #[must_use]
    pub fn new(sources: Vec<Source>, manner: Manner, stop: Arc<AtomicBool>) -> Self {
        Self {
            sources: sources.into(),
            open: None,
            ready: VecDeque::new(),
            manner,
            stop,
            hurry: Arc::default(),
        }
    }

    /// Whether there is more than one job. Waits for the first one; if standard input then takes its
    /// time, the answer is yes.
    pub fn are_several(&mut self) -> bool {
        let several = loop {
            if self.ready.len() > 1 {
                break true;
            }
            self.hurry.store(!self.ready.is_empty(), Ordering::Relaxed);
            match self.read_on() {
                Ok(true) => {}
                Ok(false) => break self.ready.len() > 1,
                Err(_) => break true,
            }
        };
        self.hurry.store(false, Ordering::Relaxed);
        several
    }

    /// Reads a little more; `false` at the end.
    ///
    /// The only error is [`ErrorKind::WouldBlock`] of a hurried standard input.
    fn read_on(&mut self) -> io::Result<bool> {
        if self.stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        if let Some(mut open) = self.open.take() {
            match self.read_open(&mut open) {
                Ok(true) => self.open = Some(open),
                Ok(false) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.open = Some(open);
                    return Err(error);
                }
                Err(error) => self.ready.push_back(unread(&open.name, &error.to_string())),
            }
            return Ok(true);
        }
        let Some(source) = self.sources.pop_front() else {
            return Ok(false);
        };
        self.begin(source);
        Ok(true)
    }

    fn begin(&mut self, source: Source) {
        match source {
            Source::Sfen(text) => {
                let jobs = caught(&text, || reading::argument(&text, self.manner));
                self.ready.extend(jobs);
            }
            Source::Broken(name, message) => self.ready.push_back(unread(&name, &message)),
            Source::Stdin => {
                let stdin = Stdin::open(Arc::clone(&self.stop), Arc::clone(&self.hurry));
                self.open("-".to_owned(), Box::new(stdin));
            }
            Source::File(path) => {
                let name = path.display().to_string();
                match open_file(&path) {
                    Ok(file) => self.open(name, Box::new(file)),
                    Err(error) => self.ready.push_back(unread(&name, &error.to_string())),
                }
            }
        }
    }

    fn open(&mut self, name: String, reader: Box<dyn Read + Send>) {
        self.open = Some(Open {
            name,
            blocks: Blocks::new(reader),
            head: Vec::new(),
            has_lines: false,
            lines_read: 0,
        });
    }

    /// Reads the next lines of a source, or all of it if its format wants that; `false` at the end.
    fn read_open(&mut self, open: &mut Open) -> io::Result<bool> {
        let block = open.blocks.lines()?;
        if self.stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let Some(block) = block else {
            let jobs = caught(&open.name, || {
                reading::all(&open.head, &open.name, self.manner)
            });
            self.ready.extend(jobs);
            return Ok(false);
        };
        if open.has_lines {
            self.read_lines(open, &block);
            return Ok(true);
        }
        open.head.extend(block);
        match reading::is_line_by_line(&open.head, &open.name, self.manner) {
            Some(true) => {
                open.has_lines = true;
                let head = mem::take(&mut open.head);
                self.read_lines(open, &head);
            }
            None if open.head.len() < MAX_HEAD => {}
            Some(false) | None => self.read_whole(open)?,
        }
        Ok(true)
    }

    fn read_lines(&mut self, open: &mut Open, block: &[u8]) {
        let before = open.lines_read;
        open.lines_read += blocks::count_lines(block);
        let jobs = caught(&open.name, || {
            reading::lines(block, &open.name, before, self.manner)
        });
        self.ready.extend(jobs);
    }

    /// Reads the rest of a source into its head, which is taken as a whole at the end.
    fn read_whole(&mut self, open: &mut Open) -> io::Result<()> {
        let room = (MAX_FILE_BYTES + 1).saturating_sub(open.head.len());
        let rest = open.blocks.rest(room)?;
        open.head.extend(rest);
        Ok(())
    }
}

impl Iterator for Jobs {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        while self.ready.is_empty() {
            if !self.read_on().unwrap_or(false) {
                return None;
            }
        }
        self.ready.pop_front()
    }
}

/// Opens a file; a folder is an error at once, not at the first read.
fn open_file(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    Ok(file)
}

/// What a reader made of some bytes; a panic inside is one more unreadable input.
fn caught(name: &str, read: impl FnOnce() -> Vec<Job>) -> Vec<Job> {
    let result = catch_unwind(AssertUnwindSafe(read));
    result.unwrap_or_else(|_| vec![unread(name, "internal error of the reader")])
}

/// The job of an input that could not be read at all.
fn unread(name: &str, message: &str) -> Job {
    Job {
        origin: Origin {
            source: Some(name.to_owned()),
            line: None,
        },
        sfen: None,
        header: Header::default(),
        problem: Err(Fault {
            message: format!("cannot read `{name}`: {message}"),
            line: None,
            column: None,
        }),
    }
}
