//! `read`: the lists in a text, what is wrong with the rest, and what has changed since they were made.

use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::report::{Finding, FindingId, Remark, Report, RulesetUsed, Verdict};
use muster_engine::words::number;
use muster_library::judge::{judge_entry, judge_list};
use muster_library::lists::{Entry, lists};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::Fault;

/// What `read` takes.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReadArgs {
    /// YAML or JSON, one document or several.
    pub text: String,
    /// What reports call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// The documents of a text.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReadAnswer {
    /// In their order; never empty.
    pub documents: Vec<DocumentRead>,
}

/// One document of a text.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DocumentRead {
    /// The list; none where the document is no list or a wrong one.
    pub list: Option<ArmyList>,
    /// The version of the ruleset that judged it; none where none could.
    pub version: Option<String>,
    /// What is wrong with a document that is no list; empty for a list.
    pub faults: Vec<ReadFault>,
    /// The verdict, with findings that have lines and columns. Of a document that is no list it says why.
    pub report: Report,
    /// Points that the player claims and that are others now.
    pub claims: Vec<Claim>,
    /// The newest version of its ruleset, where the list is judged by an older one or by none.
    pub newer: Option<Newer>,
}

/// What is wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReadFault {
    /// A word for programs, such as `unknown-key`.
    pub code: String,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column, from 1.
    pub column: Option<u32>,
    /// What would help.
    pub help: Option<String>,
}

/// Points that a player claims and that are others now.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Claim {
    /// JSON pointer to the claim.
    pub at: String,
    /// What the list says.
    pub claimed: i64,
    /// What it costs.
    pub points: i64,
    /// The same as a sentence.
    pub message: String,
}

/// How a list fares under the newest version of its ruleset.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Newer {
    /// The newest version.
    pub ruleset: RulesetUsed,
    /// The verdict under it.
    pub verdict: Verdict,
    /// The points under it: `985 points`, `points not known`.
    pub points: String,
    /// What it finds that the version of the list does not.
    pub appeared: Vec<Finding>,
    /// What the version of the list finds and it does not.
    pub gone: Vec<Finding>,
}

/// Reads a text. What is wrong with it is in the reports; never fails.
pub fn read(app: &App, args: &ReadArgs) -> Result<ReadAnswer, Fault> {
    let file = args.file.as_deref().unwrap_or_default();
    let documents = lists(args.text.as_bytes()).into_iter().map(|entry| document(app, file, entry));
    Ok(ReadAnswer { documents: documents.collect() })
}

fn document(app: &App, file: &str, entry: Entry) -> DocumentRead {
    let report = judge_entry(app.shelf(), file, None, &entry);
    let Entry::List(list, _) = entry else {
        let faults = report.findings.iter().map(fault).collect();
        return DocumentRead { list: None, version: None, faults, report, claims: Vec::new(), newer: None };
    };
    let version = report.ruleset.as_ref().map(|used| used.version.clone());
    let claims = report.findings.iter().filter_map(claim).collect();
    let newer = newer(app, &list, &report);
    DocumentRead { list: Some(*list), version, faults: Vec::new(), report, claims, newer }
}

fn fault(finding: &Finding) -> ReadFault {
    ReadFault {
        code: finding.rule.to_string(),
        message: finding.message.clone(),
        line: finding.line,
        column: finding.column,
        help: finding.help.clone(),
    }
}

fn claim(finding: &Finding) -> Option<Claim> {
    (finding.rule == FindingId::Remark(Remark::PointsClaimed)).then_some(())?;
    let at = finding.at.first()?.clone();
    Some(Claim { at, claimed: finding.measured?, points: finding.max?, message: finding.message.clone() })
}

/// The list under the newest version of its ruleset, where that is not the one that judged it.
fn newer(app: &App, list: &ArmyList, report: &Report) -> Option<Newer> {
    let RulesetName::Versioned { id, version: Some(_) } = &list.ruleset else { return None };
    let name = RulesetName::Id(id.clone());
    let newest = app.shelf().find(&name).ok()?.version.to_string();
    if report.ruleset.as_ref().is_some_and(|used| used.version == newest) {
        return None;
    }
    let renewed = ArmyList { ruleset: name, ..list.clone() };
    let now = judge_list(app.shelf(), "", None, &renewed, None);
    let lacks = |other: &Report, finding: &&Finding| {
        !other.findings.iter().any(|known| {
            (&known.rule, &known.message, known.severity) == (&finding.rule, &finding.message, finding.severity)
        })
    };
    Some(Newer {
        verdict: now.verdict,
        points: number::points(now.points.map(i64::from), None),
        appeared: now.findings.iter().filter(|finding| lacks(report, finding)).cloned().collect(),
        gone: report.findings.iter().filter(|finding| lacks(&now, finding)).cloned().collect(),
        ruleset: now.ruleset?,
    })
}
