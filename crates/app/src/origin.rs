//! What comes from overlays, in words.

use muster_engine::ready::Ruleset;

/// The name of an overlay over the ruleset. None if none of this id is over it.
pub(crate) fn overlay<'r>(ruleset: &'r Ruleset, id: &str) -> Option<&'r str> {
    let event = ruleset.events()?.all.iter().find(|event| event.id == id)?;
    Some(&event.name)
}

/// What an overlay did to a rule: `changed by Wessex Club`, `brought by Wessex Club`. None if the rule is as the ruleset
/// has it.
pub(crate) fn of_rule(ruleset: &Ruleset, rule: &str) -> Option<String> {
    let name = overlay(ruleset, &ruleset.rule(rule)?.origin)?;
    let is_new = ruleset.base().is_none_or(|base| base.rule(rule).is_none());
    Some(format!("{} by {name}", if is_new { "brought" } else { "changed" }))
}
