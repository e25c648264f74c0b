//! `explain`: what a rule, or anything else that a ruleset declares, says.

use std::collections::BTreeMap;

use muster_engine::list::ArmyList;
use muster_engine::nearest::nearest;
use muster_engine::overlaid;
use muster_engine::ready::Ruleset;
use muster_library::{remarks, versions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::explanation::{Explanation, ExplanationSubject, explanations};
use crate::fault::CallFault;

/// The arguments of `explain`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExplainArgs {
    /// The ruleset's id. A version or a range may follow: `dw-3@1.0.0`.
    pub ruleset: String,
    /// The id or name of a rule, special rule, setting, role, kind of group, nation, table, deck, card, patch or play aid.
    pub rule: String,
    /// The event that may change or bring rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
    /// The ids of the overlays that a list names. They do not count if there is an event.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<String>,
}

/// An explanation, with its source in words.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ExplanationInfo {
    /// The explanation, as `muster explain --format json` prints it.
    #[serde(flatten)]
    pub explanation: Explanation,
    /// The titles of the rules that it names, by their ids.
    pub titles: BTreeMap<String, String>,
    /// The book and page in words: `The Rulebook, pages 15, 89`.
    pub cited: Option<String>,
    /// What an overlay did to the rule: `changed by Wessex Club`; absent if it is as the ruleset has it.
    pub overlay: Option<String>,
}

impl ExplanationInfo {
    fn new(ruleset: &Ruleset, explanation: Explanation) -> Self {
        let named = explanation.covers.iter().chain(&explanation.covered_by);
        let titles = named.filter_map(|id| Some((id.clone(), ruleset.rule(id)?.rule.title.clone()))).collect();
        let overlay =
            (explanation.what == ExplanationSubject::Rule).then(|| overlaid::rule(ruleset, &explanation.id)).flatten();
        Self { titles, overlay, cited: explanation.source.as_ref().map(ToString::to_string), explanation }
    }
}

/// Everything in a ruleset with this name; nearly always one thing. Fails if the ruleset is unknown or nothing has this
/// name.
pub fn explain(app: &App, args: &ExplainArgs) -> Result<Vec<ExplanationInfo>, CallFault> {
    let ruleset = ruleset_of(app, args)?;
    let found = explanations(&ruleset, &args.rule);
    if found.is_empty() {
        return Err(unknown(&ruleset, &args.rule));
    }
    Ok(found.into_iter().map(|explanation| ExplanationInfo::new(&ruleset, explanation)).collect())
}

/// The ruleset with the event, or with the overlays of the list, over it.
pub(crate) fn ruleset_of(app: &App, args: &ExplainArgs) -> Result<Ruleset, CallFault> {
    let app = app.under(args.event.as_ref())?;
    let (ruleset, overlays) = (versions::name(&args.ruleset)?, args.overlays.clone());
    Ok(app.shelf().ruleset_for(&ArmyList { ruleset, overlays, ..ArmyList::default() })?)
}

fn unknown(ruleset: &Ruleset, name: &str) -> CallFault {
    let declarations = ruleset.declarations();
    let rules = ruleset.rules().iter().map(|sourced| sourced.rule.id.as_str());
    let special = ruleset.special_rules().iter().map(|rule| rule.id.as_str());
    let fault = CallFault::new("unknown-rule", format!("{} has nothing called `{name}`", declarations.name));
    match nearest(name, rules.chain(special).chain(remarks::ids())) {
        Some(help) => fault.help(help),
        None => fault,
    }
}
