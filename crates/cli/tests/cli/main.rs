//! Tests of the whole program: its output, its messages and its exit status.
#![allow(clippy::unwrap_used)]

mod answers;
mod brief;
mod channel_skirmish;
mod check;
mod clubs;
mod collection;
mod compare;
mod deadlines;
mod diff;
mod doors;
mod events;
mod everywhere;
mod examples;
mod export;
mod files;
mod fix;
mod formats;
mod freeze;
mod golden;
mod import;
mod new;
mod print;
mod readme;
mod reply;
mod report;
mod schemas;
mod seal;
mod serve;
mod sheets;
mod terminal;
mod texts_of_people;
mod trusted;
mod use_muster;
mod verify;
mod versions;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

const LEGAL: &str = "\
muster: 1
name: Pond
ruleset: tiny
nation: lakeland
mfv: 500
squadrons:
  - {unit: barge, models: 3}
  - {unit: dinghy, models: 4}   # all of them
";

/// What players hand in: a legal list, an illegal one, one in a mail, a mail without a list, and a photo.
fn handed_in() -> [(&'static str, String); 5] {
    let illegal = LEGAL.replace("models: 3", "models: 4");
    [
        ("in/anna.yaml", LEGAL.replace("mfv", "player: Anna\nemail: anna@example.org\nmfv")),
        ("in/bob.yaml", illegal.replace("mfv", "player: Bob\nmfv")),
        ("in/cleo.eml", format!("From: Cleo <cleo@example.org>\nContent-Type: text/plain\n\n{illegal}")),
        ("in/emil.eml", "From: Emil <emil@example.org>\nContent-Type: text/plain\n\nIt comes tomorrow.\n".to_owned()),
        ("in/photo.png", "\u{89}PNG".to_owned()),
    ]
}

/// The result of a run.
struct RunResult {
    status: i32,
    out: String,
    err: String,
}

impl std::fmt::Display for RunResult {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}---- {}\n{}", self.out, self.status, self.err)
    }
}

/// Runs the program in a folder, with the tests' own rulesets.
fn muster_with(folder: &Path, input: &str, args: &[&str]) -> RunResult {
    let mut child = Command::new(env!("CARGO_BIN_EXE_muster"))
        .current_dir(folder)
        .arg("--rulesets")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulesets"))
        .args(args)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // If the program refuses its arguments, it ends before it reads, and writing to it fails.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    RunResult { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs the program in a folder, without the tests' own rulesets.
fn plainly(folder: &Path, args: &[&str]) -> RunResult {
    let output = Command::new(env!("CARGO_BIN_EXE_muster")).current_dir(folder).args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    RunResult { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

fn muster(args: &[&str]) -> RunResult {
    muster_with(folder(&[]).path(), "", args)
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}
