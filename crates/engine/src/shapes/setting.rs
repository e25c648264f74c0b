//! Tests of settings: under what a rule is in use.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A value that a setting must have: a word, a number, a flag, or any of several.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum SettingTest {
    /// `competitive: true`.
    Flag(bool),
    /// `rules: 6`: a setting that is a set of numbers holds this one.
    Number(u32),
    /// `scenario: amphibious-landing`.
    Word(String),
    /// `rules: [4, 5]`: any of these numbers.
    Numbers(Vec<u32>),
    /// `scenario: [a, b]`: any of these words.
    Words(Vec<String>),
}
