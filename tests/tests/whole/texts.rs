//! Texts of lists as people write them (`tests/texts`): how many of the units that they name are read.
//!
//! `TEXTS=name cargo test --test whole texts -- --nocapture` shows what is read of the texts whose names contain a word.

// A broken test may panic.
#![allow(clippy::expect_used)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use muster_engine::list::{ArmyList, Models, RulesetName, Squadron};
use muster_exchange::listing::{self, Said};
use muster_library::shelf::Shelf;
use serde_json::Value;

/// A squadron by its unit and its number of models, as far as the text says it.
type Named = (String, Option<u32>);

/// What was read of all texts.
#[derive(Default)]
struct Score {
    /// Squadrons that the texts name.
    named: usize,
    /// Those that are read with the right unit, and those that are read with the right number too.
    units: usize,
    whole: usize,
    /// Squadrons and roles that no text names.
    wrong: usize,
}

#[test]
fn most_units_are_read_and_none_wrong() {
    let shelf = Shelf::built_in();
    let wanted = std::env::var("TEXTS").unwrap_or_default();
    let (mut score, mut told) = (Score::default(), String::new());
    for path in texts() {
        let name = format!("{}/{}", folder(&path), path.file_stem().expect("it has a name").to_string_lossy());
        if name.contains(&wanted) {
            read(&shelf, &name, &path, &mut score, &mut told);
        }
    }
    let Score { named, units, whole, wrong } = score;
    println!("{told}\n{named} squadrons named, {units} units read, {whole} with their numbers, {wrong} wrong");
    if wanted.is_empty() {
        assert!(units * 100 >= named * 95, "{units} of {named} read\n{told}");
        // Texts in which a reader must understand what is said, such as a change of mind.
        assert!(wrong <= 9, "{told}");
    }
}

fn read(shelf: &Shelf, name: &str, path: &Path, score: &mut Score, told: &mut String) {
    let text = std::fs::read_to_string(path).expect("a text");
    let expected = std::fs::read_to_string(path.with_extension("yaml")).expect("a list beside the text");
    let expected: Vec<Value> = serde_yaml::from_multiple(&expected).expect("YAML");
    let id = expected[0]["ruleset"].as_str().expect("a ruleset").to_owned();
    let ruleset = shelf.ruleset(&RulesetName::Id(id), &[]).expect("a shipped ruleset");
    let listing = listing::read(&ruleset, &text, Said::default());
    let known =
        |squadron: &Squadron| ruleset.catalogues().iter().any(|catalogue| catalogue.find(&squadron.unit).is_some());
    let mut got = squadrons(&listing.list);
    got.retain(|squadron| known(squadron));
    let mut got: Vec<Named> = got.into_iter().map(|squadron| (squadron.unit.clone(), models(squadron))).collect();
    let mut lines = String::new();
    let mut stated: Vec<String> = expected.iter().flat_map(roles).collect();
    for role in squadrons(&listing.list).iter().flat_map(|squadron| &squadron.roles) {
        if let Some(place) = stated.iter().position(|other| other == role.role()) {
            stated.remove(place);
        } else {
            score.wrong += 1;
            let _ = writeln!(lines, "  WRONG role {}", role.role());
        }
    }
    let expected: Vec<Named> = expected.iter().flat_map(named).collect();
    score.named += expected.len();
    let mut missing = Vec::new();
    for named in expected {
        if let Some(place) = got.iter().position(|other| same(other, &named)) {
            got.remove(place);
            (score.units, score.whole) = (score.units + 1, score.whole + 1);
        } else {
            missing.push(named);
        }
    }
    for (unit, models) in missing {
        if let Some(place) = got.iter().position(|(other, _)| *other == unit) {
            let (_, read) = got.remove(place);
            score.units += 1;
            let _ = writeln!(lines, "  {unit}: {models:?} stated, {read:?} read");
        } else {
            let _ = writeln!(lines, "  missing {unit} {models:?}");
        }
    }
    score.wrong += got.len();
    for (unit, models) in got {
        let _ = writeln!(lines, "  WRONG {unit} {models:?}");
    }
    if !lines.is_empty() {
        let _ = writeln!(told, "{name}\n{lines}");
    }
    if std::env::var_os("TEXTS").is_some() {
        let _ =
            writeln!(told, "{name}: {:#?}\n{:#?}\n{:#?}", listing.list.squadrons, listing.doubts, listing.concluded);
    }
}

/// One model and none stated mean the same.
fn same(one: &Named, other: &Named) -> bool {
    one.0 == other.0 && one.1.unwrap_or(1) == other.1.unwrap_or(1)
}

/// The groups and squadrons below a value of a list file.
fn below(value: &Value) -> Vec<Value> {
    let keys = ["squadrons", "units", "sections", "groups", "attached"];
    keys.iter().filter_map(|key| value.get(key)?.as_array().cloned()).flatten().collect()
}

/// The roles that a list file states, by their ids.
fn roles(list: &Value) -> Vec<String> {
    let mut open = below(list);
    let mut roles = Vec::new();
    while let Some(value) = open.pop() {
        let stated = value.get("roles").and_then(Value::as_array).into_iter().flatten();
        let id = |role: &Value| role.as_str().or_else(|| role.get("role")?.as_str()).map(str::to_owned);
        roles.extend(stated.filter_map(id));
        open.extend(below(&value));
    }
    roles
}

/// The squadrons of a list file, attached ones too.
fn named(list: &Value) -> Vec<Named> {
    let mut found = Vec::new();
    let mut open = below(list);
    while let Some(value) = open.pop() {
        if let Some(unit) = value.get("unit").and_then(Value::as_str) {
            let models = match value.get("models") {
                Some(Value::Number(number)) => number.as_u64().and_then(|number| u32::try_from(number).ok()),
                Some(Value::Array(parts)) => {
                    let counts = parts.iter().filter_map(|part| part.get("count")?.as_u64());
                    u32::try_from(counts.sum::<u64>()).ok()
                }
                _ => None,
            };
            found.push((unit.to_owned(), models));
        }
        open.extend(below(&value));
    }
    found
}

fn squadrons(list: &ArmyList) -> Vec<&Squadron> {
    fn add<'l>(squadrons: &'l [Squadron], all: &mut Vec<&'l Squadron>) {
        for squadron in squadrons {
            all.push(squadron);
            add(&squadron.attached, all);
        }
    }
    let mut all = Vec::new();
    add(&list.squadrons, &mut all);
    list.groups.iter().for_each(|group| add(&group.squadrons, &mut all));
    all
}

fn models(squadron: &Squadron) -> Option<u32> {
    match squadron.models.as_ref()? {
        Models::Count(count) => Some(*count),
        Models::Parts(parts) => Some(parts.iter().map(|part| part.count).sum()),
    }
}

/// All texts, sorted.
fn texts() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("texts");
    let mut found: Vec<PathBuf> = Vec::new();
    for folder in std::fs::read_dir(root).expect("the texts").flatten() {
        let Ok(files) = std::fs::read_dir(folder.path()) else { continue };
        let files = files.flatten().map(|file| file.path());
        found.extend(files.filter(|path| path.extension().is_some_and(|ending| ending == "txt")));
    }
    found.sort();
    found
}

fn folder(path: &Path) -> String {
    path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
