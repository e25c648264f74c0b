//! Everything by which a list chooses its own judge or facts is told in its terms: if the list is judged more harshly
//! without a key, the terms tell that key.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::collections::BTreeSet;
use std::path::Path;

use muster_engine::amount::{Amount, KeyedAmount};
use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::ready::Ruleset;
use muster_engine::report::{FindingId, Report, Severity, Terms};
use muster_engine::sheet::Sheet;
use muster_library::lists::{FileDocument, lists};
use muster_library::shelf::Shelf;
use muster_tests::golden::{GoldenContent, golden_lists, with_club_units};
use rayon::prelude::*;
use serde_json::Value;

/// The keys of a list that say what the army is, or that decide nothing. All others choose the judge or facts.
const ARMY: [&str; 18] = [
    "muster",
    "kind",
    "name",
    "player",
    "club",
    "email",
    "date",
    "notes",
    "private-notes",
    "points",
    "salt",
    "nation",
    "mfv",
    "sheet",
    "squadrons",
    "groups",
    // The facts of cards are looked at one by one.
    "decks",
    // A version is looked at where there are several: `pinned` in the tests of the command line. So are overlays.
    "ruleset",
];

#[test]
fn what_makes_a_list_legal_is_told_in_its_terms() {
    let shelf = Shelf::built_in();
    let ids: BTreeSet<&str> = shelf.editions().into_iter().map(|edition| edition.id.as_str()).collect();
    let mut told = 0;
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
        told += golden.par_iter().map(|(list, sheet)| untold(&ruleset, list, sheet.as_ref())).sum::<usize>();
    }
    assert!(told > 50, "only {told} keys made a list more legal");
}

#[test]
fn every_key_of_a_list_is_looked_at() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas/list.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(schema).expect("the schema")).expect("JSON");
    let keys = schema["properties"].as_object().expect("a list has keys").keys();
    let looked_at = ["settings", "consents", "overlays", "open"];
    let names = ["sections", "units"];
    for key in keys {
        let key = key.as_str();
        assert!(ARMY.contains(&key) || looked_at.contains(&key) || names.contains(&key), "{key} may be a term");
    }
}

/// Removes each key that may be a term. Returns how many of them made the list more legal; the terms must tell these.
fn untold(ruleset: &Ruleset, list: &ArmyList, sheet: Option<&Sheet>) -> usize {
    let value = serde_json::to_value(list).expect("a list is JSON");
    let judge = |value: &Value| -> Option<Report> {
        match lists(value.to_string().as_bytes()).pop()? {
            FileDocument::List(list, _) => Some(muster_engine::judge(ruleset, &list, sheet).into_report()),
            _ => None,
        }
    };
    let Some(with) = judge(&value) else { return 0 };
    let mut told = 0;
    for pointer in places(&value) {
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer has a key");
        let mut less = value.clone();
        match less.pointer_mut(parent) {
            Some(Value::Object(object)) => drop(object.shift_remove(key)),
            Some(Value::Array(items)) => drop(items.remove(key.parse().expect("a place"))),
            _ => continue,
        }
        let Some(without) = judge(&less) else { continue };
        if is_graver(ruleset, &with, &without) {
            let what = value.pointer(&pointer).cloned().unwrap_or_default();
            assert!(
                is_told(ruleset, &with.terms, &pointer, &what),
                "{pointer} is no term of\n{value}\n{:?}",
                with.terms
            );
            told += 1;
        }
    }
    told
}

/// The places of everything that may be a term: settings, consents, what is left open, and facts of cards.
fn places(list: &Value) -> Vec<String> {
    let mut places = Vec::new();
    let keys = |key: &str| list[key].as_object().into_iter().flat_map(|object| object.keys().cloned());
    places.extend(keys("settings").map(|setting| format!("/settings/{setting}")));
    let consents = list["consents"].as_array().map_or(0, Vec::len);
    places.extend((0..consents).map(|place| format!("/consents/{place}")));
    let open = list["open"].as_array().map_or(0, Vec::len);
    places.extend((0..open).map(|place| format!("/open/{place}")));
    for deck in keys("decks") {
        for (place, card) in list["decks"][&deck].as_array().into_iter().flatten().enumerate() {
            let facts = card.as_object().into_iter().flat_map(|card| card.keys());
            let facts = facts.filter(|key| *key != "card" && *key != "replaces");
            places.extend(facts.map(|fact| format!("/decks/{deck}/{place}/{fact}")));
        }
    }
    places
}

/// Whether a list has an error, or is undetermined, only without a key. An error that only asks to state the key does not
/// count.
fn is_graver(ruleset: &Ruleset, with: &Report, without: &Report) -> bool {
    let grave = |report: &Report| -> Vec<(FindingId, Vec<String>)> {
        let grave = report.findings.iter().filter(|finding| finding.severity == Severity::Error);
        grave.map(|finding| (finding.rule.clone(), finding.at.clone())).collect()
    };
    let before = grave(with);
    grave(without).iter().any(|finding| !before.contains(finding) && !asks_to_state(ruleset, &finding.0))
}

/// Whether a rule asks that a list states a setting.
fn asks_to_state(ruleset: &Ruleset, rule: &FindingId) -> bool {
    let rule = ruleset.rules().iter().find(|sourced| sourced.rule.id == rule.as_str());
    let mut limits = rule.into_iter().flat_map(|sourced| sourced.rule.clauses.iter().filter_map(|c| c.limit.as_ref()));
    limits.any(|limit| matches!(&limit.of, Amount::Made(made) if matches!(**made, KeyedAmount::Given(_))))
}

fn is_told(ruleset: &Ruleset, terms: &Terms, pointer: &str, value: &Value) -> bool {
    let mut steps = pointer.split('/').skip(1);
    match (steps.next(), steps.next()) {
        (Some("settings"), Some(id)) => {
            let consent = ruleset.declarations().settings.get(id).and_then(|setting| setting.consent.as_ref());
            terms.settings.contains_key(id) || consent.is_some_and(|rule| terms.waived.contains(rule))
        }
        (Some("consents"), _) => terms.waived.iter().any(|rule| value == rule),
        (Some("open"), _) => terms.open.iter().any(|kind| value == kind.word()),
        (Some("decks"), Some(deck)) => terms.own_cards.iter().any(|card| card.deck == deck),
        _ => false,
    }
}
