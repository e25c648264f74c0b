//! What a player picked: the list file, as typed.
//!
//! Units, options, nations and cards are still the words of the file; the engine looks them up, so that a list that
//! names something unknown can be held, edited and judged like any other.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A list file (contract, section 3).
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ArmyList {
    /// Version of the list format: 1, or 1.N.
    pub muster: Version,
    /// `list`; may be left out.
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
    /// The ruleset it is built under.
    pub ruleset: RulesetName,
    /// The force's nation, by id or printed name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<String>,
    /// Maximum force (fleet) value, in points.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub mfv: u32,
    /// What was agreed for the game; the ruleset declares keys, values and defaults.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub settings: IndexMap<String, SettingValue>,
    /// Waivable rules that the opponent or the organiser waived.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consents: Vec<String>,
    /// The sheet of a campaign that the list belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<SheetPick>,
    /// The squadrons; `sections` and `units` are other spellings.
    #[serde(default, alias = "sections", alias = "units", skip_serializing_if = "Vec::is_empty")]
    pub squadrons: Vec<Squadron>,
    /// Groups of squadrons (battle groups, platoons), in games that have them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// Decks of cards, by the ids that the ruleset declares.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub decks: IndexMap<String, Vec<CardPick>>,
    /// Keys that begin with `x-`: kept and ignored.
    #[serde(flatten)]
    #[schemars(skip)]
    pub extra: IndexMap<String, Value>,
}

/// A version of the list format: a whole number, or `1.N` where N counts additions.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Version {
    /// `1`
    Major(u32),
    /// `1.1`
    Minor(f64),
}

impl Default for Version {
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

/// A ruleset, by id or by id and version range.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RulesetName {
    /// `dw-2.5`: the newest version.
    Id(String),
    /// `{id: dw-2.5, version: ^1.0}`
    Versioned {
        /// The id.
        id: String,
        /// The versions that will do, as a semantic version range; left out: the newest.
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
    /// The sheet's file, as seen from the list's.
    pub file: String,
    /// The names of the rows that the list stands for, such as the battle groups that fight; none where each squadron
    /// has a row of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
    /// Keys that begin with `x-`: kept and ignored.
    #[serde(flatten)]
    #[schemars(skip)]
    pub extra: IndexMap<String, Value>,
}

/// A group of squadrons: a battle group, a platoon.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Group {
    /// A kind that the ruleset knows.
    pub kind: String,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// For things that point at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its squadrons; `sections` and `units` are other spellings.
    #[serde(default, alias = "sections", alias = "units", skip_serializing_if = "Vec::is_empty")]
    pub squadrons: Vec<Squadron>,
    /// Remarks for everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// Remarks for the player alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private_notes: Option<String>,
    /// Keys that begin with `x-`: kept and ignored.
    #[serde(flatten)]
    #[schemars(skip)]
    pub extra: IndexMap<String, Value>,
}

/// A squadron, or a group of models attached to one.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Squadron {
    /// The unit, by id or printed name.
    pub unit: String,
    /// For things that point at this squadron.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The player's name for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its nation, where it is not the list's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<String>,
    /// How many models; may be left out where only one number is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<Models>,
    /// The Mark of all its models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// What is bought for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionPick>,
    /// The roles that its models carry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<RolePick>,
    /// Its attachment groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attached: Vec<Squadron>,
    /// Where it is allocated; the ruleset declares the places.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allocation: Option<String>,
    /// The slot of its group that it fills; found where left out.
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
    /// Keys that begin with `x-`: kept and ignored.
    #[serde(flatten)]
    #[schemars(skip)]
    pub extra: IndexMap<String, Value>,
}

/// How many models a squadron has.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Models {
    /// All alike.
    Count(#[schemars(range(min = 1, max = 1000))] u32),
    /// Models that differ.
    Parts(#[schemars(length(min = 1))] Vec<Part>),
}

/// Models of a squadron that are alike.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Part {
    /// How many.
    #[schemars(range(min = 1, max = 1000))]
    pub count: u32,
    /// Their Mark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// What is bought for each of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionPick>,
    /// Keys that begin with `x-`: kept and ignored.
    #[serde(flatten)]
    #[schemars(skip)]
    pub extra: IndexMap<String, Value>,
}

/// An option that is bought: for every model, or for some.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum OptionPick {
    /// `stoic-crew`: for every model, or for the squadron where the option belongs to the squadron.
    Every(String),
    /// `{stoic-crew: 2}`: for two models.
    Some(IndexMap<String, u32>),
}

/// A role that a model carries.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RolePick {
    /// `commodore`: the first model carries it.
    Role(String),
    /// `{role: sub-commander, model: 1, trait: jury-rigger}`
    Detailed(RoleDetail),
}

/// A role with more to say.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct RoleDetail {
    /// The role.
    pub role: String,
    /// Which model of the squadron carries it, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1000))]
    pub model: Option<u32>,
    /// The trait that comes with the role, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#trait: Option<String>,
    /// The special character who carries the role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character: Option<String>,
    /// Keys that begin with `x-`: kept and ignored.
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

/// A card of a deck: known by the ruleset, or with its own facts.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum CardPick {
    /// `tally-ho`
    Known(String),
    /// `{card: X, type: generic, cost: 40}`
    Detailed(CardDetail),
}

/// A card with its own facts, or one that replaces another.
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
    /// Values of traits that the ruleset declares for cards, such as `type`. Keys that begin with `x-` are kept here too:
    /// no trait has such a name.
    #[serde(flatten)]
    #[schemars(with = "IndexMap<String, String>")]
    pub traits: IndexMap<String, Value>,
}

impl CardPick {
    /// The card's id or name.
    #[must_use]
    pub fn card(&self) -> &str {
        match self {
            Self::Known(card) => card,
            Self::Detailed(detail) => &detail.card,
        }
    }
}
