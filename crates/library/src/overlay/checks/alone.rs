//! What is wrong with an overlay whatever the ruleset: entries that stand twice, patches that contradict, no content.

use std::collections::{BTreeMap, BTreeSet};

use muster_engine::report::Severity;
use muster_engine::slug::slug;
use serde_json::Value;

use super::{CONTRADICTION, EntryPlace, OverlayNotice, lists, no_slug, twice};
use crate::fault::step;
use crate::merge::merge;
use crate::overlay::files::{Overlay, OverlayPatch};

/// What can be told without a ruleset.
pub(super) fn notices(overlay: &Overlay) -> Vec<OverlayNotice> {
    let head = &overlay.head;
    let mut notices = Vec::new();
    if let Some(version) = head.version.as_ref().filter(|version| semver::Version::parse(version).is_err()) {
        let message = format!("`{version}` is not a semantic version such as 1.0.0");
        notices.push(OverlayNotice::error("wrong-version", &EntryPlace::head("/version"), message));
    }
    notices.extend(no_slug(&EntryPlace::head("/id"), &head.id));
    if !head.sizes.is_empty() && head.fixes.mfv.is_some() {
        let message = "`sizes` and `fixes.mfv` contradict each other: both say which force values lists may have";
        let notice = OverlayNotice::error(CONTRADICTION, &EntryPlace::key("", "sizes"), message);
        notices.push(notice.help(Some("leave one of them out".to_owned())));
    }
    for (at, names) in lists(overlay) {
        let mut seen = BTreeSet::new();
        for (place, name) in names.iter().enumerate() {
            if !seen.insert(slug(name)) {
                notices.push(twice(&EntryPlace::head(format!("{at}/{place}")), name));
            }
        }
    }
    let mut sizes = BTreeSet::new();
    for (place, mfv) in head.sizes.iter().enumerate() {
        if !sizes.insert(mfv.0) {
            notices.push(twice(&EntryPlace::head(format!("/sizes/{place}")), &mfv.0.to_string()));
        }
    }
    notices.extend(changed_twice(overlay));
    let cards = overlay.cards.iter().map(|(_, patch)| patch);
    let units = overlay.units.iter().map(|(_, patch)| patch);
    for patch in overlay.rules.iter().chain(&overlay.special_rules).chain(cards).chain(units) {
        removed_and_changed(patch, "", &patch.value, &mut notices);
    }
    if is_empty(overlay) {
        let notice = OverlayNotice::error(
            "no-content",
            &EntryPlace::key("", "id"),
            "the overlay changes nothing: it has no content",
        );
        notices.push(notice.severity(Severity::Warning));
    }
    notices
}

/// What is taken away and changed in one entry. `value` is the part of the patch at the pointer `at`.
fn removed_and_changed(patch: &OverlayPatch, at: &str, value: &Value, notices: &mut Vec<OverlayNotice>) {
    match value {
        Value::Object(entries) => {
            let changes = |key: &&String| !matches!(key.as_str(), "remove" | "id" | "name" | "class");
            if entries.get("remove") == Some(&Value::Bool(true))
                && let Some(key) = entries.keys().find(changes)
            {
                let message = format!("this takes it away, and changes its `{key}`");
                notices.push(OverlayNotice::error(CONTRADICTION, &EntryPlace::of(patch, &step(at, "remove")), message));
            }
            entries.iter().for_each(|(key, inner)| removed_and_changed(patch, &step(at, key), inner, notices));
        }
        Value::Array(items) => {
            for (place, inner) in items.iter().enumerate() {
                removed_and_changed(patch, &format!("{at}/{place}"), inner, notices);
            }
        }
        _ => {}
    }
}

fn is_empty(overlay: &Overlay) -> bool {
    let head = &overlay.head;
    let only = [&head.only.nations, &head.only.units, &head.only.cards];
    lists(overlay).iter().all(|(_, names)| names.is_empty())
        && only.iter().all(|names| names.is_none())
        && head.prices.is_empty()
        && head.tables.is_empty()
        && head.settings.is_empty()
        && head.patches.is_empty()
        && head.fixes.mfv.is_none()
        && head.fixes.settings.is_empty()
        && head.sizes.is_empty()
        && head.deadline.is_none()
        && head.lists.is_none()
        && overlay.rules.is_empty()
        && overlay.special_rules.is_empty()
        && overlay.cards.is_empty()
        && overlay.units.is_empty()
}

/// Patches of one thing: an error if their order matters, else a warning.
fn changed_twice(overlay: &Overlay) -> Vec<OverlayNotice> {
    let mut notices = Vec::new();
    let rules = overlay.rules.iter().map(|patch| (String::new(), patch));
    let special = overlay.special_rules.iter().map(|patch| (String::new(), patch));
    let cards = overlay.cards.iter().map(|(deck, patch)| (deck.clone(), patch));
    let units = overlay.units.iter().map(|(nation, patch)| (nation.as_deref().map(slug).unwrap_or_default(), patch));
    let all: [Vec<(String, &OverlayPatch)>; 4] = [rules.collect(), special.collect(), cards.collect(), units.collect()];
    for patches in all {
        let mut seen: BTreeMap<(String, String), &OverlayPatch> = BTreeMap::new();
        for (of, patch) in patches {
            let Some(first) = seen.insert((of, slug(patch.id())), patch) else { continue };
            let place = EntryPlace::of(patch, "/id");
            let joined = |one: &Value, other: &Value| {
                let mut value = one.clone();
                merge(&mut value, other);
                value
            };
            let agree = first.removes() == patch.removes()
                && joined(&first.value, &patch.value) == joined(&patch.value, &first.value);
            notices.push(if agree {
                twice(&place, patch.id())
            } else {
                let message = format!("two patches of `{}` contradict each other", patch.id());
                OverlayNotice::error(CONTRADICTION, &place, message)
            });
        }
    }
    for patch in overlay.rules.iter().filter(|patch| !patch.removes()) {
        if overlay.head.drop.iter().any(|dropped| dropped == patch.id()) {
            let message = format!("`{}` is dropped and patched", patch.id());
            notices.push(OverlayNotice::error(CONTRADICTION, &EntryPlace::of(patch, "/id"), message));
        }
    }
    notices
}
