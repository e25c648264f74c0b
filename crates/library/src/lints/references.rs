//! `unknown-reference`: a unit names another unit of its nation, or an option of its own, that does not exist.

use std::collections::HashSet;

use muster_engine::nearest::nearest;
use muster_engine::ready::Ruleset;
use serde_json::{Map, Value};

use super::{LintInput, LintNotice, each_mapping, text};
use crate::ruleset_files::RulesetFile;
use crate::schemas::FileKind;

pub(super) fn lint<'a>(subject: &LintInput<'a>) -> Vec<LintNotice<'a>> {
    let mut notices = Vec::new();
    let units = |value: &'a Value| value.get("units").and_then(Value::as_array).into_iter().flatten();
    for file in subject.files.of(FileKind::Catalogue) {
        let value = file.document.value();
        // Units without a nation belong to every nation. The units of a nation may be in several files.
        let near = subject.files.of(FileKind::Catalogue).filter(|other| {
            let nation = text(other.document.value(), "nation");
            nation.is_none() || nation == text(value, "nation") || text(value, "nation").is_none()
        });
        let mut known: HashSet<&str> =
            near.flat_map(|other| units(other.document.value())).filter_map(|unit| text(unit, "id")).collect();
        let catalogues = subject.parent.iter().flat_map(|parent| parent.catalogues());
        known.extend(catalogues.flat_map(|catalogue| catalogue.written().units.iter().map(|unit| unit.id.as_str())));
        each_mapping(value, "", &mut |at, mapping| {
            let named = mapping.get("unit");
            // A selector may name several units.
            let several = named.and_then(Value::as_array).into_iter().flatten().enumerate();
            let several = several.map(|(position, unit)| (format!("{at}/unit/{position}"), unit));
            let places = named.map(|unit| (format!("{at}/unit"), unit)).into_iter().chain(several);
            for (at, unit) in places.filter_map(|(at, unit)| Some((at, unit.as_str()?))) {
                if !known.contains(unit) {
                    let help = nearest(unit, known.iter().copied());
                    notices.push(LintNotice::error(file, at, format!("no unit here is called `{unit}`")).help(help));
                }
            }
        });
        for (position, unit) in units(value).enumerate() {
            let at = format!("/units/{position}");
            // A patch need not repeat the options of the unit that it patches.
            let patched = patched(subject, text(unit, "id").unwrap_or_default());
            let mut known = HashSet::new();
            patched.iter().chain([unit]).for_each(|unit| add_options(unit, &mut known));
            conditions(file, &at, unit, &known, &mut notices);
            defaults(file, &at, unit, &patched, &mut notices);
        }
    }
    notices
}

/// The units of the ruleset that a patch with this id changes, before and after.
fn patched(subject: &LintInput, id: &str) -> Vec<Value> {
    let Some(parent) = subject.parent else { return Vec::new() };
    let catalogues = subject.ruleset.into_iter().chain([parent]).flat_map(Ruleset::catalogues);
    let units = catalogues.filter_map(|catalogue| Some(catalogue.unit(catalogue.find(id)?)));
    units.map(|unit| serde_json::to_value(unit).unwrap_or_default()).collect()
}

/// Reports defaults that a choice does not offer.
fn defaults<'a>(file: &'a RulesetFile, at: &str, unit: &Value, patched: &[Value], notices: &mut Vec<LintNotice<'a>>) {
    each_mapping(unit, at, &mut |at, mapping| {
        let Some(option) = mapping.get("default").and_then(Value::as_str) else { return };
        let mut is_offered = offers(mapping, option);
        for unit in patched {
            each_mapping(unit, "", &mut |_, choice| {
                is_offered |= choice.get("id") == mapping.get("id") && offers(choice, option);
            });
        }
        if !is_offered {
            let message = format!("the choice offers no `{option}`");
            notices.push(LintNotice::error(file, format!("{at}/default"), message));
        }
    });
}

/// The ids of all options of a unit.
fn add_options(unit: &Value, ids: &mut HashSet<String>) {
    each_mapping(unit, "", &mut |_, mapping| {
        let options = mapping.get("options").and_then(Value::as_array).into_iter().flatten();
        ids.extend(options.filter_map(|option| text(option, "id")).map(str::to_owned));
    });
}

/// Reports options that a unit's prices and numbers depend on but that the unit does not have. `known` holds the ids of
/// the unit's own options.
fn conditions<'a>(
    file: &'a RulesetFile,
    at: &str,
    unit: &Value,
    known: &HashSet<String>,
    notices: &mut Vec<LintNotice<'a>>,
) {
    let notice = |id: &str, at: String| {
        let help = nearest(id, known.iter().map(String::as_str));
        LintNotice::error(file, at, format!("the unit has no option `{id}`")).help(help)
    };
    each_mapping(unit, at, &mut |at, mapping| {
        let prices = mapping.get("points-with").and_then(Value::as_array).into_iter().flatten();
        for (position, price) in prices.enumerate() {
            for key in ["with", "without"] {
                let ids = price.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
                let unknown = ids.enumerate().filter(|(_, id)| !known.contains(*id));
                notices.extend(
                    unknown.map(|(place, id)| notice(id, format!("{at}/points-with/{position}/{key}/{place}"))),
                );
            }
        }
        for key in ["max-with", "min-with"] {
            let ids = mapping.get(key).and_then(Value::as_object).into_iter().flat_map(Map::keys);
            let unknown = ids.filter(|id| !known.contains(*id));
            notices.extend(unknown.map(|id| notice(id, format!("{at}/{key}")).key(id)));
        }
    });
}

/// Whether a choice, or a choice nested in it, offers this option.
fn offers(choice: &Map<String, Value>, option: &str) -> bool {
    let list = |key: &str| choice.get(key).and_then(Value::as_array).into_iter().flatten();
    list("options").any(|offer| text(offer, "id") == Some(option))
        || list("choices").any(|inner| inner.as_object().is_some_and(|inner| offers(inner, option)))
}
