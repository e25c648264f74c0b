//! Selectors: which squadrons, models or cards a rule speaks of, as rules and catalogues write them.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Tests that must all hold: traits by name, and the words `not`, `any`, `all`, `is`, `parent`, `carried-by`.
///
/// `{size: [large, massive], not: {designation: robot}}` reads: large or massive, and no robot.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Selector(pub IndexMap<String, Term>);

/// What stands behind a trait's name or a word in a selector.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Term {
    /// `capital: true`: has the trait, or (`false`) has it not.
    Flag(bool),
    /// `size: large`: this value; behind `is`, the name of a selector that the ruleset defines.
    Value(String),
    /// `size: [large, massive]`: any of these values.
    Values(Vec<String>),
    /// `type: {setting: core}`: the value that this list states.
    Reference(Reference),
    /// `not: {..}`, `parent: {..}`, `carried-by: {..}`.
    Selector(Box<Selector>),
    /// `any: [{..}, {..}]`: at least one of these; `not: [{..}, {..}]`: none of these.
    Selectors(Vec<Selector>),
}

/// A value that each list states for itself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Reference {
    /// The value of this setting.
    Setting(String),
    /// This trait of the list's own nation; `nation` for the nation itself.
    Own(String),
    /// The special characters who hold this role.
    Holder(String),
}

impl Selector {
    /// No test at all: everything matches.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
