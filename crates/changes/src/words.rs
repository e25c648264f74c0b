//! Differences in words: what differs, the later value and the earlier one.

use std::fmt::Write as _;

use muster_engine::catalogue::{Choice, TraitValue, UnitOption};
use muster_engine::declarations::Declarations;
use muster_engine::plural::joined;
use muster_engine::selector::Selector;
use muster_engine::words::{phrases, price};
use serde::Deserialize;
use serde_json::Value;

use crate::difference::{PathStep, ValueDifference};
use crate::weight::is_prose;

/// Keys whose things are named by themselves, so that the key need not be said.
const CONTAINERS: [&str; 9] =
    ["card", "choices", "members", "options", "slots", "stats", "traits", "values", "weapons"];

/// Values of more bytes than this are parted by more than a comma.
const LONG: usize = 30;

/// A difference in words. `declarations` are those of the later ruleset.
pub(crate) fn says(declarations: &Declarations, difference: &ValueDifference) -> String {
    let ValueDifference { path, before, after, is_order } = difference;
    let (about, label) = label(declarations, path, difference.is_item());
    let said = if *is_order {
        format!("{label} in another order")
    } else if difference.is_item() {
        item(declarations, difference, &label)
    } else {
        values(declarations, difference.key(), &label, *before, *after)
    };
    if about.is_empty() { said } else { format!("{about}: {said}") }
}

/// What the difference is about (`option Stoic Crew`), and what of it differs (`points`).
fn label(declarations: &Declarations, path: &[PathStep], is_item: bool) -> (String, String) {
    let mut about = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let last = path.len().saturating_sub(1);
    let mut holder = "";
    for (place, step) in path.iter().enumerate() {
        match step {
            PathStep::Item { name, .. } if is_item && place == last => {
                let kind = if holder == "choices" { "choice " } else { "" };
                words.push(format!("{kind}{}", named(holder, name)));
            }
            // A weapon in a hardpoint is an option with the name of its weapon.
            PathStep::Item { name, .. } if holder == "weapons" && about.last() == Some(&named("options", name)) => {}
            PathStep::Item { name, .. } => about.push(named(holder, name)),
            PathStep::Key(key) => {
                let is_next_named = ["traits", "stats", "slots", "values"].contains(&holder);
                let title = match holder {
                    "traits" => declarations.traits.get(key).map(|known| known.title.to_lowercase()),
                    "stats" | "sets" => declarations.stats.get(key).map(|known| known.title.clone()),
                    "slots" => Some(format!("slot {}", key.replace('-', " "))),
                    "values" => Some(format!("value {key}")),
                    _ => None,
                };
                if let Some(title) = title {
                    if place == last { words.push(title) } else { about.push(title) }
                } else if is_next_named || !CONTAINERS.contains(&key.as_str()) || place == last {
                    words.push(key_words(key));
                }
                holder = key;
            }
        }
    }
    (about.join(", "), words.join(" "))
}

/// A thing in a list by its name: `option Stoic Crew`.
fn named(holder: &str, name: &str) -> String {
    let kind = match holder {
        "options" => "option",
        "weapons" => "weapon",
        "members" => "model",
        // A hardpoint is known by its name.
        "choices" => return name.to_owned(),
        "hosts" => "attached unit",
        "brings" => "brought unit",
        _ => return format!("{} {name}", holder.trim_end_matches('s').replace('-', " ")),
    };
    format!("{kind} {name}")
}

/// A whole thing of a list that is new or gone: `new option Stoic Crew (+5)`.
fn item(declarations: &Declarations, difference: &ValueDifference, label: &str) -> String {
    let value = difference.after.or(difference.before).unwrap_or(&Value::Null);
    let told = if difference.key() == "options" {
        UnitOption::deserialize(value).ok().map(|option| price::option(&option))
    } else if difference.key() == "choices" {
        Choice::deserialize(value).ok().map(|choice| {
            let names: Vec<&str> = choice.options.iter().map(|option| option.name.as_str()).collect();
            joined(&names, "or")
        })
    } else {
        let inner = value.as_object().map(|object| {
            let said = object.iter().filter(|(key, _)| !is_prose(key) && !["id", "aliases"].contains(&key.as_str()));
            said.map(|(key, value)| format!("{} {}", key_words(key), words(declarations, key, value)))
                .collect::<Vec<_>>()
                .join(", ")
        });
        inner.filter(|inner| !inner.is_empty())
    };
    let told = told.map(|told| format!(" ({told})")).unwrap_or_default();
    if difference.before.is_none() { format!("new {label}{told}") } else { format!("no {label}{told} any more") }
}

/// Both values: `35 points, 30 before (+5)`.
fn values(
    declarations: &Declarations,
    key: &str,
    label: &str,
    before: Option<&Value>,
    after: Option<&Value>,
) -> String {
    if key == "points" {
        return points(before, after);
    }
    if let (Some(Value::Array(one)), Some(Value::Array(other))) = (before, after)
        && one.iter().chain(other).all(Value::is_string)
        && !["bands", "lines"].contains(&key)
    {
        let missing = |of: &[Value], among: &[Value]| {
            let missing = of.iter().filter(|word| !among.contains(word)).filter_map(Value::as_str);
            missing.map(str::to_owned).collect::<Vec<_>>().join(", ")
        };
        let (gone, new) = (missing(one, other), missing(other, one));
        return match (new.is_empty(), gone.is_empty()) {
            (true, true) => format!("{label} in another order"),
            (false, true) => format!("{label}: {new} is new"),
            (true, false) => format!("{label}: {gone} is gone"),
            (false, false) => format!("{label}: {new} instead of {gone}"),
        };
    }
    if ["summary", "help", "reading", "lacks", "says", "lines"].contains(&key) && before.is_some() && after.is_some() {
        return format!("{label} in other words");
    }
    let said = |value: Option<&Value>| value.map(|value| words(declarations, key, value));
    let is_thing = |value: &&Value| value.is_object() && range(value).is_none();
    match (before, after) {
        (None, Some(_)) if after.as_ref().is_some_and(is_thing) => {
            return format!("new {label} ({})", said(after).unwrap_or_default());
        }
        (Some(_), None) if before.as_ref().is_some_and(is_thing) => {
            return format!("no {label} any more ({})", said(before).unwrap_or_default());
        }
        _ => {}
    }
    match (said(after), said(before)) {
        // Between long words, a comma would not be seen.
        (Some(after), Some(before)) if after.len() > LONG || before.len() > LONG => {
            format!("{label}: {after}; before: {before}")
        }
        (Some(after), Some(before)) => format!("{label} {after}, {before} before"),
        (Some(after), None) => format!("{label} {after}, none before"),
        (None, Some(before)) => format!("no {label}, {before} before"),
        (None, None) => label.to_owned(),
    }
}

/// Points with how many they are more or less: `35 points, 30 before (+5)`.
fn points(before: Option<&Value>, after: Option<&Value>) -> String {
    let number = |value: Option<&Value>| value.and_then(Value::as_i64);
    let known = |number: Option<i64>| number.map_or_else(|| "not known".to_owned(), |number| number.to_string());
    let (before, after) = (number(before), number(after));
    let points = match after {
        Some(1) => "1 point".to_owned(),
        Some(points) => format!("{points} points"),
        None => "points not known".to_owned(),
    };
    let delta = after.zip(before).map(|(after, before)| after - before);
    format!("{points}, {} before{}", known(before), delta.map(signed).unwrap_or_default())
}

/// ` (+5)`
pub(crate) fn signed(delta: i64) -> String {
    let sign = if delta < 0 { "\u{2212}" } else { "+" };
    format!(" ({sign}{})", delta.unsigned_abs())
}

/// A key as players say it.
fn key_words(key: &str) -> String {
    match key {
        "bands" => "dice".to_owned(),
        "default" => "if nothing is stated,".to_owned(),
        _ => key.replace('-', " "),
    }
}

/// A value in words.
fn words(declarations: &Declarations, key: &str, value: &Value) -> String {
    if declarations.traits.contains_key(key)
        && let Ok(values) = TraitValue::deserialize(value)
        && !value.is_boolean()
    {
        let titles: Vec<String> = values.words().map(|word| phrases::title(declarations, key, word)).collect();
        return titles.join(", ");
    }
    if ["where", "accepts", "to", "that"].contains(&key)
        && let Ok(selector) = Selector::deserialize(value)
    {
        return phrases::selector_words(declarations, &selector);
    }
    match value {
        Value::Array(dice) if key == "bands" => {
            dice.iter().map(|die| words(declarations, "", die)).collect::<Vec<_>>().join(" / ")
        }
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| inner(declarations, key, item)).collect();
            if items.is_empty() { "none".to_owned() } else { items.join(", ") }
        }
        Value::Object(object) => {
            if let (Some(book), Some(page)) = (text(value, "book"), text(value, "page")) {
                let title = declarations.books.get(book).map_or(book, |known| &known.title);
                return if page.is_empty() { title.to_owned() } else { format!("{title}, page {page}") };
            }
            if let Some(range) = range(value) {
                return range;
            }
            let said = object
                .iter()
                .map(|(key, value)| format!("{} {}", key.replace('-', " "), inner(declarations, key, value)));
            joined(&said.collect::<Vec<_>>(), "and")
        }
    }
}

/// A value inside another. An object of several keys stands in parentheses.
fn inner(declarations: &Declarations, key: &str, value: &Value) -> String {
    let said = words(declarations, key, value);
    let is_wide = value.as_object().is_some_and(|object| object.len() > 1) && range(value).is_none();
    if is_wide { format!("({said})") } else { said }
}

fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key).and_then(Value::as_str)
}

/// A range: `2-4`, `2 or more`, `3`.
fn range(value: &Value) -> Option<String> {
    let object = value.as_object()?;
    let min = object.get("min")?.as_u64()?;
    let max = object.get("max").and_then(Value::as_u64);
    if object.len() > 1 + usize::from(max.is_some()) {
        return None;
    }
    let mut said = min.to_string();
    match max {
        None => said.push_str(" or more"),
        Some(max) if max != min => {
            let _ = write!(said, "-{max}");
        }
        Some(_) => {}
    }
    Some(said)
}
