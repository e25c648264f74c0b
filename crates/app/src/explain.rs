//! `explain`: what a rule says, and whatever else a ruleset declares.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{App, Fault, names};

/// What `explain` takes.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExplainArgs {
    /// The ruleset's id.
    pub ruleset: String,
    /// The rule, or the special rule, setting, role, nation, table, deck, card, patch or play aid, by id or name.
    pub rule: String,
}

/// Everything of a ruleset that bears a name; nearly always one thing.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Explained {
    /// The ruleset's id.
    pub ruleset: String,
    /// Its version.
    pub version: String,
}

/// What a rule says. Fails where the ruleset is unknown or nothing bears the name.
pub fn explain(app: &App, args: &ExplainArgs) -> Result<Explained, Fault> {
    let ruleset = names::ruleset(app, &args.ruleset, &[])?;
    let declarations = ruleset.declarations();
    Ok(Explained { ruleset: declarations.id.clone(), version: declarations.version.clone() })
}
