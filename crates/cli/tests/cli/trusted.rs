//! Which rules judged, and what a list chose of them by itself.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{Ran, folder, plainly};

/// The repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

fn example() -> String {
    root().join("examples/dw-1.1/weddell-sea-1000.yaml").to_str().unwrap().to_owned()
}

fn report(ran: &Ran) -> Value {
    let all: Value = serde_json::from_str(&ran.out).unwrap();
    all["reports"][0].clone()
}

fn has(report: &Value, rule: &str) -> bool {
    report["findings"].as_array().unwrap().iter().any(|finding| finding["rule"] == rule)
}

#[test]
fn rules_that_only_have_the_id_of_published_ones_are_told_in_every_format() {
    let folder = folder(&[]);
    let here = folder.path();
    let rules = here.join("rules/dw-1.1/1");
    copy(&root().join("rulesets/dw-1.1/1"), &rules);
    let example = example();
    let check = |format: &[&str]| plainly(here, &[&["check", &example, "--rulesets", "rules"], format].concat());
    assert!(!has(&report(&check(&["--format", "json"])), "not-published"), "an equal copy is the published ruleset");
    // Comments and line ends change nothing.
    let cap = rules.join("rules/dw11-cap-large.yaml");
    let text = fs::read_to_string(&cap).unwrap();
    fs::write(&cap, format!("# Ours.\n{}", text.replace('\n', "\r\n"))).unwrap();
    assert!(!has(&report(&check(&["--format", "json"])), "not-published"));

    fs::write(&cap, text.replace("[70, mfv]", "[95, mfv]")).unwrap();
    let told = report(&check(&["--format", "json"]));
    assert!(has(&told, "not-published"), "{told}");
    assert_eq!(told["terms"]["not-published"], true);
    let formats: [&[&str]; 7] = [
        &["--format", "human"],
        &["--format", "jsonl"],
        &["--format", "csv"],
        &["--format", "csv", "--rows", "lists"],
        &["--format", "html"],
        &["--format", "sarif"],
        &["--format", "github"],
    ];
    for format in formats {
        let ran = check(format);
        assert!(ran.out.contains("rules that are not the published ones"), "{format:?}: {ran}");
    }
    // An archive carries its rules, and whoever made it may have written anything into it.
    let frozen = plainly(here, &["freeze", &example, "--rulesets", "rules", "-o", "event.muster"]);
    assert_eq!(frozen.status, 0, "{frozen}");
    let ran = plainly(here, &["check", "event.muster"]);
    assert!(ran.out.contains("rules that are not the published ones"), "{ran}");
    assert!(ran.err.contains("anybody can make such an archive"), "{ran}");
    // The foot of a print says it, too.
    let printed = plainly(here, &["print", &example, "--rulesets", "rules", "-o", "list.pdf"]);
    assert_eq!(printed.status, 0, "{printed}");
    assert!(text_of(&here.join("list.pdf")).contains("rules that are not the published ones"));

    // A version that nobody published.
    let head = rules.join("ruleset.yaml");
    let newer = fs::read_to_string(&head).unwrap().replace("\nversion: 1.", "\nversion: 1.99");
    fs::write(&head, newer).unwrap();
    fs::remove_dir_all(rules.join("history")).unwrap();
    let told = report(&check(&["--format", "json"]));
    assert!(has(&told, "not-published") && told.to_string().contains("knows no published version 1.99"), "{told}");
}

/// The text of a PDF on one line.
fn text_of(pdf: &Path) -> String {
    let out = std::process::Command::new("pdftotext").arg(pdf).arg("-").output().unwrap();
    String::from_utf8_lossy(&out.stdout).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_version_that_is_not_the_newest_is_a_term_also_under_an_event() {
    let list = |range: &str| {
        format!(
            "muster: 1\nname: Old\nruleset: {{id: fleet-action, version: \"{range}\"}}\nnation: prussian-empire\nmfv: 500\n"
        )
    };
    let event =
        "muster: 1\nkind: overlay\nid: cup\nname: Cup\nextends: {id: fleet-action, version: ^1.0}\nfixes: {mfv: 500}\n";
    let folder = folder(&[
        ("old.yaml", &list("=1.0.0")),
        ("new.yaml", &list("^1.0")),
        ("cup.yaml", event),
        ("exact.yaml", &event.replace("^1.0", "=1.0.0").replace("id: cup", "id: exact")),
    ]);
    let pinned = |args: &[&str]| {
        let ran = plainly(folder.path(), &[&["check", "--format", "json"], args].concat());
        report(&ran)["terms"]["pinned"].clone()
    };
    assert_eq!(pinned(&["old.yaml"]), "1.0.0");
    assert_eq!(pinned(&["old.yaml", "--event", "cup.yaml"]), "1.0.0");
    assert_eq!(pinned(&["new.yaml"]), Value::Null);
    // Where the event itself names the version, the list chooses nothing.
    assert_eq!(pinned(&["old.yaml", "--event", "exact.yaml"]), Value::Null);
    let rows = plainly(folder.path(), &["check", "--format", "csv", "--rows", "lists", "old.yaml"]);
    assert!(rows.out.contains("version 1.0.0 asked for by the list itself, not the newest"), "{rows}");
}

#[test]
fn cards_and_names_of_a_players_own_are_told() {
    let list = "muster: 1\nname: Tricks\nruleset: dw-2.5\nnation: kingdom-of-britannia\nmfv: 1000\n\
        settings: {core: naval, theatre: water, tac-format: tactical}\nsquadrons:\n\
        - {unit: attacker-class-frigate, name: Majesty Class Dreadnought, models: 9}\n\
        decks:\n  tacs: [{card: Free Win, type: generic, cost: 0}]\n";
    let folder = folder(&[("tricks.yaml", list)]);
    let ran = plainly(folder.path(), &["check", "tricks.yaml", "--format", "json"]);
    let told = report(&ran);
    assert_eq!(told["terms"]["own-cards"][0]["name"], "Free Win");
    assert!(has(&told, "named-like-unit"), "{told}");
    let sizes = told["findings"].as_array().unwrap().iter().filter(|finding| finding["rule"] == "squadron-size");
    for finding in sizes {
        let message = finding["message"].as_str().unwrap();
        assert!(message.contains("Attacker Class Frigate (named “Majesty Class Dreadnought”)"), "{message}");
    }
}
