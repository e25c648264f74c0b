//! `example`: a list that breaks a rule, and one that keeps it.

use muster_changes::{RuleExample, usual_example};
use muster_engine::list::ArmyList;
use muster_library::versions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::CallFault;

/// The arguments of `example`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExampleArgs {
    /// The ruleset's id. A version or a range may follow: `dw-3@1.0.0`.
    pub ruleset: String,
    /// The id of the rule.
    pub rule: String,
    /// The event that may change or bring rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
    /// The ids of overlays that a list names itself. Under an event, they do not count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<String>,
}

/// Lists on both sides of a rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ExampleAnswer {
    /// The lists; absent if it is no rule that lists break, or if the search found none.
    pub example: Option<RuleExample>,
}

/// Looks for a list that breaks a rule and one that keeps it, as `muster explain` shows them. Fails if the ruleset is unknown.
pub fn example(app: &App, args: &ExampleArgs) -> Result<ExampleAnswer, CallFault> {
    let app = &app.under(args.event.as_ref())?;
    let (ruleset, overlays) = (versions::name(&args.ruleset)?, args.overlays.clone());
    let ruleset = app.shelf().ruleset_for(&ArmyList { ruleset, overlays, ..ArmyList::default() })?;
    Ok(ExampleAnswer { example: usual_example(&ruleset, &args.rule) })
}
