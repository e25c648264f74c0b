//! `check`: the reports on lists, as `muster check --format json` prints them.

use muster_engine::report::Report;
use muster_submissions::{HandIn, judge_named};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::CallFault;
use crate::submissions::{GivenFile, with_intake};

/// The version of the form of the answer.
const FORMAT: u32 = 1;

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

/// What `muster check --format json` prints.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Checked")]
#[serde(rename_all = "kebab-case")]
pub struct CheckAnswer {
    /// The version of this form: 1.
    pub format: u32,
    /// A report for each list. A file without a list has one too, which is unreadable. Files in a mail or an archive
    /// beside its lists have none.
    pub reports: Vec<Report>,
}

/// Judges the lists in files. Fails if the event is faulty, or if the content of a file is not valid base 64
/// (`wrong-args`).
pub fn check(app: &App, args: &CheckArgs) -> Result<CheckAnswer, CallFault> {
    let app = app.under(args.event.as_ref())?;
    let found = with_intake(&app, &args.files, judge_named)?;
    let lists = found.into_iter().flatten().filter_map(|handed| match handed {
        HandIn::Lists(lists) => Some(lists),
        HandIn::NoList { .. } => None,
    });
    Ok(CheckAnswer { format: FORMAT, reports: lists.flatten().map(|list| list.report).collect() })
}
