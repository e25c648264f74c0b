//! The recipe for Section files: data that tells the importer what their words mean.

use indexmap::IndexMap;
use muster_exchange::battlescribe::Pattern;
use serde::Deserialize;

use crate::recipe::{NationRecipe, Traits};

/// How to make catalogues of Sections from a set of files.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SectionRecipe {
    /// Always `sections`.
    pub kind: String,
    /// The sentence on the origin of the data that each catalogue carries.
    pub source: String,
    /// The catalogues to make.
    pub nations: Vec<NationRecipe>,
    /// Files with the special rules that the ruleset has, relative to the recipe.
    pub special_rules: Vec<String>,
    /// The traits that categories of entries state.
    pub categories: IndexMap<String, Traits>,
    /// The category of commanders.
    pub command: String,
    /// Traits of a named person, which replace those of the category.
    pub person: Traits,
    /// Traits of models that may lead, and the entry that marks them.
    pub leader: TraitMark,
    /// Traits of a vehicle that carries models, and the special rule that marks it.
    pub transport: TraitMark,
    /// The statistic for the number in the transport rule.
    pub capacity: String,
    /// The special rule of models that a force may have only once.
    pub unique: String,
    /// Traits of Sections by the largest number that a force may have.
    pub most: IndexMap<u32, Traits>,
    /// The profile types of models, with their columns and our ids of statistics.
    pub cards: IndexMap<String, IndexMap<String, String>>,
    /// The traits for each word in the type column of cards.
    pub types: IndexMap<String, Traits>,
    /// The profile type of weapons.
    pub weapon: String,
    /// The number of columns of a weapon that are range bands. The next column has its special rules.
    pub bands: usize,
    /// Names of entries that are models although they have no card.
    pub models: Vec<String>,
    /// Traits of options, by their names.
    pub options: IndexMap<String, Traits>,
    /// The group whose options are ranks.
    pub rank: String,
    /// The text beside a rank: groups are figures of the statistics in `rank-stats`, then a word of `options`.
    pub rank_text: Pattern,
    /// The statistics in that text.
    pub rank_stats: Vec<String>,
    /// A prefix of names that is only for sorting.
    pub sorting: Pattern,
    /// Traits that follow from others.
    pub infer: Vec<crate::recipe::Inference>,
}

/// A word in the files, and the traits that it means.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TraitMark {
    /// The word.
    pub by: String,
    /// The traits.
    pub traits: Traits,
}
