//! All comparisons of one question, as they are written as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use crate::changes::Changes;
use crate::lists::Lists;
use crate::relation::Relation;

/// All rulesets that were compared, as they are written as JSON. All keys are always there.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Answer")]
#[serde(rename_all = "kebab-case")]
pub struct ComparisonAnswer {
    /// The version of this format: 1.
    pub format: u32,
    /// The comparisons: one, or one for each ruleset that an overlay is about.
    pub comparisons: Vec<Comparison>,
    /// How many lists are of other games; none if no lists were given.
    pub lists_of_other_games: Option<usize>,
}

/// Two rulesets that were compared.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Comparison {
    /// What differs.
    pub changes: Changes,
    /// Whether the later ruleset allows less or more, shown by lists.
    pub relation: Relation,
    /// The lists that the changes concern; none if no lists were given.
    pub lists: Option<Lists>,
}
