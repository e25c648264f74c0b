//! Values of settings, in the form in which the ruleset writes them, and their defaults.

use crate::shapes::declarations::{Declarations, Setting};
use crate::shapes::list::{ArmyList, SettingValue};
use crate::text::nearest::nearest;

/// The value that a list states, in the form in which the ruleset writes it. None if the setting cannot have this
/// value.
pub(crate) fn understand(setting: &Setting, value: &SettingValue) -> Option<SettingValue> {
    if !setting.numbers.is_empty() {
        let mut set = match value {
            SettingValue::Numbers(set) => set.clone(),
            SettingValue::Number(number) => vec![*number],
            _ => return None,
        };
        set.sort_unstable();
        set.dedup();
        return set.iter().all(|n| setting.numbers.contains(n)).then_some(SettingValue::Numbers(set));
    }
    if let Some(range) = setting.range {
        let SettingValue::Number(number) = value else { return None };
        let fits = *number >= range.min && range.max.is_none_or(|max| *number <= max);
        return fits.then_some(SettingValue::Number(*number));
    }
    match value {
        SettingValue::Flag(_) if setting.values.is_empty() => Some(value.clone()),
        SettingValue::Word(word) => {
            let known = setting.values.keys().find(|id| id.eq_ignore_ascii_case(word));
            known.map(|id| SettingValue::Word(id.clone()))
        }
        _ => None,
    }
}

/// The value of a setting that nobody states.
pub(crate) fn default_value(setting: &Setting) -> Option<SettingValue> {
    let default = setting.default.as_ref()?;
    Some(if setting.range.is_some() {
        SettingValue::Number(default.parse().unwrap_or_default())
    } else if setting.values.is_empty() {
        SettingValue::Flag(default == "true")
    } else {
        SettingValue::Word(default.clone())
    })
}

/// Finds the settings of a list that the ruleset does not have. An overlay that is not at hand may have them. Leaves out misspelt
/// names of settings that the ruleset has.
pub(crate) fn foreign_settings<'l>(
    declarations: &Declarations,
    list: &'l ArmyList,
) -> impl Iterator<Item = (&'l String, &'l SettingValue)> {
    let is_foreign = |key: &str| !declarations.settings.contains_key(key) && !is_misspelt(declarations, key);
    list.settings.iter().filter(move |(key, _)| is_foreign(key))
}

/// Whether the ruleset has no such setting, but has one with a similar name.
pub(crate) fn is_misspelt(declarations: &Declarations, key: &str) -> bool {
    let known = &declarations.settings;
    !known.contains_key(key) && nearest(key, known.keys().map(String::as_str)).is_some()
}

#[cfg(test)]
mod tests {
    use super::understand;

    /// Whether a setting, written as JSON, may have a value, and the value as the ruleset writes it.
    fn understood(setting: &str, value: &str) -> Option<String> {
        let setting = serde_json::from_str(&format!("{{\"title\": \"T\", \"summary\": \"S.\", {setting}}}"));
        let value = serde_json::from_str(value).expect("a value");
        let value = understand(&setting.expect("a setting"), &value)?;
        serde_json::to_string(&value).ok()
    }

    #[test]
    fn a_number_is_a_set_of_one_where_sets_are_asked() {
        for (value, expected) in [("2", Some("[2]")), ("[2, 1, 2]", Some("[1,2]")), ("3", None), ("[1, 3]", None)] {
            assert_eq!(understood("\"numbers\": [1, 2]", value).as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn a_number_lies_in_its_range() {
        for (value, expected) in [("1", None), ("2", Some("2")), ("4", Some("4")), ("5", None), ("true", None)] {
            assert_eq!(understood("\"range\": {\"min\": 2, \"max\": 4}", value).as_deref(), expected, "{value}");
        }
        assert_eq!(understood("\"range\": {\"min\": 2}", "900").as_deref(), Some("900"));
    }
}
