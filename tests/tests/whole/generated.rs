//! The pages about rulesets match the rulesets. `UPDATE=1 cargo test --test whole generated` writes them.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::path::Path;

use muster_engine::list::RulesetName;
use muster_library::shelf::Shelf;
use muster_tests::golden::golden_lists;
use muster_tests::pages::{page, tested_by};

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
        let ruleset = shelf.ruleset(&name, &["none of them"]).expect("a shipped ruleset is whole");
        let lists = root.join("tests/lists").join(id);
        let golden = if lists.is_dir() { golden_lists(&lists) } else { Vec::new() };
        let text = page(&ruleset, &tested_by(&golden));
        let path = root.join(format!("docs/rulesets/{id}.md"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(root.join("docs/rulesets")).expect("docs/ can be written");
            std::fs::write(&path, &text).expect("docs/ can be written");
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        let first = committed.lines().zip(text.lines()).find(|(old, new)| old != new);
        assert!(
            committed == text,
            "docs/rulesets/{id}.md is out of date, first at {first:?}: run UPDATE=1 cargo test --test whole generated"
        );
    }
}
