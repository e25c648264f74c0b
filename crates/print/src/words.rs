//! Small pieces of text that several layouts use.

use indexmap::IndexMap;
use muster_engine::declarations::Declarations;
use muster_engine::list::SettingValue;
use muster_engine::plural::{capital, runs};
use muster_engine::report::{Severity, Verdict};
use muster_engine::words::verdict;

/// The word for a severity, shown before a finding.
pub(crate) fn severity(severity: Severity) -> String {
    match severity {
        Severity::Undetermined => CANNOT_TELL.to_owned(),
        severity => capital(verdict::severity(severity)),
    }
}

/// The stamp of a verdict, as a player says it.
pub(crate) fn verdict(of: Verdict) -> String {
    match of {
        Verdict::Undetermined => CANNOT_TELL.to_owned(),
        of => capital(verdict::verdict(of)),
    }
}

/// What pages say in place of `undetermined`, the word of the file formats.
const CANNOT_TELL: &str = "Cannot tell";

/// The settings of a game, with the titles that screens show. Settings that are switched off are left out.
pub(crate) fn settings(
    declarations: &Declarations,
    settings: &IndexMap<String, SettingValue>,
) -> Vec<(String, String)> {
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

/// The program and its version.
pub(crate) fn creator() -> String {
    format!("Muster {}", env!("CARGO_PKG_VERSION"))
}
