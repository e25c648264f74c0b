//! `check`: the reports on lists, as `muster check --format json` prints them.

use muster_library::listed::{FORMAT, Reports, SkippedFile};
use muster_submissions::{HandIn, ReportMaker, VersionRules, fold_versions, judge_named};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::CallFault;
use crate::submissions::{GivenFile, with_intake};

/// The arguments of `check`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CheckArgs {
    /// Lists in any form, in the order of the reports. Sheets and overlays that a list names are looked for among them.
    pub files: Vec<GivenFile>,
    /// The event under which to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// Judges the lists in files. A file without a list has a report too, which is unreadable; files in a mail or an archive beside its
/// lists have none. Fails if the event is faulty, or if the content of a file is not valid base 64 (`wrong-args`).
pub fn check(app: &App, args: &CheckArgs) -> Result<Reports, CallFault> {
    let app = app.under(args.event.as_ref())?;
    let found = with_intake(&app, &args.files, judge_named)?;
    let mut answer = Reports { format: FORMAT, reports: Vec::new(), skipped: Vec::new() };
    let mut maker = ReportMaker::default();
    for handed in fold_versions(found.into_iter().flatten().collect(), &VersionRules::of(app.shelf())) {
        match handed {
            HandIn::Lists(lists) => answer.reports.extend(lists.iter().map(|list| maker.report(list))),
            HandIn::NoList { file, why, .. } => answer.skipped.push(SkippedFile { file, why }),
        }
    }
    Ok(answer)
}
