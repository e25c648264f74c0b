//! A finding as screens show it.

use muster_engine::ready::Ruleset;
use muster_engine::report;
use muster_engine::rule::{ClauseTarget, Rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::to_do::is_to_do;

/// A finding, with its source in words.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct FindingInfo {
    /// The finding, as `muster check --format json` prints it.
    #[serde(flatten)]
    pub finding: report::Finding,
    /// The book and page of its rule: `The Rulebook, pages 15, 89`. Absent for findings about the file itself.
    pub cited: Option<String>,
    /// The overlay without which it would be another finding or none: `from Wessex Club`. Absent if there is none, or if
    /// the message or the source names it.
    pub overlay: Option<String>,
    /// Whether it is an error that adding to the list would mend, such as points that are short or a role that is
    /// missing.
    pub to_do: bool,
    /// Whether only the squadron or group at its first place breaks the rule. If not, the whole list breaks it; the
    /// places then show what the rule counted, or where a person can mend it.
    pub local: bool,
}

impl FindingInfo {
    /// Adds what screens show beside a finding. `left` are the points up to the maximum force value, if both are known.
    pub(crate) fn new(ruleset: Option<&Ruleset>, finding: report::Finding, left: Option<i64>) -> Self {
        let rule = ruleset.and_then(|ruleset| ruleset.rule(finding.rule.as_str())).map(|sourced| &sourced.rule);
        let cited = finding.source.as_ref().map(ToString::to_string);
        let overlay = ruleset.and_then(|ruleset| ruleset.events()?.overlay(finding.origin.as_deref()?));
        let overlay = overlay.map(|overlay| overlay.name.as_str());
        let says =
            |name: &&str| finding.message.contains(*name) || cited.as_ref().is_some_and(|text| text.contains(*name));
        let overlay = overlay.filter(|name| !says(name));
        Self {
            overlay: overlay.map(|name| format!("from {name}")),
            cited,
            to_do: is_to_do(rule, &finding, left),
            local: rule.is_none_or(|rule| !is_of_list(rule)),
            finding,
        }
    }
}

/// Whether a rule limits the list as a whole.
fn is_of_list(rule: &Rule) -> bool {
    rule.check.is_none()
        && rule.clauses.iter().all(|clause| clause.each == ClauseTarget::List && clause.limit.is_some())
}
