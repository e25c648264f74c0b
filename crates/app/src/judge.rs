//! `judge`: the verdict on a list, with everything that screens show of it.

use muster_engine::folding::{self, Told};
use muster_engine::report::Report;
use muster_engine::summary::Summary;
use muster_library::judge::{JudgedList, judge_in_full, unreadable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::Fault;
use crate::given::GivenList;

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
    /// As `muster check --format json` prints it; `file` is empty. A list that cannot be read, or whose ruleset is not
    /// at hand, has the verdict `unreadable` and says why.
    pub report: Report,
    /// The findings of the report that wait for something unknown; none where none do.
    pub waiting: Option<Waiting>,
    /// As `muster show` prints it; none for a list that is unreadable.
    pub summary: Option<Summary>,
}

/// Findings that are there only because something that the report names is not known.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Waiting {
    /// How many rules they are about, in a sentence.
    pub words: String,
    /// Their places among the findings of the report, from 0.
    pub findings: Vec<usize>,
}

/// Judges a list. What is wrong with the list is in the report; never fails.
pub fn judge(app: &App, args: &JudgeArgs) -> Result<Judged, Fault> {
    let list = match args.list.read() {
        Ok(list) => list,
        Err(faults) => return Ok(Judged { report: unreadable("", 0, faults), waiting: None, summary: None }),
    };
    Ok(match judge_in_full(app.shelf(), "", None, &list, None) {
        Ok(JudgedList { report, summary, .. }) => Judged { waiting: waiting(&report), report, summary: Some(summary) },
        Err(report) => Judged { report: *report, waiting: None, summary: None },
    })
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
