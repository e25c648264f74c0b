//! `schemas/` must match the engine's types. `UPDATE=1 cargo test` writes it.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::path::Path;

use muster_engine::list::RulesetName;
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

#[test]
fn schemas_are_schemas() {
    for kind in FileKind::ALL {
        let schema = kind.schema();
        assert!(jsonschema::meta::is_valid(&schema), "{kind:?}");
        jsonschema::validator_for(&schema).unwrap();
    }
}
