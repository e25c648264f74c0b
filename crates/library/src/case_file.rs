//! The form of a case: a wrong verdict as one file.

use indexmap::IndexMap;
use muster_engine::catalogue::Catalogue;
use muster_engine::list::{ArmyList, FormatVersion};
use muster_engine::report::{Finding, Report, Severity, UsedRuleset, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::expectation::Expectation;

/// A verdict that somebody thinks is wrong, with everything that judges the list again.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CaseFile {
    /// Version of this format: 1, or 1.N.
    pub muster: FormatVersion,
    /// Always `case`.
    pub kind: CaseKind,
    /// The version of the program that told the verdict.
    #[schemars(length(min = 1, max = 100))]
    pub program: String,
    /// What was expected, in the words of golden lists: `verdict: legal`, `no: RULE`, `error: RULE 601 > 600`.
    #[schemars(length(min = 1, max = 20))]
    pub expected: Vec<Expectation>,
    /// The finding that is wrong. Without it, `no: RULE` is about all findings of the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<CaseFinding>,
    /// The page that shows it, in the words of the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200))]
    pub page: Option<String>,
    /// Why it was expected, in the words of the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 4000))]
    pub why: Option<String>,
    /// What the program told.
    pub told: CaseVerdict,
    /// The overlays that were put over the ruleset, in order; those that others extend first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 50))]
    pub event: Vec<OverlayFiles>,
    /// The overlays that the list names, and those that they extend.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 50))]
    pub overlays: Vec<OverlayFiles>,
    /// The catalogues of units that the ruleset does not have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Catalogue>,
    /// The list, without what is the player's and decides nothing.
    pub list: ArmyList,
}

/// The kind of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CaseKind {
    /// `case`
    Case,
}

/// A finding, by its rule and its places.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "About")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CaseFinding {
    /// The id of the rule.
    pub rule: String,
    /// JSON pointers into the list, the main place first.
    pub at: Vec<String>,
}

impl CaseFinding {
    /// Whether this finding is meant.
    #[must_use]
    pub fn is(&self, finding: &Finding) -> bool {
        self.rule == finding.rule.as_str() && self.at == finding.at
    }
}

/// The content of the files of an overlay, by their paths in its folder. An overlay that is one file has one.
pub type OverlayFiles = IndexMap<String, Value>;

/// A verdict, without sentences.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Told")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CaseVerdict {
    /// The verdict.
    pub verdict: Verdict,
    /// The points of the whole list; none if they are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// The ruleset that judged it; none if it was not at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<UsedRuleset>,
    /// All findings, gravest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<BriefFinding>,
}

/// A finding, without sentences.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "ToldFinding")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BriefFinding {
    /// How grave it is.
    pub severity: Severity,
    /// The id of the rule, of the remark, or of the fault of the file.
    pub rule: String,
    /// JSON pointers into the list, the main place first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<String>,
    /// The measured number, if the rule compares numbers and it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<i64>,
    /// The minimum, rounded up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// The maximum, rounded down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
}

impl From<&Report> for CaseVerdict {
    fn from(report: &Report) -> Self {
        Self {
            verdict: report.verdict,
            points: report.points,
            ruleset: report.ruleset.clone(),
            findings: report.findings.iter().map(BriefFinding::from).collect(),
        }
    }
}

impl From<&Finding> for BriefFinding {
    fn from(finding: &Finding) -> Self {
        Self {
            severity: finding.severity,
            rule: finding.rule.to_string(),
            at: finding.at.clone(),
            measured: finding.measured,
            min: finding.min,
            max: finding.max,
        }
    }
}
