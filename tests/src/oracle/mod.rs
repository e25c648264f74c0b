//! A second evaluator for the rule language: slow, simple, and written from `docs/rule-language.md`.
//!
//! It works on the types of the files (`Rule`, `Amount`, `Selector`, `Catalogue`, `ArmyList`), with words, sets of
//! words and exact fractions. It shares nothing with the engine but those types and `slug`. Both must say the same
//! about a list. Structural checks are not evaluated here, nor are the engine's findings that come from no rule. Of
//! slots, it knows those that hold any number of the squadrons whose units name them.

mod amount;
mod answer;
mod bought;
mod card;
mod clause;
mod describe;
mod hardpoints;
mod number;
mod selector;
mod setting;
mod thing;
mod world;

use std::collections::BTreeMap;

use muster_engine::catalogue::Catalogue;
use muster_engine::list::ArmyList;
use muster_engine::ready::{Ruleset, RulesetParts};
use muster_engine::report::{Report, Severity};
use muster_engine::rule::{ClauseTarget, Rule, RuleKind};
use muster_engine::slug::slug;

use world::World;

/// The result of one clause of a rule at one place of a list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClauseResult {
    /// The rule's id.
    pub rule: String,
    /// Its severity.
    pub severity: Severity,
    /// The pointer of the group, squadron, role or card. Empty if a rule is about the list or about units, because then
    /// several places would be right.
    pub place: String,
    /// The measured number, if it is certain.
    pub measured: Option<i64>,
    /// The floor, rounded up, if it is certain.
    pub min: Option<i64>,
    /// The ceiling, rounded down, if it is certain.
    pub max: Option<i64>,
}

/// The second evaluator for one ruleset.
pub struct Oracle<'a> {
    parts: &'a RulesetParts,
    catalogues: Vec<&'a Catalogue>,
    /// The ids of special rules by the slugs of all their names.
    special_rules: BTreeMap<String, &'a str>,
}

impl<'a> Oracle<'a> {
    /// Takes a ruleset as written, with its loaded catalogues.
    #[must_use]
    pub fn new(ruleset: &'a Ruleset) -> Self {
        let parts = ruleset.parts();
        let mut special_rules = BTreeMap::new();
        for rule in &parts.special_rules {
            special_rules.insert(rule.id.clone(), rule.id.as_str());
        }
        for rule in &parts.special_rules {
            for name in std::iter::once(&rule.name).chain(&rule.aliases) {
                special_rules.entry(slug(name)).or_insert(&rule.id);
            }
        }
        let catalogues = ruleset.catalogues().iter().map(|catalogue| catalogue.written()).collect();
        Self { parts, catalogues, special_rules }
    }

    /// Whether each weapon and generator that a list states goes to the first hardpoint that has room. If others have to
    /// make room, or there is none, several ways are right.
    #[must_use]
    pub fn is_settled(&self, list: &ArmyList) -> bool {
        World::new(self, list).bought.iter().all(|bought| bought.is_settled)
    }

    /// The results of the rules for a list, sorted.
    #[must_use]
    pub fn told(&self, list: &ArmyList) -> Vec<ClauseResult> {
        told(self, list)
    }
}

fn told(oracle: &Oracle, list: &ArmyList) -> Vec<ClauseResult> {
    let parts = oracle.parts;
    let world = World::new(oracle, list);
    let mut told = Vec::new();
    for sourced in &parts.rules {
        if matches!(sourced.rule.kind, RuleKind::Limit | RuleKind::ByHand) && world.in_use(&sourced.rule) {
            for clause in &sourced.rule.clauses {
                world.clause(&sourced.rule, clause, &mut told);
            }
        }
    }
    for (id, deck) in &parts.declarations.decks {
        let rules = || parts.rules.iter().map(|sourced| &sourced.rule);
        let cited = deck.rule.as_ref().and_then(|cited| rules().find(|rule| rule.id == *cited));
        if let Some(rule) = cited.filter(|rule| world.in_use(rule) && !list.decks.contains_key(id)) {
            let nothing = ClauseResult {
                rule: rule.id.clone(),
                severity: Severity::Note,
                place: String::new(),
                measured: None,
                min: None,
                max: None,
            };
            told.push(nothing);
        }
    }
    told.sort();
    told
}

/// The same results from the engine's report: its findings of rules that have clauses, sorted.
#[must_use]
pub fn told_by_engine(ruleset: &Ruleset, report: &Report) -> Vec<ClauseResult> {
    let mut told = Vec::new();
    for finding in &report.findings {
        let Some(sourced) = ruleset.parts().rules.iter().find(|sourced| sourced.rule.id == finding.rule.as_str())
        else {
            continue;
        };
        if sourced.rule.clauses.is_empty() {
            continue;
        }
        let at = finding.at.first().cloned().unwrap_or_default();
        told.push(ClauseResult {
            rule: finding.rule.to_string(),
            severity: finding.severity,
            place: if has_places(&sourced.rule) { at } else { String::new() },
            measured: finding.measured,
            min: finding.min,
            max: finding.max,
        });
    }
    told.sort();
    told
}

/// Whether every finding of a rule is about one group, squadron, model or card.
fn has_places(rule: &Rule) -> bool {
    rule.clauses.iter().all(|clause| {
        matches!(
            clause.each,
            ClauseTarget::Group
                | ClauseTarget::Squadron
                | ClauseTarget::SquadronAlone
                | ClauseTarget::Bearer
                | ClauseTarget::Card
        )
    })
}
