//! `unknown-patch`: an incomplete item that patches nothing, because the extended ruleset has no item with its id.

use muster_engine::catalogue::Unit;
use muster_engine::declarations::DeclaredCard;
use muster_engine::nearest::nearest;
use muster_engine::rule::Rule;
use muster_engine::special_rules::SpecialRule;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{LintInput, LintNotice, text};
use crate::ruleset_files::RulesetFile;
use crate::schemas::FileKind;
use crate::typed::drop_extensions;

pub(super) fn lint<'a>(subject: &LintInput<'a>) -> Vec<LintNotice<'a>> {
    let Some(parent) = subject.parent else { return Vec::new() };
    let mut notices = Vec::new();
    let rules: Vec<&str> = parent.rules().iter().map(|sourced| sourced.rule.id.as_str()).collect();
    for file in subject.files.of(FileKind::Rule) {
        look::<Rule>(file, "", file.document.value(), "rule", &rules, &mut notices);
    }
    let special_rules: Vec<&str> = parent.special_rules().iter().map(|rule| rule.id.as_str()).collect();
    for file in subject.files.of(FileKind::SpecialRules) {
        for (index, rule) in file.document.value().as_array().into_iter().flatten().enumerate() {
            look::<SpecialRule>(file, &format!("/{index}"), rule, "special rule", &special_rules, &mut notices);
        }
    }
    for file in subject.files.of(FileKind::Cards) {
        let deck = text(file.document.value(), "deck");
        let decks = parent.cards().iter().filter(|cards| Some(cards.deck.as_str()) == deck);
        let known: Vec<&str> = decks.flat_map(|cards| &cards.cards).map(|card| card.id.as_str()).collect();
        for (index, card) in items(file, "cards").enumerate() {
            look::<DeclaredCard>(file, &format!("/cards/{index}"), card, "card", &known, &mut notices);
        }
    }
    for file in subject.files.of(FileKind::Catalogue) {
        let nation = text(file.document.value(), "nation");
        let catalogues = parent.catalogues().iter().map(|catalogue| catalogue.written());
        let own = catalogues.filter(|catalogue| catalogue.nation.as_deref() == nation);
        let known: Vec<&str> = own.flat_map(|catalogue| &catalogue.units).map(|unit| unit.id.as_str()).collect();
        for (index, unit) in items(file, "units").enumerate() {
            look::<Unit>(file, &format!("/units/{index}"), unit, "unit", &known, &mut notices);
        }
    }
    notices
}

fn items<'a>(file: &'a RulesetFile, key: &str) -> impl Iterator<Item = &'a Value> {
    file.document.value().get(key).and_then(Value::as_array).into_iter().flatten()
}

fn look<'a, T: DeserializeOwned>(
    file: &'a RulesetFile,
    at: &str,
    item: &Value,
    what: &str,
    known: &[&str],
    notices: &mut Vec<LintNotice<'a>>,
) {
    let Some(id) = text(item, "id").filter(|id| !known.contains(id)) else { return };
    let mut whole = item.clone();
    drop_extensions(&mut whole);
    if let Err(error) = serde_json::from_value::<T>(whole) {
        let message = format!("there is no {what} `{id}` to patch, and this is not a complete {what}: {error}");
        let help = nearest(id, known.iter().copied());
        notices.push(LintNotice::error(file, format!("{at}/id"), message).help(help));
    }
}
