//! The header of a list's report: the verdict, and everything that the verdict depends on.

use std::io::{self, Write};

use muster_engine::report::Report;
use muster_engine::words::number;
use muster_library::listed::ListStanding;
use muster_submissions::Submission;

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

/// Writes who sent a list and when it came, if a mail brought it: `  sent by Y. Li, arrived 2026-11-28 23:50 +00:00`.
pub(super) fn write_arrival(writer: &mut impl Write, list: &Submission) -> io::Result<()> {
    let late = (list.came.counts != ListStanding::Counts).then(|| list.came.counts.word().to_owned());
    let sender = list.other_sender().map(|name| format!("sent by {}", plain(name)));
    let arrived = list.came.hour().map(|hour| format!("arrived {hour}"));
    let told: Vec<String> = [late, sender, arrived].into_iter().flatten().collect();
    if !told.is_empty() {
        writeln!(writer, "  {}", told.join(", "))?;
    }
    for concluded in &list.came.concluded {
        writeln!(writer, "  {}", plain(concluded))?;
    }
    Ok(())
}

/// Writes the line of a version that does not count, below the list that does.
pub(super) fn write_version(writer: &mut impl Write, list: &Submission) -> io::Result<()> {
    let report = &list.report;
    let name = report.name.as_ref().map(|name| format!(" {}", plain(name))).unwrap_or_default();
    let (word, standing) = (list.came.counts.word(), list.came.standing());
    let standing = standing.strip_prefix(word).unwrap_or(&standing);
    writeln!(
        writer,
        "  {STRONG}{word}{STRONG:#}:{name}, {}, {}{}{}",
        place(report),
        words::verdict(report.verdict),
        points(report),
        plain(standing)
    )
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
