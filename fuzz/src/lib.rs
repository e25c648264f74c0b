//! What the doors share: the games that come with the program, and what must be true of everything that is read.
//!
//! A failed assertion ends a run, as a panic of the program does, and the fuzzer keeps the input.

use std::io::{Cursor, Write as _};
use std::path::PathBuf;
use std::sync::LazyLock;

use muster_app::{App, call};
use muster_engine::catalogue::Catalogue;
use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::ready::Ruleset;
use muster_engine::report::Report;
use muster_exchange::battlescribe::roster;
use muster_exchange::listing::{Markup, write};
use muster_exchange::unpack::PARTS;
use muster_exchange::{spreadsheet, yaml};
use muster_library::catalogues::catalogues;
use muster_library::judge::{JudgedList, judge_entry, judge_in_full};
use muster_library::lists::{FileDocument, lists};
use muster_library::share;
use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, Intake, NewestGames, ReplyOptions, SUBJECT, TEMPLATE, judge_bytes, page, replies};
use serde_json::Value;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The most bytes that a sentence may have.
const SENTENCE: usize = 5_000;
/// The most bytes that a report may have as JSON.
const REPORT: usize = 20_000_000;
/// The folder of the smallest ruleset there is.
pub const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/cli/tests/rulesets");
/// A list of that ruleset.
pub const SMALL_LIST: &str = "muster: 1\nruleset: tiny\nnation: lakeland\nmfv: 500\nsquadrons: [{unit: barge, models: 3}, {unit: steamer, models: 2, options: [flags]}]\n";
/// The calls that print.
pub const PRINTS: [&str; 4] = ["print", "print-many", "preview", "print-sheet"];

static BUILT_IN: LazyLock<Shelf> = LazyLock::new(Shelf::built_in);
static GAMES: LazyLock<NewestGames<'static>> = LazyLock::new(|| NewestGames::new(&BUILT_IN));
static INTAKE: LazyLock<Intake<'static>> = LazyLock::new(|| Intake::new(&GAMES));

/// The games that come with the program.
pub fn built_in() -> &'static Shelf {
    &BUILT_IN
}

/// These games, and the smallest ruleset.
pub fn with_small() -> Shelf {
    Shelf::with_folders(&[PathBuf::from(SMALL)])
}

/// A game of the program with all its units.
pub fn game(id: &str) -> Ruleset {
    built_in().ruleset(&RulesetName::Id(id.to_owned()), &[]).unwrap_or_else(|fault| panic!("{}", fault.message))
}

/// The ids of the games that come with the program.
pub fn games() -> Vec<String> {
    let mut ids: Vec<String> = built_in().editions().iter().map(|edition| edition.id.clone()).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// The games that come with the program with all their units, in the order of their ids.
pub fn rulesets() -> &'static [Ruleset] {
    static RULESETS: LazyLock<Vec<Ruleset>> = LazyLock::new(|| games().iter().map(|id| game(id)).collect());
    &RULESETS
}

/// The first byte, which chooses between several things to do, and the rest.
pub fn chosen(bytes: &[u8]) -> Option<(usize, &[u8])> {
    bytes.split_first().map(|(first, rest)| (usize::from(*first), rest))
}

/// The answer to a call must be JSON, and the same when the call is made again. A refusal must say why.
pub fn answers(name: &str, body: &[u8]) {
    static APP: LazyLock<App> = LazyLock::new(App::default);
    let answer = call(&APP, name, body);
    assert_eq!(answer, call(&APP, name, body), "another answer to the same call of {name}");
    match answer {
        Ok(answer) => drop(serde_json::from_slice::<Value>(&answer).expect("an answer is JSON")),
        Err(fault) => {
            assert!(!["unwritable", "broken"].contains(&fault.code.as_str()), "{name}: {fault:?}");
            is_sentence(&fault.message);
        }
    }
}

/// Something that is told must be a sentence that fits a screen.
pub fn is_sentence(text: &str) {
    assert!(!text.is_empty() && text.len() < SENTENCE, "{} bytes: {text:.200}", text.len());
}

/// A report must be bounded.
pub fn is_bounded(report: &Report) {
    let json = serde_json::to_string(report).expect("a report is JSON");
    assert!(json.len() < REPORT, "{} bytes", json.len());
    for finding in &report.findings {
        is_sentence(&finding.message);
        finding.help.as_deref().into_iter().for_each(is_sentence);
    }
}

/// The report on a document, which must be the same when it is made again.
pub fn judged(shelf: &Shelf, entry: &FileDocument) -> Report {
    let report = judge_entry(shelf, "list.yaml", None, entry);
    assert_eq!(report, judge_entry(shelf, "list.yaml", None, entry), "another report on the same list");
    is_bounded(&report);
    report
}

/// A list must read back as it is written: as YAML, as JSON and as one word. It must be judged alike.
pub fn comes_back(list: &ArmyList) -> FileDocument {
    let text = yaml::to_string(list).expect("a list is written");
    let json = serde_json::to_string(list).expect("a list is JSON");
    for written in [&text, &json, &share::word(list)] {
        let read = lists(written.as_bytes());
        assert!(matches!(read.as_slice(), [FileDocument::List(back, _)] if **back == *list), "{written}");
    }
    lists(text.as_bytes()).remove(0)
}

/// A list must be written as text and as a roster. Both are read back by those who write them, and tell what is lost.
pub fn is_exported(shelf: &Shelf, list: &ArmyList) {
    let Ok(JudgedList { ruleset, report, summary, .. }) = judge_in_full(shelf, "", None, list, None) else { return };
    for style in [Markup::Text, Markup::Markdown, Markup::Discord, Markup::Bbcode] {
        write(&ruleset, list, &summary, &report, style).lost.iter().for_each(|lost| is_sentence(lost));
    }
    roster::write(&ruleset, list, &summary).lost.iter().for_each(|lost| is_sentence(lost));
}

/// A file must be judged as if a player handed it in: each part has an outcome, and each list that was found reads back.
/// With every fourth input, because it takes long: doing it again gives the same, and the organiser gets a page and a mail
/// to each player.
pub fn handed_in(name: &str, bytes: &[u8]) {
    let outcomes = judge_bytes(&INTAKE, name, bytes);
    assert!(!outcomes.is_empty() && outcomes.len() <= PARTS + 1, "{} outcomes", outcomes.len());
    for outcome in &outcomes {
        match outcome {
            HandIn::NoList { why, .. } => assert!(!why.is_empty()),
            HandIn::Lists(found) => {
                for submission in found {
                    is_bounded(&submission.report);
                    if let Some(list) = &submission.list {
                        comes_back(list);
                    }
                }
            }
        }
    }
    if crc32fast::hash(bytes) % 4 > 0 {
        return;
    }
    assert_eq!(outcomes, judge_bytes(&INTAKE, name, bytes), "another outcome of the same file");
    assert!(
        !page(&outcomes, INTAKE.shelf(), &[]).expect("a page").contains("<script>alert("),
        "markup of a stranger in the page"
    );
    let options = ReplyOptions { template: TEMPLATE, subject: SUBJECT, from: None, deadline: None };
    replies(&outcomes, &options).expect("mails by the program's own template");
}

/// Catalogues that were read must be judged, and read back as they are written: as YAML, and as a spreadsheet where
/// nothing is said to be lost. A unit that the ruleset has too takes from there what its catalogue leaves out, so it may
/// read back with more.
pub fn units_come_back(ruleset: &Ruleset, read: &[Catalogue]) {
    for catalogue in read {
        ruleset.problems_of(catalogue).iter().for_each(|problem| is_sentence(&problem.fault.to_string()));
        let text = yaml::to_string(catalogue).expect("a catalogue is written");
        let back = catalogues(ruleset, text.as_bytes());
        let is_known = catalogue.units.iter().any(|unit| known(ruleset, &unit.id));
        let is_same = back.as_ref().is_ok_and(|back| is_known || back.as_slice() == std::slice::from_ref(catalogue));
        assert!(is_same, "{text}\n{back:?}");
    }
    let (text, lost) = spreadsheet::write(ruleset, read);
    let back = spreadsheet::read(ruleset, text.as_bytes(), None);
    if lost.is_empty() && !read.is_empty() {
        let units = |all: &[Catalogue]| all.iter().map(|one| one.units.len()).sum::<usize>();
        let is_whole = back.as_ref().is_ok_and(|back| units(back) == units(read));
        assert!(is_whole, "{text}\n{back:?}");
    }
}

fn known(ruleset: &Ruleset, id: &str) -> bool {
    ruleset.catalogues().iter().any(|catalogue| catalogue.written().units.iter().any(|unit| unit.id == id))
}

/// A zip archive of these files.
pub fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        archive.start_file(*name, options).expect("a file of an archive");
        archive.write_all(bytes).expect("memory has room");
    }
    archive.finish().expect("memory has room").into_inner()
}
