//! The squadron that a click on a unit adds: as few models as it may have, with the options that it must have.

use std::collections::HashSet;

use muster_engine::catalogue::{Buys, Unit};
use muster_engine::list::{Models, OptionPick, Squadron};
use muster_engine::ready::{ReadyOption, ReadyUnit};

/// The smallest squadron of a unit. Options that the data take by themselves are left out; of those that must be chosen
/// it has the cheapest, and of equally cheap ones the first. `nation` is stated where it is not the list's.
pub(crate) fn smallest(ready: &ReadyUnit, unit: &Unit, nation: Option<&str>) -> Squadron {
    let models = match unit.squadron {
        Some(range) if unit.members.is_empty() => Some(Models::Count(range.min.max(1))),
        None if unit.members.is_empty() => Some(Models::Count(1)),
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

/// The options that must be chosen and that nothing chooses by itself.
fn needed(ready: &ReadyUnit) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    let choices = ready.choices.iter().enumerate();
    // Narrower choices stand behind wider ones, and what is chosen for them counts for those too.
    for (place, choice) in choices.rev().filter(|(_, choice)| choice.under.is_none() && choice.default.is_none()) {
        let mut options: Vec<usize> = (0..ready.options.len())
            .filter(|option| ready.options[*option].under.is_none() && ready.is_in(ready.options[*option].of, place))
            .collect();
        let taken = options.iter().filter(|option| chosen.contains(option)).count();
        let missing = usize::try_from(choice.min).unwrap_or(usize::MAX).saturating_sub(taken);
        options.retain(|option| !chosen.contains(option));
        options.sort_by_key(|option| ready.options[*option].points.unwrap_or(i32::MAX));
        chosen.extend(options.into_iter().take(missing));
    }
    // What comes only with something else brings it along.
    let seen: HashSet<usize> = chosen.iter().copied().collect();
    for (place, option) in ready.options.iter().enumerate() {
        if !seen.contains(&place) && option.min_with.iter().any(|(with, min)| *min > 0 && seen.contains(with)) {
            chosen.push(place);
        }
    }
    chosen.sort_unstable();
    chosen
}

/// How a list writes an option for every model.
fn pick(ready: &ReadyUnit, option: &ReadyOption) -> OptionPick {
    // Of models that options make there is one; all others are for every model.
    if option.makes.is_some() && option.buys == Buys::Model && ready.makes_models() {
        return OptionPick::Some([(option.id.clone(), 1)].into_iter().collect());
    }
    OptionPick::Every(option.id.clone())
}
