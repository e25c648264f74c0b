//! The terms that a list sets for itself. An opponent or an organiser may refuse them.

use crate::words::terms;
use indexmap::IndexMap;

use crate::force::parts::FoundUnit;
use crate::force::whole::Force;
use crate::shapes::list::SettingValue;
use crate::shapes::report::{OwnUnit, Terms};
use crate::shapes::rule::Grade;

/// Finds the rules that a list waives, the settings by which it puts rules out of use, and its units from outside the
/// ruleset.
pub(crate) fn terms(force: &Force) -> Terms {
    let (waived, settings, own_units) = (waived(force), settings(force), own_units(force));
    let words = terms::terms(&waived, &settings, &own_units);
    Terms { waived, settings, own_units, words }
}

/// The rules that the list waives and that can be waived.
fn waived(force: &Force) -> Vec<String> {
    let waivable = |id: &&String| force.ruleset.rule(id).is_some_and(|sourced| sourced.rule.waivable);
    force.agreed.consents.iter().filter(waivable).cloned().collect()
}

fn settings(force: &Force) -> IndexMap<String, SettingValue> {
    let declared = force.ruleset.declarations().settings.iter();
    // A setting that picks rules by their numbers is always shown, because readers cannot see from the numbers which
    // rules it leaves out.
    let stated = declared.filter(|(id, setting)| {
        force.agreed.is_stated(id) && (setting.given_by.is_some() || puts_rules_out_of_use(force, id))
    });
    stated.filter_map(|(id, _)| Some((id.clone(), force.agreed.settings.get(id)?.clone()))).collect()
}

/// Whether a rule that may make lists illegal would be in use if the list did not state this setting.
fn puts_rules_out_of_use(force: &Force, setting: &str) -> bool {
    let ruleset = force.ruleset;
    let Some(without) = force.agreed.without(ruleset.declarations(), setting) else { return false };
    let rules = ruleset.rules().iter().map(|sourced| &sourced.rule);
    rules.filter(|rule| rule.severity == Grade::Error).any(|rule| without.uses(rule) && !force.agreed.uses(rule))
}

/// The units of a club that the list fields, sorted, each once.
fn own_units(force: &Force) -> Vec<OwnUnit> {
    let found = force.entries.iter().filter_map(|entry| entry.found);
    let mut own: Vec<OwnUnit> = found
        .filter_map(|FoundUnit { unit, catalogue, .. }| {
            let (id, name, nation) = (unit.id.clone(), unit.name.clone(), catalogue.written().nation.clone());
            Some(OwnUnit { id, name, nation, replaces: catalogue.own(unit)? })
        })
        .collect();
    own.sort_by(|one, other| (&one.name, &one.nation).cmp(&(&other.name, &other.nation)));
    own.dedup();
    own
}
