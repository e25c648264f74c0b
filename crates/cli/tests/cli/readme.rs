//! The README, and pages in `docs/`, must show the program's real output. `UPDATE=1 cargo test --test cli` updates it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A fenced block: its language and its text.
type FencedBlock<'a> = (&'a str, &'a str);

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages whose commands are run.
const PAGES: [&str; 4] = ["README.md", "docs/clubs.md", "docs/collection.md", "docs/versions.md"];

pub(crate) fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap().replace("\r\n", "\n")
}

/// Splits at the fences: every second part is a block, whose first line is its language.
pub(crate) fn blocks(markdown: &str) -> impl Iterator<Item = FencedBlock<'_>> {
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

#[test]
fn outputs_are_current() {
    for name in PAGES {
        compare_answers(name, &root());
    }
}

/// Compares the answers that a page shows with those that the program gives in a folder, or writes these into the page.
pub(crate) fn compare_answers(name: &str, folder: &Path) {
    let shown = page(name);
    let made = with_answers(&shown, folder);
    assert!(shown.contains("```console\n$ muster "), "{name} shows no answer");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(root().join(name), made).unwrap();
        return;
    }
    let first = shown.lines().zip(made.lines()).find(|(shown, made)| shown != made);
    assert!(shown == made, "{name} shows something else, first at {first:?}: run UPDATE=1 cargo test --test cli");
}

/// A page with the answers that the program gives now in a folder.
fn with_answers(shown: &str, folder: &Path) -> String {
    let mut made = shown.to_owned();
    for (_, block) in blocks(shown).filter(|(language, _)| *language == "console") {
        let mut now = String::new();
        for line in block.lines().filter_map(|line| line.strip_prefix("$ ")) {
            assert!(line.starts_with("muster "), "only muster may be run here: {line}");
            let Output { stdout, stderr, .. } = run(folder, line);
            writeln!(now, "$ {line}\n{}", String::from_utf8([stdout, stderr].concat()).unwrap().trim_end()).unwrap();
        }
        made = made.replace(block, &now);
    }
    made
}

/// Runs the commands of a page in a folder.
fn run_commands(shown: &str, folder: &Path) {
    let commands = blocks(shown).filter(|(language, _)| *language == "sh").flat_map(|(_, block)| block.lines());
    // A server runs until somebody ends it.
    let ends = |line: &&str| line.starts_with("muster ") && !line.starts_with("muster serve");
    let commands: Vec<&str> = commands.filter(ends).collect();
    for line in commands {
        let output = run(folder, line);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{line}: {said}");
    }
}

/// Judges the fleet and the units that the README shows, and runs the commands in it.
#[test]
fn commands_work() {
    let shown = page("README.md");
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
    run_commands(&shown, folder.path());
}

/// The pages in `docs/` use the examples.
#[test]
fn commands_of_pages_work() {
    for name in PAGES.iter().filter(|name| name.starts_with("docs/")) {
        let folder = tempfile::tempdir().unwrap();
        copy(&root().join("examples"), &folder.path().join("examples"));
        let shown = page(name);
        // A spreadsheet names its file in its first line.
        for (_, sheet) in blocks(&shown).filter(|(language, _)| *language == "csv") {
            let name = sheet.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap();
            fs::write(folder.path().join(name), sheet).unwrap();
        }
        run_commands(&shown, folder.path());
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() { copy(&entry.path(), &to) } else { assert!(fs::copy(entry.path(), to).is_ok()) }
    }
}
