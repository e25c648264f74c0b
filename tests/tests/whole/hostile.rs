//! Lists made to fill memory or to take forever. Each must end in a bounded report.
//!
//! `HOSTILE=folder cargo test --test whole hostile` writes them to that folder, as large as a file may be, to time
//! them.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::{env, fs, thread};

use muster_engine::report::{Report, Severity};
use muster_library::files::{Files, FilesPath, MemoryFiles};
use muster_library::judge::judge_bytes;
use muster_library::limits;
use muster_library::lints::under_event;
use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, Intake, NewestGames, judge_bytes as judge_bytes_of_any_form};

/// The most bytes that a report may have as JSON. The largest files themselves have 8 MB.
const REPORT: usize = 20_000_000;
/// The most bytes that a sentence may have.
const SENTENCE: usize = 5_000;

/// `number` copies of a line, with its index in place of `#`.
fn lines(number: usize, text: &str) -> String {
    (0..number).fold(String::new(), |mut lines, index| {
        let _ = writeln!(lines, "{}", text.replace('#', &index.to_string()));
        lines
    })
}

/// A squadron with another attached to it, which has another attached to it, and so on.
fn chain(unit: &str, depth: usize) -> String {
    let attached = if depth == 0 { String::new() } else { format!(", attached: [{}]", chain(unit, depth - 1)) };
    format!("{{unit: {unit}, models: 1{attached}}}")
}

/// The name of each hostile list and its text after the head, made with this many entries and squadrons.
fn hostile(entries: usize, squadrons: usize) -> Vec<(&'static str, String)> {
    const FLAGSHIP: &str = "squadrons:\n- unit: ruler-class-battleship\n  models: 1\n  roles: [commodore]\n";
    let with_flagship = |text: &str, each: &str| format!("{FLAGSHIP}{text}\n{}", lines(entries, each));
    // Entries with several values count several times towards the limit of a file.
    let few = |text: &str, each: &str| format!("{FLAGSHIP}{text}\n{}", lines(entries / 4, each));
    let flagship = |text: &str, each: &str| format!("{text}\n{}{FLAGSHIP}", lines(entries, each));
    let fleet = |each: &str| format!("squadrons:\n{}", lines(squadrons, each));
    let led = |each: &str| {
        format!("squadrons:\n- {{unit: tribal-class-cruiser, models: 3, id: a}}\n{}", lines(squadrons - 1, each))
    };
    let groups = |each: &str| format!("groups:\n{}", lines(squadrons, each));
    let group = |each: &str| format!("groups:\n- kind: core\n  squadrons:\n{}", lines(squadrons, each));
    let long = "x".repeat(entries * 5);
    vec![
        ("cards-unknown", flagship("decks:\n  tacs:", "  - c#")),
        ("cards-same", flagship("decks:\n  tacs:", "  - tally-ho")),
        ("cards-swapped", few("decks:\n  tacs:", "  - {card: c#, type: generic, cost: 40, replaces: d#}")),
        ("consents", flagship("consents:", "- c#")),
        ("settings", flagship("settings:", "  s#: a")),
        ("decks", few("decks:", "  d#: [a]")),
        ("roles", with_flagship("  attached: []\n- unit: tribal-class-cruiser\n  models: 3\n  roles:", "  - r#")),
        ("roles-known", with_flagship("- unit: tribal-class-cruiser\n  models: 3\n  roles:", "  - sub-commander")),
        ("options-unknown", with_flagship("  options:", "  - o#")),
        ("options-of-unknown", with_flagship("- unit: nothing\n  models: 3\n  options:", "  - o#")),
        ("parts", few("- unit: tribal-class-cruiser\n  models:", "  - {count: 1, mark: m#}")),
        ("carries-unknown", with_flagship("  carries:", "  - c#")),
        ("units-unknown", fleet("- {unit: Nothing Class Ship #, models: 3}")),
        ("nations-unknown", fleet("- {unit: tribal-class-cruiser, models: 3, nation: n#}")),
        ("allocations-unknown", fleet("- {unit: tribal-class-cruiser, models: 3, allocation: a#}")),
        ("option-each", fleet("- {unit: tribal-class-cruiser, models: 3, options: [o#]}")),
        ("unique", fleet("- {unit: ruler-class-battleship, models: 1, roles: [commodore]}")),
        ("over-size", fleet("- {unit: tribal-class-cruiser, models: 1000}")),
        ("same-id", fleet("- {unit: tribal-class-cruiser, models: 3, id: a}")),
        ("brought-by-one", led("- {unit: tribal-class-cruiser, models: 3, brought-by: a}")),
        ("carried-by-each", led("- {unit: tribal-class-cruiser, models: 3, carries: [a]}")),
        (
            "chains",
            format!("squadrons:\n{}", lines(squadrons / 30, &format!("- {}", chain("bastion-class-escort", 29)))),
        ),
        ("chains-unknown", format!("squadrons:\n{}", lines(squadrons / 30, &format!("- {}", chain("nothing", 29))))),
        (
            "wide",
            format!(
                "squadrons:\n- unit: {long}\n  models: 1\n  attached:\n{}",
                lines(squadrons - 1, "  - {unit: bastion-class-escort, models: 9}")
            ),
        ),
        ("groups", groups("- {kind: core, squadrons: [{unit: club-cruiser, models: 1}]}")),
        ("groups-empty", groups("- {kind: core}")),
        ("groups-unknown", groups("- {kind: k#, squadrons: [{unit: club-cruiser, models: 1}]}")),
        ("group-full", group("  - {unit: club-cruiser, models: 1}")),
        ("group-unknown", group("  - {unit: Nothing Class Ship #, models: 1}")),
        ("slots-unknown", group("  - {unit: club-cruiser, models: 1, slot: s#}")),
        (
            "long-group",
            format!(
                "groups:\n- kind: core\n  name: {long}\n  squadrons:\n{}",
                lines(squadrons, "  - {unit: club-cruiser, models: 1}")
            ),
        ),
        ("long-unit", format!("squadrons:\n- {{unit: {long}, models: 3}}\n")),
        (
            "long-bringer",
            format!(
                "squadrons:\n- {{unit: {long}, models: 3, id: a}}\n{}",
                lines(squadrons - 1, "- {unit: tribal-class-cruiser, models: 3, brought-by: a}")
            ),
        ),
        (
            "long-names",
            format!("squadrons:\n- {{unit: tribal-class-cruiser, models: 1000, name: {long}, options: [{long}]}}\n"),
        ),
    ]
}

fn with_head(text: &str) -> String {
    let (ruleset, nation) = if text.starts_with("groups:") {
        ("fleet-action", "prussian-empire")
    } else {
        ("dw-2.5", "kingdom-of-britannia")
    };
    format!("muster: 1\nname: Hostile\nruleset: {ruleset}\nnation: {nation}\nmfv: 1000\n{text}")
}

fn is_bounded(name: &str, report: &Report) {
    let json = serde_json::to_string(report).expect("a report is JSON");
    assert!(json.len() < REPORT, "{name}: {} bytes", json.len());
    let mut seen = HashSet::new();
    for finding in &report.findings {
        let help = finding.help.as_deref().unwrap_or_default();
        let longest = finding.message.len().max(help.len());
        assert!(longest < SENTENCE, "{name}: {} says {longest} bytes", finding.rule);
        assert!(seen.insert((&finding.rule, &finding.at, &finding.message)), "{name}: twice {finding:?}");
    }
    let closing = report.findings.iter().filter(|finding| finding.rule.as_str() == "too-many-findings");
    assert!(closing.count() < 2, "{name}");
}

#[test]
fn hostile_lists_end_in_a_bounded_report() {
    if let Ok(folder) = env::var("HOSTILE") {
        for (name, text) in hostile(400_000, 10_000) {
            fs::write(Path::new(&folder).join(format!("{name}.yaml")), with_head(&text)).expect("the folder is there");
        }
        return;
    }
    let shelf = Shelf::built_in();
    for (name, text) in hostile(3_000, 2_000) {
        for report in judge_bytes(&shelf, name, with_head(&text).as_bytes()) {
            is_bounded(name, &report);
            assert!(!report.findings.is_empty(), "{name}: nothing was found");
        }
    }
}

#[test]
fn what_is_left_out_is_counted_and_weighs() {
    let text = hostile(10, 1_500).into_iter().find(|(name, _)| *name == "over-size").expect("it is there").1;
    let reports = judge_bytes(&Shelf::built_in(), "list", with_head(&text).as_bytes());
    let closing = reports[0].findings.iter().find(|finding| finding.rule.as_str() == "too-many-findings");
    let closing = closing.expect("1,500 squadrons break one rule");
    assert_eq!(closing.message, "500 more findings are left out");
    assert_eq!(closing.severity, Severity::Error);
}

/// Files that nest as deeply as they may, and more, in every form.
fn deep_files() -> Vec<(&'static str, String)> {
    let nested = |levels: usize, open: &str, close: &str| format!("{}x{}", open.repeat(levels), close.repeat(levels));
    let deep = |open: &str, close: &str| nested(20_000, open, close);
    let fit = |open: &str, close: &str| with_head(&format!("x-deep: {}\n", nested(limits::DEPTH - 4, open, close)));
    vec![
        ("fit.yaml", fit("[", "]")),
        ("fit-maps.yaml", fit("{a: ", "}")),
        (
            "attached.yaml",
            with_head(&format!("squadrons:\n- {}\n", chain("tribal-class-cruiser", limits::DEPTH / 2 - 4))),
        ),
        ("a.yaml", deep("[", "]")),
        ("b.yaml", deep("- ", "")),
        ("c.json", deep("[", "]")),
        ("d.json", deep("{\"a\":", "}")),
        ("e.ros", format!("<roster>{}</roster>", deep("<a>", "</a>"))),
        ("f.html", format!("<html>{}</html>", deep("<div>", "</div>"))),
        ("g.html", format!("<html>{}</html>", deep("<table><tr><td>", "</td></tr></table>"))),
        ("h.txt", deep("(", ")")),
        ("i.pdf", format!("%PDF-1.7\n{}", deep("<<", ">>"))),
        ("k.eml", format!("From: a@b.c\nTo: b@c.d\nSubject: {}\n\nx", deep("(", ")"))),
    ]
}

/// House rules whose amounts nest so deeply that their file may just have them.
fn deep_event() -> Arc<dyn Files> {
    let levels = limits::DEPTH / 2 - 6;
    let amount = format!("{}{{squadrons: {{}}}}{}", "{sum: [".repeat(levels), "]}".repeat(levels));
    let event = format!(
        "muster: 1\nkind: overlay\nid: deep\nname: Deep\nversion: 1.0.0\nextends: {{id: dw-2.5}}\nrules:\n- id: deep\n  \
         title: Deep\n  kind: limit\n  clauses:\n  - {{limit: {{of: {amount}, max: 0}}, subject: squadrons}}\n"
    );
    Arc::new(MemoryFiles::from_iter([("deep.yaml", event.into_bytes())]))
}

/// Other programs call the engine on threads of their own, whose stacks may be small: 512 kB on some systems.
#[test]
fn deep_files_need_a_small_stack() {
    let judge = || {
        let files = deep_event();
        let event = FilesPath { files: &files, path: Path::new("deep.yaml") };
        let (shelf, _) = under_event(&Shelf::built_in(), event).expect("the event can be used");
        let games = NewestGames::new(&shelf);
        let is_judged = |(name, text): &(&str, String)| {
            let handed = judge_bytes_of_any_form(&Intake::new(&games), name, text.as_bytes());
            handed.iter().any(|one| matches!(one, HandIn::Lists(_)))
        };
        deep_files().iter().all(is_judged)
    };
    let thread = thread::Builder::new().stack_size(512 << 10).spawn(judge).expect("there is a thread");
    assert!(thread.join().expect("the stack is enough"));
}
