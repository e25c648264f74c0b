//! The amounts that a file states: prices, largest numbers, and changes of them.

use crate::entry::{CatalogueEntry, Modifier, thousandths};

/// The largest number in a list or in one of its forces.
pub(super) fn most(item: &CatalogueEntry) -> Option<u32> {
    item.limits.iter().filter(|limit| !limit.is_min && limit.scope != "parent").filter_map(|limit| limit.value).min()
}

/// The amount of one change, negative if it takes away.
pub(super) fn signed(change: &Modifier) -> i64 {
    if change.action == "decrement" { -amount(change) } else { amount(change) }
}

/// The amount of one change, in thousandths.
pub(super) fn amount(change: &Modifier) -> i64 {
    // Repeating a `set` has no further effect, unlike other actions.
    let repeat = change.repeat.as_ref().filter(|_| change.action != "set");
    thousandths(&change.value).unwrap_or(0).saturating_mul(repeat.map_or(1, |repeat| repeat.times.into()))
}

/// The id of the entry for each of which a change is made.
pub(super) fn each(change: &Modifier) -> Option<&str> {
    change.repeat.as_ref().map(|repeat| repeat.each.as_str())
}

/// The price of an entry, in thousandths.
pub(super) fn cost(item: &CatalogueEntry) -> i64 {
    item.cost("points").unwrap_or(0)
}

/// The number of models of a kind that one model of another kind replaces.
pub(super) fn gives_way_to(item: &CatalogueEntry, other: &CatalogueEntry) -> u32 {
    let of = item.modifiers.iter().filter(|change| {
        change.action == "decrement"
            && change.field.ends_with("Selections")
            && (each(change) == Some(other.id()) || change.when.tests().iter().any(|test| test.child == other.id()))
    });
    of.filter_map(|change| u32::try_from(amount(change) / 1000).ok()).max().unwrap_or(0)
}
