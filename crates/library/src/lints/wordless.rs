//! `wordless-limit`: a limit has no words for what it counts. Its sentence would then be made from the rule's title:
//! `2 Dreadnoughts are not for sale of at most 0`.

use serde_json::Value;

use super::{LintInput, LintNotice, text};

/// Amounts whose sentences need no subject if they count the whole list.
const NEED_NONE: [&str; 2] = ["points", "upgrades"];

/// Whether an amount is the points of everything.
fn is_whole(of: &Value) -> bool {
    let counted = NEED_NONE.iter().find_map(|amount| of.get(amount));
    counted.and_then(Value::as_object).is_some_and(serde_json::Map::is_empty)
}

pub(super) fn lint<'a>(subject: &LintInput<'a>) -> Vec<LintNotice<'a>> {
    // If the ruleset cannot be built, that is reported first.
    if subject.ruleset.is_none() {
        return Vec::new();
    }
    let mut notices = Vec::new();
    for (file, rule_at, rule) in subject.files.rules() {
        // A patch need not repeat the words of the rule that it changes.
        if text(rule, "id").is_some_and(|id| subject.parent.is_some_and(|parent| parent.rule(id).is_some())) {
            continue;
        }
        let clauses = rule.get("clauses").and_then(Value::as_array).into_iter().flatten();
        for (position, clause) in clauses.enumerate() {
            let Some(of) = clause.get("limit").and_then(|limit| limit.get("of")) else { continue };
            let has_words = clause.get("says").is_some() || clause.get("subject").is_some();
            if !has_words && !is_whole(of) {
                let at = format!("{rule_at}/clauses/{position}/limit");
                let message = "the limit has no words for what it counts, so its finding will read badly";
                let help = "add `subject: {one: .., many: ..}`, or the whole sentence as `says`".to_owned();
                notices.push(LintNotice::warning(file, at, message).help(Some(help)));
            }
        }
    }
    notices
}
