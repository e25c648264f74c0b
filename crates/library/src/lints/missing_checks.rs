//! `missing-check`: units say how many models, which options or which squadrons to join they allow, and no rule checks it. What
//! no rule forbids is allowed.

use muster_engine::rule::Check;
use serde_json::Value;

use super::{LintInput, LintNotice};
use crate::schemas::FileKind;

/// What units say, and the check that judges it.
struct JudgedWord {
    check: &'static str,
    is: fn(&Check) -> bool,
    /// The key of a unit that says something for the check.
    key: fn(&Value) -> Option<&'static str>,
    otherwise: &'static str,
}

/// The first of these keys that a unit has.
fn first(unit: &Value, keys: &[&'static str]) -> Option<&'static str> {
    keys.iter().copied().find(|key| unit.get(key).is_some())
}

const JUDGED: [JudgedWord; 3] = [
    JudgedWord {
        check: "squadron-size",
        is: |check| *check == Check::SquadronSize,
        key: |unit| first(unit, &["squadron"]),
        otherwise: "squadrons may have any number of models",
    },
    JudgedWord {
        check: "options",
        is: |check| *check == Check::Options,
        key: |unit| first(unit, &["options", "choices"]),
        otherwise: "squadrons may take any options in any number",
    },
    JudgedWord {
        check: "attachment",
        is: |check| *check == Check::Attachment,
        key: |unit| {
            let is_attached = unit.get("only").and_then(Value::as_str) == Some("attached");
            first(unit, &["attaches", "hosts"]).or(is_attached.then_some("only"))
        },
        otherwise: "squadrons may be attached to any others",
    },
];

pub(super) fn lint<'a>(subject: &LintInput<'a>) -> Vec<LintNotice<'a>> {
    let Some(ruleset) = subject.ruleset else { return Vec::new() };
    let mut notices = Vec::new();
    for judged in JUDGED {
        if ruleset.rules().iter().filter_map(|sourced| sourced.rule.check.as_ref()).any(judged.is) {
            continue;
        }
        let mut said = subject.files.of(FileKind::Catalogue).flat_map(|file| {
            let units = file.document.value().get("units").and_then(Value::as_array).into_iter().flatten().enumerate();
            units.filter_map(move |(place, unit)| Some((file, place, (judged.key)(unit)?)))
        });
        if let Some((file, place, key)) = said.next() {
            let message = format!("no rule has `check: {}`, so {}", judged.check, judged.otherwise);
            let help = format!("add a rule with `kind: check` and `check: {}`", judged.check);
            notices.push(LintNotice::warning(file, format!("/units/{place}"), message).key(key).help(Some(help)));
        }
    }
    notices
}
