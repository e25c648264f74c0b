//! `check` and `rows`: the reports on lists, as `muster check --format json` prints them, and a row for each list.

use std::path::PathBuf;
use std::time::SystemTime;

use muster_library::listed::{FORMAT, Reports, SkippedFile};
use muster_submissions::{
    HandIn, Intake, NewestGames, ReportMaker, RowMaker, Submission, SubmissionRow, VersionRules, fold_versions,
    judge_named, judge_paths,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::CallFault;
use crate::submissions::{GivenFile, with_intake};

/// The arguments of `check` and `rows`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CheckArgs {
    /// Lists in any form, in the order of the reports. Sheets and overlays that a list names are looked for among them.
    pub files: Vec<GivenFile>,
    /// The event under which to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// A row for each list.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct RowsAnswer {
    /// The rows, with the facts of `muster check --format csv --rows lists`. Versions that do not count stand behind the list
    /// that does.
    pub rows: Vec<SubmissionRow>,
    /// The files that hold no list.
    pub skipped: Vec<SkippedFile>,
}

/// Judges the lists in files. A file without a list has a report too, which is unreadable; files in a mail or an archive beside its
/// lists have none. Fails if the event is faulty, or if the content of a file is not valid base 64 (`faulty-data`).
pub fn check(app: &App, args: &CheckArgs) -> Result<Reports, CallFault> {
    let app = app.under(args.event.as_ref())?;
    Ok(reports(&of_files(&app, &args.files)?))
}

/// The same with a row in place of each report.
pub fn rows(app: &App, args: &CheckArgs) -> Result<RowsAnswer, CallFault> {
    let app = app.under(args.event.as_ref())?;
    Ok(list_rows(&of_files(&app, &args.files)?))
}

/// Judges everything in files and folders of this machine. Fails if the event is faulty. A path that cannot be read has an
/// unreadable report.
pub fn check_paths(app: &App, paths: &[PathBuf], event: Option<&GivenEvent>) -> Result<Reports, CallFault> {
    let app = app.under(event)?;
    Ok(reports(&of_paths(&app, paths)))
}

/// The same with a row in place of each report.
pub fn rows_of_paths(app: &App, paths: &[PathBuf], event: Option<&GivenEvent>) -> Result<RowsAnswer, CallFault> {
    let app = app.under(event)?;
    Ok(list_rows(&of_paths(&app, paths)))
}

fn of_files(app: &App, files: &[GivenFile]) -> Result<Vec<HandIn>, CallFault> {
    let found = with_intake(app, files, judge_named)?;
    Ok(fold_versions(found.into_iter().flatten().collect(), &VersionRules::of(app.shelf())))
}

fn of_paths(app: &App, paths: &[PathBuf]) -> Vec<HandIn> {
    let games = NewestGames::new(app.shelf());
    let mut found = Vec::new();
    judge_paths(&Intake::new(&games), paths, |handed| found.push(handed));
    fold_versions(found, &VersionRules::of(app.shelf()).at(SystemTime::now()))
}

fn reports(found: &[HandIn]) -> Reports {
    let mut maker = ReportMaker::default();
    let (reports, skipped) = each_list(found, |list| maker.report(list));
    Reports { format: FORMAT, reports, skipped }
}

fn list_rows(found: &[HandIn]) -> RowsAnswer {
    let mut maker = RowMaker::default();
    let (rows, skipped) = each_list(found, |list| maker.row(list));
    RowsAnswer { rows, skipped }
}

/// What is said of each list, and the files that hold none.
fn each_list<T>(found: &[HandIn], mut say: impl FnMut(&Submission) -> T) -> (Vec<T>, Vec<SkippedFile>) {
    let (mut said, mut skipped) = (Vec::new(), Vec::new());
    for handed in found {
        match handed {
            HandIn::Lists(lists) => said.extend(lists.iter().map(&mut say)),
            HandIn::NoList { file, why, .. } => {
                skipped.push(SkippedFile { file: file.clone(), why: why.clone() });
            }
        }
    }
    (said, skipped)
}
