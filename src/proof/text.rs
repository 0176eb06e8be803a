//! Proof trees as text, for tools and bug reports: one node a line.
//!
//! ```text
//! kanju-proof 1
//! root a2
//! d0
//! a0 G*4b d0 1
//! a1 G*6b d0 1
//! d1 5b4a=a0 5b6a=a1
//! a2 G*5c d1 3
//! ```
//!
//! `d1` is a defender node with its replies and the attacker node after each; `a2` is an attacker
//! node with its move (USI text), the defender node after it and the claimed length, then perhaps the hand it
//! stands for, such as `hand=R2P`, or `hand=-` for none. Nodes of each
//! kind are numbered from 0 in order; links may lead to later lines or nowhere, for a tree under
//! suspicion must be writable too. The reader skips empty lines and those that start with `#`: put
//! the root's SFEN there.

use std::fmt;
use std::str::FromStr;

use crate::shogi::hand::Hand;
use crate::shogi::moves::Move;
use crate::shogi::piece::HandPiece;

use super::tree::{AttackerNodeId, DefenderNodeId, ProofTree};

/// The first line.
const HEADER: &str = "kanju-proof 1";

/// Text that is no proof tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct TextError {
    /// Where, counted from 1.
    pub line: usize,
    /// What is wrong and the way out.
    pub message: String,
}

/// Writes a tree as text; what [`read_tree`] makes of it is equal to `tree`.
///
/// # Errors
/// Those of `out`.
pub fn write_tree(tree: &ProofTree, out: &mut impl fmt::Write) -> fmt::Result {
    writeln!(out, "{HEADER}")?;
    if let Some(root) = tree.root() {
        writeln!(out, "root a{}", root.0)?;
    }
    let mut attackers = (0..)
        .map(AttackerNodeId)
        .take(tree.attacker_count())
        .peekable();
    for defender in (0..).map(DefenderNodeId).take(tree.defender_count()) {
        write!(out, "d{}", defender.0)?;
        tree.replies(defender)
            .try_for_each(|(mv, node)| write!(out, " {mv}=a{}", node.0))?;
        writeln!(out)?;
        // In a tree built from the mates upwards this puts the attacker nodes of a defender node
        // next to it.
        while let Some(node) = attackers.next_if(|&node| tree.after(node) <= defender) {
            write_attacker(tree, node, out)?;
        }
    }
    attackers.try_for_each(|node| write_attacker(tree, node, out))
}

fn write_attacker(
    tree: &ProofTree,
    node: AttackerNodeId,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    let (mv, after, length) = (tree.move_of(node), tree.after(node), tree.length(node));
    write!(out, "a{} {mv} d{} {length}", node.0, after.0)?;
    match tree.hand(node) {
        Some(hand) if hand.is_empty() => writeln!(out, " hand=-"),
        Some(hand) => writeln!(out, " hand={hand}"),
        None => writeln!(out),
    }
}

/// Reads the text of a tree, sound or not.
///
/// ```
/// let tree = kanju::proof::read_tree("kanju-proof 1\nroot a0\nd0\na0 G*5b d0 1\n").unwrap();
/// assert_eq!((tree.attacker_count(), tree.defender_count()), (1, 1));
/// let error = kanju::proof::read_tree("kanju-proof 1\na0 G*5b d0\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 2: a node line is like `a2 G*5c d1 3` or `d1 5b4a=a0`");
/// ```
///
/// # Errors
/// The first line that cannot be read.
pub fn read_tree(text: &str) -> Result<ProofTree, TextError> {
    let mut tree = ProofTree::new();
    let mut header_seen = false;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let at = |message| TextError {
            line: index + 1,
            message,
        };
        if header_seen {
            read_line(line, &mut tree).map_err(at)?;
        } else if line == HEADER {
            header_seen = true;
        } else {
            return Err(at(format!("the first line is `{HEADER}`, not `{line}`")));
        }
    }
    if header_seen {
        Ok(tree)
    } else {
        Err(TextError {
            line: 1,
            message: format!("the first line `{HEADER}` is missing"),
        })
    }
}

fn read_line(line: &str, tree: &mut ProofTree) -> Result<(), String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["root", node] => tree.set_root(AttackerNodeId(number(node, 'a')?)),
        [name, mv, after, length, ref hand @ ..] if name.starts_with('a') && hand.len() < 2 => {
            expect_next(number(name, 'a')?, tree.attacker_count(), 'a')?;
            let after = DefenderNodeId(number(after, 'd')?);
            let length = parse(length, "a length in plies")?;
            let node = tree.push_attacker(read_move(mv)?, after, length);
            if let Some(word) = hand.first() {
                tree.set_hand(node, read_hand(word)?);
            }
        }
        [name, ref replies @ ..] if name.starts_with('d') => {
            expect_next(number(name, 'd')?, tree.defender_count(), 'd')?;
            let replies: Result<Vec<_>, String> =
                replies.iter().map(|word| read_reply(word)).collect();
            tree.push_defender(replies?);
        }
        _ => return Err("a node line is like `a2 G*5c d1 3` or `d1 5b4a=a0`".to_owned()),
    }
    Ok(())
}

fn read_reply(word: &str) -> Result<(Move, AttackerNodeId), String> {
    let (mv, node) = word
        .split_once('=')
        .ok_or_else(|| format!("`{word}` is no reply; write a move and a node, such as 5b4a=a0"))?;
    Ok((read_move(mv)?, AttackerNodeId(number(node, 'a')?)))
}

fn read_move(word: &str) -> Result<Move, String> {
    word.parse().map_err(|error| format!("{error}"))
}

fn read_hand(word: &str) -> Result<Hand, String> {
    let error =
        || format!("`{word}` is no hand; write it like `hand=R2P`, or `hand=-` if it is empty");
    let letters = word.strip_prefix("hand=").ok_or_else(error)?;
    let mut hand = Hand::EMPTY;
    if letters == "-" {
        return Ok(hand);
    }
    let mut rest = letters;
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let count = match &rest[..digits] {
            "" => 1,
            digits => digits.parse().map_err(|_| error())?,
        };
        let letter = rest[digits..].chars().next().ok_or_else(error)?;
        let piece = HandPiece::ALL
            .into_iter()
            .find(|piece| piece.letter() == letter)
            .ok_or_else(error)?;
        if hand.has(piece) || !(1..=piece.full_set()).contains(&count) {
            return Err(error());
        }
        hand.set(piece, count);
        rest = &rest[digits + 1..];
    }
    Ok(hand)
}

/// The number in the name of a node: kind letter and digits.
fn number(word: &str, kind: char) -> Result<u32, String> {
    let digits = word
        .strip_prefix(kind)
        .ok_or_else(|| format!("`{word}` is no such node; write {kind} and its number"))?;
    parse(digits, "a node's number")
}

fn parse<T: FromStr>(digits: &str, what: &str) -> Result<T, String> {
    digits
        .parse()
        .map_err(|_| format!("`{digits}` is not {what}"))
}

fn expect_next(number: u32, count: usize, kind: char) -> Result<(), String> {
    if number as usize == count {
        Ok(())
    } else {
        Err(format!(
            "node {kind}{number} is out of order; the next one is {kind}{count}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "kanju-proof 1\nroot a2\nd0\na0 G*4b d0 1\na1 G*6b d0 1\n\
                        d1 5b4a=a0 5b6a=a1\na2 G*5c d1 3\n";

    fn written(tree: &ProofTree) -> String {
        let mut text = String::new();
        write_tree(tree, &mut text).unwrap();
        text
    }

    #[test]
    fn writing_and_reading_are_inverse() {
        let tree = read_tree(TEXT).unwrap();
        assert_eq!(written(&tree), TEXT);
        assert_eq!(read_tree(&written(&tree)), Ok(tree));
    }

    #[test]
    fn unsound_trees_survive() {
        for text in [
            "kanju-proof 1\n",
            "kanju-proof 1\nroot a7\nd0 1a1a=a9\na0 9i9i+ d5 2\n",
        ] {
            let tree = read_tree(text).unwrap();
            assert_eq!(written(&tree), text);
        }
        let mixed = "kanju-proof 1\na0 G*4b d1 1\na1 G*4b d0 1\nd0\nd1\n";
        let tree = read_tree(mixed).unwrap();
        assert_eq!(read_tree(&written(&tree)), Ok(tree));
    }

    #[test]
    fn hands_survive() {
        let text = "kanju-proof 1\nroot a1\nd0\na0 G*4b d0 1 hand=-\na1 G*4b d0 1 hand=R2G17P\n";
        let tree = read_tree(text).unwrap();
        assert_eq!(tree.hand(AttackerNodeId(0)), Some(Hand::EMPTY));
        assert_eq!(written(&tree), text);
    }

    #[test]
    fn comments_and_empty_lines_are_skipped() {
        let commented = format!("# sfen 4k4/9 b -\n\n{TEXT}\n  # end\n");
        assert_eq!(read_tree(&commented), read_tree(TEXT));
    }

    #[test]
    fn errors_name_the_line() {
        for (text, error) in [
            ("", "line 1: the first line `kanju-proof 1` is missing"),
            (
                "\nd0",
                "line 2: the first line is `kanju-proof 1`, not `d0`",
            ),
            (
                "d0\nd2",
                "line 3: node d2 is out of order; the next one is d1",
            ),
            (
                "a0 G*4b d0 1\na0 G*4b d0 1",
                "line 3: node a0 is out of order; the next one is a1",
            ),
            (
                "a0 K*4b d0 1",
                "line 2: `K*4b` is no USI move; write 7g7f, 2d2c+ or G*5b",
            ),
            (
                "a0 G*4b d0 70000",
                "line 2: `70000` is not a length in plies",
            ),
            (
                "a0 G*4b d0 1 hand=3R",
                "line 2: `hand=3R` is no hand; write it like `hand=R2P`, or `hand=-` if it is empty",
            ),
            (
                "a0 G*4b a0 1",
                "line 2: `a0` is no such node; write d and its number",
            ),
            (
                "d0 5b4a",
                "line 2: `5b4a` is no reply; write a move and a node, such as 5b4a=a0",
            ),
            ("d0 5b4a=a-1", "line 2: `-1` is not a node's number"),
            (
                "root",
                "line 2: a node line is like `a2 G*5c d1 3` or `d1 5b4a=a0`",
            ),
        ] {
            let headed = if text.is_empty() || text.starts_with('\n') {
                text.to_owned()
            } else {
                format!("kanju-proof 1\n{text}")
            };
            assert_eq!(read_tree(&headed).unwrap_err().to_string(), error);
        }
    }
}
