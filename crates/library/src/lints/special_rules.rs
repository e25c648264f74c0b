//! `unknown-special-rule`: a card names a special rule that the ruleset does not know.

use muster_engine::nearest::nearest;
use serde_json::Value;

use super::{Remark, Subject, each_mapping};
use crate::schemas::FileKind;

pub(super) fn lint<'a>(subject: &Subject<'a>) -> Vec<Remark<'a>> {
    let Some(ruleset) = subject.ruleset else { return Vec::new() };
    let mut remarks = Vec::new();
    for file in subject.files.of(FileKind::Catalogue) {
        each_mapping(&file.document.value, "", &mut |at, mapping| {
            let printed = mapping.get("rules").and_then(Value::as_array).into_iter().flatten();
            let places = printed.enumerate().map(|(index, rule)| (format!("{at}/rules/{index}"), rule));
            let brought = mapping.get("rule").map(|rule| (format!("{at}/rule"), rule));
            for (at, rule) in places.chain(brought) {
                let Some(rule) = rule.as_str().filter(|rule| ruleset.special_rule(rule).is_none()) else { continue };
                let names = ruleset.special_rules().iter().map(|known| known.name.as_str());
                let help = nearest(rule, names);
                remarks.push(Remark::warning(file, at, format!("no special rule is called `{rule}`")).help(help));
            }
        });
    }
    remarks
}
