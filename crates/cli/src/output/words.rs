//! Words that all outputs have, and the colours of verdicts.

use anstyle::Style;
use indexmap::IndexMap;
pub(crate) use muster_app::words::{as_source, stacking};
use muster_engine::list::SettingValue;
use muster_engine::report::{Source, Verdict};
pub(crate) use muster_engine::words::verdict::{severity, verdict};

use crate::terminal::{BAD, DOUBT, GOOD};
use crate::text::{plain, runs};

/// The colour of a verdict.
pub(crate) fn verdict_style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Legal => GOOD,
        Verdict::Undetermined => DOUBT,
        Verdict::Illegal | Verdict::Unreadable => BAD,
    }
}

/// Settings in a row: `level commodore, theatre water, competitive`. Settings that are switched off are left out.
pub(crate) fn settings(settings: &IndexMap<String, SettingValue>) -> String {
    let words: Vec<String> = settings
        .iter()
        .filter_map(|(key, value)| {
            let key = plain(key);
            match value {
                SettingValue::Flag(false) => None,
                SettingValue::Flag(true) => Some(key.into_owned()),
                SettingValue::Number(number) => Some(format!("{key} {number}")),
                SettingValue::Word(word) => Some(format!("{key} {}", plain(word))),
                SettingValue::Numbers(numbers) => Some(format!("{key} {}", runs(numbers))),
            }
        })
        .collect();
    words.join(", ")
}

/// A book and page: `The Rulebook, page 19`.
pub(crate) fn source(source: &Source) -> String {
    plain(&source.to_string()).into_owned()
}
