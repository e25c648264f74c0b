//! Patterns of names, in recipes and conventions.

use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Deserializer};

/// Something to leave out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Omission {
    /// The names.
    pub pattern: Pattern,
    /// Why.
    pub reason: String,
}

/// A regular expression that ignores case.
#[derive(Clone, Debug)]
pub struct Pattern(pub Regex);

impl Pattern {
    /// The match of group 1, or the whole match if there is no group.
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
