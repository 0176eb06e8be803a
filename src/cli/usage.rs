//! Inputs that cannot be meant as inputs: a command that is mistyped or not there, a position without quotes.

use std::mem;
use std::path::Path;

use clap::error::ErrorKind;

use super::args::{Args, Command};
use super::inputs;

/// Commands that other versions have; here they are no inputs either, lest a typing error is solved.
const OTHER_COMMANDS: [&str; 8] = [
    "batch", "convert", "diagram", "generate", "dedup", "merge", "proof", "stats",
];

/// Commands that stand first, before all options.
const OWN_COMMANDS: [&str; 5] = ["solve", "verify", "usi", "bench", "help"];

/// What is wrong with the inputs, and the way out.
#[must_use]
pub fn fault(args: &Args) -> Option<(ErrorKind, String)> {
    let inputs = match &args.command {
        Some(Command::Solve(solve)) => &solve.inputs,
        Some(Command::Verify(verify)) => &verify.inputs,
        Some(Command::Usi | Command::Bench(_)) | None => &args.solve.inputs,
    };
    let command = args
        .solve
        .inputs
        .first()
        .and_then(|first| no_command(first));
    let command = command.map(|message| (ErrorKind::InvalidSubcommand, message));
    command.or_else(|| Some((ErrorKind::TooManyValues, no_quotes(inputs)?)))
}

/// A first input that is no file but the name of a command, or nearly.
fn no_command(first: &str) -> Option<String> {
    if Path::new(first).exists() {
        None
    } else if OTHER_COMMANDS.contains(&first) {
        Some(format!(
            "this version has no command `{first}`, and no file has that name"
        ))
    } else if OWN_COMMANDS.contains(&first) {
        Some(format!("options come after the command: kanju {first} …"))
    } else {
        let meant = OWN_COMMANDS.into_iter().find(|name| is_near(first, name))?;
        Some(format!(
            "no command and no file is named `{first}`; did you mean `{meant}`?"
        ))
    }
}

/// A position whose parts are inputs of their own.
fn no_quotes(inputs: &[String]) -> Option<String> {
    let parts = inputs
        .windows(2)
        .find(|pair| inputs::is_board(&pair[0]) && matches!(pair[1].as_str(), "b" | "w"))?;
    Some(format!(
        "a position is one argument; put it in quotes: kanju '{} …'",
        parts.join(" ")
    ))
}

/// Whether a word is a name with a letter or two wrong.
fn is_near(word: &str, name: &str) -> bool {
    distance(word, name) <= (name.len() / 2).min(2)
}

/// How many bytes have to be put in, taken out or changed (Levenshtein).
fn distance(word: &str, name: &str) -> usize {
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (i, a) in word.bytes().enumerate() {
        let mut corner = mem::replace(&mut row[0], i + 1);
        for (j, b) in name.bytes().enumerate() {
            let changed = corner + usize::from(a != b);
            corner = row[j + 1];
            row[j + 1] = changed.min(corner + 1).min(row[j] + 1);
        }
    }
    row[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistyped_commands_are_near() {
        for (word, name) in [("slove", "solve"), ("verfy", "verify"), ("uci", "usi")] {
            assert!(is_near(word, name), "{word}");
        }
        for word in ["a", "x.sfen", "problems", "9/9"] {
            assert!(
                !OWN_COMMANDS.iter().any(|name| is_near(word, name)),
                "{word}"
            );
        }
    }

    #[test]
    fn a_position_in_parts_wants_quotes() {
        let fault = |text: &str| {
            let words: Vec<_> = text.split(' ').map(ToOwned::to_owned).collect();
            no_quotes(&words)
        };
        assert!(fault("4k4/9/4P4/9/9/9/9/9/9 b G 1").is_some());
        assert!(fault("x.sfen position sfen 4k4/9/4P4/9/9/9/9/9/9 w - 1").is_some());
        assert!(fault("a/b b").is_none());
        assert!(fault("4k4/9/4P4/9/9/9/9/9/9 x.sfen").is_none());
    }
}
