//! Corrections of entries of the community's files, made before anything is concluded from them.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use serde::Deserialize;

use super::condition::ChangeCondition;
use super::item::{Category, FleetItem, ItemLimit};
use crate::correction::{Correction, CorrectionPlace};

/// What to change in an entry.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct ItemFix {
    name: Option<String>,
    /// The least number within its parent.
    min: Option<u32>,
    /// The largest number within its parent.
    max: Option<u32>,
    /// Categories that it has, or has not.
    categories: IndexMap<String, bool>,
    /// Categories that its conditions ask for by mistake, each with the one that is meant.
    conditions: IndexMap<String, String>,
}

/// The corrections of entries, and which of them were used.
#[derive(Debug, Default)]
pub(super) struct ItemFixes {
    by_id: HashMap<String, ItemFix>,
    /// The ids of corrected entries.
    pub used: HashSet<String>,
}

impl ItemFixes {
    /// The corrections of entries. An error names the first that is none, or repeated.
    pub(super) fn new(corrections: &[Correction]) -> Result<Self, String> {
        let mut fixes = Self::default();
        for correction in corrections {
            match &correction.at {
                CorrectionPlace::Entry { entry } => {
                    let fix = serde_json::from_value(correction.set.clone());
                    let fix = fix.map_err(|error| format!("correction of {entry}: {error}"))?;
                    if fixes.by_id.insert(entry.clone(), fix).is_some() {
                        return Err(format!("two corrections of {entry}"));
                    }
                }
                CorrectionPlace::Profile { profile } => {
                    return Err(format!("correction of {profile}: only entries and units are corrected here"));
                }
                CorrectionPlace::Unit { .. } => {}
            }
        }
        Ok(fixes)
    }

    /// Corrects an entry as the corrections of `id` say: its own id, or that of a link to it. `category` gives the ids
    /// of categories by their names.
    pub(super) fn correct(
        &mut self,
        id: &str,
        item: &mut FleetItem,
        category: impl Fn(&str) -> Option<String>,
    ) -> Result<(), String> {
        let Some(fix) = self.by_id.get(id) else { return Ok(()) };
        self.used.insert(id.to_owned());
        let known = |name: &str| category(name).ok_or_else(|| format!("a correction names the category {name:?}"));
        if let Some(name) = &fix.name {
            item.name.clone_from(name);
        }
        for (is_min, value) in [(true, fix.min), (false, fix.max)] {
            if value.is_some() {
                item.limits.retain(|limit| limit.is_min != is_min || !limit.is_within_parent());
                item.limits.push(ItemLimit { id: String::new(), is_min, value, scope: "parent".to_owned() });
            }
        }
        for (name, has) in &fix.categories {
            let id = known(name)?;
            item.categories.retain(|category| category.id != id);
            if *has {
                item.categories.push(Category { id, is_primary: false });
            }
        }
        for (wrong, right) in &fix.conditions {
            let (wrong, right) = (known(wrong)?, known(right)?);
            item.changes.iter_mut().for_each(|change| ask_instead(&mut change.when, &wrong, &right));
        }
        Ok(())
    }
}

fn ask_instead(condition: &mut ChangeCondition, wrong: &str, right: &str) {
    match condition {
        ChangeCondition::Test(test) if test.child == wrong => right.clone_into(&mut test.child),
        ChangeCondition::Test(_) => {}
        ChangeCondition::All(inner) | ChangeCondition::Any(inner) => {
            for one in inner {
                ask_instead(one, wrong, right);
            }
        }
    }
}
