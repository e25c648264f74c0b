//! What overlays fix: the settings and the maximum force value by which a list is judged, and where the list differs.

use indexmap::IndexMap;

use crate::ready::event::Events;
use crate::ready::understand::{default_value, understand};
use crate::shapes::declarations::{Declarations, Setting};
use crate::shapes::list::{ArmyList, SettingValue};

/// What list and overlays state together.
#[derive(Clone, Debug, Default)]
pub(crate) struct FixedTerms {
    pub mfv: Option<u32>,
    pub settings: IndexMap<String, SettingValue>,
    /// The settings whose values overlays fix.
    pub given: Vec<String>,
    /// The settings with a value of the list's own that overlays allow.
    pub allowed: Vec<String>,
    /// The settings whose default value overlays do not allow.
    pub withheld: Vec<String>,
    /// Where the list states something else.
    pub differences: Vec<TermDifference>,
}

/// A value of a list that differs from what an overlay fixes or allows.
#[derive(Clone, Debug)]
pub(crate) struct TermDifference {
    /// The setting of the list; none for the maximum force value.
    pub setting: Option<String>,
    /// What the list states; none if it leaves the setting open and its default is not allowed.
    pub stated: Option<SettingValue>,
    /// The overlay, by its place among the overlays.
    pub event: usize,
    /// The setting that it fixes. It differs from `setting` if one of the two gives the other its value.
    pub fixes: Option<String>,
    /// The values that it allows; one is fixed.
    pub values: Vec<SettingValue>,
}

impl FixedTerms {
    /// Applies what overlays fix to what a list states.
    pub(crate) fn new(events: &Events, declarations: &Declarations, list: &ArmyList) -> Self {
        let mut fixed = Self { mfv: list.mfv, settings: list.settings.clone(), ..Self::default() };
        fixed.fix_mfv(events, list);
        for (id, setting) in &declarations.settings {
            if let Some((event, values)) = in_force(events, declarations, id) {
                fixed.fix(events, declarations, list, id, setting, (event, values));
            }
        }
        fixed
    }

    fn fix_mfv(&mut self, events: &Events, list: &ArmyList) {
        let Some((event, values)) = events.mfv() else { return };
        let stated = list.mfv.filter(|mfv| !values.contains(mfv));
        if let [only] = values {
            self.mfv = Some(*only);
        }
        self.differences.extend(stated.map(|mfv| TermDifference {
            setting: None,
            stated: Some(SettingValue::Number(mfv)),
            event,
            fixes: None,
            values: values.iter().map(|value| SettingValue::Number(*value)).collect(),
        }));
    }

    fn fix(
        &mut self,
        events: &Events,
        declarations: &Declarations,
        list: &ArmyList,
        id: &str,
        setting: &Setting,
        (event, values): (usize, &[SettingValue]),
    ) {
        let stated = list.settings.get(id).and_then(|value| understand(setting, value));
        let differs = |setting: &str, stated: Option<SettingValue>| TermDifference {
            setting: Some(setting.to_owned()),
            stated,
            event,
            fixes: Some(id.to_owned()),
            values: values.to_vec(),
        };
        // The settings that give this one its value, or take theirs from it, unless overlays fix them too.
        let others = related(declarations, id).filter(|(other, _)| in_force(events, declarations, other).is_none());
        let mut is_open = stated.is_none();
        for (other, known) in others {
            let Some(value) = list.settings.get(other).and_then(|value| understand(known, value)) else { continue };
            is_open = false;
            let same = |wanted: &SettingValue| {
                meaning(setting, wanted).is_some() && meaning(setting, wanted) == meaning(known, &value)
            };
            if values.iter().any(same) {
                self.allowed.push(other.clone());
                continue;
            }
            self.differences.push(differs(other, Some(value)));
            if values.len() == 1 {
                self.settings.shift_remove(other);
            }
        }
        match &stated {
            Some(value) if !values.contains(value) => self.differences.push(differs(id, stated.clone())),
            Some(_) => self.allowed.push(id.to_owned()),
            None => {}
        }
        if let [only] = values {
            self.settings.insert(id.to_owned(), only.clone());
            self.given.push(id.to_owned());
            return;
        }
        // The default is the setting's own, or what the setting that gives it its value has by default.
        let giver = setting.given_by.as_deref().filter(|by| in_force(events, declarations, by).is_none());
        let by = giver.unwrap_or(id);
        let Some(from) = declarations.settings.get(by).filter(|_| is_open) else { return };
        let Some(default) = default_value(from) else { return };
        let is_allowed = |value: &SettingValue| {
            *value == default || giver.is_some() && meaning(setting, value) == meaning(from, &default)
        };
        if !values.iter().any(is_allowed) {
            self.withheld.push(by.to_owned());
            self.differences.push(differs(id, None));
        }
    }
}

/// What overlays say about a setting: the last of them, and the values. None if a later one says something about the
/// setting that gives it its value, or that takes its value from it.
fn in_force<'e>(events: &'e Events, declarations: &Declarations, id: &str) -> Option<(usize, &'e [SettingValue])> {
    let (event, values) = events.setting(id)?;
    let later = |other: &str| events.setting(other).is_some_and(|(other, _)| other > event);
    (!related(declarations, id).any(|(other, _)| later(other))).then_some((event, values))
}

/// The settings that give a setting its value, or take theirs from it.
fn related<'d>(declarations: &'d Declarations, id: &str) -> impl Iterator<Item = (&'d String, &'d Setting)> {
    let gives = declarations.settings.get(id).and_then(|setting| setting.given_by.as_deref());
    let settings = declarations.settings.iter();
    settings.filter(move |(other, known)| known.given_by.as_deref() == Some(id) || gives == Some(other.as_str()))
}

/// The numbers that a value stands for: its own, or those that it gives to another setting.
fn meaning(setting: &Setting, value: &SettingValue) -> Option<Vec<u32>> {
    let mut numbers = match value {
        SettingValue::Numbers(numbers) => numbers.clone(),
        SettingValue::Word(word) => setting.values.get(word)?.gives.clone(),
        SettingValue::Flag(_) | SettingValue::Number(_) => return None,
    };
    numbers.sort_unstable();
    numbers.dedup();
    (!numbers.is_empty()).then_some(numbers)
}
