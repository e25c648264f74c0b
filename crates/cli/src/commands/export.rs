//! `muster export`: a list as text or for other programs, a catalogue as a spreadsheet.

use std::path::Path;

use muster_app::export::{self, ExportFormat};
use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::ready::Ruleset;
use muster_engine::report::Report;
use muster_engine::summary::{Summary, summary};
use muster_exchange::battlescribe::roster;
use muster_exchange::listing::{ListText, TextContext};
use muster_exchange::spreadsheet;
use muster_library::catalogues::catalogues;
use muster_library::judge::judge_in_full;
use muster_library::lists::{self, FileDocument};
use muster_library::shelf::Shelf;
use muster_library::{json, share};
use muster_submissions::{HandIn, Intake, NewestGames, Submission, judge_bytes};

use super::{complain, warn_of_trying};
use crate::args::{ExportCommand, ExportTarget};
use crate::file;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::output::FileText;
use crate::terminal::inform;

/// Exports the only list of a file of any form, or a catalogue.
pub(crate) fn run(args: &ExportCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    let name = args.file.display();
    let bytes = file::read_named(&args.file)
        .map_err(|fault| CommandComplaint { message: format!("{name}: {}", fault.message), help: fault.help })?;
    match lists::lists(&bytes).as_slice() {
        [FileDocument::Other(kind, _), ..] if kind == "catalogue" => {
            return put_out(args, catalogue(args, &bytes, shelf)?);
        }
        [FileDocument::Other(kind, _)] => {
            let message = format!("{name} is of the kind `{kind}`; only lists and catalogues can be exported");
            return Err(CommandComplaint::new(message).into());
        }
        _ => {}
    }
    let games = NewestGames::new(shelf);
    let keys = args.keys.open()?;
    let file = name.to_string();
    let intake = Intake::new(&games).with(args.ruleset.as_deref(), TextContext::default()).with_keys(keys.as_ref());
    let outcomes = judge_bytes(&intake, &file, &bytes);
    let of_one = |handed| if let HandIn::Lists(lists) = handed { lists } else { Vec::new() };
    let mut found: Vec<Submission> = outcomes.into_iter().flat_map(of_one).collect();
    if found.len() > 1 {
        let message = format!("{name} holds {} documents; only one list can be exported at a time", found.len());
        return Err(CommandComplaint::new(message).into());
    }
    let Some(submission) = found.pop() else {
        return Err(CommandComplaint::new(format!("{name} holds no list")).into());
    };
    let Some(list) = submission.list.as_deref() else {
        complain(&submission.report, &FileText::new(&bytes));
        return Ok(ExitOutcome::Undecided);
    };
    // The text that was read is not exported, so its doubts must be told here.
    let doubts = submission.doubts().map(|doubt| doubt.message.clone());
    let (contents, left_out) = self::list(args, list, shelf)?;
    put_out(args, (contents, doubts.chain(left_out).collect()))
}

/// Writes the export, and names on standard error everything that it loses.
fn put_out(args: &ExportCommand, (contents, lost): ExportResult) -> Result<ExitOutcome, CommandFailure> {
    for line in &lost {
        inform(line);
    }
    file::put_out(&args.target, &contents)?;
    Ok(ExitOutcome::Fine)
}

/// The exported bytes, and a line for everything that the format loses.
type ExportResult = (Vec<u8>, Vec<String>);

fn list(args: &ExportCommand, list: &ArmyList, shelf: &Shelf) -> Result<ExportResult, CommandComplaint> {
    let beside = args.file.parent().map(|folder| shelf.place(folder));
    let ruleset = shelf.ruleset_beside(list, beside)?;
    let file = args.file.to_string_lossy();
    let whole = || {
        let judged = judge_in_full(shelf, &file, beside, list, None);
        judged.map_or_else(|report| (summary(&ruleset, list), *report), |judged| (judged.summary, judged.report))
    };
    if !args.open {
        return written(args.to, &ruleset, list, whole);
    }
    let (_, report) = whole();
    if share::needs_salt(ruleset.declarations(), list) {
        warn_of_trying(&file);
    }
    let open = share::open(ruleset.declarations(), list, report.fingerprint.as_deref());
    // The report below the open list is that of the whole list, as on prints.
    written(args.to, &ruleset, &open, || (summary(&ruleset, &open), report))
}

fn written(
    to: ExportTarget,
    ruleset: &Ruleset,
    list: &ArmyList,
    judged: impl FnOnce() -> (Summary, Report),
) -> Result<ExportResult, CommandComplaint> {
    let format = match to {
        ExportTarget::Text => ExportFormat::Text,
        ExportTarget::Markdown => ExportFormat::Markdown,
        ExportTarget::Discord => ExportFormat::Discord,
        ExportTarget::Bbcode => ExportFormat::Bbcode,
        ExportTarget::Lines => ExportFormat::Lines,
        ExportTarget::Csv => ExportFormat::Csv,
        ExportTarget::Ros | ExportTarget::Rosz => ExportFormat::Ros,
        ExportTarget::Word => ExportFormat::Word,
        ExportTarget::Json => {
            let json = json::to_string_pretty(list).map_err(|error| CommandComplaint::new(error.to_string()))?;
            return Ok((format!("{json}\n").into_bytes(), Vec::new()));
        }
    };
    let ListText { mut text, lost } = export::written(format, ruleset, list, judged);
    if to == ExportTarget::Word {
        text.push('\n');
    }
    Ok((if to == ExportTarget::Rosz { roster::pack(&text) } else { text.into_bytes() }, lost))
}

fn catalogue(args: &ExportCommand, bytes: &[u8], shelf: &Shelf) -> Result<ExportResult, CommandComplaint> {
    if args.open {
        return Err(CommandComplaint::new("--open is only for lists: a catalogue has nothing secret"));
    }
    if args.to != ExportTarget::Csv {
        return Err(CommandComplaint::new("a catalogue can only be exported as a spreadsheet").help("--to csv"));
    }
    let id = args.ruleset.as_deref().ok_or_else(|| {
        CommandComplaint::new("the traits of a catalogue depend on its game").help("name it with --ruleset")
    })?;
    let ruleset = shelf.ruleset(&RulesetName::Id(id.to_owned()), &[])?;
    let found = catalogues(&ruleset, bytes)
        .map_err(|faults| unreadable(&args.file, faults.first().map(|fault| &fault.message)))?;
    let (text, lost) = spreadsheet::write(&ruleset, &found);
    Ok((text.into_bytes(), lost))
}

fn unreadable(path: &Path, first: Option<&String>) -> CommandComplaint {
    let first = first.map_or("it cannot be read", String::as_str);
    CommandComplaint::new(format!("{}: {first}", path.display()))
        .help(format!("`muster lint {}` tells all", path.display()))
}
