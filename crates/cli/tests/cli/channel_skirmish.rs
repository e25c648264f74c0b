//! Channel Skirmish, the game that `docs/rule-language.md` writes from nothing. Its blocks must be a whole game, its lists must
//! have the findings that their comments state, and the answers on the page must be real.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use muster_engine::report::{Finding, Report, Severity};
use muster_library::expectation::Expectation;
use serde::Deserialize;
use serde_json::Value;
use tempfile::TempDir;

use crate::readme::{blocks, compare_answers, page, root};
use crate::{folder, plainly};

const PAGE: &str = "docs/rule-language.md";
const CHAPTER: &str = "A game from nothing";
const GAME: &str = "channel-skirmish/1";

/// What stands behind the name of a file in the first line of a block that continues the file.
const CONTINUES: &str = ", further down";

/// A report as the program prints it: with more than judges tell.
#[derive(Deserialize)]
struct PrintedReport {
    #[serde(flatten)]
    report: Report,
}

/// A folder with the files that the chapter shows.
fn files() -> TempDir {
    let shown = page(PAGE);
    let chapter = shown.split("\n## ").find(|chapter| chapter.starts_with(CHAPTER)).unwrap();
    let folder = folder(&[]);
    for (_, block) in blocks(chapter).filter(|(language, _)| *language == "yaml") {
        let heading = block.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap();
        let name = heading.strip_suffix(CONTINUES).unwrap_or(heading);
        let path = folder.path().join(name);
        assert_eq!(path.exists(), name != heading, "{heading}: is it there already?");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let before = fs::read_to_string(&path).unwrap_or_default();
        fs::write(&path, before + block).unwrap();
    }
    folder
}

/// The names of the files in a folder of the game, without their ending.
fn stems(files: &Path, name: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(files.join(GAME).join(name)).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect()
}

/// What the comments of a document in a file expect, each with the line in the file.
fn expectations(text: &str, document: u32) -> Vec<(u32, Expectation)> {
    let mut found = Vec::new();
    let mut current = 0;
    for (number, line) in (1_u32..).zip(text.lines()) {
        current += u32::from(line == "---");
        let Some((_, comment)) = line.split_once("# ").filter(|_| current == document) else { continue };
        for part in comment.split(';').filter(|part| Expectation::begins(part)) {
            found.push((number, part.parse::<Expectation>().unwrap()));
        }
    }
    found
}

/// Whether a finding is the one that is expected in a line.
fn is_expected(finding: &Finding, line: u32, expected: &Expectation) -> bool {
    finding.line == Some(line) && expected.is_finding(finding)
}

#[test]
fn the_blocks_are_a_whole_game() {
    let files = files();
    let lint = plainly(files.path(), &["lint", GAME]);
    assert_eq!((lint.status, lint.out.trim_end()), (0, "sound: channel-skirmish/1"), "{lint}");
    let units = plainly(files.path(), &["units", "channel-skirmish", "--rulesets", "."]);
    let wanted = ["Kell Isles", "Ostrand", "Saltmere", "\n20 units\n"];
    assert!(units.status == 0 && wanted.iter().all(|wanted| units.out.contains(wanted)), "{units}");
}

#[test]
fn its_lists_have_the_findings_that_they_state() {
    let files = files();
    let judged = plainly(files.path(), &["check", "lists", "--rulesets", ".", "--format", "json"]);
    let answer: Value = serde_json::from_str(&judged.out).unwrap();
    let reports: Vec<PrintedReport> = serde_json::from_value(answer["reports"].clone()).unwrap();
    let mut broken = BTreeSet::new();
    for PrintedReport { report } in &reports {
        let text = fs::read_to_string(files.path().join(&report.file)).unwrap();
        let expected = expectations(&text, report.document);
        let name = report.name.clone().unwrap_or_default();
        assert!(expected.iter().any(|(_, stated)| matches!(stated, Expectation::Verdict(_))), "{name}: which verdict?");
        for (line, stated) in &expected {
            let holds = match stated {
                Expectation::Finding { .. } => report.findings.iter().any(|it| is_expected(it, *line, stated)),
                _ => stated.holds(report) == Some(true),
            };
            assert!(holds, "{name}, line {line}: not {stated}: {:#?}", report.findings);
        }
        for finding in report.findings.iter().filter(|finding| finding.severity != Severity::Note) {
            assert!(expected.iter().any(|(line, stated)| is_expected(finding, *line, stated)), "{name}: {finding:#?}");
            broken.insert(finding.rule.as_str().to_owned());
        }
    }
    let is_judged = |rule: &String| {
        let file = files.path().join(GAME).join("rules").join(format!("{rule}.yaml"));
        !fs::read_to_string(file).unwrap().contains("kind: definition")
    };
    let judged: BTreeSet<String> = stems(files.path(), "rules").into_iter().filter(is_judged).collect();
    assert_eq!(broken, judged, "the rules that some list breaks");
}

#[test]
fn its_answers_are_current() {
    compare_answers(PAGE, files().path());
}

/// Nobody finds the drawings and emblems without the sources, so the page names them.
#[test]
fn the_page_names_all_drawings_and_emblems() {
    let shown = page(PAGE);
    for entry in ["units", "emblems"].map(|name| root().join("crates/library/drawings").join(name)) {
        for drawing in fs::read_dir(entry).unwrap().map(|file| file.unwrap().path()) {
            let name = drawing.file_stem().unwrap().to_string_lossy().into_owned();
            assert!(shown.contains(&format!("`{name}`")), "{PAGE} does not name `{name}`");
        }
    }
}
