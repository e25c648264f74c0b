//! What an overlay says without effect, whatever lists there are: conditions that no force value keeps, rules that no setting puts
//! to use, limits on banned units, rules that were out of use anyway, and clauses over all lists of a player where each hands in one.

use std::collections::BTreeSet;

use muster_engine::amount::{Amount, Quantity};
use muster_engine::list::{ArmyList, RulesetName, SettingValue};
use muster_engine::plural::joined;
use muster_engine::ready::{ReadyCatalogue, ReadyUnit, Ruleset};
use muster_engine::report::Severity;
use muster_engine::rule::{Clause, Limit, Rule};
use muster_engine::selector::Selector;
use muster_engine::uses;

use super::{EntryPlace, OverlaidGame, OverlayNotice};
use crate::overlay::files::Overlay;

/// The check for rules that never do anything.
const IDLE_RULE: &str = "idle-rule";

/// Of so many ways to state settings, none is said to put a rule out of use.
const MOST_SETTINGS: usize = 256;

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
        if is_never_used(after, after, &known.rule) {
            let message = "the rule is never in use, by the settings that are fixed".to_owned();
            let key = if known.rule.applies.is_empty() { "/unless" } else { "/applies" };
            notices.push(idle(&EntryPlace::of(patch, key), message, None));
        }
        for (number, clause) in known.rule.clauses.iter().enumerate() {
            if clause.together && is_alone && overlay.head.lists.as_ref().is_none_or(|lists| lists.0 < 2) {
                let message = "the clause is never judged: each player hands in one list";
                let help = "state with `lists: 2` how many lists each player hands in";
                let place = EntryPlace::of(patch, &format!("/clauses/{number}/together"));
                notices.push(idle(&place, message.to_owned(), Some(help.to_owned())));
            }
            if let Some(units) = only_banned(after, clause) {
                let message = format!("the clause looks only at what is banned: {units}");
                notices.push(idle(&EntryPlace::of(patch, &format!("/clauses/{number}")), message, None));
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
    for (place, id) in overlay.head.drop.iter().enumerate() {
        let known = game.before.rule(id).filter(|known| is_never_used(after, &game.before, &known.rule));
        notices.extend(known.map(|_| {
            let message = format!("`{id}` is out of use anyway, by the settings that are fixed");
            idle(&EntryPlace::head(format!("/drop/{place}")), message, None)
        }));
    }
    notices
}

/// Whether the settings that the overlays of `after` fix put a rule of `ruleset` out of use, whatever else a list states.
fn is_never_used(after: &Ruleset, ruleset: &Ruleset, rule: &Rule) -> bool {
    let mut rule = rule.clone();
    let is_fixed = |id: &String| allowed_values(after, id).is_some();
    rule.applies.retain(|id, _| is_fixed(id));
    rule.unless.retain(|id, _| is_fixed(id));
    let lists = under_fixed_settings(after, rule.applies.keys().chain(rule.unless.keys()));
    lists.len() < MOST_SETTINGS && lists.iter().all(|list| !uses(ruleset, list, &rule))
}

/// The units that a maximum looks at, if all of them are banned.
fn only_banned(ruleset: &Ruleset, clause: &Clause) -> Option<String> {
    let limit = clause.limit.as_ref().filter(|limit| limit.min.is_none())?;
    let looks_at_all = |selectors: &[&Selector]| selectors.iter().any(|selector| selector.is_empty());
    let mut selectors = limit.of.selectors();
    if selectors.is_empty() || looks_at_all(&selectors) {
        selectors = vec![&clause.r#where];
    }
    if looks_at_all(&selectors) {
        return None;
    }
    let units: Vec<_> = selectors.into_iter().flat_map(|selector| ruleset.may_match(selector)).collect();
    let is_banned = |(catalogue, ready): &(&ReadyCatalogue, &ReadyUnit)| {
        catalogue.treated(catalogue.unit(ready)).is_some_and(|treated| treated.ban.is_some())
    };
    let names: BTreeSet<&str> = units.iter().map(|(catalogue, ready)| catalogue.unit(ready).name.as_str()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    (!names.is_empty() && units.iter().all(is_banned)).then(|| joined(&names, "and"))
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

/// Makes a list for each way to state these settings that the overlays allow.
fn under_fixed_settings<'r>(ruleset: &'r Ruleset, ids: impl Iterator<Item = &'r String>) -> Vec<ArmyList> {
    let empty = ArmyList { ruleset: RulesetName::Id(ruleset.declarations().id.clone()), ..ArmyList::default() };
    let mut lists = vec![empty];
    for (id, values) in ids.filter_map(|id| allowed_values(ruleset, id)) {
        let state = |list: &ArmyList, value: &SettingValue| {
            let mut list = list.clone();
            list.settings.insert(id.clone(), value.clone());
            list
        };
        lists = lists.iter().flat_map(|list| values.iter().map(move |value| state(list, value))).collect();
        lists.truncate(MOST_SETTINGS);
    }
    lists
}

/// The values that the overlays allow for a setting, or for the one that gives it. None if they leave it to lists.
fn allowed_values<'r>(ruleset: &'r Ruleset, id: &'r String) -> Option<(&'r String, &'r [SettingValue])> {
    let given_by = ruleset.declarations().settings.get(id).and_then(|setting| setting.given_by.as_ref());
    let events = || ruleset.events().into_iter().flat_map(|events| events.all.iter().rev());
    let values = |id: &'r String| events().find_map(|event| Some((id, event.settings.get(id)?.as_slice())));
    values(id).or_else(|| values(given_by?))
}
