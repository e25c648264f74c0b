//! What such files mean: which word is what, as data.

use indexmap::IndexMap;
use serde::Deserialize;

use crate::battlescribe::recipe::{Nation, Pattern, Traits};

/// How to make catalogues of Sections from a set of files.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SectionRecipe {
    /// Always `sections`.
    pub kind: String,
    /// The sentence on the origin of the data that each catalogue carries.
    pub source: String,
    /// The catalogues to make.
    pub nations: Vec<Nation>,
    /// Files with the special rules that the ruleset has, relative to the recipe.
    pub special_rules: Vec<String>,
    /// What the categories of entries say about traits.
    pub categories: IndexMap<String, Traits>,
    /// The category of those who command.
    pub command: String,
    /// Traits in place of the category's, of a named person.
    pub person: Traits,
    /// Traits of who may lead, and the entry that says so.
    pub leader: Marked,
    /// Traits of a vehicle that carries models, and the special rule that says so.
    pub transport: Marked,
    /// The statistic that the transport's rule gives.
    pub capacity: String,
    /// The special rule of who stands in a force once.
    pub unique: String,
    /// Traits of Sections of which a force has at most so many.
    pub most: IndexMap<u32, Traits>,
    /// The profile types of models, with their columns and our ids of statistics.
    pub cards: IndexMap<String, IndexMap<String, String>>,
    /// The column of cards with the type, and what its words say.
    pub types: IndexMap<String, Traits>,
    /// The profile type of weapons.
    pub weapon: String,
    /// How many columns of a weapon are bands; the next holds its special rules.
    pub bands: usize,
    /// Names of entries that are models although no card says so.
    pub models: Vec<String>,
    /// Traits of options, by their names.
    pub options: IndexMap<String, Traits>,
    /// The group whose options are ranks.
    pub rank: String,
    /// The text beside a rank: groups are figures of the statistics in `rank-stats`, then a word of `options`.
    pub rank_text: Pattern,
    /// The statistics in that text.
    pub rank_stats: Vec<String>,
    /// What stands before a name only to sort it.
    pub sorting: Pattern,
    /// Traits that follow from others.
    pub infer: Vec<crate::battlescribe::recipe::Inference>,
}

/// A word in the files, and the traits that it stands for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Marked {
    /// The word.
    pub by: String,
    /// The traits.
    pub traits: Traits,
}
