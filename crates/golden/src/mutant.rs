//! Mutants of a ruleset: one rule or clause dropped, one number changed by one, one test or value of a selector
//! dropped, one severity lowered, or `waivable` inverted.

use muster_engine::declarations::{Declarations, Slot, StepRow};
use muster_engine::ready::RulesetParts;
use muster_engine::rule::{Grade, Rule, RuleKind};
use muster_engine::selector::{Selector, SelectorTest, WantedTrait};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A ruleset with one thing changed.
pub struct Mutant {
    /// The change, such as `cap-large: clauses/0/limit/max/percent/0 60 -> 61`.
    pub change: String,
    /// The rule, table, slot, selector or setting that is changed.
    pub item: String,
    /// The name of the file, without extension, whose lists nearly always notice it.
    pub(crate) file: String,
    edit: Box<PartsEdit>,
}

type PartsEdit = dyn Fn(&mut RulesetParts) + Send + Sync;

impl Mutant {
    fn new(change: String, item: &str, edit: impl Fn(&mut RulesetParts) + Send + Sync + 'static) -> Self {
        Self { change, item: item.to_owned(), file: item.to_owned(), edit: Box::new(edit) }
    }

    fn of_declarations(change: String, item: &str, edit: impl Fn(&mut Declarations) + Send + Sync + 'static) -> Self {
        Self::new(change, item, move |parts| edit(&mut parts.declarations))
    }

    /// The changed ruleset.
    #[must_use]
    pub fn parts(&self, of: &RulesetParts) -> RulesetParts {
        let mut parts = of.clone();
        (self.edit)(&mut parts);
        parts
    }
}

/// All mutants of a ruleset.
#[must_use]
pub fn mutants(parts: &RulesetParts) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for (index, sourced) in parts.rules.iter().enumerate() {
        let rule = &sourced.rule;
        if !decides(rule) {
            continue;
        }
        let dropped = rule.id.clone();
        mutants.push(Mutant::new(format!("{}: dropped", rule.id), &rule.id, move |parts| parts.drop_rule(&dropped)));
        for (change, changed) in variants(rule) {
            mutants.push(Mutant::new(format!("{}: {change}", rule.id), &rule.id, move |parts| {
                parts.rules[index].rule = changed.clone();
            }));
        }
        let turned = !rule.waivable;
        let waivable = Mutant::new(format!("{}: waivable: {turned}", rule.id), &rule.id, move |parts| {
            parts.rules[index].rule.waivable = turned;
        });
        mutants.push(Mutant { file: "waivable".to_owned(), ..waivable });
    }
    mutants.extend(settings(&parts.declarations));
    mutants.extend(tables(&parts.declarations));
    mutants.extend(slots(&parts.declarations));
    mutants.extend(selectors(&parts.declarations));
    mutants
}

/// Mutants of each setting: without one of the numbers that a word gives.
fn settings(declarations: &Declarations) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for (id, setting) in &declarations.settings {
        for (word, choice) in &setting.values {
            for number in choice.gives.clone() {
                let change = format!("setting {id}: {word} without {number}");
                let (id, word) = (id.clone(), word.clone());
                mutants.push(Mutant::of_declarations(change, &id.clone(), move |declarations| {
                    declarations.settings[&id].values[&word].gives.retain(|given| *given != number);
                }));
            }
        }
    }
    mutants
}

/// Mutants of each table: with one number changed by one.
fn tables(declarations: &Declarations) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for (id, table) in &declarations.tables {
        for (at, row) in table.rows.iter().enumerate() {
            for by in [-1, 1] {
                let mut change = |field: &str, edit: fn(&mut StepRow, i64)| {
                    let change = format!("table {id}: row {at}, {field} moved by {by}");
                    let id = id.clone();
                    mutants.push(Mutant::of_declarations(change, &id.clone(), move |declarations| {
                        edit(&mut declarations.tables[&id].rows[at], by);
                    }));
                };
                change("value", |row, by| row.value += by);
                if row.to.is_some() {
                    change("to", |row, by| row.to = row.to.map(|to| to + by));
                }
            }
        }
    }
    mutants
}

/// Mutants of each slot: with room for one more or less, or for one only instead of any number, not required, always open, never closed, and with one test or
/// word of `accepts` removed.
fn slots(declarations: &Declarations) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for (id, kind) in &declarations.group_kinds {
        for (name, slot) in &kind.slots {
            let mut change = |change: &str, edit: Box<dyn Fn(&mut Slot) + Send + Sync>| {
                let change = format!("slot {id}/{name}: {change}");
                let (id, name) = (id.clone(), name.clone());
                mutants.push(Mutant::of_declarations(change, &id.clone(), move |declarations| {
                    edit(&mut declarations.group_kinds[&id].slots[&name]);
                }));
            };
            if slot.many {
                change("holds one only", Box::new(|slot| slot.many = false));
            } else {
                change("holds one less", Box::new(|slot| slot.holds -= 1));
                change("holds one more", Box::new(|slot| slot.holds += 1));
            }
            if slot.required {
                change("not required", Box::new(|slot| slot.required = false));
            }
            if slot.opened_by.is_some() {
                change("always open", Box::new(|slot| slot.opened_by = None));
            }
            if slot.closed_by.is_some() {
                change("never closed", Box::new(|slot| slot.closed_by = None));
            }
            for (at, test) in slot.accepts.iter().flat_map(|accepts| accepts.0.iter().enumerate()) {
                if let SelectorTest::Trait(name, WantedTrait::Values(words)) = test {
                    for word in words.iter().filter(|_| words.len() > 1) {
                        let (name, dropped) = (name.clone(), word.clone());
                        let edit = move |slot: &mut Slot| {
                            let accepts = slot.accepts.as_mut().and_then(|accepts| accepts.0.get_mut(at));
                            if let Some(words) = accepts.and_then(|test| test.values_of_mut(&name)) {
                                words.retain(|word| *word != dropped);
                            }
                        };
                        change(&format!("accepts no {word}"), Box::new(edit));
                    }
                }
            }
            for (at, test) in slot.accepts.iter().flat_map(|accepts| accepts.0.iter().enumerate()) {
                let edit = move |slot: &mut Slot| {
                    slot.accepts.iter_mut().for_each(|accepts| drop(accepts.0.remove(at)));
                };
                change(&format!("accepts without {}", test.word()), Box::new(edit));
            }
        }
    }
    mutants
}

/// Mutants of the selectors that the ruleset names, and of those of its patches.
fn selectors(declarations: &Declarations) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for (id, selector) in &declarations.selectors {
        for (change, changed) in lesser(selector, &[selector]) {
            let id = id.clone();
            mutants.push(Mutant::of_declarations(
                format!("selector {id}: {change}"),
                &id.clone(),
                move |declarations| {
                    declarations.selectors[&id] = changed.clone();
                },
            ));
        }
    }
    for (id, patch) in &declarations.patches {
        for (change, changed) in lesser(&patch.r#where, &[&patch.r#where]) {
            let id = id.clone();
            mutants.push(Mutant::of_declarations(format!("patch {id}: {change}"), &id.clone(), move |declarations| {
                declarations.patches[&id].r#where = changed.clone();
            }));
        }
    }
    mutants
}

/// Whether a rule influences the judgement.
fn decides(rule: &Rule) -> bool {
    match rule.kind {
        RuleKind::Limit | RuleKind::Check | RuleKind::Allowance => true,
        RuleKind::ByHand => !rule.clauses.is_empty(),
        RuleKind::Definition | RuleKind::Permission | RuleKind::Advice => {
            let defines = !rule.narrows.is_empty() || !rule.allocates.is_empty() || !rule.charges.is_empty();
            defines || rule.grants.is_some()
        }
    }
}

/// The rule with one number changed by one, with one clause dropped, with less of one selector, or less grave.
fn variants(rule: &Rule) -> Vec<(String, Rule)> {
    let Ok(whole) = serde_json::to_value(rule) else { return Vec::new() };
    let mut places = Vec::new();
    for key in ["applies", "unless", "clauses", "narrows", "allocates", "charges", "grants"] {
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
    variants.extend(lesser(rule, &rule.selectors()));
    variants.extend(milder(rule));
    variants
}

/// A thing with one test or one value less in one of its selectors. A selector's only test stays, unless it is a `not`.
fn lesser<T: Serialize + DeserializeOwned>(thing: &T, selectors: &[&Selector]) -> Vec<(String, T)> {
    let Ok(whole) = serde_json::to_value(thing) else { return Vec::new() };
    let selectors: Vec<Value> = selectors.iter().filter_map(|selector| serde_json::to_value(selector).ok()).collect();
    let mut places = Vec::new();
    droppable(&whole, "", false, &selectors, &mut places);
    let mut lesser = Vec::new();
    for (within, key) in places {
        let mut changed = whole.clone();
        let what = match changed.pointer_mut(&within) {
            Some(Value::Object(tests)) => tests.shift_remove(&key).map(|_| key),
            Some(Value::Array(values)) => key.parse().ok().map(|at: usize| values.remove(at).to_string()),
            _ => None,
        };
        if let (Some(what), Ok(changed)) = (what, serde_json::from_value(changed)) {
            lesser.push((format!("{within} without {what}").trim_start().to_owned(), changed));
        }
    }
    lesser
}

/// What can be dropped from the selectors inside a value: the pointer to the map or list, and the key or place in it.
fn droppable(value: &Value, at: &str, inside: bool, selectors: &[Value], places: &mut Vec<(String, String)>) {
    let inside = inside || selectors.contains(value);
    match value {
        Value::Object(entries) => {
            for (key, inner) in entries {
                if inside && (entries.len() > 1 || key == "not") {
                    places.push((at.to_owned(), key.clone()));
                }
                droppable(inner, &format!("{at}/{key}"), inside, selectors, places);
            }
        }
        Value::Array(items) => {
            for (place, inner) in items.iter().enumerate() {
                if inside && items.len() > 1 {
                    places.push((at.to_owned(), place.to_string()));
                }
                droppable(inner, &format!("{at}/{place}"), inside, selectors, places);
            }
        }
        _ => {}
    }
}

/// The rule with one severity, its own or a clause's, one step lower. The lowest becomes a warning.
fn milder(rule: &Rule) -> Vec<(String, Rule)> {
    let other = |grade: Grade| match grade {
        Grade::Error | Grade::Note => Grade::Warning,
        Grade::Warning => Grade::Note,
    };
    let mut milder = Vec::new();
    // Findings of such a rule are notes, whatever its severity.
    if rule.kind == RuleKind::ByHand {
        return milder;
    }
    if rule.check.is_some() {
        let severity = other(rule.severity);
        milder.push((format!("severity: {severity:?}"), Rule { severity, ..rule.clone() }));
    }
    for (index, clause) in rule.clauses.iter().enumerate() {
        let severity = other(clause.severity.unwrap_or(rule.severity));
        let mut changed = rule.clone();
        changed.clauses[index].severity = Some(severity);
        milder.push((format!("clause {index}: severity: {severity:?}"), changed));
    }
    milder
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
