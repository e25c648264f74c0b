//! The header of a list's report: the verdict, and everything that the verdict depends on.

use std::io::{self, Write};

use muster_engine::report::Report;
use muster_engine::words::number;

use crate::output::words;
use crate::terminal::STRONG;
use crate::text::plain;

/// Writes the header of a report: two lines, or three if there are consents.
pub(crate) fn write(writer: &mut impl Write, report: &Report) -> io::Result<()> {
    let style = words::verdict_style(report.verdict);
    write!(writer, "{style}{}{style:#}", words::verdict(report.verdict))?;
    if let Some(terms) = &report.terms.words {
        write!(writer, ", {}", plain(terms))?;
    }
    write!(writer, ": ")?;
    if let Some(name) = &report.name {
        write!(writer, "{STRONG}{}{STRONG:#}", plain(name))?;
        if let Some(player) = &report.player {
            write!(writer, " by {}", plain(player))?;
        }
        writeln!(writer, "{}", points(report))?;
        writeln!(writer, "  {}", place(report))?;
    } else {
        writeln!(writer, "{STRONG}{}{STRONG:#}{}", place(report), points(report))?;
    }
    if let Some(ruleset) = &report.ruleset {
        write!(writer, "  {} {}", plain(&ruleset.id), plain(&ruleset.version))?;
        for event in &report.events {
            write!(writer, " + {}", plain(event))?;
        }
        let settings = words::settings(&report.settings);
        if !settings.is_empty() {
            write!(writer, ", {settings}")?;
        }
        if !report.consents.is_empty() {
            write!(writer, "; consents: {}", plain(&report.consents.join(", ")))?;
        }
        writeln!(writer)?;
    }
    Ok(())
}

/// The file, and the number of the document if it is not the first.
fn place(report: &Report) -> String {
    let file = if report.file == "-" { "standard input".into() } else { plain(&report.file) };
    if report.document == 0 { file.into_owned() } else { format!("{file}, document {}", report.document) }
}

/// `, 985 of 1000 points`: the parts of it that are known.
fn points(report: &Report) -> String {
    match (report.points.map(i64::from), report.mfv) {
        (None, Some(_)) if report.ruleset.is_none() => String::new(),
        (None, None) => String::new(),
        (points, mfv) => format!(", {}", number::points_of(points, None, mfv)),
    }
}
