//! `units`: every unit of a nation and of no nation, with everything that rows, filters and stat cards show.

use indexmap::IndexMap;
use muster_engine::card::{CardInfo, SpecialRef, TraitWords, card, special, traits};
use muster_engine::catalogue::{
    BroughtModels, Card, Catalogue, Choice, FieldingWay, GroupEffect, Member, PurchaseScope, Range, Stat, Unit,
    UnitOption,
};
use muster_engine::declarations::{Declarations, TraitOwner};
use muster_engine::list::Squadron;
use muster_engine::overlaid;
use muster_engine::ready::{ReadyCatalogue, ReadyUnit, Ruleset};
use muster_engine::relations::{self, carries, joined_by, joins};
use muster_engine::slug::slug;
use muster_engine::words::taken::times;
use muster_engine::words::{conditions, number, price, size};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::collection::{MiniatureInfo, miniatures};
use crate::event::GivenEvent;
use crate::fault::CallFault;
use crate::names;
use muster_library::looks::Looks;
use muster_mend::smallest;

/// The arguments of `units`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitsArgs {
    /// The ruleset's id. A version or a range may follow: `dw-3@^1.0`.
    pub ruleset: String,
    /// The nation, by id or name. Default: all nations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<String>,
    /// The event that may change or bring units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitInfo {
    /// Its id.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// Other names that lists may use.
    pub aliases: Vec<String>,
    /// The name of the drawing that shows it; absent if the game has none for it.
    pub drawing: Option<String>,
    /// The id of its nation; absent for units that every nation may field.
    pub nation: Option<String>,
    /// Points of one model, or of the smallest squadron of a fixed mix; absent if not known.
    pub points: Option<i64>,
    /// These points as a table cell; `?` if they are not known.
    pub figure: String,
    /// What its price is for: `85 for each model`, `240 for the smallest squadron`.
    pub price: String,
    /// Its traits, in the ruleset's order.
    pub traits: Vec<TraitWords>,
    /// The numbers of models that a squadron of it may have; absent if the data set no limit.
    pub squadron: Option<Range>,
    /// The numbers of models as a table cell: `2-3`.
    pub size: Option<String>,
    /// The numbers of models in a sentence: `2 to 3 models`.
    pub models: Option<String>,
    /// The number of models if a list does not state it.
    pub usual: Option<u32>,
    /// Whether it has models. A unit without models is a choice for its group.
    pub has_models: bool,
    /// The slots that it names, by the kinds of groups.
    pub slots: IndexMap<String, String>,
    /// The one way to field it, if it is never a squadron of its own.
    pub only: Option<FieldingWay>,
    /// The smallest squadron of it, with its required options.
    pub smallest: Squadron,
    /// Its card; empty for a fixed mix.
    pub card: CardInfo,
    /// The kinds of models of a fixed mix, with their own cards.
    pub members: Vec<MemberInfo>,
    /// What may be bought for it.
    pub options: Vec<OptionInfo>,
    /// Choices: groups of options of which a player chooses a certain number.
    pub choices: Vec<ChoiceInfo>,
    /// The squadrons that its own rule lets it join, one line per alternative.
    pub joins: Vec<String>,
    /// The printed names of units that their own rules, or this unit's data, let join it.
    pub joined_by: Vec<String>,
    /// What it brings and carries, and what books change on its card, one line each.
    pub notes: Vec<String>,
    /// The edition of the game whose figures it has.
    pub vintage: Option<String>,
    /// Whether a person or a club brings it, or changes it; absent for a unit as the ruleset has it.
    pub own: Option<OwnChange>,
    /// What overlays do to it, a line each: `35 by Wessex Club, 30 in dw-2.5`.
    pub overlays: Vec<String>,
    /// The models that people count who own some of it: its own, and those that its options add.
    pub miniatures: Vec<MiniatureInfo>,
    /// The source of its figures, in a sentence.
    pub source: String,
}

/// One kind of models in a fixed mix.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MemberInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its name with the number of models: `1-2 × Gunner`.
    pub title: String,
    /// The number of models.
    pub models: Range,
    /// Its price: `30 points each`.
    pub price: String,
    /// Its traits.
    pub traits: Vec<TraitWords>,
    /// Its card.
    pub card: CardInfo,
    /// What may be bought for these models.
    pub options: Vec<OptionInfo>,
    /// Choices for these models.
    pub choices: Vec<ChoiceInfo>,
}

/// An option.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OptionInfo {
    /// Its id, as lists write it.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// Its price per purchase: `+5`.
    pub price: String,
    /// Its price per purchase for a squadron of several models: `+5 each`.
    pub price_each: String,
    /// What overlays do to it, a line each: `+10 by Wessex Club, +5 in dw-2.5`.
    pub overlays: Vec<String>,
    /// How its points are counted, if the price alone does not say it.
    pub points_note: Option<String>,
    /// Whether it is bought for a model or for the squadron.
    pub buys: PurchaseScope,
    /// How often a model (or the squadron) may have it. Default: once.
    pub max: Option<u32>,
    /// What it does to the number of models.
    pub makes: Option<ModelChange>,
    /// What it changes, in words, and how often it may be taken along with other options.
    pub effect: Option<String>,
    /// Special rules that it adds.
    pub rules: Vec<SpecialRef>,
    /// The card of the models that it makes, or its additions to a card.
    pub card: Option<CardInfo>,
    /// The kinds of groups in which it is always taken, or never offered.
    pub groups: IndexMap<String, GroupEffect>,
    /// Options that require this one.
    pub options: Vec<OptionInfo>,
    /// Choices that require this option.
    pub choices: Vec<ChoiceInfo>,
}

/// What a person or a club does to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Own")]
#[serde(rename_all = "kebab-case")]
pub enum OwnChange {
    /// They bring it.
    Added,
    /// They change a unit of the ruleset, such as its price.
    Changed,
}

/// What an option does to the number of models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Makes")]
#[serde(rename_all = "kebab-case")]
pub enum ModelChange {
    /// It turns models of the unit into other models, each at its full price.
    Becomes,
    /// It adds models to the unit.
    Adds,
}

/// A group of options of which a player chooses a certain number.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChoiceInfo {
    /// Its id.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// The number of options that must be chosen.
    pub min: u32,
    /// The number of options that may be chosen; absent if there is no limit.
    pub max: Option<u32>,
    /// The option that applies if a list states none.
    pub default: Option<String>,
    /// Whether its options are Marks of the model.
    pub marks: bool,
    /// Whether it is a hardpoint. A list names a weapon, and any hardpoint of the unit that offers the weapon may take it.
    pub hardpoint: bool,
    /// The options to choose from.
    pub options: Vec<OptionInfo>,
    /// Narrower choices, whose options count for this choice too.
    pub choices: Vec<ChoiceInfo>,
}

/// Every unit of a nation and of no nation. Fails if the ruleset or the nation is unknown.
pub fn units(app: &App, args: &UnitsArgs) -> Result<Vec<UnitInfo>, CallFault> {
    let app = &app.under(args.event.as_ref())?;
    let asked: Vec<&str> = args.nation.as_deref().into_iter().collect();
    let ruleset = names::ruleset(app, &args.ruleset, &asked)?;
    args.nation.as_deref().map(|name| names::nation(&ruleset, name)).transpose()?;
    let looks = app.shelf().looks(&ruleset.declarations().id);
    let catalogues = ruleset.catalogues().iter();
    let mut units: Vec<UnitInfo> = catalogues
        .flat_map(|catalogue| catalogue.units().iter().map(|ready| unit(&ruleset, &looks, catalogue, ready)))
        .collect();
    units.sort_by_key(|unit| unit.nation.is_none());
    Ok(units)
}

fn unit(ruleset: &Ruleset, looks: &Looks, catalogue: &ReadyCatalogue, ready: &ReadyUnit) -> UnitInfo {
    let written = catalogue.written();
    let unit = catalogue.unit(ready);
    let declarations = ruleset.declarations();
    let mut patches = Vec::new();
    let own = patched(ruleset, written, &unit.id, &unit.traits, &unit.card, &mut patches);
    let offer = UnitOffer { ruleset, catalogue, unit };
    let members = unit.members.iter().map(|member| offer.member(member, &mut patches)).collect();
    let brought = unit.brings.iter().chain(unit.members.iter().flat_map(|member| &member.brings));
    let carried = carries(ruleset, written, unit).map(|load| format!("carries {load}"));
    let mut notes: Vec<String> = brought.map(|what| brings(declarations, what)).chain(carried).chain(patches).collect();
    notes.dedup();
    let has_models = declarations.has_models(unit);
    let sizes = unit.squadron.filter(|_| has_models);
    UnitInfo {
        id: unit.id.clone(),
        name: unit.name.clone(),
        aliases: unit.aliases.clone(),
        drawing: looks.drawing(unit).map(str::to_owned),
        nation: written.nation.clone(),
        points: price::of_one(unit),
        figure: number::known(price::of_one(unit), None),
        price: price_of(declarations, unit),
        traits: traits(declarations, TraitOwner::Unit, &unit.traits),
        squadron: sizes,
        size: sizes.map(size::short),
        models: sizes.map(size::models),
        usual: unit.usual,
        has_models,
        slots: unit.slots.clone(),
        only: unit.only,
        smallest: smallest(declarations, ready, unit, None),
        card: own,
        members,
        options: unit.options.iter().map(|option| offer.option(option)).collect(),
        choices: unit.choices.iter().map(|choice| offer.choice(choice)).collect(),
        joins: unit.attaches.iter().map(|attachment| joins(ruleset, written, attachment)).collect(),
        joined_by: joined_by(ruleset, written, unit).into_iter().map(|joining| joining.name.clone()).collect(),
        notes,
        vintage: unit.vintage.clone(),
        own: catalogue.own(unit).map(|changes| if changes { OwnChange::Changed } else { OwnChange::Added }),
        overlays: overlaid::lines(ruleset, catalogue, unit, &|_| true),
        miniatures: miniatures(ruleset, catalogue, ready),
        source: unit.source.clone().unwrap_or_else(|| written.source.clone()),
    }
}

fn price_of(declarations: &Declarations, unit: &Unit) -> String {
    let differences = conditions::differences(&unit.points_with);
    [price::unit(declarations, unit)].into_iter().chain(differences).collect::<Vec<_>>().join("; ")
}

/// What a unit offers, of a catalogue.
struct UnitOffer<'r> {
    ruleset: &'r Ruleset,
    catalogue: &'r ReadyCatalogue,
    unit: &'r Unit,
}

impl UnitOffer<'_> {
    fn member(&self, member: &Member, patches: &mut Vec<String>) -> MemberInfo {
        let Self { ruleset, catalogue, .. } = *self;
        let (id, of, printed) = catalogue.written().printed(member);
        MemberInfo {
            id: member.id.clone(),
            name: member.name.clone(),
            title: times(size::short(member.models), &member.name),
            models: member.models,
            price: price::member(member.points),
            traits: traits(ruleset.declarations(), TraitOwner::Unit, of),
            card: patched(ruleset, catalogue.written(), id, of, printed, patches),
            options: member.options.iter().map(|option| self.option(option)).collect(),
            choices: member.choices.iter().map(|choice| self.choice(choice)).collect(),
        }
    }

    fn option(&self, option: &UnitOption) -> OptionInfo {
        let Self { ruleset, catalogue, unit } = *self;
        let made = option.becomes.as_ref().or(option.adds.as_ref());
        let makes = match (&option.becomes, &option.adds) {
            (Some(_), _) => Some(ModelChange::Becomes),
            (None, Some(_)) => Some(ModelChange::Adds),
            (None, None) => None,
        };
        let adds = || Card { weapons: option.weapons.clone(), ..Card::default() };
        OptionInfo {
            id: option.id.clone(),
            name: option.name.clone(),
            price: price::option(option),
            price_each: price::option_each(option),
            overlays: overlaid::option(ruleset, catalogue, unit, option),
            points_note: note(
                conditions::together(option).into_iter().chain(conditions::differences(&option.points_with)),
            ),
            buys: option.buys,
            max: option.max,
            makes,
            effect: note(changes(ruleset, option)),
            rules: option.rules.iter().map(|rule| special(ruleset, rule)).collect(),
            card: match made {
                Some(kind) => Some(card(ruleset, &kind.card)),
                None if option.weapons.is_empty() => None,
                None => Some(card(ruleset, &adds())),
            },
            groups: option.groups.clone(),
            options: option.options.iter().map(|inner| self.option(inner)).collect(),
            choices: option.choices.iter().map(|inner| self.choice(inner)).collect(),
        }
    }

    fn choice(&self, choice: &Choice) -> ChoiceInfo {
        ChoiceInfo {
            id: choice.id.clone(),
            name: choice.name.clone(),
            min: choice.min,
            max: choice.max,
            default: choice.default.clone(),
            marks: choice.marks,
            hardpoint: choice.hardpoint,
            options: choice.options.iter().map(|inner| self.option(inner)).collect(),
            choices: choice.choices.iter().map(|inner| self.choice(inner)).collect(),
        }
    }
}

/// A card with the changes of the books.
fn patched(
    ruleset: &Ruleset,
    catalogue: &Catalogue,
    id: &str,
    of: &IndexMap<String, muster_engine::catalogue::TraitValue>,
    printed: &Card,
    notes: &mut Vec<String>,
) -> CardInfo {
    let mut card = card(ruleset, printed);
    for (_, patch, rules) in ruleset.patches_of(catalogue.nation.as_deref(), id, of, printed) {
        card.rules.extend(rules.into_iter().map(|rule| special(ruleset, rule)));
        if !notes.contains(&patch.title) {
            notes.push(patch.title.clone());
        }
    }
    card
}

/// The changes that an option makes. The special rules and weapons that it adds, and how often it may be taken, are shown
/// elsewhere.
fn changes(ruleset: &Ruleset, option: &UnitOption) -> impl Iterator<Item = String> {
    let declarations = ruleset.declarations();
    let sets = option.sets.iter().map(|(id, stat)| {
        let title = declarations.stats.get(id).map_or(id, |named| &named.title);
        match stat {
            Stat::Number(number) => format!("{title} {number}"),
            Stat::Text(text) => format!("{title} {text}"),
        }
    });
    let gives = traits(declarations, TraitOwner::Unit, &option.traits).into_iter().flat_map(|words| words.values);
    let removes = option.removes.iter().map(|gone| format!("without {gone}"));
    let brought = option.brings.iter().map(|what| brings(declarations, what));
    let words = sets.chain(gives.map(|word| word.title)).chain(removes).chain(brought);
    words
        .chain(conditions::numbers_with_others(option))
        .filter(|word| slug(word) != slug(&option.name))
        .collect::<Vec<_>>()
        .into_iter()
}

fn brings(declarations: &Declarations, what: &BroughtModels) -> String {
    format!("brings {}", relations::brings(declarations, what, &what.name))
}

fn note(words: impl Iterator<Item = String>) -> Option<String> {
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| words.join("; "))
}
