//! Sizes, durations, numbers of workers and moves as people write them.

use std::num::NonZero;
use std::time::Duration;

use crate::shogi::Move;

/// More workers than this are a slip of the finger; each has a thread and a share of the table.
const MOST_WORKERS: usize = 1024;

/// Workers side by side, at least one.
///
/// # Errors
/// If the text is no number from 1 to 1024.
pub fn workers(text: &str) -> Result<NonZero<usize>, String> {
    text.parse()
        .ok()
        .filter(|count: &NonZero<usize>| count.get() <= MOST_WORKERS)
        .ok_or_else(|| format!("`{text}` is no number from 1 to {MOST_WORKERS}"))
}

/// Bytes from a text such as `256M` or `2G`; units are powers of 1024.
///
/// # Errors
/// If the text is no number with a unit, or is zero or too large.
pub fn size(text: &str) -> Result<usize, String> {
    let error = || format!("`{text}` is no size; write a number with K, M or G, such as 256M");
    let upper = text.to_ascii_uppercase();
    let short = upper
        .strip_suffix("IB")
        .or_else(|| upper.strip_suffix('B'))
        .unwrap_or(&upper);
    let (number, shift) = match short.chars().last() {
        Some('K') => (&short[..short.len() - 1], 10),
        Some('M') => (&short[..short.len() - 1], 20),
        Some('G') => (&short[..short.len() - 1], 30),
        Some('T') => (&short[..short.len() - 1], 40),
        _ => return Err(error()),
    };
    let count: usize = number.parse().map_err(|_| error())?;
    let bytes = count.checked_mul(1 << shift).ok_or_else(error)?;
    if bytes == 0 { Err(error()) } else { Ok(bytes) }
}

/// A duration from a text such as `500ms`, `10s`, `5m` or `1h30m`.
///
/// # Errors
/// If the text is no sequence of numbers with units.
pub fn duration(text: &str) -> Result<Duration, String> {
    let error = || format!("`{text}` is no duration; write 500ms, 10s, 5m or 1h30m");
    let mut total = Duration::ZERO;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
        let (number, tail) = rest.split_at(digits.ok_or_else(error)?);
        let letters = tail.find(|c: char| !c.is_ascii_alphabetic());
        let (unit, tail) = tail.split_at(letters.unwrap_or(tail.len()));
        let seconds = match unit {
            "ms" => 0.001,
            "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return Err(error()),
        };
        let count: f64 = number.parse().map_err(|_| error())?;
        let part = Duration::try_from_secs_f64(count * seconds).map_err(|_| error())?;
        total = total.checked_add(part).ok_or_else(error)?;
        rest = tail;
    }
    if text.is_empty() {
        Err(error())
    } else {
        Ok(total)
    }
}

/// Two numbers, such as `8,31`.
///
/// # Errors
/// If the text is not two numbers of at least 1.
pub fn pair(text: &str) -> Result<(usize, usize), String> {
    let numbers = text
        .split_once(',')
        .and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    let numbers = numbers.filter(|&(a, b)| a > 0 && b > 0);
    numbers
        .ok_or_else(|| format!("`{text}` is no width and depth; write two numbers, such as 8,31"))
}

/// Moves in USI with blanks between them, such as `G*5b 5a4a`, legal or not.
///
/// # Errors
/// If there is none, or one is no move.
pub fn moves(text: &str) -> Result<String, String> {
    let mut words = text.split_whitespace().peekable();
    if words.peek().is_none() {
        return Err("no moves; write them in USI, such as \"G*5b 5a4a\"".to_owned());
    }
    match words.find(|word| word.parse::<Move>().is_err()) {
        None => Ok(text.to_owned()),
        Some(word) => Err(format!(
            "`{word}` is no move; write moves in USI with blanks between them, such as \"G*5b 5a4a\""
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("256M"), Ok(256 << 20));
        assert_eq!(size("2g"), Ok(2 << 30));
        assert_eq!(size("64KiB"), Ok(64 << 10));
        assert_eq!(size("1MB"), Ok(1 << 20));
        for text in [
            "",
            "256",
            "M",
            "-1M",
            "0M",
            "1.5G",
            "99999999999999999T",
            "歩",
        ] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn moves_are_moves_legal_or_not() {
        assert_eq!(moves("G*5b  5a4a"), Ok("G*5b  5a4a".to_owned()));
        for text in ["", " ", "hello", "G*5b,5a4a", "5a4a 五二金"] {
            assert!(moves(text).is_err(), "{text}");
        }
    }

    #[test]
    fn durations_may_be_composed() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1h30m"), Ok(Duration::from_secs(5400)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        for text in ["", "10", "s", "10x", "1h30", "-1s", "..s", "歩"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
