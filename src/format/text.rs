//! Lines, columns and numbers: what every reader needs.

use crate::shogi::notation;

/// The lines of a text with their numbers, ended by LF, CRLF or a bare CR.
pub(super) fn lines(text: &str) -> Lines<'_> {
    Lines {
        rest: Some(text.strip_prefix('\u{feff}').unwrap_or(text)),
        number: 0,
    }
}

/// Iterator of [`lines`].
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    rest: Option<&'a str>,
    number: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest?;
        self.number += 1;
        let Some(end) = rest.find(['\n', '\r']) else {
            self.rest = None;
            return (!rest.is_empty()).then_some((self.number, rest));
        };
        let after = &rest[end..];
        let skip = if after.starts_with("\r\n") { 2 } else { 1 };
        self.rest = Some(&after[skip..]);
        Some((self.number, &rest[..end]))
    }
}

/// How many characters are in front of byte `offset`.
pub(super) fn column_of(text: &str, offset: usize) -> usize {
    text[..offset].chars().count() + 1
}

/// The value of a half- or full-width digit, zero included.
pub(super) fn plain_digit(letter: char) -> Option<u32> {
    letter.to_digit(10).or_else(|| {
        let value = u32::from(letter).checked_sub(u32::from('０'))?;
        (value < 10).then_some(value)
    })
}

/// Reads a number at `at`: half-width, full-width or kanji (`17`, `１７`, `十七`); large ones are cut at 999,999.
pub(super) fn read_number(text: &[char], at: &mut usize) -> Option<u32> {
    let start = *at;
    let (mut total, mut current) = (0_u32, None);
    while let Some(&letter) = text.get(*at) {
        let plain = plain_digit(letter).or_else(|| match letter {
            '〇' => Some(0),
            _ => notation::digit(letter).map(u32::from),
        });
        match (plain, letter) {
            (Some(digit), _) => {
                current = Some((current.unwrap_or(0) * 10 + digit).min(999_999));
            }
            (None, '十') => total += current.take().unwrap_or(1) * 10,
            (None, '百') => total += current.take().unwrap_or(1) * 100,
            (None, '千') => total += current.take().unwrap_or(1) * 1000,
            _ => break,
        }
        total = total.min(999_999);
        *at += 1;
    }
    (*at > start).then(|| (total + current.unwrap_or(0)).min(999_999))
}

/// The number at the start of `text`, if there is one.
pub(super) fn leading_number(text: &str) -> Option<u32> {
    let letters: Vec<char> = text.trim_start().chars().take(16).collect();
    read_number(&letters, &mut 0)
}

/// A count from 1 to 99 in kanji, as diagrams and hands have it.
pub(super) fn kanji_number(count: u32) -> String {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let digit = |value: u32| DIGITS[(value % 10) as usize];
    match count {
        0..10 => digit(count).to_owned(),
        10..20 => format!("十{}", digit(count)),
        _ => format!("{}十{}", digit(count / 10), digit(count)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_three_ways() {
        let found: Vec<_> = lines("\u{feff}a\r\nb\rc\n\nd").collect();
        assert_eq!(found, [(1, "a"), (2, "b"), (3, "c"), (4, ""), (5, "d")]);
    }

    #[test]
    fn numbers_in_every_script() {
        for (text, value) in [
            ("17", 17),
            ("１７", 17),
            ("十七", 17),
            ("十", 10),
            ("二十一手", 21),
            ("三", 3),
            ("千五百二十五", 1525),
            ("99999999999", 999_999),
        ] {
            assert_eq!(leading_number(text), Some(value), "{text}");
        }
        assert_eq!(leading_number("手"), None);
        for count in 1..=99 {
            assert_eq!(leading_number(&kanji_number(count)), Some(count));
        }
    }
}
