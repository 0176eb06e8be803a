//! Bytes in blocks of whole lines, so that a large file never is in memory at once.

use std::fmt;
use std::io::{self, Read};
use std::mem;

/// Bytes read at once.
const CHUNK: usize = 1 << 16;

/// A line longer than this is cut: its start is an error in any case.
const MAX_LINE: usize = 1 << 21;

/// A reader that hands out whole lines.
pub struct Blocks {
    reader: Box<dyn Read + Send>,
    bytes: Vec<u8>,
    ended: bool,
    /// Whether the lines handed out last end with the start of a line.
    cut: bool,
}

impl fmt::Debug for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let length = self.bytes.len();
        f.debug_struct("Blocks")
            .field("waiting", &length)
            .finish_non_exhaustive()
    }
}

impl Blocks {
    /// Blocks of what `reader` gives.
    #[must_use]
    pub fn new(reader: Box<dyn Read + Send>) -> Self {
        Self {
            reader,
            bytes: Vec::new(),
            ended: false,
            cut: false,
        }
    }

    /// The next whole lines that are there, waiting for one at least; `None` at the end.
    ///
    /// Of a line beyond the limit only the start is handed out; the next lines begin with its end.
    ///
    /// # Errors
    /// As the reader; what was read so far is kept for the next call.
    pub fn lines(&mut self) -> io::Result<Option<Vec<u8>>> {
        self.skip_rest_of_line()?;
        let mut searched = 0;
        loop {
            if let Some(end) = end_of_lines(&self.bytes, searched) {
                let rest = self.bytes.split_off(end);
                return Ok(Some(mem::replace(&mut self.bytes, rest)));
            }
            searched = self.bytes.len().saturating_sub(1);
            if self.ended || searched > MAX_LINE {
                self.cut = !self.ended;
                let last = mem::take(&mut self.bytes);
                return Ok((!last.is_empty()).then_some(last));
            }
            self.fill()?;
        }
    }

    /// Drops what is left of a line that was cut, but for its end.
    fn skip_rest_of_line(&mut self) -> io::Result<()> {
        while self.cut {
            let end = self.bytes.iter().position(|byte| b"\r\n".contains(byte));
            self.bytes.drain(..end.unwrap_or(self.bytes.len()));
            self.cut = end.is_none() && !self.ended;
            if self.cut {
                self.fill()?;
            }
        }
        Ok(())
    }

    /// Everything that is left, but of more than `limit` bytes not much more.
    ///
    /// # Errors
    /// As the reader; what was read so far is kept for the next call.
    pub fn rest(&mut self, limit: usize) -> io::Result<Vec<u8>> {
        while !self.ended && self.bytes.len() < limit {
            self.fill()?;
        }
        self.ended = true;
        Ok(std::mem::take(&mut self.bytes))
    }

    fn fill(&mut self) -> io::Result<()> {
        let before = self.bytes.len();
        self.bytes.resize(before + CHUNK, 0);
        let result = self.reader.read(&mut self.bytes[before..]);
        let length = *result.as_ref().unwrap_or(&0);
        self.bytes.truncate(before + length);
        match result {
            Ok(length) => {
                self.ended = length == 0;
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// How many lines end in a block that starts and ends with a line: by LF, CRLF or a bare CR.
#[must_use]
pub fn count_lines(block: &[u8]) -> usize {
    (0..block.len()).filter(|&at| is_end(block, at)).count()
}

/// Where the last line ends that does so behind `searched` bytes; a CR at the very end may be half of CRLF.
fn end_of_lines(bytes: &[u8], searched: usize) -> Option<usize> {
    let is_sure = |&at: &usize| bytes[at] == b'\n' || at + 1 < bytes.len();
    let mut ends = (searched..bytes.len()).rev().filter(is_sure);
    ends.find(|&at| is_end(bytes, at)).map(|at| at + 1)
}

fn is_end(bytes: &[u8], at: usize) -> bool {
    bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_end_with_a_line() {
        let text = b"one\ntwo\nthree".as_slice();
        let mut blocks = Blocks::new(Box::new(text));
        assert_eq!(blocks.lines().unwrap().unwrap(), b"one\ntwo\n");
        assert_eq!(blocks.lines().unwrap().unwrap(), b"three");
        assert!(blocks.lines().unwrap().is_none());
    }

    #[test]
    fn a_line_may_end_with_a_carriage_return() {
        let mut blocks = Blocks::new(Box::new(b"one\rtwo\r".chain(b"\nthree\r".as_slice())));
        assert_eq!(blocks.lines().unwrap().unwrap(), b"one\r");
        assert_eq!(blocks.lines().unwrap().unwrap(), b"two\r\n");
        assert_eq!(blocks.lines().unwrap().unwrap(), b"three\r");
        assert_eq!(count_lines(b"one\rtwo\r\n\nfour\r"), 4);
    }

    #[test]
    fn a_line_beyond_the_limit_is_cut_once() {
        for end in ["\n", "\r", "\r\n"] {
            let long = io::repeat(b'a').take(5 * MAX_LINE as u64 / 2);
            let after = format!("{end}next\n").into_bytes();
            let mut blocks = Blocks::new(Box::new(long.chain(io::Cursor::new(after.clone()))));
            assert!(blocks.lines().unwrap().unwrap().len() > MAX_LINE);
            assert_eq!(blocks.lines().unwrap().unwrap(), after);
            assert!(blocks.lines().unwrap().is_none());
        }
        let long = io::repeat(b'a').take(5 * MAX_LINE as u64 / 2);
        let mut blocks = Blocks::new(Box::new(long));
        assert!(blocks.lines().unwrap().is_some());
        assert!(blocks.lines().unwrap().is_none());
    }

    #[test]
    fn the_rest_may_be_cut() {
        let mut blocks = Blocks::new(Box::new(b"one\ntwo\nthree".as_slice()));
        assert_eq!(blocks.rest(1000).unwrap(), b"one\ntwo\nthree");
        assert!(blocks.lines().unwrap().is_none());
        let mut blocks = Blocks::new(Box::new(io::repeat(b'a')));
        assert!(blocks.rest(1000).unwrap().len() >= 1000);
        assert!(blocks.lines().unwrap().is_none());
    }
}
