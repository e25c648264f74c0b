//! `units`: every unit of a nation, and those of no nation, with all that rows, filters and stat cards show.

use indexmap::IndexMap;
use muster_engine::catalogue::{Card, Catalogue, Choice, Unit, UnitOption};
use muster_engine::compiled::Ruleset;
use muster_engine::list::Squadron;
use muster_engine::stock::{Article, Stock};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::smallest::smallest;
use crate::{App, Fault, names};

/// What `units` takes.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitsArgs {
    /// The ruleset's id.
    pub ruleset: String,
    /// The nation, by id or name; all nations where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<String>,
}

/// The units of a nation, and those of no nation.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitsAnswer {
    /// The ruleset's id.
    pub ruleset: String,
    /// Its version.
    pub version: String,
    /// The nation's id; none where all were asked for.
    pub nation: Option<String>,
    /// The units of nations, then those of no nation, in the order of their catalogues.
    pub units: Vec<UnitFacts>,
    /// The ids of special rules, by the way in which cards and options of these units print them. What is not here is
    /// no special rule that the ruleset knows.
    pub rules: IndexMap<String, String>,
}

/// A unit, and what its catalogue does not say in so many words.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitFacts {
    /// The id of its nation; none for units that every nation may field.
    pub nation: Option<String>,
    /// Points of one model, or of the smallest group of a fixed mix; none where not known.
    pub points: Option<i64>,
    /// The fewest models that a squadron of it has.
    pub min: u32,
    /// The most models; none where the data set no limit.
    pub max: Option<u32>,
    /// The smallest squadron, as a click adds it.
    pub smallest: Squadron,
    /// Changes of printed cards that it has by a book. Its card has them already.
    pub patches: Vec<PatchFacts>,
    /// Where its figures come from, in a sentence.
    pub source: String,
    /// The unit itself. The members of a fixed mix have cards and traits of their own here, whoever shares them.
    pub unit: Unit,
}

/// A change of a printed card.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PatchFacts {
    /// Its id, which `explain` takes.
    pub id: String,
    /// What changes, in one line.
    pub title: String,
}

/// The units of a nation, and those of no nation. Fails where the ruleset or the nation is unknown.
pub fn units(app: &App, args: &UnitsArgs) -> Result<UnitsAnswer, Fault> {
    let asked: Vec<&str> = args.nation.as_deref().into_iter().collect();
    let ruleset = names::ruleset(app, &args.ruleset, &asked)?;
    let nation = args.nation.as_deref().map(|name| names::nation(&ruleset, name)).transpose()?;
    let mut units: Vec<UnitFacts> = ruleset
        .stocks()
        .iter()
        .flat_map(|stock| stock.units().iter().map(|article| facts(&ruleset, stock, article)))
        .collect();
    units.sort_by_key(|unit| unit.nation.is_none());
    let declarations = ruleset.declarations();
    Ok(UnitsAnswer {
        ruleset: declarations.id.clone(),
        version: declarations.version.clone(),
        nation: nation.map(str::to_owned),
        rules: rules(&ruleset, &units),
        units,
    })
}

fn facts(ruleset: &Ruleset, stock: &Stock, article: &Article) -> UnitFacts {
    let catalogue = stock.catalogue();
    let mut unit = stock.unit(article).clone();
    share_cards(stock, &mut unit);
    let patches = patch(ruleset, catalogue, &mut unit);
    leave_out_entries(&mut unit);
    let (min, max) = match unit.squadron {
        Some(range) => (range.min, range.max),
        None if unit.members.is_empty() => (1, None),
        None => (
            unit.members.iter().fold(0, |sum: u32, member| sum.saturating_add(member.models.min)),
            unit.members.iter().try_fold(0, |sum: u32, member| Some(sum.saturating_add(member.models.max?))),
        ),
    };
    let points = unit.members.iter().try_fold(i64::from(unit.points.unwrap_or_default()), |sum, member| {
        Some(sum + i64::from(member.points?) * i64::from(member.models.min))
    });
    UnitFacts {
        nation: catalogue.nation.clone(),
        points: points.filter(|_| unit.points.is_some()),
        min,
        max,
        smallest: smallest(article, &unit, None),
        patches,
        source: unit.source.clone().unwrap_or_else(|| catalogue.source.clone()),
        unit,
    }
}

/// Gives the members of a fixed mix the cards and traits that they share with other units.
fn share_cards(stock: &Stock, unit: &mut Unit) {
    for member in &mut unit.members {
        let shared = member.unit.as_deref().and_then(|shared| stock.find(shared)).map(|article| stock.unit(article));
        if let Some(shared) = shared {
            member.card = shared.card.clone();
            member.traits = shared.traits.clone();
        }
    }
}

/// Puts on cards what the books change on them.
fn patch(ruleset: &Ruleset, catalogue: &Catalogue, unit: &mut Unit) -> Vec<PatchFacts> {
    let nation = catalogue.nation.as_deref();
    let mut found: IndexMap<String, String> = IndexMap::new();
    let mut give = |id: &str, traits: &_, card: &mut Card| {
        let mut gifts: Vec<String> = Vec::new();
        for (id, patch, rules) in ruleset.patches_of(nation, id, traits, card) {
            found.insert(id.to_owned(), patch.title.clone());
            gifts.extend(rules.into_iter().map(str::to_owned));
        }
        card.rules.extend(gifts);
    };
    give(&unit.id, &unit.traits, &mut unit.card);
    for member in &mut unit.members {
        let id = member.unit.as_ref().unwrap_or(&member.id);
        give(id, &member.traits, &mut member.card);
    }
    found.into_iter().map(|(id, title)| PatchFacts { id, title }).collect()
}

/// Ids of entries in the community's data are of no use on a screen.
fn leave_out_entries(unit: &mut Unit) {
    unit.entries.clear();
    options(&mut unit.options, &mut unit.choices);
    for member in &mut unit.members {
        member.entries.clear();
        options(&mut member.options, &mut member.choices);
    }
}

fn options(own: &mut [UnitOption], choices: &mut [Choice]) {
    for option in own {
        option.entries.clear();
        options(&mut option.options, &mut option.choices);
    }
    for choice in choices {
        choice.entries.clear();
        options(&mut choice.options, &mut choice.choices);
    }
}

/// The special rules that cards and options print, by their words.
fn rules(ruleset: &Ruleset, units: &[UnitFacts]) -> IndexMap<String, String> {
    let mut rules = IndexMap::new();
    let mut add = |printed: &String| {
        if !rules.contains_key(printed)
            && let Some(rule) = ruleset.special_rule(printed)
        {
            rules.insert(printed.clone(), rule.id.clone());
        }
    };
    for UnitFacts { unit, .. } in units {
        unit.card.all_rules().for_each(|(_, rule)| add(rule));
        of_options(&unit.options, &unit.choices, &mut add);
        for member in &unit.members {
            member.card.all_rules().for_each(|(_, rule)| add(rule));
            of_options(&member.options, &member.choices, &mut add);
        }
    }
    rules
}

fn of_options(own: &[UnitOption], choices: &[Choice], add: &mut impl FnMut(&String)) {
    for option in own {
        option.all_rules().for_each(&mut *add);
        let made = option.becomes.iter().chain(&option.adds);
        made.for_each(|kind| kind.card.all_rules().for_each(|(_, rule)| add(rule)));
        of_options(&option.options, &option.choices, add);
    }
    for choice in choices {
        of_options(&choice.options, &choice.choices, add);
    }
}
