//! The form of a collection's file.

use indexmap::IndexMap;
use muster_engine::list::{FormatVersion, RulesetName};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The models that a player owns.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CollectionFile {
    /// Version of this format: 1, or 1.N.
    pub muster: FormatVersion,
    /// Always `collection`.
    pub kind: CollectionKind,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Remarks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// The ruleset that knows the units.
    pub ruleset: RulesetName,
    /// The nation of the units that name none, by id or printed name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<String>,
    /// How many models there are of each unit, by id or printed name. A unit of another nation is `nation:unit`.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub models: IndexMap<String, OwnedCount>,
}

impl CollectionFile {
    /// Whether it keeps the bounds that the schema has and the types lack.
    pub(crate) fn is_in_bounds(&self) -> bool {
        self.models.values().all(|owned| owned.0 <= 1_000_000)
    }
}

/// The kind of a collection's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CollectionKind {
    /// `collection`
    Collection,
}

/// How many models of a unit a player owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Owned")]
pub struct OwnedCount(#[schemars(range(min = 0, max = 1_000_000))] pub u32);
