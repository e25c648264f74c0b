//! How much a difference weighs, as far as its place and its values tell.

use muster_engine::rule::{Grade, Rule, RuleKind};
use muster_engine::slug::slug;
use serde_json::Value;

use crate::difference::{PathStep, ValueDifference};
use crate::weight::{Weight, is_prose, without_prose};

/// A difference of a unit.
pub(crate) fn of_unit(difference: &ValueDifference) -> Weight {
    let key = difference.key();
    let is_whole = difference.is_item();
    // Lists may name options by name, and only the ruleset knows whether an alias keeps the old one.
    if key == "name" && difference.keys().any(|key| key == "options") {
        return title(difference);
    }
    if difference.keys().next() == Some("copies") {
        return bound(difference, true);
    }
    let is_stat = difference.keys().any(|key| ["stats", "sets"].contains(&key));
    if (is_prose(key) && !is_whole) || is_stat {
        return Weight::Patch;
    }
    match key {
        "points" => price(difference.before, difference.after),
        "options" | "hosts" | "attaches" if is_whole => appears(difference),
        "squadron" => range(difference.before, difference.after),
        "max" if !is_whole => bound(difference, true),
        "min" if !is_whole => bound(difference, false),
        "aliases" => words(difference.before, difference.after),
        // Weapons are for play: rules and patches ask for them by name alone.
        "bands" | "arc" | "class" | "count" => Weight::Patch,
        _ => Weight::MinorOrMajor,
    }
}

/// A new name is fine where the old one is still understood.
pub(crate) fn of_name(before: &str, after: &str, aliases: &[String]) -> Weight {
    let known = |name: &str| slug(name) == slug(before);
    if known(after) || aliases.iter().any(|alias| known(alias)) { Weight::Patch } else { Weight::Major }
}

/// A name that lists may use, where it is not known whether the old one is still understood.
pub(crate) fn title(difference: &ValueDifference) -> Weight {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(slug);
    if text(difference.before) == text(difference.after) { Weight::Patch } else { Weight::MinorOrMajor }
}

/// A rise may make a list illegal, and so does a price that is not known any more.
fn price(before: Option<&Value>, after: Option<&Value>) -> Weight {
    let number = |value: Option<&Value>| value.and_then(Value::as_i64);
    match (number(before), number(after)) {
        (Some(before), Some(after)) if after > before => Weight::Major,
        (Some(_), None) => Weight::Major,
        _ => Weight::Minor,
    }
}

/// Something that a list may use is new, or gone.
fn appears(difference: &ValueDifference) -> Weight {
    if difference.before.is_none() { Weight::Minor } else { Weight::Major }
}

/// A wider range allows more. No range is the widest.
fn range(before: Option<&Value>, after: Option<&Value>) -> Weight {
    let ends = |value: Option<&Value>| {
        let end = |key: &str| value.and_then(|value| value.get(key)).and_then(Value::as_u64);
        (end("min").unwrap_or(0), end("max").unwrap_or(u64::MAX))
    };
    let (before, after) = (ends(before), ends(after));
    if after.0 <= before.0 && after.1 >= before.1 { Weight::Minor } else { Weight::Major }
}

/// One end of a range. No number is no bound.
fn bound(difference: &ValueDifference, is_most: bool) -> Weight {
    let number = |value: Option<&Value>| value.map(Value::as_i64);
    match (number(difference.before), number(difference.after)) {
        (Some(Some(before)), Some(Some(after))) => {
            if (after > before) == is_most {
                Weight::Minor
            } else {
                Weight::Major
            }
        }
        _ => Weight::MinorOrMajor,
    }
}

/// Further words that lists may use are fine; words that go are not.
pub(crate) fn words(before: Option<&Value>, after: Option<&Value>) -> Weight {
    let words = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    let (before, after) = (words(before), words(after));
    if before.iter().all(|word| after.contains(word)) { Weight::Minor } else { Weight::Major }
}

/// A rule that is new. It can only forbid, unless it does more than judge.
pub(crate) fn of_new_rule(rule: &Rule) -> Weight {
    match (reaches_others(rule), forbids(rule)) {
        (true, _) => Weight::MinorOrMajor,
        (false, true) => Weight::Major,
        (false, false) => Weight::Patch,
    }
}

/// A rule that is gone.
pub(crate) fn of_gone_rule(rule: &Rule) -> Weight {
    match (reaches_others(rule), forbids(rule)) {
        (true, _) => Weight::MinorOrMajor,
        (false, true) => Weight::Minor,
        (false, false) => Weight::Patch,
    }
}

/// A difference of a rule.
pub(crate) fn of_rule(difference: &ValueDifference, before: &Rule, after: &Rule) -> Weight {
    let key = difference.path.first().map_or("", PathStep::id);
    if is_prose(key) || key == "covered-by" {
        return Weight::Patch;
    }
    let reaches = reaches_others(before) || reaches_others(after);
    match key {
        "waivable" => {
            if after.waivable {
                Weight::Minor
            } else {
                Weight::Major
            }
        }
        _ if !reaches && !forbids(before) && !forbids(after) => Weight::Patch,
        "severity" if !reaches => match (forbids(before), forbids(after)) {
            (false, true) => Weight::Major,
            (true, false) => Weight::Minor,
            _ => Weight::MinorOrMajor,
        },
        "clauses" => of_clauses(difference),
        _ => Weight::MinorOrMajor,
    }
}

/// Whether a breach of a rule makes lists illegal.
fn forbids(rule: &Rule) -> bool {
    let grades = rule.clauses.iter().map(|clause| clause.severity.unwrap_or(rule.severity));
    match rule.kind {
        RuleKind::Limit => grades.into_iter().any(|grade| grade == Grade::Error),
        RuleKind::Check => rule.severity == Grade::Error,
        RuleKind::Definition | RuleKind::Allowance | RuleKind::Permission | RuleKind::Advice | RuleKind::ByHand => {
            false
        }
    }
}

/// Whether a rule changes what other rules judge.
fn reaches_others(rule: &Rule) -> bool {
    !rule.narrows.is_empty() || !rule.allocates.is_empty() || !rule.charges.is_empty() || rule.grants.is_some()
}

/// Clauses in which only numbers of the bounds differ say whether they allow more or less.
fn of_clauses(difference: &ValueDifference) -> Weight {
    let (Some(before), Some(after)) = (difference.before, difference.after) else { return Weight::MinorOrMajor };
    let (before, after) = (without_prose(before), without_prose(after));
    if before == after {
        return Weight::Patch;
    }
    let mut numbers = Vec::new();
    if !only_numbers(&before, &after, &mut Vec::new(), &mut numbers) {
        return Weight::MinorOrMajor;
    }
    let weights = numbers.iter().map(|(path, is_more)| match bound_of(path) {
        Some(is_most) if is_most == *is_more => Weight::Minor,
        Some(_) => Weight::Major,
        None => Weight::MinorOrMajor,
    });
    weights.max().unwrap_or(Weight::MinorOrMajor)
}

/// Whether two values differ in numbers alone. Gathers the places of these, and whether the later number is more.
fn only_numbers(before: &Value, after: &Value, path: &mut Vec<String>, found: &mut Vec<(Vec<String>, bool)>) -> bool {
    let mut inner = |key: String, one: &Value, other: &Value| {
        path.push(key);
        let same = only_numbers(one, other, path, found);
        path.pop();
        same
    };
    match (before, after) {
        (Value::Object(one), Value::Object(other)) => {
            let is_known = |key: &String| other.contains_key(key);
            one.len() == other.len()
                && one.keys().all(is_known)
                && one.iter().all(|(key, value)| inner(key.clone(), value, &other[key]))
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| inner(String::new(), one, other))
        }
        (Value::Number(one), Value::Number(other)) if one != other => {
            found.push((path.clone(), other.as_f64() > one.as_f64()));
            true
        }
        (one, other) => one == other,
    }
}

/// For a number that a bound of a limit grows with: whether it is a bound above. None for other numbers.
fn bound_of(path: &[String]) -> Option<bool> {
    let place = path.iter().position(|key| key == "limit")?;
    let bound = path.get(place + 1)?;
    let grows = |key: &String| ["percent", "times", "sum", "smaller", ""].contains(&key.as_str());
    let is_plain = path[place + 2..].iter().all(grows);
    match bound.as_str() {
        "max" if is_plain => Some(true),
        "min" if is_plain => Some(false),
        _ => None,
    }
}
