//! Summaries: a list at a glance, with the points of each squadron, how far each limit is used, and what the list is
//! granted.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A list at a glance.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Summary {
    /// The points of the whole list; none if they are not known.
    pub points: Option<i64>,
    /// The least that the points may be, if they are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_at_least: Option<i64>,
    /// The maximum force value.
    pub mfv: Option<u32>,
    /// Whether allocations matter: a rule in use asks for them, or the list states one.
    pub allocates: bool,
    /// The squadrons, in the order of the list.
    pub squadrons: Vec<SquadronLine>,
    /// The groups, in the order of the list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupLine>,
    /// How far each limit over the whole list, or over a group, is used.
    pub shares: Vec<Share>,
    /// What the list pays besides its squadrons, or saves. Leaves out charges of 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub charges: Vec<ChargeLine>,
    /// What the list is granted.
    pub allowances: Vec<Allowance>,
    /// The decks that the list gives.
    pub decks: Vec<DeckLine>,
}

/// A group at a glance.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GroupLine {
    /// JSON pointer into the list.
    pub at: String,
    /// The kind's id.
    pub kind: String,
    /// The player's name for it, else the title of its kind.
    pub name: String,
    /// The points of its squadrons; none if they are not known.
    pub points: Option<i64>,
    /// The least that the points may be, if they are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_at_least: Option<i64>,
    /// Its slots, in the order of the ruleset.
    pub slots: Vec<SlotLine>,
}

/// A slot of a group.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SlotLine {
    /// Its id.
    pub slot: String,
    /// Its name.
    pub title: String,
    /// How many squadrons it holds; means nothing if there is a `count`.
    pub holds: u32,
    /// What overlays do to the rules that limit it or ask for it, a line each: `changed by Wessex Club rules`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<String>,
    /// How many squadrons stand in it and how many may, if only rules limit the number: `2 of 1-3`, or
    /// `together with Patrol: 4 of 2-6` for slots that share a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// How many more squadrons it may hold; absent if there is no limit or the number is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<u32>,
    /// A rule asks for more squadrons than stand in it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub short: bool,
    /// The group must fill it.
    pub required: bool,
    /// It may be filled, given which other slots of the group are filled.
    pub open: bool,
    /// The squadrons in it, as JSON pointers.
    pub filled: Vec<String>,
}

/// A squadron at a glance.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SquadronLine {
    /// JSON pointer into the list.
    pub at: String,
    /// The id that the list gives it.
    pub id: Option<String>,
    /// The player's name for it, else the unit's.
    pub name: String,
    /// The unit's printed name, or the list's word for an unknown unit.
    pub unit: String,
    /// The unit's id; none if the unit is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit_id: Option<String>,
    /// The nation's printed name; none for units of no nation.
    pub nation: Option<String>,
    /// The nation's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation_id: Option<String>,
    /// How many models; 0 for a choice of a group, which has none.
    pub models: u32,
    /// Its points without what is attached to it; none if they are not known.
    pub points: Option<i64>,
    /// What overlays do to its unit and options, a line each: `35 by Wessex Club rules, 30 in the-ruleset`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<String>,
    /// The least that the points may be, if they are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_at_least: Option<i64>,
    /// Where it is allocated.
    pub allocation: String,
    /// The id of that allocation.
    pub allocation_id: String,
    /// The turn in which it enters.
    pub entry_turn: Option<u32>,
    /// The name of the squadron that brings it at no cost.
    pub brought_by: Option<String>,
    /// The names of the squadrons that it carries.
    pub carries: Vec<String>,
    /// The names of the squadrons that carry it.
    pub carried_by: Vec<String>,
    /// The roles that its models have, each with the trait or the character that comes with it.
    pub roles: Vec<String>,
    /// The ids of those roles.
    pub role_ids: Vec<String>,
    /// The options taken, each with its number if not all models have it.
    pub options: Vec<String>,
    /// The same options by their ids.
    pub option_ids: Vec<OptionLine>,
    /// The names by which the list names options and Marks, each with the id of the option. Leaves out names that the
    /// unit does not have.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub option_words: BTreeMap<String, String>,
    /// How many squadrons it hangs below: 0 if it is not attached, 1 if it is attached to one that is not.
    pub depth: u32,
    /// The name of the slot that it fills.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<String>,
    /// The id of that slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot_id: Option<String>,
}

/// An option that a squadron takes.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "OptionTaken")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OptionLine {
    /// Its id.
    pub id: String,
    /// How often it is taken: once for each model that has it, or once for the squadron.
    pub number: u32,
}

/// How far a limit is used.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Share {
    /// The rule's id.
    pub rule: String,
    /// The name of the group that it is about; none for the whole list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// JSON pointer to that group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group_at: Option<String>,
    /// The ids of the group's slots whose squadrons it counts, if it counts all squadrons in them and nothing else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slots: Vec<String>,
    /// What is counted.
    pub subject: String,
    /// The numbers are points.
    pub in_points: bool,
    /// The measured amount; none if it is not known.
    pub measured: Option<i64>,
    /// The least that the amount may be, if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_at_least: Option<i64>,
    /// The minimum, rounded up.
    pub min: Option<i64>,
    /// The maximum, rounded down.
    pub max: Option<i64>,
    /// How the bounds are calculated.
    pub formula: Option<String>,
}

/// What a rule charges a list besides its squadrons.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChargeLine {
    /// The rule's id.
    pub rule: String,
    /// The rule's title.
    pub title: String,
    /// How many things are charged; none if that is not known.
    pub number: Option<i64>,
    /// How many points each costs; below 0 if the list saves them.
    pub each: i32,
    /// What they cost together; none if that is not known.
    pub points: Option<i64>,
}

/// What a list is granted.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Allowance {
    /// The rule's id.
    pub rule: String,
    /// The rule's title.
    pub title: String,
    /// How many; none if that is not known.
    pub amount: Option<i64>,
    /// The least that the number may be, if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount_at_least: Option<i64>,
    /// Of what.
    pub of: String,
    /// How the number is calculated.
    pub formula: Option<String>,
}

impl Allowance {
    /// Whether people are told of it. Some allowances are only for some fleets, and 0 for all others.
    #[must_use]
    pub fn is_granted(&self) -> bool {
        self.amount != Some(0)
    }
}

/// A deck at a glance.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DeckLine {
    /// The deck's id.
    pub deck: String,
    /// The deck's name.
    pub title: String,
    /// The names of its cards, each with its cost if that is known.
    pub cards: Vec<String>,
}
