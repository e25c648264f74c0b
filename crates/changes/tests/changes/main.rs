//! Every field that differs is told, and nothing else.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

mod fields;
mod relations;
mod schema;

use std::path::Path;

use muster_changes::{Changes, Side, changes};
use muster_engine::list::RulesetName;
use muster_engine::ready::Ruleset;
use muster_library::shelf::Shelf;

/// The small ruleset of the program's tests.
fn tiny() -> Ruleset {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/tests/rulesets");
    Shelf::with_folders(&[folder]).ruleset(&RulesetName::Id("tiny".to_owned()), &[]).unwrap()
}

fn compared(before: &Ruleset, after: &Ruleset) -> Changes {
    let side = |ruleset| Side { ruleset, deadline: None, lists: None, key: None, version: None, of: "tiny", more: "" };
    changes(side(before), side(after))
}
