//! The last line of a run over several lists: how many there are of each verdict, and how many files are no lists.

use std::io::{self, Write};

use muster_engine::report::{Report, Verdict};

use crate::output::words;
use crate::terminal::STRONG;
use crate::text::counted;

/// How many lists were judged, by verdict.
#[derive(Debug, Default)]
pub(super) struct Tally {
    legal: usize,
    illegal: usize,
    undetermined: usize,
    unreadable: usize,
    others: usize,
}

impl Tally {
    /// Counts a report.
    pub(super) fn add(&mut self, report: &Report) {
        match report.verdict {
            Verdict::Legal => self.legal += 1,
            Verdict::Illegal => self.illegal += 1,
            Verdict::Undetermined => self.undetermined += 1,
            Verdict::Unreadable => self.unreadable += 1,
        }
    }

    /// Counts a file that is no list.
    pub(super) fn pass_over(&mut self) {
        self.others += 1;
    }

    /// How many lists there were so far.
    pub(super) fn lists(&self) -> usize {
        self.legal + self.illegal + self.undetermined + self.unreadable
    }

    /// Writes the line. A single list already has its verdict in the header, so nothing is written for it.
    pub(super) fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        if self.lists() < 2 && self.others == 0 {
            return Ok(());
        }
        let verdicts: Vec<String> = [
            (self.legal, Verdict::Legal),
            (self.illegal, Verdict::Illegal),
            (self.undetermined, Verdict::Undetermined),
            (self.unreadable, Verdict::Unreadable),
        ]
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, verdict)| {
            let style = words::verdict_style(verdict);
            format!("{style}{number} {}{style:#}", words::verdict(verdict))
        })
        .collect();
        write!(writer, "\n{STRONG}{}{STRONG:#}: {}", counted(self.lists(), "list"), verdicts.join(", "))?;
        match self.others {
            0 => writeln!(writer),
            others => {
                writeln!(writer, "; {} {} no list", counted(others, "file"), if others == 1 { "is" } else { "are" })
            }
        }
    }
}
