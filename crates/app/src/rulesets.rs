//! `rulesets`: the rulesets at hand, with everything that screens need to know of them.

use indexmap::{IndexMap, IndexSet};
use muster_engine::catalogue::TraitValue;
use muster_engine::compiled::Ruleset;
use muster_engine::list::{RulesetName, SettingValue};
use muster_engine::ruleset::{Deck, Declarations, GroupKind, Named, Nation, Owner, Setting, Slot, Trait};
use muster_library::shelf::Edition;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{App, Fault};

/// What `rulesets` takes: nothing.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RulesetsArgs {}

/// The rulesets at hand.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RulesetsAnswer {
    /// In the order in which they are looked for; all versions.
    pub rulesets: Vec<RulesetFacts>,
    /// What is wrong with those that cannot be used.
    pub faults: Vec<Fault>,
}

/// What screens need to know of a ruleset.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RulesetFacts {
    /// Its id.
    pub id: String,
    /// Its own semantic version.
    pub version: String,
    /// It is the one that lists without a version are judged by.
    pub newest: bool,
    /// The range of versions to write into a new list.
    pub range: String,
    /// The edition of the game.
    pub edition: String,
    /// The game's name.
    pub title: String,
    /// What it covers and what it leaves out.
    pub summary: String,
    /// Rules of the game that its books do not have, a line each.
    pub lacks: Vec<String>,
    /// The folder it comes from; none for one inside the program.
    pub folder: Option<String>,
    /// The nations, in the order of the ruleset.
    pub nations: Vec<NationFacts>,
    /// How many units there are.
    pub units: usize,
    /// How many of them belong to no nation, so that every nation may field them.
    pub common_units: usize,
    /// Where its units come from, a sentence for each source.
    pub sources: Vec<String>,
    /// What players agree on before a game.
    pub settings: Vec<SettingFacts>,
    /// The kinds of groups that squadrons stand in; none where a list has no groups.
    pub group_kinds: Vec<GroupKindFacts>,
    /// The roles that models may carry.
    pub roles: Vec<RoleFacts>,
    /// Where a squadron may be allocated; the first is the default.
    pub allocations: Vec<NamedFacts>,
    /// The decks that a list may hold.
    pub decks: Vec<DeckFacts>,
    /// The traits of units, nations and cards, such as sizes and types.
    pub traits: Vec<TraitFacts>,
    /// The statistics on cards, in printed order.
    pub stats: Vec<NamedFacts>,
    /// The classes of weapons, by their letter.
    pub weapon_classes: Vec<NamedFacts>,
    /// The range bands of weapons, nearest first.
    pub bands: Vec<String>,
    /// Rules that the opponent or the organiser may waive.
    pub waivable: Vec<NamedFacts>,
    /// How many rules it has.
    pub rules: usize,
    /// How many special rules it has.
    pub special_rules: usize,
}

/// A thing with an id and a name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NamedFacts {
    /// Its id, as lists write it.
    pub id: String,
    /// Its name on screens.
    pub title: String,
    /// What it means.
    pub summary: Option<String>,
}

/// A nation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NationFacts {
    /// Its id.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// The values of its traits, by the trait's id.
    pub traits: IndexMap<String, Vec<String>>,
    /// How many units it has.
    pub units: usize,
}

/// The shape of a setting's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SettingShape {
    /// Yes or no.
    Flag,
    /// One of its values.
    Word,
    /// A number within its range.
    Number,
    /// A set of its numbers.
    Numbers,
}

/// Something that players agree on before a game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SettingFacts {
    /// Its id.
    pub id: String,
    /// Its name on screens.
    pub title: String,
    /// What it decides.
    pub summary: String,
    /// The shape of its value.
    pub shape: SettingShape,
    /// The words it may be.
    pub values: Vec<SettingValueFacts>,
    /// The numbers it may hold, where it is a set of numbers.
    pub numbers: Vec<u32>,
    /// The smallest number it may be, where it is one number.
    pub min: Option<u32>,
    /// The largest number it may be; none where there is no limit.
    pub max: Option<u32>,
    /// What holds where a list states nothing; none where that leaves it open.
    pub default: Option<SettingValue>,
    /// The setting whose value gives this set of numbers. A list states one of the two, never both.
    pub given_by: Option<String>,
    /// The waivable rule to which yes is the consent.
    pub consent: Option<String>,
}

/// A word that a setting may be.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SettingValueFacts {
    /// As lists write it.
    pub id: String,
    /// Its name on screens.
    pub title: String,
    /// What it means.
    pub summary: Option<String>,
    /// The numbers it gives to the setting that is given by this one.
    pub gives: Vec<u32>,
}

/// A kind of group that squadrons stand in.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GroupKindFacts {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// What it means.
    pub summary: Option<String>,
    /// The slots that its squadrons fill, in the order of the book; none where it takes any squadrons.
    pub slots: Vec<SlotFacts>,
}

/// A place in a group for squadrons of a certain make.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SlotFacts {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// How many squadrons it holds.
    pub holds: u32,
    /// The group needs at least one of them.
    pub required: bool,
    /// The slot that must be filled before this one may be.
    pub opened_by: Option<String>,
    /// The slot that, once filled, takes this one's place.
    pub closed_by: Option<String>,
}

/// A role that a model may carry.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RoleFacts {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// What it means.
    pub summary: Option<String>,
    /// The deck whose cards are the traits that come with it.
    pub trait_deck: Option<String>,
}

/// A deck that a list may hold.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DeckFacts {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// The name of one of its cards.
    pub one: String,
    /// The name of several of its cards.
    pub many: String,
    /// What the cost of its cards is called, short.
    pub cost: String,
    /// It is secret: not on an open print.
    pub secret: bool,
    /// The cards that are known, in the order of their file. Where none are, lists state the facts of each card.
    pub cards: Vec<CardFacts>,
}

/// A card of a deck.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CardFacts {
    /// Its id.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// Its cost, where known.
    pub cost: Option<u32>,
    /// The values of its traits, by the trait's id, as far as known.
    pub traits: IndexMap<String, Vec<String>>,
    /// What it does.
    pub summary: Option<String>,
}

/// A trait with its values.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TraitFacts {
    /// Its id.
    pub id: String,
    /// Its name on screens.
    pub title: String,
    /// What has it.
    pub of: Owner,
    /// Its values, in printed order. Without values it is yes or no, where it is not open.
    pub values: Vec<NamedFacts>,
    /// Something may have several values at once.
    pub many: bool,
    /// Any word is a value.
    pub open: bool,
}

/// The rulesets at hand. Never fails: what cannot be used is told beside the rest.
pub fn rulesets(app: &App, _: &RulesetsArgs) -> Result<RulesetsAnswer, Fault> {
    let mut answer = RulesetsAnswer { rulesets: Vec::new(), faults: Vec::new() };
    for edition in app.shelf().editions() {
        let exactly = RulesetName::Versioned { id: edition.id.clone(), version: Some(format!("={}", edition.version)) };
        match app.shelf().ruleset(&exactly, &[]) {
            Ok(ruleset) => answer.rulesets.push(facts(app, edition, &ruleset)),
            Err(fault) => answer.faults.push(fault.into()),
        }
    }
    Ok(answer)
}

fn facts(app: &App, edition: &Edition, ruleset: &Ruleset) -> RulesetFacts {
    let declarations = ruleset.declarations();
    let catalogues = || ruleset.stocks().iter().map(|stock| stock.catalogue());
    let count = |nation: Option<&str>| -> usize {
        catalogues().filter(|catalogue| catalogue.nation.as_deref() == nation).map(|own| own.units.len()).sum()
    };
    let newest = app.shelf().find(&RulesetName::Id(edition.id.clone()));
    let sources: IndexSet<&String> = catalogues().filter(|own| !own.units.is_empty()).map(|own| &own.source).collect();
    let waivable = ruleset.rules().iter().map(|sourced| &sourced.rule).filter(|rule| rule.waivable);
    RulesetFacts {
        id: edition.id.clone(),
        version: edition.version.to_string(),
        newest: newest.is_ok_and(|newest| newest.version == edition.version),
        range: format!("^{}.{}", edition.version.major, edition.version.minor),
        edition: declarations.edition.clone(),
        title: declarations.name.clone(),
        summary: declarations.summary.clone(),
        lacks: declarations.lacks.clone(),
        folder: edition.folder.as_ref().map(|folder| folder.display().to_string()),
        nations: declarations.nations.iter().map(|(id, nation)| nation_facts(id, nation, count(Some(id)))).collect(),
        units: catalogues().map(|catalogue| catalogue.units.len()).sum(),
        common_units: count(None),
        sources: sources.into_iter().cloned().collect(),
        settings: declarations.settings.iter().map(|(id, setting)| setting_facts(id, setting)).collect(),
        group_kinds: declarations.group_kinds.iter().map(|(id, kind)| group_kind(id, kind)).collect(),
        roles: declarations
            .roles
            .iter()
            .map(|(id, role)| RoleFacts {
                id: id.clone(),
                title: role.title.clone(),
                summary: role.summary.clone(),
                trait_deck: role.trait_deck.clone(),
            })
            .collect(),
        allocations: named(&declarations.allocations),
        decks: declarations.decks.iter().map(|(id, deck)| deck_facts(ruleset, declarations, id, deck)).collect(),
        traits: declarations.traits.iter().map(|(id, declared)| trait_facts(id, declared)).collect(),
        stats: named(&declarations.stats),
        weapon_classes: named(&declarations.weapon_classes),
        bands: declarations.bands.clone(),
        waivable: waivable
            .map(|rule| NamedFacts { id: rule.id.clone(), title: rule.title.clone(), summary: rule.summary.clone() })
            .collect(),
        rules: ruleset.rules().len(),
        special_rules: ruleset.special_rules().len(),
    }
}

fn named(things: &IndexMap<String, Named>) -> Vec<NamedFacts> {
    let facts = |(id, named): (&String, &Named)| NamedFacts {
        id: id.clone(),
        title: named.title.clone(),
        summary: named.summary.clone(),
    };
    things.iter().map(facts).collect()
}

fn nation_facts(id: &str, nation: &Nation, units: usize) -> NationFacts {
    NationFacts { id: id.to_owned(), name: nation.name.clone(), traits: words(&nation.traits), units }
}

/// Values of traits as words.
fn words(traits: &IndexMap<String, TraitValue>) -> IndexMap<String, Vec<String>> {
    traits.iter().map(|(id, value)| (id.clone(), value.words().map(str::to_owned).collect())).collect()
}

fn setting_facts(id: &str, setting: &Setting) -> SettingFacts {
    let shape = if setting.range.is_some() {
        SettingShape::Number
    } else if !setting.numbers.is_empty() {
        SettingShape::Numbers
    } else if setting.values.is_empty() {
        SettingShape::Flag
    } else {
        SettingShape::Word
    };
    let default = match (shape, &setting.default) {
        (SettingShape::Flag, default) => Some(SettingValue::Flag(default.as_deref() == Some("true"))),
        (SettingShape::Word, Some(word)) => Some(SettingValue::Word(word.clone())),
        (SettingShape::Number, Some(number)) => number.parse().ok().map(SettingValue::Number),
        _ => None,
    };
    let values = setting.values.iter().map(|(id, choice)| SettingValueFacts {
        id: id.clone(),
        title: choice.title.clone(),
        summary: choice.summary.clone(),
        gives: choice.gives.clone(),
    });
    SettingFacts {
        id: id.to_owned(),
        title: setting.title.clone(),
        summary: setting.summary.clone(),
        shape,
        values: values.collect(),
        numbers: setting.numbers.clone(),
        min: setting.range.map(|range| range.min),
        max: setting.range.and_then(|range| range.max),
        default,
        given_by: setting.given_by.clone(),
        consent: setting.consent.clone(),
    }
}

fn group_kind(id: &str, kind: &GroupKind) -> GroupKindFacts {
    let slot = |(id, slot): (&String, &Slot)| SlotFacts {
        id: id.clone(),
        title: slot.title.clone(),
        holds: slot.holds,
        required: slot.required,
        opened_by: slot.opened_by.clone(),
        closed_by: slot.closed_by.clone(),
    };
    GroupKindFacts {
        id: id.to_owned(),
        title: kind.title.clone(),
        summary: kind.summary.clone(),
        slots: kind.slots.iter().map(slot).collect(),
    }
}

fn deck_facts(ruleset: &Ruleset, declarations: &Declarations, id: &str, deck: &Deck) -> DeckFacts {
    let cards = ruleset.cards().iter().filter(|cards| cards.deck == id).flat_map(|cards| &cards.cards);
    let name = |number| muster_engine::wording::subject(&deck.card, Some(number)).to_owned();
    DeckFacts {
        id: id.to_owned(),
        title: deck.title.clone(),
        one: name(1),
        many: name(2),
        cost: deck.cost.clone().unwrap_or_else(|| "VP".to_owned()),
        secret: deck.secret,
        cards: cards
            .map(|card| CardFacts {
                id: card.id.clone(),
                name: card.name.clone(),
                cost: card.cost,
                traits: words(&card.traits).into_iter().map(|(id, words)| (written(declarations, id), words)).collect(),
                summary: card.summary.clone(),
            })
            .collect(),
    }
}

/// A trait's id as it is declared, whichever way a card writes it.
fn written(declarations: &Declarations, id: String) -> String {
    let prefixed = format!("card-{id}");
    if declarations.traits.contains_key(&prefixed) { prefixed } else { id }
}

fn trait_facts(id: &str, declared: &Trait) -> TraitFacts {
    TraitFacts {
        id: id.to_owned(),
        title: declared.title.clone(),
        of: declared.of,
        values: named(&declared.values),
        many: declared.many,
        open: declared.open,
    }
}
