//! Limits that are broken, or that cannot be decided.

#![expect(clippy::indexing_slicing, reason = "a fault has the places of the rule and the clause that are broken")]

use crate::force::value::NumberRange;
use crate::force::whole::Force;
use crate::judge::causes::{Cause, settled_by, words};
use crate::judge::evaluate::{LimitOutcome, Measurement};
use crate::shapes::rule::{Clause, Limit, Rule};
use crate::text::plural::times;
use crate::words::phrases::{formula, is_cost, is_of_one, subject};

/// A clause of a rule is broken, or cannot be decided.
#[derive(Clone, Debug)]
pub(crate) struct LimitFault {
    /// The rule, by its place in the ruleset.
    pub rule: usize,
    /// The clause, by its place in the rule.
    pub clause: usize,
    /// The squadron, unit, model or card that was measured. None if it was the whole list.
    pub name: Option<String>,
    /// The measured amount and the bounds; none if the clause has no limit, because it forbids something altogether.
    pub measured: Option<Measurement>,
    /// It cannot be told whether the clause is broken.
    pub open: bool,
    /// Why it cannot be told.
    pub causes: Vec<Cause>,
}

impl LimitFault {
    pub(super) fn sentence(&self, force: &Force) -> String {
        let rule = &force.ruleset.rules()[self.rule].rule;
        let (clause, name, measured) = (&rule.clauses[self.clause], self.name.as_deref(), self.measured.as_ref());
        if self.open {
            return undecided(rule, name, measured, words(&self.causes));
        }
        if let Some(says) = &clause.says {
            return in_words_of_the_rule(says, name, measured);
        }
        let (Some(measured), Some(limit)) = (measured, &clause.limit) else { return rule.title.clone() };
        if let Some(need) = need(force, clause, limit, measured) {
            return format!("{} {need}", name.unwrap_or("The list"));
        }
        let sentence = comparison(force, rule, clause, limit, measured);
        match name {
            Some(name) => format!("{name}: {sentence}"),
            None => sentence,
        }
    }

    pub(super) fn help(&self, force: &Force) -> Option<String> {
        if self.open {
            return settled_by(&self.causes);
        }
        force.ruleset.rules()[self.rule].rule.clauses[self.clause].help.clone()
    }
}

/// The sentence that the clause gives in `says`, with the numbers filled in.
fn in_words_of_the_rule(says: &str, name: Option<&str>, measured: Option<&Measurement>) -> String {
    let text = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
    let reached = measured.map(reached);
    says.replace("{times}", &reached.as_ref().map(|(_, number)| times(*number)).unwrap_or_default())
        .replace("{of}", &reached.map(|(words, _)| words).unwrap_or_default())
        .replace("{min}", &text(measured.and_then(|measured| measured.min).map(NumberRange::ceiling)))
        .replace("{max}", &text(measured.and_then(|measured| measured.max).map(NumberRange::floor)))
        .replace("{name}", name.unwrap_or("the list"))
}

/// The sentence of a limit that cannot be decided: why, and what is known of the amount and of its bounds.
fn undecided(rule: &Rule, name: Option<&str>, measured: Option<&Measurement>, why: Option<String>) -> String {
    let who = name.map(|name| format!("{name}: ")).unwrap_or_default();
    let range = |value: NumberRange| match value.ends() {
        (low, Some(high)) if low == high => low.to_string(),
        (low, Some(high)) => format!("{low} to {high}"),
        (low, None) => format!("{low} or more"),
    };
    let numbers = measured.map_or_else(String::new, |m| {
        let is_open = |value: Option<NumberRange>| value.is_some_and(|value| value.ends() == (0, None));
        let bounds = match (m.min, m.max) {
            (min, max) if is_open(min) || is_open(max) => ", the limit is not known".to_owned(),
            (Some(min), Some(max)) if min == max => format!(", exactly {} wanted", range(min)),
            (min, max) => {
                let min = min.map(|min| format!(", at least {} wanted", range(min))).unwrap_or_default();
                let max = max.map(|max| format!(", at most {} allowed", range(max))).unwrap_or_default();
                min + &max
            }
        };
        format!(" (known: {}{bounds})", range(m.of))
    });
    let why = why.map(|why| format!(" because of {why}")).unwrap_or_default();
    format!("{who}cannot be decided{why}: {}{numbers}", rule.title)
}

/// What is too few, as what is needed and what is there: `needs at least 2 Line units, has 1`. None if another sentence
/// says it better: for costs, for what is too much, and for an amount that is not known exactly.
fn need(force: &Force, clause: &Clause, limit: &Limit, measured: &Measurement) -> Option<String> {
    let words = clause.subject.as_ref().filter(|_| !is_cost(&limit.of))?;
    let is_known = measured.outcome == LimitOutcome::TooLittle && measured.of.is_certain();
    let (bound, (has, _)) = (measured.min.filter(|_| is_known)?.ceiling(), measured.of.ends());
    let formula = limit.min.as_ref().and_then(|min| formula(force.ruleset.declarations(), force.agreed.mfv, min));
    let formula = formula.map(|formula| format!(" ({formula})")).unwrap_or_default();
    let exact = measured.min.zip(measured.max).is_some_and(|(min, max)| min == max);
    let least = if exact { "" } else { "at least " };
    let has = if has == 0 { "none".to_owned() } else { has.to_string() };
    Some(format!("needs {least}{bound} {}{formula}, has {has}", subject(words, Some(bound))))
}

/// The sentence of a limit that is broken: the amount, the bound, and the difference between them.
fn comparison(force: &Force, rule: &Rule, clause: &Clause, limit: &Limit, measured: &Measurement) -> String {
    let declarations = force.ruleset.declarations();
    let over = measured.outcome == LimitOutcome::TooMuch;
    let (bound, amount) = if over { (measured.max, &limit.max) } else { (measured.min, &limit.min) };
    let bound = bound.map_or(0, |value| if over { value.floor() } else { value.ceiling() });
    let (words, of) = reached(measured);
    // If the number is uncertain, its distance from the bound is uncertain too.
    let by = if measured.of.is_certain() { "" } else { "at least " };
    let formula = amount.as_ref().and_then(|amount| formula(declarations, force.agreed.mfv, amount));
    let formula = formula.map(|formula| format!(" ({formula})")).unwrap_or_default();
    let exact = measured.min.zip(measured.max).is_some_and(|(min, max)| min == max);
    let most = match (exact, over) {
        (true, _) => "exactly",
        (false, true) => "at most",
        (false, false) => "at least",
    };
    let difference = (of - bound).abs();
    if is_cost(&limit.of) {
        let is_one = clause.subject.is_none() || is_of_one(&limit.of);
        let what = clause.subject.as_ref().map_or("The list", |words| subject(words, is_one.then_some(1)));
        let verb = if is_one { "costs" } else { "cost" };
        let end = if over { "over" } else { "short" };
        return format!("{what} {verb} {words} of {most} {bound}{formula}: {by}{difference} {end}");
    }
    let what = clause.subject.as_ref().map_or(rule.title.as_str(), |words| subject(words, Some(of)));
    let end = match (over, difference) {
        (true, _) => "too many",
        (false, _) => "too few",
    };
    format!("{words} {what} of {most} {bound}{formula}: {by}{difference} {end}")
}

/// The measured amount in words, and the number that breaks the bound. If the amount is not known exactly, the words
/// are such as `at least 1185`.
fn reached(measured: &Measurement) -> (String, i64) {
    let (least, most) = measured.of.ends();
    match (measured.of.is_certain(), measured.outcome, most) {
        (true, ..) => (least.to_string(), least),
        (false, LimitOutcome::TooLittle, Some(most)) => (format!("at most {most}"), most),
        _ => (format!("at least {least}"), least),
    }
}
