//! Cases: what they hold of a list, and that they are judged again as they were told.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use muster_engine::list::ArmyList;
use muster_engine::report::Verdict;
use muster_library::case::{CaseState, Complaint, case, make, repeat};
use muster_library::case_file::CaseFile;
use muster_library::document::Document;
use muster_library::expectation::Expectation;
use muster_library::files;
use muster_library::judge::judge_list;
use muster_library::lists::{FileDocument, lists};
use muster_library::schema::{SchemaForm, faults_by_schema};
use muster_library::schemas::FileKind;
use muster_library::shelf::Shelf;
use serde_json::{Map, Value, json};

/// What somebody expects who holds a verdict to be wrong.
fn other_than(verdict: Verdict) -> Complaint {
    let other = if verdict == Verdict::Legal { Verdict::Illegal } else { Verdict::Legal };
    Complaint { expected: vec![Expectation::Verdict(other)], ..Complaint::default() }
}

/// A case as its file has it.
fn read(made: &CaseFile) -> CaseFile {
    case(serde_json::to_string(made).unwrap().as_bytes()).unwrap().unwrap()
}

/// The list files of the examples, and the golden lists.
fn shipped() -> Vec<PathBuf> {
    let inside = |folder: &Path| -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["examples", "tests/lists"].into_iter().flat_map(|folder| inside(&root.join(folder)));
    let files = folders.filter(|path| path.is_dir()).flat_map(|folder| inside(&folder));
    files.filter(|path| files::is_list_name(path)).collect()
}

/// Names, notes and dates decide nothing, so every list is judged without them as with them, and again as it was told.
#[test]
fn every_list_is_judged_again_as_it_was_told() {
    let shelf = Shelf::built_in();
    let (mut made, mut with_sheets) = (0, 0);
    for (number, path) in shipped().iter().enumerate() {
        let bytes = std::fs::read(path).unwrap();
        let entries = lists(&bytes).into_iter().enumerate();
        // There are thousands.
        for (_, entry) in entries.filter(|(place, _)| (place + number) % 13 == 0) {
            let FileDocument::List(list, _) = entry else { continue };
            let from = format!("{}: {:?}", path.display(), list.name);
            let beside = path.parent().map(|folder| shelf.place(folder));
            let told = judge_list(&shelf, "", beside, &list, None);
            match make(&shelf, beside, &list, other_than(told.verdict), "1.0.0") {
                Ok(case) => {
                    let again = repeat(&shelf, &read(&case), "1.0.0");
                    assert_eq!(again.state, CaseState::AsTold, "{from}: {:?}", again.differences);
                    assert_eq!(again.is_as_expected(), Some(false), "{from}");
                    assert!(again.why[0].ends_with("the rules by which it was told"), "{from}: {:?}", again.why);
                    let document = Document::without_places(serde_json::to_value(&case).unwrap());
                    assert_eq!(faults_by_schema(FileKind::Case, SchemaForm::Whole, &document), [], "{from}");
                    made += 1;
                }
                Err(fault) => {
                    assert!(
                        list.sheet.is_some() && fault.message.contains("campaign sheet"),
                        "{from}: {}",
                        fault.message
                    );
                    with_sheets += 1;
                }
            }
        }
    }
    assert!(made > 100 && with_sheets < made / 10, "{made}, {with_sheets}");
}

/// The keys of a list whose words a case keeps, because rules ask for them.
const KEPT: [&str; 16] = [
    "allocation",
    "card",
    "character",
    "consents",
    "decks",
    "kind",
    "mark",
    "nation",
    "options",
    "overlays",
    "replaces",
    "role",
    "roles",
    "slot",
    "trait",
    "unit",
];

/// A value with every key that the schema of lists knows, each text made of its key. `depth` bounds what holds its like.
fn full(schema: &Value, node: &Value, key: &str, depth: usize) -> Value {
    let node = match node.get("$ref").and_then(Value::as_str) {
        Some(name) => schema.pointer(name.trim_start_matches('#')).unwrap(),
        None => node,
    };
    if let Some(ways) = node.get("anyOf").or(node.get("oneOf")).and_then(Value::as_array) {
        // The way with most in it.
        let ways = ways.iter().map(|way| full(schema, way, key, depth));
        return ways.max_by_key(|way| (way.is_object() || way.is_array(), way.to_string().len())).unwrap();
    }
    if let Some(value) = node.get("const").cloned().or_else(|| node["enum"].get(0).cloned()) {
        return value;
    }
    let kind = node.get("type").map(|kind| kind.get(0).unwrap_or(kind).as_str().unwrap());
    match kind {
        Some("string") if key == "date" => json!("2026-01-02"),
        Some("string") => json!(format!("mine-{key}")),
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(true),
        Some("null") => Value::Null,
        Some("array") => json!([full(schema, &node["items"], key, depth)]),
        Some("object") => {
            let mut object = Map::new();
            for (inner, node) in node.get("properties").and_then(Value::as_object).into_iter().flatten() {
                let is_spelling = node["description"] == "Another spelling of `squadrons`.";
                if !is_spelling && (depth > 0 || !["attached", "replaces"].contains(&inner.as_str())) {
                    object.insert(
                        inner.clone(),
                        full(
                            schema,
                            node,
                            inner,
                            depth - usize::from(["attached", "replaces"].contains(&inner.as_str())),
                        ),
                    );
                }
            }
            if let Some(more) = node.get("additionalProperties").filter(|more| more.is_object()) {
                object.insert(format!("mine-{key}"), full(schema, more, key, depth));
            }
            object.insert("x-mine".to_owned(), json!(format!("mine-x-{key}")));
            Value::Object(object)
        }
        other => panic!("{key}: {other:?} in {node}"),
    }
}

/// Puts `mine-KEY` of each text into `found`.
fn marked(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => found.extend(text.strip_prefix("mine-").map(str::to_owned)),
        Value::Array(items) => items.iter().for_each(|item| marked(item, found)),
        Value::Object(object) => {
            for (key, value) in object {
                found.extend(key.strip_prefix("mine-").map(str::to_owned));
                marked(value, found);
            }
        }
        _ => {}
    }
}

/// A new key of lists must be named here before a case keeps it.
#[test]
fn a_case_holds_nothing_of_a_person() {
    let schema = FileKind::List.schema();
    let mut whole = full(&schema, &schema, "list", 1);
    whole["muster"] = json!(1);
    whole["ruleset"] = json!("dw-2.5");
    whole["settings"] = json!({"core": "naval", "theatre": "water"});
    whole["decks"]["tacs"] = whole["decks"]["mine-decks"].take();
    whole["decks"].as_object_mut().unwrap().remove("mine-decks");
    let entries = lists(whole.to_string().as_bytes());
    let [FileDocument::List(list, _)] = entries.as_slice() else { panic!("{entries:#?} of {whole:#}") };
    let mut all = BTreeSet::new();
    marked(&serde_json::to_value(list).unwrap(), &mut all);
    for key in
        ["name", "player", "club", "email", "notes", "private-notes", "salt", "file", "rows", "brought-by", "x-list"]
    {
        assert!(all.contains(key), "{key}: {all:?}");
    }
    let shelf = Shelf::built_in();
    let case = make(&shelf, None, list, other_than(Verdict::Undetermined), "1.0.0").unwrap();
    let mut kept = BTreeSet::new();
    marked(&serde_json::to_value(&case).unwrap(), &mut kept);
    let strange: Vec<&String> = kept.iter().filter(|key| !KEPT.contains(&key.as_str())).collect();
    assert!(strange.is_empty(), "a case keeps {strange:?}; say in `case/pared.rs` and here why");
    assert!(kept.contains("unit") && kept.contains("nation") && kept.contains("options"), "{kept:?}");
    assert_eq!((&case.list.date, &case.list.name), (&None, &None));
    assert!(!serde_json::to_string(&case).unwrap().contains("2026-01-02"));
}

fn list_of(text: &str) -> ArmyList {
    let entries = lists(text.as_bytes());
    let [FileDocument::List(list, _)] = entries.as_slice() else { panic!("{entries:#?}") };
    ArmyList::clone(list)
}

const PATROL: &str = "
muster: 1
ruleset: dw-2.5
nation: kingdom-of-britannia
mfv: 1000
settings: {core: naval, theatre: water}
squadrons:
- {unit: ruler-class-battleship, roles: [commodore], name: Tribal Class Cruiser}
- {unit: tribal-class-cruiser, models: 3, name: Anna's Own, id: annas}
- {unit: attacker-class-frigate, models: 4, id: hers, brought-by: annas}
";

/// The name of another unit is a finding, so it stays; ids stay as far as others refer to them, under other names.
#[test]
fn a_name_stays_if_a_finding_rests_on_it() {
    let shelf = Shelf::built_in();
    let told = judge_list(&shelf, "", None, &list_of(PATROL), None);
    let case = make(&shelf, None, &list_of(PATROL), other_than(told.verdict), "1.0.0").unwrap();
    let [first, second, third] = case.list.squadrons.as_slice() else { panic!("{case:#?}") };
    assert_eq!(first.name.as_deref(), Some("Tribal Class Cruiser"));
    assert!(case.told.findings.iter().any(|finding| finding.rule == "named-like-unit"));
    assert_eq!((&second.name, second.id.as_deref()), (&None, Some("squadron-1")));
    assert_eq!((&third.id, third.brought_by.as_deref()), (&None, Some("squadron-1")));
}

/// What is wrong with a complaint is told, with what would be right.
#[test]
fn a_complaint_must_say_something_else_than_the_verdict() {
    let shelf = Shelf::built_in();
    let list = list_of(PATROL);
    let refused = |expected: &str, page: &str| {
        let expected = expected.split(';').filter(|one| !one.is_empty()).map(|one| one.parse().unwrap()).collect();
        let complaint = Complaint { expected, page: Some(page.to_owned()), ..Complaint::default() };
        let fault = make(&shelf, None, &list, complaint, "1.0.0").unwrap_err();
        format!("{} ({})", fault.message, fault.help.unwrap_or_default())
    };
    assert!(refused("illegal", "1").contains("Muster says so already: illegal"));
    assert!(refused("no: cap-small", "1").contains("its findings are of "));
    assert!(
        refused("no: cap-lorge", "1").contains("there is no rule `cap-lorge` (did you mean"),
        "{}",
        refused("no: cap-lorge", "1")
    );
    assert!(refused("show: tac-hand 5", "1").contains("not about allowances"));
    assert!(refused("", "1").contains("say what you expected"));
    assert!(refused("legal", &"9".repeat(201)).contains("page: 201 letters, of at most 200"));
}

/// A case is read as strictly as a list.
#[test]
fn what_is_wrong_with_a_case_is_told_with_its_place() {
    let shelf = Shelf::built_in();
    let made = make(&shelf, None, &list_of(PATROL), other_than(Verdict::Illegal), "1.0.0").unwrap();
    let whole = serde_json::to_value(&made).unwrap();
    let wrong = |pointer: &str, value: Value| {
        let mut changed = whole.clone();
        let (holder, key) = pointer.rsplit_once('/').unwrap();
        match changed.pointer_mut(holder).unwrap() {
            Value::Array(items) => items[key.parse::<usize>().unwrap()] = value,
            holder => holder[key] = value,
        }
        let faults = case(changed.to_string().as_bytes()).unwrap().unwrap_err();
        (faults[0].at.clone(), faults[0].message.clone())
    };
    for (pointer, value) in [
        ("/expected", json!([])),
        ("/expected/0", json!("lawful")),
        ("/expected/0", json!("verdict: lawful")),
        ("/told/verdict", json!("fine")),
        ("/list/mfv", json!(0)),
        ("/list/squadrons/0/models", json!("many")),
        ("/list/date", json!("2026-02-30")),
        ("/why", json!("x".repeat(4001))),
        ("/muster", json!(2)),
    ] {
        let (at, message) = wrong(pointer, value.clone());
        assert!(pointer.starts_with(&at) || at.starts_with(pointer), "{pointer} {value}: {at}: {message}");
        assert!(!message.is_empty());
    }
    assert_eq!(wrong("/mine", json!(1)).0, "/mine");
    let two = format!("{whole}\n---\n{whole}");
    assert!(case(two.as_bytes()).unwrap().is_err());
    assert!(case(b"muster: 1\nruleset: dw-2.5\nname: case\n").is_none());
    assert!(case(b"kind: case\n").unwrap().is_err());
    assert!(case(b"\xff").is_none() && case(b"kind: [case").is_none());
}
