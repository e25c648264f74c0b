//! `judge`: the verdict on a list, with everything that screens show of it.

use muster_engine::folding::{self, Told};
use muster_engine::report::Report;
use muster_library::judge::{JudgedList, judge_in_full, unreadable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::Fault;
use crate::finding::FindingInfo;
use crate::given::GivenList;
use crate::summary::{SummaryInfo, words_of};

/// What `judge` takes.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct JudgeArgs {
    /// The list.
    pub list: GivenList,
}

/// The verdict on a list, and the list at a glance.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Judged {
    /// As `muster check --format json` prints it, but `file` and `findings` are empty. A list that cannot be read, or
    /// whose ruleset is not at hand, has the verdict `unreadable`.
    pub report: Report,
    /// The findings of the report, with their words.
    pub findings: Vec<FindingInfo>,
    /// The findings that wait for something unknown; none where none do.
    pub waiting: Option<Waiting>,
    /// The list at a glance; none for a list that is unreadable.
    pub summary: Option<SummaryInfo>,
}

/// Findings that are there only because something that the report names is not known.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Waiting {
    /// How many rules they are about, in a sentence.
    pub words: String,
    /// Their places among the findings, from 0.
    pub findings: Vec<usize>,
}

/// Judges a list. What is wrong with the list is in the report; never fails.
pub fn judge(app: &App, args: &JudgeArgs) -> Result<Judged, Fault> {
    let list = match args.list.read() {
        Ok(list) => list,
        Err(faults) => return Ok(judged(unreadable("", 0, faults), None)),
    };
    Ok(match judge_in_full(app.shelf(), "", None, &list, None) {
        Ok(JudgedList { ruleset, report, summary }) => judged(report, Some(words_of(&ruleset, &list, summary))),
        Err(report) => judged(*report, None),
    })
}

fn judged(mut report: Report, summary: Option<SummaryInfo>) -> Judged {
    let waiting = waiting(&report);
    let findings = std::mem::take(&mut report.findings).into_iter().map(FindingInfo::from).collect();
    Judged { report, findings, waiting, summary }
}

fn waiting(report: &Report) -> Option<Waiting> {
    let findings = folding::told(&report.findings).into_iter().find_map(|told| match told {
        Told::Waiting(findings) => Some(findings),
        Told::Finding(_) => None,
    })?;
    // Both are in the same order.
    let mut left = findings.iter().copied().peekable();
    let mut places = Vec::with_capacity(findings.len());
    for (place, finding) in report.findings.iter().enumerate() {
        if left.next_if(|waiting| std::ptr::eq(*waiting, finding)).is_some() {
            places.push(place);
        }
    }
    Some(Waiting { words: folding::waiting(&findings), findings: places })
}
