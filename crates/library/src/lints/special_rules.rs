//! `unknown-special-rule`: a card names a special rule that the ruleset does not know.

use muster_engine::nearest::nearest;
use serde_json::{Map, Value};

use super::{LintInput, LintNotice, each_mapping};
use crate::schemas::FileKind;

/// The special rules that a card, a weapon or an option prints, with their places.
pub(super) fn on_cards<'v>(at: &str, mapping: &'v Map<String, Value>) -> impl Iterator<Item = (String, &'v str)> {
    let printed = mapping.get("rules").and_then(Value::as_array).into_iter().flatten().enumerate();
    printed.filter_map(move |(index, rule)| Some((format!("{at}/rules/{index}"), rule.as_str()?)))
}

pub(super) fn lint<'a>(subject: &LintInput<'a>) -> Vec<LintNotice<'a>> {
    let Some(ruleset) = subject.ruleset else { return Vec::new() };
    let mut notices = Vec::new();
    for file in subject.files.of(FileKind::Catalogue) {
        each_mapping(file.document.value(), "", &mut |at, mapping| {
            let brought = mapping.get("rule").and_then(|rule| Some((format!("{at}/rule"), rule.as_str()?)));
            for (at, rule) in on_cards(at, mapping).chain(brought) {
                if ruleset.special_rule(rule).is_some() {
                    continue;
                }
                let names = ruleset.special_rules().iter().map(|known| known.name.as_str());
                let help = nearest(rule, names);
                notices.push(LintNotice::warning(file, at, format!("no special rule is called `{rule}`")).help(help));
            }
        });
    }
    notices
}
