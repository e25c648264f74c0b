//! The numbers of squadrons in a list, and of models in a squadron.

use muster_engine::list::{ArmyList, ModelCount, Squadron};
use muster_engine::place::SquadronPlace;

/// The key under which a squadron keeps its number in the list as it was. Keys with `x-` mean nothing to rules.
pub(crate) const NUMBER: &str = "x-mend-number";

/// Numbers the squadrons of a list. Changes name them by these numbers, whatever was left out before.
pub(crate) fn number(list: &mut ArmyList) {
    for (place, number) in SquadronPlace::all(list).iter().zip(1_u64..) {
        if let Some(squadron) = place.squadron_mut(list) {
            squadron.extra.insert(NUMBER.to_owned(), number.into());
        }
    }
}

/// The number of a squadron in the list as it was; its pointer if it was added.
pub(crate) fn number_of(list: &ArmyList, place: &SquadronPlace) -> String {
    let number = place.squadron(list).and_then(|squadron| squadron.extra.get(NUMBER));
    number.map_or_else(|| place.to_string(), ToString::to_string)
}

/// Takes the numbers away.
pub(crate) fn unnumber(list: &mut ArmyList) {
    for place in SquadronPlace::all(list) {
        if let Some(squadron) = place.squadron_mut(list) {
            squadron.extra.shift_remove(NUMBER);
        }
    }
}

/// The number of models that a squadron states.
pub(crate) fn stated_models(squadron: &Squadron) -> Option<u32> {
    match squadron.models.as_ref()? {
        ModelCount::Count(number) => Some(*number),
        ModelCount::Parts(parts) => Some(parts.iter().fold(0, |sum: u32, part| sum.saturating_add(part.count))),
    }
}
