//! `muster check --everywhere`: judges lists by each version of their ruleset, and under each event at hand.

use std::cell::OnceCell;
use std::io::{self, Write};
use std::path::PathBuf;

use muster_engine::plural::count;
use muster_engine::report::{Report, Verdict};
use muster_library::everywhere::{JudgedOccasion, Occasion, Occasions};
use muster_library::fault::{FaultKind, FileFault};
use muster_library::lists::FileDocument;
use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, Intake, NewestGames, Submission};

use super::check::{BYTE_ORDER_MARK, printed};
use super::handed_in::{self, ListFile};
use super::passed_over;
use crate::args::{CheckCommand, Format};
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::output::brief::BriefLine;
use crate::output::{FileText, Printer, ReportLayout, ReportPage, header, printer};
use crate::terminal::STRONG;
use crate::text::plain;

/// Judges the lists named on the command line wherever they may be played, and prints a row for each occasion.
pub(crate) fn run(args: &CheckCommand, events: &[PathBuf], shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    if !matches!(args.format, Format::Human | Format::Json | Format::Jsonl | Format::Csv) {
        let complaint = CommandComplaint::new("--everywhere has no such format");
        return Err(complaint.help("the formats are human, json, jsonl and csv").into());
    }
    printed(args, |width, out| judge(args, events, shelf, width, out))
}

fn judge(
    args: &CheckCommand,
    events: &[PathBuf],
    shelf: &Shelf,
    width: Option<usize>,
    mut writer: &mut dyn Write,
) -> io::Result<ExitOutcome> {
    if args.bom && args.format == Format::Csv {
        writer.write_all(BYTE_ORDER_MARK)?;
    }
    let layout = ReportLayout { format: args.format, rows: args.rows, ..ReportLayout::default() };
    let destination = match args.format {
        Format::Human => RowDestination::People { writer, width, is_first: true },
        _ => RowDestination::Programs(printer(layout, shelf, &mut writer)),
    };
    let mut run =
        EverywhereRun { args, events, shelf, occasions: OnceCell::new(), outcome: ExitOutcome::Fine, destination };
    let games = NewestGames::new(shelf);
    let mut error = None;
    handed_in::each(&Intake::new(&games), &args.paths, |handed, file| {
        if error.is_none() {
            error = run.handed_in(handed, file).err();
        }
    });
    match error.map_or_else(|| run.destination.finish(), Err) {
        // The reader closed the pipe. The exit status still says what was found.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(run.outcome),
        Err(error) => Err(error),
        Ok(()) => Ok(run.outcome),
    }
}

/// A run of `check --everywhere`.
struct EverywhereRun<'a> {
    args: &'a CheckCommand,
    /// The events that the command line names.
    events: &'a [PathBuf],
    shelf: &'a Shelf,
    /// Made after the first list is read, so that they share its ruleset.
    occasions: OnceCell<Occasions<'a>>,
    outcome: ExitOutcome,
    destination: RowDestination<'a>,
}

/// Where the rows go.
enum RowDestination<'a> {
    People { writer: &'a mut dyn Write, width: Option<usize>, is_first: bool },
    Programs(Box<dyn Printer + 'a>),
}

impl EverywhereRun<'_> {
    fn handed_in(&mut self, handed: HandIn, from: &ListFile) -> io::Result<()> {
        match handed {
            HandIn::Lists(lists) => lists.iter().try_for_each(|list| self.list(list, from)),
            HandIn::NoList { file, why, .. } if self.args.every_file => {
                let fault = FileFault::new(FaultKind::WrongKind, format!("this is not a list: {why}"));
                self.list(&Submission::unread(&file, fault), from)
            }
            HandIn::NoList { file, why, .. } => {
                passed_over(&file, &why);
                Ok(())
            }
        }
    }

    /// Judges a list everywhere.
    fn list(&mut self, submission: &Submission, from: &ListFile) -> io::Result<()> {
        let report = &submission.report;
        let occasions = self.occasions.get_or_init(|| Occasions::new(self.shelf, self.events));
        let mut rows = match submission.list.as_deref() {
            Some(list) => {
                // The places of a list that was read from another form are not those of its list.
                let has_lines = !submission.is_read && submission.came.is_plain;
                let document = from.entry(report.document).filter(|_| has_lines).and_then(|entry| match entry {
                    FileDocument::List(_, document) => Some(document),
                    _ => None,
                });
                occasions.judge(&report.file, submission.beside(self.shelf), list, document)
            }
            None => Vec::new(),
        };
        for row in &mut rows {
            row.report.document = report.document;
        }
        self.outcome = self.outcome.max(outcome(&rows, self.events));
        if rows.is_empty() {
            self.outcome = self.outcome.max(report.verdict.into());
        }
        // The best is the answer.
        rows.sort_by_key(|row| std::cmp::Reverse(row.report.verdict.rank()));
        self.destination.write(submission, &rows, |verdict| self.args.extent.shows(verdict))
    }
}

impl RowDestination<'_> {
    /// Writes a list with the wanted rows; without rows, it was judged nowhere.
    fn write(
        &mut self,
        submission: &Submission,
        rows: &[JudgedOccasion],
        shows: impl Fn(Verdict) -> bool,
    ) -> io::Result<()> {
        let wanted = rows.iter().filter(|row| shows(row.report.verdict));
        match self {
            Self::People { writer, width, is_first } => {
                if !std::mem::replace(is_first, false) {
                    writeln!(writer)?;
                }
                let report = &submission.report;
                let (title, player) = header::title(report);
                if rows.is_empty() {
                    return BriefLine::named(report, &format!("{title}{player}"), String::new()).write(*width, writer);
                }
                writeln!(writer, "{STRONG}{title}{STRONG:#}{player}")?;
                if report.name.is_some() {
                    writeln!(writer, "  {}", header::place(report))?;
                }
                for row in wanted {
                    line(row).write(*width, writer)?;
                }
                let number = |of: &dyn Fn(&&JudgedOccasion) -> bool| {
                    u32::try_from(rows.iter().filter(of).count()).unwrap_or(u32::MAX)
                };
                let legal = number(&|row| row.report.verdict == Verdict::Legal);
                let events = number(&|row| matches!(row.occasion, Occasion::Event { .. }));
                let versions = count(number(&|_| true) - events, "version");
                writeln!(writer, "legal in {legal} of {} ({versions}, {})", rows.len(), count(events, "event"))
            }
            Self::Programs(printer) => {
                let file = FileText::default();
                let mut print = |report: &Report| {
                    let list = Submission { report: report.clone(), ..submission.clone() };
                    printer.print(&ReportPage { report, list: Some(&list), file: &file })
                };
                if rows.is_empty() {
                    return print(&submission.report);
                }
                wanted.map(|row| &row.report).try_for_each(print)
            }
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        match self {
            Self::People { writer, .. } => writer.flush(),
            Self::Programs(printer) => printer.finish(),
        }
    }
}

/// A row for people: the verdict, the occasion, the points, and the first reason.
fn line(row: &JudgedOccasion) -> BriefLine {
    let report = &row.report;
    let points = header::points(report);
    let ruleset = report.ruleset.as_ref();
    match &row.occasion {
        Occasion::Version(version) => {
            let id = ruleset.map_or("version", |ruleset| ruleset.id.as_str());
            BriefLine::named(report, &format!("{} {version}{points}", plain(id)), String::new())
        }
        Occasion::Event { name, path, .. } => {
            let path = path.display().to_string();
            let file = if path == *name { String::new() } else { plain(&path).into_owned() };
            BriefLine::named(report, &format!("{}{points}", plain(name)), file)
        }
    }
}

/// The exit status that one list causes.
fn outcome(rows: &[JudgedOccasion], events: &[PathBuf]) -> ExitOutcome {
    let is_named = |row: &JudgedOccasion| match &row.occasion {
        Occasion::Event { path, is_usable: false, .. } => events.iter().any(|event| path.starts_with(event)),
        _ => false,
    };
    let has = |verdict| rows.iter().any(|row| row.report.verdict == verdict);
    if rows.iter().any(is_named) {
        ExitOutcome::Undecided
    } else if rows.is_empty() || has(Verdict::Legal) {
        ExitOutcome::Fine
    } else if has(Verdict::Illegal) && !has(Verdict::Undetermined) {
        ExitOutcome::Broken
    } else {
        ExitOutcome::Undecided
    }
}
