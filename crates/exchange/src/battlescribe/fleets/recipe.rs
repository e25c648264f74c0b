//! The recipe for files of Battlefleets: data that tells the importer what their words mean.

use indexmap::IndexMap;
use serde::Deserialize;

use crate::battlescribe::recipe::{Nation, Pattern, Traits};

/// How to make catalogues of units that fill the slots of Battlefleets.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FleetRecipe {
    /// Always `battlefleets`.
    pub kind: String,
    /// The sentence on the origin of the data that each catalogue carries.
    pub source: String,
    /// The catalogues to make.
    pub nations: Vec<Nation>,
    /// Files with the special rules that the ruleset has, relative to the recipe.
    pub special_rules: Vec<String>,
    /// The id of the cost type of points.
    pub points: String,
    /// The ids of other cost types, and the statistics that they are here.
    pub costs: IndexMap<String, String>,
    /// The profile type of cards.
    pub card: String,
    /// The columns of cards, and the statistics that they are here: one, or two for a range such as `2"-8"`.
    pub stats: IndexMap<String, Columns>,
    /// The column with the number of models, which is compared with the limits.
    pub size: String,
    /// The profile types whose column of the same name lists special rules.
    pub rules: Vec<String>,
    /// The profile type of weapons, and its columns.
    pub weapons: WeaponColumns,
    /// Profile types of aircraft and other tokens, which the ruleset has elsewhere.
    pub tokens: Vec<String>,
    /// The special rule whose parameters name tokens.
    pub tokens_by: String,
    /// The ends of the names of slots (`Line`, as in `Crown Canadian Line`), and our ids of these slots.
    pub slots: IndexMap<String, String>,
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
    /// The name of the shared group of units that may be attached.
    pub attachments: String,
    /// The category of units that may have something attached. What is hidden inside them is hidden on what is
    /// attached.
    pub host: String,
    /// The shared entry of escort tokens.
    pub escorts: Escorts,
    /// The category of entries that are no units but what a whole Battlefleet takes, and their traits here.
    pub doctrines: Doctrines,
}

/// The statistics that a column holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Columns {
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
}

/// What may stand in place of weapons.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Generators {
    /// The name of the shared group.
    pub group: String,
    /// The names of others in hardpoints.
    pub option: Pattern,
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
