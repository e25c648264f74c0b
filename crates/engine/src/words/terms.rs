//! The terms that a list sets for itself, in words.

use indexmap::IndexMap;

use crate::shapes::list::SettingValue;
use crate::shapes::report::{OwnOverlay, OwnUnit};
use crate::text::plural::{bounded, count, joined, short};
use crate::words::stated;

/// The largest number of units from outside the ruleset that are named after a verdict.
const NAMED: usize = 3;

/// The terms that a list sets for itself, as they are shown after a verdict; none if it sets none.
pub(crate) fn terms(
    waived: &[String],
    settings: &IndexMap<String, SettingValue>,
    own_units: &[OwnUnit],
    overlays: &[OwnOverlay],
) -> Option<String> {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let mut parts = Vec::new();
    if !waived.is_empty() {
        let rules = count(number(waived.len()), "rule");
        parts.push(format!("{rules} waived by the list itself ({})", waived.join(", ")));
    }
    parts.extend(settings.iter().map(|(id, value)| format!("{} set by the list itself", stated::setting(id, value))));
    if !own_units.is_empty() {
        let name = |unit: &OwnUnit| {
            let replaces = if unit.replaces { ", in place of the ruleset's" } else { "" };
            format!("{}{replaces}", short(&unit.name))
        };
        let names: Vec<String> = own_units.iter().take(NAMED).map(name).collect();
        let more = match own_units.len() - names.len() {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let units = count(number(own_units.len()), "unit");
        parts.push(format!("{units} from outside the ruleset ({}{more})", names.join("; ")));
    }
    if !overlays.is_empty() {
        let names: Vec<_> = overlays.iter().map(|overlay| short(&overlay.name)).collect();
        parts.push(format!("{} named by the list itself", joined(&names, "and")));
    }
    (!parts.is_empty()).then(|| bounded(format!("with {}", joined(&parts, "and"))))
}
