//! `idle-patch`: a patch of another ruleset's item changes nothing, or a patch of a rule does not restate its source.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;

use super::{LintInput, LintNotice, text};
use crate::merge::{merge_whole, removes};
use crate::ruleset_files::RulesetFile;
use crate::schemas::FileKind;

pub(super) fn lint<'a>(subject: &LintInput<'a>) -> Vec<LintNotice<'a>> {
    let Some(parent) = subject.parent else { return Vec::new() };
    let mut notices = Vec::new();
    let rules = by_id(parent.rules().iter().map(|sourced| (sourced.rule.id.clone(), &sourced.rule)));
    for file in subject.files.of(FileKind::Rule) {
        patch(file, "", file.document.value(), &rules, &mut notices);
        let patches = text(file.document.value(), "id").is_some_and(|id| rules.contains_key(id));
        if patches && file.document.value().get("source").is_none() {
            notices.push(LintNotice::error(file, "", "a patch of a rule restates its source").key("id"));
        }
    }
    let special_rules = by_id(parent.special_rules().iter().map(|rule| (rule.id.clone(), rule)));
    for file in subject.files.of(FileKind::SpecialRules) {
        for (index, rule) in file.document.value().as_array().into_iter().flatten().enumerate() {
            patch(file, &format!("/{index}"), rule, &special_rules, &mut notices);
        }
    }
    for file in subject.files.of(FileKind::Catalogue) {
        let nation = text(file.document.value(), "nation");
        let catalogues = parent.catalogues().iter().filter(|catalogue| catalogue.written().nation.as_deref() == nation);
        let units =
            by_id(catalogues.flat_map(|catalogue| &catalogue.written().units).map(|unit| (unit.id.clone(), unit)));
        let own = file.document.value().get("units").and_then(Value::as_array);
        for (index, unit) in own.into_iter().flatten().enumerate() {
            patch(file, &format!("/units/{index}"), unit, &units, &mut notices);
        }
    }
    notices
}

fn by_id<T: Serialize>(items: impl Iterator<Item = (String, T)>) -> HashMap<String, Value> {
    items.filter_map(|(id, item)| Some((id, serde_json::to_value(item).ok()?))).collect()
}

fn patch<'a>(
    file: &'a RulesetFile,
    at: &str,
    change: &Value,
    known: &HashMap<String, Value>,
    notices: &mut Vec<LintNotice<'a>>,
) {
    let Some(before) = text(change, "id").and_then(|id| known.get(id)) else { return };
    let mut after = before.clone();
    merge_whole(&mut after, change);
    if after == *before && !removes(change) {
        notices.push(LintNotice::warning(file, at, "this patch changes nothing").key("id"));
    }
}
