//! What a set of community files means: everything about a game that the importer has to know, as data.

use indexmap::IndexMap;
use muster_engine::catalogue::TraitValue;
use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Deserializer};

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
    pub nations: Vec<Nation>,
    /// Files with the special rules that the ruleset has, relative to the recipe.
    pub special_rules: Vec<String>,
    /// Which tables are what.
    pub profiles: Profiles,
    /// Statistics: the column of the card and our id, in the order in which cards list them.
    pub stats: IndexMap<String, String>,
    /// Values to mend, by the id of the statistic.
    #[serde(default)]
    pub values: IndexMap<String, IndexMap<String, String>>,
    /// The column that holds two numbers.
    pub movement: Movement,
    /// The column that holds traits.
    pub class: Class,
    /// What the categories say about traits.
    pub categories: IndexMap<String, Traits>,
    /// The traits in the order in which units list them.
    pub traits: Vec<String>,
    /// Traits that units should have; where one has not, a remark says so.
    pub expected: Vec<Expected>,
    /// Facts about units that the data state only in the texts of rules.
    #[serde(default)]
    pub facts: Vec<Fact>,
    /// The traits of a squadron of several kinds.
    pub mix: Mix,
    /// How weapons are written.
    pub weapons: Weapons,
    /// How units are named.
    pub names: Names,
    /// Names of options that are Marks.
    pub marks: Pattern,
    /// Entries of a parent that only permit an attachment; group 1 is the name of what may be attached.
    pub permits: Vec<Pattern>,
    /// Entries and rules to leave out.
    #[serde(default)]
    pub ignore: Vec<Ignore>,
    /// Fixed entries that state what a model is worth which nobody buys; group 1 is the number.
    pub own_points: Pattern,
    /// Options that set a statistic to a word of their own name (group 1), where the data forget to say so.
    pub by_name: Vec<ByName>,
    /// Fixed entries that bring other models.
    pub brings: Brings,
    /// Fixed entries that say what a model may be attached to.
    pub attachment: AttachmentText,
    /// The units made of single wings.
    pub wings: Wings,
}

/// One catalogue to make.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Nation {
    /// The id of the nation; none for what belongs to no nation.
    #[serde(default)]
    pub id: Option<String>,
    /// The name of the catalogue file, without its ending; the nation's id where left out.
    #[serde(default)]
    pub catalogue: Option<String>,
    /// The community file.
    pub file: String,
    /// The game system file it builds on.
    pub system: String,
    /// The edition of the game it was written for.
    pub vintage: String,
    /// A file that has the models which this one only names as coming along.
    #[serde(default)]
    pub stand_in: Option<StandIn>,
    /// The abbreviations that the data use for it.
    #[serde(default)]
    pub codes: Vec<String>,
    /// Traits of all its units.
    #[serde(default)]
    pub traits: Traits,
}

impl Nation {
    /// The name of its catalogue file, without the ending.
    #[must_use]
    pub fn stem(&self) -> &str {
        self.catalogue.as_deref().or(self.id.as_deref()).unwrap_or("units")
    }

    /// The community files it is made from.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let other = self.stand_in.iter().flat_map(|other| [&other.file, &other.system]);
        [&self.file, &self.system].into_iter().chain(other).map(String::as_str)
    }
}

/// A file that stands in for what another lacks.
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
    /// The statistic for the second number, 0 where there is none.
    pub least: String,
    /// The wording: group 1 is the first number, group 2 the second.
    pub pattern: Pattern,
    /// Values that mean that it cannot move.
    pub none: Vec<String>,
}

/// The column that holds traits as words.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Class {
    /// The column.
    pub from: String,
    /// What its words (and groups of words) mean, misspellings included.
    pub words: IndexMap<String, Traits>,
    /// What follows where a trait is not stated; the first that fits.
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
pub struct Fact {
    /// The name.
    pub name: String,
    /// Traits.
    #[serde(default)]
    pub traits: Traits,
    /// Special rules.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Where that stands.
    pub source: String,
}

/// A trait that units should have.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Expected {
    /// The trait.
    pub expect: String,
    /// Traits of which one excuses its absence.
    #[serde(default)]
    pub unless: IndexMap<String, String>,
    /// Traits and values of the units that should have it.
    #[serde(default)]
    pub has: IndexMap<String, String>,
}

/// The traits of a squadron of several kinds of models, beyond those it is filed under.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Mix {
    /// The trait that ranks its models.
    pub by: String,
    /// That trait's values, the first model of the first value found being the one that counts.
    pub order: Vec<String>,
    /// The traits that the squadron has from that model.
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
    /// Arcs to mend.
    #[serde(default)]
    pub arcs: IndexMap<String, String>,
    /// The class in the name; group 1 is its letter.
    pub class: Pattern,
    /// The number in the name; group 1 is the number.
    pub count: Pattern,
    /// The class by words in the name, where it is not written.
    pub by_word: Vec<ByWord>,
}

/// A class that follows from a word.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ByWord {
    /// The word.
    pub pattern: Pattern,
    /// The class; none for weapons that have no class.
    #[serde(default)]
    pub class: Option<String>,
}

/// How units are named.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Names {
    /// The attached form of a unit; group 1 is its name.
    pub attached: Pattern,
    /// The model's name in a unit's name: group 1.
    pub model: Pattern,
    /// Parts of names that state traits; they are no part of our names.
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

/// Something to leave out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Ignore {
    /// The names.
    pub pattern: Pattern,
    /// Why.
    pub reason: String,
}

/// An option that sets a statistic to a word of its own name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ByName {
    /// The names; group 1 is the value.
    pub pattern: Pattern,
    /// The statistic.
    pub stat: String,
}

/// Fixed entries that bring other models.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Brings {
    /// Names of special rules and their ids.
    pub rules: IndexMap<String, String>,
    /// Those of them whose number the player divides into squadrons, unless they say how many squadrons.
    pub divided: Vec<String>,
    /// Words that mean the nation's wings.
    pub wings: Vec<String>,
    /// Words that say how they arrive.
    pub manners: Vec<String>,
    /// Squadron sizes of what comes, where its entry states none; the first that fits.
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
    /// The largest; none where there is no limit.
    #[serde(default)]
    pub max: Option<u32>,
}

/// Fixed entries that say what a model may be attached to.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AttachmentText {
    /// The names of the special rule.
    pub rules: Vec<String>,
    /// Words that restrict the parent: a trait and value, or behind `not` what it must not be.
    pub words: IndexMap<String, IndexMap<String, String>>,
    /// The word for all nations.
    pub all: String,
    /// The word before nations that are left out.
    pub except: String,
    /// Words that say nothing.
    pub fillers: Vec<String>,
}

/// The units made of single wings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Wings {
    /// What the unit is called.
    pub name: String,
    /// Its id.
    pub unit: String,
    /// Its traits.
    pub traits: Traits,
    /// The smallest number of wings of a squadron.
    pub min: u32,
    /// The largest.
    pub max: u32,
    /// How many a list means that gives no number.
    pub usual: u32,
    /// What the choice between the kinds of wings is called.
    pub choice: String,
    /// The kinds of wings as the data name them, without the nation's abbreviation, and as we do; the first is the
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

/// A regular expression that ignores case.
#[derive(Clone, Debug)]
pub struct Pattern(pub Regex);

impl Pattern {
    /// What group 1 matches, or the whole match where there is no group.
    #[must_use]
    pub fn find<'t>(&self, text: &'t str) -> Option<&'t str> {
        let found = self.0.captures(text)?;
        found.get(1).or_else(|| found.get(0)).map(|found| found.as_str())
    }
}

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let pattern = RegexBuilder::new(&text).case_insensitive(true).build();
        pattern.map(Self).map_err(serde::de::Error::custom)
    }
}
