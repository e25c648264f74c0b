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
    let (title, player) = title(report);
    writeln!(writer, ": {STRONG}{title}{STRONG:#}{player}{}", points(report))?;
    if report.name.is_some() {
        writeln!(writer, "  {}", place(report))?;
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

/// What a list is called: its name, or its file. The second is its player: ` by A. Player`.
pub(crate) fn title(report: &Report) -> (String, String) {
    let player = report.player.as_ref().filter(|_| report.name.is_some());
    let player = player.map(|player| format!(" by {}", plain(player))).unwrap_or_default();
    let title = report.name.as_ref().map_or_else(|| place(report), |name| plain(name).into_owned());
    (title, player)
}

/// The file, and the number of the document if it is not the first.
pub(crate) fn place(report: &Report) -> String {
    let file = if report.file == "-" { "standard input".into() } else { plain(&report.file) };
    if report.document == 0 { file.into_owned() } else { format!("{file}, document {}", report.document) }
}

/// `, 985 of 1000 points`: the parts of it that are known.
pub(crate) fn points(report: &Report) -> String {
    match (report.points.map(i64::from), report.mfv) {
        (None, Some(_)) if report.ruleset.is_none() => String::new(),
        (None, None) => String::new(),
        (points, mfv) => format!(", {}", number::points_of(points, None, mfv)),
    }
}
