//! The last lines of a run over several lists: how many there are of each verdict, and what became of each file.

use std::io::{self, Write};

use muster_engine::plural::count;
use muster_submissions::SubmissionTally;

use crate::output::words;
use crate::terminal::STRONG;

/// Writes the lines. A single list already has its verdict in the header, so nothing is written for it.
pub(super) fn write(tally: &SubmissionTally, deadline: Option<&str>, writer: &mut impl Write) -> io::Result<()> {
    if tally.lists() < 2 && tally.others() == 0 {
        return Ok(());
    }
    let verdicts = tally.verdicts().into_iter().map(|(number, verdict)| {
        let style = words::verdict_style(verdict);
        format!("{style}{number} {}{style:#}", words::verdict(verdict))
    });
    let verdicts: Vec<String> = verdicts.collect();
    writeln!(writer, "\n{STRONG}{}{STRONG:#}: {}", count(tally.lists(), "list"), verdicts.join(", "))?;
    if let Some(outcome) = tally.outcome() {
        writeln!(writer, "{STRONG}{}{STRONG:#}: {outcome}", count(tally.files(), "file"))?;
    }
    if let Some(deadline) = deadline {
        writeln!(writer, "{STRONG}Deadline{STRONG:#}: {deadline}")?;
    }
    Ok(())
}
