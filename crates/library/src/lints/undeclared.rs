//! `undeclared`: `ruleset.yaml` does not declare a trait, a trait's value, a statistic, a nation, a deck, a class of
//! weapons or a kind of special rule.

use muster_engine::declarations::{Declarations, TraitOwner};
use muster_engine::nearest::nearest;
use serde_json::{Map, Value};

use super::{LintInput, LintNotice, each_mapping, text};
use crate::fault::step;
use crate::ruleset_files::RulesetFile;
use crate::schemas::FileKind;

pub(super) fn lint<'a>(subject: &LintInput<'a>) -> Vec<LintNotice<'a>> {
    let Some(ruleset) = subject.ruleset else { return Vec::new() };
    let declarations = ruleset.declarations();
    let mut notices = Vec::new();
    for file in &subject.files.files {
        let owner = match file.kind {
            FileKind::Catalogue => TraitOwner::Unit,
            FileKind::Cards => TraitOwner::Card,
            FileKind::Ruleset => TraitOwner::Nation,
            FileKind::SpecialRules => {
                kinds(file, declarations, &mut notices);
                continue;
            }
            _ => continue,
        };
        let value = file.document.value();
        if file.kind == FileKind::Catalogue {
            let nations = declarations.nations.keys();
            name(file, "/nation", text(value, "nation"), "nation", nations.map(String::as_str), &mut notices);
        }
        if file.kind == FileKind::Cards {
            let decks = declarations.decks.keys();
            name(file, "/deck", text(value, "deck"), "deck", decks.map(String::as_str), &mut notices);
        }
        each_mapping(value, "", &mut |at, mapping| {
            // The `traits` at the top of `ruleset.yaml` are the declarations themselves.
            if let (Some(Value::Object(traits)), false) = (mapping.get("traits"), at.is_empty()) {
                given(file, &format!("{at}/traits"), traits, declarations, owner, &mut notices);
            }
            if file.kind == FileKind::Catalogue {
                for key in ["stats", "sets"] {
                    let stats = mapping.get(key).and_then(Value::as_object);
                    for stat in stats.into_iter().flat_map(Map::keys) {
                        let known = declarations.stats.keys().map(String::as_str);
                        name(file, &step(&format!("{at}/{key}"), stat), Some(stat), "statistic", known, &mut notices);
                    }
                }
                if mapping.contains_key("bands") {
                    let class = mapping.get("class").and_then(Value::as_str);
                    let known = declarations.weapon_classes.keys().map(String::as_str);
                    name(file, &format!("{at}/class"), class, "class of weapons", known, &mut notices);
                }
            }
        });
    }
    notices
}

fn kinds<'a>(file: &'a RulesetFile, declarations: &Declarations, notices: &mut Vec<LintNotice<'a>>) {
    for (index, rule) in file.document.value().as_array().into_iter().flatten().enumerate() {
        let known = declarations.special_rule_kinds.keys().map(String::as_str);
        name(file, &format!("/{index}/kind"), text(rule, "kind"), "kind of special rule", known, notices);
    }
}

/// Checks the traits of an item and their values.
fn given<'a>(
    file: &'a RulesetFile,
    at: &str,
    traits: &Map<String, Value>,
    declarations: &Declarations,
    owner: TraitOwner,
    notices: &mut Vec<LintNotice<'a>>,
) {
    for (id, value) in traits {
        let at = step(at, id);
        let Some(known) = declarations.traits.get(id).filter(|known| known.of == owner) else {
            let ids = declarations.traits.iter().filter(|(_, known)| known.of == owner).map(|(id, _)| id.as_str());
            notices
                .push(LintNotice::error(file, at, format!("the trait `{id}` is not declared")).help(nearest(id, ids)));
            continue;
        };
        let several = value.as_array().map(Vec::as_slice).unwrap_or_default();
        if several.len() > 1 && !known.many {
            notices.push(LintNotice::error(file, at.clone(), format!("`{id}` has one value only")));
        }
        for word in several.iter().chain([value]).filter_map(Value::as_str) {
            if known.values.is_empty() && !known.open {
                notices.push(LintNotice::error(file, at.clone(), format!("`{id}` is yes or no: true or false")));
            } else if !known.open {
                name(
                    file,
                    &at,
                    Some(word),
                    &format!("value of `{id}`"),
                    known.values.keys().map(String::as_str),
                    notices,
                );
            }
        }
    }
}

fn name<'a, 'n>(
    file: &'a RulesetFile,
    at: &str,
    word: Option<&str>,
    what: &str,
    known: impl Iterator<Item = &'n str> + Clone,
    notices: &mut Vec<LintNotice<'a>>,
) {
    let Some(word) = word.filter(|word| !known.clone().any(|known| known == *word)) else { return };
    notices
        .push(LintNotice::error(file, at, format!("the {what} `{word}` is not declared")).help(nearest(word, known)));
}
