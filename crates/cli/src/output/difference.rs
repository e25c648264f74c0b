//! The answer of `muster diff`: for people, and as Markdown.

use std::io::{self, Write};

use muster_changes::{
    ChangeSection, Comparison, ComparisonAnswer, ConcernedList, Lists, Relation, ThingChange, Witness, sections,
};
use muster_engine::report::Verdict;
use muster_engine::words::number::points;

use super::words::{verdict, verdict_style};
use crate::terminal::{BAD, DOUBT, FAINT, GOOD, STRONG};
use crate::text::{capital, counted, plain};

/// Writes what differs, and the lists that it concerns.
pub(crate) fn people(writer: &mut impl Write, answer: &ComparisonAnswer) -> io::Result<()> {
    for (number, Comparison { changes, relation, lists }) in answer.comparisons.iter().enumerate() {
        if number > 0 {
            writeln!(writer)?;
        }
        let titles = format!("{} \u{2192} {}", changes.before.title, changes.after.title);
        writeln!(writer, "{STRONG}{}{STRONG:#}", plain(&titles))?;
        for ChangeSection { title, rows } in sections(changes) {
            writeln!(writer, "\n{STRONG}{}{STRONG:#}", plain(&title))?;
            for row in rows {
                let style = match row.became {
                    ThingChange::New => GOOD,
                    ThingChange::Gone => BAD,
                    ThingChange::Changed => DOUBT,
                };
                write!(writer, "  {style}{}{style:#} {}", row.became.word(), plain(&row.names))?;
                match row.sentences.as_slice() {
                    [one] => writeln!(writer, ": {}", plain(one))?,
                    many => {
                        writeln!(writer)?;
                        for sentence in many {
                            writeln!(writer, "    {}", plain(sentence))?;
                        }
                    }
                }
            }
        }
        if let Some(lists) = lists {
            writeln!(writer, "\n{STRONG}Lists{STRONG:#}")?;
            for list in &lists.lists {
                list_for_people(writer, list)?;
            }
            writeln!(writer, "  {}", counts(lists))?;
        }
        if !changes.things.is_empty() {
            writeln!(writer, "\n{}", plain(&capital(&relation.says)))?;
        }
        for (label, witness) in witnesses(relation) {
            let squadrons = witness.shown.squadrons.join("; ");
            writeln!(writer, "  {label}: {STRONG}{}{STRONG:#}: {}", plain(&witness.shown.title), plain(&squadrons))?;
            writeln!(writer, "    {}: {}", witness.rule, plain(&witness.message))?;
        }
        writeln!(writer, "\n{}", plain(&capital(&changes.fit.says)))?;
    }
    if let Some(elsewhere) = answer.lists_of_other_games.filter(|number| *number > 0) {
        writeln!(writer, "{} of other games", counted(elsewhere, "list"))?;
    }
    writer.flush()
}

/// Gives the lists that show how the rulesets differ.
fn witnesses(relation: &Relation) -> impl Iterator<Item = (&'static str, &Witness)> {
    let illegal = relation.becomes_illegal.iter().map(|witness| ("becomes illegal", witness));
    illegal.chain(relation.becomes_legal.iter().map(|witness| ("becomes legal", witness)))
}

fn list_for_people(writer: &mut impl Write, list: &ConcernedList) -> io::Result<()> {
    let style = verdict_style(list.after.verdict);
    writeln!(
        writer,
        "  {style}{}{style:#} {STRONG}{}{STRONG:#}: {}",
        verdict(list.after.verdict),
        plain(&named(list)),
        { glance(list) }
    )?;
    for (label, sentence) in told(list) {
        writeln!(writer, "    {label}: {}", plain(&sentence))?;
    }
    writeln!(writer, "    {FAINT}{}{FAINT:#}", plain(&place(list)))
}

/// `Anna: Pond`
fn named(list: &ConcernedList) -> String {
    let names = [&list.player, &list.name].into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(": ");
    if names.is_empty() { "a list without a name".to_owned() } else { names }
}

fn place(list: &ConcernedList) -> String {
    match list.document {
        0 => list.file.clone(),
        document => format!("{}, document {document}", list.file),
    }
}

/// `legal, 985 points → illegal, 1005 points`
fn glance(list: &ConcernedList) -> String {
    let one = |glance: &muster_changes::Glance| {
        format!("{}, {}", verdict(glance.verdict), points(glance.points.map(i64::from), None))
    };
    format!("{} \u{2192} {}", one(&list.before), one(&list.after))
}

/// What is to say of a list, each with its label.
fn told(list: &ConcernedList) -> Vec<(&'static str, String)> {
    let came = list.came.iter().map(|told| {
        let before = told.before.as_ref().map(|before| format!(" (before: {before})")).unwrap_or_default();
        ("now", format!("{}: {}{before}", told.rule, told.message))
    });
    let gone = list.gone.iter().map(|told| ("no longer", format!("{}: {}", told.rule, told.message)));
    let prices = list.prices.iter().map(|priced| ("price", priced.says.clone()));
    let by = list.by.iter().map(|by| ("by", by.clone()));
    let mend = list.mend.iter().map(|mend| {
        ("mend", format!("{} ({}, {})", mend.changes.join("; "), verdict(mend.verdict), points(mend.points, None)))
    });
    let none = (list.becomes(Verdict::Illegal) && list.mend.is_none())
        .then(|| ("mend", "none found soon; `muster fix` looks longer".to_owned()));
    came.chain(gone).chain(prices).chain(by).chain(mend).chain(none).collect()
}

fn counts(lists: &Lists) -> String {
    let others = lists.lists.len() - lists.become_illegal - lists.become_legal;
    let parts = [
        (lists.become_illegal, "now illegal"),
        (lists.become_legal, "now legal"),
        (others, "with other points or errors"),
        (lists.unchanged, "unchanged"),
    ];
    let parts: Vec<String> =
        parts.iter().filter(|(number, _)| *number > 0).map(|(number, what)| format!("{number} {what}")).collect();
    let parts = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    format!("{}{parts}", counted(lists.judged, "list"))
}

/// Writes what differs with headings and tables.
pub(crate) fn markdown(writer: &mut impl Write, answer: &ComparisonAnswer) -> io::Result<()> {
    for (number, Comparison { changes, relation, lists }) in answer.comparisons.iter().enumerate() {
        if number > 0 {
            writeln!(writer)?;
        }
        writeln!(writer, "## {} \u{2192} {}\n", cell(&changes.before.title), cell(&changes.after.title))?;
        writeln!(writer, "{}.", cell(&capital(&changes.fit.says)))?;
        if !changes.things.is_empty() {
            writeln!(writer, "\n{}.", cell(&capital(&relation.says)))?;
        }
        for (number, (label, witness)) in witnesses(relation).enumerate() {
            let squadrons = cell(&witness.shown.squadrons.join("; "));
            let before = if number == 0 { "\n" } else { "" };
            write!(writer, "{before}* {}: **{}**: {squadrons}", capital(label), cell(&witness.shown.title))?;
            writeln!(writer, " ({}: {})", cell(&witness.rule), cell(&witness.message))?;
        }
        for ChangeSection { title, rows } in sections(changes) {
            writeln!(writer, "\n### {}\n\n| | What | How |\n|---|---|---|", cell(&title))?;
            for row in rows {
                let sentences: Vec<String> = row.sentences.iter().map(|sentence| cell(sentence)).collect();
                let (names, sentences) = (cell(&row.names), sentences.join("<br>"));
                writeln!(writer, "| {} | {names} | {sentences} |", row.became.word())?;
            }
        }
        let Some(lists) = lists else { continue };
        writeln!(writer, "\n### Lists\n\n{}.", counts(lists))?;
        if !lists.lists.is_empty() {
            writeln!(writer, "\n| List | Verdict and points | Why |\n|---|---|---|")?;
        }
        for list in &lists.lists {
            let told: Vec<String> =
                told(list).iter().map(|(label, sentence)| format!("{label}: {}", cell(sentence))).collect();
            let name = format!("{}<br>{}", cell(&named(list)), cell(&place(list)));
            writeln!(writer, "| {name} | {} | {} |", glance(list), told.join("<br>"))?;
        }
    }
    if let Some(elsewhere) = answer.lists_of_other_games.filter(|number| *number > 0) {
        writeln!(writer, "\n{} of other games.", counted(elsewhere, "list"))?;
    }
    Ok(())
}

/// Text in a table, with nothing that Markdown or a browser would take for markup.
fn cell(text: &str) -> String {
    let mut cell = String::new();
    for letter in plain(text).chars() {
        match letter {
            '\n' => cell.push(' '),
            '<' => cell.push_str("&lt;"),
            '&' => cell.push_str("&amp;"),
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '#' => {
                cell.push('\\');
                cell.push(letter);
            }
            other => cell.push(other),
        }
    }
    cell
}
