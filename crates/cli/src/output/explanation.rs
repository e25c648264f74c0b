//! The explanation of a rule, or of anything else that a ruleset declares, as text.

use std::io::{self, Write};

use muster_app::explanation::{CardLine, Explanation};
use muster_changes::{ExampleList, RuleExample};
use muster_engine::declarations::Declarations;
use muster_engine::rule::Grade;

use super::{columns, words};
use crate::terminal::{STRONG, prose};
use crate::text::{capital, plain, wrapped};

/// Writes the explanation as text.
pub(crate) fn write(
    explanation: &Explanation,
    writer: &mut impl Write,
    declarations: &Declarations,
    width: Option<usize>,
) -> io::Result<()> {
    writeln!(writer, "{STRONG}{}{STRONG:#}: {}", plain(&explanation.id), plain(&explanation.title))?;
    let source = explanation.source.as_ref().map(|source| format!(", {}", words::source(source))).unwrap_or_default();
    writeln!(writer, "{} {}{source}", plain(&declarations.id), plain(&declarations.version))?;
    if let Some(summary) = &explanation.summary {
        writeln!(writer, "\n{}", wrapped(summary, "  ", prose(width)))?;
    }
    if !explanation.lines.is_empty() {
        writeln!(writer)?;
    }
    for line in &explanation.lines {
        writeln!(writer, "{}", wrapped(line, "  ", prose(width)))?;
    }
    writeln!(writer)?;
    columns::facts(writer, &parts(explanation, declarations), prose(width))?;
    write_cards(explanation, writer, width)
}

/// The facts of an explanation besides its prose.
fn parts<'e>(explanation: &'e Explanation, declarations: &Declarations) -> Vec<(&'e str, Vec<String>)> {
    let foreign = explanation.origin.as_ref().filter(|origin| **origin != declarations.id);
    let severity = explanation.severity.map(|severity| {
        let waivable = if explanation.waivable { "; may be waived by consent" } else { "" };
        format!("{}{waivable}", grade(severity))
    });
    let mut parts = vec![("kind", explanation.kind.iter().cloned().collect())];
    parts.extend(explanation.facts.iter().map(|(name, fact)| (name.as_str(), vec![fact.clone()])));
    parts.extend([
        ("formula", explanation.formula.clone()),
        ("in use", explanation.applies.iter().map(|test| format!("where {test}")).collect()),
        ("not", explanation.unless.iter().map(|test| format!("where {test}")).collect()),
        ("breach", severity.into_iter().collect()),
        ("covers", list(&explanation.covers)),
        ("see", list(&explanation.covered_by)),
        ("reading", explanation.reading.iter().cloned().collect()),
        ("help", explanation.help.iter().cloned().collect()),
        ("from", foreign.into_iter().cloned().collect()),
    ]);
    parts
}

/// Writes lists on both sides of a rule.
pub(crate) fn write_example(example: &RuleExample, writer: &mut impl Write, width: Option<usize>) -> io::Result<()> {
    let RuleExample { breaks, keeps } = example;
    let mut list = |label: &str, shown: &ExampleList, more: &str| {
        let text = format!("{}: {}{more}", shown.title, shown.squadrons.join("; "));
        writeln!(writer, "\n{STRONG}{label}{STRONG:#}\n{}", wrapped(&text, "  ", prose(width)))
    };
    list("A list that breaks it", &breaks.shown, &format!(". {}", capital(&breaks.message)))?;
    keeps.as_ref().map_or(Ok(()), |keeps| list("One that keeps it", keeps, ""))
}

fn write_cards(explanation: &Explanation, writer: &mut impl Write, width: Option<usize>) -> io::Result<()> {
    if explanation.cards.is_empty() {
        return Ok(());
    }
    let text = |card: &CardLine| {
        let cost = card.cost.map(|cost| format!(", {cost} points")).unwrap_or_default();
        let summary = card.summary.as_ref().map(|summary| format!(": {summary}")).unwrap_or_default();
        format!("{}{cost}{summary}", card.title)
    };
    let texts: Vec<(&str, String)> = explanation.cards.iter().map(|card| (card.id.as_str(), text(card))).collect();
    let pairs: Vec<(&str, &str)> = texts.iter().map(|(id, text)| (*id, text.as_str())).collect();
    writeln!(writer, "\n{STRONG}Cards{STRONG:#}")?;
    columns::pairs(writer, &pairs, width)
}

fn list(ids: &[String]) -> Vec<String> {
    if ids.is_empty() { Vec::new() } else { vec![ids.join(", ")] }
}

fn grade(grade: Grade) -> &'static str {
    match grade {
        Grade::Error => "makes a list illegal",
        Grade::Warning => "gives a warning",
        Grade::Note => "gives a note",
    }
}
