//! The last line of a run over several lists: how many there are of each verdict.

use std::io::{self, Write};

use muster_engine::report::{Report, Verdict};

use crate::output::words;
use crate::terminal::STRONG;
use crate::text::counted;

/// How many lists were judged, by verdict.
#[derive(Debug, Default)]
pub struct Tally {
    legal: usize,
    illegal: usize,
    undetermined: usize,
    unreadable: usize,
}

impl Tally {
    /// Counts a report.
    pub fn add(&mut self, report: &Report) {
        match report.verdict {
            Verdict::Legal => self.legal += 1,
            Verdict::Illegal => self.illegal += 1,
            Verdict::Undetermined => self.undetermined += 1,
            Verdict::Unreadable => self.unreadable += 1,
        }
    }

    /// How many there were so far.
    pub fn lists(&self) -> usize {
        self.legal + self.illegal + self.undetermined + self.unreadable
    }

    /// Writes the line. One list has its verdict in the header, so that nothing is left to say.
    pub fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        if self.lists() < 2 {
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
        writeln!(writer, "\n{STRONG}{}{STRONG:#}: {}", counted(self.lists(), "list"), verdicts.join(", "))
    }
}
