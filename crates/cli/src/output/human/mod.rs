//! `--format human`: for each list a header with the verdict, then what was found, as rustc shows it.

mod frame;
pub mod header;
mod lines;
mod tally;

use std::io::{self, Write};

use muster_engine::report::{Finding, Severity};

use super::{Page, Printer, words};
use crate::terminal::{self, DOUBT, FAINT, STRONG};
use crate::text::{counted, plain, wrapped};
use lines::Lines;
use tally::Tally;

/// Prints reports for people.
pub struct Human<W> {
    writer: W,
    width: Option<usize>,
    tally: Tally,
}

impl<W> Human<W> {
    /// Prints to this writer, with long lines of lists cut at this width.
    pub fn new(width: Option<usize>, writer: W) -> Self {
        Self { writer, width, tally: Tally::default() }
    }
}

impl<W: Write> Printer for Human<W> {
    fn print(&mut self, page: &Page<'_>) -> io::Result<()> {
        if self.tally.lists() > 0 {
            writeln!(self.writer)?;
        }
        self.tally.add(page.report);
        header::write(&mut self.writer, page.report)?;
        let frames = frames(self.width, page);
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

    fn finish(&mut self) -> io::Result<()> {
        self.tally.write(&mut self.writer)?;
        self.writer.flush()
    }
}

/// The findings of a report that are drawn with their lines, in their order; those that say the same in one frame.
///
/// One unknown unit leaves a dozen rules undecided: then the unit gets a frame, and the rules share a line.
pub fn frames(width: Option<usize>, page: &Page<'_>) -> Vec<String> {
    let mut findings: Vec<&Finding> = page.report.findings.iter().filter(|finding| !is_brief(finding)).collect();
    let mut undecided = Vec::new();
    if findings.iter().any(|finding| is_cause(finding)) {
        let is_consequence = |finding: &&Finding| finding.severity == Severity::Undetermined && !is_cause(finding);
        (undecided, findings) = findings.into_iter().partition(is_consequence);
    }
    let groups = grouped(findings);
    let lines = Lines::new(if groups.is_empty() { "" } else { page.text.unwrap_or_default() });
    let renderer = terminal::renderer(width);
    let mut frames: Vec<String> = groups.iter().map(|group| frame::render(&renderer, page, &lines, group)).collect();
    if !undecided.is_empty() {
        let graver = groups.iter().filter(|group| group[0].severity <= Severity::Undetermined).count();
        frames.insert(graver, consequences(&undecided, terminal::prose(width)));
    }
    frames
}

/// What is not known, and leaves rules undecided: it breaks no rule itself, so no book is cited.
fn is_cause(finding: &Finding) -> bool {
    finding.severity == Severity::Undetermined && finding.source.is_none()
}

/// The rules that something unknown leaves undecided.
fn consequences(findings: &[&Finding], width: usize) -> String {
    let mut rules: Vec<&str> = findings.iter().map(|finding| finding.rule.as_str()).collect();
    rules.dedup();
    let text = format!("{} cannot be decided because of that: {}", counted(rules.len(), "rule"), rules.join(", "));
    let text = wrapped(&text, "  ", width);
    format!("{DOUBT}undetermined{DOUBT:#}:\n{text}")
}

/// Notes and waivers are one line: the list is no worse for them.
fn is_brief(finding: &Finding) -> bool {
    matches!(finding.severity, Severity::Note | Severity::Waived)
}

/// Findings that say the same about several places, put together. What comes first stays first.
fn grouped(findings: Vec<&Finding>) -> Vec<Vec<&Finding>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        // The same findings stand next to each other: reports are sorted by severity and rule.
        match groups.last_mut() {
            Some(group) if same(group[0], finding) => group.push(finding),
            _ => groups.push(vec![finding]),
        }
    }
    groups
}

fn same(one: &Finding, other: &Finding) -> bool {
    one.severity == other.severity && one.rule == other.rule && one.message == other.message && one.help == other.help
}

fn line(writer: &mut impl Write, finding: &Finding) -> io::Result<()> {
    let style = if finding.severity == Severity::Waived { DOUBT } else { STRONG };
    let word = words::severity(finding.severity);
    write!(writer, "{style}{word}[{}]{style:#}: {}", plain(&finding.rule), plain(&finding.message))?;
    if let Some(source) = &finding.source {
        write!(writer, " {FAINT}({}){FAINT:#}", words::source(source))?;
    }
    writeln!(writer)
}

#[cfg(test)]
mod tests;
