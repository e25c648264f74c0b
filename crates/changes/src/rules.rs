//! Rules that differ, with their conditions in words.

use indexmap::IndexMap;
use muster_engine::declarations::Declarations;
use muster_engine::ready::{Ruleset, SourcedRule};
use muster_engine::rule::{Grade, Rule};
use muster_engine::setting::SettingTest;
use muster_engine::words::formula::formulas;
use muster_engine::words::phrases;
use serde_json::Value;

use crate::difference::{PathStep, ValueDifference, differences};
use crate::thing::{ChangedThing, Detail, ThingChange, ThingKind};
use crate::weight::{Weight, is_prose};
use crate::{weigh, words};

/// The rules that differ.
pub(crate) fn rules(before: &Ruleset, after: &Ruleset) -> Vec<ChangedThing> {
    let gone = before.rules().iter().filter(|known| after.rule(&known.rule.id).is_none());
    let gone = gone.map(|one| thing(before.declarations(), one, ThingChange::Gone, weigh::of_gone_rule(&one.rule)));
    let other = after.rules().iter().filter_map(|later| match before.rule(&later.rule.id) {
        None => Some(thing(after.declarations(), later, ThingChange::New, weigh::of_new_rule(&later.rule))),
        Some(earlier) if earlier.rule == later.rule => None,
        Some(earlier) => changed((before.declarations(), &earlier.rule), (after.declarations(), &later.rule)),
    });
    gone.chain(other).collect()
}

fn thing(declarations: &Declarations, sourced: &SourcedRule, became: ThingChange, weight: Weight) -> ChangedThing {
    let rule = &sourced.rule;
    let says = Some(formulas(declarations, rule).join("; ")).filter(|said| !said.is_empty());
    let says = says.or_else(|| rule.summary.clone());
    let (id, name) = (rule.id.clone(), rule.title.clone());
    ChangedThing { kind: ThingKind::Rule, id, name, of: None, became, says, details: Vec::new(), weight }
}

fn changed(before: (&Declarations, &Rule), after: (&Declarations, &Rule)) -> Option<ChangedThing> {
    let value = |rule: &Rule| serde_json::to_value(rule).unwrap_or_default();
    let (one, other) = (value(before.1), value(after.1));
    let mut details: Vec<Detail> = Vec::new();
    for difference in differences(&one, &other) {
        let weight = weigh::of_rule(&difference, before.1, after.1);
        let sentences = says(&difference, weight, before, after);
        let at = difference.at();
        // Tests of settings are told once, in one sentence.
        if details.iter().any(|known| sentences.contains(&known.says)) {
            continue;
        }
        for says in sentences {
            let value = |value: Option<&Value>| value.cloned().unwrap_or_default();
            let (before, after) = (value(difference.before), value(difference.after));
            details.push(Detail { at: at.clone(), says, before, after, weight });
        }
    }
    ChangedThing::changed(ThingKind::Rule, &after.1.id, &after.1.title, None, details)
}

/// A difference of a rule in words.
fn says(
    difference: &ValueDifference,
    weight: Weight,
    (earlier, before): (&Declarations, &Rule),
    (later, after): (&Declarations, &Rule),
) -> Vec<String> {
    let tests = |declarations: &Declarations, tests: &IndexMap<String, SettingTest>| {
        let tests: Vec<String> =
            tests.iter().map(|(id, test)| phrases::setting_words(declarations, id, test)).collect();
        tests.join(" and ")
    };
    let both = |what: &str, before: String, after: String, none: &str| {
        let said = |words: String| if words.is_empty() { none.to_owned() } else { words };
        vec![format!("{what} {}; before: {}", said(after), said(before))]
    };
    match difference.path.first().map_or("", PathStep::id) {
        "clauses" | "charges" | "grants" => {
            clauses(difference, weight, &formulas(earlier, before), &formulas(later, after))
        }
        "applies" => both("in use where", tests(earlier, &before.applies), tests(later, &after.applies), "anything"),
        "unless" => both("not in use where", tests(earlier, &before.unless), tests(later, &after.unless), "nothing"),
        "waivable" if after.waivable => vec!["may be waived by consent, not before".to_owned()],
        "waivable" => vec!["may not be waived any more".to_owned()],
        "severity" => vec![format!("a breach {}; before, it {}", grade(after.severity), grade(before.severity))],
        _ => vec![words::says(later, difference)],
    }
}

fn grade(grade: Grade) -> &'static str {
    match grade {
        Grade::Error => "makes a list illegal",
        Grade::Warning => "gives a warning",
        Grade::Note => "gives a note",
    }
}

/// The conditions that are new, and those that are gone.
fn clauses(difference: &ValueDifference, weight: Weight, before: &[String], after: &[String]) -> Vec<String> {
    let new: Vec<&String> = after.iter().filter(|line| !before.contains(line)).collect();
    let gone: Vec<&String> = before.iter().filter(|line| !after.contains(line)).collect();
    if new.len() == gone.len() && !new.is_empty() {
        return new.iter().zip(gone).map(|(new, gone)| format!("{new}; before: {gone}")).collect();
    }
    if new.is_empty() && gone.is_empty() {
        let key = difference.key();
        let what = if weight == Weight::Patch || is_prose(key) { "worded otherwise" } else { "judged otherwise" };
        return vec![format!("its conditions are {what}")];
    }
    let new = new.into_iter().map(|line| format!("new: {line}"));
    new.chain(gone.into_iter().map(|line| format!("gone: {line}"))).collect()
}
