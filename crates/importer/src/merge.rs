//! Matches the options of two forms of a unit.

use muster_engine::catalogue::{Choice, UnitOption};

/// Adds the entry ids of the same options in another form. Returns the number of options without a match.
pub(super) fn merge_options(
    (options, choices): (&mut [UnitOption], &mut [Choice]),
    (others, other_choices): (&[UnitOption], &[Choice]),
) -> usize {
    let mut left = 0;
    for other in others {
        match options.iter_mut().find(|option| option.id == other.id && option.points == other.points) {
            Some(option) => {
                add(&mut option.entries, &other.entries);
                left += merge_options((&mut option.options, &mut option.choices), (&other.options, &other.choices));
            }
            None => left += 1,
        }
    }
    for other in other_choices {
        match choices.iter_mut().find(|choice| choice.id == other.id) {
            Some(choice) => {
                add(&mut choice.entries, &other.entries);
                left += merge_options((&mut choice.options, &mut choice.choices), (&other.options, &other.choices));
            }
            None => left += other.options.len(),
        }
    }
    left
}

fn add(entries: &mut Vec<String>, others: &[String]) {
    for other in others {
        if !entries.contains(other) {
            entries.push(other.clone());
        }
    }
}
