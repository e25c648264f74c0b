//! The last lines of a run over several lists: how many there are of each verdict, and what became of each file.

use std::io::{self, Write};

use muster_engine::report::{Finding, Verdict};
use muster_library::fault::FaultKind;
use muster_submissions::Submission;

use crate::output::{Page, words};
use crate::terminal::STRONG;
use crate::text::counted;

/// How many lists were judged, by verdict.
#[derive(Debug, Default)]
pub(super) struct Tally {
    legal: usize,
    illegal: usize,
    undetermined: usize,
    unreadable: usize,
    /// Lists that were read from another form, in which something was not understood.
    doubtful: usize,
    /// Files that are no lists.
    others: usize,
    /// Folders without lists. They count as unreadable lists, but are no files.
    folders: usize,
}

impl Tally {
    /// Counts a list.
    pub(super) fn add(&mut self, page: &Page<'_>) {
        self.doubtful += usize::from(page.list.is_some_and(Submission::is_doubtful));
        let is_folder = |finding: &Finding| finding.rule.as_str() == FaultKind::NoLists.id();
        self.folders += usize::from(page.report.findings.iter().any(is_folder));
        match page.report.verdict {
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

    /// Writes the lines. A single list already has its verdict in the header, so nothing is written for it.
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
        writeln!(writer, "\n{STRONG}{}{STRONG:#}: {}", counted(self.lists(), "list"), verdicts.join(", "))?;
        if self.others == 0 && self.doubtful == 0 {
            return Ok(());
        }
        let person = self.unreadable + self.others - self.folders;
        let lists = self.lists() - self.unreadable - self.doubtful;
        let mut parts = vec![counted(lists, "list")];
        if self.doubtful > 0 {
            parts.push(format!("{} read with doubts", self.doubtful));
        }
        if person > 0 {
            parts.push(format!("{person} {} a person", if person == 1 { "needs" } else { "need" }));
        }
        writeln!(
            writer,
            "{STRONG}{}{STRONG:#}: {}",
            counted(self.lists() + self.others - self.folders, "file"),
            parts.join(", ")
        )
    }
}
