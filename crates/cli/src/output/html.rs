//! `--format html`: all lists on one page for a browser.

use std::io::{self, Write};

use muster_submissions::{HandedIn, page};

use super::{Page, Printer};

/// Keeps everything that was handed in, because the worst lists stand first.
pub(super) struct Html<W> {
    writer: W,
    handed_in: Vec<HandedIn>,
}

impl<W> Html<W> {
    /// Prints to this writer.
    pub(super) fn new(writer: W) -> Self {
        Self { writer, handed_in: Vec::new() }
    }
}

impl<W: Write> Printer for Html<W> {
    fn print(&mut self, page: &Page<'_>) -> io::Result<()> {
        self.handed_in.extend(page.list.map(|list| HandedIn::Lists(vec![list.clone()])));
        Ok(())
    }

    fn pass_over(&mut self, file: &str, why: &str) {
        self.handed_in.push(HandedIn::NoList { file: file.to_owned(), sender: None, why: why.to_owned() });
    }

    fn finish(&mut self) -> io::Result<()> {
        let page = page(&self.handed_in).map_err(io::Error::other)?;
        self.writer.write_all(page.as_bytes())?;
        self.writer.flush()
    }
}
