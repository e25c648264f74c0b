//! The pages about rulesets match the rulesets. `UPDATE=1 cargo test --test whole generated` writes them.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::path::Path;

use muster_engine::list::RulesetName;
use muster_library::shelf::Shelf;
use muster_tests::golden::golden_files;
use muster_tests::pages::{cards_page, page, tested_by};

#[test]
fn pages_about_rulesets_are_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let shelf = Shelf::built_in();
    for edition in shelf.editions() {
        let id = &edition.id;
        // The page is about the newest version.
        let name = RulesetName::Id(id.clone());
        let newest = shelf.find(&name).expect("a shipped ruleset is found");
        if newest.version != edition.version {
            continue;
        }
        let ruleset = shelf.ruleset(&name, &[]).expect("a shipped ruleset is whole");
        let lists = root.join("tests/lists").join(id);
        let golden = if lists.is_dir() { golden_files(&lists) } else { Vec::new() };
        is_current(&format!("docs/rulesets/{id}.md"), &page(&ruleset, &tested_by(&golden)));
    }
}

#[test]
fn the_page_about_printed_cards_is_current() {
    // The first version of the fourth edition with cards is compared with the last one that had none.
    let shelf = Shelf::built_in();
    let version = |range: Option<&str>| {
        let name = RulesetName::Versioned { id: "dw-4".to_owned(), version: range.map(str::to_owned) };
        shelf.ruleset(&name, &[]).expect("a shipped ruleset is whole")
    };
    is_current("docs/rulesets/dw-4-cards.md", &cards_page(&version(Some("=1.1.1")), &version(None)));
}

/// Fails if a page does not have this text. `UPDATE=1` writes it.
fn is_current(page: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(page);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().expect("a page is in a folder")).expect("docs/ can be written");
        std::fs::write(&path, text).expect("docs/ can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    let first = committed.lines().zip(text.lines()).find(|(old, new)| old != new);
    assert!(
        committed == text,
        "{page} is out of date, first at {first:?}: run UPDATE=1 cargo test --test whole generated"
    );
}
