//! Joins choices that offer the same, and weapons that are the same.

use muster_engine::catalogue::{Choice, UnitOption, Weapon};

/// Makes one choice of several hardpoints that offer the same, so that a list need not say which of them it means.
pub(super) fn join_alike(choices: &mut Vec<Choice>) {
    let mut joined: Vec<Choice> = Vec::new();
    let mut numbers: Vec<u32> = Vec::new();
    for choice in std::mem::take(choices) {
        let unlimited = |choice: &Choice| Choice { min: 0, max: None, ..bare(choice) };
        let alike = |other: &Choice| choice.max.is_some() && unlimited(other) == unlimited(&choice);
        if let Some(place) = joined.iter().position(alike) {
            numbers[place] += 1;
            let other = &mut joined[place];
            other.min = other.min.saturating_add(choice.min);
            other.max = other.max.zip(choice.max).map(|(one, two)| one.saturating_add(two));
            add_entries(other, choice);
        } else {
            joined.push(choice);
            numbers.push(1);
        }
    }
    for (choice, number) in joined.iter_mut().zip(numbers) {
        let max = choice.max.filter(|max| *max > 1);
        if choice.choices.is_empty() && max.is_some() {
            choice
                .options
                .iter_mut()
                .for_each(|option| option.max = option.max.map(|own| own.saturating_mul(number)).or(max));
        }
    }
    *choices = joined;
}

/// Adds the entries of a choice, and of its options, to those of one that is alike.
pub(super) fn add_entries(choice: &mut Choice, twin: Choice) {
    let new = |have: &mut Vec<String>, more: Vec<String>| {
        for id in more {
            if !have.contains(&id) {
                have.push(id);
            }
        }
    };
    new(&mut choice.entries, twin.entries);
    for (option, twin) in choice.options.iter_mut().zip(twin.options) {
        new(&mut option.entries, twin.entries);
    }
}

/// Leaves out maximums of 1, which options have anyway.
pub(super) fn leave_out_ones(options: &mut [UnitOption], choices: &mut [Choice]) {
    for option in options {
        option.max = option.max.filter(|max| *max != 1);
        leave_out_ones(&mut option.options, &mut option.choices);
    }
    for choice in choices {
        leave_out_ones(&mut choice.options, &mut choice.choices);
    }
}

/// A choice without the ids of its entries, to compare it with others.
pub(super) fn bare(choice: &Choice) -> Choice {
    let mut bare = choice.clone();
    bare.entries.clear();
    without_entries(&mut bare.options);
    bare
}

/// Makes one weapon with its number of weapons that are alike.
pub(super) fn count_alike(weapons: &mut Vec<Weapon>) {
    let mut counted: Vec<Weapon> = Vec::new();
    for weapon in std::mem::take(weapons) {
        let bare = |weapon: &Weapon| Weapon { count: None, ..weapon.clone() };
        if let Some(other) = counted.iter_mut().find(|other| bare(other) == bare(&weapon)) {
            other.count = Some(other.count.unwrap_or(1).saturating_add(weapon.count.unwrap_or(1)));
        } else {
            counted.push(weapon);
        }
    }
    *weapons = counted;
}

fn without_entries(options: &mut [UnitOption]) {
    for option in options {
        option.entries.clear();
        option.max = None;
        without_entries(&mut option.options);
        for choice in &mut option.choices {
            choice.entries.clear();
            without_entries(&mut choice.options);
        }
    }
}
