//! `unresolved`: names in rules, tables and decks that refer to nothing, and rules that cannot be judged, as the engine
//! reports them.

use muster_engine::ready::RulesetProblem;
use serde_json::Value;

use super::{LintNotice, text};
use crate::ruleset_files::{RulesetFile, RulesetFiles};
use crate::schemas::FileKind;

/// The engine's problems, each at the item it names.
pub(super) fn lint<'a>(files: &'a RulesetFiles, problems: &[RulesetProblem]) -> Vec<LintNotice<'a>> {
    problems.iter().filter_map(|problem| notice(files, problem)).collect()
}

/// The engine's problems with catalogues that have no `ruleset.yaml`.
pub(super) fn in_catalogues<'a>(files: &'a RulesetFiles, problems: &[RulesetProblem]) -> Vec<LintNotice<'a>> {
    let place = |problem: &RulesetProblem| {
        let (kind, id) = problem.item.split_once(' ')?;
        let (file, at) = unit(files, kind, id)?;
        Some(LintNotice::error(file, at + &problem.at, problem.message.clone()))
    };
    problems.iter().filter_map(place).collect()
}

fn notice<'a>(files: &'a RulesetFiles, problem: &RulesetProblem) -> Option<LintNotice<'a>> {
    let head = files.of(FileKind::Ruleset).next()?;
    let (kind, id) = problem.item.split_once(' ').unwrap_or((&problem.item, ""));
    let rule = |file: &&RulesetFile| text(file.document.value(), "id") == Some(id);
    if let Some((file, at)) = unit(files, kind, id) {
        return Some(LintNotice::error(file, at + &problem.at, problem.message.clone()));
    }
    let (file, at) = match kind {
        "rule" => (files.of(FileKind::Rule).find(rule).unwrap_or(head), String::new()),
        "special-rule" => {
            let mut files = files.of(FileKind::SpecialRules);
            let place = |file: &RulesetFile| {
                file.document.value().as_array()?.iter().position(|rule| text(rule, "id") == Some(id))
            };
            let found = files.find_map(|file| Some((file, format!("/{}/parameters", place(file)?))));
            found.unwrap_or((head, String::new()))
        }
        "deck" | "table" | "nation" | "selector" | "setting" => (head, format!("/{kind}s/{id}")),
        _ => (head, String::new()),
    };
    // Outside of the rule's own file, the message has to name the item. The item may be in another ruleset of the
    // chain.
    let message = if file.kind == FileKind::Rule {
        problem.message.clone()
    } else {
        format!("{}: {}", problem.item, problem.message)
    };
    Some(LintNotice::error(file, at + &problem.at, message))
}

/// The place of a unit. Its name is its id, or `ID of NATION`.
fn unit<'a>(files: &'a RulesetFiles, kind: &str, name: &str) -> Option<(&'a RulesetFile, String)> {
    let (id, nation) = name.split_once(" of ").map_or((name, None), |(id, nation)| (id, Some(nation)));
    let of_nation = |file: &&RulesetFile| kind == "unit" && text(file.document.value(), "nation") == nation;
    files.of(FileKind::Catalogue).filter(of_nation).find_map(|file| {
        let units = file.document.value().get("units").and_then(Value::as_array)?;
        let position = units.iter().position(|unit| text(unit, "id") == Some(id))?;
        Some((file, format!("/units/{position}")))
    })
}
