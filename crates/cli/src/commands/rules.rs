//! `muster rules`: the special rules of a game, with our summaries.

use std::io::Write;

use muster_engine::report::Source;
use muster_engine::ruleset::{Declarations, SpecialRule};
use muster_library::shelf::Shelf;
use serde::Serialize;

use super::{has_words, json, ruleset};
use crate::args::{Rules, Style};
use crate::outcome::{Failure, Outcome};
use crate::output::table::{Column, table};
use crate::output::words;
use crate::terminal;
use crate::text::counted;

#[derive(Serialize)]
struct Answer<'a> {
    format: u32,
    ruleset: &'a str,
    version: &'a str,
    rules: Vec<Line<'a>>,
}

/// A special rule at a glance.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    name: &'a str,
    kind: &'a str,
    number: Option<u32>,
    parameters: &'a [String],
    aliases: &'a [String],
    tags: &'a [String],
    summary: &'a str,
    source: Source,
}

/// Prints the special rules that have the words asked for.
pub fn run(args: &Rules, shelf: &Shelf) -> Result<Outcome, Failure> {
    let ruleset = ruleset(shelf, &args.ruleset)?;
    let declarations = ruleset.declarations();
    let wanted = |rule: &&SpecialRule| {
        let texts =
            [&rule.id, &rule.name, &rule.kind, &rule.summary].into_iter().chain(&rule.aliases).chain(&rule.tags);
        has_words(texts.map(String::as_str), &args.text)
    };
    let rules: Vec<&SpecialRule> = ruleset.special_rules().iter().filter(wanted).collect();
    let mut out = terminal::stdout();
    match args.format {
        Style::Json => {
            let rules = rules.iter().map(|rule| line(declarations, rule)).collect();
            json(&mut out, &Answer { format: 1, ruleset: &declarations.id, version: &declarations.version, rules })?;
        }
        Style::Human => {
            let columns = ["rule", "kind", "summary", "source"].map(Column::Words);
            let rows = rules.iter().map(|rule| row(declarations, rule));
            if !rules.is_empty() {
                writeln!(out, "{}\n", table(&columns, rows, terminal::width()))?;
            }
            writeln!(out, "{}", counted(rules.len(), "special rule"))?;
            out.flush()?;
        }
    }
    Ok(Outcome::Fine)
}

fn line<'a>(declarations: &Declarations, rule: &'a SpecialRule) -> Line<'a> {
    Line {
        id: &rule.id,
        name: &rule.name,
        kind: &rule.kind,
        number: rule.number,
        parameters: &rule.parameters,
        aliases: &rule.aliases,
        tags: &rule.tags,
        summary: &rule.summary,
        source: words::as_source(declarations, &rule.source),
    }
}

fn row(declarations: &Declarations, rule: &SpecialRule) -> Vec<String> {
    let kind = declarations.special_rule_kinds.get(&rule.kind).map_or(&rule.kind, |kind| &kind.title);
    vec![
        rule.name.clone(),
        kind.clone(),
        rule.summary.clone(),
        words::source(&words::as_source(declarations, &rule.source)),
    ]
}
