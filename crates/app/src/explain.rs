//! `explain`: what a rule says, and whatever else a ruleset declares.

use muster_engine::nearest::nearest;
use muster_engine::ready::Ruleset;
use muster_library::remarks;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::explanation::{Explanation, explanations};
use crate::fault::Fault;
use crate::names;

/// What `explain` takes.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExplainArgs {
    /// The ruleset's id.
    pub ruleset: String,
    /// The rule, or the special rule, setting, role, nation, table, deck, card, patch or play aid, by id or name.
    pub rule: String,
}

/// An explanation with the words for its source.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ExplanationInfo {
    /// The explanation, as `muster explain --format json` prints it.
    #[serde(flatten)]
    pub explanation: Explanation,
    /// The book and page: `The Rulebook, pages 15, 89`.
    pub cited: Option<String>,
}

impl From<Explanation> for ExplanationInfo {
    fn from(explanation: Explanation) -> Self {
        Self { cited: explanation.source.as_ref().map(ToString::to_string), explanation }
    }
}

/// Everything of a ruleset that bears a name: nearly always one thing, never nothing. Fails where the ruleset is unknown
/// or nothing bears the name.
pub fn explain(app: &App, args: &ExplainArgs) -> Result<Vec<ExplanationInfo>, Fault> {
    let ruleset = names::ruleset(app, &args.ruleset, &[])?;
    let found = explanations(&ruleset, &args.rule);
    if found.is_empty() {
        return Err(unknown(&ruleset, &args.rule));
    }
    Ok(found.into_iter().map(ExplanationInfo::from).collect())
}

fn unknown(ruleset: &Ruleset, name: &str) -> Fault {
    let declarations = ruleset.declarations();
    let rules = ruleset.rules().iter().map(|sourced| sourced.rule.id.as_str());
    let special = ruleset.special_rules().iter().map(|rule| rule.id.as_str());
    let fault = Fault::new("unknown-rule", format!("{} has nothing called `{name}`", declarations.name));
    match nearest(name, rules.chain(special).chain(remarks::ids())) {
        Some(help) => fault.help(help),
        None => fault,
    }
}
