//! Settings as a list states them.

use indexmap::IndexMap;

use crate::shapes::declarations::Declarations;
use crate::shapes::list::SettingValue;
use crate::text::plural::runs;

/// A setting by its id, with its value: `level commodore`, `rules 1-4, 8`, `competitive`, `allies off`.
#[must_use]
pub fn setting(id: &str, value: &SettingValue) -> String {
    if *value == SettingValue::Flag(true) { id.to_owned() } else { format!("{id} {}", self::value(value)) }
}

/// The value of a setting: `commodore`, `1-4, 8`, `on`.
#[must_use]
pub fn value(value: &SettingValue) -> String {
    match value {
        SettingValue::Flag(true) => "on".to_owned(),
        SettingValue::Flag(false) => "off".to_owned(),
        SettingValue::Number(number) => number.to_string(),
        SettingValue::Word(word) => word.clone(),
        SettingValue::Numbers(numbers) => runs(numbers),
    }
}

/// Settings in a row: `level commodore, theatre water, competitive`. Settings that are switched off are left out.
#[must_use]
pub fn settings(settings: &IndexMap<String, SettingValue>) -> String {
    let on = settings.iter().filter(|(_, value)| **value != SettingValue::Flag(false));
    let words: Vec<String> = on.map(|(id, value)| setting(id, value)).collect();
    words.join(", ")
}

/// Settings with the titles that people see: `Level` and `Commodore`. Settings that are switched off are left out.
#[must_use]
pub fn titled(declarations: &Declarations, settings: &IndexMap<String, SettingValue>) -> Vec<(String, String)> {
    let line = |(id, value): (&String, &SettingValue)| {
        let declared = declarations.settings.get(id);
        let value = match value {
            SettingValue::Flag(false) => return None,
            SettingValue::Flag(true) => "yes".to_owned(),
            SettingValue::Number(number) => number.to_string(),
            SettingValue::Word(word) => {
                declared.and_then(|setting| setting.values.get(word)).map_or(word, |choice| &choice.title).clone()
            }
            SettingValue::Numbers(numbers) => runs(numbers),
        };
        Some((declared.map_or(id, |setting| &setting.title).clone(), value))
    };
    settings.iter().filter_map(line).collect()
}
