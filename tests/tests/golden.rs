//! Golden lists: each gives just the findings that its comments mark.

use std::path::Path;

use muster_library::shelf::Shelf;
use muster_tests::golden::{Golden, golden_lists, with_club_units};

#[test]
fn golden_lists_are_judged_as_marked() {
    let shelf = Shelf::built_in();
    let mut wrong = Vec::new();
    let mut lists = 0;
    for folder in folders(&Path::new(env!("CARGO_MANIFEST_DIR")).join("lists")) {
        for golden in golden_lists(&folder) {
            lists += 1;
            let differences = golden.differences(&with_club_units(&golden.named_ruleset(&shelf), &folder));
            if !differences.is_empty() {
                let Golden { file, name, .. } = &golden;
                wrong.push(format!("{}: {name}\n{differences}", file.display()));
            }
        }
    }
    assert!(lists > 0, "there are no golden lists");
    assert!(wrong.is_empty(), "{} of {lists} lists:\n{}", wrong.len(), wrong.join("\n"));
}

/// Examples whose units are a club's have them beside them, in `units/`, and say what is found as golden lists do.
#[test]
fn examples_with_club_units_are_judged_as_they_say() {
    let shelf = Shelf::built_in();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut lists = 0;
    for folder in folders(&root).into_iter().filter(|folder| folder.join("units").is_dir()) {
        for golden in golden_lists(&folder) {
            lists += 1;
            let differences = golden.differences(&with_club_units(&golden.named_ruleset(&shelf), &folder));
            assert!(differences.is_empty(), "{}\n{differences}", golden.file.display());
        }
    }
    assert!(lists > 0, "there are no such examples");
}

fn folders(root: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    let mut folders: Vec<_> =
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}
