//! Compares two forms of a unit.

use muster_engine::catalogue::Card;

use super::notice::{NoticeKind, Notices};
use super::recipe::Recipe;
use super::unit::UnitDraft;

/// Adds a notice if the card of a second form differs.
pub(super) fn compare(first: &UnitDraft, second: &UnitDraft, how: &str, recipe: &Recipe, notices: &mut Notices) {
    let differences = differences(&first.unit.card, &second.unit.card, recipe);
    if !differences.is_empty() {
        let message = format!("where it {how}: {}", differences.join("; "));
        notices.add(NoticeKind::Differs, second.line, &second.entry, message);
    }
}

/// How a second card differs from the first, in words.
pub(super) fn differences(first: &Card, second: &Card, recipe: &Recipe) -> Vec<String> {
    let mut differences = Vec::new();
    for (stat, value) in &second.stats {
        if first.stats.get(stat) != Some(value) {
            let text = |value| serde_json::to_string(&value).unwrap_or_default();
            differences.push(format!("{stat} {} not {}", text(Some(value)), text(first.stats.get(stat))));
        }
    }
    for weapon in &second.weapons {
        if !first.weapons.contains(weapon) {
            differences.push(format!("weapon {} differs", weapon.name));
        }
    }
    let missing = first.weapons.iter().filter(|weapon| !second.weapons.iter().any(|other| other.name == weapon.name));
    differences.extend(missing.map(|weapon| format!("weapon {} missing", weapon.name)));
    // Ignore the attachment rule: only the attached form has it.
    let joins = |rule: &&String| {
        recipe.attachment.rules.iter().any(|known| rule.split('(').next().map(str::trim) == Some(known))
    };
    let more = second.rules.iter().filter(|rule| !first.rules.contains(rule) && !joins(rule));
    differences.extend(more.map(|rule| format!("has {rule}")));
    let less = first.rules.iter().filter(|rule| !second.rules.contains(rule) && !joins(rule));
    differences.extend(less.map(|rule| format!("has no {rule}")));
    differences
}

/// A price in words.
pub(super) fn price(points: Option<u32>) -> String {
    points.map_or("nothing known".to_owned(), |points| points.to_string())
}
