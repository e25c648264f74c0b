//! What golden lists show of the rules: which rules they break and keep, and which changes of rules they notice.

use std::collections::BTreeMap;

use muster_engine::ready::Ruleset;
use muster_engine::report::Severity;
use muster_engine::rule::{Rule, RuleKind};
use muster_library::expectation::Expectation;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use crate::list::GoldenList;
use crate::mutant::Mutant;

/// How many lists are on each side of a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct RuleLists {
    /// Lists in which a finding of the rule is expected that is no note.
    pub broken: usize,
    /// Lists in which there is no such finding.
    pub kept: usize,
}

/// Whether a list can break a rule.
#[must_use]
pub fn is_judged(rule: &Rule) -> bool {
    matches!(rule.kind, RuleKind::Limit | RuleKind::Check)
}

/// How many lists are on each side of each of these rules.
#[must_use]
pub fn rule_lists(ruleset: &Ruleset, rules: &[&str], lists: &[&GoldenList]) -> BTreeMap<String, RuleLists> {
    let mut sides: BTreeMap<String, RuleLists> =
        rules.iter().map(|rule| ((*rule).to_owned(), RuleLists::default())).collect();
    for list in lists {
        let found = list.report(ruleset).findings;
        for (id, sides) in &mut sides {
            let is_it = |expected: &Expectation| match expected {
                Expectation::Finding { severity, rule, .. } => rule == id && *severity != Severity::Note,
                _ => false,
            };
            let finds = found.iter().any(|found| found.rule.as_str() == id && found.severity != Severity::Note);
            sides.broken += usize::from(list.expected.iter().any(|(_, expected)| is_it(expected)));
            sides.kept += usize::from(!finds);
        }
    }
    sides
}

/// The mutants that no list notices. Lists that differ from what is expected of the ruleset itself do not count: they would seem
/// to notice each of them.
#[must_use]
pub fn unnoticed<'m>(ruleset: &Ruleset, mutants: &'m [Mutant], lists: &[&GoldenList]) -> Vec<&'m Mutant> {
    let lists: Vec<&GoldenList> = lists.iter().copied().filter(|list| list.differences(ruleset).is_empty()).collect();
    mutants.par_iter().filter(|mutant| !is_noticed(mutant, ruleset, &lists)).collect()
}

/// Whether a list notices the mutant. Catalogues are made ready once for all mutants. The lists of the mutant's file are
/// tried first.
fn is_noticed(mutant: &Mutant, ruleset: &Ruleset, lists: &[&GoldenList]) -> bool {
    // What cannot be built is noticed by whoever loads it.
    let Ok(changed) = ruleset.with_parts(mutant.parts(ruleset.parts())) else { return true };
    let is_own = |list: &&GoldenList| list.file.file_stem().is_some_and(|stem| *stem == *mutant.file);
    let (first, rest): (Vec<&GoldenList>, Vec<&GoldenList>) = lists.iter().partition(|list| is_own(list));
    first.into_iter().chain(rest).any(|list| !list.differences(&changed).is_empty())
}
