//! Compares two values key by key. Lists of things with ids or names are compared by these, whatever their order.

use serde_json::{Map, Value};

/// A place where two values differ.
#[derive(Clone, Debug)]
pub(crate) struct ValueDifference<'v> {
    pub path: Vec<PathStep>,
    pub before: Option<&'v Value>,
    pub after: Option<&'v Value>,
    /// The things here are the same, and stand in another order.
    pub is_order: bool,
}

/// A step on the way to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PathStep {
    Key(String),
    /// A thing in a list.
    Item {
        id: String,
        name: String,
    },
}

impl PathStep {
    /// The key or the id.
    pub(crate) fn id(&self) -> &str {
        match self {
            Self::Key(id) | Self::Item { id, .. } => id,
        }
    }
}

impl ValueDifference<'_> {
    /// The keys and ids as a pointer.
    pub(crate) fn at(&self) -> String {
        let steps = self.path.iter().map(|step| step.id().replace('~', "~0").replace('/', "~1"));
        steps.fold(String::new(), |pointer, step| pointer + "/" + &step)
    }

    /// The last key.
    pub(crate) fn key(&self) -> &str {
        self.keys().last().unwrap_or_default()
    }

    /// The keys, without the things in lists.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.path.iter().filter_map(|step| match step {
            PathStep::Key(key) => Some(key.as_str()),
            PathStep::Item { .. } => None,
        })
    }

    /// Whether a whole thing of a list is new or gone.
    pub(crate) fn is_item(&self) -> bool {
        matches!(self.path.last(), Some(PathStep::Item { .. })) && (self.before.is_none() || self.after.is_none())
    }
}

/// All differences between two values.
pub(crate) fn differences<'v>(before: &'v Value, after: &'v Value) -> Vec<ValueDifference<'v>> {
    let mut found = Vec::new();
    walk(Some(before), Some(after), &mut Vec::new(), &mut found);
    found
}

fn walk<'v>(
    before: Option<&'v Value>,
    after: Option<&'v Value>,
    path: &mut Vec<PathStep>,
    found: &mut Vec<ValueDifference<'v>>,
) {
    if before == after {
        return;
    }
    match (before, after) {
        (Some(Value::Object(one)), Some(Value::Object(other))) if !is_whole(one) && !is_whole(other) => {
            let new = other.keys().filter(|key| !one.contains_key(*key));
            for key in one.keys().chain(new) {
                path.push(PathStep::Key(key.clone()));
                walk(one.get(key), other.get(key), path, found);
                path.pop();
            }
        }
        (one, other) => match (items(one), items(other)) {
            (Some(one), Some(other)) if !(one.is_empty() && other.is_empty()) => {
                walk_items(&one, &other, (before, after), path, found);
            }
            _ => found.push(ValueDifference { path: path.clone(), before, after, is_order: false }),
        },
    }
}

fn walk_items<'v>(
    one: &[(PathStep, &'v Value)],
    other: &[(PathStep, &'v Value)],
    whole: (Option<&'v Value>, Option<&'v Value>),
    path: &mut Vec<PathStep>,
    found: &mut Vec<ValueDifference<'v>>,
) {
    let count = found.len();
    let find = |items: &[(PathStep, &'v Value)], id: &str| {
        items.iter().find(|(step, _)| step.id() == id).map(|(_, value)| *value)
    };
    for (step, before) in one {
        // The later name is the one that readers look for.
        let later = other.iter().find(|(known, _)| known.id() == step.id());
        path.push(later.map_or(step, |(step, _)| step).clone());
        walk(Some(before), later.map(|(_, value)| *value), path, found);
        path.pop();
    }
    for (step, after) in other.iter().filter(|(step, _)| find(one, step.id()).is_none()) {
        path.push(step.clone());
        walk(None, Some(after), path, found);
        path.pop();
    }
    if found.len() == count {
        found.push(ValueDifference { path: path.clone(), before: whole.0, after: whole.1, is_order: true });
    }
}

/// Whether an object is one value, such as a range or a citation.
fn is_whole(object: &Map<String, Value>) -> bool {
    let all = |keys: &[&str]| !object.is_empty() && object.keys().all(|key| keys.contains(&key.as_str()));
    all(&["min", "max"]) || all(&["book", "page"]) || all(&["one", "many"])
}

/// The things of a list by their ids or names; none if the value is another list, or none at all. A list that is not
/// there has no things.
fn items(value: Option<&Value>) -> Option<Vec<(PathStep, &Value)>> {
    let Some(value) = value else { return Some(Vec::new()) };
    let mut known: Vec<(PathStep, &Value)> = Vec::new();
    for item in value.as_array()? {
        let text = |key: &str| item.get(key).and_then(Value::as_str);
        let name = text("name").or_else(|| text("title"));
        let id = text("id").or_else(|| text("unit")).or(name)?;
        let count = known.iter().filter(|(step, _)| step.id().split('#').next() == Some(id)).count();
        // Two weapons of a card may have one name.
        let id = if count == 0 { id.to_owned() } else { format!("{id}#{}", count + 1) };
        let name = name.unwrap_or(&id).to_owned();
        known.push((PathStep::Item { id, name }, item));
    }
    Some(known)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::differences;

    #[test]
    fn values_are_compared_by_key_and_id() {
        let before = json!({
            "points": 5,
            "squadron": {"min": 1, "max": 2},
            "options": [{"id": "a", "points": 1}, {"id": "b", "name": "B"}],
            "weapons": [{"name": "Gun", "bands": [1]}, {"name": "Gun", "bands": [2]}],
            "rules": ["x"],
        });
        let after = json!({
            "squadron": {"min": 1, "max": 3},
            "options": [{"id": "c"}, {"id": "a", "points": 2}],
            "weapons": [{"name": "Gun", "bands": [1]}, {"name": "Gun", "bands": [3]}],
            "rules": ["x", "y"],
            "usual": 2,
        });
        let at: Vec<String> = differences(&before, &after).iter().map(super::ValueDifference::at).collect();
        let wanted = [
            "/points",
            "/squadron",
            "/options/a/points",
            "/options/b",
            "/options/c",
            "/weapons/Gun#2/bands",
            "/rules",
            "/usual",
        ];
        assert_eq!(at, wanted);
        assert!(differences(&before, &before).is_empty());
    }

    #[test]
    fn another_order_is_a_difference() {
        let (before, after) = (json!({"o": [{"id": "a"}, {"id": "b"}]}), json!({"o": [{"id": "b"}, {"id": "a"}]}));
        let found = differences(&before, &after);
        assert!(matches!(found.as_slice(), [one] if one.is_order && one.at() == "/o"), "{found:?}");
    }
}
