//! The program from outside: exit codes, streams, forms of output.
#![cfg(feature = "cli")]
#![expect(clippy::unwrap_used, reason = "a helper that fails is a test that fails")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;

use serde_json::Value;

const MATE_IN_1: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const MATE_IN_3: &str = "8k/6+P2/9/9/9/9/9/9/9 b Rr2b4g4s4n4l17p 1";
const NO_MATE: &str = "7lk/9/7+P1/9/9/9/9/9/9 b P2r2b4g4s4n3l16p 1";
const TWO_PAWNS: &str = "4k4/9/4P4/4P4/9/9/9/9/9 b G2r2b3g4s4n4l16p 1";
const LEFTOVER: &str = "7k1/9/5+P2l/9/6R2/9/9/9/9 b BPrb4g4s4n3l16p 1";
const TWO_FIRST_MOVES: &str = "8k/9/7G1/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1";

fn kanju() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kanju"));
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"] {
        command.env_remove(name);
    }
    command.args(["--table", "16M"]);
    command
}

fn run(args: &[&str]) -> Output {
    kanju().args(args).output().unwrap()
}

fn spawn(args: &[&str]) -> Child {
    let mut command = kanju();
    command.args(args).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn run_with(args: &[&str], input: &str) -> Output {
    let mut child = spawn(args);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let feeder = thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn objects(output: &Output) -> Vec<Value> {
    let text = stdout(output);
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn solved(sfen: &str, options: &[&str]) -> Value {
    let mut args = vec![sfen, "--format", "jsonl"];
    args.extend(options);
    let mut objects = objects(&run(&args));
    assert_eq!(objects.len(), 1);
    objects.remove(0)
}

/// A folder of its own for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

const FIELDS: [&str; 30] = [
    "schema",
    "source",
    "line",
    "title",
    "id",
    "sfen",
    "warnings",
    "result",
    "length",
    "length_raw",
    "exact",
    "length_estimate",
    "lower_bound",
    "moves",
    "line_exact",
    "moves_ja",
    "leftover",
    "verified",
    "alternatives",
    "verdict",
    "findings",
    "mudaai",
    "mudaai_grey",
    "nodes",
    "time_ms",
    "cpu_ms",
    "table_mib",
    "threads",
    "stop",
    "error",
];

#[test]
fn every_object_has_every_field() {
    for sfen in [MATE_IN_1, NO_MATE, TWO_PAWNS, "sfen nonsense"] {
        let object = solved(sfen, &[]);
        for field in FIELDS {
            assert!(object.get(field).is_some(), "{field} of {sfen}");
        }
        assert_eq!(object["schema"], "kanju/1");
    }
}

#[test]
fn a_mate_in_one_is_found() {
    let output = run(&[MATE_IN_1, "--format", "jsonl"]);
    assert_eq!(code(&output), 0);
    let object = &objects(&output)[0];
    assert_eq!(object["result"], "mate");
    assert_eq!(object["sfen"], MATE_IN_1);
    assert_eq!(
        (&object["length"], &object["exact"]),
        (&1.into(), &true.into())
    );
    assert_eq!(object["moves"], Value::from(vec!["G*5b"]));
    assert_eq!(object["moves_ja"], Value::from(vec!["▲５二金"]));
    assert_eq!(
        (&object["leftover"], &object["verified"]),
        (&"".into(), &true.into())
    );
    assert_eq!(
        (&object["stop"], &object["error"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn a_mate_in_three_is_found() {
    let object = solved(MATE_IN_3, &[]);
    assert_eq!(object["length"], 3);
    assert_eq!(object["moves"], Value::from(vec!["R*2a", "1a1b", "2a2b+"]));
}

#[test]
fn no_mate_is_said_with_its_own_code() {
    let output = run(&[NO_MATE, "--format", "jsonl"]);
    assert_eq!(code(&output), 1);
    let object = &objects(&output)[0];
    assert_eq!(object["result"], "nomate");
    assert_eq!(
        (&object["length"], &object["stop"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn leftover_pieces_do_not_change_the_code() {
    let output = run(&[LEFTOVER, "--format", "jsonl"]);
    assert_eq!(code(&output), 0);
    assert_eq!(objects(&output)[0]["leftover"], "P");
}

#[test]
fn the_rule_for_interpositions_is_heeded() {
    assert_eq!(solved(LEFTOVER, &[])["length"], 3);
    let off = solved(LEFTOVER, &["--mudaai", "off"]);
    assert_eq!((&off["length"], &off["mudaai"]), (&5.into(), &"off".into()));
}

#[test]
fn other_first_moves_are_listed_when_asked_for() {
    assert_eq!(
        solved(TWO_FIRST_MOVES, &[])["alternatives"],
        Value::from(Vec::<Value>::new())
    );
    let object = solved(TWO_FIRST_MOVES, &["--alternatives"]);
    let others = object["alternatives"].as_array().unwrap();
    assert!(!others.is_empty());
    for other in others {
        assert_eq!(other["ply"], 1);
        assert_ne!(other["move"], object["moves"][0]);
        assert!(other["length"].is_u64() && other["exact"].is_boolean());
    }
}

#[test]
fn an_invalid_position_names_all_its_faults() {
    let output = run(&[TWO_PAWNS, "--format", "jsonl"]);
    assert_eq!(code(&output), 3);
    let object = &objects(&output)[0];
    assert_eq!(object["result"], "invalid");
    assert_eq!(object["sfen"], TWO_PAWNS);
    assert!(object["error"]["message"].is_string());
}

#[test]
fn a_limit_leaves_the_problem_undecided() {
    let output = run(&[MATE_IN_3, "--format", "jsonl", "--node-limit", "1"]);
    assert_eq!(code(&output), 4);
    let object = &objects(&output)[0];
    assert_eq!(
        (&object["result"], &object["stop"]),
        (&"unknown".into(), &"nodes".into())
    );
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
        (vec!["x", "--format", "html"], "jsonl"),
        (vec!["x", "--mudaai", "some"], "strict"),
        (vec!["x", "--table", "12"], "256M"),
        (vec!["x", "--time-limit", "10"], "1h30m"),
        (vec!["x", "--jobs", "0"], "--jobs"),
        (vec!["x", "--unheard-of"], "--unheard-of"),
        (vec!["verify", "x"], "no command `verify`"),
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
fn json_is_one_array() {
    let output = run(&[TWO_PAWNS, TWO_PAWNS, "--format", "json"]);
    let array: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(array.as_array().unwrap().len(), 2);
    let output = run_with(&["-", "--format", "json"], "");
    assert_eq!((code(&output), stdout(&output)), (0, "[\n]\n".to_owned()));
}

#[test]
fn csv_has_a_header_and_a_row_a_problem() {
    let output = run(&[MATE_IN_3, NO_MATE, "--format", "csv"]);
    let text = stdout(&output);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("source,line,id,title,sfen,result,length,"));
    assert!(lines[1].contains(",mate,3,true,"));
    assert!(lines[1].contains(",R*2a 1a1b 2a2b+,"));
    assert!(lines[2].contains(",nomate,,"));
}

#[test]
fn usi_lines_are_those_of_an_engine() {
    let output = run(&[MATE_IN_3, NO_MATE, "--format", "usi"]);
    assert_eq!(
        stdout(&output),
        "checkmate R*2a 1a1b 2a2b+\ncheckmate nomate\n"
    );
}

#[test]
fn text_is_written_in_three_languages() {
    let text = |lang: &str| stdout(&run(&[MATE_IN_3, "--lang", lang]));
    let english = text("en");
    for part in [
        "| ・ ・ ・ ・ ・ ・ ・ ・v玉|a",
        "mate in 3\n",
        "▲２一飛 (R*2a)",
    ] {
        assert!(english.contains(part), "{part}: {english}");
    }
    assert!(text("ja").contains("3手詰\n  ▲２一飛 △１二玉"));
    assert!(text("zh").contains("3手诘\n"));
    let mut command = kanju();
    let output = command
        .env("LANG", "ja_JP.UTF-8")
        .arg(NO_MATE)
        .output()
        .unwrap();
    assert!(stdout(&output).contains("\n不詰\n"));
}

#[test]
fn several_problems_get_a_summary() {
    let text = stdout(&run(&[TWO_PAWNS, MATE_IN_1, NO_MATE]));
    let summary = "3 problems: 1 mate, 1 no mate, 0 undecided, 1 invalid\n";
    assert!(text.ends_with(summary), "{text}");
    let quiet = stdout(&run(&[TWO_PAWNS, MATE_IN_1, "--quiet"]));
    assert!(
        !quiet.contains("problems") && !quiet.contains("・"),
        "{quiet}"
    );
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
