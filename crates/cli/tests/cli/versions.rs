//! Versions of rulesets: `--as-of`, `muster rulesets` with a history.

use std::fs;
use std::path::Path;
use std::process::Command;

use insta::assert_snapshot;
use muster_library::ruleset_files::RulesetFiles;
use tempfile::TempDir;

use crate::{LEGAL, Ran};

/// A folder with these lists, and with `rules`, which has two versions of the tests' ruleset side by side: 1.2.0 from
/// March on, and 1.3.0 from May on, in which barges have another name and cost more, stokers too, and an alias is lost.
fn two_versions(lists: &[(&str, &str)]) -> TempDir {
    let folder = crate::folder(lists);
    let tiny = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulesets/tiny/1");
    for (name, version, day) in [("old", "1.2.0", "2026-03-01"), ("new", "1.3.0", "2026-05-01")] {
        let to = folder.path().join("rules/tiny").join(name);
        for file in RulesetFiles::read(&tiny).files {
            let inner = file.path.strip_prefix(&tiny).unwrap();
            let mut text = fs::read_to_string(&file.path).unwrap();
            if name == "new" {
                text = text
                    .replace("version: 1.2.0", "version: 1.3.0")
                    .replace("name: Barge\n  points: 100", "name: Long Barge\n  points: 130")
                    .replace("name: Stokers, points: 5", "name: Stokers, points: 8")
                    .replace("aliases: [Paddle Steamer]", "aliases: []");
            }
            fs::create_dir_all(to.join(inner).parent().unwrap()).unwrap();
            fs::write(to.join(inner), text).unwrap();
        }
        let digest = RulesetFiles::read(&to).digest;
        fs::create_dir(to.join("history")).unwrap();
        let index = format!("- {{version: {version}, released: {day}, digest: {digest}}}\n");
        fs::write(to.join("history/index.yaml"), index).unwrap();
    }
    folder
}

/// Runs the program with these two versions.
fn muster(folder: &TempDir, args: &[&str]) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_muster"))
        .current_dir(folder.path())
        .args(["--rulesets", "rules"])
        .args(args)
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn the_rules_of_a_day_judge() {
    let folder = two_versions(&[("pond.yaml", LEGAL)]);
    let used = |day: &str| {
        let ran = muster(&folder, &["--as-of", day, "check", "pond.yaml", "--format", "json"]);
        let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        (report["reports"][0]["ruleset"]["version"].as_str().unwrap_or_default().to_owned(), ran.status)
    };
    assert_eq!(used("2026-05-01"), ("1.3.0".to_owned(), 1));
    assert_eq!(used("2026-04-30"), ("1.2.0".to_owned(), 0));
    assert_eq!(used("2026-02-28"), (String::new(), 2));
    assert_snapshot!(muster(&folder, &["--as-of", "2026-02-28", "check", "pond.yaml"]), @"
    unreadable: Pond
      pond.yaml

    error[unknown-version]: no version of `tiny` was in force on 2026-02-28
     --> pond.yaml:3:10
      |
    3 | ruleset: tiny
      |          ^^^^
      |
      = help: the first, 1.2.0, is in force from 2026-03-01
    ---- 2
    ");
    assert_snapshot!(muster(&folder, &["--as-of", "1 May", "check", "pond.yaml"]), @"
    ---- 2
    error: invalid value '1 May' for '--as-of <YYYY-MM-DD>': there is no such day

    For more information, try '--help'.
    ");
    let rulesets = muster(&folder, &["rulesets"]).out;
    for line in ["tiny          1.3.0    2026-05-01", "tiny          1.2.0    2026-03-01"] {
        assert!(rulesets.contains(line), "{rulesets}");
    }
    assert!(!muster(&folder, &["--as-of", "2026-04-30", "rulesets"]).out.contains("1.3.0"));
    let named = |name: &str| muster(&folder, &["units", name, "barge"]).out;
    assert!(named("tiny").contains("Long Barge") && !named("tiny@1.2.0").contains("Long Barge"));
    assert!(muster(&folder, &["units", "tiny@^7"]).err.contains("no installed version of `tiny` satisfies ^7"));
}
