//! The recipe for files of Battlefleets: data that tells the importer what their words mean.

use indexmap::IndexMap;
use muster_exchange::battlescribe::{Omission, Pattern};
use serde::Deserialize;

use crate::recipe::{NationRecipe, Traits};

/// How to make catalogues of units that fill the slots of Battlefleets.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FleetRecipe {
    /// Always `battlefleets`.
    pub kind: String,
    /// The sentence on the origin of the data that each catalogue carries.
    pub source: String,
    /// The catalogues to make.
    pub nations: Vec<NationRecipe>,
    /// Files with the special rules that the ruleset has, relative to the recipe.
    pub special_rules: Vec<String>,
    /// The id of the cost type of points.
    pub points: String,
    /// The ids of other cost types, and the statistics that they are here.
    pub costs: IndexMap<String, String>,
    /// The profile type of cards.
    pub card: String,
    /// The columns of cards, and the statistics that they are here: one, or two for a range such as `2"-8"`.
    pub stats: IndexMap<String, StatColumns>,
    /// The column with the number of models, which is compared with the limits.
    pub size: String,
    /// The profile types whose column of the same name lists special rules.
    pub rules: Vec<String>,
    /// The profile type of weapons, and its columns.
    pub weapons: WeaponColumns,
    /// Profile types of aircraft and other tokens, which the ruleset has elsewhere.
    pub tokens: Vec<String>,
    /// The special rule whose parameters name tokens.
    #[serde(default)]
    pub tokens_by: String,
    /// The ends of the names of slots (`Line`, as in `Crown Canadian Line`), and our ids of these slots.
    pub slots: IndexMap<String, String>,
    /// The slots that stand behind the name of a unit if another has the same name, the likelier first.
    pub named_slots: Vec<String>,
    /// The traits that categories state.
    pub categories: IndexMap<String, Traits>,
    /// Categories that say nothing about a unit: helpers of the data.
    pub helpers: Vec<Pattern>,
    /// The traits in the order in which units list them.
    pub traits: Vec<String>,
    /// The trait for the name of the class.
    pub class: String,
    /// The trait for the rest of the unit's name.
    pub form: String,
    /// Traits of units that a force has once.
    pub unique: Traits,
    /// The names of groups whose members a list states without saying which group it means.
    pub hardpoints: Pattern,
    /// The generators, which may stand in place of weapons.
    pub generators: Generators,
    /// The names of groups of units that may be attached.
    pub attachments: Pattern,
    /// The category of units that may have something attached. What is hidden inside them is hidden on what is
    /// attached.
    #[serde(default)]
    pub host: String,
    /// The shared entry of escort tokens.
    pub escorts: Escorts,
    /// The category of entries that are no units but what a whole Battlefleet takes, and their traits here.
    pub doctrines: Doctrines,
    /// Entries of the first level that are neither units nor doctrines.
    #[serde(default)]
    pub ignore: Vec<Omission>,
    /// For files that link cards, weapons and special rules, and name variants of models.
    #[serde(default)]
    pub linked: Option<LinkWords>,
    /// Printed cards, whose figures count before those of the files.
    #[serde(default)]
    pub cards: Option<CardWords>,
}

/// Printed cards, and what their words mean.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CardWords {
    /// The cards of each nation.
    pub files: IndexMap<String, CardFile>,
    /// The boxes of figures, and the statistics that they are here.
    pub stats: IndexMap<String, StatColumns>,
    /// Special rules whose figures add up to a statistic.
    pub sums: IndexMap<String, String>,
    /// The letters of hardpoints, and the names of their groups.
    pub hardpoints: IndexMap<String, String>,
    /// The box with the number of places for generators.
    pub generator_box: String,
    /// The letter of hardpoints that may hold a generator in place of the weapon.
    pub generator_hardpoint: String,
    /// The trait that a unit keeps if its card does not print it.
    pub positional: String,
    /// The trait with the peoples of a unit.
    pub people: String,
    /// The special rule whose words say what a unit may be attached to.
    pub attaches_by: String,
    /// Cards that do not have the names of their units, by their keys.
    #[serde(default)]
    pub units: IndexMap<String, CardUnits>,
    /// The name of the class of a card, by the key of the card. Only a name of several words stands here.
    #[serde(default)]
    pub classes: IndexMap<String, String>,
    /// The right letter of a hardpoint, by the key of the card and the name of the weapon. Only wrong or missing letters stand
    /// here.
    #[serde(default)]
    pub letters: IndexMap<String, IndexMap<String, String>>,
}

/// A file of printed cards.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CardFile {
    /// The file, relative to the recipe.
    pub file: String,
    /// The edition of the cards, which units state.
    pub vintage: String,
}

/// The units that a card of another name is for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CardUnits {
    /// The ids of the units. If there are several, they keep their names.
    pub units: Vec<String>,
    /// Why they are the same.
    pub reason: String,
}

/// The statistics that a column holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum StatColumns {
    /// One figure.
    One(String),
    /// Two figures, the smaller and the larger.
    Range([String; 2]),
}

/// The profile type of weapons.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WeaponColumns {
    /// The profile type.
    pub profile: String,
    /// The column of the arc.
    pub arc: String,
    /// The columns of the range bands, nearest first.
    pub bands: Vec<String>,
    /// The column of the special rules.
    pub rules: String,
}

/// Words of files whose units are put together from shared cards, weapons and special rules. Changes that hold for a
/// unit wherever it stands are made before anything else is read.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LinkWords {
    /// What stands behind the name of a special rule and says nothing of it, such as the edition of a book.
    pub edition: Pattern,
    /// What stands for a figure in the name of a shared special rule: `(x)`.
    pub figure: String,
    /// Texts that are added to the special rules of weapons, and only tell alike weapons of a unit apart.
    pub places: Pattern,
    /// The categories of weapons that are their arcs. They count if the card of the weapon has no arc.
    pub arcs: Pattern,
    /// The names of groups whose members are variants of the unit's model.
    pub variants: Pattern,
    /// The category of what takes the place of other members of a group.
    pub instead: String,
    /// Profile types with a figure that stands behind the name of the entry, and the column of the figure.
    pub figures: IndexMap<String, String>,
    /// Words at the ends of units' names that say nothing about their form.
    pub formation: Pattern,
    /// How many units of an entry a Battlefleet may have if the files set no limit.
    pub unlimited: u32,
}

/// Tokens that a unit buys.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Escorts {
    /// The name of the entry.
    pub entry: String,
    /// The id of the option.
    pub option: String,
    /// The kind of the option.
    pub kind: String,
    /// The price of one, for units whose cards alone have tokens.
    #[serde(default)]
    pub points: Option<i32>,
    /// The names of entries of other such tokens, and the ids of their options.
    #[serde(default)]
    pub others: IndexMap<String, String>,
}

/// What may stand in place of weapons.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Generators {
    /// The name of the shared group.
    pub group: String,
    /// The names of others in hardpoints. If left out, the category in `linked` tells them.
    #[serde(default)]
    pub option: Option<Pattern>,
    /// The kind of these options.
    pub kind: String,
}

/// What a whole Battlefleet takes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Doctrines {
    /// The name of the category.
    pub category: String,
    /// The traits.
    pub traits: Traits,
    /// Another name of the entry, which is understood for every nation.
    pub alias: String,
    /// The trait for the one that is taken.
    pub kind: String,
    /// The kind of these options.
    pub option_kind: String,
}
