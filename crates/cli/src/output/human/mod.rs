//! `--format human`: for each list a header with the verdict, then the findings as rustc shows its errors.

mod frame;
pub(crate) mod header;
pub(super) mod tally;

use std::io::{self, Write};

use muster_engine::folding::{self, ShownFinding};
use muster_engine::report::{Finding, Severity};
use muster_submissions::{HandIn, SubmissionTally};

use super::{Printer, ReportPage, words};
use crate::terminal::{self, DOUBT, FAINT, STRONG};
use crate::text::{plain, wrapped};

/// Prints reports as text for people.
pub(crate) struct HumanPrinter<W> {
    writer: W,
    width: Option<usize>,
    tally: SubmissionTally,
    /// A list was printed.
    printed: bool,
    /// A list was left out, so that the counts say more than what is printed.
    left_out: bool,
    /// The last day for lists.
    deadline: Option<String>,
}

impl<W> HumanPrinter<W> {
    /// Prints to this writer, with long lines of lists cut at this width.
    pub(crate) fn new(width: Option<usize>, writer: W) -> Self {
        Self { writer, width, tally: SubmissionTally::default(), printed: false, left_out: false, deadline: None }
    }

    /// The writer, with all that was printed.
    pub(super) fn into_writer(self) -> W {
        self.writer
    }

    /// The same, with the last day for lists below several lists.
    pub(crate) fn until(self, deadline: Option<String>) -> Self {
        Self { deadline, ..self }
    }
}

impl<W: Write> Printer for HumanPrinter<W> {
    fn print(&mut self, page: &ReportPage<'_>) -> io::Result<()> {
        if let Some(list) = page.list.filter(|list| list.came.is_folded()) {
            page.count_in(&mut self.tally);
            header::write_version(&mut self.writer, list)?;
            return self.writer.flush();
        }
        if self.printed {
            writeln!(self.writer)?;
        }
        page.count_in(&mut self.tally);
        self.printed = true;
        header::write(&mut self.writer, page.report)?;
        if let Some(list) = page.list {
            header::write_arrival(&mut self.writer, list)?;
        }
        let frames = frames(self.width, page, |finding| !is_brief(finding));
        for frame in &frames {
            writeln!(self.writer, "\n{frame}")?;
        }
        let brief = page.report.findings.iter().filter(|finding| is_brief(finding));
        for (number, finding) in brief.enumerate() {
            if number == 0 && !frames.is_empty() {
                writeln!(self.writer)?;
            }
            line(&mut self.writer, finding)?;
        }
        self.writer.flush()
    }

    fn leave_out(&mut self, page: &ReportPage<'_>) {
        page.count_in(&mut self.tally);
        self.left_out = true;
    }

    fn pass_over(&mut self, handed: HandIn) {
        if let HandIn::NoList { file, packed_in, .. } = handed {
            self.tally.pass_over(&packed_in.unwrap_or(file));
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        let is_single = self.tally.lists() < 2 && self.tally.others() == 0 && self.tally.versions().is_none();
        if self.left_out || !is_single {
            if self.printed {
                writeln!(self.writer)?;
            }
            tally::write(&self.tally, self.deadline.as_deref(), &mut self.writer)?;
        }
        self.writer.flush()
    }
}

/// Draws the `wanted` findings of a report with their lines, in the order of the report. Findings with the same message
/// share a frame, and findings that wait for something unknown share a line.
pub(crate) fn frames(width: Option<usize>, page: &ReportPage<'_>, wanted: impl Fn(&Finding) -> bool) -> Vec<String> {
    let mut told = folding::told(&page.report.findings);
    told.retain(|told| !matches!(told, ShownFinding::Finding(finding) if !wanted(finding)));
    let renderer = terminal::renderer(width);
    let frame = |group: &[ShownFinding]| match group {
        [ShownFinding::Waiting(findings), ..] => waiting(findings, terminal::prose(width)),
        group => frame::render(&renderer, page, &group.iter().filter_map(finding).collect::<Vec<_>>()),
    };
    told.chunk_by(same).map(frame).collect()
}

fn finding<'f>(shown: &ShownFinding<'f>) -> Option<&'f Finding> {
    match shown {
        ShownFinding::Finding(finding) => Some(finding),
        ShownFinding::Waiting(_) => None,
    }
}

/// The line for rules that wait for something unknown.
fn waiting(findings: &[&Finding], width: usize) -> String {
    let text = format!("{}: {}", folding::waiting(findings), folding::rules(findings).join(", "));
    format!("{DOUBT}undetermined{DOUBT:#}:\n{}", wrapped(&text, "  ", width))
}

/// Whether a finding gets only one line. Notes and waivers do, because the list is still legal with them.
fn is_brief(finding: &Finding) -> bool {
    matches!(finding.severity, Severity::Note | Severity::Waived)
}

/// Whether two findings say the same about different places.
fn same(one: &ShownFinding, other: &ShownFinding) -> bool {
    let (Some(one), Some(other)) = (finding(one), finding(other)) else { return false };
    one.severity == other.severity && one.rule == other.rule && one.message == other.message && one.help == other.help
}

fn line(writer: &mut impl Write, finding: &Finding) -> io::Result<()> {
    let style = if finding.severity == Severity::Waived { DOUBT } else { STRONG };
    let word = words::severity(finding.severity);
    write!(writer, "{style}{word}[{}]{style:#}: {}", plain(finding.rule.as_str()), plain(&finding.message))?;
    if let Some(source) = &finding.source {
        write!(writer, " {FAINT}({}){FAINT:#}", words::source(source))?;
    }
    writeln!(writer)
}

#[cfg(test)]
mod tests;
