//! `unit-figures`: numbers of a unit contradict each other, or a unit lacks a trait that every unit of the game has.

use muster_engine::ready::Ruleset;
use serde_json::Value;

use super::{LintInput, LintNotice, each_mapping, text};
use crate::ruleset_files::RulesetFile;
use crate::schemas::FileKind;

pub(super) fn lint<'a>(subject: &LintInput<'a>) -> Vec<LintNotice<'a>> {
    let mut notices = Vec::new();
    for file in subject.files.of(FileKind::Catalogue) {
        // Of an overlay, its own checks look at what comes of its numbers and those of the unit.
        if subject.files.of(FileKind::Overlay).next().is_none() {
            numbers(file, &mut notices);
        }
        if let Some(ruleset) = subject.ruleset {
            traits(file, ruleset, &mut notices);
        }
    }
    notices
}

/// Reports ranges without a number in them, and a usual number of models that a squadron never has.
fn numbers<'a>(file: &'a RulesetFile, notices: &mut Vec<LintNotice<'a>>) {
    let number = |value: Option<&Value>| value.and_then(Value::as_u64);
    each_mapping(file.document.value(), "", &mut |at, mapping| {
        let ends = number(mapping.get("min")).zip(number(mapping.get("max")));
        if let Some((min, max)) = ends.filter(|(min, max)| min > max) {
            let message = format!("`min` is {min}, which is more than `max`, {max}");
            notices.push(LintNotice::error(file, format!("{at}/min"), message));
        }
        let Some((usual, size)) = number(mapping.get("usual")).zip(mapping.get("squadron")) else { return };
        let is_less = number(size.get("min")).is_some_and(|min| usual < min);
        if is_less || number(size.get("max")).is_some_and(|max| usual > max) {
            let message = format!("`squadron` never allows {usual} models");
            notices.push(LintNotice::error(file, format!("{at}/usual"), message));
        }
    });
}

/// Reports units without a trait that every unit has. The card of a unit without a price may be unknown altogether.
fn traits<'a>(file: &'a RulesetFile, ruleset: &Ruleset, notices: &mut Vec<LintNotice<'a>>) {
    let declared = &ruleset.declarations().traits;
    let required: Vec<&String> = declared.iter().filter(|(_, known)| known.required).map(|(id, _)| id).collect();
    let value = file.document.value();
    for (place, unit) in value.get("units").and_then(Value::as_array).into_iter().flatten().enumerate() {
        let Some(id) = text(unit, "id") else { continue };
        // A patch states only what it changes.
        let of_nation = ruleset.catalogues().iter().filter(|catalogue| {
            let nation =
                text(value, "nation").or(text(unit, "nation")).map(|name| ruleset.nation(name).unwrap_or(name));
            catalogue.written().nation.as_deref() == nation
        });
        let whole = of_nation.flat_map(|catalogue| &catalogue.written().units).find(|whole| whole.id == id);
        let is_priced =
            unit.get("points").is_some_and(Value::is_u64) || whole.is_some_and(|whole| whole.points.is_some());
        let lacks = |name: &&&String| {
            unit.get("traits").and_then(|traits| traits.get(name.as_str())).is_none()
                && whole.is_none_or(|whole| !whole.traits.contains_key(name.as_str()))
        };
        for name in required.iter().filter(lacks).filter(|_| is_priced) {
            let message = format!("the unit has no `{name}`, and every unit of the game has one");
            let help = format!("add `{name}` to its `traits`: what a rule asks of it cannot be decided without");
            notices.push(
                LintNotice::warning(file, format!("/units/{place}"), message)
                    .key(if unit.get("traits").is_some() { "traits" } else { "id" })
                    .help(Some(help)),
            );
        }
    }
}
