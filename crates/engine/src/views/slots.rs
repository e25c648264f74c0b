//! Which groups and slots are open to the units of a nation.

use std::collections::BTreeSet;

use crate::force::agreed::Agreement;
use crate::force::whole::Force;
use crate::ready::ruleset::Ruleset;
use crate::shapes::amount::{Amount, KeyedAmount};
use crate::shapes::declarations::{Declarations, GroupKind};
use crate::shapes::list::{ArmyList, Group, Squadron};
use crate::shapes::selector::{SelectorTest, WantedTrait};

/// The nations whose units name a slot of a kind of group. None if units of every nation may stand in such a group: it
/// has no slots, a slot says itself which units it accepts, or a unit of no nation names one.
#[must_use]
pub fn nations_of<'r>(ruleset: &'r Ruleset, kind: &str) -> Option<BTreeSet<&'r str>> {
    let slots = &ruleset.declarations().group_kinds.get(kind)?.slots;
    if slots.is_empty() || slots.values().any(|slot| slot.accepts.is_some()) {
        return None;
    }
    let catalogues = ruleset.catalogues().iter().map(|catalogue| catalogue.written());
    let naming = catalogues.filter(|catalogue| catalogue.units.iter().any(|unit| unit.slots.contains_key(kind)));
    naming.map(|catalogue| catalogue.nation.as_deref()).collect()
}

/// The ids of the kinds of groups that a list of this nation may use, in the order of the ruleset.
#[must_use]
pub fn kinds_for<'r>(ruleset: &'r Ruleset, nation: Option<&str>) -> Vec<&'r String> {
    let is_open = |kind: &&String| {
        nation.is_none_or(|nation| nations_of(ruleset, kind).is_none_or(|nations| nations.contains(nation)))
    };
    ruleset.declarations().group_kinds.keys().filter(is_open).collect()
}

/// The ids of the slots that a squadron fits in a group of this kind, in a list of this nation, whether there is room or
/// not.
#[must_use]
pub fn fitting(ruleset: &Ruleset, nation: Option<&str>, kind: &str, squadron: &Squadron) -> Vec<String> {
    let group = Group { kind: kind.to_owned(), squadrons: vec![squadron.clone()], ..Group::default() };
    let list = ArmyList { nation: nation.map(str::to_owned), groups: vec![group], ..ArmyList::default() };
    let force = Force::new(ruleset, &list, Agreement::new(ruleset, &list), None);
    let Some((chart, takes)) = force.charts.first().and_then(|chart| Some((chart, *chart.takes.first()?))) else {
        return Vec::new();
    };
    let slots = chart.kind.slots.keys().enumerate();
    slots.filter(|(place, _)| takes & (1 << place) != 0).map(|(_, id)| id.clone()).collect()
}

/// The slots whose squadrons an amount counts, if it counts all squadrons in certain slots and nothing else.
pub(crate) fn counted_slots(declarations: &Declarations, kind: &GroupKind, of: &Amount) -> Vec<String> {
    let Amount::Made(made) = of else { return Vec::new() };
    let KeyedAmount::Squadrons(selector) = &**made else { return Vec::new() };
    let selector = match selector.0.as_slice() {
        [SelectorTest::Is(name)] => declarations.selectors.get(name).unwrap_or(selector),
        _ => selector,
    };
    let mut slots = Vec::new();
    for test in &selector.0 {
        match test {
            SelectorTest::Trait(name, WantedTrait::Values(values)) if name == "slot" => slots.clone_from(values),
            // Attached squadrons fill no slot.
            SelectorTest::Trait(name, WantedTrait::Values(values)) if name == "standing" && values == &["own"] => {}
            _ => return Vec::new(),
        }
    }
    slots.retain(|slot| kind.slots.contains_key(slot));
    slots
}
