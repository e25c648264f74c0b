//! `muster check`: judges lists.

use std::io::{self, Write};

use anstream::StripStream;
use muster_engine::report::{Report, Severity, Verdict};
use muster_library::fault::{Fault, FaultKind};
use muster_library::shelf::Shelf;
use muster_submissions::{Games, HandedIn, Intake, Submission};

use super::handed_in::{self, Read};
use super::passed_over;
use crate::args::{Check, Format};
use crate::outcome::{Failure, Outcome};
use crate::output::{Page, Printer, Text, printer};
use crate::{file, terminal};

/// Judges the lists named on the command line and prints the reports. `warned` says that there are warnings on events.
pub(crate) fn run(args: &Check, shelf: &Shelf, warned: bool) -> Result<Outcome, Failure> {
    run_and(args, shelf, warned, &mut |_| ())
}

/// The same, and passes each report to `each`.
pub(crate) fn run_and(
    args: &Check,
    shelf: &Shelf,
    warned: bool,
    each: &mut dyn FnMut(&Report),
) -> Result<Outcome, Failure> {
    let judged = judge_all(args, shelf, each)?;
    Ok(if args.deny_warnings && warned { judged.max(Outcome::Broken) } else { judged })
}

fn judge_all(args: &Check, shelf: &Shelf, each: &mut dyn FnMut(&Report)) -> Result<Outcome, Failure> {
    let Some(path) = &args.target.output else {
        let mut out = if args.format == Format::Human { terminal::stdout() } else { terminal::data() };
        return Ok(judge(args, shelf, terminal::width(), &mut out, each)?);
    };
    let mut bytes = Vec::new();
    let outcome = match args.format {
        Format::Human => judge(args, shelf, None, &mut StripStream::new(&mut bytes), each)?,
        _ => judge(args, shelf, None, &mut bytes, each)?,
    };
    file::write(path, &bytes, args.target.force)?;
    Ok(outcome)
}

/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

fn judge(
    args: &Check,
    shelf: &Shelf,
    width: Option<usize>,
    writer: &mut impl Write,
    each: &mut dyn FnMut(&Report),
) -> io::Result<Outcome> {
    if args.bom && args.format == Format::Csv {
        writer.write_all(BYTE_ORDER_MARK)?;
    }
    let games = Games::new(shelf);
    let mut run = Run {
        args,
        outcome: Outcome::Fine,
        printer: printer(args.format, args.rows, shelf, width, writer),
        error: None,
        each,
    };
    handed_in::each(&Intake::new(&games), &args.paths, |handed, read| run.handed_in(handed, read));
    match run.error {
        // The reader closed the pipe. The exit status still says what was found.
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(run.outcome),
        Some(error) => Err(error),
        None => run.printer.finish().map(|()| run.outcome),
    }
}

/// A run of `check`.
struct Run<'a> {
    args: &'a Check,
    outcome: Outcome,
    printer: Box<dyn Printer + 'a>,
    /// The first write error. Nothing is printed after it.
    error: Option<io::Error>,
    each: &'a mut dyn FnMut(&Report),
}

impl Run<'_> {
    fn handed_in(&mut self, handed: HandedIn, read: Read) {
        match handed {
            HandedIn::Lists(lists) => self.lists(&lists, read),
            HandedIn::NoList { file, why, .. } if self.args.every_file => {
                let fault = Fault::new(FaultKind::WrongKind, format!("this is not a list: {why}"));
                self.lists(&[Submission::unread(&file, fault)], &|| None);
            }
            HandedIn::NoList { file, why, .. } => {
                self.printer.pass_over(&file, &why);
                passed_over(&file, &why);
            }
        }
    }

    /// Counts and prints the lists of one file.
    fn lists(&mut self, lists: &[Submission], read: Read) {
        for list in lists {
            (self.each)(&list.report);
            self.outcome = self.outcome.max(outcome(&list.report, self.args.deny_warnings));
        }
        if self.error.is_none() {
            self.error = self.print(lists, read).err();
        }
    }

    fn print(&mut self, lists: &[Submission], read: Read) -> io::Result<()> {
        let shows_lines = |list: &Submission| !list.is_read && !list.report.findings.is_empty();
        let bytes = if self.args.format == Format::Human && lists.iter().any(shows_lines) { read() } else { None };
        let file = bytes.as_deref().map(Text::new).unwrap_or_default();
        for list in lists {
            let text = list.text.as_deref().map(Text::of_words).unwrap_or_default();
            let file = if list.is_read { &text } else { &file };
            self.printer.print(&Page { report: &list.report, list: Some(list), file })?;
        }
        Ok(())
    }
}

/// The exit status that one report causes.
fn outcome(report: &Report, deny_warnings: bool) -> Outcome {
    let warned = || report.findings.iter().any(|finding| finding.severity == Severity::Warning);
    let denied = deny_warnings && report.verdict == Verdict::Legal && warned();
    if denied { Outcome::Broken } else { report.verdict.into() }
}
