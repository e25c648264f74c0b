//! `muster rules`: the special rules of a game, with our summaries.

use std::io::Write;

use muster_engine::declarations::Declarations;
use muster_engine::report::SourceInfo;
use muster_engine::special_rules::{FormedParameter, Parameter, SpecialRule, Stacking};
use muster_engine::words::parameters;
use muster_library::shelf::Shelf;
use schemars::JsonSchema;
use serde::Serialize;

use super::{has_words, json, ruleset};
use crate::args::{OutputStyle, RulesCommand};
use crate::outcome::{CommandFailure, ExitOutcome};
use crate::output::table::{TableColumn, table};
use crate::output::words;
use crate::terminal;
use crate::text::counted;

#[derive(Serialize, JsonSchema)]
pub(crate) struct RulesOutput<'a> {
    format: u32,
    ruleset: &'a str,
    version: &'a str,
    rules: Vec<RuleRow<'a>>,
}

/// A special rule as one row.
#[derive(Serialize, JsonSchema)]
struct RuleRow<'a> {
    id: &'a str,
    name: &'a str,
    kind: &'a str,
    number: Option<u32>,
    /// The name with its placeholders, as the book prints it.
    title: String,
    parameters: Vec<&'a str>,
    /// How cards write the parameters, if the ruleset says so.
    forms: Vec<&'a FormedParameter>,
    stacking: Option<Stacking>,
    aliases: &'a [String],
    tags: &'a [String],
    summary: &'a str,
    source: SourceInfo,
}

/// Prints the special rules that contain the wanted words.
pub(crate) fn run(args: &RulesCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    let ruleset = ruleset(shelf, &args.ruleset)?;
    let declarations = ruleset.declarations();
    let wanted = |rule: &&SpecialRule| {
        let texts =
            [&rule.id, &rule.name, &rule.kind, &rule.summary].into_iter().chain(&rule.aliases).chain(&rule.tags);
        has_words(texts.map(String::as_str), &args.text)
    };
    let rules: Vec<&SpecialRule> = ruleset.special_rules().iter().filter(wanted).collect();
    let mut out = terminal::styled(args.format);
    match args.format {
        OutputStyle::Json => {
            let rules = rules.iter().map(|rule| line(declarations, rule)).collect();
            json(
                &mut out,
                &RulesOutput { format: 1, ruleset: &declarations.id, version: &declarations.version, rules },
            )?;
        }
        OutputStyle::Human => {
            let stack = rules.iter().any(|rule| rule.stacking.is_some());
            let names = ["rule", "kind"].into_iter().chain(stack.then_some("stacking")).chain(["summary", "source"]);
            let columns: Vec<TableColumn> = names.map(TableColumn::Words).collect();
            let rows: Vec<_> = rules.iter().map(|rule| row(declarations, rule, stack)).collect();
            let (columns, rows, all) = said_once(columns, &rows);
            if !rules.is_empty() {
                writeln!(out, "{}\n", table(&columns, rows, terminal::width()))?;
            }
            for words in &all {
                writeln!(out, "{words}\n")?;
            }
            writeln!(out, "{}", counted(rules.len(), "special rule"))?;
            out.flush()?;
        }
    }
    Ok(ExitOutcome::Fine)
}

fn line<'a>(declarations: &Declarations, rule: &'a SpecialRule) -> RuleRow<'a> {
    RuleRow {
        id: &rule.id,
        name: &rule.name,
        kind: &rule.kind,
        number: rule.number,
        title: parameters::title(rule),
        parameters: rule.parameters.iter().map(Parameter::name).collect(),
        forms: rule.parameters.iter().filter_map(Parameter::formed).collect(),
        stacking: rule.stacking,
        aliases: &rule.aliases,
        tags: &rule.tags,
        summary: &rule.summary,
        source: words::as_source(declarations, &rule.source),
    }
}

/// The columns and rows without those columns whose words are the same in all of several rows, and these words.
fn said_once<'c>(
    columns: Vec<TableColumn<'c>>,
    rows: &[Vec<String>],
) -> (Vec<TableColumn<'c>>, Vec<Vec<String>>, Vec<String>) {
    let is_same = |at: &usize| rows.len() > 1 && rows.iter().all(|row| row[*at] == rows[0][*at]);
    let same: Vec<usize> = (1..columns.len()).filter(is_same).collect();
    let said = |at: &usize| {
        let name = match columns[*at] {
            TableColumn::Words(name) | TableColumn::Numbers(name) | TableColumn::Ids(name) => name,
        };
        format!("The {name} of all: {}", rows[0][*at])
    };
    let all = same.iter().map(said).collect();
    let rest = |at: &usize| !same.contains(at);
    let rows = rows.iter().map(|row| (0..row.len()).filter(rest).map(|at| row[at].clone()).collect()).collect();
    let columns = columns.into_iter().enumerate().filter(|(at, _)| rest(at)).map(|(_, column)| column).collect();
    (columns, rows, all)
}

fn row(declarations: &Declarations, rule: &SpecialRule, stack: bool) -> Vec<String> {
    let kind = declarations.special_rule_kinds.get(&rule.kind).map_or(&rule.kind, |kind| &kind.title);
    let mut row = vec![parameters::title(rule), kind.clone()];
    row.extend(stack.then(|| rule.stacking.map_or("", words::stacking).to_owned()));
    row.extend([rule.summary.clone(), words::source(&words::as_source(declarations, &rule.source))]);
    row
}
