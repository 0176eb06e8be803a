//! Bytes in blocks of whole lines, so that a large file never is in memory at once.

use std::fmt;
use std::io::{self, Read};

/// Bytes read at once.
const CHUNK: usize = 1 << 16;

/// A line longer than this is cut: it is no problem in any case.
const MAX_LINE: usize = 1 << 21;

/// A reader that hands out whole lines.
pub struct Blocks {
    reader: Box<dyn Read + Send>,
    bytes: Vec<u8>,
    ended: bool,
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
        }
    }

    /// The next whole lines that are there, waiting for one at least; `None` at the end.
    ///
    /// # Errors
    /// As the reader; what was read so far is kept for the next call.
    pub fn lines(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut searched = 0;
        loop {
            let new = &self.bytes[searched..];
            if let Some(end) = new.iter().rposition(|&byte| byte == b'\n') {
                let rest = self.bytes.split_off(searched + end + 1);
                return Ok(Some(std::mem::replace(&mut self.bytes, rest)));
            }
            searched = self.bytes.len();
            if self.ended || searched > MAX_LINE {
                let last = std::mem::take(&mut self.bytes);
                return Ok((!last.is_empty()).then_some(last));
            }
            self.fill()?;
        }
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
    fn the_rest_may_be_cut() {
        let mut blocks = Blocks::new(Box::new(b"one\ntwo\nthree".as_slice()));
        assert_eq!(blocks.rest(1000).unwrap(), b"one\ntwo\nthree");
        assert!(blocks.lines().unwrap().is_none());
        let mut blocks = Blocks::new(Box::new(io::repeat(b'a')));
        assert!(blocks.rest(1000).unwrap().len() >= 1000);
        assert!(blocks.lines().unwrap().is_none());
    }
}
