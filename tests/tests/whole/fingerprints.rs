//! Lists with equal fingerprints are equal: they have the same verdict, the same points and the same broken rules.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::report::{Severity, Verdict};
use muster_engine::sheet::Sheet;
use muster_library::lists::{FileDocument, lists};
use muster_library::shelf::Shelf;
use muster_tests::golden::{GoldenContent, golden_lists, with_club_units};
use rayon::prelude::*;
use serde_json::{Value, json};

/// One of this many places is changed in each list. The lists start at different places, so that every kind of place is
/// changed.
const STRIDE: usize = 6;

/// The result of a list, as far as a fingerprint promises it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct JudgedResult {
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
                GoldenContent::List(list, sheet) => Some((*list, sheet)),
                GoldenContent::Sheet(_) => None,
            })
            .collect();
        let answers: Vec<(String, JudgedResult, Value)> = golden
            .par_iter()
            .enumerate()
            .flat_map_iter(|(place, (list, sheet))| {
                let list = serde_json::to_value(list).expect("a list is JSON");
                let ruleset = &ruleset;
                variants(&list, place).into_iter().filter_map(move |value| {
                    let Some(FileDocument::List(list, _)) = lists(value.to_string().as_bytes()).pop() else {
                        return None;
                    };
                    let report = muster_engine::judge(ruleset, &list, sheet.as_ref()).into_report();
                    let found = report.findings.iter().map(|finding| (finding.severity, finding.rule.to_string()));
                    // Claimed points are no part of the list, and a note may say that a default was taken.
                    let counts =
                        |(severity, rule): &(Severity, String)| *severity != Severity::Note && rule != "points-claimed";
                    let rules = found.filter(counts).collect();
                    Some((
                        report.fingerprint?,
                        JudgedResult { verdict: report.verdict, points: report.points, rules },
                        value,
                    ))
                })
            })
            .collect();
        let mut known: HashMap<&str, (&JudgedResult, &Value)> = HashMap::new();
        for (fingerprint, answer, value) in &answers {
            let (first, other) = known.entry(fingerprint).or_insert((answer, value));
            assert_eq!(*first, answer, "{id}: one fingerprint, {fingerprint}, of\n{other}\nand\n{value}");
        }
        compared += answers.len();
    }
    assert!(compared > 5_000, "{compared} lists were compared");
}

/// Lists that differ only in who brings or carries whom, or in which models have an option or a role, have different
/// fingerprints. Lists that differ only in the order of things have the same fingerprint, verdict, points and findings.
#[test]
fn relations_and_parts_show_in_the_fingerprint_and_order_does_not() {
    let shelf = Shelf::built_in();
    let ids: BTreeSet<&str> = shelf.editions().into_iter().map(|edition| edition.id.as_str()).collect();
    let (mut told_apart, mut reordered) = (0, 0);
    for id in ids {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists").join(id);
        let whole = shelf.ruleset(&RulesetName::Id(id.to_owned()), &[]).expect("a shipped ruleset is whole");
        let ruleset = with_club_units(&whole, &folder);
        let golden = golden_lists(&folder).into_iter().filter_map(|golden| match golden.judged {
            GoldenContent::List(list, sheet) => Some((serde_json::to_value(list).expect("a list is JSON"), sheet)),
            GoldenContent::Sheet(_) => None,
        });
        let golden: Vec<(Value, Option<Sheet>)> = golden.collect();
        let counts = golden.par_iter().enumerate().map(|(turn, (list, sheet))| {
            let judge = |value: &Value| {
                let Some(FileDocument::List(list, _)) = lists(value.to_string().as_bytes()).pop() else { return None };
                let report = muster_engine::judge(&ruleset, &list, sheet.as_ref()).into_report();
                let found =
                    report.findings.iter().map(|found| (found.severity, found.rule.to_string(), found.measured));
                Some((report.fingerprint?, report.verdict, report.points, found.collect::<BTreeSet<_>>()))
            };
            let mut told_apart = 0;
            for Pair { one, other, guard } in pairs(list, turn) {
                // An option that models take by default makes no difference.
                let print = |value: &Value| judge(value).map(|(print, ..)| print);
                if guard.is_some_and(|(one, other)| print(&one) == print(&other)) {
                    continue;
                }
                let (Some(one_is), Some(other_is)) = (judge(&one), judge(&other)) else { continue };
                // An option that the unit does not have is an error, whichever model takes it.
                let both_wrong = one_is == other_is && one_is.1 == Verdict::Illegal;
                told_apart += usize::from(!both_wrong);
                assert!(one_is.0 != other_is.0 || both_wrong, "{id}: one fingerprint of\n{one}\nand\n{other}");
            }
            let mut orders = 0;
            for list in std::iter::once(list.clone()).chain(pairs(list, turn).into_iter().map(|pair| pair.one)) {
                let Some(is) = judge(&list) else { continue };
                assert_eq!(Some(is), judge(&in_other_order(&list)), "{id}: another order changes\n{list}");
                orders += 1;
            }
            (told_apart, orders)
        });
        let (apart, orders) = counts.reduce(|| (0, 0), |one, other| (one.0 + other.0, one.1 + other.1));
        (told_apart, reordered) = (told_apart + apart, reordered + orders);
    }
    assert!(told_apart > 500 && reordered > 4_000, "{told_apart} pairs, {reordered} orders");
}

/// The fingerprint of a list of one squadron with these models, of which one may have a role.
fn print(unit: &str, models: &Value, role: Option<u32>) -> String {
    let ruleset = Shelf::built_in().ruleset(&RulesetName::Id("dw-2.5".to_owned()), &[]).expect("a shipped ruleset");
    let mut squadron = json!({"unit": unit, "models": models});
    if let Some(model) = role {
        squadron["roles"] = json!([{"role": "commodore", "model": model}]);
    }
    let list =
        json!({"muster": 1, "ruleset": "dw-2.5", "nation": "empire-of-the-blazing-sun", "squadrons": [squadron]});
    let Some(FileDocument::List(list, _)) = lists(list.to_string().as_bytes()).pop() else { panic!("a list") };
    muster_engine::check(&ruleset, &list).fingerprint.expect("a fingerprint")
}

#[test]
fn parts_of_a_known_unit_that_are_alike_are_one() {
    let part = |count: u32, mark: &str| json!({"count": count, "mark": mark});
    let parts = |role: u32, parts: &[Value]| print("honshu-class-cruiser", &json!(parts), Some(role));
    let [first, second] = ["Mk I", "Mk II"];
    for role in [1, 4] {
        let one = parts(role, &[part(3, first), part(1, second)]);
        assert_eq!(one, parts(role, &[part(2, first), part(1, first), part(1, second)]));
        assert_ne!(one, parts(role, &[part(2, first), part(2, second)]));
    }
    let of = |role| parts(role, &[part(3, first), part(1, second)]);
    assert!(of(1) == of(3) && of(1) != of(4));
}

/// Nobody knows what the options of an unknown unit are, so its parts are in the fingerprint as the list states them.
#[test]
fn the_parts_of_an_unknown_unit_show_in_the_fingerprint() {
    let print = |models: &Value, role: Option<u32>| print("nobody-knows-it", models, role);
    let plain = |count: u32| json!({"count": count});
    let with = |count: u32| json!({"count": count, "options": ["a"]});
    let marked = |count: u32| json!({"count": count, "mark": "m"});
    // Parts without anything of their own say no more than a number.
    for role in [None, Some(1)] {
        assert_eq!(print(&json!([plain(2), plain(1)]), role), print(&json!(3), role));
    }
    assert_eq!(print(&json!([plain(2), with(1)]), None), print(&json!([plain(1), plain(1), with(1)]), None));
    for (one, other) in [
        (json!([plain(2), with(1)]), json!([plain(1), with(2)])),
        (json!([plain(2), with(1)]), json!(3)),
        (json!([plain(2), marked(1)]), json!([plain(1), marked(2)])),
        (json!([plain(2), marked(1)]), json!(3)),
    ] {
        assert_ne!(print(&one, None), print(&other, None), "{one} {other}");
    }
    for part in [with(1), marked(1)] {
        let models = json!([plain(2), part]);
        assert_ne!(print(&models, Some(1)), print(&models, Some(3)), "{models}");
    }
}

/// Two lists that differ in one relation or part.
struct Pair {
    one: Value,
    other: Value,
    /// Two lists that differ only if these do.
    guard: Option<(Value, Value)>,
}

/// Pairs of lists that differ in one relation or part of one squadron. The turn chooses the squadron.
fn pairs(list: &Value, turn: usize) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let all = squadrons(list);
    for at in all.iter().skip(turn % all.len().max(1)).take(1) {
        let Some(squadron) = list.pointer(at).cloned() else { continue };
        let (holder, place) = at.rsplit_once('/').expect("a squadron stands in a list");
        let place: usize = place.parse().expect("a place");
        // The squadron twice, and both of them bring or carry something: each its own, or one of them all.
        for (relation, is_list) in [("brought-by", false), ("carries", true)] {
            let twice = |first: &str, second: &str| {
                let mut list = list.clone();
                let Some(Value::Array(all)) = list.pointer_mut(holder) else { return list };
                let with_id = |id: &str| {
                    let mut copy = squadron.clone();
                    copy["id"] = json!(id);
                    copy
                };
                all[place] = with_id("one");
                all.insert(place + 1, with_id("other"));
                let mut load = json!({"unit": squadron["unit"], "models": 1});
                let mut loads = [("load-a", first), ("load-b", second)];
                if is_list {
                    for (id, carrier) in loads {
                        let of = place + usize::from(carrier == "other");
                        load["id"] = json!(id);
                        let carries = all[of].as_object_mut().map(|squadron| squadron.entry("carries"));
                        if let Some(Value::Array(aboard)) = carries.map(|entry| entry.or_insert(json!([]))) {
                            aboard.push(json!(id));
                        }
                        all.push(load.clone());
                    }
                } else {
                    loads.sort_unstable();
                    for (_, bringer) in loads {
                        load[relation] = json!(bringer);
                        all.push(load.clone());
                    }
                }
                list
            };
            // A squadron that others name keeps its id, and so cannot be doubled.
            if squadron.get("id").is_none() {
                pairs.push(Pair { one: twice("one", "other"), other: twice("one", "one"), guard: None });
            }
        }
        // Two models: which of them has an option twice or a role.
        if let Some(option) = squadron["options"].pointer("/0") {
            let name = option.as_str().or_else(|| option.as_object()?.keys().next().map(String::as_str));
            let Some(name) = name else { continue };
            let parts = |one: u32, other: u32, role: u32| {
                let options = |number: u32| if number == 0 { json!([]) } else { json!([{name: number}]) };
                with(list, at, |squadron| {
                    squadron["models"] =
                        json!([{"count": 1, "options": options(one)}, {"count": 1, "options": options(other)}]);
                    squadron["options"] = json!([]);
                    if role > 0 {
                        squadron["roles"] = json!([{"role": squadron["roles"].pointer("/0").unwrap_or(&json!("commodore")), "model": role}]);
                    }
                })
            };
            let guard = || Some((parts(1, 0, 0), parts(0, 0, 0)));
            let is_role = squadron["roles"].pointer("/0").is_none_or(Value::is_string);
            if is_role {
                pairs.push(Pair { one: parts(1, 0, 1), other: parts(1, 0, 2), guard: guard() });
            }
            pairs.push(Pair { one: parts(2, 0, 0), other: parts(1, 1, 0), guard: guard() });
        }
    }
    pairs
}

/// The pointers of all squadrons that are not attached.
fn squadrons(list: &Value) -> Vec<String> {
    let count = |squadrons: &Value| squadrons.as_array().map_or(0, Vec::len);
    let of = |holder: String, squadrons: &Value| -> Vec<String> {
        (0..count(squadrons)).map(|place| format!("{holder}/squadrons/{place}")).collect()
    };
    let mut all = of(String::new(), &list["squadrons"]);
    for (group, written) in list["groups"].as_array().into_iter().flatten().enumerate() {
        all.extend(of(format!("/groups/{group}"), &written["squadrons"]));
    }
    all
}

/// The same list with squadrons, groups, attached squadrons, options, loads and consents in the opposite order.
fn in_other_order(list: &Value) -> Value {
    let mut list = list.clone();
    turn(&mut list);
    list
}

fn turn(value: &mut Value) {
    match value {
        Value::Object(object) => {
            for (key, value) in object.iter_mut() {
                // The order of parts numbers the models.
                if let Value::Array(items) = value
                    && ["squadrons", "groups", "attached", "options", "carries", "consents"].contains(&key.as_str())
                {
                    items.reverse();
                }
                turn(value);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(turn),
        _ => {}
    }
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
