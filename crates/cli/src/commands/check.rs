//! `muster check`: judges lists.

use std::io::{self, Write};
use std::ops::ControlFlow;

use anstream::StripStream;
use muster_engine::needs::Need;
use muster_engine::report::{Report, Severity, Verdict};
use muster_exchange::sealed::EventKeys;
use muster_library::collection::Collection;
use muster_library::fault::{FaultKind, FileFault};
use muster_library::judge::{judge_in_full, place};
use muster_library::lists::FileDocument;
use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, Intake, NewestGames, Submission};

use super::handed_in::{self, ListFile};
use super::{json_lines, passed_over};
use crate::args::{CheckCommand, Format, InputForm};
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::output::{FileText, Printer, ReportLayout, ReportLength, ReportPage, printer};
use crate::terminal::{STRONG, inform};
use crate::text::{counted, plain};
use crate::{collection, events, file, terminal};

/// Judges the lists named on the command line and prints the reports. `warned` says that there are warnings on events.
pub(crate) fn run(args: &CheckCommand, shelf: &Shelf, warned: bool) -> Result<ExitOutcome, CommandFailure> {
    run_and(args, shelf, warned, &mut |_| ())
}

/// The same, and passes each report to `each`.
pub(crate) fn run_and(
    args: &CheckCommand,
    shelf: &Shelf,
    warned: bool,
    each: &mut dyn FnMut(&Report),
) -> Result<ExitOutcome, CommandFailure> {
    let owned = collection::open(shelf, args.collection.as_deref())?;
    let keys = args.keys.open()?;
    let judged = judge_all(args, shelf, &mut ReportUse { owned: owned.as_ref(), keys: keys.as_ref(), each })?;
    Ok(if args.deny_warnings && warned { judged.max(ExitOutcome::Broken) } else { judged })
}

/// What is done with reports beside printing them, and what opens their lists.
struct ReportUse<'a> {
    /// The collection with which the lists are compared.
    owned: Option<&'a Collection>,
    /// The keys that open sealed lists.
    keys: Option<&'a EventKeys>,
    /// Called with each report.
    each: &'a mut dyn FnMut(&Report),
}

fn judge_all(args: &CheckCommand, shelf: &Shelf, beside: &mut ReportUse) -> Result<ExitOutcome, CommandFailure> {
    if args.extent.brief && args.format != Format::Human {
        let complaint = CommandComplaint::new("--brief is a form of the text for people, and of no other format");
        return Err(complaint.help("leave out --format, or use `--format csv --rows lists` for a row a list").into());
    }
    printed(args, |width, out| judge(args, shelf, beside, width, out))
}

/// Calls `print` with the destination of the output, and the width at which it is cut.
pub(super) fn printed(
    args: &CheckCommand,
    print: impl FnOnce(Option<usize>, &mut dyn Write) -> io::Result<ExitOutcome>,
) -> Result<ExitOutcome, CommandFailure> {
    let Some(path) = &args.target.output else {
        let mut out = if args.format == Format::Human { terminal::stdout() } else { terminal::data() };
        return Ok(print(terminal::width(), &mut out)?);
    };
    let mut bytes = Vec::new();
    let outcome = match args.format {
        Format::Human => print(None, &mut StripStream::new(&mut bytes))?,
        _ => print(None, &mut bytes)?,
    };
    file::write(path, &bytes, args.target.force)?;
    Ok(outcome)
}

/// U+FEFF in UTF-8.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Judges the lists, and says below them what they need together.
fn judge(
    args: &CheckCommand,
    shelf: &Shelf,
    beside: &mut ReportUse,
    width: Option<usize>,
    mut writer: &mut dyn Write,
) -> io::Result<ExitOutcome> {
    let (outcome, needs) = judge_each(args, shelf, beside, width, &mut writer)?;
    if let Some(owned) = beside.owned.filter(|_| args.format == Format::Human && needs.len() > 1) {
        writeln!(writer, "{STRONG}Collection{STRONG:#}: {}", plain(&collection::together(owned, &needs)))?;
        writer.flush()?;
    }
    Ok(outcome)
}

/// Judges the lists, and returns also what each of them needs that was compared with the collection.
fn judge_each(
    args: &CheckCommand,
    shelf: &Shelf,
    beside: &mut ReportUse,
    width: Option<usize>,
    writer: &mut impl Write,
) -> io::Result<(ExitOutcome, Vec<Vec<Need>>)> {
    let extent = &args.extent;
    if args.bom && matches!(args.format, Format::Csv | Format::Players) {
        writer.write_all(BYTE_ORDER_MARK)?;
    }
    let is_read_at_once = terminal::is_terminal() && args.target.output.is_none();
    let length = match (extent.brief, is_read_at_once && !extent.full) {
        (true, _) => ReportLength::Brief,
        (false, true) => ReportLength::BriefIfMany,
        (false, false) => ReportLength::Full,
    };
    let layout =
        ReportLayout { format: args.format, rows: args.rows, program: args.program, length, only: &extent.only, width };
    let games = NewestGames::new(shelf);
    let mut run = CheckRun {
        args,
        outcome: ExitOutcome::Fine,
        shelf,
        owned: beside.owned,
        needs: Vec::new(),
        others: 0,
        is_shown: true,
        printer: printer(layout, shelf, writer),
        error: None,
        each: beside.each,
    };
    let intake = Intake::new(&games).with_keys(beside.keys);
    let versions = events::versions(shelf, args.all_versions);
    match args.from {
        Some(InputForm::Jsonl) => json_lines::each(&intake, &args.paths, |handed| {
            run.handed_in(handed, None);
            if run.error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }),
        None => handed_in::counted(&intake, &versions, &args.paths, |handed, file| run.handed_in(handed, Some(file))),
    }
    if let Some(owned) = run.owned.filter(|_| run.others > 0) {
        let lists = counted(run.others, "list");
        inform(&format!("not compared with the collection, which is of {}: {lists} of other games", owned.ruleset));
    }
    match run.error.map_or_else(|| run.printer.finish(), Err) {
        // The reader closed the pipe. The exit status still says what was found.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok((run.outcome, Vec::new())),
        Err(error) => Err(error),
        Ok(()) => Ok((run.outcome, run.needs)),
    }
}

/// A run of `check`.
struct CheckRun<'a> {
    args: &'a CheckCommand,
    outcome: ExitOutcome,
    shelf: &'a Shelf,
    /// The collection with which the lists are compared.
    owned: Option<&'a Collection>,
    /// What each list needs that was compared with it.
    needs: Vec<Vec<Need>>,
    /// How many lists are of other games than the collection.
    others: usize,
    /// Whether the last list that counts was printed. Its versions are printed with it.
    is_shown: bool,
    printer: Box<dyn Printer + 'a>,
    /// The first write error. Nothing is printed after it.
    error: Option<io::Error>,
    each: &'a mut dyn FnMut(&Report),
}

impl CheckRun<'_> {
    fn handed_in(&mut self, handed: HandIn, from: Option<&ListFile>) {
        match handed {
            HandIn::Lists(mut lists) => {
                if let Some(owned) = self.owned {
                    for list in &mut lists {
                        self.compare(owned, list, from);
                    }
                }
                self.lists(&lists, from);
            }
            HandIn::NoList { file, why, .. } if self.args.every_file => {
                let fault = FileFault::new(FaultKind::WrongKind, format!("this is not a list: {why}"));
                self.lists(&[Submission::unread(&file, fault)], None);
            }
            HandIn::NoList { ref file, ref why, .. } => {
                passed_over(file, why);
                self.printer.pass_over(handed);
            }
        }
    }

    /// Adds to a list what it needs more than the collection has.
    fn compare(&mut self, owned: &Collection, submission: &mut Submission, from: Option<&ListFile>) {
        let Some(list) = submission.list.as_deref().filter(|_| submission.report.verdict != Verdict::Unreadable) else {
            return;
        };
        let file = &submission.report.file;
        let Ok(judged) = judge_in_full(self.shelf, file, submission.beside(self.shelf), list, None) else { return };
        if owned.ruleset != judged.ruleset.declarations().id {
            self.others += 1;
            return;
        }
        let advice = owned.advice(&judged.needs);
        self.needs.push(judged.needs);
        if advice.is_empty() {
            return;
        }
        submission.report.add(advice);
        // The places of a list that was read from another form are not those of its list.
        if !submission.is_read
            && submission.came.is_plain
            && let Some(FileDocument::List(_, document)) = from.and_then(|from| from.entry(submission.report.document))
        {
            place(&mut submission.report, document);
        }
    }

    /// Counts and prints the lists of one file.
    fn lists(&mut self, lists: &[Submission], from: Option<&ListFile>) {
        for list in lists {
            (self.each)(&list.report);
            if !list.came.is_folded() {
                self.outcome = self.outcome.max(outcome(&list.report, self.args.deny_warnings));
            }
        }
        if self.error.is_none() {
            self.error = self.print(lists, from).err();
        }
    }

    fn print(&mut self, lists: &[Submission], from: Option<&ListFile>) -> io::Result<()> {
        let shows_lines = |list: &Submission| !list.is_read && !list.report.findings.is_empty();
        let shows_text = matches!(self.args.format, Format::Human | Format::Sarif);
        let from = from.filter(|_| shows_text && lists.iter().any(shows_lines));
        let file = from.map(ListFile::text);
        // Lists that came in one text have it in common.
        let (none, mut words) = (FileText::default(), (None, FileText::default()));
        for list in lists {
            if words.0 != list.text.as_deref() {
                let text = list.text.as_deref();
                let of =
                    |text: &str| if list.is_read { FileText::of_words(text) } else { FileText::new(text.as_bytes()) };
                words = (text, text.map(of).unwrap_or_default());
            }
            let file = if list.is_read || list.text.is_some() { &words.1 } else { file.unwrap_or(&none) };
            let page = ReportPage { report: &list.report, list: Some(list), file };
            // A version stands below the list that counts in its place, and is shown with it.
            self.is_shown =
                if list.came.is_folded() { self.is_shown } else { self.args.extent.shows(list.report.verdict) };
            if self.is_shown {
                self.printer.print(&page)?;
            } else {
                self.printer.leave_out(&page);
            }
        }
        Ok(())
    }
}

/// The exit status that one report causes.
fn outcome(report: &Report, deny_warnings: bool) -> ExitOutcome {
    let warned = || report.findings.iter().any(|finding| finding.severity == Severity::Warning);
    let denied = deny_warnings && report.verdict == Verdict::Legal && warned();
    if denied { ExitOutcome::Broken } else { report.verdict.into() }
}
