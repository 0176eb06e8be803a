//! `kanju bench` from outside: what it writes, and how it ends.
#![cfg(feature = "cli")]

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use serde_json::Value;

fn bench(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kanju"));
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    command.arg("bench").args(args);
    command
}

#[test]
fn all_problems_are_solved() {
    let output = bench(&["--threads", "1", "--format", "json"]).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(0));
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["schema"], "kanju-bench/1");
    let round = &object["rounds"][0];
    assert_eq!(
        (&round["threads"], &round["complete"], &round["speedup"]),
        (&1.into(), &true.into(), &1.0.into())
    );
    assert_eq!(round["solved"], object["problems"]);
    assert_eq!(round["nodes"], object["signature"]);
    assert_eq!(object["stop"], Value::Null);
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_what_is_known() {
    let mut command = bench(&["--threads", "1"]);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut head = String::new();
    reader.read_line(&mut head).unwrap();
    assert!(head.trim_start().starts_with("threads"), "{head}");
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-INT", &id]).status();
    assert!(status.unwrap().success());
    let mut rest = String::new();
    reader.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let lines: Vec<_> = rest.lines().collect();
    assert!(lines[0].ends_with(" -"), "{rest}");
    assert_eq!(lines[1], "interrupted");
    assert!(lines[2].ends_with("signature -"), "{rest}");
}

#[test]
fn inputs_are_bad_usage() {
    for args in [["x.sfen"], ["--fast"]] {
        let output = bench(&args).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
    }
}
