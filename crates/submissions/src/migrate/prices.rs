//! What costs more or less under another version.

use std::collections::BTreeMap;

use muster_engine::ready::Ruleset;
use muster_engine::summary::SquadronLine;
use muster_library::judge::JudgedList;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// Something that costs more or less.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Price")]
#[serde(rename_all = "kebab-case")]
pub struct PriceDifference {
    /// The squadron, or the unit and its option.
    pub what: String,
    /// The id of the option; none for a squadron.
    pub option: Option<String>,
    /// Its points before; none if they are not known. Of a squadron, without what is attached to it.
    pub before: Option<i64>,
    /// Its points now.
    pub after: Option<i64>,
}

/// The prices that differ, in the order of the list. `pairs` has the squadrons as both versions understand them.
pub(super) fn prices(
    before: &JudgedList,
    after: &JudgedList,
    pairs: &[(&SquadronLine, &SquadronLine)],
) -> Vec<PriceDifference> {
    let mut prices: Vec<PriceDifference> = Vec::new();
    for (one, other) in pairs {
        if one.points != other.points {
            let models = if other.models == 0 { String::new() } else { format!("{} \u{d7} ", other.models) };
            let what = format!("{models}{}", other.name);
            prices.push(PriceDifference { what, option: None, before: one.points, after: other.points });
        }
        let (old, new) = (options(&before.ruleset, one), options(&after.ruleset, other));
        for taken in &one.option_ids {
            let (Some(old), Some(new)) = (old.get(&taken.id), new.get(&taken.id)) else { continue };
            let what = format!("{}: {}", other.unit, new.0);
            let price =
                PriceDifference { what, option: Some(taken.id.clone()), before: Some(old.1), after: Some(new.1) };
            // Squadrons of one unit have the same options.
            if old.1 != new.1 && !prices.contains(&price) {
                prices.push(price);
            }
        }
    }
    prices
}

/// The names and points of the options of a squadron's unit, by their ids.
fn options(ruleset: &Ruleset, line: &SquadronLine) -> BTreeMap<String, (String, i64)> {
    let mut found = BTreeMap::new();
    let unit = line.unit_id.as_deref().and_then(|id| ruleset.find_unit(line.nation_id.as_deref(), id));
    let unit = unit.and_then(|(catalogue, unit)| serde_json::to_value(catalogue.written().units.get(unit.index)?).ok());
    if let Some(unit) = unit {
        for (key, value) in unit.as_object().into_iter().flatten() {
            if key != "id" && key != "points" {
                priced(value, &mut found);
            }
        }
    }
    found
}

/// Everything in a value that has an id and points. Options stand in choices, and these may stand in options.
fn priced(value: &Value, found: &mut BTreeMap<String, (String, i64)>) {
    match value {
        Value::Object(entries) => {
            let text = |key: &str| entries.get(key).and_then(Value::as_str);
            if let (Some(id), Some(points)) = (text("id"), entries.get("points").and_then(Value::as_i64)) {
                found.insert(id.to_owned(), (text("name").unwrap_or(id).to_owned(), points));
            }
            entries.values().for_each(|inner| priced(inner, found));
        }
        Value::Array(items) => items.iter().for_each(|inner| priced(inner, found)),
        _ => {}
    }
}
