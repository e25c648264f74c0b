//! A ruleset that is split into two judges every golden list as the whole one does: it does not matter which of the two
//! says a thing, or whether the second corrects what the first says.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use muster_engine::list::RulesetName;
use muster_engine::ready::Ruleset;
use muster_engine::report::Report;
use muster_library::shelf::Shelf;
use muster_tests::golden::{GoldenContent, GoldenList, golden_lists, with_club_units};
use rayon::prelude::*;
use serde_json::{Value, json};

/// How each ruleset is split. Each number gives other halves.
const SPLITS: u64 = 2;

const BASE: &str = "first-half";
const OVER: &str = "second-half";

#[test]
fn a_ruleset_in_two_halves_judges_as_the_whole_one() {
    let lists = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists");
    let mut compared = 0;
    for entry in fs::read_dir(&lists).expect("there are golden lists") {
        let folder = entry.expect("a folder").path();
        let game = folder.file_name().expect("a name").to_string_lossy().into_owned();
        for split in 0..SPLITS {
            compared += compare(&folder, &game, split);
        }
    }
    println!("{compared} lists compared");
    assert!(compared > 5_000, "only {compared} lists");
}

/// Compares all golden lists of a game, and returns how many they are.
fn compare(folder: &Path, game: &str, split: u64) -> usize {
    let halves = tempfile::tempdir().expect("a folder");
    let moved = write_halves(&newest(game), halves.path(), split);
    assert!(moved.iter().all(|count| *count > 3), "{game}: {moved:?}");
    let (shipped, of_halves) = (Shelf::built_in(), Shelf::with_folders(&[halves.path().to_owned()]));
    let mut rulesets: HashMap<Vec<&str>, [Ruleset; 2]> = HashMap::new();
    let goldens = golden_lists(folder);
    for golden in &goldens {
        rulesets.entry(golden.nations()).or_insert_with(|| {
            let names = [(&shipped, game), (&of_halves, OVER)];
            names.map(|(shelf, id)| {
                let found = shelf.ruleset(&RulesetName::Id(id.to_owned()), &golden.nations());
                with_club_units(&found.unwrap_or_else(|fault| panic!("{game}: {}", fault.message)), folder)
            })
        });
    }
    let is_compared = |golden: &&GoldenList| {
        // Sheets and lists of a past version name their ruleset in other ways.
        matches!(&golden.judged, GoldenContent::List(list, None) if list.ruleset == RulesetName::Id(game.to_owned()))
    };
    let chosen: Vec<_> = goldens.iter().filter(is_compared).collect();
    chosen.par_iter().for_each(|golden| {
        let [whole, joined] = &rulesets[&golden.nations()];
        let GoldenContent::List(list, _) = &golden.judged else { return };
        let one = muster_engine::check(whole, list);
        let other = muster_engine::check(joined, list);
        let (one, other) = (said(&one, game), said(&other, game));
        assert!(one == other, "{}, split {split}: {one:#?} but {other:#?}", golden.name);
    });
    chosen.len()
}

/// What must be the same: all but where the rules come from.
fn said(report: &Report, game: &str) -> Value {
    let mut report = serde_json::to_value(report).expect("a report is JSON");
    for key in ["ruleset", "fingerprint"] {
        report[key] = Value::Null;
    }
    for finding in report["findings"].as_array_mut().expect("findings") {
        if finding["origin"] == BASE || finding["origin"] == OVER {
            finding["origin"] = json!(game);
        }
    }
    report
}

/// The folder of a shipped ruleset's newest version.
fn newest(game: &str) -> PathBuf {
    let versions = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets").join(game);
    let folders = fs::read_dir(versions).expect("versions").map(|entry| entry.expect("a folder").path());
    folders.filter(|folder| folder.is_dir()).max().expect("a version")
}

/// Writes a ruleset as two, the second of which extends the first. Returns how many things only the first has, how many
/// only the second has, and how many the second corrects.
fn write_halves(whole: &Path, out: &Path, split: u64) -> [usize; 3] {
    let mut head = read(&whole.join("ruleset.yaml"));
    let extension = json!({
        "kind": "ruleset", "id": OVER, "name": head["name"], "edition": head["edition"],
        "version": head["version"], "summary": "The second half.",
        "extends": {"id": BASE, "version": head["version"]},
    });
    head["id"] = json!(BASE);
    write(&out.join(BASE).join("1/ruleset.yaml"), &head);
    write(&out.join(OVER).join("1/ruleset.yaml"), &extension);
    let mut moved = [0; 3];
    for kind in ["rules", "catalogue", "decks", "special-rules"] {
        let folder = whole.join(kind);
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("a file").path();
            let name = format!("1/{kind}/{}", path.file_name().expect("a name").to_string_lossy());
            for (half, value) in [BASE, OVER].into_iter().zip(halves(read(&path), split, &mut moved)) {
                if let Some(value) = value {
                    write(&out.join(half).join(&name), &value);
                }
            }
        }
    }
    moved
}

/// Both halves of a file: a rule, or a file with several units, cards or special rules.
fn halves(file: Value, split: u64, moved: &mut [usize; 3]) -> [Option<Value>; 2] {
    let held = ["units", "cards"].into_iter().find(|key| file.get(key).is_some());
    match (held, &file) {
        (Some(key), _) => {
            let items = file[key].as_array().cloned().unwrap_or_default();
            let halves = items_of(items, split, moved);
            halves.map(|items| {
                let mut half = file.clone();
                half[key] = Value::Array(items);
                Some(half)
            })
        }
        (None, Value::Array(items)) => items_of(items.clone(), split, moved).map(|items| Some(Value::Array(items))),
        (None, _) => one(file, split, moved),
    }
}

fn items_of(items: Vec<Value>, split: u64, moved: &mut [usize; 3]) -> [Vec<Value>; 2] {
    let mut halves = [Vec::new(), Vec::new()];
    for item in items {
        for (half, item) in halves.iter_mut().zip(one(item, split, moved)) {
            half.extend(item);
        }
    }
    halves
}

/// Both halves of one thing: it stands in the first, in the second, or wrongly in the first and corrected in the second.
fn one(item: Value, split: u64, moved: &mut [usize; 3]) -> [Option<Value>; 2] {
    let mut hasher = DefaultHasher::new();
    (item["id"].as_str(), split).hash(&mut hasher);
    let (wrong, correction) = (wrong(&item), hasher.finish() % 3);
    let (place, halves) = match (correction, wrong) {
        (0, _) => (0, [Some(item), None]),
        (2, Some((wrong, correction))) => (2, [Some(wrong), Some(correction)]),
        _ => (1, [None, Some(item)]),
    };
    moved[place] += 1;
    halves
}

/// A thing with one wrong number or name, and what corrects it.
fn wrong(item: &Value) -> Option<(Value, Value)> {
    let (key, value) = if item.get("clauses").is_some() || item.get("check").is_some() {
        ("clauses", json!([]))
    } else if let Some(points) = item.get("points").and_then(Value::as_u64) {
        ("points", json!(points + 7))
    } else {
        ("name", json!("A wrong name"))
    };
    let right = item.get(key)?.clone();
    let mut wrong = item.clone();
    wrong[key] = value;
    Some((wrong, json!({"id": item["id"], key: right})))
}

fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn write(path: &Path, value: &Value) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
    fs::write(path, serde_yaml::to_string(value).expect("YAML")).expect("the file can be written");
}
