//! Mutants of a ruleset: one rule dropped, one clause dropped, or one number changed by one.

use muster_engine::declarations::Slot;
use muster_engine::ready::Parts;
use muster_engine::rule::{Kind, Rule};
use muster_engine::selector::{Test, Wanted};
use serde_json::Value;

/// A ruleset with one thing changed.
pub struct Mutant {
    /// The change, such as `cap-large: clauses/0/limit/max/percent/0 60 -> 61`.
    pub change: String,
    /// The rule, table or setting that is changed.
    pub item: String,
    /// The changed ruleset.
    pub parts: Parts,
}

/// All mutants of a ruleset.
///
/// # Panics
/// If a rule cannot be written as JSON and read again: a broken test.
#[must_use]
pub fn mutants(parts: &Parts) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for (index, sourced) in parts.rules.iter().enumerate() {
        let rule = &sourced.rule;
        if !decides(rule) {
            continue;
        }
        let mut dropped = parts.clone();
        let without = dropped.rules.remove(index);
        forget(&mut dropped, &without.rule.id);
        mutants.push(Mutant { change: format!("{}: dropped", rule.id), item: rule.id.clone(), parts: dropped });
        for (change, changed) in variants(rule) {
            let mut moved = parts.clone();
            moved.rules[index].rule = changed;
            mutants.push(Mutant { change: format!("{}: {change}", rule.id), item: rule.id.clone(), parts: moved });
        }
    }
    for (id, setting) in &parts.declarations.settings {
        for (word, choice) in &setting.values {
            for number in &choice.gives {
                let mut without = parts.clone();
                let choice = without.declarations.settings.get_mut(id).and_then(|setting| setting.values.get_mut(word));
                if let Some(choice) = choice {
                    choice.gives.retain(|given| given != number);
                }
                let change = format!("setting {id}: {word} without {number}");
                mutants.push(Mutant { change, item: id.clone(), parts: without });
            }
        }
    }
    for (id, table) in &parts.declarations.tables {
        for row in 0..table.rows.len() {
            for by in [-1, 1] {
                let mut change = |field: &str, apply: &dyn Fn(&mut muster_engine::declarations::Row)| {
                    let mut moved = parts.clone();
                    if let Some(table) = moved.declarations.tables.get_mut(id) {
                        apply(&mut table.rows[row]);
                    }
                    let change = format!("table {id}: row {row}, {field} moved by {by}");
                    mutants.push(Mutant { change, item: id.clone(), parts: moved });
                };
                change("value", &|row| row.value += by);
                if table.rows[row].to.is_some() {
                    change("to", &|row| row.to = row.to.map(|to| to + by));
                }
            }
        }
    }
    mutants.extend(slots(parts));
    mutants
}

/// Mutants of each slot: with room for one more or less, not required, always open, never closed, and with one test or
/// word of `accepts` removed.
fn slots(parts: &Parts) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for (id, kind) in &parts.declarations.group_kinds {
        for (name, slot) in &kind.slots {
            let mut change = |change: &str, apply: &dyn Fn(&mut Slot)| {
                let mut moved = parts.clone();
                let kind = moved.declarations.group_kinds.get_mut(id);
                if let Some(slot) = kind.and_then(|kind| kind.slots.get_mut(name)) {
                    apply(slot);
                }
                mutants.push(Mutant { change: format!("slot {id}/{name}: {change}"), item: id.clone(), parts: moved });
            };
            change("holds one less", &|slot| slot.holds -= 1);
            change("holds one more", &|slot| slot.holds += 1);
            if slot.required {
                change("not required", &|slot| slot.required = false);
            }
            if slot.opened_by.is_some() {
                change("always open", &|slot| slot.opened_by = None);
            }
            if slot.closed_by.is_some() {
                change("never closed", &|slot| slot.closed_by = None);
            }
            for (at, test) in slot.accepts.0.iter().enumerate() {
                let Test::Trait(name, Wanted::Values(words)) = test else { continue };
                for word in words.iter().filter(|_| words.len() > 1) {
                    change(&format!("accepts no {word}"), &|slot| {
                        if let Some(words) = slot.accepts.0[at].values_of_mut(name) {
                            words.retain(|other| other != word);
                        }
                    });
                }
            }
            for (at, test) in slot.accepts.0.iter().enumerate() {
                change(&format!("accepts without {}", test.word()), &|slot| {
                    slot.accepts.0.remove(at);
                });
            }
        }
    }
    mutants
}

/// Whether a rule influences the judgement.
fn decides(rule: &Rule) -> bool {
    match rule.kind {
        Kind::Limit | Kind::Check | Kind::Allowance => true,
        Kind::ByHand => !rule.clauses.is_empty(),
        Kind::Definition | Kind::Permission | Kind::Advice => {
            !rule.narrows.is_empty() || !rule.allocates.is_empty() || rule.grants.is_some()
        }
    }
}

/// Removes a dropped rule's id from other rules. A dangling id would make the mutant fail for the wrong reason.
fn forget(parts: &mut Parts, id: &str) {
    for sourced in &mut parts.rules {
        sourced.rule.covered_by.retain(|covering| covering != id);
    }
    for deck in parts.declarations.decks.values_mut() {
        deck.rule = deck.rule.take().filter(|rule| rule != id);
    }
}

/// The rule with one number changed by one, or with one clause dropped.
fn variants(rule: &Rule) -> Vec<(String, Rule)> {
    let whole = serde_json::to_value(rule).expect("a rule is JSON");
    let mut places = Vec::new();
    for key in ["applies", "unless", "clauses", "narrows", "allocates", "grants"] {
        if let Some(value) = whole.get(key) {
            numbers(value, format!("/{key}"), &mut places);
        }
    }
    let mut variants = Vec::new();
    for (pointer, number) in places {
        for moved in [number - 1, number + 1] {
            let mut changed = whole.clone();
            if let Some(value) = changed.pointer_mut(&pointer) {
                *value = Value::from(moved);
            }
            if let Ok(changed) = serde_json::from_value(changed) {
                variants.push((format!("{pointer} {number} -> {moved}"), changed));
            }
        }
    }
    if rule.clauses.len() > 1 {
        for index in 0..rule.clauses.len() {
            let mut changed = rule.clone();
            changed.clauses.remove(index);
            variants.push((format!("clause {index} dropped"), changed));
        }
    }
    variants
}

fn numbers(value: &Value, pointer: String, places: &mut Vec<(String, i64)>) {
    match value {
        Value::Number(number) => places.extend(number.as_i64().map(|number| (pointer, number))),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                numbers(item, format!("{pointer}/{index}"), places);
            }
        }
        Value::Object(items) => {
            for (key, item) in items {
                numbers(item, format!("{pointer}/{key}"), places);
            }
        }
        _ => {}
    }
}
