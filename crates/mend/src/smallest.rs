//! The squadron that a click on a unit adds: the fewest models that it may have, with its required options.

use std::collections::HashSet;

use muster_engine::catalogue::{PurchaseScope, Unit};
use muster_engine::declarations::Declarations;
use muster_engine::list::{ModelCount, OptionPick, Squadron};
use muster_engine::ready::{ReadyOption, ReadyUnit};

/// The smallest squadron of a unit. It leaves out options that apply by default. Of the options that a player must
/// choose it has the cheapest, and the first of equally cheap ones. `nation` is the squadron's nation if it differs
/// from the list's.
#[must_use]
pub fn smallest(declarations: &Declarations, ready: &ReadyUnit, unit: &Unit, nation: Option<&str>) -> Squadron {
    let models = match unit.squadron {
        _ if !declarations.has_models(unit) => None,
        Some(range) if unit.members.is_empty() => Some(ModelCount::Count(range.min.max(1))),
        None if unit.members.is_empty() => Some(ModelCount::Count(1)),
        _ => None,
    };
    Squadron {
        unit: unit.id.clone(),
        nation: nation.map(str::to_owned),
        models,
        options: needed(ready).into_iter().map(|option| pick(ready, &ready.options[option])).collect(),
        ..Squadron::default()
    }
}

/// The options that a player must choose.
fn needed(ready: &ReadyUnit) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    let choices = ready.choices.iter().enumerate();
    // Narrower choices come after wider ones. An option chosen for a narrower choice counts for the wider one too.
    for (place, choice) in choices.rev().filter(|(_, choice)| choice.under.is_none() && choice.default.is_none()) {
        if ready.choices.iter().any(|narrower| narrower.default.is_some() && ready.is_in(narrower.of, place)) {
            continue;
        }
        let mut options: Vec<usize> = (0..ready.options.len())
            .filter(|option| ready.options[*option].under.is_none() && ready.is_in(ready.options[*option].of, place))
            .collect();
        let taken = options.iter().filter(|option| chosen.contains(option)).count();
        let missing = usize::try_from(choice.min).unwrap_or(usize::MAX).saturating_sub(taken);
        options.retain(|option| !chosen.contains(option));
        options.sort_by_key(|option| ready.options[*option].points.unwrap_or(i32::MAX));
        chosen.extend(options.into_iter().take(missing));
    }
    // Adds options that another chosen option requires.
    let seen: HashSet<usize> = chosen.iter().copied().collect();
    for (place, option) in ready.options.iter().enumerate() {
        if !seen.contains(&place) && option.min_with.iter().any(|(with, min)| *min > 0 && seen.contains(with)) {
            chosen.push(place);
        }
    }
    chosen.sort_unstable();
    chosen
}

/// Writes an option for every model of the squadron.
pub(crate) fn pick(ready: &ReadyUnit, option: &ReadyOption) -> OptionPick {
    // A conversion of models is bought once; every other option for all models.
    if option.makes.is_some() && option.buys == PurchaseScope::Model && ready.makes_models() {
        return OptionPick::Some([(option.id.clone(), 1)].into_iter().collect());
    }
    OptionPick::Every(option.id.clone())
}
