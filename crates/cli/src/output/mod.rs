//! Formats for reports: for people, scripts and spreadsheets, one per file.

pub(crate) mod brief;
pub(crate) mod card;
pub(crate) mod columns;
pub(crate) mod comparison;
mod csv;
pub(crate) mod difference;
pub(crate) mod explanation;
mod github;
mod html;
mod human;
mod json;
mod jsonl;
mod lines;
pub(crate) mod overview;
mod page;
mod players;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod sample;
mod sarif;
pub(crate) mod schemas;
pub(crate) mod sheet;
pub(crate) mod summary;
pub(crate) mod table;
pub(crate) mod words;

use std::io;

use muster_engine::report::Verdict;
use muster_library::deadline::Deadline;
use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, VersionRules};

pub(crate) use human::{HumanPrinter, frames, header};
pub(crate) use json::JsonPrinter;
pub(crate) use page::{FileText, ReportPage};

use crate::args::{Format, PairingProgram, ReportRows};

/// A format for reports. They are printed one by one.
pub(crate) trait Printer {
    /// Prints one report.
    fn print(&mut self, page: &ReportPage<'_>) -> io::Result<()>;

    /// Takes note of a list that is not printed, because its verdict is not wanted. It counts like the others.
    fn leave_out(&mut self, _page: &ReportPage<'_>) {}

    /// Takes note of a file that is no list.
    fn pass_over(&mut self, _handed: HandIn) {}

    /// Prints the text after the last report and flushes the output.
    fn finish(&mut self) -> io::Result<()>;
}

/// How reports are printed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReportLayout<'a> {
    /// The format.
    pub format: Format,
    /// What a row of CSV stands for.
    pub rows: ReportRows,
    /// The program that reads a table of players.
    pub program: PairingProgram,
    /// How much people read of each list.
    pub length: ReportLength,
    /// The verdicts of the lists that are printed; none for all.
    pub only: &'a [Verdict],
    /// The width of the terminal.
    pub width: Option<usize>,
}

/// How much people read of each list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ReportLength {
    /// All findings.
    #[default]
    Full,
    /// A line.
    Brief,
    /// A line, if there are many lists.
    BriefIfMany,
}

/// The printer for a layout. The rulesets of the shelf explain rules.
pub(crate) fn printer<'w, W: io::Write + 'w>(
    layout: ReportLayout<'w>,
    shelf: &'w Shelf,
    writer: W,
) -> Box<dyn Printer + 'w> {
    let width = layout.width;
    let deadline = || VersionRules::of(shelf).deadline().map(Deadline::words);
    match layout.format {
        Format::Human => match layout.length {
            ReportLength::Full => Box::new(HumanPrinter::new(width, writer).until(deadline())),
            ReportLength::Brief => Box::new(brief::BriefPrinter::new(width, deadline(), writer)),
            ReportLength::BriefIfMany => Box::new(brief::BriefPrinter::if_many(width, deadline(), writer)),
        },
        Format::Json => Box::new(JsonPrinter::new(writer)),
        Format::Jsonl => Box::new(jsonl::JsonlPrinter::new(writer)),
        Format::Csv => Box::new(csv::CsvPrinter::new(layout.rows, writer)),
        Format::Html => Box::new(html::HtmlPrinter::new(shelf, layout.only, writer)),
        Format::Players => Box::new(players::PlayersPrinter::new(layout.program, shelf, writer)),
        Format::Sarif => Box::new(sarif::SarifPrinter::new(shelf, writer)),
        Format::Github => Box::new(github::GithubPrinter::new(writer)),
    }
}
