//! Stat cards: one for each kind of model, with boxes to tick off in play.

use std::collections::HashSet;

use indexmap::IndexMap;
use muster_engine::boxes::{self, BoxRows, MOST};
use muster_engine::card::{self, SpecialRef, WeaponInfo};
use muster_engine::catalogue::{Card, Stat};
use muster_engine::declarations::Declarations;
use muster_engine::models::{AlikeModels, SquadronModels, models};
use muster_engine::plural::count;
use muster_engine::ready::Ruleset;
use muster_engine::summary::{SquadronLine, Summary};
use muster_engine::words::number::points;

use crate::card_words::{CardFlow, RuleWords, StatCard, StatCards, Ticks, WeaponWords};
use crate::heights::{column, half, height, pages};
use crate::order::{NumberedLine, order, places};
use crate::subject::{CardRules, Paper};

/// The most lines with boxes on one card. More lines go on another card, because squadrons move apart in play.
const LINES: u32 = 30;

/// The cards of a list, in the order of its force list. None if it has none.
pub(crate) fn stat_cards(ruleset: &Ruleset, summary: &Summary, rules: CardRules, paper: Paper) -> Option<StatCards> {
    if ruleset.declarations().stats.is_empty() {
        return None;
    }
    let parts = order(ruleset, summary);
    let places = places(&parts);
    let mut kinds = models(ruleset, summary);
    kinds.extend(places.values().filter(|place| place.line.unit_id.is_none()).map(|place| unknown(place.line)));
    let rank =
        |kind: &AlikeModels| kind.squadrons.iter().filter_map(|squadron| places.get_index_of(&*squadron.at)).min();
    kinds.sort_by_key(rank);
    // Points and roles of a mix stand on the card of its first kind of models.
    let mut told = HashSet::new();
    let mut cards: Vec<StatCard> =
        kinds.iter().flat_map(|kind| cards_of(ruleset, kind, rules, &places, &mut told)).collect();
    let column = column(paper);
    let heights = |is_tight: bool| cards.iter().map(|card| height(card, is_tight)).collect::<Vec<_>>();
    let (usual, tight) = (heights(false), heights(true));
    let [needed, tightly] = [&usual, &tight].map(|heights| pages(heights, column));
    // A last page that is nearly full is worth its paper.
    let is_tight = tightly.div_ceil(1000) < needed.div_ceil(1000) && needed % 1000 < 500;
    for (card, height) in cards.iter_mut().zip(&usual) {
        card.flow = match () {
            () if card.name.len() > 600 => CardFlow::Free,
            () if 10 * height > 7 * column => CardFlow::Headed,
            () => CardFlow::Whole,
        };
    }
    (!cards.is_empty()).then(|| StatCards { tight: is_tight, half: half(&usual, column), cards })
}

/// The models of a squadron whose unit is unknown.
fn unknown(squadron: &SquadronLine) -> AlikeModels {
    AlikeModels {
        name: squadron.unit.clone(),
        kind: String::new(),
        nation: squadron.nation.clone(),
        card: Card::default(),
        some: Vec::new(),
        options: squadron.options.clone(),
        taken: Vec::new(),
        squadrons: vec![SquadronModels { at: squadron.at.clone(), models: squadron.models }],
        vintage: None,
    }
}

/// The cards of one kind of model: one card, or more if the boxes do not fit.
fn cards_of<'p>(
    ruleset: &Ruleset,
    models: &'p AlikeModels,
    rules: CardRules,
    places: &IndexMap<&str, NumberedLine>,
    told: &mut HashSet<&'p str>,
) -> Vec<StatCard> {
    let mut cards = vec![stat_card(ruleset, models, rules)];
    let mut room = LINES;
    let boxes = boxes(ruleset, models);
    for squadron in &models.squadrons {
        let Some(place) = places.get(squadron.at.as_str()) else { continue };
        let mut ticks = ticks(ruleset, models, squadron.models, place, &boxes);
        if !told.insert(&squadron.at) {
            ticks.roles.clear();
            ticks.facts.clear();
        }
        loop {
            // Each title has at least one line below it on the same card.
            if room < 3 {
                cards.push(StatCard { name: format!("{} (continued)", models.name), ..StatCard::default() });
                room = LINES;
            }
            let Some(card) = cards.last_mut() else { break };
            let lines = ticks.models.div_ceil(ticks.columns);
            let here = lines.min(room - 2);
            room -= here + 2;
            if here == lines {
                card.ticks.push(ticks);
                break;
            }
            let models = here * ticks.columns;
            card.ticks.push(Ticks { models, ..ticks.clone() });
            ticks.tokens.clear();
            ticks.roles.clear();
            ticks.facts.clear();
            ticks.models -= models;
            ticks.first += models;
        }
    }
    cards
}

/// What has boxes for each model, with the number of boxes.
fn boxes(ruleset: &Ruleset, models: &AlikeModels) -> Vec<(String, u32)> {
    let title = |row, title: &String| if row == 0 { title.clone() } else { "/".to_owned() };
    let boxes = boxes::of_model(ruleset, models).into_iter();
    let rows = boxes.flat_map(|BoxRows { title: words, rows }| {
        rows.into_iter().enumerate().map(move |(row, number)| (title(row, &words), number))
    });
    rows.collect()
}

const UNKNOWN: &str = "No catalogue has this unit: fill in its card by hand.";
const NO_FIGURES: &str = "The catalogue has no statistics of it: fill in its card by hand.";

/// A card without boxes.
fn stat_card(ruleset: &Ruleset, models: &AlikeModels, shown: CardRules) -> StatCard {
    let declarations = ruleset.declarations();
    let card = card::card(ruleset, &models.card);
    let other_edition = models.vintage.as_ref().filter(|vintage| declarations.vintage.as_ref() != Some(vintage));
    let other_edition = other_edition.map(|vintage| format!("figures of edition {vintage}"));
    let some = models.some.iter().map(|some| (card::card(ruleset, &some.card), some.words()));
    let mut weapons: Vec<WeaponWords> = card.weapons.iter().map(|weapon| weapon_words(declarations, weapon)).collect();
    let mut rules: Vec<RuleWords> = card.rules.iter().map(|rule| rule_words(rule, shown)).collect();
    for (card, where_it_is) in some {
        weapons.extend(card.weapons.iter().map(|weapon| {
            let mut words = weapon_words(declarations, weapon);
            words.note.push(where_it_is.clone());
            words
        }));
        rules.extend(card.rules.iter().map(|rule| {
            let words = rule_words(rule, shown);
            RuleWords { name: format!("{} on {where_it_is}", words.name), ..words }
        }));
    }
    // The names of weapons' rules stand beside the weapons.
    let mut told: HashSet<&str> = card.rules.iter().filter_map(|rule| rule.id.as_deref()).collect();
    let of_weapons = card.weapons.iter().flat_map(|weapon| &weapon.rules);
    let of_weapons = of_weapons.filter(|rule| rule.id.as_deref().is_some_and(|id| told.insert(id)));
    let of_weapons: Vec<RuleWords> = of_weapons.map(|rule| rule_words(rule, shown)).collect();
    let is_blank = card.stats.is_empty() && rules.is_empty() && weapons.is_empty();
    let of_unit = if models.kind.is_empty() { UNKNOWN } else { NO_FIGURES };
    StatCard {
        flow: CardFlow::Whole,
        name: models.name.clone(),
        kind: models.nation.iter().chain([&models.kind]).filter(|words| !words.is_empty()).cloned().collect(),
        blank: is_blank.then_some(of_unit),
        stats: if is_blank {
            declarations.stats.values().map(|stat| (stat.title.clone(), String::new())).collect()
        } else {
            card.stats.iter().map(|stat| (stat.title.clone(), figure(&stat.value))).collect()
        },
        bands: if weapons.is_empty() && !is_blank { Vec::new() } else { declarations.bands.clone() },
        reach: declarations.band_reach.clone(),
        // An option that is a special rule or a weapon stands there already.
        options: models
            .options
            .iter()
            .filter(|option| {
                !rules
                    .iter()
                    .map(|rule| &rule.name)
                    .chain(weapons.iter().map(|weapon| &weapon.name))
                    .any(|name| name == *option)
            })
            .cloned()
            .collect(),
        weapons,
        rules: match shown {
            CardRules::None => Vec::new(),
            CardRules::Names => rules,
            CardRules::Lines => rules.into_iter().chain(of_weapons).collect(),
        },
        ticks: Vec::new(),
        notes: if is_blank { Vec::new() } else { declarations.figures.iter().cloned().chain(other_edition).collect() },
    }
}

fn ticks(ruleset: &Ruleset, models: &AlikeModels, number: u32, place: &NumberedLine, boxes: &[(String, u32)]) -> Ticks {
    let squadron = place.line;
    let tokens = boxes::of_squadron(ruleset, &models.taken).into_iter();
    let mut tokens: Vec<_> = tokens
        .flat_map(|BoxRows { title, rows }| rows.into_iter().map(move |number| (title.clone(), number)))
        .collect();
    let mut facts = vec![points(squadron.points, squadron.points_at_least)];
    facts.extend(place.parent.map(|parent| format!("attached to {}", parent.name)));
    if boxes.is_empty() {
        // Without figures to tick off, there is a box for each model.
        match number {
            1..=MOST => tokens.insert(0, (String::new(), number)),
            _ => facts.push(count(number, "model")),
        }
    }
    let title = Some(&squadron.name).filter(|name| **name != models.name).cloned().unwrap_or_default();
    let words = facts.iter().chain(&squadron.roles).chain([&title, &place.number]);
    let before = words.map(|words| (words.clone(), 1)).chain(tokens.iter().cloned());
    let beside = width(before.chain(boxes.iter().cloned())) <= WIDTH && number == 1;
    Ticks {
        number: place.number.clone(),
        roles: squadron.roles.clone(),
        first: 1,
        models: if boxes.is_empty() { 0 } else { number },
        columns: (WIDTH / width(boxes.iter().cloned())).max(1),
        beside,
        boxes: boxes.to_vec(),
        title,
        facts,
        tokens,
    }
}

/// How much room boxes take with their titles and the number of their model, in tenths of a millimetre.
fn width(boxes: impl Iterator<Item = (String, u32)>) -> u32 {
    // A box, a letter of its title, and the blanks between.
    let one = |(title, number): (String, u32)| 32 * number + 15 * u32::try_from(title.len()).unwrap_or(WIDTH) + 30;
    boxes.map(one).fold(50, u32::saturating_add)
}

/// The width of what stands on a card, in tenths of a millimetre.
const WIDTH: u32 = 820;

fn rule_words(rule: &SpecialRef, shown: CardRules) -> RuleWords {
    RuleWords { name: rule.text.clone(), effect: rule.summary.clone().filter(|_| shown == CardRules::Lines) }
}

fn weapon_words(declarations: &Declarations, weapon: &WeaponInfo) -> WeaponWords {
    let class = weapon.class_title.as_ref().or(weapon.class.as_ref());
    let rules = weapon.rules.iter().map(|rule| rule.text.clone());
    let figures = weapon.bands.iter().map(figure).chain(std::iter::repeat(DASH.to_owned()));
    WeaponWords {
        name: weapon.title.clone(),
        sectors: weapon.sectors.iter().map(|sector| (sector.from, sector.to)).collect(),
        bands: figures.take(declarations.bands.len()).collect(),
        note: class.cloned().into_iter().chain(weapon.arc.clone()).chain(rules).collect(),
    }
}

/// For a weapon that does not reach a band, or whose figure is not known.
const DASH: &str = "\u{2013}";

fn figure(stat: &Stat) -> String {
    match stat {
        Stat::Number(number) => number.to_string(),
        Stat::Text(text) if text == "-" => DASH.to_owned(),
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
        let numbers: Vec<_> = kinds.iter().map(|kind| (kind.name.as_str(), kind.squadrons[0].models)).collect();
        assert_eq!(numbers, [("one", 2), ("two", 3), ("three", 1)]);
    }
}
