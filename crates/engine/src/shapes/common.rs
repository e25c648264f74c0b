//! Shapes that several kinds of files have: citations, names, words for what is counted.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A book and the page in it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Citation {
    /// The id of a book that the ruleset declares.
    pub book: String,
    /// The printed page or pages, as text: `19`, `18, 122`, `26-27`.
    pub page: String,
}

/// The words for what is counted.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Subject")]
#[serde(untagged)]
pub enum SubjectWords {
    /// The same words for one and for many (always right for points).
    Same(String),
    /// Different words for one and for many.
    Forms {
        /// For exactly one: `Flank squadron`.
        one: String,
        /// For any other number: `Flank squadrons`.
        many: String,
    },
}

/// A name for screens, and what it means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Named")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExplainedName {
    /// The name.
    pub title: String,
    /// What it means, in our own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Where the book says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Citation>,
}
