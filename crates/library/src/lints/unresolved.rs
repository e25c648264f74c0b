//! `unresolved`: names in rules, tables and decks that refer to nothing, and rules that cannot be judged, as the engine
//! reports them.

use muster_engine::ready::{RulesetItem, RulesetProblem};
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
        let (file, at) = unit(files, &problem.item)?;
        Some(placed(file, &at, problem, problem.fault.to_string()))
    };
    problems.iter().filter_map(place).collect()
}

fn notice<'a>(files: &'a RulesetFiles, problem: &RulesetProblem) -> Option<LintNotice<'a>> {
    let head = files.of(FileKind::Ruleset).next()?;
    if let Some((file, at)) = unit(files, &problem.item) {
        return Some(placed(file, &at, problem, problem.fault.to_string()));
    }
    let found = match &problem.item {
        RulesetItem::Rule(id) => {
            let rule = |file: &&RulesetFile| text(file.document.value(), "id") == Some(id);
            files.of(FileKind::Rule).find(rule).map(|file| (file, String::new()))
        }
        RulesetItem::SpecialRule(id) => {
            let mut files = files.of(FileKind::SpecialRules);
            let place = |file: &RulesetFile| {
                file.document.value().as_array()?.iter().position(|rule| text(rule, "id") == Some(id))
            };
            files.find_map(|file| Some((file, format!("/{}/parameters", place(file)?))))
        }
        // It is declared here, or by the ruleset that this one extends.
        item => item.declared_at().filter(|at| head.document.value().pointer(at).is_some()).map(|at| (head, at)),
    };
    // Outside of the rule's own file, the message has to name the item. The item may be in another ruleset of the
    // chain.
    let Some((file, at)) = found else { return Some(LintNotice::error(head, "", problem.to_string())) };
    let message = if file.kind == FileKind::Rule { problem.fault.to_string() } else { problem.to_string() };
    Some(placed(file, &at, problem, message))
}

/// The notice on a problem of an item that stands there.
fn placed<'a>(file: &'a RulesetFile, item: &str, problem: &RulesetProblem, message: String) -> LintNotice<'a> {
    LintNotice { key: problem.key.clone(), ..LintNotice::error(file, item.to_owned() + &problem.at, message) }
}

/// The place of a unit; none if the item is no unit of these files.
fn unit<'a>(files: &'a RulesetFiles, item: &RulesetItem) -> Option<(&'a RulesetFile, String)> {
    let RulesetItem::Unit(id, nation) = item else { return None };
    let of_nation = |file: &&RulesetFile| text(file.document.value(), "nation") == nation.as_deref();
    files.of(FileKind::Catalogue).filter(of_nation).find_map(|file| {
        let units = file.document.value().get("units").and_then(Value::as_array)?;
        let position = units.iter().position(|unit| text(unit, "id") == Some(id))?;
        Some((file, format!("/units/{position}")))
    })
}
