//! The terms that a list sets for itself. An opponent or an organiser may refuse them.

use crate::words::terms;
use indexmap::IndexMap;

use crate::force::fixed::Fixed;
use crate::force::parts::FoundUnit;
use crate::force::whole::Force;
use crate::ready::event::Events;
use crate::shapes::list::SettingValue;
use crate::shapes::report::{OwnOverlay, OwnUnit, Terms};
use crate::shapes::rule::Rule;

/// Finds the rules that a list waives, the settings by which it puts rules out of use, its units from outside the
/// ruleset, and the overlays that it names. What an event says for all lists is no term of the list.
pub(crate) fn terms(force: &Force) -> Terms {
    let (waived, settings, own_units, overlays) = (waived(force), settings(force), own_units(force), overlays(force));
    let words = terms::terms(&waived, &settings, &own_units, &overlays);
    Terms { waived, settings, own_units, overlays, words }
}

/// The overlays in use, if an event brought them for all lists.
fn event<'s>(force: &'s Force) -> Option<&'s Events> {
    force.ruleset.events().filter(|events| !events.own)
}

/// The rules that the list waives and that can be waived.
fn waived(force: &Force) -> Vec<String> {
    let waivable = |id: &&String| force.ruleset.rule(id).is_some_and(|sourced| sourced.rule.waivable);
    let is_on = |id: &&String| force.agreed.settings.get(*id) == Some(&SettingValue::Flag(true));
    let is_fixed = |rule: &String| {
        let settings = &force.ruleset.declarations().settings;
        let mut fixed = force.agreed.fixed.given.iter().filter(is_on).filter_map(|id| settings.get(id));
        fixed.any(|setting| setting.consent.as_ref() == Some(rule))
    };
    let by_event = |id: &String| event(force).is_some_and(|events| events.waives(id) || is_fixed(id));
    force.agreed.consents.iter().filter(waivable).filter(|id| !by_event(id)).cloned().collect()
}

fn settings(force: &Force) -> IndexMap<String, SettingValue> {
    let declared = force.ruleset.declarations().settings.iter();
    let Fixed { given, allowed, .. } = &force.agreed.fixed;
    let by_event = |id: &String| event(force).is_some() && (given.contains(id) || allowed.contains(id));
    // A setting that picks rules by their numbers is always shown, because readers cannot see from the numbers which
    // rules it leaves out.
    let stated = declared.filter(|(id, setting)| {
        force.agreed.is_stated(id) && !by_event(id) && (setting.given_by.is_some() || puts_rules_out_of_use(force, id))
    });
    stated.filter_map(|(id, _)| Some((id.clone(), force.agreed.settings.get(id)?.clone()))).collect()
}

/// The overlays that the list names and that are in use.
fn overlays(force: &Force) -> Vec<OwnOverlay> {
    let own = force.ruleset.events().filter(|events| events.own);
    let own = own.into_iter().flat_map(|events| &events.all);
    own.map(|event| OwnOverlay { id: event.id.clone(), name: event.name.clone() }).collect()
}

/// Whether a rule that may make lists illegal would be in use if the list did not state this setting.
fn puts_rules_out_of_use(force: &Force, setting: &str) -> bool {
    let ruleset = force.ruleset;
    // Only rules that ask for this setting, or for one to which it gives numbers.
    let given = ruleset.declarations().settings.iter().filter(|(_, other)| other.given_by.as_deref() == Some(setting));
    let changed = std::iter::once(setting).chain(given.map(|(id, _)| id.as_str()));
    let unused: Vec<&Rule> =
        changed.flat_map(|id| ruleset.grave_rules_asking(id)).filter(|rule| !force.agreed.uses(rule)).collect();
    if unused.is_empty() {
        return false;
    }
    let without = force.agreed.without(ruleset.declarations(), setting);
    without.is_some_and(|without| unused.iter().any(|rule| without.uses(rule)))
}

/// The units that the list fields and that a club, or an overlay that the list names, brings or changes. Sorted, each
/// once.
fn own_units(force: &Force) -> Vec<OwnUnit> {
    let found = force.entries.iter().filter_map(|entry| entry.found);
    let mut own: Vec<OwnUnit> = found
        .filter_map(|FoundUnit { unit, catalogue, .. }| {
            let (id, name, nation) = (unit.id.clone(), unit.name.clone(), catalogue.written().nation.clone());
            let treated = catalogue.treated(unit).filter(|_| event(force).is_none());
            let by_overlay = treated.filter(|by| by.changed.or(by.priced).is_some() || !by.option_prices.is_empty());
            let replaces = by_overlay.map(|by| !by.brought).or(catalogue.own(unit))?;
            Some(OwnUnit { id, name, nation, replaces })
        })
        .collect();
    own.sort_by(|one, other| (&one.name, &one.nation).cmp(&(&other.name, &other.nation)));
    own.dedup();
    own
}
