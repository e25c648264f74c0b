//! A list at a glance, for people: squadrons, shares, allowances, decks.

use std::io::{self, Write};

use muster_engine::report::Report;
use muster_engine::summary::{Allowance, Share, SquadronLine, Summary};

use super::human::header;
use super::table::{Column, table};
use crate::terminal::{FAINT, STRONG};
use crate::text::plain;

/// Writes a list; `home` is the printed name of its nation.
pub fn write(
    writer: &mut impl Write,
    home: Option<&str>,
    report: &Report,
    summary: &Summary,
    width: Option<usize>,
) -> io::Result<()> {
    header::write(writer, report)?;
    if let Some(fingerprint) = &report.fingerprint {
        writeln!(writer, "  {FAINT}fingerprint {fingerprint}{FAINT:#}")?;
    }
    let squadrons = summary.squadrons.iter().map(|squadron| row(home, squadron)).collect();
    section(writer, "Squadrons", &SQUADRONS, squadrons, width)?;
    section(writer, "Limits", &SHARES, summary.shares.iter().map(share).collect(), width)?;
    section(writer, "Allowances", &ALLOWANCES, summary.allowances.iter().map(allowance).collect(), width)?;
    for deck in &summary.decks {
        writeln!(writer, "\n{STRONG}{}{STRONG:#}", plain(&deck.title))?;
        for card in &deck.cards {
            writeln!(writer, "{}", plain(card))?;
        }
    }
    Ok(())
}

const SQUADRONS: [Column; 5] = [
    Column::Words("squadron"),
    Column::Numbers("models"),
    Column::Numbers("points"),
    Column::Words("allocation"),
    Column::Words("with"),
];
const SHARES: [Column; 4] =
    [Column::Words("limit"), Column::Numbers("has"), Column::Words("may have"), Column::Words("rule")];
const ALLOWANCES: [Column; 4] =
    [Column::Numbers("number"), Column::Words("of"), Column::Words("because"), Column::Words("rule")];

fn section(
    writer: &mut impl Write,
    title: &str,
    columns: &[Column],
    rows: Vec<Vec<String>>,
    width: Option<usize>,
) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(writer, "\n{STRONG}{title}{STRONG:#}\n{}", table(columns, rows, width))
}

/// An unknown number shows as a question mark.
fn number(number: Option<i64>) -> String {
    number.map_or_else(|| "?".to_owned(), |number| number.to_string())
}

fn row(home: Option<&str>, squadron: &SquadronLine) -> Vec<String> {
    // Spaces at the begin of a cell would not survive wrapping.
    let indent = "+ ".repeat(usize::try_from(squadron.depth).unwrap_or_default().min(8));
    let name = if squadron.name == squadron.unit {
        format!("{indent}{}", squadron.unit)
    } else {
        format!("{indent}{} ({})", squadron.name, squadron.unit)
    };
    let ally = squadron.nation.as_deref().filter(|nation| home != Some(*nation));
    let mut with: Vec<&str> = squadron.roles.iter().chain(&squadron.options).map(String::as_str).collect();
    with.extend(ally);
    vec![name, squadron.models.to_string(), number(squadron.points), squadron.allocation.clone(), with.join(", ")]
}

fn share(share: &Share) -> Vec<String> {
    let bounds = match (share.min, share.max) {
        (Some(min), Some(max)) if min == max => format!("exactly {min}"),
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!("at least {min}"),
        (None, Some(max)) => format!("at most {max}"),
        (None, None) => "?".to_owned(),
    };
    let formula = share.formula.as_ref().map(|formula| format!(" ({formula})")).unwrap_or_default();
    let unit = if share.in_points { " points" } else { "" };
    vec![share.subject.clone(), number(share.measured), format!("{bounds}{unit}{formula}"), share.rule.clone()]
}

fn allowance(allowance: &Allowance) -> Vec<String> {
    let formula = allowance.formula.clone().unwrap_or_default();
    vec![number(allowance.amount), allowance.of.clone(), formula, allowance.rule.clone()]
}
