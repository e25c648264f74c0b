//! Names beside texts: the text wraps within its own column.

use std::io::{self, Write};

use textwrap::core::display_width;

use crate::terminal::STRONG;
use crate::text::{plain, wrapped};

/// If the text column would be narrower than this, the text goes below its name.
const NARROWEST: usize = 24;

/// Writes pairs of a name and a text, the texts in one column. Without a width (output that is piped) each pair is one
/// line.
pub(crate) fn pairs(writer: &mut impl Write, pairs: &[(&str, &str)], width: Option<usize>) -> io::Result<()> {
    // On a terminal, a very long name gets a line of its own, so that it does not push all texts to the edge.
    let most = width.map_or(usize::MAX, |width| width * 2 / 5);
    let lengths = pairs.iter().map(|(name, _)| display_width(&plain(name)));
    let widest = lengths.filter(|length| *length <= most).max().unwrap_or_default();
    for (name, text) in pairs {
        let name = plain(name);
        let fits = display_width(&name) <= widest;
        if !fits {
            writeln!(writer, "  {name}")?;
        }
        if fits || !text.is_empty() {
            hanging(writer, &format!("  {}", padded(if fits { &name } else { "" }, widest)), text, width)?;
        }
    }
    Ok(())
}

/// Writes a line of `start`, two blanks and a text. The text wraps within its own column.
pub(crate) fn hanging(writer: &mut impl Write, start: &str, text: &str, width: Option<usize>) -> io::Result<()> {
    let column = display_width(start) + 2;
    let width = width.unwrap_or(usize::MAX);
    if text.is_empty() {
        return writeln!(writer, "{}", start.trim_end());
    }
    if column + NARROWEST > width {
        return writeln!(writer, "{}\n{}", start.trim_end(), wrapped(text, "        ", width));
    }
    let text = wrapped(text, &" ".repeat(column), width);
    writeln!(writer, "{start}  {}", text.trim_start())
}

/// Writes facts, each a label with one or more lines. Labels without lines are left out.
pub(crate) fn facts(writer: &mut impl Write, facts: &[(&str, Vec<String>)], width: usize) -> io::Result<()> {
    let facts = || facts.iter().filter(|(_, lines)| !lines.is_empty());
    let widest = facts().map(|(label, _)| display_width(label) + 2).max().unwrap_or_default().max(10);
    let indent = " ".repeat(widest + 2);
    for (label, lines) in facts() {
        let lines: Vec<String> = lines.iter().map(|line| wrapped(line, &indent, width)).collect();
        let (label, text) = (padded(&plain(label), widest), lines.join("\n"));
        writeln!(writer, "  {STRONG}{label}{STRONG:#}{}", text.trim_start())?;
    }
    Ok(())
}

/// The text with blanks behind it, up to this display width.
pub(crate) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(display_width(text))))
}
