//! `judge`: the verdict on a list, with everything that the screens show of it.

use muster_engine::folding::{self, Told};
use muster_engine::report::Report;
use muster_library::judge::{JudgedList, judge_in_full, unreadable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::Fault;
use crate::finding::FindingInfo;
use crate::given::GivenList;
use crate::summary::{SummaryInfo, words_of};

/// The arguments of `judge`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct JudgeArgs {
    /// The list.
    pub list: GivenList,
    /// The event under which to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// The verdict on a list and its summary.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Judged {
    /// The report as `muster check --format json` prints it, but with empty `file` and `findings`. The verdict is
    /// `unreadable` if the list cannot be read or its ruleset is not installed.
    pub report: Report,
    /// The findings of the report, each with its source in words.
    pub findings: Vec<FindingInfo>,
    /// The findings that depend on something unknown; absent if there are none.
    pub waiting: Option<Waiting>,
    /// The summary of the list; absent if the list is unreadable.
    pub summary: Option<SummaryInfo>,
}

/// Findings that exist only because something that the report names is not known.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Waiting {
    /// The number of their rules, in a sentence.
    pub words: String,
    /// The indexes of these findings, from 0.
    pub findings: Vec<usize>,
}

/// Judges a list. Fails only if the event is faulty: the report says what is wrong with the list.
pub fn judge(app: &App, args: &JudgeArgs) -> Result<Judged, Fault> {
    let app = &app.under(args.event.as_ref())?;
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
