//! Bytes to text and back.
//!
//! The ending of a file says nothing about its encoding. A byte order mark decides; else text that is
//! strictly UTF-8 is UTF-8; else a hint such as `encoding=Shift_JIS` in the first lines; else whichever
//! of CP932 and EUC-JP makes the more plausible shogi text. Bytes that still make no sense become
//! U+FFFD, so that only the line which holds them suffers.

use encoding_rs::{EUC_JP, Encoding, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};

use super::error::{ErrorKind, FormatError};

/// How far into the bytes the encoding is judged.
const SAMPLE_BYTES: usize = 64 << 10;

/// Text decoded, in which U+FFFD stands for bytes that make no sense.
///
/// # Errors
/// If the bytes are no text at all.
///
/// ```
/// let text = kanju::format::encoding::decode(b"\x8b\xca\x95\xfb\x82\xcc\x8e\x9d\x8b\xee\x81F")?;
/// assert_eq!(text, "玉方の持駒：");
/// # Ok::<(), kanju::format::FormatError>(())
/// ```
pub fn decode(bytes: &[u8]) -> Result<String, FormatError> {
    let encoding = detect(bytes);
    let (text, _, _) = encoding.decode(bytes);
    if looks_binary(&text) {
        return Err(FormatError::at(
            (1, 1),
            ErrorKind::Encoding,
            "the bytes are no text; give a text file in UTF-8, CP932, EUC-JP or UTF-16",
            "",
        ));
    }
    Ok(text.into_owned())
}

/// The encoding that fits the bytes best.
pub(super) fn detect(bytes: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    let sample = &bytes[..bytes.len().min(SAMPLE_BYTES)];
    if let Some(wide) = wide_without_mark(sample) {
        return wide;
    }
    if std::str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    if let Some(hinted) = hint(sample) {
        return hinted;
    }
    most_plausible(sample)
}

fn most_plausible(sample: &[u8]) -> &'static Encoding {
    [UTF_8, EUC_JP, SHIFT_JIS]
        .into_iter()
        .max_by_key(|encoding| score(encoding, sample))
        .unwrap_or(SHIFT_JIS)
}

/// Whether the bytes are UTF-16, whose line ends are two bytes wide.
pub(super) fn is_wide(bytes: &[u8]) -> bool {
    matches!(detect(bytes).name(), "UTF-16LE" | "UTF-16BE")
}

/// One line of a text that is mostly ASCII, decoded by itself.
pub(super) fn decode_line(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let encoding = match std::str::from_utf8(bytes) {
        Ok(text) => return text.to_owned(),
        Err(_) => most_plausible(bytes),
    };
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// UTF-16 without a mark: zeros, which no other encoding of text has, and sense when two bytes are taken as one.
fn wide_without_mark(sample: &[u8]) -> Option<&'static Encoding> {
    if sample.len() % 2 == 1 || !sample.contains(&0) {
        return None;
    }
    let sense = |encoding: &&'static Encoding| {
        let (text, _, broken) = encoding.decode(sample);
        let whole = !broken && !text.contains('\0') && text.contains(['\n', '\r', ' ']);
        let value = score(encoding, sample);
        (whole && value > 0).then_some(value)
    };
    [UTF_16LE, UTF_16BE]
        .into_iter()
        .filter(|encoding| sense(encoding).is_some())
        .max_by_key(sense)
}

/// The encoding that the first lines claim, as in `#KIF version=2.0 encoding=Shift_JIS`.
fn hint(sample: &[u8]) -> Option<&'static Encoding> {
    const KEY: &[u8] = b"encoding=";
    let head = &sample[..sample.len().min(1024)];
    let start = head.windows(KEY.len()).position(|window| window == KEY)? + KEY.len();
    let name = &head[start..];
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let end = name.iter().position(|b| !is_name(b)).unwrap_or(name.len());
    let claimed = match name[..end].to_ascii_lowercase().as_slice() {
        b"cp932" => SHIFT_JIS,
        label => Encoding::for_label(label)?,
    };
    // A claim that the bytes refute is a left-over of a conversion.
    let (_, _, broken) = claimed.decode(sample);
    let cut = sample.len() == SAMPLE_BYTES;
    (!broken || cut).then_some(claimed)
}

/// How much the bytes look like shogi text in an encoding.
fn score(encoding: &'static Encoding, sample: &[u8]) -> i64 {
    const TYPICAL: &str = "歩香桂銀金角飛玉王と成全圭杏馬龍竜手持駒先後攻受方番作品名者詰変化同打・：▲△　\
                           一二三四五六七八九十１２３４５６７８９なしまで";
    let (text, _, _) = encoding.decode(sample);
    let worth = |letter: char| match letter {
        '\u{fffd}' => -20,
        '\u{ff61}'..='\u{ff9f}' => -3,
        letter if letter.is_ascii() => 0,
        letter if TYPICAL.contains(letter) => 5,
        _ => 1,
    };
    text.chars().map(worth).sum()
}

/// Zeros and control characters, or more nonsense than sense.
fn looks_binary(text: &str) -> bool {
    let (mut count, mut bad, mut unknown) = (0_usize, 0_usize, 0_usize);
    for letter in text.chars().take(SAMPLE_BYTES) {
        count += 1;
        match letter {
            '\t' | '\n' | '\r' | '\u{c}' | '\u{1a}' => {}
            '\u{fffd}' => unknown += 1,
            letter if letter.is_control() => bad += 1,
            _ => {}
        }
    }
    bad * 20 > count || unknown * 4 > count
}

/// Text in CP932 for `.kif` files, with CRLF line ends; ☗☖, which CP932 lacks, become ▲△ and anything
/// else it lacks becomes 〓.
#[must_use]
pub fn encode_cp932(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for letter in text.chars() {
        let letter = match letter {
            '☗' => '▲',
            '☖' => '△',
            '\n' => {
                bytes.extend(b"\r\n");
                continue;
            }
            other => other,
        };
        let mut buffer = [0; 4];
        let (encoded, _, lacking) = SHIFT_JIS.encode(letter.encode_utf8(&mut buffer));
        if lacking {
            bytes.extend(b"\x81\xac");
        } else {
            bytes.extend_from_slice(&encoded);
        }
    }
    bytes
}

/// Text in UTF-8 with a byte order mark for `.kifu` files, with CRLF line ends.
#[must_use]
pub fn encode_utf8_with_mark(text: &str) -> Vec<u8> {
    let mut bytes = b"\xef\xbb\xbf".to_vec();
    bytes.extend(text.replace('\n', "\r\n").into_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "後手の持駒：飛二　角二\n| ・ ・v玉 ・|一\n先手の持駒：なし\n";

    #[test]
    fn each_encoding_is_told_apart() {
        let euc = EUC_JP.encode(TEXT).0.into_owned();
        let utf16 = |bytes: fn(u16) -> [u8; 2]| TEXT.encode_utf16().flat_map(bytes).collect();
        let little: Vec<u8> = utf16(u16::to_le_bytes);
        let big: Vec<u8> = utf16(u16::to_be_bytes);
        let marked = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        for bytes in [
            TEXT.as_bytes().to_vec(),
            SHIFT_JIS.encode(TEXT).0.into_owned(),
            euc,
            marked(b"\xef\xbb\xbf", TEXT.as_bytes()),
            marked(b"\xff\xfe", &little),
            marked(b"\xfe\xff", &big),
            little,
            big,
        ] {
            assert_eq!(decode(&bytes).unwrap(), TEXT);
        }
    }

    #[test]
    fn a_false_claim_is_ignored() {
        let text = format!("#KIF version=2.0 encoding=Shift_JIS\n{TEXT}");
        assert_eq!(decode(text.as_bytes()).unwrap(), text);
        let euc = EUC_JP.encode(&text).0.into_owned();
        assert_eq!(decode(&euc).unwrap(), text);
    }

    #[test]
    fn binary_is_refused() {
        assert!(decode(&[0, 1, 2, 3, 0, 0, 7, 9, 0, 0, 0]).is_err());
        assert!(decode(b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x01\0").is_err());
    }

    #[test]
    fn cp932_has_no_piece_marks() {
        let bytes = encode_cp932("☗２二金\n😀");
        let (text, _, broken) = SHIFT_JIS.decode(&bytes);
        assert!(!broken);
        assert_eq!(text, "▲２二金\r\n〓");
    }
}
