//! How much a difference weighs for the version number of a ruleset.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// The part of the version number that a difference raises. The later one counts for several differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// No verdict changes.
    #[default]
    Patch,
    /// Lists may become legal.
    Minor,
    /// The place and the values of a difference do not tell whether legal lists become illegal. A search for lists does.
    MinorOrMajor,
    /// A legal list may become illegal.
    Major,
}

impl Weight {
    /// The word in sentences: `minor or major`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::MinorOrMajor => "minor or major",
            Self::Major => "major",
        }
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.word())
    }
}

/// Keys that fingerprints count, but on which no verdict depends.
const IDLE: [&str; 7] = ["edition", "figures", "number", "stacking", "tags", "totals", "vintage"];

/// Whether no verdict depends on the value of this key. The version of a ruleset stands in lists, so it is compared.
pub(crate) fn is_prose(key: &str) -> bool {
    key != "version" && muster_digest::is_prose(key) || IDLE.contains(&key)
}

/// The same value without prose.
pub(crate) fn without_prose(value: &Value) -> Value {
    match value {
        Value::Object(object) => {
            let kept = object.iter().filter(|(key, _)| !is_prose(key));
            Value::Object(kept.map(|(key, value)| (key.clone(), without_prose(value))).collect())
        }
        Value::Array(items) => Value::Array(items.iter().map(without_prose).collect()),
        other => other.clone(),
    }
}
