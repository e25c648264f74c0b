//! Ids of options, choices and members, each once in its unit.

use std::collections::HashSet;

use muster_engine::catalogue::{Choice, Unit, UnitOption};

/// Gives options, choices and members ids of their own where two share one: the one that stands deeper is named after
/// what it stands in.
pub(super) fn unique_ids(unit: &mut Unit) {
    let mut taken = HashSet::new();
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

fn unique_among(prefix: &str, options: &mut [UnitOption], choices: &mut [Choice], taken: &mut HashSet<String>) {
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

/// A free id: the wished one, or that with a prefix, or with a number.
fn free(id: &str, prefix: &str, taken: &mut HashSet<String>) -> String {
    let mut wished = id.to_owned();
    let mut number = 1;
    while !taken.insert(wished.clone()) {
        let base = if prefix.is_empty() { id.to_owned() } else { format!("{prefix}-{id}") };
        wished = if number == 1 && !prefix.is_empty() { base } else { format!("{base}-{}", number.max(2)) };
        number += 1;
    }
    wished
}
