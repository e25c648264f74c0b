//! What an overlay says without effect, whatever lists there are: conditions that no force value keeps, rules that were out of use
//! anyway, and clauses over all lists of a player where each hands in one.

use muster_engine::amount::{Amount, Quantity};
use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::plural::joined;
use muster_engine::ready::Ruleset;
use muster_engine::report::Severity;
use muster_engine::rule::Limit;
use muster_engine::uses;

use super::{EntryPlace, OverlaidGame, OverlayNotice};
use crate::overlay::files::Overlay;

/// The check for rules that never do anything.
const IDLE_RULE: &str = "idle-rule";

/// What has no effect in a game.
pub(super) fn notices(overlay: &Overlay, game: &OverlaidGame) -> Vec<OverlayNotice> {
    let Some(after) = &game.after else { return Vec::new() };
    let mut notices = Vec::new();
    let idle = |place: &EntryPlace, message: String, help: Option<String>| {
        OverlayNotice::error(IDLE_RULE, place, message).severity(Severity::Warning).help(help)
    };
    let sizes =
        after.events().and_then(|events| events.all.iter().rev().map(|event| &event.mfv).find(|mfv| !mfv.is_empty()));
    // An overlay that this one extends may say how many lists each player hands in.
    let is_alone = after.events().is_some_and(|events| events.all.len() == 1);
    for patch in &overlay.rules {
        let Some(known) = after.rule(patch.id()) else { continue };
        for (number, clause) in known.rule.clauses.iter().enumerate() {
            if clause.together && is_alone && overlay.head.lists.as_ref().is_none_or(|lists| lists.0 < 2) {
                let message = "the clause is never judged: each player hands in one list";
                let help = "state with `lists: 2` how many lists each player hands in";
                let place = EntryPlace::of(patch, &format!("/clauses/{number}/together"));
                notices.push(idle(&place, message.to_owned(), Some(help.to_owned())));
            }
            for (place, when) in clause.when.iter().enumerate() {
                let sizes = sizes.filter(|sizes| !sizes.iter().any(|mfv| may_hold(when, *mfv)));
                notices.extend(sizes.map(|sizes| {
                    let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
                    let message = format!("the condition never holds: lists have {} points", joined(&sizes, "or"));
                    idle(&EntryPlace::of(patch, &format!("/clauses/{number}/when/{place}")), message, None)
                }));
            }
        }
    }
    let list = under_fixed_settings(after);
    for (place, id) in overlay.head.drop.iter().enumerate() {
        let known = game.before.rule(id).filter(|known| {
            let mut conditions = known.rule.applies.keys().chain(known.rule.unless.keys());
            conditions.all(|id| is_fixed(overlay, after, id)) && !uses(&game.before, &list, &known.rule)
        });
        notices.extend(known.map(|_| {
            let message = format!("`{id}` is out of use anyway, by the settings that are fixed");
            idle(&EntryPlace::head(format!("/drop/{place}")), message, None)
        }));
    }
    notices
}

/// Whether an overlay fixes a setting, or the one that gives it.
fn is_fixed(overlay: &Overlay, after: &Ruleset, id: &str) -> bool {
    let given_by = after.declarations().settings.get(id).and_then(|setting| setting.given_by.as_ref());
    super::is_fixed(overlay, after, id) || given_by.is_some_and(|id| super::is_fixed(overlay, after, id))
}

/// Whether a condition holds at a force value, or may hold. Only one that compares the force value with numbers never may.
fn may_hold(when: &Limit, mfv: u32) -> bool {
    let number = |amount: &Option<Amount>| match amount {
        Some(Amount::Number(number)) => Some(*number),
        _ => None,
    };
    let is_mfv = matches!(when.of, Amount::Word(Quantity::Mfv));
    let mfv = i64::from(mfv);
    !is_mfv || number(&when.min).is_none_or(|min| min <= mfv) && number(&when.max).is_none_or(|max| mfv <= max)
}

/// Makes a list that states the settings for which the overlays allow only one value.
fn under_fixed_settings(ruleset: &Ruleset) -> ArmyList {
    let mut list = ArmyList { ruleset: RulesetName::Id(ruleset.declarations().id.clone()), ..ArmyList::default() };
    for event in ruleset.events().iter().flat_map(|events| &events.all) {
        for (id, values) in &event.settings {
            if let [value] = values.as_slice() {
                list.settings.insert(id.clone(), value.clone());
            }
        }
    }
    list
}
