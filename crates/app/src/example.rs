//! `example`: a list that breaks a rule, and one that keeps it.

use muster_changes::{RuleExample, usual_example};
use schemars::JsonSchema;
use serde::Serialize;

use crate::app::App;
use crate::explain::{ExplainArgs, ruleset_of};
use crate::fault::CallFault;

/// Lists on both sides of a rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ExampleAnswer {
    /// The lists. It is absent if lists cannot break this rule, or if the search found none.
    pub example: Option<RuleExample>,
}

/// Looks for a list that breaks a rule and one that keeps it, as `muster explain` shows them. Fails if the ruleset is unknown.
pub fn example(app: &App, args: &ExplainArgs) -> Result<ExampleAnswer, CallFault> {
    let ruleset = ruleset_of(app, args)?;
    Ok(ExampleAnswer { example: usual_example(&ruleset, &args.rule) })
}
