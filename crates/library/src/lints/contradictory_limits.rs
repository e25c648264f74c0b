//! `contradictory-limits`: no list can keep two limits together, or the models that a limit asks for cost more than the force value
//! of the event.

use muster_engine::amount::{Amount, KeyedAmount};
use muster_engine::ready::Ruleset;
use muster_engine::rule::{Clause, ClauseTarget, Grade, Rule, RuleKind};
use muster_engine::selector::{Selector, SelectorTest};

use super::{LintInput, LintNotice, text};

pub(super) fn lint<'a>(subject: &LintInput<'a>) -> Vec<LintNotice<'a>> {
    let Some(ruleset) = subject.ruleset else { return Vec::new() };
    let limits = limits(ruleset);
    let mut notices = Vec::new();
    for (file, at, rule) in subject.files.rules() {
        let Some(id) = text(rule, "id") else { continue };
        for limit in limits.iter().filter(|limit| limit.rule.id == id) {
            let at = format!("{at}/clauses/{}/limit", limit.place);
            if let Some(message) = limits.iter().find_map(|other| limit.against(other)) {
                notices.push(LintNotice::error(file, at, message));
            } else if let Some(message) = limit.unaffordable(ruleset) {
                // An option or a squadron that brings them may make them cheaper.
                notices.push(LintNotice::warning(file, at, message));
            }
        }
    }
    notices
}

/// A limit over the whole list with numbers.
struct ListLimit<'r> {
    rule: &'r Rule,
    /// The place of its clause.
    place: usize,
    of: &'r Amount,
    min: Option<i64>,
    max: Option<i64>,
}

/// Finds the limits that every list must keep.
fn limits(ruleset: &Ruleset) -> Vec<ListLimit<'_>> {
    let rules = ruleset.rules().iter().map(|sourced| &sourced.rule).filter(|rule| binds_all(ruleset, rule));
    let clauses =
        rules.flat_map(|rule| rule.clauses.iter().enumerate().map(move |(place, clause)| (rule, place, clause)));
    clauses.filter_map(|(rule, place, clause)| limit(rule, place, clause)).collect()
}

/// Whether a rule is a limit that is in use under all settings, and that no event drops and nobody may waive.
fn binds_all(ruleset: &Ruleset, rule: &Rule) -> bool {
    let mut events = ruleset.events().into_iter().flat_map(|events| &events.all);
    let is_always = rule.applies.is_empty() && rule.unless.is_empty() && !rule.waivable;
    rule.kind == RuleKind::Limit && is_always && !events.any(|event| event.drops.contains(&rule.id))
}

fn limit<'r>(rule: &'r Rule, place: usize, clause: &'r Clause) -> Option<ListLimit<'r>> {
    let is_always = clause.each == ClauseTarget::List
        && clause.when.is_empty()
        && clause.r#in.is_none()
        && clause.with.is_none()
        && clause.deck.is_none()
        && clause.severity.unwrap_or(rule.severity) == Grade::Error;
    let limit = clause.limit.as_ref().filter(|_| is_always)?;
    let number = |bound: &Option<Amount>| match bound {
        Some(Amount::Number(number)) => Some(*number),
        _ => None,
    };
    Some(ListLimit { rule, place, of: &limit.of, min: number(&limit.min), max: number(&limit.max) })
}

impl ListLimit<'_> {
    /// Says how two limits of one amount contradict each other.
    fn against(&self, other: &Self) -> Option<String> {
        if self.of != other.of {
            return None;
        }
        let (id, other_id) = (&self.rule.id, &other.rule.id);
        let tell = |min: i64, least: &str, max: i64, most: &str| {
            format!("no list is legal: `{least}` wants at least {min} of what `{most}` allows {max} of")
        };
        match (self.min.zip(other.max), self.max.zip(other.min)) {
            (Some((min, max)), _) if min > max => Some(tell(min, id, max, other_id)),
            (_, Some((max, min))) if min > max => Some(tell(min, other_id, max, id)),
            _ => None,
        }
    }

    /// Says that the models which it asks for cost more than the largest force value that an event allows.
    fn unaffordable(&self, ruleset: &Ruleset) -> Option<String> {
        let Amount::Made(made) = self.of else { return None };
        let KeyedAmount::Models(selector) = &**made else { return None };
        let least = self.min.filter(|least| *least > 0)?;
        let units = units(selector)?;
        let events = ruleset.events()?.all.iter();
        let mfv = events.flat_map(|event| event.mfv.iter().copied()).max()?;
        let all = ruleset.catalogues().iter().flat_map(|catalogue| &catalogue.written().units);
        let prices = all.filter(|unit| units.contains(&unit.id)).map(|unit| unit.points);
        // A unit without a price may cost nothing.
        let cheapest = prices.min()??;
        let cost = least.saturating_mul(cheapest.into());
        (cost > mfv.into()).then(|| {
            format!("{least} of these models cost {cost} points or more by the catalogue, and the force value is {mfv}")
        })
    }
}

/// The units that a selector asks for, if it asks for nothing else.
fn units(selector: &Selector) -> Option<&[String]> {
    let [SelectorTest::Trait(..)] = selector.0.as_slice() else { return None };
    selector.0.first()?.values_of("unit")
}
