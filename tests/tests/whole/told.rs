//! Compares what the engine tells with the record in `tests/lists/*/told.txt`. The record has a digest for each file with
//! everything in it, and each sentence once. `UPDATE=1 cargo test --test whole recorded` writes it.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use muster_engine::list::RulesetName;
use muster_engine::ready::Ruleset;
use muster_engine::short_digest;
use muster_library::shelf::Shelf;
use muster_tests::golden::{GoldenList, golden_lists, with_club_units};
use muster_tests::told::{EngineTexts, catalogues, rules};
use rayon::prelude::*;

const HEAD: &str =
    "Made by `UPDATE=1 cargo test --test whole recorded`. For each file of lists a digest of all that the engine tells
about them, and the sentences that no file before it has.

";

#[test]
fn what_is_told_is_as_recorded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists");
    let folders = std::fs::read_dir(&root).expect("there are golden lists");
    is_as_recorded(folders.map(|folder| {
        let folder = folder.expect("a folder").path();
        (folder.join("told.txt"), record(&folder))
    }));
}

/// Compares records with the files that keep them, or writes the files.
pub(crate) fn is_as_recorded(records: impl IntoIterator<Item = (PathBuf, String)>) {
    let mut wrong = Vec::new();
    for (path, record) in records {
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &record).expect("the record can be written");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        if kept != record {
            let first = kept.lines().zip(record.lines()).find(|(old, new)| old != new);
            wrong.push(format!("{}: first at {first:?}", path.display()));
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\nIf that is meant, run UPDATE=1 cargo test --test whole recorded and read the difference.",
        wrong.join("\n")
    );
}

/// Makes the content of `told.txt` for a folder of golden lists.
fn record(folder: &Path) -> String {
    let shelf = Shelf::built_in();
    let id = folder.file_name().expect("a name").to_string_lossy().into_owned();
    // Most lists of a folder name the same ruleset and nations.
    let mut rulesets = HashMap::new();
    let mut files: Vec<(String, Vec<(String, GoldenList)>)> = Vec::new();
    for golden in golden_lists(folder) {
        let key = format!("{:?} {}", golden.ruleset_name(), golden.nations().join(" "));
        let whole = || with_club_units(&golden.named_ruleset(&shelf), folder);
        rulesets.entry(key.clone()).or_insert_with(whole);
        let file = golden.file.file_name().expect("a name").to_string_lossy().into_owned();
        match files.last_mut() {
            Some((last, lists)) if *last == file => lists.push((key, golden)),
            _ => files.push((file, vec![(key, golden)])),
        }
    }
    let told = files.par_iter().map(|(file, lists)| {
        let mut told = EngineTexts::default();
        for (key, golden) in lists {
            told.add(&rulesets[key], golden);
        }
        (file, told)
    });
    let told: Vec<_> = told.collect();
    let whole = shelf.ruleset(&RulesetName::Id(id), &[]).expect("a shipped ruleset is whole");
    record_of(&whole, told.iter().map(|(file, told)| (file.as_str(), told)))
}

/// Makes a record of what is told about a ruleset, and about lists by the names of their files.
pub(crate) fn record_of<'t>(ruleset: &Ruleset, files: impl IntoIterator<Item = (&'t str, &'t EngineTexts)>) -> String {
    let mut record = String::from(HEAD);
    let _ = writeln!(record, "rules {}", short_digest(rules(ruleset).as_bytes()));
    for (nation, told) in catalogues(ruleset) {
        let _ = writeln!(record, "units of {nation} {}", short_digest(told.as_bytes()));
    }
    let mut known = BTreeSet::new();
    for (file, told) in files {
        record.push_str(&told.record(file, &mut known));
    }
    record
}
