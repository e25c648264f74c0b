//! `schemas/` must match the engine's types. `UPDATE=1 cargo test` writes it.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::path::Path;

use muster_engine::declarations::Declarations;
use muster_engine::list::RulesetName;
use muster_engine::special_rules::SpecialRule;
use muster_library::schemas::{FileKind, schemas};
use muster_library::sheets::schema;
use muster_library::shelf::Shelf;

#[test]
fn committed_schemas_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    for (name, text) in schemas() {
        let path = folder.join(&name);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(committed == text, "schemas/{name} is out of date: run UPDATE=1 cargo test --test library");
    }
}

/// The schemas of the sheets that shipped rulesets declare. The copies are for editors; the program generates them
/// again when it reads a sheet.
#[test]
fn committed_schemas_of_sheets_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let shelf = Shelf::built_in();
    let mut sheets = 0;
    for edition in shelf.editions() {
        let ruleset = shelf.ruleset(&RulesetName::Id(edition.id.clone()), &[]).unwrap();
        for (kind, declared) in &ruleset.declarations().sheets {
            sheets += 1;
            let schema = schema(&edition.id, kind, declared);
            assert!(jsonschema::meta::is_valid(&schema), "{} {kind}", edition.id);
            let path = folder.join(format!("{}-{kind}.schema.json", edition.id));
            let text = format!("{schema:#}\n");
            if std::env::var_os("UPDATE").is_some() {
                std::fs::write(&path, &text).unwrap();
            }
            let committed = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
            assert!(committed == text, "{} is out of date: run UPDATE=1 cargo test --test library", path.display());
        }
    }
    assert!(sheets > 0, "no ruleset declares sheets");
}

/// Writing leaves out usual values, and reading fills in the same values.
#[test]
fn what_a_ruleset_declares_is_read_as_it_was_written() {
    let shelf = Shelf::built_in();
    for edition in shelf.editions() {
        let ruleset = shelf.ruleset(&RulesetName::Id(edition.id.clone()), &[]).unwrap();
        let declarations = serde_json::to_value(ruleset.declarations()).unwrap();
        let declarations: Declarations = serde_json::from_value(declarations).unwrap();
        assert!(declarations == *ruleset.declarations(), "{}", edition.id);
        let rules: Vec<SpecialRule> =
            serde_json::from_value(serde_json::to_value(ruleset.special_rules()).unwrap()).unwrap();
        assert!(rules == ruleset.special_rules(), "{}", edition.id);
    }
}

#[test]
fn schemas_are_schemas() {
    for kind in FileKind::ALL {
        let schema = kind.schema();
        assert!(jsonschema::meta::is_valid(&schema), "{kind:?}");
        jsonschema::validator_for(&schema).unwrap();
    }
}
