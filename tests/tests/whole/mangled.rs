//! Mangled files of every kind: bytes flipped, cut, doubled, moved, and words inserted that are hard for readers. Each
//! result must come in bounded time and say what is wrong, and no reader may panic.
//!
//! `MANGLED=200000 cargo test --test whole mangled` tries this many inputs of each kind, which takes longer.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use muster_engine::list::{ArmyList, RulesetName};
use muster_exchange::battlescribe::{SourceFile, roster};
use muster_exchange::listing::{Markup, TextContext, lines, write};
use muster_exchange::{spreadsheet, yaml};
use muster_importer::Kit;
use muster_library::catalogues::catalogues;
use muster_library::judge::{JudgedList, judge_bytes, judge_in_full};
use muster_library::lists::{FileDocument, lists};
use muster_library::shelf::Shelf;
use muster_library::{lints, share};
use muster_submissions::{FoundLists, Intake, NewestGames};
use muster_tests::dice::Dice;
use rayon::prelude::*;

/// The number of inputs of each kind.
const EACH: u64 = 220;
/// The most bytes that a sentence may have.
const SENTENCE: usize = 5_000;

/// Words that are hard for readers.
const WORDS: [&[u8]; 40] = [
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\x1b[31m",
    "\u{85}".as_bytes(),
    "\u{2028}".as_bytes(),
    "\u{202e}".as_bytes(),
    "\u{ffff}".as_bytes(),
    b"\r",
    b"\n",
    b"\n---\n",
    b"\n...\n",
    b"\t",
    b": ",
    b"- ",
    b"? ",
    b"[",
    b"]",
    b"{",
    b"}",
    b"&a ",
    b"*a",
    b"!x ",
    b"<<: ",
    b"'",
    b"\"",
    b"|\n",
    b"#",
    b"99999999999999999999",
    b"-1",
    b"1e309",
    b"0x7fffffffffffffff",
    b"null",
    b"<a>",
    b"</",
    b"<!--",
    b"&#0;",
    b",;,;",
    b"\"\"",
];

/// One to six changes.
fn mangled(seed: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=dice.roll(6) {
        let part = dice.part(bytes.len());
        let at = dice.roll(bytes.len() + 1);
        match dice.roll(7) {
            0 if !bytes.is_empty() => bytes[part.start] ^= 1 << dice.roll(8),
            1 => drop(bytes.drain(part)),
            2 => bytes.truncate(at),
            3 => {
                let doubled = bytes[part].repeat(1 + dice.roll(3));
                bytes.splice(at..at, doubled);
            }
            4 => {
                let moved: Vec<u8> = bytes.drain(part).collect();
                let at = at.min(bytes.len());
                bytes.splice(at..at, moved);
            }
            5 => {
                let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
                let (one, other) = (dice.roll(lines.len()), dice.roll(lines.len()));
                let mut lines = lines;
                lines.swap(one, other);
                bytes = lines.join(&b'\n');
            }
            _ => {
                let word = WORDS[dice.roll(WORDS.len())];
                bytes.splice(at..at, word.iter().copied());
            }
        }
    }
    bytes
}

fn is_sentence(text: &str) {
    assert!(!text.is_empty() && text.len() < SENTENCE, "{} bytes: {text:.200}", text.len());
}

/// Reads a file like `check` and the user interface. A list is also written and read back.
fn as_list(shelf: &Shelf, bytes: &[u8]) {
    for report in judge_bytes(shelf, "file", bytes) {
        report.findings.iter().for_each(|finding| is_sentence(&finding.message));
    }
    for entry in lists(bytes) {
        if let FileDocument::List(list, _) = entry {
            let text = yaml::to_string(&list).expect("a list is written");
            let read = lists(text.as_bytes());
            assert!(matches!(read.as_slice(), [FileDocument::List(back, _)] if *back == list), "{text}");
        }
    }
}

/// Reads a file like `import`.
fn as_import(shelf: &Shelf, bytes: &[u8]) {
    let games = NewestGames::new(shelf);
    for found in Intake::new(&games).with(Some("dw-2.5"), TextContext::default()).open("file", bytes) {
        match found.form {
            FoundLists::Other(listings, _) => listings.iter().for_each(|listing| reads_back(&listing.list)),
            FoundLists::File(entries) => {
                for entry in entries {
                    if let FileDocument::List(list, _) = entry {
                        reads_back(&list);
                    }
                }
            }
            FoundLists::Nothing(nothing) => is_sentence(&nothing.why),
        }
    }
}

/// Whether a list reads back as it is written.
fn reads_back(list: &ArmyList) {
    let text = yaml::to_string(list).expect("a list is written");
    assert!(matches!(lists(text.as_bytes()).as_slice(), [FileDocument::List(back, _)] if **back == *list), "{text}");
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn examples(game: &str) -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(root().join("examples").join(game))
        .expect("examples")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    paths.iter().filter_map(|path| fs::read(path).ok()).collect()
}

/// Tries all inputs of a kind.
fn each(name: &str, seeds: &[Vec<u8>], read: impl Fn(&[u8]) + Sync) {
    part_of_each(name, seeds, 1, read);
}

/// Tries the inputs of a kind, divided by `parts`.
fn part_of_each(name: &str, seeds: &[Vec<u8>], parts: u64, read: impl Fn(&[u8]) + Sync) {
    let number = std::env::var("MANGLED").ok().and_then(|number| number.parse().ok()).unwrap_or(EACH) / parts;
    assert!(!seeds.is_empty(), "{name}");
    for seed in seeds {
        read(seed);
    }
    (0..number).into_par_iter().for_each(|number| {
        let mut dice = Dice(number);
        let seed = &seeds[dice.roll(seeds.len())];
        let bytes = mangled(seed, &mut dice);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| read(&bytes))) {
            eprintln!("{name}, input {number}:\n{}", String::from_utf8_lossy(&bytes));
            std::panic::resume_unwind(panic);
        }
    });
}

#[test]
fn lists_sheets_and_words() {
    let shelf = Shelf::built_in();
    let all: Vec<Vec<u8>> =
        ["dw-2.5", "legions-2.0", "fleet-action", "dw-3", "dw-4"].iter().flat_map(|game| examples(game)).collect();
    each("list", &all, |bytes| as_list(&shelf, bytes));
    let of = |text: &[u8]| {
        lists(text)
            .into_iter()
            .find_map(|entry| if let FileDocument::List(list, _) = entry { Some(list) } else { None })
    };
    let json: Vec<Vec<u8>> = all.iter().filter_map(|text| serde_json::to_vec(&of(text)?).ok()).collect();
    each("JSON", &json, |bytes| as_list(&shelf, bytes));
    let words: Vec<Vec<u8>> = all.iter().filter_map(|text| Some(share::word(&*of(text)?).into_bytes())).collect();
    each("word", &words, |bytes| {
        as_list(&shelf, bytes);
        as_import(&shelf, bytes);
    });
}

#[test]
fn texts_and_rosters() {
    let shelf = Shelf::built_in();
    let (mut texts, mut rosters) = (Vec::new(), Vec::new());
    for text in examples("dw-2.5") {
        let Some(FileDocument::List(list, _)) = lists(&text).pop() else { continue };
        let JudgedList { ruleset, report, summary, .. } =
            judge_in_full(&shelf, "", None, &list, None).expect("its ruleset");
        for style in [Markup::Text, Markup::Markdown, Markup::Discord, Markup::Bbcode] {
            texts.push(write(&ruleset, &list, &summary, &report, style).text.into_bytes());
        }
        texts.push(lines(&summary, &report).into_bytes());
        let text = roster::write(&ruleset, &list, &summary).text;
        rosters.extend([roster::pack(&text), text.into_bytes()]);
    }
    each("text", &texts, |bytes| as_import(&shelf, bytes));
    each("roster", &rosters, |bytes| as_import(&shelf, bytes));
}

#[test]
fn units() {
    const SYSTEM: &str = r#"<gameSystem id="s" name="S"/>"#;
    const CATALOGUE: &str = r#"<catalogue id="c" name="C"><entries>
  <entry id="g" name="Gull Class Frigate" points="70.0" minSelections="0" maxSelections="4" type="unit">
    <profiles><profile id="p" name="Gull" profileTypeId="ship"><characteristics><characteristic name="DR" value="4"/></characteristics></profile></profiles>
    <entries><entry id="h" name="Rockets (2)" points="5.0" maxSelections="1" type="upgrade"><modifiers><modifier type="increment" field="points" value="2.0" repeat="true" numRepeats="1" incrementValue="1"/></modifiers></entry></entries>
  </entry></entries></catalogue>"#;
    let shelf = Shelf::built_in();
    let name = RulesetName::Id("dw-2.5".to_owned());
    let edition = shelf.find(&name).expect("dw-2.5");
    let kit = Kit::load(|name| edition.import_file(name)).expect("its recipe");
    let nation = kit.nation("Kingdom_of_Denmark.cat").expect("a nation of it");
    each("catalogue of others", &[CATALOGUE.as_bytes().to_vec()], |bytes| {
        let names: Vec<&str> = nation.files().collect();
        let text = |name: &str| {
            if name.contains(".gst") { SYSTEM.to_owned() } else { String::from_utf8_lossy(bytes).into_owned() }
        };
        let sources: Vec<SourceFile> =
            names.iter().map(|name| SourceFile { name: (*name).to_owned(), text: text(name) }).collect();
        if let Err(error) = kit.import(nation, &sources) {
            is_sentence(&error.to_string());
        }
    });
    let ruleset = shelf.ruleset(&name, &["none of them"]).expect("dw-2.5");
    let own = "name,nation,points,size,type,min,max\nGull,kingdom-of-denmark,70,small,naval,1,4\nHeron,kingdom-of-denmark,30,small,naval,2,6\n";
    let sheets = [spreadsheet::template(ruleset.declarations()).into_bytes(), own.as_bytes().to_vec()];
    each("spreadsheet", &sheets, |bytes| {
        if let Err(faults) = spreadsheet::read(&ruleset, bytes, None) {
            for fault in faults {
                is_sentence(&fault.to_string());
            }
        }
    });
    let catalogue = fs::read(root().join("rulesets/fleet-action/1/catalogue/prussian-empire.yaml"));
    let game = shelf.ruleset(&RulesetName::Id("fleet-action".to_owned()), &[]).expect("fleet-action");
    each("catalogue", &[catalogue.expect("a catalogue")], |bytes| match catalogues(&game, bytes) {
        Ok(found) => found.iter().for_each(|catalogue| drop(game.problems_of(catalogue))),
        Err(faults) => faults.iter().for_each(|fault| is_sentence(&fault.message)),
    });
}

/// One file of a small ruleset is mangled. The others are intact.
#[test]
fn rulesets() {
    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for path in fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()) {
            if path.is_dir() { files(&path, found) } else { found.push(path) }
        }
    }
    let tiny = root().join("crates/cli/tests/rulesets");
    let mut all = Vec::new();
    files(&tiny, &mut all);
    all.sort();
    let seeds: Vec<Vec<u8>> = all.iter().map(|path| fs::read(path).expect("a file")).collect();
    let names: Vec<&Path> = all.iter().map(|path| path.strip_prefix(&tiny).expect("within")).collect();
    let list = "muster: 1\nruleset: tiny\nnation: lakeland\nmfv: 500\nsquadrons: [{unit: barge, models: 3}, {unit: steamer, models: 2, options: [flags]}]\n";
    for (name, seed) in names.iter().zip(&seeds) {
        let part = std::slice::from_ref(seed);
        part_of_each(&name.display().to_string(), part, names.len() as u64, |bytes| {
            let folder = tempfile::tempdir().expect("a folder");
            for (other, text) in names.iter().zip(&seeds) {
                let path = folder.path().join(other);
                fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
                fs::write(path, if other == name { bytes } else { text }).expect("a file");
            }
            let shelf = Shelf::with_folders(&[folder.path().to_owned()]);
            for report in lints::lint(&shelf, &folder.path().join("tiny/1")).into_iter().chain(judge_bytes(
                &shelf,
                "list",
                list.as_bytes(),
            )) {
                report.findings.iter().for_each(|finding| is_sentence(&finding.message));
            }
        });
    }
}
