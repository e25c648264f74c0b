//! `muster lint`: checks rulesets and catalogues, for people who write them.

use std::io::{self, Write};
use std::path::Path;

use muster_app::own_units::is_spreadsheet;
use muster_engine::plural::joined;
use muster_engine::report::{Finding, Report, Severity, Verdict};
use muster_library::lints;
use muster_library::shelf::Shelf;

use crate::args::{LintCommand, OutputStyle};
use crate::commands::playable;
use crate::file::disk;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::output::{FileText, JsonPrinter, Printer, ReportPage, frames};
use crate::terminal::{self, BAD, GOOD};
use crate::text::{counted, plain};

/// Prints what is wrong with a ruleset, file by file.
pub(crate) fn run(args: &LintCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    if is_spreadsheet(&args.path) {
        let complaint = CommandComplaint::new(format!("{} is a spreadsheet", args.path.display()));
        let help = "`muster import FILE --ruleset GAME` names everything that is wrong with one of units; `check` judges one of a list";
        return Err(complaint.help(help).into());
    }
    let mut reports = lints::lint(shelf, &args.path);
    if args.witness {
        show_playable(args, shelf, &mut reports)?;
    }
    let mut out = terminal::styled(args.format);
    match args.format {
        OutputStyle::Json => {
            let mut printer = JsonPrinter::new(&mut out);
            for report in &reports {
                printer.print(&ReportPage { report, list: None, file: &FileText::default() })?;
            }
            printer.finish()?;
        }
        OutputStyle::Human => human(&mut out, &args.path, &reports)?,
    }
    Ok(reports.iter().map(|report| report.verdict.into()).max().unwrap_or_default())
}

/// Adds to the report on an overlay whether it can be played. An overlay with errors is mended first.
fn show_playable(args: &LintCommand, shelf: &Shelf, reports: &mut [Report]) -> Result<(), CommandComplaint> {
    let games = lints::overlaid(shelf, &args.path);
    let Some(report) = reports.first_mut().filter(|report| report.verdict == Verdict::Legal) else { return Ok(()) };
    if games.is_empty() {
        return Err(CommandComplaint::new(format!(
            "{} is no overlay, and --witness is about overlays",
            args.path.display()
        )));
    }
    let found: Vec<Finding> = games.iter().flat_map(|game| playable::findings(game, args.mfv)).collect();
    if found.iter().any(|finding| finding.severity == Severity::Error) {
        report.verdict = Verdict::Illegal;
    }
    report.findings.extend(found);
    Ok(())
}

/// Prints findings with their lines, and the number of findings. Files without findings are not named.
fn human(writer: &mut impl Write, path: &Path, reports: &[Report]) -> io::Result<()> {
    for report in reports.iter().filter(|report| !report.findings.is_empty()) {
        file(writer, report)?;
    }
    let count = |severity| {
        reports.iter().flat_map(|report| &report.findings).filter(|finding| finding.severity == severity).count()
    };
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let found: Vec<String> = [(errors, "error"), (warnings, "warning")]
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, noun)| counted(number, noun))
        .collect();
    let path = path.to_string_lossy();
    let path = plain(&path);
    if found.is_empty() {
        writeln!(writer, "{GOOD}sound{GOOD:#}: {path}")?;
    } else {
        let unreadable = reports.iter().any(|report| report.verdict == Verdict::Unreadable);
        let (style, verdict) = match (unreadable, errors) {
            (true, _) => (BAD, "unreadable"),
            (false, 0) => (GOOD, "sound"),
            (false, _) => (BAD, "broken"),
        };
        writeln!(writer, "{style}{verdict}{style:#}: {path}, {}", joined(&found, "and"))?;
    }
    writer.flush()
}

fn file(writer: &mut impl Write, report: &Report) -> io::Result<()> {
    let bytes = disk().read(Path::new(&report.file)).unwrap_or_default();
    let file = FileText::new(&bytes);
    for frame in frames(terminal::width(), &ReportPage { report, list: None, file: &file }, |_| true) {
        writeln!(writer, "{frame}\n")?;
    }
    Ok(())
}
