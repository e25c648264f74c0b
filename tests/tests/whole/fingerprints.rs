//! Lists with equal fingerprints are equal: they have the same verdict, the same points and the same broken rules.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::report::{Severity, Verdict};
use muster_engine::sheet::Sheet;
use muster_library::lists::{Entry, lists};
use muster_library::shelf::Shelf;
use muster_tests::golden::{Judged, golden_lists, with_club_units};
use rayon::prelude::*;
use serde_json::{Value, json};

/// One of this many places is changed in each list. The lists start at different places, so that every kind of place is
/// changed.
const STRIDE: usize = 6;

/// The result of a list, as far as a fingerprint promises it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Answer {
    verdict: Verdict,
    points: Option<u32>,
    rules: BTreeSet<(Severity, String)>,
}

#[test]
fn equal_fingerprints_mean_equal_answers() {
    let shelf = Shelf::built_in();
    let ids: BTreeSet<&str> = shelf.editions().into_iter().map(|edition| edition.id.as_str()).collect();
    let mut compared = 0;
    for id in ids {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists").join(id);
        let whole = shelf.ruleset(&RulesetName::Id(id.to_owned()), &[]).expect("a shipped ruleset is whole");
        let ruleset = with_club_units(&whole, &folder);
        let golden: Vec<(ArmyList, Option<Sheet>)> = golden_lists(&folder)
            .into_iter()
            .filter_map(|golden| match golden.judged {
                Judged::List(list, sheet) => Some((*list, sheet)),
                Judged::Sheet(_) => None,
            })
            .collect();
        let answers: Vec<(String, Answer, Value)> = golden
            .par_iter()
            .enumerate()
            .flat_map_iter(|(place, (list, sheet))| {
                let list = serde_json::to_value(list).expect("a list is JSON");
                let ruleset = &ruleset;
                variants(&list, place).into_iter().filter_map(move |value| {
                    let Some(Entry::List(list, _)) = lists(value.to_string().as_bytes()).pop() else { return None };
                    let report = muster_engine::judge(ruleset, &list, sheet.as_ref()).into_report();
                    let found = report.findings.iter().map(|finding| (finding.severity, finding.rule.to_string()));
                    // Claimed points are no part of the list, and a note may say that a default was taken.
                    let counts =
                        |(severity, rule): &(Severity, String)| *severity != Severity::Note && rule != "points-claimed";
                    let rules = found.filter(counts).collect();
                    Some((report.fingerprint?, Answer { verdict: report.verdict, points: report.points, rules }, value))
                })
            })
            .collect();
        let mut known: HashMap<&str, (&Answer, &Value)> = HashMap::new();
        for (fingerprint, answer, value) in &answers {
            let (first, other) = known.entry(fingerprint).or_insert((answer, value));
            assert_eq!(*first, answer, "{id}: one fingerprint, {fingerprint}, of\n{other}\nand\n{value}");
        }
        compared += answers.len();
    }
    assert!(compared > 5_000, "{compared} lists were compared");
}

/// The list itself, and copies with one word or number changed, removed or repeated.
fn variants(list: &Value, turn: usize) -> Vec<Value> {
    let mut pointers = Vec::new();
    leaves(list, String::new(), &mut pointers);
    let mut variants = vec![list.clone()];
    for pointer in pointers.iter().skip(turn % STRIDE).step_by(STRIDE) {
        let Some(value) = list.pointer(pointer) else { continue };
        let mut changed = match value {
            Value::String(word) => vec![json!("no such thing"), json!(word.to_uppercase()), json!({word: 1})],
            Value::Number(number) => vec![json!(number.as_u64().unwrap_or_default() + 1), json!(1)],
            _ => vec![json!(true)],
        };
        if let Value::Number(_) = value {
            changed.push(json!([{"count": 1, "mark": "no such mark"}, {"count": 1, "options": ["none"]}]));
        }
        variants.extend(changed.into_iter().map(|new| with(list, pointer, |place| *place = new)));
        let (parent, key) = pointer.rsplit_once('/').unwrap_or_default();
        if key == "unit" {
            let trait_of_role = json!([{"role": "sub-commander", "trait": "-"}]);
            let more =
                [("nation", json!("zzz")), ("mark", json!("Mk I")), ("models", json!(5)), ("roles", trait_of_role)];
            variants.extend(more.map(|(key, value)| with(list, parent, |squadron| squadron[key] = value)));
        }
        variants.push(with(list, parent, |parent| match parent {
            Value::Object(entries) => drop(entries.shift_remove(key)),
            Value::Array(items) => drop(key.parse().map(|index: usize| items.remove(index))),
            _ => {}
        }));
        if let Some(Value::Array(_)) = list.pointer(parent) {
            variants.push(with(list, parent, |parent| {
                if let Value::Array(items) = parent {
                    items.push(value.clone());
                }
            }));
        }
    }
    variants
}

/// Collects the pointers of all words and numbers.
fn leaves(value: &Value, at: String, found: &mut Vec<String>) {
    let step = |key: &str| format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
    match value {
        Value::Object(entries) => entries.iter().for_each(|(key, value)| leaves(value, step(key), found)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, value)| leaves(value, step(&index.to_string()), found));
        }
        _ => found.push(at),
    }
}

fn with(list: &Value, pointer: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut list = list.clone();
    if let Some(place) = list.pointer_mut(pointer) {
        change(place);
    }
    list
}
