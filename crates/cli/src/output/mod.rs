//! Formats for reports: for people, scripts and spreadsheets, one per file.

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
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod sample;
mod sarif;
pub(crate) mod sheet;
pub(crate) mod summary;
pub(crate) mod table;
pub(crate) mod words;

use std::io;

use muster_library::shelf::Shelf;
use muster_submissions::HandIn;

pub(crate) use human::{HumanPrinter, frames};
pub(crate) use json::JsonPrinter;
pub(crate) use page::{FileText, ReportPage};

use crate::args::{Format, ReportRows};

/// A format for reports. They are printed one by one.
pub(crate) trait Printer {
    /// Prints one report.
    fn print(&mut self, page: &ReportPage<'_>) -> io::Result<()>;

    /// Takes note of a file that is no list.
    fn pass_over(&mut self, _handed: HandIn) {}

    /// Prints the text after the last report and flushes the output.
    fn finish(&mut self) -> io::Result<()>;
}

/// The printer for a format. `rows` is what a row of CSV stands for; the rulesets of the shelf explain rules.
pub(crate) fn printer<'w, W: io::Write + 'w>(
    format: Format,
    rows: ReportRows,
    shelf: &'w Shelf,
    width: Option<usize>,
    writer: W,
) -> Box<dyn Printer + 'w> {
    match format {
        Format::Human => Box::new(HumanPrinter::new(width, writer).until(shelf.deadline())),
        Format::Json => Box::new(JsonPrinter::new(writer)),
        Format::Jsonl => Box::new(jsonl::JsonlPrinter::new(writer)),
        Format::Csv => Box::new(csv::CsvPrinter::new(rows, writer)),
        Format::Html => Box::new(html::HtmlPrinter::new(shelf, writer)),
        Format::Sarif => Box::new(sarif::SarifPrinter::new(shelf, writer)),
        Format::Github => Box::new(github::GithubPrinter::new(writer)),
    }
}
