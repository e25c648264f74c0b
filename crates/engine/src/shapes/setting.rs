//! Tests of settings: the conditions under which a rule is in use.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The value that a setting must have: yes or no, a number, a word, or any of several.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum SettingTest {
    /// `competitive: true`.
    Flag(bool),
    /// `rules: 6`: this number. A setting that is a set of numbers must contain it.
    Number(u32),
    /// `scenario: amphibious-landing`.
    Word(String),
    /// `rules: [4, 5]`: any of these numbers.
    Numbers(Vec<u32>),
    /// `scenario: [a, b]`: any of these words.
    Words(Vec<String>),
}
