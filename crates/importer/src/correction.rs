//! Manual corrections. Each states where, what, why and the source.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use muster_engine::catalogue::Unit;
use muster_exchange::battlescribe::ImportError;
use serde::Deserialize;
use serde_json::Value;

use super::entry::{CatalogueEntry, EntryCategory, EntryProfile};
use super::notice::{NoticeKind, Notices};

/// The notice on a correction of a unit that is not there. It is dropped where a file may lack units that the recipe has.
pub(super) const NO_UNIT: &str = "a correction found no such unit";

/// One correction.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Correction {
    /// Where it applies.
    pub at: CorrectionPlace,
    /// What to set. For an entry: `name`, `points`, `min`, `max`, `collective`, `default`, `categories` with true or
    /// false, `conditions` that ask for a category by mistake, with the right one, or `drop: true`; for a profile:
    /// `values` by column and perhaps another `kind`; for a unit: a JSON merge patch, in which lists of items with ids
    /// are patched by id.
    pub set: Value,
    /// The reason.
    pub reason: String,
    /// The source.
    pub source: String,
}

/// Where a correction applies.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", untagged)]
pub enum CorrectionPlace {
    /// An entry of the community file.
    Entry {
        /// Its id there.
        entry: String,
    },
    /// A profile of the community file.
    Profile {
        /// Its id there.
        profile: String,
    },
    /// A unit of a catalogue. Applied after everything else.
    Unit {
        /// The name of the catalogue file, without its ending.
        catalogue: String,
        /// The id of the unit.
        unit: String,
    },
}

/// A file of corrections.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Corrections {
    /// Always `corrections`.
    #[serde(rename = "kind")]
    pub _kind: String,
    /// The corrections.
    pub corrections: Vec<Correction>,
}

/// What to change in an entry.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct EntryFix {
    name: Option<String>,
    points: Option<i32>,
    /// The least number within its parent.
    min: Option<u32>,
    /// The largest number within its parent.
    max: Option<u32>,
    collective: Option<bool>,
    default: Option<String>,
    drop: bool,
    /// Categories that it has, or has not.
    categories: IndexMap<String, bool>,
    /// Categories that its conditions ask for by mistake, each with the one that is meant.
    conditions: IndexMap<String, String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct ProfileFix {
    /// Another type; its columns replace all of the old one's.
    kind: Option<String>,
    values: IndexMap<String, String>,
}

/// The corrections of entries and profiles, and which of them were used.
#[derive(Debug, Default)]
pub(super) struct SourceFixes {
    entries: HashMap<String, EntryFix>,
    profiles: HashMap<String, ProfileFix>,
    /// Ids of corrected entries and profiles.
    pub used: HashSet<String>,
}

impl SourceFixes {
    /// Sorts the corrections by target. An error names the first invalid or repeated one.
    pub(super) fn new(corrections: &[Correction]) -> Result<Self, ImportError> {
        let mut fixes = Self::default();
        let wrong = |message: String| ImportError::new("corrections.yaml", message);
        for correction in corrections {
            let unread = |id: &str, error: serde_json::Error| wrong(format!("correction of {id}: {error}"));
            let twice = match &correction.at {
                CorrectionPlace::Entry { entry } => {
                    let fix = serde_json::from_value(correction.set.clone()).map_err(|error| unread(entry, error))?;
                    fixes.entries.insert(entry.clone(), fix).map(|_| entry)
                }
                CorrectionPlace::Profile { profile } => {
                    let fix = serde_json::from_value(correction.set.clone()).map_err(|error| unread(profile, error))?;
                    fixes.profiles.insert(profile.clone(), fix).map(|_| profile)
                }
                CorrectionPlace::Unit { .. } => None,
            };
            if let Some(id) = twice {
                return Err(wrong(format!("two corrections of {id}")));
            }
        }
        Ok(fixes)
    }

    /// Corrects an entry as the corrections of `id` say: its own id, or that of a link to it. `categories` has the ids of
    /// categories by their names. Returns false if a correction drops the entry.
    pub(super) fn entry(
        &mut self,
        id: &str,
        entry: &mut CatalogueEntry,
        categories: &HashMap<String, &str>,
    ) -> Result<bool, String> {
        let Some(fix) = self.entries.get(id) else { return Ok(true) };
        self.used.insert(id.to_owned());
        let known = |name: &str| {
            let id = categories.get(name).map(|id| (*id).to_owned());
            id.ok_or_else(|| format!("a correction names the category {name:?}"))
        };
        let fix = fix.clone();
        entry.name = fix.name.unwrap_or_else(|| std::mem::take(&mut entry.name));
        if let Some(points) = fix.points {
            entry.costs = vec![("points".to_owned(), i64::from(points) * 1000)];
        }
        for (is_min, value) in [(true, fix.min), (false, fix.max)] {
            if let Some(value) = value {
                entry.set_limit(is_min, value);
            }
        }
        entry.is_collective = fix.collective.unwrap_or(entry.is_collective);
        entry.default = fix.default.or_else(|| entry.default.take());
        for (name, has) in &fix.categories {
            let id = known(name)?;
            entry.categories.retain(|category| category.id != id);
            if *has {
                entry.categories.push(EntryCategory { id, is_primary: false });
            }
        }
        for (wrong, right) in &fix.conditions {
            let (wrong, right) = (known(wrong)?, known(right)?);
            entry.modifiers.iter_mut().for_each(|modifier| modifier.when.ask_instead(&wrong, &right));
        }
        Ok(!fix.drop)
    }

    /// Corrects a profile.
    pub(super) fn profile(&mut self, profile: &mut EntryProfile) {
        if let Some(fix) = self.profiles.get(&profile.id) {
            self.used.insert(profile.id.clone());
            if let Some(kind) = &fix.kind {
                profile.kind.clone_from(kind);
                profile.values.clear();
            }
            profile.values.extend(fix.values.clone());
        }
    }
}

/// Corrects the units of a catalogue, with notices on corrections that are wrong.
pub(super) fn correct(units: &mut [Unit], stem: &str, corrections: &[Correction], notices: &mut Notices) {
    for correction in corrections {
        let CorrectionPlace::Unit { catalogue: of, unit: id } = &correction.at else { continue };
        if of != stem {
            continue;
        }
        let Some(unit) = units.iter_mut().find(|unit| unit.id == *id) else {
            notices.add(NoticeKind::Unknown, 0, id, NO_UNIT);
            continue;
        };
        let patched = serde_json::to_value(&*unit).and_then(|mut value| {
            patch(&mut value, &correction.set);
            serde_json::from_value(value)
        });
        match patched {
            Ok(patched) if patched == *unit => notices.add(NoticeKind::Unknown, 0, id, "a correction changes nothing"),
            Ok(patched) => *unit = patched,
            Err(error) => notices.add(NoticeKind::Unknown, 0, id, format!("a correction does not fit: {error}")),
        }
    }
}

/// JSON merge patch (RFC 7396), but a list of items with ids is patched by an object whose keys are ids.
fn patch(target: &mut Value, change: &Value) {
    let Value::Object(change) = change else {
        *target = change.clone();
        return;
    };
    if let Value::Array(items) = target {
        for (id, change) in change {
            let at = items.iter().position(|item| item.get("id").and_then(Value::as_str) == Some(id));
            match (at, change) {
                (Some(at), Value::Null) => drop(items.remove(at)),
                (Some(at), change) => items.get_mut(at).into_iter().for_each(|item| patch(item, change)),
                (None, Value::Null) => {}
                (None, change) => {
                    let mut item = serde_json::json!({ "id": id });
                    patch(&mut item, change);
                    items.push(item);
                }
            }
        }
        return;
    }
    if !target.is_object() {
        *target = Value::Object(serde_json::Map::new());
    }
    if let Value::Object(target) = target {
        for (key, change) in change {
            if change.is_null() {
                target.remove(key);
            } else {
                patch(target.entry(key.clone()).or_insert(Value::Null), change);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lists_with_ids_are_patched_by_id() {
        let mut value = json!({"points": 1, "rules": ["x"], "options": [{"id": "a", "points": 1}, {"id": "b"}]});
        patch(
            &mut value,
            &json!({"points": null, "rules": ["y"], "options": {"a": {"points": 2}, "b": null, "c": {"max": 1}}}),
        );
        assert_eq!(value, json!({"rules": ["y"], "options": [{"id": "a", "points": 2}, {"id": "c", "max": 1}]}));
    }

    #[test]
    fn a_correction_that_makes_no_sense_is_refused() {
        let correction = |set| Correction {
            at: CorrectionPlace::Entry { entry: "a".into() },
            set,
            reason: String::new(),
            source: String::new(),
        };
        assert!(SourceFixes::new(&[correction(json!({"pints": 1}))]).is_err());
        assert!(SourceFixes::new(&[correction(json!({"min": 1})), correction(json!({"max": 1}))]).is_err());
    }
}
