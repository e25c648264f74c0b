//! `--brief` prints one line for each list, the worst first, and then the counts.

use std::io::{self, Write};

use muster_engine::report::{Report, Severity, Verdict};
use muster_submissions::{HandIn, Submission, SubmissionTally, reasons};
use textwrap::core::display_width;

use super::human::{header, tally};
use super::{HumanPrinter, Printer, ReportPage, words};
use crate::terminal::FAINT;
use crate::text::{counted, cut, plain};

/// If there are more lists than this, the program prints one line for each list on a terminal.
const MANY: usize = 20;

/// The column in which the names of lists begin, if nothing long stands before them.
const NAMES: usize = 14;

/// Keeps a line for each list, because the worst lists stand first.
pub(super) struct BriefPrinter<W> {
    writer: W,
    width: Option<usize>,
    lines: Vec<BriefLine>,
    tally: SubmissionTally,
    /// The last day for lists.
    deadline: Option<String>,
    /// The lists in full, as long as they are few.
    full: Option<HumanPrinter<Vec<u8>>>,
    /// The lists were too many to be printed in full.
    is_many: bool,
}

/// A verdict on a list in a line, with the first reason for it.
pub(crate) struct BriefLine {
    /// Where it stands: by verdict, then by player and name.
    key: (u8, String, String),
    verdict: Verdict,
    /// The terms that it sets for itself, as they follow the verdict.
    terms: String,
    text: String,
    /// Its file, if the text does not name it.
    file: String,
}

impl<W> BriefPrinter<W> {
    /// Prints a line for each list, cut at this width.
    pub(super) fn new(width: Option<usize>, deadline: Option<String>, writer: W) -> Self {
        let (lines, tally) = (Vec::new(), SubmissionTally::default());
        Self { writer, width, lines, tally, deadline, full: None, is_many: false }
    }

    /// The same, but prints all findings if there are few lists.
    pub(super) fn if_many(width: Option<usize>, deadline: Option<String>, writer: W) -> Self {
        let full = Some(HumanPrinter::new(width, Vec::new()).until(deadline.clone()));
        Self { full, ..Self::new(width, deadline, writer) }
    }
}

impl<W: Write> Printer for BriefPrinter<W> {
    fn print(&mut self, page: &ReportPage<'_>) -> io::Result<()> {
        page.count_in(&mut self.tally);
        if page.list.is_none_or(|list| !list.came.is_folded()) {
            self.lines.push(BriefLine::of(page));
        }
        if self.lines.len() > MANY && self.full.take().is_some() {
            self.is_many = true;
        }
        self.full.as_mut().map_or(Ok(()), |full| full.print(page))
    }

    fn leave_out(&mut self, page: &ReportPage<'_>) {
        page.count_in(&mut self.tally);
        if let Some(full) = &mut self.full {
            full.leave_out(page);
        }
    }

    fn pass_over(&mut self, handed: HandIn) {
        if let HandIn::NoList { file, packed_in, .. } = &handed {
            self.tally.pass_over(packed_in.as_ref().unwrap_or(file));
        }
        if let Some(full) = &mut self.full {
            full.pass_over(handed);
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        if let Some(mut full) = self.full.take() {
            full.finish()?;
            self.writer.write_all(&full.into_writer())?;
            return self.writer.flush();
        }
        self.lines.sort_by(|one, other| one.key.cmp(&other.key));
        for line in &self.lines {
            line.write(self.width, &mut self.writer)?;
        }
        if !self.lines.is_empty() {
            writeln!(self.writer)?;
        }
        tally::write(&self.tally, self.deadline.as_deref(), &mut self.writer)?;
        if self.is_many {
            let how = "--full prints each list with all that was found, --only illegal,undetermined some of the lists, \
                       --format html -o FILE a page of all";
            writeln!(self.writer, "{FAINT}{how}{FAINT:#}")?;
        }
        self.writer.flush()
    }
}

impl BriefLine {
    fn of(page: &ReportPage<'_>) -> Self {
        let report = page.report;
        let rank = page.list.map_or(2 * report.verdict.rank(), Submission::rank);
        let word = |word: &Option<String>| word.as_deref().unwrap_or_default().to_lowercase();
        let player = page.list.map_or(report.player.as_deref(), Submission::player).map(plain);
        let name = match (report.name.as_deref().map(plain), &player) {
            (Some(name), Some(player)) => format!("{name} by {player}"),
            (Some(name), None) => name.into_owned(),
            (None, Some(player)) => player.to_string(),
            (None, None) => header::place(report),
        };
        let file = if report.name.is_some() || player.is_some() { header::place(report) } else { String::new() };
        let key = (rank, player.unwrap_or_default().to_lowercase(), word(&report.name));
        Self { key, ..Self::named(report, &format!("{name}{}", header::points(report)), file) }
    }

    /// The verdict of a report, of something with this name. `file` is shown if there is room.
    pub(crate) fn named(report: &Report, name: &str, file: String) -> Self {
        Self {
            key: (0, String::new(), String::new()),
            verdict: report.verdict,
            terms: report.terms.words.as_ref().map(|terms| format!(", {}", plain(terms))).unwrap_or_default(),
            text: format!("{name}{}", reason(report)),
            file,
        }
    }

    /// Writes the line, cut at a width.
    pub(crate) fn write(&self, width: Option<usize>, writer: &mut impl Write) -> io::Result<()> {
        let (style, word) = (words::verdict_style(self.verdict), words::verdict(self.verdict));
        let begin = format!("{}: ", self.terms);
        let blanks = " ".repeat(NAMES.saturating_sub(display_width(word) + display_width(&begin)));
        let line = format!("{begin}{blanks}{}", self.text);
        let room = width.map(|width| width.saturating_sub(display_width(word)));
        let line = room.map_or_else(|| line.as_str().into(), |room| cut(&line, room));
        write!(writer, "{style}{word}{style:#}{line}")?;
        let file = format!(" ({})", self.file);
        let fits = room.is_none_or(|room| display_width(&line) + display_width(&file) <= room);
        if fits && !self.file.is_empty() {
            write!(writer, "{FAINT}{file}{FAINT:#}")?;
        }
        writeln!(writer)
    }
}

/// Why a list has its verdict: `; 3 errors: ...` with the first of them. Of a legal list, its warnings; empty if it has none.
fn reason(report: &Report) -> String {
    let found = reasons(report);
    let Some(first) = found.first() else { return String::new() };
    let message = plain(&first.message);
    let number = match (found.len(), first.severity) {
        (1, Severity::Error | Severity::Undetermined) => return format!(": {message}"),
        (number, Severity::Error) => counted(number, "error"),
        (number, Severity::Undetermined) => counted(number, "doubt"),
        (number, _) => counted(number, "warning"),
    };
    format!("; {number}: {message}")
}
