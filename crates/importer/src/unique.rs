//! Makes the ids of options, choices and members unique in their unit.

use std::collections::HashMap;

use muster_engine::catalogue::{Choice, Unit, UnitOption};

/// Taken ids, each with the next number to try for an item of the same name. A file may have thousands of equal names.
type TakenIds = HashMap<String, u32>;

/// Gives options, choices and members unique ids. If two share an id, the deeper one gets the id of its parent as a
/// prefix.
pub(super) fn unique_ids(unit: &mut Unit) {
    let mut taken = TakenIds::new();
    unique_among("", &mut unit.options, &mut unit.choices, &mut taken);
    for member in &mut unit.members {
        let id = free(&member.id, "", &mut taken);
        member.id = id;
    }
    for member in &mut unit.members {
        let prefix = member.id.clone();
        unique_among(&prefix, &mut member.options, &mut member.choices, &mut taken);
    }
}

fn unique_among(prefix: &str, options: &mut [UnitOption], choices: &mut [Choice], taken: &mut TakenIds) {
    for option in options.iter_mut() {
        option.id = free(&option.id, prefix, taken);
    }
    for choice in choices.iter_mut() {
        choice.id = free(&choice.id, prefix, taken);
        for option in &mut choice.options {
            let id = free(&option.id, &choice.id, taken);
            if choice.default.as_ref() == Some(&option.id) {
                choice.default = Some(id.clone());
            }
            option.id = id;
        }
    }
    for option in options.iter_mut().chain(choices.iter_mut().flat_map(|choice| &mut choice.options)) {
        let prefix = option.id.clone();
        unique_among(&prefix, &mut option.options, &mut option.choices, taken);
    }
    for choice in choices {
        let prefix = choice.id.clone();
        unique_among(&prefix, &mut [], &mut choice.choices, taken);
    }
}

/// A free id: the wanted one, else with the prefix, else with a number.
fn free(id: &str, prefix: &str, taken: &mut TakenIds) -> String {
    let prefixed = if prefix.is_empty() { id.to_owned() } else { format!("{prefix}-{id}") };
    let mut wished = id.to_owned();
    if taken.contains_key(&wished) {
        wished.clone_from(&prefixed);
    }
    while taken.contains_key(&wished) {
        let number = taken.entry(prefixed.clone()).or_insert(2);
        wished = format!("{prefixed}-{number}");
        *number += 1;
    }
    taken.insert(wished.clone(), 2);
    wished
}
