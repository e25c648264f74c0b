//! `duplicate-id`: two things share an id, or a name that a list may use for either.

use std::collections::HashMap;

use muster_engine::slug::slug;
use serde_json::Value;

use super::{LintInput, LintNotice, each_mapping, text};
use crate::ruleset_files::RulesetFile;
use crate::schemas::FileKind;

pub(super) fn lint<'a>(subject: &LintInput<'a>) -> Vec<LintNotice<'a>> {
    let mut notices = Vec::new();
    let mut rules = HashMap::new();
    for file in subject.files.of(FileKind::Rule) {
        claim(&mut rules, file, "", file.document.value(), &mut notices);
    }
    let mut special_rules = HashMap::new();
    for file in subject.files.of(FileKind::SpecialRules) {
        items(&mut special_rules, file, "", file.document.value(), &mut notices);
    }
    for file in subject.files.of(FileKind::Cards) {
        items(&mut HashMap::new(), file, "/cards", file.document.value(), &mut notices);
    }
    // Two files may hold units of one nation.
    let mut nations: HashMap<Option<&str>, HashMap<String, String>> = HashMap::new();
    for file in subject.files.of(FileKind::Catalogue) {
        let nation = nations.entry(text(file.document.value(), "nation")).or_default();
        items(nation, file, "/units", file.document.value(), &mut notices);
        for (index, unit) in list(file.document.value(), "/units").iter().enumerate() {
            options(file, &format!("/units/{index}"), unit, &mut notices);
        }
    }
    notices
}

fn list<'v>(value: &'v Value, pointer: &str) -> &'v [Value] {
    value.pointer(pointer).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn items<'a>(
    taken: &mut HashMap<String, String>,
    file: &'a RulesetFile,
    pointer: &str,
    value: &'a Value,
    notices: &mut Vec<LintNotice<'a>>,
) {
    for (index, item) in list(value, pointer).iter().enumerate() {
        claim(taken, file, &format!("{pointer}/{index}"), item, notices);
    }
}

/// Claims the id and the aliases of an item, and reports those that another item has already. The item's name is not
/// claimed: it may differ from the id, and items are not stored under it.
fn claim<'a>(
    taken: &mut HashMap<String, String>,
    file: &'a RulesetFile,
    at: &str,
    item: &Value,
    notices: &mut Vec<LintNotice<'a>>,
) {
    let Some(id) = text(item, "id") else { return };
    let aliases = item.get("aliases").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let names = std::iter::once((format!("{at}/id"), id.to_owned())).chain(
        aliases
            .iter()
            .enumerate()
            .filter_map(|(index, alias)| Some((format!("{at}/aliases/{index}"), slug(alias.as_str()?)))),
    );
    for (at, name) in names {
        match taken.get(&name) {
            // An alias that repeats the item's own id or alias does no harm.
            Some(owner) if owner == id && !at.ends_with("/id") => {}
            Some(owner) => {
                notices.push(LintNotice::error(file, at, format!("`{name}` is taken by `{owner}`")));
            }
            None => {
                taken.insert(name, id.to_owned());
            }
        }
    }
}

/// Checks that the ids of options are unique within a unit, and so are the ids of choices.
fn options<'a>(file: &'a RulesetFile, at: &str, unit: &Value, notices: &mut Vec<LintNotice<'a>>) {
    for key in ["options", "choices"] {
        let mut taken = HashMap::new();
        each_mapping(unit, at, &mut |at, mapping| {
            for (index, item) in mapping.get(key).and_then(Value::as_array).into_iter().flatten().enumerate() {
                claim(&mut taken, file, &format!("{at}/{key}/{index}"), item, notices);
            }
        });
    }
}
