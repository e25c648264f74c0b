//! What a player chose: the list as its file has it.
//!
//! Units, options, nations and cards are still the words of the file. The engine looks them up later. So a list that
//! names something unknown can be kept, edited and judged like any other.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A list file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ArmyList {
    /// Version of the list format: 1, or 1.N.
    pub muster: FormatVersion,
    /// Always `list`; may be left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<ListKind>,
    /// The list's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The player's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The player's club.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<String>,
    /// Where to reach the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The list's date, as YYYY-MM-DD.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))]
    pub date: Option<String>,
    /// Remarks for everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// Remarks for the player alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private_notes: Option<String>,
    /// The total that the player claims, in points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1_000_000_000))]
    pub points: Option<u32>,
    /// A secret word, made by chance where the list is first shown to others. The fingerprint covers it. So nobody can
    /// find out what an open list hides by trying lists until one fits the fingerprint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 100))]
    pub salt: Option<String>,
    /// The ruleset under which the list is made.
    pub ruleset: RulesetName,
    /// The force's nation, by id or printed name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<String>,
    /// Maximum force (fleet) value, in points. If left out, it is unknown, and the rules that need it are undetermined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub mfv: Option<u32>,
    /// What was agreed for the game, by the ids of settings. The ruleset declares settings, values and defaults.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub settings: IndexMap<String, SettingValue>,
    /// The ids of waivable rules that the opponent or the organiser waived.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consents: Vec<String>,
    /// What the source of the list could not or did not state. As far as the list lacks it, a rule that needs it cannot be
    /// decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<OpenKind>,
    /// The ids of overlays (house rules) under which the list is made. An event replaces them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<String>,
    /// The sheet of a campaign that the list belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<SheetPick>,
    /// The squadrons. The key may also be `sections` or `units`.
    #[serde(default, alias = "sections", alias = "units", skip_serializing_if = "Vec::is_empty")]
    pub squadrons: Vec<Squadron>,
    /// Groups of squadrons (battle groups, platoons), in games that have them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// Decks of cards, by the ids that the ruleset declares.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub decks: IndexMap<String, Vec<CardPick>>,
    /// Keys that begin with `x-`. They are kept and ignored.
    #[serde(flatten)]
    #[schemars(skip)]
    pub extra: IndexMap<String, Value>,
}

/// A version of the list format: a whole number, or `1.N` where N counts additions.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Version")]
#[serde(untagged)]
pub enum FormatVersion {
    /// `1`
    Major(u32),
    /// `1.1`
    Minor(f64),
}

impl Default for FormatVersion {
    fn default() -> Self {
        Self::Major(1)
    }
}

/// The kind of a list file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ListKind {
    /// `list`
    List,
}

/// The name of a ruleset: its id, or its id and a version range.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RulesetName {
    /// `dw-2.5`: the newest version.
    Id(String),
    /// `{id: dw-2.5, version: ^1.0}`
    Versioned {
        /// The id.
        id: String,
        /// The versions that may be used, as a semantic version range. If left out, the newest version is used.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<String>,
    },
}

impl Default for RulesetName {
    fn default() -> Self {
        Self::Id(String::new())
    }
}

impl RulesetName {
    /// The ruleset's id.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Id(id) | Self::Versioned { id, .. } => id,
        }
    }
}

/// A kind of things that a list may leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OpenKind {
    /// The setting `core`.
    Core,
    /// Which models have roles.
    Roles,
    /// The options of squadrons, other than Marks.
    Options,
    /// The Marks of squadrons.
    Marks,
    /// Where squadrons are allocated.
    Allocations,
    /// All settings.
    Settings,
    /// The maximum force value.
    Mfv,
    /// The decks.
    Decks,
}

/// A part of a list, as far as a rule may ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListPart {
    /// Where squadrons are allocated.
    Allocation,
    /// The cards of decks.
    Card,
    /// Which groups there are.
    Group,
    /// What squadrons carry and bring.
    Load,
    /// The options of squadrons.
    Option,
    /// The groups and slots of squadrons, and what they are attached to.
    Place,
    /// Which models have roles.
    Role,
    /// What was agreed for the game.
    Setting,
    /// How many models squadrons have.
    Size,
    /// Which squadrons there are.
    Squadron,
}

impl OpenKind {
    /// All kinds, in the order in which lists write them.
    pub const ALL: [Self; 8] = [
        Self::Core,
        Self::Roles,
        Self::Options,
        Self::Marks,
        Self::Allocations,
        Self::Settings,
        Self::Mfv,
        Self::Decks,
    ];

    /// Its word in list files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Roles => "roles",
            Self::Options => "options",
            Self::Marks => "marks",
            Self::Allocations => "allocations",
            Self::Settings => "settings",
            Self::Mfv => "mfv",
            Self::Decks => "decks",
        }
    }

    /// The kind that a word of a list file names.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum SettingValue {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(u32),
    /// A word.
    Word(String),
    /// A set of numbers.
    Numbers(Vec<u32>),
}

/// A sheet that a list belongs to, and the rows of it that the list stands for.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct SheetPick {
    /// The path of the sheet's file, from the folder of the list's file.
    pub file: String,
    /// The names of the rows that the list stands for, such as the battle groups that fight. Empty if each squadron has
    /// a row of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
    /// Keys that begin with `x-`. They are kept and ignored.
    #[serde(flatten)]
    #[schemars(skip)]
    pub extra: IndexMap<String, Value>,
}

/// A group of squadrons: a battle group, a platoon.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Group {
    /// Its kind, as the ruleset declares it.
    pub kind: String,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// An id by which others can refer to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its squadrons. The key may also be `sections` or `units`.
    #[serde(default, alias = "sections", alias = "units", skip_serializing_if = "Vec::is_empty")]
    pub squadrons: Vec<Squadron>,
    /// Remarks for everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// Remarks for the player alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private_notes: Option<String>,
    /// Keys that begin with `x-`. They are kept and ignored.
    #[serde(flatten)]
    #[schemars(skip)]
    pub extra: IndexMap<String, Value>,
}

/// A squadron of the list, or one that is attached to another.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Squadron {
    /// The unit, by id or printed name.
    pub unit: String,
    /// An id by which other squadrons can refer to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The player's name for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its nation, if it is not the list's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<String>,
    /// How many models it has. May be left out if only one number is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<ModelCount>,
    /// The Mark of all its models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// The options that are bought for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionPick>,
    /// The roles that its models have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<RolePick>,
    /// The squadrons that are attached to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attached: Vec<Squadron>,
    /// Where it is allocated. The ruleset declares the allocations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allocation: Option<String>,
    /// The slot of its group that it fills. If left out, Muster finds one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<String>,
    /// The id of the squadron that brings this one at no cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brought_by: Option<String>,
    /// The ids of squadrons that this transport carries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carries: Vec<String>,
    /// The preferred turn of entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 1000))]
    pub entry_turn: Option<u32>,
    /// The points that the player claims for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1_000_000_000))]
    pub points: Option<u32>,
    /// Remarks for everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// Remarks for the player alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private_notes: Option<String>,
    /// Keys that begin with `x-`. They are kept and ignored.
    #[serde(flatten)]
    #[schemars(skip)]
    pub extra: IndexMap<String, Value>,
}

/// How many models a squadron has.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Models")]
#[serde(untagged)]
pub enum ModelCount {
    /// A number of models that are all alike.
    Count(#[schemars(range(min = 1, max = 1000))] u32),
    /// Parts of the squadron that differ.
    Parts(#[schemars(length(min = 1))] Vec<SquadronPart>),
}

/// Models of a squadron that are alike.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Part")]
#[serde(rename_all = "kebab-case")]
pub struct SquadronPart {
    /// How many models.
    #[schemars(range(min = 1, max = 1000))]
    pub count: u32,
    /// Their Mark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// The options that are bought for each of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionPick>,
    /// Keys that begin with `x-`. They are kept and ignored.
    #[serde(flatten)]
    #[schemars(skip)]
    pub extra: IndexMap<String, Value>,
}

/// An option that is bought for every model, or for some.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum OptionPick {
    /// `stoic-crew`: for every model; once for the squadron if the option is bought for squadrons.
    Every(String),
    /// `{stoic-crew: 2}`: for two models.
    Some(IndexMap<String, u32>),
}

/// A role that a model has.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RolePick {
    /// `commodore`: the first model has it.
    Role(String),
    /// `{role: sub-commander, model: 1, trait: jury-rigger}`
    Detailed(RoleDetail),
}

/// A role with details.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct RoleDetail {
    /// The role.
    pub role: String,
    /// The model of the squadron that has it, counted from 1; 1 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1000))]
    pub model: Option<u32>,
    /// The trait that comes with the role, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#trait: Option<String>,
    /// The special character who has the role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character: Option<String>,
    /// Keys that begin with `x-`. They are kept and ignored.
    #[serde(flatten)]
    #[schemars(skip)]
    pub extra: IndexMap<String, Value>,
}

impl RolePick {
    /// The role's id or name.
    #[must_use]
    pub fn role(&self) -> &str {
        match self {
            Self::Role(role) => role,
            Self::Detailed(detail) => &detail.role,
        }
    }
}

/// A card of a deck: one that the ruleset knows, or one with facts that the list states.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum CardPick {
    /// `tally-ho`
    Known(String),
    /// `{card: X, type: generic, cost: 40}`
    Detailed(CardDetail),
}

/// A card with facts that the list states, or one that replaces another.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct CardDetail {
    /// The card, by id or printed name.
    pub card: String,
    /// The card of the base deck that it replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<Box<CardPick>>,
    /// Its cost in victory points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u32>,
    /// Values of traits that the ruleset declares for cards, such as `type`. Keys that begin with `x-` are kept here
    /// too, because no trait has such a name.
    #[serde(flatten)]
    #[schemars(with = "IndexMap<String, String>")]
    pub traits: IndexMap<String, Value>,
}

impl CardPick {
    /// Whether the list states facts about the card: its cost or a trait.
    #[must_use]
    pub fn states_facts(&self) -> bool {
        match self {
            Self::Known(_) => false,
            Self::Detailed(detail) => detail.cost.is_some() || detail.traits.keys().any(|key| !key.starts_with("x-")),
        }
    }

    /// The card's id or name.
    #[must_use]
    pub fn card(&self) -> &str {
        match self {
            Self::Known(card) => card,
            Self::Detailed(detail) => &detail.card,
        }
    }
}
