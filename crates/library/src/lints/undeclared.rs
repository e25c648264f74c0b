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
                    let unknown =
                        stats.into_iter().flat_map(Map::keys).filter(|id| !declarations.stats.contains_key(*id));
                    notices.extend(unknown.map(|stat| {
                        let known = declarations.stats.keys().map(String::as_str);
                        let message = format!("the statistic `{stat}` is not declared");
                        LintNotice::error(file, format!("{at}/{key}"), message).key(stat).help(nearest(stat, known))
                    }));
                }
                if let Some(bands) = mapping.get("bands").and_then(Value::as_array) {
                    let known = declarations.bands.len();
                    if bands.len() > known {
                        let message = format!("the weapon has {} range bands, and the game {known}", bands.len());
                        notices.push(LintNotice::error(file, format!("{at}/bands/{known}"), message));
                    }
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
        let Some(known) = declarations.traits.get(id).filter(|known| known.of == owner) else {
            let ids = declarations.traits.iter().filter(|(_, known)| known.of == owner).map(|(id, _)| id.as_str());
            let notice = LintNotice::error(file, at, format!("the trait `{id}` is not declared")).key(id);
            notices.push(notice.help(nearest(id, ids)));
            continue;
        };
        let at = step(at, id);
        let words = || known.values.keys().map(String::as_str);
        let several = value.as_array().map(Vec::as_slice).unwrap_or_default();
        if several.len() > 1 && !known.many {
            notices.push(LintNotice::error(file, at.clone(), format!("`{id}` has one value only")));
        }
        let several = several.iter().enumerate().map(|(place, word)| (format!("{at}/{place}"), word));
        let words_given = several.chain([(at.clone(), value)]);
        for (place, word) in words_given.filter_map(|(place, word)| Some((place, word.as_str()?))) {
            if known.values.is_empty() && !known.open {
                notices.push(LintNotice::error(file, place, format!("`{id}` is yes or no: true or false")));
            } else if !known.open && !known.values.contains_key(word) {
                let message = format!("`{word}` is no value of the trait `{id}`");
                notices.push(LintNotice::error(file, place, message).help(nearest(word, words())));
            }
        }
        if *value == Value::Bool(true) && !known.values.is_empty() && !known.open {
            let message = format!("the trait `{id}` has words as its values, and is never `true`");
            let help = format!("write one of {}", words().collect::<Vec<_>>().join(", "));
            notices.push(LintNotice::error(file, at, message).help(Some(help)));
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
