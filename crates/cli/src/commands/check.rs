//! `muster check`: judges lists.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anstream::StripStream;
use muster_engine::report::{Report, Severity, Verdict};
use muster_library::fault::{Fault, FaultKind};
use muster_library::files;
use muster_library::judge::{FileJudged, judge_bytes, judge_paths, unreadable};
use muster_library::shelf::Shelf;

use super::passed_over;
use crate::args::{Check, Format};
use crate::outcome::{Failure, Outcome};
use crate::output::{Page, Printer, Text, printer};
use crate::{file, terminal};

/// Judges the lists named on the command line and prints the reports.
pub(crate) fn run(args: &Check, shelf: &Shelf) -> Result<Outcome, Failure> {
    let Some(path) = &args.target.output else {
        let mut out = if args.format == Format::Human { terminal::stdout() } else { terminal::data() };
        return Ok(judge(args, shelf, terminal::width(), &mut out)?);
    };
    let mut bytes = Vec::new();
    let outcome = match args.format {
        Format::Human => judge(args, shelf, None, &mut StripStream::new(&mut bytes))?,
        _ => judge(args, shelf, None, &mut bytes)?,
    };
    file::write(path, &bytes, args.target.force)?;
    Ok(outcome)
}

fn judge(args: &Check, shelf: &Shelf, width: Option<usize>, writer: &mut impl Write) -> io::Result<Outcome> {
    let mut run =
        Run { args, shelf, outcome: Outcome::Fine, printer: printer(args.format, width, writer), error: None };
    // Standard input can be read only once, so its text is kept for the frames.
    for paths in args.paths.chunk_by(|one, other| !is_stdin(one) && !is_stdin(other)) {
        match paths {
            [path] if is_stdin(path) => run.standard_input(),
            paths => run.files(paths),
        }
    }
    match run.error {
        // The reader closed the pipe. The exit status still says what was found.
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(run.outcome),
        Some(error) => Err(error),
        None => run.printer.finish().map(|()| run.outcome),
    }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// A run of `check`.
struct Run<'a> {
    args: &'a Check,
    shelf: &'a Shelf,
    outcome: Outcome,
    printer: Box<dyn Printer + 'a>,
    /// The first write error. Nothing is printed after it.
    error: Option<io::Error>,
}

impl Run<'_> {
    fn standard_input(&mut self) {
        match files::read_from(io::stdin(), 0) {
            Ok(bytes) => self.reports(&judge_bytes(self.shelf, "-", &bytes), || Some(bytes.clone())),
            Err(fault) => self.reports(&[unreadable("-", 0, vec![fault])], || None),
        }
    }

    fn files(&mut self, paths: &[PathBuf]) {
        judge_paths(self.shelf, paths, |judged| match judged {
            // Files are read again for the few reports that show lines, because most texts are never needed again.
            FileJudged::Reports(reports) => {
                let file = reports.first().map(|report| PathBuf::from(&report.file)).unwrap_or_default();
                self.reports(&reports, || files::read(&file).ok());
            }
            FileJudged::PassedOver { file, why } if self.args.every_file => {
                self.reports(&[no_list(&file, &why)], || None);
            }
            FileJudged::PassedOver { file, why } => {
                self.printer.pass_over();
                passed_over(&file, &why);
            }
        });
    }

    /// Counts and prints the reports on one file.
    fn reports(&mut self, reports: &[Report], read: impl FnOnce() -> Option<Vec<u8>>) {
        for report in reports {
            self.outcome = self.outcome.max(outcome(report, self.args.deny_warnings));
        }
        if self.error.is_none() {
            self.error = self.print(reports, read).err();
        }
    }

    fn print(&mut self, reports: &[Report], read: impl FnOnce() -> Option<Vec<u8>>) -> io::Result<()> {
        let shows_lines = self.args.format == Format::Human && reports.iter().any(|report| !report.findings.is_empty());
        let bytes = if shows_lines { read() } else { None };
        let file = bytes.as_deref().map(Text::new).unwrap_or_default();
        for report in reports {
            self.printer.print(&Page { report, file: &file })?;
        }
        Ok(())
    }
}

/// The report on a file of a folder that is no list, for `--every-file`.
fn no_list(file: &str, why: &str) -> Report {
    unreadable(file, 0, vec![Fault::new(FaultKind::WrongKind, format!("this is not a list: {why}"))])
}

/// The exit status that one report causes.
fn outcome(report: &Report, deny_warnings: bool) -> Outcome {
    let warned = || report.findings.iter().any(|finding| finding.severity == Severity::Warning);
    let denied = deny_warnings && report.verdict == Verdict::Legal && warned();
    if denied { Outcome::Broken } else { report.verdict.into() }
}
