//! The verdict on a list, with every finding.

use std::fmt;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shapes::list::SettingValue;

/// What is printed as JSON for one list (contract, section 4). All keys are always there.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Report {
    /// The path as given; `-` for standard input.
    pub file: String,
    /// Which document of the file, from 0.
    pub document: u32,
    /// The list's name.
    pub name: Option<String>,
    /// The player's name.
    pub player: Option<String>,
    /// The ruleset that judged it; none where no list could be read.
    pub ruleset: Option<RulesetUsed>,
    /// The event packs and house rules that were applied, in order.
    pub events: Vec<String>,
    /// The settings in use, defaults filled in.
    pub settings: IndexMap<String, SettingValue>,
    /// The consents that count.
    pub consents: Vec<String>,
    /// The terms that the list sets for itself.
    #[serde(default)]
    pub terms: Terms,
    /// The verdict.
    pub verdict: Verdict,
    /// Points of the whole list; none where they are not known.
    pub points: Option<u32>,
    /// The maximum force value.
    pub mfv: Option<u32>,
    /// The list and the rules, each as ten bytes of SHA-256 in base 32.
    pub fingerprint: Option<String>,
    /// Everything found, gravest first.
    pub findings: Vec<Finding>,
}

/// The terms that a list sets for itself: an opponent or an organiser may not agree to them. They are named beside the
/// verdict wherever it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Terms {
    /// The ids of the rules that it waives.
    pub waived: Vec<String>,
    /// The settings by which it names its rules one by one, or puts rules out of use that are in use by default.
    pub settings: IndexMap<String, SettingValue>,
    /// Its units that are not the ruleset's own.
    pub own_units: Vec<OwnUnit>,
    /// All of it in words that follow the verdict: `with 1 rule waived by the list itself (mfv-cap)`. None where the
    /// list sets no terms.
    pub words: Option<String>,
}

/// A unit of a club that a list fields.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OwnUnit {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// The id of its nation; none for a unit that every nation may field.
    pub nation: Option<String>,
    /// It replaces a unit of the ruleset.
    pub replaces: bool,
}

/// The ruleset that judged a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RulesetUsed {
    /// Its id.
    pub id: String,
    /// Its own version.
    pub version: String,
    /// The edition of the game.
    pub edition: String,
    /// `sha256:` and the digest of all its files.
    pub digest: String,
}

/// Whether a list may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// No rule is broken.
    Legal,
    /// At least one rule is broken.
    Illegal,
    /// None is broken for certain, but some could not be decided.
    Undetermined,
    /// No list at all.
    Unreadable,
}

/// One broken rule at one place, or something else worth saying.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Finding {
    /// The rule's id.
    pub rule: String,
    /// How grave it is.
    pub severity: Severity,
    /// What is wrong, in one sentence, with its arithmetic.
    pub message: String,
    /// JSON pointers into the list, first the main one; what it does not state has the place where it would stand. Where
    /// something is missing, the others are places that could mend it.
    pub at: Vec<String>,
    /// The line of the main place, from 1.
    pub line: Option<u32>,
    /// The column of the main place, from 1.
    pub column: Option<u32>,
    /// What was measured, where the rule compares numbers.
    pub measured: Option<i64>,
    /// The floor, rounded up.
    pub min: Option<i64>,
    /// The ceiling, rounded down.
    pub max: Option<i64>,
    /// The book and page; none for findings about the file itself.
    pub source: Option<Source>,
    /// The ruleset or overlay that the rule comes from, in the form applied.
    pub origin: Option<String>,
    /// What would help.
    pub help: Option<String>,
}

/// A book and page as shown.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Source {
    /// The book's title.
    pub title: String,
    /// The printed page or pages.
    pub page: String,
}

impl Source {
    /// Its place in the book: `page 19`, `pages 15, 89`. Data of the community name a part of them instead, or nothing.
    #[must_use]
    pub fn pages(&self) -> String {
        let page = &self.page;
        if !page.starts_with(|letter: char| letter.is_ascii_digit()) {
            return page.clone();
        }
        let several = page.contains([',', '-', '\u{2013}']);
        format!("{} {page}", if several { "pages" } else { "page" })
    }
}

impl fmt::Display for Source {
    /// `The Rulebook, pages 15, 89`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pages().as_str() {
            "" => f.write_str(&self.title),
            pages => write!(f, "{}, {pages}", self.title),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn several_pages_are_pages() {
        let of = |page: &str| Source { title: "A Book".to_owned(), page: page.to_owned() }.to_string();
        assert_eq!(of("19"), "A Book, page 19");
        assert_eq!(of("15, 89"), "A Book, pages 15, 89");
        assert_eq!(of("145\u{2013}146"), "A Book, pages 145\u{2013}146");
        assert_eq!(of("unit cards"), "A Book, unit cards");
        assert_eq!(of(""), "A Book");
    }
}

/// How grave a finding is, gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The list is illegal.
    Error,
    /// It could not be decided.
    Undetermined,
    /// Legal, but somebody should look.
    Warning,
    /// Good to know.
    Note,
    /// Broken, but waived by a consent.
    Waived,
}
