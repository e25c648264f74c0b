//! The README and other pages for users must show the program's real output. `UPDATE=1 cargo test --test cli` updates
//! them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A fenced block: its language and its text.
type Block<'a> = (&'a str, &'a str);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).unwrap().replace("\r\n", "\n")
}

/// Splits at the fences: every second part is a block, whose first line is its language.
fn blocks(markdown: &str) -> impl Iterator<Item = Block<'_>> {
    markdown.split("```").skip(1).step_by(2).map(|block| block.split_once('\n').unwrap_or((block, "")))
}

/// Runs a `muster` command line, which may end in a comment.
fn run(folder: &Path, line: &str) -> Output {
    let args = line.split(" #").next().unwrap_or_default().split_whitespace().skip(1);
    Command::new(env!("CARGO_BIN_EXE_muster"))
        .current_dir(folder)
        .args(args)
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap()
}

/// The pages that show answers of the program.
const PAGES: [&str; 2] = ["README.md", "docs/versions.md"];

#[test]
fn outputs_are_current() {
    for page in PAGES {
        let path = root().join(page);
        let shown = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        let mut made = shown.clone();
        for (_, block) in blocks(&shown).filter(|(language, _)| *language == "console") {
            let mut now = String::new();
            for line in block.lines().filter_map(|line| line.strip_prefix("$ ")) {
                assert!(line.starts_with("muster "), "only muster may be run here: {line}");
                let Output { stdout, stderr, .. } = run(&root(), line);
                let said = String::from_utf8([stdout, stderr].concat()).unwrap();
                writeln!(now, "$ {line}\n{}", said.trim_end()).unwrap();
            }
            made = made.replace(block, &now);
        }
        assert!(shown.contains("```console\n$ muster "), "{page} shows no answer");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, made).unwrap();
            continue;
        }
        let first = shown.lines().zip(made.lines()).find(|(shown, made)| shown != made);
        assert!(shown == made, "{page} shows something else, first at {first:?}: run UPDATE=1 cargo test --test cli");
    }
}

/// Judges the fleet and the units that the README shows, and runs the commands in it.
#[test]
fn commands_work() {
    let shown = readme();
    let list = blocks(&shown).find(|(language, _)| *language == "yaml").unwrap().1;
    let folder = tempfile::tempdir().unwrap();
    for name in ["lists", "late"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    for name in ["my-fleet.yaml", "lists/my-fleet.yaml", "late/my-fleet.yaml"] {
        fs::write(folder.path().join(name), list).unwrap();
    }
    let units = blocks(&shown).find(|(language, _)| *language == "csv").unwrap().1;
    fs::write(folder.path().join("units.csv"), units).unwrap();
    let commands = blocks(&shown).filter(|(language, _)| *language == "sh").flat_map(|(_, block)| block.lines());
    let commands: Vec<&str> = commands.filter(|line| line.starts_with("muster ")).collect();
    assert!(!commands.is_empty());
    for line in commands {
        let output = run(folder.path(), line);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{line}: {said}");
    }
}
