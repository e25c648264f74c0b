//! `schemas/` is what the engine's types say. `UPDATE=1 cargo test` writes it.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::path::Path;

use muster_library::schemas::{FileKind, schemas};

#[test]
fn committed_schemas_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    for (name, text) in schemas() {
        let path = folder.join(&name);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(committed == text, "schemas/{name} is out of date: run UPDATE=1 cargo test -p muster-library");
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
