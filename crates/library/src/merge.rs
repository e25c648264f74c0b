//! Joins a patch into a thing: JSON Merge Patch (RFC 7396), but lists of things with ids are joined by id.

use muster_engine::slug::slug;
use serde_json::{Map, Value};

use crate::fault::{FaultKind, FileFault, step};

/// The key that takes a thing away.
const REMOVE: &str = "remove";
/// The key that says that a patch is the whole thing.
pub(crate) const REPLACE: &str = "replace";
/// The keys that only patches have.
pub(crate) const PATCH_KEYS: [&str; 2] = [REMOVE, REPLACE];

/// What a patch did.
#[derive(Default)]
pub(crate) struct MergeResult {
    /// The ids of options that it takes away. They stay in the unit, so that a list that has them can be judged.
    pub taken_away: Vec<String>,
    /// What it takes away though the thing has it not: the place in the patch, and the id.
    pub missing: Vec<(String, String)>,
    /// JSON pointers into the joined thing, and where they come from in the patch.
    places: Vec<(String, String)>,
}

impl MergeResult {
    /// The place in the patch for a place in the joined thing.
    pub(crate) fn place(&self, at: &str) -> String {
        let inner = |to: &str| at.strip_prefix(to).filter(|inner| inner.is_empty() || inner.starts_with('/'));
        let around = self.places.iter().filter_map(|(to, from)| Some((to, from, inner(to)?)));
        let found = around.max_by_key(|(to, ..)| to.len());
        found.map_or_else(|| at.to_owned(), |(_, from, inner)| format!("{from}{inner}"))
    }
}

/// Whether a patch takes the whole thing away.
pub(crate) fn removes(patch: &Value) -> bool {
    patch.get(REMOVE) == Some(&Value::Bool(true))
}

/// Whether a patch states the whole thing, so that nothing of the thing before it stays.
fn replaces(patch: &Map<String, Value>) -> bool {
    patch.get(REPLACE) == Some(&Value::Bool(true))
}

/// Whether a patch may have this fault of a whole thing: it leaves a key out, or has a key that only patches have.
pub(crate) fn is_fine_in_patch(fault: &FileFault) -> bool {
    fault.kind == FaultKind::MissingKey || is_patch_key(fault)
}

/// Whether the fault is a key that only patches have.
pub(crate) fn is_patch_key(fault: &FileFault) -> bool {
    let key = fault.at.rsplit('/').next().unwrap_or_default();
    fault.kind == FaultKind::UnknownKey && PATCH_KEYS.contains(&key)
}

/// Joins a patch into a thing, and takes out the options that it takes away. A new thing is the patch as it stands.
pub(crate) fn merge_whole(value: &mut Value, patch: &Value) {
    if value.is_null() {
        *value = patch.clone();
        if let Value::Object(whole) = value {
            whole.shift_remove(REPLACE);
        }
        return;
    }
    let merged = merge(value, patch);
    if !merged.taken_away.is_empty() {
        leave_out(value, &merged.taken_away);
    }
}

/// Joins a patch into a thing. Options that it takes away stay in it.
pub(crate) fn merge(value: &mut Value, patch: &Value) -> MergeResult {
    let mut merged = MergeResult::default();
    join(value, patch, "", "", &mut merged);
    merged
}

/// `to` is the JSON pointer to the value, `from` that to its patch.
fn join(value: &mut Value, patch: &Value, to: &str, from: &str, merged: &mut MergeResult) {
    let Value::Object(changes) = patch else {
        *value = patch.clone();
        return;
    };
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
    let Value::Object(object) = value else { return };
    if replaces(changes) {
        object.clear();
    }
    for (key, change) in changes.iter().filter(|(key, _)| !PATCH_KEYS.contains(&key.as_str())) {
        let (to, from) = (step(to, key), step(from, key));
        match change {
            Value::Null => {
                object.shift_remove(key);
            }
            Value::Array(items) if is_by_id(key, items) => {
                let list = object.entry(key.clone()).or_insert_with(|| Value::Array(Vec::new()));
                if !list.is_array() {
                    *list = Value::Array(Vec::new());
                }
                let Value::Array(list) = list else { continue };
                join_lists(key, list, items, &to, &from, merged);
            }
            _ => join(object.entry(key.clone()).or_insert(Value::Null), change, &to, &from, merged),
        }
    }
}

/// The key by which the things of a list are told apart.
fn key_of(list: &str) -> &'static str {
    if list == "weapons" { "name" } else { "id" }
}

/// Whether a list holds things that are joined by id.
fn is_by_id(list: &str, items: &[Value]) -> bool {
    !items.is_empty() && items.iter().all(|item| item.get(key_of(list)).is_some_and(Value::is_string))
}

#[expect(clippy::indexing_slicing, reason = "a place is that of a known thing of the list, or of the one just added")]
fn join_lists(key: &str, list: &mut Vec<Value>, items: &[Value], to: &str, from: &str, merged: &mut MergeResult) {
    for (number, item) in items.iter().enumerate() {
        let known = position(key, list, item);
        let gone = removes(item);
        match known {
            Some(place) if gone => match key {
                "options" => merged.taken_away.extend(id_of(&list[place])),
                "choices" => take_away_all(&mut list[place], merged),
                _ => drop(list.remove(place)),
            },
            None if gone => {
                let id = item.get(key_of(key)).and_then(Value::as_str).unwrap_or_default();
                merged.missing.push((format!("{from}/{number}"), id.to_owned()));
            }
            _ => {
                let place = known.unwrap_or(list.len());
                if known.is_none() {
                    list.push(Value::Object(Map::new()));
                }
                let (to, from) = (format!("{to}/{place}"), format!("{from}/{number}"));
                merged.places.push((to.clone(), from.clone()));
                // The id stays as it is: the patch may give a printed name in its place.
                let id = known.and_then(|place| list[place].get(key_of(key)).cloned());
                join(&mut list[place], item, &to, &from, merged);
                if let Some(id) = id {
                    list[place][key_of(key)] = id;
                }
            }
        }
    }
}

/// Takes away all options of a choice, so that nobody has to choose.
fn take_away_all(choice: &mut Value, merged: &mut MergeResult) {
    merged.taken_away.extend(options(choice));
    if let Value::Object(choice) = choice {
        choice.shift_remove("default");
        choice.shift_remove("min");
    }
    for inner in choice.get_mut("choices").and_then(Value::as_array_mut).into_iter().flatten() {
        take_away_all(inner, merged);
    }
}

/// Takes the options with these ids out of a thing, and the choices that have no option left.
fn leave_out(value: &mut Value, gone: &[String]) {
    let is_gone = |option: &Value| id_of(option).is_some_and(|id| gone.contains(&id));
    if let Some(options) = value.get_mut("options").and_then(Value::as_array_mut) {
        options.retain(|option| !is_gone(option));
    }
    if let Some(choices) = value.get_mut("choices").and_then(Value::as_array_mut) {
        let is_empty = |choice: &Value, key: &str| choice.get(key).and_then(Value::as_array).is_none_or(Vec::is_empty);
        for choice in choices.iter_mut() {
            leave_out(choice, gone);
        }
        choices.retain(|choice| !is_empty(choice, "options") || !is_empty(choice, "choices"));
    }
}

/// The ids of the options that stand in a choice itself.
fn options(choice: &Value) -> Vec<String> {
    choice.get("options").and_then(Value::as_array).into_iter().flatten().filter_map(id_of).collect()
}

fn id_of(item: &Value) -> Option<String> {
    item.get("id").and_then(Value::as_str).map(str::to_owned)
}

/// The place of the thing that a patch is about: by id, printed name or alias, or, for a weapon, by name and class.
fn position(key: &str, list: &[Value], item: &Value) -> Option<usize> {
    let wanted = item.get(key_of(key)).and_then(Value::as_str)?;
    let text = |known: &Value, key: &str| known.get(key).and_then(Value::as_str).map(slug);
    let wanted_slug = slug(wanted);
    let named = |known: &Value| text(known, "name").is_some_and(|name| name == wanted_slug);
    if key_of(key) == "name" {
        let same_class = |known: &Value| item.get("class").is_none_or(|class| known.get("class") == Some(class));
        let classed = list.iter().position(|known| named(known) && same_class(known));
        return classed.or_else(|| list.iter().position(named));
    }
    let is = |known: &Value| known.get("id").and_then(Value::as_str) == Some(wanted);
    let is_alias = |known: &Value| {
        let aliases = known.get("aliases").and_then(Value::as_array).into_iter().flatten();
        aliases.filter_map(Value::as_str).any(|alias| slug(alias) == wanted_slug)
    };
    let by = |test: &dyn Fn(&Value) -> bool| list.iter().position(test);
    by(&is).or_else(|| by(&named)).or_else(|| by(&is_alias))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{merge, merge_whole};

    #[test]
    fn things_with_ids_are_joined_and_other_lists_replaced() {
        let mut unit = json!({
            "id": "a", "points": 30, "aliases": ["x", "y"], "squadron": {"min": 2, "max": 4},
            "options": [{"id": "crew", "name": "Stoic Crew", "points": 5}, {"id": "mine", "name": "Mine"}],
            "card": {"weapons": [{"name": "Gun", "class": "P", "bands": [1]}, {"name": "Gun", "class": "S", "bands": [2]}]},
        });
        let merged = merge(
            &mut unit,
            &json!({
                "aliases": ["z"], "squadron": {"max": null},
                "options": [{"id": "Stoic Crew", "points": 8}, {"id": "mine", "remove": true}, {"id": "new", "points": 1}],
                "card": {"weapons": [{"name": "gun", "class": "S", "bands": [9]}]},
            }),
        );
        assert_eq!(
            unit,
            json!({
                "id": "a", "points": 30, "aliases": ["z"], "squadron": {"min": 2},
                "options": [
                    {"id": "crew", "name": "Stoic Crew", "points": 8}, {"id": "mine", "name": "Mine"},
                    {"id": "new", "points": 1},
                ],
                "card": {"weapons": [{"name": "Gun", "class": "P", "bands": [1]}, {"name": "Gun", "class": "S", "bands": [9]}]},
            })
        );
        assert_eq!(merged.taken_away, ["mine"]);
        assert_eq!(merged.place("/options/2/name"), "/options/2/name");
        assert_eq!(merged.place("/options/0/points"), "/options/0/points");
        assert_eq!(merged.place("/card/weapons/1/bands"), "/card/weapons/0/bands");
    }

    #[test]
    fn what_is_stated_whole_keeps_nothing() {
        let unit = json!({
            "id": "a", "points": 30, "aliases": ["x"], "options": [{"id": "crew", "points": 5, "rules": ["Calm"]}],
            "card": {"stats": {"dr": 5}, "weapons": [{"name": "Gun", "bands": [1]}]},
        });
        let mut whole = unit.clone();
        merge(&mut whole, &json!({"id": "a", "replace": true, "card": {"weapons": [{"name": "Guns"}]}}));
        assert_eq!(whole, json!({"id": "a", "card": {"weapons": [{"name": "Guns"}]}}));
        // One of several things.
        let mut option = unit.clone();
        merge(&mut option, &json!({"options": [{"id": "crew", "replace": true, "points": 6}]}));
        assert_eq!(option["options"], json!([{"points": 6, "id": "crew"}]));
        assert_eq!(option["card"], unit["card"]);
        let mut new = json!(null);
        merge_whole(&mut new, &json!({"id": "a", "replace": true}));
        assert_eq!(new, json!({"id": "a"}));
    }

    #[test]
    fn a_choice_that_is_taken_away_asks_for_nothing_but_keeps_a_default_that_is() {
        let choice = json!({"id": "mark", "min": 1, "default": "i", "options": [{"id": "i"}, {"id": "ii"}]});
        let mut unit = json!({"choices": [choice]});
        let merged = merge(&mut unit, &json!({"choices": [{"id": "mark", "options": [{"id": "i", "remove": true}]}]}));
        assert_eq!(unit["choices"][0].get("default"), Some(&json!("i")));
        assert_eq!((merged.taken_away, &unit["choices"][0]["min"]), (vec!["i".to_owned()], &json!(1)));
        let merged = merge(&mut unit, &json!({"choices": [{"id": "mark", "remove": true}]}));
        assert_eq!(unit, json!({"choices": [{"id": "mark", "options": [{"id": "i"}, {"id": "ii"}]}]}));
        assert_eq!(merged.taken_away, ["i", "ii"]);
    }
}
