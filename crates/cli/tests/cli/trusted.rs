//! Which rules judged, and what a list chose of them by itself.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{RunResult, folder, plainly};

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

/// All formats of reports, in which terms must stand.
const FORMATS: [&[&str]; 8] = [
    &["--format", "human"],
    &["--format", "json"],
    &["--format", "jsonl"],
    &["--format", "csv"],
    &["--format", "csv", "--rows", "lists"],
    &["--format", "html"],
    &["--format", "sarif"],
    &["--format", "github"],
];

/// Checks that a command tells all these words in every format.
fn tells(here: &Path, check: &[&str], words: &[&str]) {
    for format in FORMATS {
        let ran = plainly(here, &[check, format].concat());
        let out = ran.out.replace("&#39;", "'").replace("&#x27;", "'");
        for words in words {
            assert!(out.contains(words), "{format:?}: {words}: {ran}");
        }
    }
}

fn example() -> String {
    root().join("examples/dw-1.1/weddell-sea-1000.yaml").to_str().unwrap().to_owned()
}

fn report(ran: &RunResult) -> Value {
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
    for format in FORMATS {
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

const FAKE: &str = "muster: 1
kind: overlay
id: cup
name: The Cup
extends: {id: dw-1.1}
drop: [dw11-cap-large]
prices: {prometheus-class-dreadnought: 1}
fixes: {mfv: 1000, settings: {game-type: friendly}}
rules: [{id: dw11-cap-medium, title: Ours}]
";

/// Whoever makes an archive may put an event into it that has the organiser's id and name, but other rules.
#[test]
fn an_event_in_an_archive_is_told_with_what_it_changes() {
    let example = fs::read_to_string(example()).unwrap();
    let folder = folder(&[("list.yaml", &example), ("cup.yaml", FAKE)]);
    let here = folder.path();
    let frozen = plainly(here, &["freeze", "list.yaml", "--event", "cup.yaml", "-o", "event.muster"]);
    assert_eq!(frozen.status, 0, "{frozen}");
    let told = [
        "The Cup (drops dw11-cap-large; changes dw11-cap-medium; fixes MFV 1000, game-type friendly) brought by the archive",
        "1 unit from outside the ruleset (",
        ", in place of the ruleset's)",
    ];
    tells(here, &["check", "event.muster"], &told);
    let ran = plainly(here, &["check", "event.muster", "--format", "json"]);
    assert!(ran.err.contains("verdicts, points and findings are those that were frozen"), "{ran}");
    let terms = &report(&ran)["terms"];
    assert_eq!(terms["overlays"][0]["drops"], serde_json::json!(["dw11-cap-large"]));
    assert_eq!(terms["overlays"][0]["from-archive"], true);
    // The organiser's own event is what he asked for, and no term of the list.
    let own = plainly(here, &["check", "list.yaml", "--event", "cup.yaml", "--format", "json"]);
    assert_eq!(report(&own)["terms"]["words"], Value::Null, "{own}");
}

/// An id that looks like a published one, such as `dw-1.11`, is not told by `not-published`.
#[test]
fn rules_of_an_archive_that_the_program_does_not_have_are_told() {
    let list = fs::read_to_string(example()).unwrap().replace("dw-1.1", "dw-1.11");
    let folder = folder(&[("list.yaml", &list)]);
    let here = folder.path();
    let rules = here.join("rules/dw-1.11/1");
    copy(&root().join("rulesets/dw-1.1/1"), &rules);
    fs::remove_dir_all(rules.join("history")).unwrap();
    let head = rules.join("ruleset.yaml");
    let text = fs::read_to_string(&head).unwrap();
    fs::write(&head, text.replace("\nid: dw-1.1\n", "\nid: dw-1.11\n")).unwrap();
    let frozen = plainly(here, &["freeze", "list.yaml", "--rulesets", "rules", "-o", "event.muster"]);
    assert_eq!(frozen.status, 0, "{frozen}");
    let words = "rules brought by the archive that are not in the program (dw-1.11 1.0.0)";
    tells(here, &["check", "event.muster"], &[words]);
    tells(here, &["check", "list.yaml", "--rulesets", "event.muster"], &[words]);
    let ran = plainly(here, &["check", "event.muster", "--format", "json"]);
    assert!(ran.err.contains("verdicts, points and findings are those that were frozen"), "{ran}");
    assert_eq!(report(&ran)["terms"]["own-rules"], "dw-1.11 1.0.0");
    assert!(!has(&report(&ran), "not-published"), "nothing was published under this id");
    // A club that names the folder of its rules knows them.
    let own = plainly(here, &["check", "list.yaml", "--rulesets", "rules", "--format", "json"]);
    assert_eq!(report(&own)["terms"]["own-rules"], Value::Null);
    let printed = plainly(here, &["print", "list.yaml", "--rulesets", "event.muster", "-o", "list.pdf"]);
    assert_eq!(printed.status, 0, "{printed}");
    assert!(text_of(&here.join("list.pdf")).contains(words));
}

#[test]
fn a_list_of_another_game_says_that_no_rules_of_the_event_judged_it() {
    let event = "muster: 1\nkind: overlay\nid: cup\nname: The Cup\nextends: {id: dw-2.5}\nfixes: {mfv: 1000}\n";
    let folder = folder(&[("cup.yaml", event)]);
    let (here, example) = (folder.path(), example());
    let words = "no rules of The Cup, which is not about its game";
    tells(here, &["check", &example, "--event", "cup.yaml"], &[words]);
    let ran = plainly(here, &["check", &example, "--event", "cup.yaml", "--format", "json"]);
    assert_eq!(report(&ran)["terms"]["other-game"], serde_json::json!(["The Cup"]));
    assert!(has(&report(&ran), "event-other-game"));
    let strict = plainly(here, &["check", &example, "--event", "cup.yaml", "--deny-warnings"]);
    assert_eq!(strict.status, 1, "{strict}");
    let printed =
        plainly(here, &["print", &example, "--event", "cup.yaml", "--layout", "index,force-list", "-o", "all.pdf"]);
    assert_eq!(printed.status, 0, "{printed}");
    assert!(text_of(&here.join("all.pdf")).matches(words).count() > 1);
}

/// A list with a code of a full list, as `export --open` and open prints give it away.
fn open_example() -> String {
    let list = fs::read_to_string(root().join("examples/dw-2.5/delaware-decks-1000.yaml")).unwrap();
    list + "x-whole-fingerprint: abcdefghijklmnop-qrstuvwxyz234567\n"
}

/// Whoever hands in an open list would else have secrets that nobody judged.
#[test]
fn what_an_open_list_hides_is_told() {
    let folder = folder(&[("open.yaml", &open_example())]);
    tells(
        folder.path(),
        &["check", "open.yaml"],
        &["only what an opponent may see of the full list abcdefghijklmnop-qrstuvwxyz234567"],
    );
    let plain = plainly(folder.path(), &["check", "open.yaml", "--format", "json"]);
    assert_eq!(report(&plain)["terms"]["full-list"], "abcdefghijklmnop-qrstuvwxyz234567");
    // A list that is the full list itself hides nothing.
    let code = report(&plain)["fingerprint"].as_str().unwrap().to_owned();
    let own = open_example().replace("abcdefghijklmnop-qrstuvwxyz234567", &code);
    fs::write(folder.path().join("own.yaml"), own).unwrap();
    let own = plainly(folder.path(), &["check", "own.yaml", "--format", "json"]);
    assert_eq!(report(&own)["terms"]["full-list"], Value::Null);
}

/// `fix`, `complete` and `migrate` say verdicts, too. What they change is no part of a full list any more.
#[test]
fn changed_lists_keep_their_terms_and_lose_the_code() {
    let folder =
        folder(&[("open.yaml", &open_example()), ("broken.yaml", &open_example().replace("mfv: 1000", "mfv: 960"))]);
    let here = folder.path();
    let terms = "may see of the full list abcdefghijklmnop-qrstuvwxyz234567";
    for args in [&["fix", "broken.yaml"][..], &["complete", "open.yaml"], &["migrate", "open.yaml"]] {
        for format in ["human", "json"] {
            let ran = plainly(here, &[args, &["--format", format]].concat());
            assert!(ran.out.contains(terms), "{ran}");
        }
    }
    let fixed = plainly(here, &["fix", "broken.yaml", "-o", "fixed.yaml"]);
    assert_eq!(fixed.status, 0, "{fixed}");
    let fixed = fs::read_to_string(here.join("fixed.yaml")).unwrap();
    assert!(!fixed.contains("x-whole-fingerprint"), "{fixed}");
}
