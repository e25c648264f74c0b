//! `--format html`: all lists on one page for a browser.

use std::io::{self, Write};

use muster_engine::report::Verdict;
use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, page};

use super::{Printer, ReportPage};

/// Keeps everything that was handed in, because the worst lists stand first.
pub(super) struct HtmlPrinter<'s, W> {
    writer: W,
    handed_in: Vec<HandIn>,
    shelf: &'s Shelf,
    /// The verdicts of the lists that the page shows; none for all.
    only: &'s [Verdict],
}

impl<'s, W> HtmlPrinter<'s, W> {
    /// Prints to this writer. The rulesets of the shelf have the printed names, and its event may state a deadline.
    pub(super) fn new(shelf: &'s Shelf, only: &'s [Verdict], writer: W) -> Self {
        Self { writer, handed_in: Vec::new(), shelf, only }
    }
}

impl<W: Write> Printer for HtmlPrinter<'_, W> {
    fn print(&mut self, page: &ReportPage<'_>) -> io::Result<()> {
        self.handed_in.extend(page.list.map(|list| HandIn::Lists(vec![list.clone()])));
        Ok(())
    }

    fn leave_out(&mut self, page: &ReportPage<'_>) {
        self.handed_in.extend(page.list.map(|list| HandIn::Lists(vec![list.clone()])));
    }

    fn pass_over(&mut self, handed: HandIn) {
        self.handed_in.push(handed);
    }

    fn finish(&mut self) -> io::Result<()> {
        let page = page(&self.handed_in, self.shelf, self.only).map_err(io::Error::other)?;
        self.writer.write_all(page.as_bytes())?;
        self.writer.flush()
    }
}
