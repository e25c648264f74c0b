//! Stat cards: one for each kind of model, with boxes to tick off in play.

use muster_engine::card::{self, StatInfo, WeaponInfo};
use muster_engine::catalogue::Stat;
use muster_engine::declarations::{Boxes, TokenNumber, Tokens};
use muster_engine::models::{Models, models};
use muster_engine::ready::Ruleset;
use muster_engine::summary::Summary;
use serde::Serialize;

/// A card.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct StatCard {
    name: String,
    kind: Vec<String>,
    stats: Vec<(String, String)>,
    bands: Vec<String>,
    weapons: Vec<WeaponWords>,
    rules: Vec<String>,
    options: Vec<String>,
    ticks: Vec<Ticks>,
    /// Where the figures come from.
    notes: Vec<String>,
    /// True if the card fits on one page: then it is never split. False only for absurdly long names.
    whole: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct WeaponWords {
    name: String,
    bands: Vec<String>,
    note: Vec<String>,
}

/// Boxes for the models of one squadron.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Ticks {
    title: String,
    /// The number of the first model: a large squadron is spread over several cards.
    first: u32,
    /// The number of models. If there are no boxes, squadrons of the same name share an entry, with one number each.
    models: Vec<u32>,
    /// Each stat that has boxes, with the number of boxes per model.
    boxes: Vec<(String, u32)>,
    /// Tokens of the squadron, with the number of boxes.
    tokens: Vec<(String, u32)>,
}

/// The most boxes for one stat of a model. A larger stat gets no boxes; players track it as a number.
const MOST: u32 = 30;

/// The most lines with boxes on one card. More lines go on another card, because squadrons move apart in play.
const LINES: u32 = 30;

/// The cards of a list.
pub(crate) fn stat_cards(ruleset: &Ruleset, summary: &Summary) -> Vec<StatCard> {
    let cards = models(ruleset, summary);
    let has_words = |models: &&Models| !(models.card.stats.is_empty() && models.card.rules.is_empty());
    cards.iter().filter(has_words).flat_map(|models| cards_of(ruleset, models)).collect()
}

/// The cards of one kind of model: one card, or more if the boxes do not fit.
fn cards_of(ruleset: &Ruleset, models: &Models) -> Vec<StatCard> {
    let mut cards = Vec::new();
    let mut room = 0;
    for mut ticks in ticks(ruleset, models, &boxes(ruleset, models)) {
        loop {
            // Each title has at least one line below it on the same card.
            if room < 3 {
                cards.push(stat_card(ruleset, models));
                room = LINES;
            }
            let Some(card) = cards.last_mut() else { break };
            let lines = if ticks.boxes.is_empty() { 0 } else { ticks.models[0] };
            let here = lines.min(room - 2);
            room -= here + 2;
            if here == lines {
                card.ticks.push(ticks);
                break;
            }
            let part = Ticks {
                title: ticks.title.clone(),
                boxes: ticks.boxes.clone(),
                models: vec![here],
                tokens: std::mem::take(&mut ticks.tokens),
                ..ticks
            };
            ticks.models[0] -= here;
            ticks.first += here;
            card.ticks.push(part);
        }
    }
    cards
}

/// What has boxes for each model, with the number of boxes.
fn boxes(ruleset: &Ruleset, models: &Models) -> Vec<(String, u32)> {
    let points = |stat: &StatInfo| match stat.value {
        Stat::Number(number) => u32::try_from(number).ok().filter(|points| (1..=MOST).contains(points)),
        Stat::Text(_) => None,
    };
    let card = card::card(ruleset, &models.card);
    let declared = ruleset.declarations().boxes.iter().filter_map(|boxes| match boxes {
        Boxes::Stat(id) => {
            let stat = card.stats.iter().find(|stat| stat.id == *id)?;
            Some((stat.title.clone(), points(stat)?))
        }
        Boxes::Tokens(tokens) => match tokens.number {
            TokenNumber::Each(number) => Some((tokens.title.clone(), number.min(MOST))),
            TokenNumber::Option { .. } => None,
        },
    });
    declared.collect()
}

/// A card without boxes.
fn stat_card(ruleset: &Ruleset, models: &Models) -> StatCard {
    let declarations = ruleset.declarations();
    let card = card::card(ruleset, &models.card);
    let other_edition = models.vintage.as_ref().filter(|vintage| declarations.vintage.as_ref() != Some(vintage));
    let other_edition = other_edition.map(|vintage| format!("figures of edition {vintage}"));
    let some = models.some.iter().map(|some| (card::card(ruleset, &some.card), some.words()));
    let mut weapons: Vec<WeaponWords> =
        card.weapons.iter().map(|weapon| weapon_words(&declarations.bands, weapon)).collect();
    let mut rules: Vec<String> = card.rules.into_iter().map(|rule| rule.text).collect();
    for (card, where_it_is) in some {
        weapons.extend(card.weapons.iter().map(|weapon| {
            let mut words = weapon_words(&declarations.bands, weapon);
            words.note.push(where_it_is.clone());
            words
        }));
        rules.extend(card.rules.into_iter().map(|rule| format!("{} on {where_it_is}", rule.text)));
    }
    let letters = models.name.len() + models.squadrons.iter().map(|(title, _)| title.len()).sum::<usize>();
    StatCard {
        whole: letters < 600,
        name: models.name.clone(),
        kind: models.nation.iter().chain([&models.kind]).filter(|words| !words.is_empty()).cloned().collect(),
        stats: card.stats.iter().map(|stat| (stat.title.clone(), figure(&stat.value))).collect(),
        bands: if weapons.is_empty() { Vec::new() } else { declarations.bands.clone() },
        weapons,
        rules,
        options: models.options.clone(),
        ticks: Vec::new(),
        notes: declarations.figures.iter().cloned().chain(other_edition).collect(),
    }
}

fn ticks(ruleset: &Ruleset, models: &Models, boxes: &[(String, u32)]) -> Vec<Ticks> {
    let mut all: Vec<Ticks> = Vec::new();
    let tokens = tokens(ruleset, models);
    for (title, number) in &models.squadrons {
        match all.iter_mut().find(|other| boxes.is_empty() && other.title == *title) {
            Some(other) => other.models.push(*number),
            None => all.push(Ticks {
                title: title.clone(),
                first: 1,
                models: vec![*number],
                boxes: boxes.to_vec(),
                tokens: tokens.clone(),
            }),
        }
    }
    all
}

/// The tokens of each squadron of these models, with their number.
fn tokens(ruleset: &Ruleset, models: &Models) -> Vec<(String, u32)> {
    let declared = ruleset.declarations().boxes.iter().filter_map(|boxes| match boxes {
        Boxes::Tokens(Tokens { title, number: TokenNumber::Option { option } }) => {
            let number = models.taken.iter().find(|taken| taken.id == *option)?.number;
            Some((title.clone(), number.min(MOST)))
        }
        _ => None,
    });
    declared.collect()
}

fn weapon_words(titles: &[String], weapon: &WeaponInfo) -> WeaponWords {
    let class = weapon.class_title.as_ref().or(weapon.class.as_ref());
    let rules = weapon.rules.iter().map(|rule| rule.text.clone());
    let figures = weapon.bands.iter().map(figure).chain(std::iter::repeat(String::new()));
    WeaponWords {
        name: weapon.title.clone(),
        bands: figures.take(titles.len()).collect(),
        note: class.cloned().into_iter().chain(weapon.arc.clone()).chain(rules).collect(),
    }
}

fn figure(stat: &Stat) -> String {
    match stat {
        Stat::Number(number) => number.to_string(),
        Stat::Text(text) if text == "-" => "\u{2013}".to_owned(),
        Stat::Text(text) => text.clone(),
    }
}

#[cfg(test)]
mod tests {
    // A test that fails may panic.
    #![allow(clippy::unwrap_used)]

    use std::sync::Arc;

    use muster_engine::catalogue::Catalogue;
    use muster_engine::list::{ArmyList, RulesetName};
    use muster_engine::models::models;
    use muster_engine::summary::summary;
    use muster_library::shelf::Shelf;
    use serde_json::json;

    #[test]
    fn spare_models_are_on_cards_as_they_are_in_points() {
        let plain = Shelf::built_in().ruleset(&RulesetName::Id("dw-1.1".to_owned()), &["none of them"]).unwrap();
        let nation = plain.declarations().nations.keys().next().unwrap();
        let member = |id: &str, points: u32, max: Option<u32>| json!({"id": id, "name": id, "points": points, "models": {"min": 1, "max": max}});
        // The first member may have one more model, the other two any number more.
        let members = [member("one", 100, Some(2)), member("two", 10, None), member("three", 1, None)];
        let unit = json!({"id": "mix", "name": "Mix", "points": 0, "members": members});
        let catalogue = json!({"kind": "catalogue", "nation": nation, "source": "test", "units": [unit]});
        let catalogue: Catalogue = serde_json::from_value(catalogue).unwrap();
        let ruleset = plain.with_catalogues(vec![Arc::new(plain.catalogue(catalogue))]);
        let list = json!({"muster": 1, "ruleset": "dw-1.1", "nation": nation, "mfv": 1000,
            "squadrons": [{"unit": "mix", "models": 6}]});
        let list: ArmyList = serde_json::from_value(list).unwrap();
        let summary = summary(&ruleset, &list);
        assert_eq!(summary.squadrons[0].points, Some(231));
        let kinds = models(&ruleset, &summary);
        let numbers: Vec<_> = kinds.iter().map(|kind| (kind.name.as_str(), kind.squadrons[0].1)).collect();
        assert_eq!(numbers, [("one", 2), ("two", 3), ("three", 1)]);
    }
}
