//! Importing again with the recipe must give the catalogues in the repository.

use std::fs;
use std::path::Path;

use muster_importer::reimport;

/// Needs the community's files, which Muster may not distribute.
#[test]
#[ignore = "needs the community's files: MUSTER_BATTLESCRIBE=FOLDER cargo test --test reimport -- --ignored"]
#[allow(clippy::unwrap_used)]
fn catalogues_are_made_again_byte_for_byte() {
    let data = std::env::var_os("MUSTER_BATTLESCRIBE").expect("MUSTER_BATTLESCRIBE names the folder of the files");
    for ruleset in ["dw-2.5/2", "legions-2.0/1", "dw-3/1", "dw-4/2"] {
        made_again(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulesets").join(ruleset), Path::new(&data));
    }
}

#[allow(clippy::unwrap_used)]
fn made_again(ruleset: &Path, data: &Path) {
    let made = reimport(&ruleset.join("import"), data).unwrap();
    assert!(!made.files.is_empty());
    for (name, text) in made.files {
        let kept = fs::read_to_string(ruleset.join(&name)).unwrap_or_default();
        // Reports only the first line that differs, because a full diff could have half a megabyte.
        let differs = kept.lines().zip(text.lines()).position(|(kept, made)| kept != made);
        assert!(
            kept == text,
            "{name} differs from what the recipe makes, from line {:?} on",
            differs.map(|line| line + 1)
        );
    }
}
