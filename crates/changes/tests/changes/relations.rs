//! What a change does to lists is shown by lists that the engine judges.

use muster_changes::{Relation, RelationKind, Weight, example, relation};
use muster_engine::ready::Ruleset;
use muster_engine::report::Verdict;
use serde_json::{Value, json};

use crate::compared;
use crate::fields::{catalogues, each, with_parts, with_units};
use crate::tiny;

fn related(before: &Ruleset, after: &Ruleset) -> Relation {
    let relation = relation(before, after, &compared(before, after).things);
    let verdicts = |list| [before, after].map(|ruleset| muster_engine::check(ruleset, list).verdict);
    if let Some(witness) = &relation.becomes_illegal {
        assert_eq!(verdicts(&witness.shown.list), [Verdict::Legal, Verdict::Illegal], "{witness:?}");
    }
    if let Some(witness) = &relation.becomes_legal {
        assert_eq!(verdicts(&witness.shown.list), [Verdict::Illegal, Verdict::Legal], "{witness:?}");
    }
    for witness in relation.becomes_illegal.iter().chain(&relation.becomes_legal) {
        assert!(
            !witness.rule.is_empty() && !witness.shown.squadrons.is_empty() && !witness.shown.title.is_empty(),
            "{witness:?}"
        );
    }
    relation
}

/// The ruleset with one value of a unit or of a rule changed.
fn changed(ruleset: &Ruleset, thing: &str, pointer: &str, value: Value) -> Ruleset {
    let set = |whole: &mut Value| match whole.pointer_mut(pointer) {
        Some(old) => *old = value,
        None => whole[pointer.trim_start_matches('/')] = value,
    };
    let mut all = catalogues(ruleset);
    if let Some(unit) = all.iter_mut().flat_map(|one| &mut one.units).find(|unit| unit.id == thing) {
        let mut whole = serde_json::to_value(&*unit).unwrap();
        set(&mut whole);
        *unit = serde_json::from_value(whole).unwrap();
        return with_units(ruleset, all);
    }
    let mut parts = ruleset.parts().clone();
    let sourced = parts.rules.iter_mut().find(|sourced| sourced.rule.id == thing).unwrap();
    let mut whole = serde_json::to_value(&sourced.rule).unwrap();
    set(&mut whole);
    sourced.rule = serde_json::from_value(whole).unwrap();
    with_parts(parts, ruleset).unwrap()
}

#[test]
fn a_change_is_stricter_laxer_both_or_neither() {
    let tiny = tiny();
    let dearer_barge = changed(&tiny, "barge", "/points", json!(101));
    for (thing, pointer, value, expected) in [
        ("steamer", "/points", json!(61), RelationKind::Stricter),
        ("steamer", "/points", json!(59), RelationKind::Laxer),
        ("steamer", "/options/0/points", json!(6), RelationKind::Stricter),
        ("steamer", "/squadron", json!({"min": 1, "max": 4}), RelationKind::Laxer),
        ("steamer", "/squadron", json!({"min": 2, "max": 5}), RelationKind::Neither),
        ("steamer", "/card/stats/speed", json!(8), RelationKind::Equivalent),
        ("cap-large", "/clauses/0/limit/max/percent/0", json!(50), RelationKind::Stricter),
        ("cap-large", "/clauses/0/limit/max/percent/0", json!(70), RelationKind::Laxer),
        ("cap-large", "/clauses/0/limit/max", json!(100), RelationKind::Stricter),
        ("cap-large", "/clauses/0/limit/max", json!(5000), RelationKind::Laxer),
        ("cap-large", "/severity", json!("warning"), RelationKind::Laxer),
        ("cap-large", "/help", json!("Stay small."), RelationKind::Equivalent),
    ] {
        let after = changed(&tiny, thing, pointer, value.clone());
        let there = related(&tiny, &after);
        assert_eq!(there.is, expected, "{thing} {pointer}: {value}: {}", there.says);
        let turned = match expected {
            RelationKind::Stricter => RelationKind::Laxer,
            RelationKind::Laxer => RelationKind::Stricter,
            other => other,
        };
        assert_eq!(related(&after, &tiny).is, turned, "{thing} {pointer}: {value}, the other way");
    }
    let both = changed(&dearer_barge, "steamer", "/points", json!(50));
    assert_eq!(related(&tiny, &both).is, RelationKind::Neither);
}

/// What a difference weighs by its place and values is not less than lists show.
#[test]
fn no_change_weighs_less_than_lists_show() {
    let tiny = tiny();
    let (mut tried, mut shown) = (0, 0);
    let mut judge = |after: &Ruleset, at: &str| {
        let changes = compared(&tiny, after);
        if changes.weight == Weight::Patch {
            return;
        }
        tried += 1;
        let relation = related(&tiny, after);
        shown += usize::from(relation.is != RelationKind::Equivalent);
        if relation.becomes_illegal.is_some() {
            assert!(changes.weight > Weight::Minor, "{at} is {}: {}", changes.weight, relation.says);
        }
        let decided = changes.with_relation(&relation).weight;
        assert_ne!(decided, Weight::MinorOrMajor, "{at}");
    };
    let all = catalogues(&tiny);
    let (place, index) = all
        .iter()
        .enumerate()
        .find_map(|(place, one)| Some((place, one.units.iter().position(|unit| unit.id == "steamer")?)))
        .unwrap();
    each(&*all[place].units[index], |at, mutant| {
        let mut all = all.clone();
        all[place].units[index] = mutant.into();
        judge(&with_units(&tiny, all), at);
    });
    for (place, sourced) in tiny.parts().rules.iter().enumerate() {
        each(&sourced.rule, |at, mutant| {
            let mut parts = tiny.parts().clone();
            parts.rules[place].rule = mutant;
            let Some(after) = with_parts(parts, &tiny) else { return };
            judge(&after, &format!("{} {at}", sourced.rule.id));
        });
    }
    // Most changes of a word do nothing in so small a game.
    assert!(tried > 50 && shown > 10, "{shown} of {tried}");
}

#[test]
fn a_rule_is_shown_by_lists_on_both_sides() {
    let tiny = tiny();
    let example = example(&tiny, "cap-large", &[500], 1_000, 8).unwrap();
    let verdict = |list| muster_engine::check(&tiny, list).verdict;
    assert_eq!(example.breaks.rule, "cap-large");
    assert_eq!(verdict(&example.breaks.shown.list), Verdict::Illegal);
    assert_eq!(verdict(&example.keeps.unwrap().list), Verdict::Legal);
    assert!(muster_changes::example(&tiny, "no-such-rule", &[], 1_000, 8).is_none());
}

/// The same rulesets give the same lists, however many processors there are.
#[test]
fn a_search_repeats() {
    let tiny = tiny();
    let after = changed(&tiny, "steamer", "/squadron", json!({"min": 2, "max": 5}));
    let said = || serde_json::to_string(&related(&tiny, &after)).unwrap();
    assert_eq!(said(), said());
}
