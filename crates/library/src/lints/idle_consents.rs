//! `idle-consent`: a setting by which a list would waive a rule waives none.
//!
//! An event may drop a rule or forbid to waive it, and the setting stays. So only the ruleset that declares the setting
//! must have the rule.

use muster_engine::nearest::nearest;
use serde_json::Value;

use super::{LintInput, LintNotice, text};
use crate::fault::step;
use crate::schemas::FileKind;

pub(super) fn lint<'a>(subject: &LintInput<'a>) -> Vec<LintNotice<'a>> {
    let Some(ruleset) = subject.ruleset else { return Vec::new() };
    let mut notices = Vec::new();
    for file in subject.files.of(FileKind::Ruleset) {
        let settings = file.document.value().get("settings").and_then(Value::as_object);
        for (id, setting) in settings.into_iter().flatten() {
            let Some(consent) = text(setting, "consent") else { continue };
            let at = step("/settings", id);
            let place = step(&at, "consent");
            match ruleset.rule(consent) {
                None => {
                    let known = ruleset.rules().iter().map(|known| known.rule.id.as_str());
                    let notice = LintNotice::error(file, place, format!("there is no rule `{consent}`"));
                    notices.push(notice.help(nearest(consent, known)));
                }
                Some(known) if !known.rule.waivable => {
                    let message =
                        format!("the rule `{consent}` cannot be waived, so a consent to it counts for nothing");
                    let help = "write `waivable: true` in the rule, if people may agree to leave it out".to_owned();
                    notices.push(LintNotice::error(file, place, message).help(Some(help)));
                }
                Some(_) if ruleset.declarations().settings.get(id).is_some_and(|known| !known.is_flag()) => {
                    let message = "`consent` does nothing here: only a setting of yes or no gives a consent";
                    notices.push(LintNotice::error(file, at, message).key("consent"));
                }
                Some(_) => {}
            }
        }
    }
    notices
}
