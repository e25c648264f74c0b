//! `contradictory-limits`: no list can keep two limits together, or the models that a limit asks for cost more than the force value
//! of the event.

use muster_engine::amount::{Amount, KeyedAmount, Quantity};
use muster_engine::ready::Ruleset;
use muster_engine::report::Severity;
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
            if let Some((message, is_certain)) = limits.iter().find_map(|other| limit.against(other)) {
                let notice = LintNotice::warning(file, at, message);
                notices.push(if is_certain { LintNotice { severity: Severity::Error, ..notice } } else { notice });
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
    min: Option<LimitBound<'r>>,
    max: Option<LimitBound<'r>>,
}

/// A bound of a limit: a number, or a percentage of an amount.
#[derive(Clone, Copy)]
struct LimitBound<'r> {
    number: i64,
    /// What the number is a percentage of; none if it is the bound itself.
    of: Option<&'r Amount>,
}

impl<'r> LimitBound<'r> {
    fn new(bound: &'r Amount) -> Self {
        match bound {
            Amount::Number(number) => Self { number: *number, of: None },
            Amount::Word(_) => Self { number: 100, of: Some(bound) },
            Amount::Made(made) => match &**made {
                KeyedAmount::Percent(percent, of) => Self { number: (*percent).into(), of: Some(of) },
                _ => Self { number: 100, of: Some(bound) },
            },
        }
    }

    fn words(self) -> String {
        match self.of {
            None => self.number.to_string(),
            Some(Amount::Word(Quantity::Mfv)) => format!("{}% of MFV", self.number),
            Some(_) => format!("{}% of an amount", self.number),
        }
    }
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
        && !clause.together
        && clause.r#in.is_none()
        && clause.with.is_none()
        && clause.deck.is_none()
        && clause.severity.unwrap_or(rule.severity) == Grade::Error;
    let limit = clause.limit.as_ref().filter(|_| is_always)?;
    let bound = |bound: &'r Option<Amount>| bound.as_ref().map(LimitBound::new);
    Some(ListLimit { rule, place, of: &limit.of, min: bound(&limit.min), max: bound(&limit.max) })
}

impl ListLimit<'_> {
    /// Says how two limits contradict each other: what one wants at least is more than what the other allows of the same, or of
    /// more than that. Also says whether no list can keep both. If they are percentages of something in the list, one
    /// without it can.
    fn against(&self, other: &Self) -> Option<(String, bool)> {
        [(self, other), (other, self)].into_iter().find_map(|(floor, cap)| {
            let (min, max) = (floor.min?, cap.max?);
            if min.number <= max.number || min.of != max.of || !includes(cap.of, floor.of) {
                return None;
            }
            let (least, most) = (&floor.rule.id, &cap.rule.id);
            let wants =
                format!("`{least}` wants at least {}, and `{most}` allows at most {}", min.words(), max.words());
            let what = if cap.of == floor.of { "of the same" } else { "of more than that" };
            Some(match min.of {
                None | Some(Amount::Word(_)) => (format!("no list is legal: {wants} {what}"), true),
                Some(_) => (format!("{wants} {what}, which only a list without any can keep"), false),
            })
        })
    }

    /// Says that the models which it asks for cost more than the largest force value that an event allows.
    fn unaffordable(&self, ruleset: &Ruleset) -> Option<String> {
        let Amount::Made(made) = self.of else { return None };
        let KeyedAmount::Models(selector) = &**made else { return None };
        let least = self.min.filter(|least| least.of.is_none() && least.number > 0)?.number;
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

/// Whether an amount counts everything that another one counts: the same, of all that has at most the same tests.
fn includes(larger: &Amount, smaller: &Amount) -> bool {
    if larger == smaller {
        return true;
    }
    let (Some((word, all)), Some((other, some))) = (counted(larger), counted(smaller)) else { return false };
    word == other && all.0.iter().all(|test| some.0.contains(test))
}

/// What an amount counts that is more, the more its selector selects: a word for it, and the selector.
fn counted(amount: &Amount) -> Option<(&'static str, &Selector)> {
    let Amount::Made(made) = amount else { return None };
    match &**made {
        KeyedAmount::Points(selector) => Some(("points", selector)),
        KeyedAmount::Upgrades(selector) => Some(("upgrades", selector)),
        KeyedAmount::Models(selector) => Some(("models", selector)),
        KeyedAmount::Squadrons(selector) => Some(("squadrons", selector)),
        _ => None,
    }
}

/// The units that a selector asks for, if it asks for nothing else.
fn units(selector: &Selector) -> Option<&[String]> {
    let [SelectorTest::Trait(..)] = selector.0.as_slice() else { return None };
    selector.0.first()?.values_of("unit")
}
