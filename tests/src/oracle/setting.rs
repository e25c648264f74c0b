//! The settings of a game, and the rules that they put in use or waive.

use muster_engine::list::SettingValue;
use muster_engine::rule::Rule;
use muster_engine::setting::SettingTest;

use super::world::World;

impl World<'_> {
    pub(super) fn setting(&self, id: &str) -> Option<SettingValue> {
        let settings = &self.parts.declarations.settings;
        let declared = settings.get(id)?;
        if let Some(stated) = self.list.settings.get(id) {
            return Some(stated.clone());
        }
        if let Some(by) = &declared.given_by {
            let Some(SettingValue::Word(word)) = self.setting(by) else { return None };
            return settings.get(by)?.values.get(&word).map(|choice| SettingValue::Numbers(choice.gives.clone()));
        }
        let default = declared.default.as_ref()?;
        let overruled = settings
            .iter()
            .any(|(other, s)| s.given_by.as_deref() == Some(id) && self.list.settings.contains_key(other));
        if declared.range.is_some() {
            return default.parse().ok().map(SettingValue::Number);
        }
        match (overruled, declared.values.is_empty()) {
            (true, _) => None,
            (false, true) => Some(SettingValue::Flag(default == "true")),
            (false, false) => Some(SettingValue::Word(default.clone())),
        }
    }

    pub(super) fn holds(&self, (id, test): (&String, &SettingTest)) -> bool {
        let numbers = match self.setting(id) {
            Some(SettingValue::Numbers(numbers)) => numbers,
            Some(SettingValue::Number(number)) => vec![number],
            _ => Vec::new(),
        };
        let word = if let Some(SettingValue::Word(word)) = self.setting(id) { Some(word) } else { None };
        match test {
            SettingTest::Flag(wanted) => (self.setting(id) == Some(SettingValue::Flag(true))) == *wanted,
            SettingTest::Number(wanted) => numbers.contains(wanted),
            SettingTest::Numbers(wanted) => wanted.iter().any(|number| numbers.contains(number)),
            SettingTest::Word(wanted) => word.as_ref() == Some(wanted),
            SettingTest::Words(wanted) => word.is_some_and(|word| wanted.contains(&word)),
        }
    }

    pub(super) fn in_use(&self, rule: &Rule) -> bool {
        rule.applies.iter().all(|test| self.holds(test)) && !rule.unless.iter().any(|test| self.holds(test))
    }

    pub(super) fn is_waived(&self, rule: &Rule) -> bool {
        let agreed = self.parts.declarations.settings.iter().any(|(id, setting)| {
            setting.consent.as_ref() == Some(&rule.id) && self.list.settings.get(id) == Some(&SettingValue::Flag(true))
        });
        rule.waivable && (agreed || self.list.consents.contains(&rule.id))
    }
}
