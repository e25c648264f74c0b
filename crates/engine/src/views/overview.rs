//! Counts a fleet: its points by traits, its dice at each range in each direction, and the statistics of its models.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ready::ruleset::Ruleset;
use crate::shapes::catalogue::{Card, Stat, TraitValue};
use crate::shapes::declarations::Sector;
use crate::shapes::summary::Summary;
use crate::text::plural::joined;
use crate::views::arcs::sectors;
use crate::views::models::{models, traits_of};

/// The number of directions in which dice are counted.
pub const DIRECTIONS: usize = 24;
/// The degrees between two directions.
const STEP: i16 = 15;
/// The directions that have a word, by their places.
const CARDINAL: [(usize, &str); 4] = [(0, "ahead"), (6, "to starboard"), (12, "astern"), (18, "to port")];

/// A fleet in figures.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Overview {
    /// What the points are spent on, one for each trait that was asked for.
    pub spending: Vec<TraitSpending>,
    /// The dice at each range, nearest first; empty if the game has no range bands.
    pub bands: Vec<BandDice>,
    /// The statistics that were asked for and that some model has.
    pub stats: Vec<StatSpread>,
    /// What the fleet cannot do, a sentence each: `No dice astern at RB3`.
    pub lacks: Vec<String>,
}

/// What the points of a fleet are spent on, by the values of a trait.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TraitSpending {
    /// The trait's name.
    pub title: String,
    /// Its values in the ruleset's order, and what is spent on squadrons that have none of them.
    pub values: Vec<ValueSpending>,
}

/// What is spent on squadrons with one value of a trait.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ValueSpending {
    /// The value's name; `other` for squadrons without a value.
    pub title: String,
    /// Their points, as far as they are known.
    pub points: i64,
    /// Their models.
    pub models: u32,
}

/// The dice of a fleet at one range.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BandDice {
    /// The name of the range band.
    pub title: String,
    /// How far it reaches, as the game prints it; absent if it does not say.
    pub reach: Option<String>,
    /// All dice of all weapons of all models.
    pub all: i64,
    /// The dice in each of 24 directions, clockwise from ahead.
    pub directions: Vec<i64>,
    /// The dice of weapons whose arc is not known. They are in no direction.
    pub elsewhere: i64,
}

/// One statistic over all models that have it as a number.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StatSpread {
    /// Its name.
    pub title: String,
    /// The sum over the models.
    pub sum: i64,
    /// How many models have each value, the lowest value first.
    pub values: Vec<StatCount>,
}

/// The models that have one value of a statistic.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StatCount {
    /// The value.
    pub value: i64,
    /// Their number.
    pub models: i64,
}

/// A judged list in figures, by these traits and statistics. Ids that the ruleset does not declare are left out.
#[must_use]
pub fn overview(ruleset: &Ruleset, summary: &Summary, traits: &[String], stats: &[String]) -> Overview {
    let cards = cards(ruleset, summary);
    let bands = bands(ruleset, &cards);
    Overview {
        spending: traits.iter().filter_map(|id| spending(ruleset, summary, id)).collect(),
        lacks: lacks(&bands),
        bands,
        stats: stats.iter().filter_map(|id| spread(ruleset, &cards, id)).collect(),
    }
}

/// What a fleet can do and another, which has less, cannot: `dice astern at RB3`. Says nothing of directions where the
/// arc of a weapon of the lesser fleet is not known.
#[must_use]
pub fn gained(less: &Overview, more: &Overview) -> Vec<String> {
    let mut gained = Vec::new();
    for (old, new) in less.bands.iter().zip(&more.bands) {
        let range = new.range();
        if old.all == 0 && new.all > 0 {
            gained.push(format!("dice at {range}"));
        } else if old.elsewhere == 0 {
            let dice = |band: &BandDice, place: usize| band.directions.get(place).copied().unwrap_or_default();
            let new = CARDINAL.iter().filter(|(place, _)| dice(old, *place) == 0 && dice(new, *place) > 0);
            let new: Vec<&str> = new.map(|(_, word)| *word).collect();
            if !new.is_empty() {
                gained.push(format!("dice {} at {range}", joined(&new, "and")));
            }
        }
    }
    gained
}

impl BandDice {
    /// Its name, and how far it reaches.
    fn range(&self) -> String {
        self.reach.as_ref().map_or_else(|| self.title.clone(), |reach| format!("{} ({reach})", self.title))
    }
}

/// The cards of all models with the number of models that have each, and whether it is a whole card or what only some
/// models have in addition.
fn cards(ruleset: &Ruleset, summary: &Summary) -> Vec<(Card, i64, bool)> {
    let mut cards = Vec::new();
    for alike in models(ruleset, summary) {
        let number = alike.squadrons.iter().map(|squadron| i64::from(squadron.models)).sum();
        cards.push((alike.card, number, true));
        cards.extend(alike.some.into_iter().map(|some| (some.card, i64::from(some.number), false)));
    }
    cards
}

fn spending(ruleset: &Ruleset, summary: &Summary, id: &str) -> Option<TraitSpending> {
    let declared = ruleset.declarations().traits.get(id)?;
    let mut values: IndexMap<&str, (i64, u32)> = declared.values.keys().map(|value| (value.as_str(), (0, 0))).collect();
    for line in summary.squadrons.iter().filter(|line| line.models > 0 || line.points > Some(0)) {
        let own = traits_of(ruleset, line).unwrap_or_default();
        let word = own.get(id).and_then(|value| TraitValue::words(value).next().map(str::to_owned));
        let key = word.as_deref().and_then(|word| values.get_key_value(word).map(|(key, _)| *key)).unwrap_or_default();
        let spent = values.entry(key).or_default();
        spent.0 = spent.0.saturating_add(line.points.unwrap_or_default());
        spent.1 = spent.1.saturating_add(line.models);
    }
    let title = |value: &str| declared.values.get(value).map_or("other", |named| named.title.as_str()).to_owned();
    let used = values.into_iter().filter(|(_, (points, models))| *models > 0 || *points > 0);
    let values = used.map(|(value, (points, models))| ValueSpending { title: title(value), points, models });
    Some(TraitSpending { title: declared.title.clone(), values: values.collect() })
}

fn bands(ruleset: &Ruleset, cards: &[(Card, i64, bool)]) -> Vec<BandDice> {
    let declarations = ruleset.declarations();
    let band = |(place, title): (usize, &String)| {
        let mut dice = BandDice {
            title: title.clone(),
            reach: declarations.band_reach.get(place).cloned(),
            all: 0,
            directions: vec![0; DIRECTIONS],
            elsewhere: 0,
        };
        for (card, number, _) in cards {
            for weapon in &card.weapons {
                let Some(Stat::Number(each)) = weapon.bands.get(place) else { continue };
                let thrown = i64::from(*each) * i64::from(weapon.count.unwrap_or(1)) * number;
                dice.all += thrown;
                let arc = weapon.arc.as_ref().and_then(|arc| sectors(&declarations.arcs, arc));
                let Some(arc) = arc else {
                    dice.elsewhere += thrown;
                    continue;
                };
                let in_arc = dice.directions.iter_mut().zip((0..).step_by(usize::from(STEP.unsigned_abs())));
                in_arc
                    .filter(|(_, angle)| arc.iter().any(|one| covers(*one, *angle)))
                    .for_each(|(sum, _)| *sum += thrown);
            }
        }
        dice
    };
    declarations.bands.iter().enumerate().map(band).collect()
}

/// Whether a sector covers a direction, in degrees clockwise from ahead.
fn covers(Sector { from, to }: Sector, angle: i16) -> bool {
    [-720, -360, 0, 360].iter().any(|turn| (from..=to).contains(&(angle + turn)))
}

fn spread(ruleset: &Ruleset, cards: &[(Card, i64, bool)], id: &str) -> Option<StatSpread> {
    let declared = ruleset.declarations().stats.get(id)?;
    let mut values: std::collections::BTreeMap<i64, i64> = std::collections::BTreeMap::new();
    for (card, number, _) in cards.iter().filter(|(_, _, is_whole)| *is_whole) {
        if let Some(Stat::Number(value)) = card.stats.get(id) {
            *values.entry(i64::from(*value)).or_default() += number;
        }
    }
    let sum = values.iter().map(|(value, models)| value * models).sum();
    let values: Vec<StatCount> = values.into_iter().map(|(value, models)| StatCount { value, models }).collect();
    (!values.is_empty()).then(|| StatSpread { title: declared.title.clone(), sum, values })
}

/// What a fleet cannot do at each range. Says nothing of a fleet without dice, and nothing of directions where the arc
/// of a weapon is not known.
fn lacks(bands: &[BandDice]) -> Vec<String> {
    if bands.iter().all(|band| band.all == 0) {
        return Vec::new();
    }
    let mut lacks = Vec::new();
    for band in bands {
        let range = band.range();
        if band.all == 0 {
            lacks.push(format!("No dice at {range}"));
        } else if band.elsewhere == 0 {
            let blind = CARDINAL.iter().filter(|(place, _)| band.directions.get(*place) == Some(&0));
            let blind: Vec<&str> = blind.map(|(_, word)| *word).collect();
            if !blind.is_empty() {
                lacks.push(format!("No dice {} at {range}", joined(&blind, "or")));
            }
        }
    }
    lacks
}
