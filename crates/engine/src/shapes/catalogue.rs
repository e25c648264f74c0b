//! What one nation offers: units with their cards, options and attachment rules.
//!
//! These are the shapes of the catalogue files themselves. Nothing here knows a game: the ruleset declares which traits
//! and statistics exist.

use std::sync::Arc;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shapes::selector::Selector;

/// A catalogue file: all units of one nation, or units that belong to no nation.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Catalogue {
    /// Always `catalogue`.
    pub kind: String,
    /// The id of the nation; none if every nation may field these units as its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<String>,
    /// Where names and figures come from, in a sentence.
    pub source: String,
    /// The units, sorted by id.
    // A copy of the catalogue shares the units that it does not change.
    pub units: Vec<Arc<Unit>>,
}

/// What is printed for one kind of model: the id of the unit that it counts for, its traits, and its card.
pub type PrintedModel<'c> = (&'c str, &'c IndexMap<String, TraitValue>, &'c Card);

impl Catalogue {
    /// The unit that shares its card with a member of a fixed mix; none if the member has a card of its own.
    #[must_use]
    pub fn shared_by(&self, member: &Member) -> Option<&Unit> {
        let id = member.unit.as_ref()?;
        self.units.iter().find(|unit| unit.id == *id).map(Arc::as_ref)
    }

    /// What is printed for a member of a fixed mix: that of the unit whose card it shares, else its own.
    #[must_use]
    pub fn printed<'c>(&'c self, member: &'c Member) -> PrintedModel<'c> {
        let id = member.unit.as_ref().unwrap_or(&member.id).as_str();
        self.shared_by(member).map_or((id, &member.traits, &member.card), |unit| (id, &unit.traits, &unit.card))
    }
}

/// Something that a list can name: a ship, a tank, or a named squadron of a fixed mix.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Unit {
    /// The slug of the printed name. It never changes once it is released.
    pub id: String,
    /// The printed name, spelt right.
    pub name: String,
    /// Other names and former ids that lists may use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Points of one model without options; none if the price is unknown. For a unit with members, the points of the
    /// squadron in addition to those of its members (nearly always 0).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// Points that each of its own models costs more or less if certain options are taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points_with: Vec<ConditionalPoints>,
    /// Values of the traits that the ruleset declares for units, such as `size: large`.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub traits: IndexMap<String, TraitValue>,
    /// The numbers of models that a squadron may have; none if the data set no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squadron: Option<Range>,
    /// How many models a squadron has if a list leaves the number out and `squadron` allows several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual: Option<u32>,
    /// The slot that the unit fills in each kind of group. The unit may stand in no other kind. Without `slots`, the
    /// groups decide: each slot says which units it accepts.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub slots: IndexMap<String, String>,
    /// How many squadrons of it a group may have, by the kinds of groups; 1 if left out. Counts only for the check
    /// `copies`.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub copies: IndexMap<String, u32>,
    /// The only way to field this unit, if it cannot be bought as a squadron of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<FieldingWay>,
    /// Statistics, weapons and special rules of a model.
    #[serde(default, skip_serializing_if = "Card::is_empty")]
    pub card: Card,
    /// The kinds of models in a fixed mix (which books call a specialised group).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
    /// What may be bought for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<UnitOption>,
    /// Groups of options of which a certain number is chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// The squadrons that models of this unit may join, by its own attachment rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attaches: Vec<Attachment>,
    /// Units that may join this one according to the data. Counts only for units without an attachment rule of their
    /// own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<Host>,
    /// Models that come with it at no cost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brings: Vec<BroughtModels>,
    /// What a transport can carry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<Capacity>,
    /// Where its figures come from, if not from the catalogue's source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The edition of the game that the figures were printed for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vintage: Option<String>,
    /// Ids of its entries in the community data. Rosters of other programs are matched by them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<String>,
}

/// The value of a trait: one word, several words, or yes or no.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum TraitValue {
    /// Yes or no.
    Flag(bool),
    /// The one value.
    One(String),
    /// Several values at once.
    Many(Vec<String>),
}

impl TraitValue {
    /// The values as words. Yes is the word `yes`; no has no word.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let (flag, one, many) = match self {
            Self::Flag(true) => (Some("yes"), None, &[][..]),
            Self::Flag(false) => (None, None, &[][..]),
            Self::One(word) => (None, Some(word.as_str()), &[][..]),
            Self::Many(words) => (None, None, words.as_slice()),
        };
        flag.into_iter().chain(one).chain(many.iter().map(String::as_str))
    }
}

/// Statistics, weapons and special rules of one kind of model.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Card {
    /// Statistics by the ids that the ruleset declares, such as `dr: 6`.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub stats: IndexMap<String, Stat>,
    /// The weapons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<Weapon>,
    /// Special rules as printed, spelt right, with parameters: `Strategic Value (50)`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
}

impl Card {
    fn is_empty(&self) -> bool {
        self.stats.is_empty() && self.weapons.is_empty() && self.rules.is_empty()
    }

    /// Special rules as printed, those of weapons too. Each comes with the name by which an option takes it away: its
    /// own name, or that of its weapon.
    pub fn all_rules(&self) -> impl Iterator<Item = (&str, &String)> {
        let own = self.rules.iter().map(|rule| (rule.as_str(), rule));
        own.chain(self.weapons.iter().flat_map(|weapon| weapon.rules.iter().map(|rule| (weapon.name.as_str(), rule))))
    }
}

/// A figure on a card: mostly a number, sometimes text (`P/S`, `0+`).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Stat {
    /// A plain number.
    Number(i32),
    /// Anything else.
    Text(String),
}

/// A weapon with its attack dice in each range band.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Weapon {
    /// Its name, without the name of the model and without the letter of the class.
    pub name: String,
    /// The class, by the letter that the ruleset declares (`P`, `S`, `T`); none if the data give none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// How many are mounted, if more than one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Attack dice in each range band, nearest first; `-` if the weapon cannot reach that band.
    pub bands: Vec<Stat>,
    /// The arc of fire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arc: Option<String>,
    /// Special rules of this weapon alone, with parameters, as the card prints them beside the weapon.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
}

/// A range of whole numbers. Both ends are allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Range {
    /// The smallest number.
    pub min: u32,
    /// The largest number; none if there is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
}

impl Range {
    /// Whether a number lies in the range.
    #[must_use]
    pub fn holds(self, number: u32) -> bool {
        number >= self.min && self.max.is_none_or(|max| number <= max)
    }
}

/// The only way to field a unit that is never bought as a squadron of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Only")]
#[serde(rename_all = "kebab-case")]
pub enum FieldingWay {
    /// Attached to another squadron.
    Attached,
    /// Brought by another squadron.
    Brought,
}

/// One kind of model in a unit of a fixed mix.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Member {
    /// An id that is unique in the unit.
    pub id: String,
    /// The model's name.
    pub name: String,
    /// The id of the unit of the same nation with which it shares card and traits, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// How many models of this kind there may be.
    pub models: Range,
    /// Points of each model without options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// Its traits, if it shares them with no unit.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub traits: IndexMap<String, TraitValue>,
    /// Its card, if it shares it with no unit.
    #[serde(default, skip_serializing_if = "Card::is_empty")]
    pub card: Card,
    /// Options that may be bought for these models. Their ids are unique in the whole unit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<UnitOption>,
    /// Groups of options for these models.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// Models that come with them at no cost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brings: Vec<BroughtModels>,
    /// Ids of its entries in the community data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<String>,
}

/// Something that may be bought for models or for a squadron.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitOption {
    /// An id that is unique in the unit.
    pub id: String,
    /// The printed name, spelt right.
    pub name: String,
    /// The kind of option, if a rule of its own judges the numbers of such options (`check: {options-of: KIND}`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Other names and former ids that lists may use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Points for each time that it is bought; none if the price is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// Points that it costs more or less each time if certain other options are taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points_with: Vec<ConditionalPoints>,
    /// The price of one, of two together, of three together, and so on, if not each costs the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<u32>,
    /// The kind of model that it makes of the unit's own models. The points are the full price of each new model, and
    /// the number of models stays the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub becomes: Option<NewKind>,
    /// The kind of model that it adds. The added models do not count towards the number of models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adds: Option<NewKind>,
    /// For whom it is bought.
    #[serde(default, skip_serializing_if = "PurchaseScope::is_model")]
    pub buys: PurchaseScope,
    /// How often a model (or the squadron) may have it; 1 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
    /// Maximums that replace `max` if another option is taken, by the id of that option.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub max_with: IndexMap<String, u32>,
    /// How often it must be taken at least if another option is taken, by the id of that option.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub min_with: IndexMap<String, u32>,
    /// A squadron that is attached to another may not have it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_attached: bool,
    /// The kinds of groups in which it is always taken, without being stated, or never offered.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub groups: IndexMap<String, GroupEffect>,
    /// Statistics that it changes, with their new figures.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub sets: IndexMap<String, Stat>,
    /// Traits that it gives. They replace the unit's own values of these traits.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub traits: IndexMap<String, TraitValue>,
    /// Weapons it adds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<Weapon>,
    /// Special rules it adds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Special rules and weapons that it takes away, by their names on the card.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removes: Vec<String>,
    /// Models that come with it at no further cost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brings: Vec<BroughtModels>,
    /// Options that only a model with this option may have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<UnitOption>,
    /// Choices that only a model with this option makes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// Ids of its entries in the community data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<String>,
}

impl UnitOption {
    /// Special rules that it adds, as printed, those of its weapons too.
    pub fn all_rules(&self) -> impl Iterator<Item = &String> {
        self.rules.iter().chain(self.weapons.iter().flat_map(|weapon| &weapon.rules))
    }
}

/// A difference in price that depends on other options of the unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "PointsWith")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ConditionalPoints {
    /// The ids of the options that must all be taken.
    pub with: Vec<String>,
    /// The ids of options of which none may be taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// The points more or less, for each model or each time.
    pub points: i32,
}

/// A kind of model that exists only if an option makes it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NewKind {
    /// How many of the unit's own models each new model replaces; 1 if left out. Only for `becomes`.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub takes: u32,
    /// Its traits.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub traits: IndexMap<String, TraitValue>,
    /// Its card.
    #[serde(default, skip_serializing_if = "Card::is_empty")]
    pub card: Card,
}

impl Default for NewKind {
    fn default() -> Self {
        Self { takes: 1, traits: IndexMap::new(), card: Card::default() }
    }
}

fn one() -> u32 {
    1
}

fn is_one(number: &u32) -> bool {
    *number == 1
}

/// For whom an option is bought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Buys")]
#[serde(rename_all = "kebab-case")]
pub enum PurchaseScope {
    /// For single models. The price is for each.
    #[default]
    Model,
    /// For all models of the squadron or none. The price is for each.
    AllModels,
    /// Once for the squadron. The price is for the squadron.
    Squadron,
}

impl PurchaseScope {
    fn is_model(&self) -> bool {
        *self == Self::Model
    }
}

/// How a kind of group changes what may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "InGroup")]
#[serde(rename_all = "kebab-case")]
pub enum GroupEffect {
    /// Each model (or the squadron) takes it.
    Always,
    /// Nobody may take it.
    Never,
}

/// A group of options of which a certain number is chosen for each model (or for the squadron).
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Choice {
    /// An id that is unique in the unit.
    pub id: String,
    /// The printed name, spelt right.
    pub name: String,
    /// How many must be chosen.
    #[serde(default)]
    pub min: u32,
    /// How many may be chosen; none if there is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
    /// The id of the option that a list takes if it states none. A group without one takes the defaults of its narrower
    /// groups until it has enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// Its options are Marks of the model.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marks: bool,
    /// It is a hardpoint. If several hardpoints offer options of one name, a list states only the name, and Muster puts
    /// each into a hardpoint that has room. The first of these options must have the slug of the name as its id.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hardpoint: bool,
    /// The options to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<UnitOption>,
    /// Narrower groups whose options count for this one too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// Ids of its entries in the community data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<String>,
}

/// The squadrons that a unit may join, and how many of its models may join one.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Attachment {
    /// The squadrons that it may join, by the traits of their units. `unit` selects units by id.
    pub to: Selector,
    /// How many models that squadron must have; any number if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<Range>,
    /// The nations of these squadrons, if they need not be of the unit's own nation. An empty list means any nation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nations: Option<Vec<String>>,
    /// The largest number of models that may join one squadron; none if the data set no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
}

/// A unit that may join this one according to the data.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Host {
    /// The id of the unit that may join.
    pub unit: String,
    /// The largest number of its models that may join; none if the data set no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
}

/// Models that come with each model of a unit, or with an option, at no cost.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Brings")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BroughtModels {
    /// The id of the special rule that brings them.
    pub rule: String,
    /// The id of the unit that is brought; none if no catalogue has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Its name as printed.
    pub name: String,
    /// How many models each bringer brings: in each squadron, or in all if the player divides them.
    pub models: u32,
    /// How many squadrons each bringer brings. None if all bringers of a squadron bring one squadron together, or if
    /// the player divides the models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squadrons: Option<u32>,
    /// The player divides the models of each bringer into squadrons and may leave some out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub divided: bool,
}

/// What a transport can carry.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Capacity {
    /// The alternatives. The whole load must fit one of them.
    pub of: Vec<Load>,
}

/// One alternative of a transport's capacity.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Load {
    /// The largest number of models; none if only squadrons are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<u32>,
    /// The largest number of squadrons; none if only models are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squadrons: Option<u32>,
    /// The units that it may carry.
    pub that: Selector,
}
