//! Lines of a stream that is not trusted: however long they are, memory stays small.

use std::io::{self, BufRead, ErrorKind};

/// Bytes of the longest line that is read: a position with some ten thousand moves.
pub const MAX_BYTES: usize = 1 << 16;

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Its text without the end; bytes that are no UTF-8 are replaced.
    Text(String),
    /// It had more than [`MAX_BYTES`] bytes and was skipped.
    TooLong,
}

/// The next line; `None` at the end of the stream. A last line without an end counts.
///
/// # Errors
/// If the stream cannot be read.
pub fn next_line(reader: &mut dyn BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let mut any = false;
    let mut too_long = false;
    loop {
        let chunk = match reader.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if bytes.len() + part.len() > MAX_BYTES {
            too_long = true;
            bytes.clear();
        }
        if !too_long {
            bytes.extend_from_slice(part);
        }
        let (at_end, used) = (chunk.is_empty(), part.len() + usize::from(end.is_some()));
        reader.consume(used);
        any |= used > 0;
        if at_end && !any {
            return Ok(None);
        }
        if at_end || end.is_some() {
            break;
        }
    }
    Ok(Some(if too_long {
        Line::TooLong
    } else {
        Line::Text(
            String::from_utf8_lossy(&bytes)
                .trim_end_matches('\r')
                .to_owned(),
        )
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        let mut reader = BufReader::with_capacity(7, bytes);
        let next = || next_line(&mut reader).unwrap();
        std::iter::from_fn(next).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn ends_may_be_missing_or_foreign() {
        assert_eq!(
            lines(b"usi\r\n\nquit"),
            [text("usi"), text(""), text("quit")]
        );
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\xff\n"), [text("\u{fffd}")]);
    }

    #[test]
    fn a_huge_line_is_skipped_and_the_next_one_read() {
        let mut bytes = vec![b'x'; MAX_BYTES + 1];
        bytes.extend(b"\nstop\n");
        assert_eq!(lines(&bytes), [Line::TooLong, text("stop")]);
        bytes.remove(0);
        assert_eq!(lines(&bytes)[0], text(&"x".repeat(MAX_BYTES)));
        assert_eq!(lines(&vec![b'x'; 3 * MAX_BYTES]), [Line::TooLong]);
    }
}
