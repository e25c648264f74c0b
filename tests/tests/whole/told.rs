//! Compares what the engine tells with the snapshots `tests/lists/*/told.snap`. A snapshot has each sentence once, below the
//! first file that has it, and for each file a digest of everything that is told about its lists. `cargo insta review` shows
//! what is new and takes it over. Where a digest alone has changed, `TOLD=folder cargo test --test whole told` writes all of it
//! into a folder, so that two versions can be compared.

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

#[test]
fn what_is_told_is_as_recorded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists");
    let folders = std::fs::read_dir(&root).expect("there are golden lists");
    for folder in folders {
        let folder = folder.expect("a folder").path();
        is_as_recorded(&folder, &record(&folder));
    }
}

/// Compares a record with the snapshot in a folder.
pub(crate) fn is_as_recorded(folder: &Path, record: &str) {
    insta::with_settings!({
        snapshot_path => folder,
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("told", record);
    });
}

/// Writes all that is told about a file, if somebody wants to see it.
fn write_whole(ruleset: &Ruleset, file: &str, told: &str) {
    let Some(folder) = std::env::var_os("TOLD").map(PathBuf::from) else { return };
    let folder = folder.join(&ruleset.declarations().id);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    std::fs::write(folder.join(format!("{file}.txt")), told).expect("the file can be written");
}

/// Makes the snapshot of a folder of golden lists.
fn record(folder: &Path) -> String {
    let shelf = Shelf::built_in();
    let id = folder.file_name().expect("a name").to_string_lossy().into_owned();
    // Most lists of a folder name the same ruleset and nations.
    let mut rulesets = HashMap::new();
    let mut files: Vec<(String, Vec<(String, GoldenList)>)> = Vec::new();
    for golden in golden_lists(folder) {
        let key = format!("{:?} {}", golden.ruleset_name(), golden.nations().join(" "));
        let whole = || with_club_units(&golden.named_ruleset(&shelf).expect("a shipped ruleset is whole"), folder);
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
    let mut record = String::new();
    let _ = writeln!(record, "rules {}", short_digest(rules(ruleset).as_bytes()));
    for (nation, told) in catalogues(ruleset) {
        write_whole(ruleset, &format!("units of {nation}"), &told);
        let _ = writeln!(record, "units of {nation} {}", short_digest(told.as_bytes()));
    }
    let mut known = BTreeSet::new();
    for (file, told) in files {
        write_whole(ruleset, file, &told.whole);
        record.push_str(&told.record(file, &mut known));
    }
    record
}
