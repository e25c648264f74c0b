//! The examples of `docs/use-muster.md` must work as the page shows. `UPDATE=1 cargo test --test cli` renews their output.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::readme::{blocks, page, root};

const PAGE: &str = "docs/use-muster.md";

/// A command that finds `muster` as a person's shell would.
fn command(name: &str) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_muster")).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = [program.to_path_buf()].into_iter().chain(std::env::split_paths(&path));
    let mut command = Command::new(name);
    command.current_dir(root()).env("PATH", std::env::join_paths(paths).unwrap());
    command
}

/// What a command prints for an input.
fn printed(mut command: Command, input: &str) -> String {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let ran = child.wait_with_output().unwrap();
    assert!(ran.status.success(), "{input}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap()
}

/// A conversation over standard input and output: calls behind `> `, each followed by its answer behind `< `.
fn conversation(shown: &str) -> String {
    let calls: Vec<&str> = shown.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let mut muster = command("muster");
    muster.args(["serve", "--stdio"]);
    let answers = printed(muster, &(calls.join("\n") + "\n"));
    let id = |line: &str| serde_json::from_str::<Value>(line).map(|line| line["id"].to_string());
    // Answers come in any order.
    let answers: BTreeMap<String, &str> = answers.lines().map(|line| (id(line).unwrap(), line)).collect();
    let told = calls.iter().map(|call| {
        let id = id(call).unwrap_or_else(|_| "null".to_owned());
        format!("> {call}\n< {}\n", answers[&id])
    });
    told.collect()
}

#[test]
fn examples_work_as_shown() {
    let shown = page(PAGE);
    let (mut made, mut program, mut tried) = (shown.clone(), None, 0);
    for (language, block) in blocks(&shown) {
        let now = match (language, program.take()) {
            ("python", _) => {
                program = Some(block);
                continue;
            }
            // Where the package is built, its own tests run it.
            ("text", Some(program)) if program.contains("import muster\n") => continue,
            ("text", Some(program)) => {
                let mut python = command("python3");
                python.arg("-");
                printed(python, program)
            }
            ("jsonl", _) => conversation(block),
            // `make npm-test` runs it.
            ("js", _) => fs::read_to_string(root().join("packages/npm/example/bot.js")).unwrap(),
            _ => continue,
        };
        tried += 1;
        made = made.replacen(&format!("```{language}\n{block}```"), &format!("```{language}\n{now}```"), 1);
    }
    assert!(tried > 3, "{tried}");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(root().join(PAGE), made).unwrap();
        return;
    }
    let first = shown.lines().zip(made.lines()).find(|(shown, made)| shown != made);
    assert!(shown == made, "{PAGE} shows something else, first at {first:?}: run UPDATE=1 cargo test --test cli");
}
