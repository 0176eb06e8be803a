//! The program from outside: inputs, usage, exit codes, pipes and interrupts.
#![cfg(feature = "cli")]
#![expect(
    clippy::unwrap_used,
    reason = "a helper that fails is a test that fails"
)]

#[path = "common/program.rs"]
mod program;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;

use program::{
    MATE_IN_1, MATE_IN_3, NO_MATE, TWO_PAWNS, code, kanju, objects, run, run_with, solved, spawn,
    stdout,
};

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A folder of its own for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn results_keep_the_order_of_the_input_and_go_on_after_nonsense() {
    let lines = [
        MATE_IN_3,
        "nonsense",
        "",
        MATE_IN_1,
        "# a remark",
        TWO_PAWNS,
        NO_MATE,
    ];
    let input = lines.map(|line| format!("{line}\n")).concat();
    let output = run_with(
        &["-", "--format", "jsonl", "--jobs", "3"],
        &input.repeat(30),
    );
    let objects = objects(&output);
    assert_eq!(objects.len(), 5 * 30);
    let found: Vec<_> = objects
        .iter()
        .map(|object| object["line"].as_u64().unwrap())
        .collect();
    let places = (0..30).flat_map(|i| [1, 2, 4, 6, 7].map(|line| 7 * i + line));
    assert_eq!(found, places.collect::<Vec<_>>());
    for five in objects.chunks(5) {
        assert_eq!(five[0]["sfen"], MATE_IN_3);
        assert_eq!(five[1]["result"], "invalid");
        assert_eq!(five[1]["error"]["line"], five[1]["line"]);
        assert_eq!(five[1]["error"]["file"], "-");
        assert_eq!(five[2]["sfen"], MATE_IN_1);
        assert_eq!(five[3]["result"], "invalid");
        assert_eq!(five[4]["sfen"], NO_MATE);
    }
}

#[test]
fn a_line_beyond_the_limit_is_one_unreadable_line() {
    let long = "x".repeat(5 << 20);
    for (input, expected) in [
        (
            format!("{MATE_IN_1}\n{long}\n{MATE_IN_3}\n"),
            vec![(1, "mate"), (2, "invalid"), (3, "mate")],
        ),
        (
            format!("{MATE_IN_1}\r{long}\r{MATE_IN_3}\r"),
            vec![(1, "mate"), (2, "invalid"), (3, "mate")],
        ),
        (
            format!("{long}\n{MATE_IN_1}\n"),
            vec![(1, "invalid"), (2, "mate")],
        ),
        (
            format!("{MATE_IN_1}\n{long}"),
            vec![(1, "mate"), (2, "invalid")],
        ),
    ] {
        let objects = objects(&run_with(&["-", "--format", "jsonl"], &input));
        let found: Vec<_> = objects
            .iter()
            .map(|object| (object["line"].as_u64(), object["result"].as_str()))
            .map(|(line, result)| (line.unwrap(), result.unwrap()))
            .collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn the_highest_code_applies() {
    let two = |a: &str, b: &str| code(&run(&[a, b, "--format", "jsonl"]));
    assert_eq!(two(MATE_IN_1, NO_MATE), 1);
    assert_eq!(two(NO_MATE, TWO_PAWNS), 3);
    assert_eq!(two(TWO_PAWNS, MATE_IN_1), 3);
}

#[test]
fn the_word_solve_may_be_said() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kanju"));
    let output = command
        .args(["solve", TWO_PAWNS, "--format", "jsonl"])
        .output()
        .unwrap();
    assert_eq!(code(&output), 3);
}

#[test]
fn bad_usage_says_what_is_possible() {
    for (args, hint) in [
        (vec!["x", "--format", "pdf"], "jsonl"),
        (vec!["x", "--mudaai", "some"], "strict"),
        (vec!["x", "--table", "12"], "256M"),
        (vec!["x", "--time-limit", "10"], "1h30m"),
        (vec!["x", "--jobs", "0"], "--jobs"),
        (vec!["x", "--unheard-of"], "--unheard-of"),
        (vec!["convert", "x"], "no command `convert`"),
        (vec!["verify", "x"], "options come after the command"),
        (vec!["slove", "x.sfen"], "did you mean `solve`?"),
        (
            vec!["4k4/9/4P4/9/9/9/9/9/9", "b", "G", "1"],
            "put it in quotes",
        ),
        (
            vec!["8k/9/9/9/9/9/9/9/9", "w", "-", "1"],
            "put it in quotes",
        ),
        (vec![], "INPUT"),
    ] {
        let output = run(&args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(
            stderr(&output).contains(hint),
            "{args:?}: {}",
            stderr(&output)
        );
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn help_and_version_are_no_errors() {
    let output = run(&["--version"]);
    assert_eq!(
        (code(&output), stdout(&output)),
        (0, format!("kanju {}\n", env!("CARGO_PKG_VERSION")))
    );
    let output = run(&["--help"]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).contains("--time-limit"));
}

#[test]
fn help_is_a_command_as_well() {
    let help = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kanju"));
        let output = command.args(args).output().unwrap();
        assert_eq!((code(&output), stderr(&output)), (0, String::new()));
        stdout(&output)
    };
    assert_eq!(help(&["help"]), help(&["--help"]));
    assert_eq!(help(&["help", "solve"]), help(&["solve", "--help"]));
    assert_eq!(help(&["help", "verify"]), help(&["verify", "--help"]));
}

#[test]
fn nothing_at_all_to_read_is_an_error() {
    let folder = folder("nothing");
    fs::write(folder.join("empty.sfen"), "# no problem\n\n").unwrap();
    fs::write(folder.join("empty.kif"), "").unwrap();
    fs::create_dir(folder.join("below")).unwrap();
    for name in ["", "below", "empty.sfen", "empty.kif"] {
        let path = folder.join(name);
        let output = run(&[path.to_str().unwrap(), "--quiet"]);
        let message = format!("kanju: no problem found in {}\n", path.display());
        assert_eq!((code(&output), stderr(&output)), (3, message), "{name}");
        assert!(output.stdout.is_empty());
    }
    let output = run_with(&["-"], "");
    assert_eq!(code(&output), 3);
    assert!(stderr(&output).contains("no problem found in -"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_once() {
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = kanju().arg(TWO_PAWNS).stdout(full).output().unwrap();
    assert_eq!(code(&output), 2);
    let message = stderr(&output);
    assert!(message.starts_with("kanju: cannot write the results: "));
    assert_eq!(message.matches("os error").count(), 1, "{message}");
}

#[test]
fn a_missing_file_is_one_unreadable_input() {
    let output = run(&["no-such-file.sfen", TWO_PAWNS, "--format", "jsonl"]);
    assert_eq!(code(&output), 3);
    let objects = objects(&output);
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[0]["error"]["file"], "no-such-file.sfen");
}

#[test]
fn folders_are_walked_in_order_for_known_endings() {
    let folder = folder("walk");
    fs::create_dir(folder.join("b")).unwrap();
    fs::write(folder.join("c.sfen"), TWO_PAWNS).unwrap();
    fs::write(
        folder.join("b/x.sfen"),
        format!("{TWO_PAWNS}\r\n{TWO_PAWNS}\r\n"),
    )
    .unwrap();
    fs::write(folder.join("a.SFEN"), TWO_PAWNS).unwrap();
    fs::write(folder.join("notes.md"), "no problems").unwrap();
    fs::write(folder.join(".hidden.sfen"), TWO_PAWNS).unwrap();
    let output = run(&[folder.to_str().unwrap(), "--format", "jsonl"]);
    let places: Vec<_> = objects(&output)
        .iter()
        .map(|object| {
            let source = PathBuf::from(object["source"].as_str().unwrap());
            let name = source.file_name().unwrap().to_str().unwrap().to_owned();
            (name, object["line"].as_u64().unwrap())
        })
        .collect();
    let expected = [("a.SFEN", 1), ("x.sfen", 1), ("x.sfen", 2), ("c.sfen", 1)];
    assert_eq!(places, expected.map(|(name, line)| (name.to_owned(), line)));
    let skipped = format!(
        "kanju: 1 file below `{}` skipped for the ending: notes.md\n",
        folder.display()
    );
    assert_eq!(stderr(&output), skipped);
    for name in ["b/1.txt", "b/2.json", "b/3"] {
        fs::write(folder.join(name), "no problems").unwrap();
    }
    let message = stderr(&run(&[folder.to_str().unwrap()]));
    assert!(message.starts_with("kanju: 4 files below"), "{message}");
    assert!(
        message.ends_with(": b/1.txt, b/2.json, b/3, …\n"),
        "{message}"
    );
    let quiet = run(&[folder.to_str().unwrap(), "--quiet"]);
    assert_eq!(stderr(&quiet), "");
}

#[test]
fn record_forms_can_be_read_again() {
    for (form, file) in [("kif", "a.kif"), ("kifu", "a.kifu"), ("ki2", "a.ki2")] {
        let written = run(&[MATE_IN_3, NO_MATE, TWO_PAWNS, "--format", form]);
        assert_eq!(code(&written), 3, "{form}");
        let path = folder(form).join(file);
        fs::write(&path, &written.stdout).unwrap();
        let output = run(&[path.to_str().unwrap(), "--format", "jsonl"]);
        let found: Vec<_> = objects(&output)
            .iter()
            .map(|object| object["sfen"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(found, [MATE_IN_3, NO_MATE], "{form}");
        let piped = fs::read(&path).unwrap();
        let mut child = spawn(&["-", "--format", "jsonl", "--input-format", &form[..3]]);
        child.stdin.take().unwrap().write_all(&piped).unwrap();
        assert_eq!(
            objects(&child.wait_with_output().unwrap()).len(),
            2,
            "{form}"
        );
    }
}

#[test]
fn headers_of_the_source_are_passed_on() {
    let input = format!("# ours\n\n{MATE_IN_1} ; id=head-gold ; title=頭金\n");
    let output = run_with(&["-", "--format", "jsonl"], &input);
    let object = &objects(&output)[0];
    assert_eq!(
        (&object["id"], &object["title"]),
        (&"head-gold".into(), &"頭金".into())
    );
    assert_eq!(object["line"], 3);
    let table = format!("name\tsfen\none\t{TWO_PAWNS}\ntwo\t{MATE_IN_1}\n");
    let objects = objects(&run_with(&["-", "--format", "jsonl"], &table));
    let results: Vec<_> = objects.iter().map(|object| &object["result"]).collect();
    assert_eq!(results, ["invalid", "mate"]);
}

#[test]
fn missing_pieces_are_filled_when_asked_for() {
    let bare = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    assert_eq!(solved(bare, &[])["sfen"], bare);
    assert_eq!(solved(bare, &[])["warnings"].as_array().unwrap().len(), 1);
    assert_eq!(solved(bare, &["--fill-hand", "yes"])["sfen"], MATE_IN_1);
}

#[test]
fn text_that_is_nothing_known_is_one_unreadable_input() {
    let output = run_with(&["-", "--format", "jsonl"], "no problems here\nnone\n");
    assert_eq!(code(&output), 3);
    assert_eq!(objects(&output).len(), 1);
}

#[test]
fn colours_are_used_only_when_wanted() {
    let has_color = |args: &[&str]| {
        let mut command = kanju();
        let output = command
            .arg(TWO_PAWNS)
            .args(args)
            .env("NO_COLOR", "1")
            .output();
        stdout(&output.unwrap()).contains('\x1b')
    };
    assert!(!has_color(&[]));
    assert!(!has_color(&["--color", "never"]));
    assert!(has_color(&["--color", "always"]));
}

#[test]
fn nothing_but_results_is_written_when_streams_are_no_terminal() {
    let output = run(&[MATE_IN_1, TWO_PAWNS, "--format", "jsonl"]);
    assert_eq!(stderr(&output), "");
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = spawn(&["-", "--format", "jsonl"]);
    let mut stdin = child.stdin.take().unwrap();
    let feeder = thread::spawn(move || {
        for _ in 0..100_000 {
            if writeln!(stdin, "{TWO_PAWNS}").is_err() {
                return;
            }
        }
    });
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut line).unwrap();
    drop(reader);
    assert!(line.contains("invalid"));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
}

#[test]
fn results_come_while_more_input_is_awaited() {
    let mut child = spawn(&["-", "--format", "jsonl"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        writeln!(stdin, "{TWO_PAWNS}").unwrap();
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        assert!(line.contains("invalid"));
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(3));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_run_that_waits() {
    let mut child = spawn(&["-", "--format", "jsonl"]);
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{TWO_PAWNS}").unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let mut rest = String::new();
    reader.read_to_string(&mut rest).unwrap();
    assert_eq!(
        (child.wait().unwrap().code(), rest.as_str()),
        (Some(130), "")
    );
    drop(stdin);
}

#[cfg(unix)]
#[test]
fn two_interrupts_at_once_are_one() {
    let endless = "1k7/9/9/9/9/9/9/9/9 b 2RGP2b3g4s4n4l17p 1";
    let mut child = spawn(&[endless, "--format", "jsonl", "--threads", "2"]);
    thread::sleep(std::time::Duration::from_millis(300));
    let id = child.id().to_string();
    let twice = format!("kill -INT {id}; kill -INT {id}");
    let status = Command::new("sh").args(["-c", &twice]).status();
    assert!(status.unwrap().success());
    let mut text = String::new();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(text.contains(r#""stop":"interrupted""#), "{text}");
}

#[cfg(unix)]
#[test]
fn names_that_are_no_text_are_names() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder("names");
    let name = std::ffi::OsStr::from_bytes(b"bad\xff.sfen");
    fs::write(folder.join(name), TWO_PAWNS).unwrap();
    let output = run(&[folder.to_str().unwrap(), "--format", "jsonl"]);
    assert_eq!((objects(&output).len(), stderr(&output).as_str()), (1, ""));
}

#[test]
fn a_quote_that_is_never_closed_swallows_nothing() {
    let folder = folder("quotes");
    for (name, comma) in [("q.csv", ','), ("q.tsv", '\t')] {
        let rows = [
            format!("sfen{comma}note"),
            format!("{TWO_PAWNS}{comma}\"abc"),
            format!("{TWO_PAWNS}{comma}1"),
            format!("{TWO_PAWNS}{comma}2"),
        ];
        let path = folder.join(name);
        fs::write(&path, rows.join("\n")).unwrap();
        let output = run(&[path.to_str().unwrap(), "--format", "jsonl"]);
        let lines: Vec<_> = objects(&output)
            .iter()
            .map(|object| object["line"].as_u64())
            .collect();
        assert_eq!(lines, [Some(2), Some(3), Some(4)], "{name}");
    }
}
