//! `--format html`: all lists on one page for a browser.

use std::io::{self, Write};

use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, page};

use super::{Printer, ReportPage};

/// Keeps everything that was handed in, because the worst lists stand first.
pub(super) struct HtmlPrinter<'s, W> {
    writer: W,
    handed_in: Vec<HandIn>,
    /// The last day for lists.
    deadline: Option<&'s str>,
}

impl<'s, W> HtmlPrinter<'s, W> {
    /// Prints to this writer. The event of this shelf may state a deadline.
    pub(super) fn new(shelf: &'s Shelf, writer: W) -> Self {
        Self { writer, handed_in: Vec::new(), deadline: shelf.deadline() }
    }
}

impl<W: Write> Printer for HtmlPrinter<'_, W> {
    fn print(&mut self, page: &ReportPage<'_>) -> io::Result<()> {
        self.handed_in.extend(page.list.map(|list| HandIn::Lists(vec![list.clone()])));
        Ok(())
    }

    fn pass_over(&mut self, handed: HandIn) {
        self.handed_in.push(handed);
    }

    fn finish(&mut self) -> io::Result<()> {
        let page = page(&self.handed_in, self.deadline).map_err(io::Error::other)?;
        self.writer.write_all(page.as_bytes())?;
        self.writer.flush()
    }
}
