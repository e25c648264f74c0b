//! `judge`: the verdict on a list, with everything that the screens show of it.

use muster_engine::folding::{self, ShownFinding};
use muster_engine::ready::Ruleset;
use muster_engine::report::{Report, Severity, Verdict};
use muster_library::collection_file::CollectionFile;
use muster_library::judge::{JudgedList, judge_in_full, unreadable};
use muster_library::share;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::collection::{self, OwnedInfo};
use crate::event::GivenEvent;
use crate::fault::CallFault;
use crate::finding::FindingInfo;
use crate::given::GivenList;
use crate::given_sheet::{GivenSheet, beside, file_of};
use crate::summary::{SummaryInfo, words_of};

/// The arguments of `judge`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct JudgeArgs {
    /// The list.
    pub list: GivenList,
    /// The sheet that the list points at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<GivenSheet>,
    /// The event under which to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
    /// The models that the person owns. A collection of another game is passed over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collection: Option<CollectionFile>,
}

/// The verdict on a list and its summary.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Judged")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct JudgeAnswer {
    /// The report as `muster check --format json` prints it, but with an empty `file`. The verdict is
    /// `unreadable` if the list cannot be read or its ruleset is not installed.
    pub report: Report,
    /// The findings of the report once more, in the same order, each with its source in words.
    pub findings: Vec<FindingInfo>,
    /// The standing of the list while a person still builds it.
    pub standing: Standing,
    /// The findings that depend on something unknown; absent if there are none.
    pub waiting: Option<WaitingFindings>,
    /// The summary of the list; absent if the list is unreadable.
    pub summary: Option<SummaryInfo>,
    /// The list hides something from opponents and has no salt, so that its fingerprint on an open print can be searched
    /// for it.
    pub needs_salt: bool,
    /// The list compared with the models that the person owns; absent if the call brought none of the list's game.
    pub owned: Option<OwnedInfo>,
}

/// The standing of a list while a person still builds it. It is like the verdict, but an error that an addition would
/// mend does not count yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It has no squadrons, and nothing else is wrong.
    Empty,
    /// Something is still to do, and nothing else is wrong.
    ToDo,
    /// No rule is broken.
    Legal,
    /// At least one rule is broken that adding does not mend.
    Illegal,
    /// No rule is certainly broken, but some rules could not be decided.
    Undetermined,
    /// The list could not be read.
    Unreadable,
}

/// Findings that exist only because something that the report names is not known.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Waiting")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WaitingFindings {
    /// The number of their rules, in a sentence.
    pub words: String,
    /// The indexes of these findings, from 0.
    pub findings: Vec<usize>,
}

/// Judges a list. Fails only if the event or the document of the sheet is faulty: the report says what is wrong with the list.
pub fn judge(app: &App, args: &JudgeArgs) -> Result<JudgeAnswer, CallFault> {
    let app = &app.under(args.event.as_ref())?;
    let list = match args.list.read() {
        Ok(list) => list,
        Err(faults) => return Ok(judged(unreadable("", 0, faults), None, None)),
    };
    let sheet = file_of(args.sheet.as_ref())?;
    Ok(match judge_in_full(app.shelf(), "", beside(sheet.as_ref()), &list, None) {
        Ok(JudgedList { ruleset, report, summary, needs }) => {
            let needs_salt = share::needs_salt(ruleset.declarations(), &list);
            let owned = collection::of_game(&ruleset, args.collection.as_ref());
            let owned = owned.map(|owned| collection::owned(&owned, &needs));
            JudgeAnswer {
                needs_salt,
                owned,
                ..judged(report, Some(&ruleset), Some(words_of(&ruleset, &list, summary)))
            }
        }
        Err(report) => judged(*report, None, None),
    })
}

fn judged(report: Report, ruleset: Option<&Ruleset>, summary: Option<SummaryInfo>) -> JudgeAnswer {
    let waiting = waiting(&report);
    let left = report.mfv.zip(report.points).map(|(mfv, points)| i64::from(mfv) - i64::from(points));
    let findings = report.findings.iter().cloned();
    let findings: Vec<FindingInfo> = findings.map(|finding| FindingInfo::new(ruleset, finding, left)).collect();
    let is_empty = summary.as_ref().is_some_and(|summary| summary.squadrons.is_empty());
    let standing = standing(report.verdict, &findings, is_empty);
    JudgeAnswer { standing, report, findings, waiting, summary, needs_salt: false, owned: None }
}

/// How a list or a sheet stands, from its findings.
pub(crate) fn standing(verdict: Verdict, findings: &[FindingInfo], is_empty: bool) -> Standing {
    let is_wrong = |info: &FindingInfo| info.finding.severity == Severity::Error && !info.to_do;
    match verdict {
        Verdict::Unreadable => Standing::Unreadable,
        Verdict::Illegal if findings.iter().any(is_wrong) => Standing::Illegal,
        _ if is_empty => Standing::Empty,
        Verdict::Illegal => Standing::ToDo,
        Verdict::Legal => Standing::Legal,
        Verdict::Undetermined => Standing::Undetermined,
    }
}

fn waiting(report: &Report) -> Option<WaitingFindings> {
    let findings = folding::told(&report.findings).into_iter().find_map(|told| match told {
        ShownFinding::Waiting(findings) => Some(findings),
        ShownFinding::Finding(_) => None,
    })?;
    // Both are in the same order.
    let mut left = findings.iter().copied().peekable();
    let mut places = Vec::with_capacity(findings.len());
    for (place, finding) in report.findings.iter().enumerate() {
        if left.next_if(|waiting| std::ptr::eq(*waiting, finding)).is_some() {
            places.push(place);
        }
    }
    Some(WaitingFindings { words: folding::waiting(&findings), findings: places })
}
