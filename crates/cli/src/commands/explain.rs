//! `muster explain`: a rule in our words with its formula, book and page; a unit's card; or anything else in a ruleset.

use std::io::Write;

use muster_app::explanation::{Explanation, explanations};
use muster_changes::{RuleExample, usual_example};
use muster_engine::nearest::{nearest, nearest_names};
use muster_engine::ready::Ruleset;
use muster_engine::slug::slug;
use muster_golden::is_judged;
use muster_library::remarks;
use muster_library::shelf::Shelf;
use schemars::JsonSchema;
use serde::Serialize;

use super::{CatalogueSelection, json, origin, ruleset};
use crate::args::{ExplainCommand, OutputStyle};
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::output::card::{UnitAnswer, UnitCard};
use crate::output::{explanation, overview};
use crate::terminal;

/// Something that has the given name.
enum ExplainedThing<'a> {
    Explanation(Box<Explanation>),
    Unit(UnitCard<'a>),
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ExplainOutput<'a> {
    format: u32,
    ruleset: &'a str,
    version: &'a str,
    explanations: Vec<ExplainRow<'a>>,
    /// Lists on both sides of the rule; none if it is no rule that lists break, or none were found.
    example: Option<RuleExample>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum ExplainRow<'a> {
    Explanation(&'a Explanation),
    Unit(UnitAnswer<'a>),
}

/// Explains the thing named on the command line.
pub(crate) fn run(args: &ExplainCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    let (id, name) = args.name.split_once('/').unwrap_or((&args.name, ""));
    if id.is_empty() {
        let message = format!("`{}` names no ruleset", args.name);
        return Err(CommandComplaint::new(message).help("as in `muster explain dw-2.5/cap-large`").into());
    }
    let ruleset = ruleset(shelf, id).map_err(|complaint| of_which(shelf, &args.name, complaint))?;
    let mut out = terminal::styled(args.format);
    if name.is_empty() {
        match args.format {
            OutputStyle::Json => json(&mut out, &overview::answer(&ruleset))?,
            OutputStyle::Human => {
                overview::write(&mut out, &ruleset, terminal::width())?;
                out.flush()?;
            }
        }
        return Ok(ExitOutcome::Fine);
    }
    let origin = args.nation.as_deref().map(|nation| origin(shelf, &ruleset, nation)).transpose()?;
    let things = find(&ruleset, name, origin.as_ref());
    if things.is_empty() {
        return Err(match (&args.nation, &origin) {
            (Some(nation), Some(origin)) => unknown_unit(&ruleset, name, nation, origin),
            _ => unknown(&ruleset, name),
        }
        .into());
    }
    let declarations = ruleset.declarations();
    let example = example_of(&ruleset, &things);
    match args.format {
        OutputStyle::Json => {
            let explanations = things.iter().map(ExplainedThing::line).collect();
            let (ruleset, version) = (declarations.id.as_str(), declarations.version.as_str());
            json(&mut out, &ExplainOutput { format: 1, ruleset, version, explanations, example })?;
        }
        OutputStyle::Human => {
            for (number, thing) in things.iter().enumerate() {
                if number > 0 {
                    writeln!(out)?;
                }
                match thing {
                    ExplainedThing::Explanation(explanation) => {
                        explanation::write(explanation, &mut out, declarations, terminal::width())?;
                    }
                    ExplainedThing::Unit(card) => card.write(&mut out, terminal::width())?,
                }
            }
            if let Some(example) = &example {
                explanation::write_example(example, &mut out, terminal::width())?;
            }
            out.flush()?;
        }
    }
    Ok(ExitOutcome::Fine)
}

/// Lists on both sides of the one thing, if that is a rule.
fn example_of(ruleset: &Ruleset, things: &[ExplainedThing]) -> Option<RuleExample> {
    let [ExplainedThing::Explanation(explanation)] = things else { return None };
    let rule = &ruleset.rule(&explanation.id)?.rule;
    is_judged(rule).then(|| usual_example(ruleset, &rule.id)).flatten()
}

impl ExplainedThing<'_> {
    fn line(&self) -> ExplainRow<'_> {
        match self {
            Self::Explanation(explanation) => ExplainRow::Explanation(explanation),
            Self::Unit(card) => ExplainRow::Unit(card.answer()),
        }
    }
}

/// Everything that has this name. Usually that is one thing, but a setting may have the name of a rule, and several
/// nations may have the same unit. If a nation is given, only units are searched.
fn find<'a>(ruleset: &'a Ruleset, name: &str, origin: Option<&CatalogueSelection>) -> Vec<ExplainedThing<'a>> {
    let units = ruleset.catalogues().iter().filter_map(|catalogue| {
        let (catalogue, unit) = (catalogue.written(), catalogue.unit(catalogue.find(name)?));
        let wanted = origin.is_none_or(|origin| origin.has(catalogue, unit));
        wanted.then(|| ExplainedThing::Unit(UnitCard::new(ruleset, catalogue, unit)))
    });
    let explanations = if origin.is_some() { Vec::new() } else { explanations(ruleset, name) };
    explanations.into_iter().map(|found| ExplainedThing::Explanation(Box::new(found))).chain(units).collect()
}

/// Lists the rulesets that have this name, if it was given without a ruleset.
fn of_which(shelf: &Shelf, name: &str, complaint: CommandComplaint) -> CommandComplaint {
    if name.contains('/') {
        return complaint;
    }
    let has = |id: &&str| ruleset(shelf, id).is_ok_and(|ruleset| !find(&ruleset, name, None).is_empty());
    let mut ids: Vec<&str> = shelf.editions().into_iter().map(|edition| edition.id.as_str()).collect();
    ids.dedup();
    let found: Vec<String> = ids.into_iter().filter(has).map(|id| format!("`muster explain {id}/{name}`")).collect();
    if found.is_empty() { complaint } else { complaint.help(found.join(", ")) }
}

/// The complaint that nothing has this name, with the most similar name that can be explained.
fn unknown(ruleset: &Ruleset, name: &str) -> CommandComplaint {
    let id = &ruleset.declarations().id;
    let units =
        ruleset.catalogues().iter().flat_map(|catalogue| &catalogue.written().units).map(|unit| unit.id.as_str());
    let special = ruleset.special_rules().iter().map(|rule| rule.id.as_str());
    let contents = overview::contents(ruleset).into_iter().map(|content| content.id);
    let help = near(name, &contents.chain(special).chain(units).chain(remarks::ids()).collect::<Vec<_>>());
    CommandComplaint::new(format!("the ruleset `{id}` has nothing called `{name}`"))
        .help(help.unwrap_or_else(|| format!("`muster explain {id}` lists what can be explained")))
}

/// The complaint that a nation has no unit of this name, with its most similar unit.
fn unknown_unit(ruleset: &Ruleset, name: &str, nation: &str, origin: &CatalogueSelection) -> CommandComplaint {
    let id = &ruleset.declarations().id;
    let catalogues = ruleset.catalogues().iter().map(|catalogue| catalogue.written());
    let units = catalogues.flat_map(|catalogue| {
        catalogue.units.iter().filter(|unit| origin.has(catalogue, unit)).map(|unit| unit.id.as_str())
    });
    let help = near(name, &units.collect::<Vec<_>>());
    CommandComplaint::new(format!("`{nation}` has no unit `{name}` in `{id}`"))
        .help(help.unwrap_or_else(|| format!("`muster units {id} --nation {nation}` lists its units")))
}

fn near(name: &str, known: &[&str]) -> Option<String> {
    nearest(name, known.iter().copied()).or_else(|| nearest_beginning(name, known))
}

/// The name whose first words are most similar. People who look for a ship rarely type its class.
fn nearest_beginning(name: &str, known: &[&str]) -> Option<String> {
    let words = slug(name).split('-').count();
    let beginning = |id: &&str| id.split('-').take(words).collect::<Vec<_>>().join("-");
    let beginnings: Vec<String> = known.iter().map(beginning).collect();
    let near = nearest_names(name, beginnings.iter().map(String::as_str));
    let near = near.first()?;
    nearest(near, known.iter().copied())
}
