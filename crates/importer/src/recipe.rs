//! The recipe: data that tells the importer what the community files of a game mean.

use indexmap::IndexMap;
use muster_engine::catalogue::{TraitValue, UnitOption};
use muster_exchange::battlescribe::{Omission, Pattern};
use serde::Deserialize;

use super::head::FileHead;

/// Traits with their values, as catalogues write them.
pub type Traits = IndexMap<String, TraitValue>;

/// How to make catalogues from a set of files.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Recipe {
    /// Always `recipe`.
    pub kind: String,
    /// The sentence on the origin of the data that each catalogue carries.
    pub source: String,
    /// The catalogues to make.
    pub nations: Vec<NationRecipe>,
    /// Files with the special rules that the ruleset has, relative to the recipe.
    pub special_rules: Vec<String>,
    /// The profile types of cards, weapons and wings.
    pub profiles: Profiles,
    /// Statistics: the column of the card and our id, in the order in which cards list them.
    pub stats: IndexMap<String, String>,
    /// Values to correct, by the id of the statistic.
    #[serde(default)]
    pub values: IndexMap<String, IndexMap<String, String>>,
    /// The column that holds two numbers.
    pub movement: Movement,
    /// The column that holds traits.
    pub class: Class,
    /// The traits that categories state.
    pub categories: IndexMap<String, Traits>,
    /// The traits in the order in which units list them.
    pub traits: Vec<String>,
    /// Traits that units should have. A notice reports units without them.
    pub expected: Vec<ExpectedTrait>,
    /// Facts about units that the data state only in the texts of rules.
    #[serde(default)]
    pub facts: Vec<UnitFacts>,
    /// The traits of a squadron of several kinds.
    pub mix: Mix,
    /// How weapons are written.
    pub weapons: Weapons,
    /// How units are named.
    pub names: NamePatterns,
    /// Names of options that are Marks.
    pub marks: Pattern,
    /// Entries of a parent that only permit an attachment; group 1 is the name of what may be attached.
    pub permits: Vec<Pattern>,
    /// Entries and rules to leave out.
    #[serde(default)]
    pub ignore: Vec<Omission>,
    /// Fixed entries that state the value of a model that cannot be bought; group 1 is the number.
    pub own_points: Pattern,
    /// Options that set a statistic to a word of their own name (group 1), if the data do not set it.
    pub by_name: Vec<StatName>,
    /// Fixed entries that bring other models.
    pub brings: BroughtEntries,
    /// Options that units have by the book, for those to which the files sell none.
    #[serde(default)]
    pub offers: Vec<BookOption>,
    /// Fixed entries that say what a model may be attached to.
    pub attachment: AttachmentText,
    /// The units made of single wings.
    pub wings: Wings,
}

/// One catalogue to make.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NationRecipe {
    /// The id of the nation; none for units of no nation.
    #[serde(default)]
    pub id: Option<String>,
    /// The name of the catalogue file, without its ending. Defaults to the nation's id.
    #[serde(default)]
    pub catalogue: Option<String>,
    /// The community file.
    pub file: String,
    /// The game system file it builds on.
    pub system: String,
    /// Other files that it links.
    #[serde(default)]
    pub libraries: Vec<String>,
    /// The edition of the game it was written for.
    pub vintage: String,
    /// The data that the recipe was made for. Its corrections, edition and origin hold for no other.
    #[serde(default)]
    pub made_for: Option<DataEdition>,
    /// A file with models that this one brings but only names.
    #[serde(default)]
    pub stand_in: Option<StandIn>,
    /// The abbreviations of the nation in the data.
    #[serde(default)]
    pub codes: Vec<String>,
    /// Traits of all its units.
    #[serde(default)]
    pub traits: Traits,
}

impl NationRecipe {
    /// The name of its catalogue file, without the ending.
    #[must_use]
    pub fn stem(&self) -> &str {
        self.catalogue.as_deref().or(self.id.as_deref()).unwrap_or("units")
    }

    /// Whether the catalogue cannot be made without a file. Older data, and data of other makers, have fewer of the others.
    #[must_use]
    pub fn needs(&self, name: &str) -> bool {
        name == self.file || name == self.system
    }

    /// The names of the community files for this catalogue.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let other = self.stand_in.iter().flat_map(|other| [&other.file, &other.system]);
        [&self.file, &self.system].into_iter().chain(&self.libraries).chain(other).map(String::as_str)
    }
}

/// A published state of a community file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DataEdition {
    /// The id of the catalogue.
    pub id: String,
    /// Its revision.
    pub revision: u32,
}

impl DataEdition {
    /// Whether a file is in this state.
    #[must_use]
    pub fn is(&self, head: &FileHead) -> bool {
        self.id == head.id && Some(self.revision) == head.revision
    }
}

/// A file that supplies what another lacks.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StandIn {
    /// The community file.
    pub file: String,
    /// The game system file it builds on.
    pub system: String,
    /// The edition of the game it was written for.
    pub vintage: String,
}

/// Names of profile types.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Profiles {
    /// Statistics of a model.
    pub card: Vec<String>,
    /// A weapon.
    pub weapon: Vec<String>,
    /// Statistics of a wing.
    pub wing: Vec<String>,
}

/// The column that holds two numbers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Movement {
    /// The column.
    pub from: String,
    /// The statistic for the first number.
    pub stat: String,
    /// The statistic for the second number; 0 if there is none.
    pub least: String,
    /// The wording: group 1 is the first number, group 2 the second.
    pub pattern: Pattern,
    /// Values for a model that cannot move.
    pub none: Vec<String>,
}

/// The column that holds traits as words.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Class {
    /// The column.
    pub from: String,
    /// The meaning of its words and groups of words, including misspellings.
    pub words: IndexMap<String, Traits>,
    /// Traits that follow if they are not stated; the first that fits.
    pub infer: Vec<Inference>,
}

/// A trait that follows from another.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Inference {
    /// The trait and value that must be there.
    pub has: IndexMap<String, String>,
    /// What follows.
    pub then: Traits,
}

/// Facts about units of one name, in every nation.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitFacts {
    /// The name.
    pub name: String,
    /// Traits.
    #[serde(default)]
    pub traits: Traits,
    /// Special rules.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The source of the facts.
    pub source: String,
}

/// A trait that units should have.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExpectedTrait {
    /// The trait.
    pub expect: String,
    /// Traits that excuse its absence; one of them is enough.
    #[serde(default)]
    pub unless: IndexMap<String, String>,
    /// Traits and values of the units that should have it.
    #[serde(default)]
    pub has: IndexMap<String, String>,
}

/// The traits of a squadron of several kinds of models, beyond those of its categories.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Mix {
    /// The trait that ranks its models.
    pub by: String,
    /// The values of that trait in order of rank. The first model with the highest value counts.
    pub order: Vec<String>,
    /// The traits that the squadron takes from that model.
    pub inherit: Vec<String>,
}

/// How weapons are written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Weapons {
    /// The columns of the range bands, in each spelling.
    pub bands: Vec<Vec<String>>,
    /// The column of the arc.
    pub arc: String,
    /// Arcs to correct.
    #[serde(default)]
    pub arcs: IndexMap<String, String>,
    /// The class in the name; group 1 is its letter.
    pub class: Pattern,
    /// The number in the name; group 1 is the number.
    pub count: Pattern,
    /// The class by words in the name, if the class is not written.
    pub by_word: Vec<ClassWord>,
}

/// A class that follows from a word.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ClassWord {
    /// The word.
    pub pattern: Pattern,
    /// The class; none for weapons that have no class.
    #[serde(default)]
    pub class: Option<String>,
}

/// How units are named.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NamePatterns {
    /// The attached form of a unit; group 1 is its name.
    pub attached: Pattern,
    /// The model's name in a unit's name: group 1.
    pub model: Pattern,
    /// Parts of names that state traits. They are removed from our names.
    pub statuses: Vec<Status>,
    /// Words before a special rule's name that say how it is mounted.
    pub mounts: Vec<String>,
}

/// Part of a name that states a trait.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Status {
    /// The part.
    pub pattern: Pattern,
    /// The traits.
    pub traits: Traits,
}

/// An option that sets a statistic to a word of its own name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StatName {
    /// The names; group 1 is the value.
    pub pattern: Pattern,
    /// The statistic.
    pub stat: String,
}

/// Fixed entries that bring other models.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BroughtEntries {
    /// Names of special rules and their ids.
    pub rules: IndexMap<String, String>,
    /// The rules whose models the player divides into squadrons, unless the number of squadrons is stated.
    pub divided: Vec<String>,
    /// Words that mean the nation's wings.
    pub wings: Vec<String>,
    /// Words for how they arrive.
    pub manners: Vec<String>,
    /// Squadron sizes of brought units whose entry states none; the first that fits.
    pub sizes: Vec<Size>,
}

/// A squadron size by traits.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Size {
    /// The traits and values that must be there.
    pub has: IndexMap<String, String>,
    /// The smallest number of models.
    pub min: u32,
    /// The largest; none if there is no limit.
    #[serde(default)]
    pub max: Option<u32>,
}

/// An option that a kind of units has by the book. Where the files do not sell it, nobody knows its price.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BookOption {
    /// The traits and values that a unit must have.
    pub has: IndexMap<String, String>,
    /// By how much it raises statistics that are whole numbers.
    #[serde(default)]
    pub raises: IndexMap<String, i32>,
    /// The option, without the statistics that it raises.
    pub option: UnitOption,
}

/// Fixed entries that say what a model may be attached to.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AttachmentText {
    /// The names of the special rule.
    pub rules: Vec<String>,
    /// Words that restrict the parent: a trait and value, or after `not` a trait and value that it must not have.
    pub words: IndexMap<String, IndexMap<String, String>>,
    /// The word for all nations.
    pub all: String,
    /// The word before excluded nations.
    pub except: String,
    /// Words without meaning.
    pub fillers: Vec<String>,
}

/// The units made of single wings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Wings {
    /// The name of the unit.
    pub name: String,
    /// Its id.
    pub unit: String,
    /// Its traits.
    pub traits: Traits,
    /// The smallest number of wings in a squadron.
    pub min: u32,
    /// The largest.
    pub max: u32,
    /// The number of wings if a list gives none.
    pub usual: u32,
    /// The name of the choice between the kinds of wings.
    pub choice: String,
    /// The kinds of wings: the name in the data, without the nation's abbreviation, and our name. The first is the
    /// default.
    pub kinds: IndexMap<String, WingKind>,
}

/// A kind of wing.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WingKind {
    /// Its name.
    pub name: String,
    /// Its traits.
    #[serde(default)]
    pub traits: Traits,
}
