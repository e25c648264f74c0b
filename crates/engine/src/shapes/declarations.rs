//! What a ruleset declares beside its rules: books, settings, traits, tables, nations, roles, decks, patches and more.

use crate::shapes::common::ExplainedName;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shapes::catalogue::{Range, TraitValue, Unit};
use crate::shapes::common::{Citation, SubjectWords};
use crate::shapes::selector::Selector;
use crate::shapes::sheet::SheetKind;
use crate::text::slug::slug;

/// `ruleset.yaml`: everything but the rules, units, special rules and cards themselves.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Declarations {
    /// Always `ruleset`.
    pub kind: String,
    /// The id that lists name.
    pub id: String,
    /// The game's name.
    pub name: String,
    /// The edition of the game.
    pub edition: String,
    /// The vintage of units whose figures are of this edition. A note reports units of any other vintage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vintage: Option<String>,
    /// The ruleset's own semantic version.
    pub version: String,
    /// The ruleset this one builds on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extends: Option<BaseRuleset>,
    /// What it covers and what it leaves out, in a few sentences.
    pub summary: String,
    /// Rules of the game that its books do not have, a line each, so that nobody looks for them here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacks: Vec<String>,
    /// What one of its squadrons is called within a sentence, and what several are called; `squadron` and `squadrons`
    /// if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squadron: Option<SubjectWords>,
    /// The books that rules cite, by id.
    #[serde(default)]
    pub books: IndexMap<String, Book>,
    /// What players agree on before a game, by id.
    #[serde(default)]
    pub settings: IndexMap<String, Setting>,
    /// The properties that units, nations and cards have, by id.
    #[serde(default)]
    pub traits: IndexMap<String, Trait>,
    /// Units with one of these traits have no models. A group chooses such a unit as a whole: a doctrine, for example.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_models: Vec<String>,
    /// Selectors that have a name and are used as `is: NAME`. Rules may narrow them.
    #[serde(default)]
    pub selectors: IndexMap<String, Selector>,
    /// Step tables, by id.
    #[serde(default)]
    pub tables: IndexMap<String, StepTable>,
    /// The statistics on cards, in printed order.
    #[serde(default)]
    pub stats: IndexMap<String, ExplainedName>,
    /// What is marked off in play, with boxes on prints.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boxes: Vec<Boxes>,
    /// What prints sum up over the models of each squadron.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub totals: Vec<Total>,
    /// Where the figures on cards come from, in a few words that prints have on every card: `Beta v5`. With it, prints
    /// of a list name the sources of its units too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figures: Option<String>,
    /// The classes of weapons, by their letter.
    #[serde(default)]
    pub weapon_classes: IndexMap<String, ExplainedName>,
    /// The range bands of weapons, nearest first.
    #[serde(default)]
    pub bands: Vec<String>,
    /// How far each range band reaches, as prints show it: `8"`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub band_reach: Vec<String>,
    /// The arcs of fire that prints draw, by the name or letter that cards have. An arc that names several of them
    /// (`FPS`, `F/P/S`) is drawn too.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub arcs: IndexMap<String, Vec<Sector>>,
    /// The roles that models may have, by id.
    #[serde(default)]
    pub roles: IndexMap<String, Role>,
    /// The allocations that a squadron may have, by id. The first is the default, unless a rule `allocates` otherwise.
    #[serde(default)]
    pub allocations: IndexMap<String, ExplainedName>,
    /// The order in which squadrons are set up, by traits of their units. Squadrons that match none of these come last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deployment: Vec<Selector>,
    /// The kinds of groups (battle groups, platoons) in which squadrons stand, by id. Empty if lists have no groups.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub group_kinds: IndexMap<String, GroupKind>,
    /// Squadrons may stand outside of groups too. Rules say when.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ungrouped: bool,
    /// What players keep between games, by the `kind` of such documents.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub sheets: IndexMap<String, SheetKind>,
    /// The decks that a list may have, by id.
    #[serde(default)]
    pub decks: IndexMap<String, Deck>,
    /// The nations, by id.
    #[serde(default)]
    pub nations: IndexMap<String, Nation>,
    /// Words that may stand before a special rule's name on a card.
    #[serde(default)]
    pub rule_prefixes: Vec<String>,
    /// Kinds of special rules, by id, in the order of the book.
    #[serde(default)]
    pub special_rule_kinds: IndexMap<String, ExplainedName>,
    /// What the books change on printed cards, by id.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub patches: IndexMap<String, CardPatch>,
    /// Play aids and scenarios that are facts of the book but bind no list, shown by `explain`.
    #[serde(default)]
    pub aids: IndexMap<String, Aid>,
}

impl Declarations {
    /// The kind of group in which a squadron stands if nothing is known of its group. None if it stands in no group.
    #[must_use]
    pub fn usual_group(&self) -> Option<&str> {
        self.group_kinds.keys().next().filter(|_| !self.ungrouped).map(String::as_str)
    }

    /// The place, id and declaration of a kind of group, by id or title. What stands in brackets behind it says nothing.
    #[must_use]
    pub fn group_kind(&self, name: &str) -> Option<(usize, &String, &GroupKind)> {
        self.group_kinds.get_full(name).or_else(|| {
            let bare = |name: &str| slug(name.split(" (").next().unwrap_or(name));
            let wanted = bare(name);
            let titled = || self.group_kinds.values().position(|kind| bare(&kind.title) == wanted);
            let place = self.group_kinds.get_index_of(&wanted).or_else(titled)?;
            self.group_kinds.get_index(place).map(|(id, kind)| (place, id, kind))
        })
    }

    /// The id of a role by id or title.
    #[must_use]
    pub fn role(&self, name: &str) -> Option<&str> {
        let found = self.roles.get_key_value(name).or_else(|| {
            let wanted = slug(name);
            self.roles.iter().find(|(id, role)| **id == wanted || slug(&role.title) == wanted)
        });
        found.map(|(id, _)| id.as_str())
    }

    /// Whether a unit has models. A unit without models is a choice for its group.
    #[must_use]
    pub fn has_models(&self, unit: &Unit) -> bool {
        let values = self.without_models.iter().filter_map(|id| unit.traits.get(id));
        values.flat_map(TraitValue::words).next().is_none()
    }
}

/// The ruleset that another one builds on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Extends")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BaseRuleset {
    /// Its id.
    pub id: String,
    /// The versions that may be used, as a semantic version range.
    pub version: String,
}

/// Something that is marked off in play.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Boxes {
    /// A statistic: each model has a box for each of its points.
    Stat(String),
    /// Tokens that no card has as a figure.
    Tokens(Tokens),
}

/// Tokens with boxes on prints.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tokens {
    /// Their name.
    pub title: String,
    /// How many.
    pub number: TokenNumber,
}

/// How many tokens there are.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum TokenNumber {
    /// `3`: this number for each model.
    Each(u32),
    /// `{option: NAME}`: as many for the squadron as it takes options of this id.
    Option {
        /// The option's id.
        option: String,
    },
}

/// A part of the circle around a model, in degrees clockwise from ahead. A line, if both ends are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sector {
    /// Where it begins; port is -90.
    #[schemars(range(min = -360, max = 360))]
    pub from: i16,
    /// Where it ends; starboard is 90.
    #[schemars(range(min = -360, max = 360))]
    pub to: i16,
}

/// Something that is summed up over the models of a squadron.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Total {
    /// Its name.
    pub title: String,
    /// What is summed up.
    pub of: TotalFigure,
}

/// A figure on the cards of models.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "TotalOf")]
#[serde(rename_all = "kebab-case")]
pub enum TotalFigure {
    /// The figure of this statistic.
    Stat(String),
    /// The number that cards print after this special rule.
    SpecialRule(String),
}

/// A printed source.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Book {
    /// Its title, as findings show it.
    pub title: String,
    /// Publisher, year and edition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imprint: Option<String>,
}

/// Something that players agree on before a game.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Setting {
    /// Its name on screens.
    pub title: String,
    /// What it decides.
    pub summary: String,
    /// The words of which it may be one. A setting without `values`, `numbers` and `range` is yes or no.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub values: IndexMap<String, SettingChoice>,
    /// The numbers that it may contain, if it is a set of numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<u32>,
    /// The range in which it lies, if it is one number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// The setting whose value gives this set of numbers if a list does not state it. A list that states both has an
    /// error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_by: Option<String>,
    /// The word or number that holds if a list states none. For a setting that is yes or no, `true` if yes is the
    /// default. A set of numbers has no default; `given-by` gives it one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// The waivable rule that a list waives by setting this to `true`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<String>,
}

impl Setting {
    /// Whether it is yes or no.
    #[must_use]
    pub fn is_flag(&self) -> bool {
        self.values.is_empty() && self.numbers.is_empty() && self.range.is_none()
    }
}

/// One word that a setting may be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SettingChoice {
    /// Its name on screens.
    pub title: String,
    /// What it means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The numbers it gives to the setting that names this one in `given-by`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gives: Vec<u32>,
}

/// A property with its values.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Trait {
    /// Its name on screens.
    pub title: String,
    /// What has it.
    pub of: TraitOwner,
    /// Its values with their names, in printed order. A trait without values is yes or no, unless it is `open`.
    #[serde(default)]
    pub values: IndexMap<String, ExplainedName>,
    /// A unit, nation or card may have several of its values at once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub many: bool,
    /// Any word is a value, not only declared ones.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// Every unit has a value of it. If a catalogue states none, the value is unknown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
}

/// What has a trait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Owner")]
#[serde(rename_all = "kebab-case")]
pub enum TraitOwner {
    /// Units, and their squadrons and models.
    Unit,
    /// Nations, and their squadrons.
    Nation,
    /// Cards. If the id of such a trait begins with `card-`, lists write it without that: `type` for `card-type`.
    Card,
}

/// A role that a model may have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Role {
    /// The name.
    pub title: String,
    /// What it means, in our own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Where the book says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Citation>,
    /// The deck whose cards are the traits that come with this role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trait_deck: Option<String>,
    /// It is secret which model has it: open prints do not show it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}

/// A kind of group that squadrons stand in.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GroupKind {
    /// Its name.
    pub title: String,
    /// What it means, in our own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Where the book says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Citation>,
    /// The slots that its squadrons fill, by id, in the order of the book. A group without slots takes any squadrons.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub slots: IndexMap<String, Slot>,
}

/// A place in a group for squadrons of a certain make.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Slot {
    /// Its name.
    pub title: String,
    /// The selector of the squadrons that it takes. If it is left out, the slot takes squadrons whose units name it under
    /// `slots`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepts: Option<Selector>,
    /// It holds any number of squadrons. Rules limit the number.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub many: bool,
    /// How many squadrons it holds; 1 if left out.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[schemars(range(min = 1, max = 64))]
    pub holds: u32,
    /// The group must have at least one squadron in it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
    /// The slot that must be filled before this one may be filled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened_by: Option<String>,
    /// The slot that closes this one when it is filled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_by: Option<String>,
}

fn one() -> u32 {
    1
}

fn is_one(number: &u32) -> bool {
    *number == 1
}

/// A step table. The value for a number is that of the first row whose `to` is at least that number.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Table")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StepTable {
    /// Its name in messages.
    pub title: String,
    /// Where it is printed.
    pub source: Citation,
    /// The rows, in rising order. A last row without `to` holds for all larger numbers.
    pub rows: Vec<StepRow>,
}

/// A row of a step table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Row")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StepRow {
    /// The largest number for which it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<i64>,
    /// The value.
    pub value: i64,
}

/// A deck of cards that a list may have.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Deck {
    /// Its name.
    pub title: String,
    /// The name of one of its cards, and of several.
    pub card: SubjectWords,
    /// The short word for the cost of its cards; `VP` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// The rule that a note cites if this deck is in use but a list does not give it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The deck is secret: open prints do not show it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}

/// The cards of one deck: a file in `decks/`.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Cards {
    /// Always `cards`.
    pub kind: String,
    /// The deck's id.
    pub deck: String,
    /// The cards that are known.
    pub cards: Vec<DeclaredCard>,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Card")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DeclaredCard {
    /// The slug of the printed name.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// Other names that lists may use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Its value in victory points, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u32>,
    /// Values of the traits that the ruleset declares for cards, as far as known.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub traits: IndexMap<String, TraitValue>,
    /// What it does, in our own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Where it is printed.
    pub source: Citation,
}

/// A nation of the game.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Nation {
    /// The printed name.
    pub name: String,
    /// Other names that lists may use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Values of the traits that the ruleset declares for nations.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub traits: IndexMap<String, TraitValue>,
}

/// A change of printed cards: what every unit that matches has in addition to its card, in any catalogue.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Patch")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CardPatch {
    /// What changes, in one line, in our own words.
    pub title: String,
    /// Where the book says it.
    pub source: Citation,
    /// How Muster understands the book if it is unclear, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// The units that it changes, by traits of units and nations, and by `unit`, `nation`, `rule` and `weapon`.
    pub r#where: Selector,
    /// What they get.
    pub gives: PatchGift,
}

/// What a patch gives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Gift")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PatchGift {
    /// Special rules, written as cards print them, with parameters.
    pub rules: Vec<String>,
}

/// Facts of the book that bind no list: a play aid, a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Aid {
    /// Its name.
    pub title: String,
    /// The facts, a line each, in our own words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// Facts about single special rules, by the id of the rule. A quick reference has those of its list alone.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub special_rules: IndexMap<String, String>,
    /// Players need it during a game, so printed quick references show it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_play: bool,
    /// Where the book says it.
    pub source: Citation,
}
