//! Versions of rulesets: `--as-of`, `muster migrate`, `muster rulesets` with a history.

use std::fs;
use std::path::Path;
use std::process::Command;

use insta::assert_snapshot;
use muster_library::files::DISK;
use muster_library::ruleset_files::RulesetFiles;
use tempfile::TempDir;

use crate::{LEGAL, RunResult};

/// A folder with these lists, and with `rules`, which has two versions of the tests' ruleset side by side: 1.2.0 from
/// March on, and 1.3.0 from May on, in which barges have another name and cost more, stokers too, and an alias is lost.
fn two_versions(lists: &[(&str, &str)]) -> TempDir {
    let folder = crate::folder(lists);
    let tiny = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulesets/tiny/1");
    for (name, version, day) in [("old", "1.2.0", "2026-03-01"), ("new", "1.3.0", "2026-05-01")] {
        let to = folder.path().join("rules/tiny").join(name);
        for file in RulesetFiles::read(&*DISK, &tiny).files {
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
        let digest = RulesetFiles::read(&*DISK, &to).digest;
        fs::create_dir(to.join("history")).unwrap();
        let index = format!("- {{version: {version}, released: {day}, digest: {digest}}}\n");
        fs::write(to.join("history/index.yaml"), index).unwrap();
    }
    folder
}

/// Runs the program with these two versions.
fn muster(folder: &TempDir, args: &[&str]) -> RunResult {
    let output = Command::new(env!("CARGO_BIN_EXE_muster"))
        .current_dir(folder.path())
        .args(["--rulesets", "rules"])
        .args(args)
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    RunResult { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

const STEAM: &str = "\
# For the spring.
muster: 1
name: Steam
ruleset: {id: tiny, version: \"=1.2.0\"}   # as agreed
nation: lakeland
mfv: 500
squadrons:
  - {unit: barge, models: 2}
  - unit: Paddle Steamer   # an old name
    models: 1
    options: [stokers]
  - {unit: dinghy, models: 4}
";

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

#[test]
fn a_list_is_moved_with_a_preview() {
    let folder = two_versions(&[("steam.yaml", STEAM)]);
    assert_snapshot!(muster(&folder, &["migrate", "steam.yaml"]), @"
    Steam: tiny 1.2.0 → 1.3.0
      steam.yaml
      legal with version 1.2.0 asked for by the list itself, not the newest, 305 of 500 points → illegal, 368 of 500 points
      2 × Long Barge: 260 points instead of 200
      1 × Steamer: 68 points instead of 65
      Steamer: Stokers: 8 points instead of 5
      Barge is called Long Barge now
      new: error[cap-large]: Large boats cost 328 of at most 300 (60% of MFV 500): 28 over (The Tiny Book, pages 3-4). Help: Take smaller boats.
    ---- 1
    ");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is written");

    assert_eq!(muster(&folder, &["migrate", "steam.yaml", "-o", "moved.yaml"]).status, 1);
    let moved = fs::read_to_string(folder.path().join("moved.yaml")).unwrap();
    let wanted = STEAM.replace("\"=1.2.0\"", "^1.3").replace("unit: Paddle Steamer", "unit: steamer");
    assert_eq!(moved, wanted, "comments stay");
    assert_snapshot!(muster(&folder, &["migrate", "moved.yaml"]), @"
    Steam: tiny 1.3.0, the same version as before
      moved.yaml
      illegal, 368 of 500 points
      Nothing changes for this list.
    ---- 1
    ");
    let back = muster(&folder, &["migrate", "moved.yaml", "--to", "1.2.0", "-o", "steam.yaml"]);
    assert!(back.status == 2 && back.err.contains("steam.yaml is there already"), "{back}");
    let back = muster(&folder, &["migrate", "moved.yaml", "--to", "1.2.0", "-o", "back.yaml"]);
    assert_eq!(back.status, 0, "legal again");
    let back = fs::read_to_string(folder.path().join("back.yaml")).unwrap();
    assert_eq!(back, wanted.replace("^1.3", "=1.2.0"));

    let json = muster(&folder, &["migrate", "steam.yaml", "--format", "json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let list = &json["lists"][0];
    assert_eq!(
        (&list["before"]["version"], &list["after"]["version"], &list["after"]["points"]),
        (&"1.2.0".into(), &"1.3.0".into(), &368.into())
    );
    assert_eq!(
        list["prices"][2],
        serde_json::json!({"what": "Steamer: Stokers", "option": "stokers", "before": 5, "after": 8})
    );
}

/// Other ways to write the ruleset, other forms of lists, and what cannot be moved.
#[test]
fn every_form_of_a_list_is_moved_or_refused() {
    let block = STEAM.replace("{id: tiny, version: \"=1.2.0\"}", "\n  id: tiny\n  version: =1.2.0");
    let json =
        r#"{"muster": 1, "ruleset": "tiny", "nation": "lakeland", "mfv": 500, "squadrons": [{"unit": "barge"}]}"#;
    let gone = STEAM.replace("=1.2.0", "=0.1.0");
    let folder = two_versions(&[
        ("block.yaml", &block),
        ("plain.yaml", &STEAM.replace("{id: tiny, version: \"=1.2.0\"}", "tiny")),
        ("list.json", json),
        ("two.yaml", &format!("{STEAM}---\n{STEAM}")),
        ("gone.yaml", &gone),
        ("dear.yaml", &STEAM.replace("models: 2", "models: 4")),
        ("broken.yaml", "muster: 1\nruleset: tiny\nmfv: many\n"),
        ("photo.png", "\u{89}PNG"),
    ]);
    let moved = |file: &str, args: &[&str]| {
        let to = format!("to-{file}");
        let ran = muster(&folder, &[&["migrate", file, "-o", &to], args].concat());
        let written = fs::read_to_string(folder.path().join(to)).unwrap_or_default();
        (ran, written)
    };
    let named = |text: &str| text.replace("unit: Paddle Steamer", "unit: steamer");
    assert_eq!(moved("block.yaml", &[]).1, named(&block.replace("=1.2.0", "^1.3")));
    // The newest version judged it before too, so that no name is lost on the way.
    assert_eq!(moved("plain.yaml", &[]).1, STEAM.replace("\"=1.2.0\"", "^1.3"));
    assert_eq!(moved("list.json", &[]).1, json.replace("\"tiny\"", "{\"id\": \"tiny\", \"version\": \"^1.3\"}"));
    // Without the older version, nothing can be compared, but the list can be moved.
    let (ran, written) = moved("gone.yaml", &[]);
    assert_eq!((ran.status, written), (0, gone.replace("\"=0.1.0\"", "^1.3")), "{ran}");
    assert!(ran.out.contains("the version that the list asks for is not at hand"), "{ran}");
    let (ran, written) = moved("dear.yaml", &[]);
    assert_eq!((ran.status, written.is_empty()), (1, false), "an illegal list is moved: {ran}");
    let (ran, written) = moved("two.yaml", &[]);
    assert!(ran.status == 2 && written.is_empty() && ran.err.contains("the file has several lists"), "{ran}");
    assert_eq!(ran.out.matches("1.2.0 \u{2192} 1.3.0").count(), 2, "{ran}");
    for (file, args, wanted) in [
        ("broken.yaml", &[][..], "broken.yaml:3:6"),
        ("photo.png", &[], "photo.png"),
        ("block.yaml", &["--to", "^7"], "no installed version of `tiny` satisfies ^7"),
        ("block.yaml", &["--to", "newest"], "--to: `newest` is not a range of versions"),
    ] {
        let ran = muster(&folder, &[&["migrate", file][..], args].concat());
        assert!(ran.status == 2 && ran.err.contains(wanted), "{file}: {ran}");
    }
    // A list of another form is written anew.
    let text = muster(&folder, &["export", "plain.yaml", "--to", "text", "-o", "list.txt"]);
    assert_eq!(text.status, 0, "{text}");
    let (ran, written) = moved("list.txt", &["--to", "^1.2"]);
    assert!(ran.status == 0 && written.contains("ruleset: {id: tiny, version: \"^1.2\"}"), "{ran}{written}");
}
