//! Special rules that cards name, and the parameters that they take.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shapes::common::Citation;

/// A special rule that cards name. A file in `special-rules/` holds a list of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SpecialRule {
    /// The slug of the printed name.
    pub id: String,
    /// The printed name, without parameters.
    pub name: String,
    /// The kind, as the ruleset declares it.
    pub kind: String,
    /// Its number in the book's list, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The parameters that it takes, in order. Each is only a name, or a name and the form that cards must give it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<Parameter>,
    /// What several instances of it on one model do, if the book says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stacking: Option<Stacking>,
    /// Other spellings on cards and in data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Words that classify it further, such as `coherency`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Its effect in one line, in our own words.
    pub summary: String,
    /// Where the book says it.
    pub source: Citation,
}

/// What several instances of a special rule do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stacking {
    /// A further instance does nothing.
    None,
    /// The numbers of a model's instances add up.
    Sum,
    /// The numbers of all weapons or models that take part in an action add up.
    Together,
}

/// A parameter of a special rule, such as `X` in `Name (X)`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Parameter {
    /// Only its name. Cards may print anything for it.
    Named(String),
    /// Its name, and the form that cards must give it.
    Formed(FormedParameter),
}

/// A parameter whose form is checked.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Formed")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FormedParameter {
    /// The placeholder that the book prints: `X`, `Trait`.
    pub name: String,
    /// The form of what a card prints in its place.
    pub form: ParameterForm,
    /// A card may give several, separated by commas, `or`, `and` or `/`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub many: bool,
    /// What it means if a card leaves it out.
    #[serde(default, skip_serializing_if = "Absence::is_wrong")]
    pub absent: Absence,
}

/// The form of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Form")]
#[serde(rename_all = "kebab-case")]
pub enum ParameterForm {
    /// Any words, but not a number: `Dive Bomber`.
    Words,
    /// A whole number: `3`.
    Number,
    /// A number with its sign: `+1`.
    Bonus,
    /// Inches: `8"`.
    Inches,
    /// Inches with their sign: `+4"`.
    BonusInches,
    /// Dice: `D3`, `2D6+1`.
    Dice,
    /// One of these words.
    OneOf(Vec<String>),
    /// A value of one of these traits of units. If one of them is open, any words.
    Trait(Vec<String>),
}

/// What it means if a card leaves a parameter out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Absence {
    /// The card is wrong.
    #[default]
    Wrong,
    /// Somebody should look, because the book is not clear.
    Doubtful,
    /// The card is right: the rule is also printed without it.
    Fine,
}

impl Absence {
    fn is_wrong(&self) -> bool {
        *self == Self::Wrong
    }
}

impl Parameter {
    /// The placeholder that the book prints.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Named(name) | Self::Formed(FormedParameter { name, .. }) => name,
        }
    }

    /// Its name and form, if the form is checked.
    #[must_use]
    pub fn formed(&self) -> Option<&FormedParameter> {
        match self {
            Self::Named(_) => None,
            Self::Formed(formed) => Some(formed),
        }
    }
}
