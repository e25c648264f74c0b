//! The last lines of a run over several lists: how many there are of each verdict, and what became of each file.

use std::io::{self, Write};

use muster_engine::plural::count;
use muster_submissions::SubmissionTally;

use crate::output::words;
use crate::terminal::STRONG;

/// Writes the lines.
pub(in crate::output) fn write(
    tally: &SubmissionTally,
    deadline: Option<&str>,
    writer: &mut impl Write,
) -> io::Result<()> {
    let verdicts = tally.verdicts().into_iter().map(|(number, verdict)| {
        let style = words::verdict_style(verdict);
        format!("{style}{number} {}{style:#}", words::verdict(verdict))
    });
    let verdicts: Vec<String> = verdicts.collect();
    writeln!(writer, "{STRONG}{}{STRONG:#}: {}", count(tally.lists(), "list"), verdicts.join(", "))?;
    if let Some(versions) = tally.versions() {
        writeln!(writer, "{STRONG}Versions that do not count{STRONG:#}: {versions}")?;
    }
    if let Some(outcome) = tally.outcome() {
        writeln!(writer, "{STRONG}{}{STRONG:#}: {outcome}", count(tally.files(), "file"))?;
    }
    if let Some(deadline) = deadline {
        writeln!(writer, "{STRONG}Deadline{STRONG:#}: {deadline}")?;
    }
    Ok(())
}
