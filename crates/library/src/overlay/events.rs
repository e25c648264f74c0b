//! What overlays say that is judged beside the rules of a ruleset: bans, fixes, consents.

use std::collections::{BTreeMap, BTreeSet};

use muster_engine::list::SettingValue;
use muster_engine::ready::{BanReason, BannedCards, Event, Ruleset};
use muster_engine::slug::slug;

use crate::overlay::files::{Overlay, OverlayPatch};
use crate::overlay::shape::{FixedValue, Mfvs};

/// The consent that lets the consents of lists count.
pub(crate) const FROM_LIST: &str = "from-list";

/// An overlay as the engine needs it. `ruleset` is the ruleset that the overlays are applied to.
pub(crate) fn event(ruleset: &Ruleset, overlay: &Overlay) -> Event {
    let head = &overlay.head;
    let sizes: Vec<u32> = head.sizes.iter().map(|mfv| mfv.0).collect();
    let fixed = head.fixes.mfv.iter().flat_map(Mfvs::values);
    let settings = head.fixes.settings.iter();
    let removed = overlay.rules.iter().filter(|patch| patch.removes()).map(OverlayPatch::id);
    Event {
        id: overlay.id().to_owned(),
        name: overlay.name().to_owned(),
        nations: nations(ruleset, overlay),
        cards: cards(ruleset, overlay),
        drops: head.drop.iter().map(String::as_str).chain(removed).map(str::to_owned).collect(),
        consents: head.consents.iter().filter(|rule| *rule != FROM_LIST).cloned().collect(),
        from_list: head.consents.iter().any(|rule| rule == FROM_LIST),
        mfv: if sizes.is_empty() { fixed.collect() } else { sizes },
        settings: settings.filter_map(|(id, fix)| Some((id.clone(), values(ruleset, id, fix)?))).collect(),
        others: others(overlay),
        digest: overlay.digest.clone(),
        fingerprint: overlay.fingerprint.clone(),
    }
}

/// What it brings or changes besides units and rules.
fn others(overlay: &Overlay) -> Vec<&'static str> {
    let head = &overlay.head;
    let all = [
        (overlay.cards.is_empty(), "cards"),
        (overlay.special_rules.is_empty(), "special rules"),
        (head.tables.is_empty(), "tables"),
        (head.settings.is_empty(), "settings"),
        (head.patches.is_empty(), "patches"),
    ];
    all.into_iter().filter(|(is_empty, _)| !is_empty).map(|(_, what)| what).collect()
}

/// The values that a fix allows, as the ruleset writes them; none if the setting cannot have one of them.
pub(crate) fn values(ruleset: &Ruleset, setting: &str, fix: &FixedValue) -> Option<Vec<SettingValue>> {
    let understand = |value: &SettingValue| ruleset.understand(setting, value);
    match fix {
        FixedValue::One(value) => understand(value).map(|value| vec![value]).or_else(|| match value {
            // Several numbers, for a setting that is one number.
            SettingValue::Numbers(numbers) if !numbers.is_empty() => {
                numbers.iter().map(|number| understand(&SettingValue::Number(*number))).collect()
            }
            _ => None,
        }),
        // Either each is a set of numbers, or none is.
        FixedValue::Several(values) => {
            let is_set = |value: &SettingValue| matches!(value, SettingValue::Numbers(_));
            let sets = values.iter().filter(|value| is_set(value)).count();
            (sets == 0 || sets == values.len()).then(|| values.iter().map(understand).collect()).flatten()
        }
    }
}

fn nations(ruleset: &Ruleset, overlay: &Overlay) -> BTreeMap<String, BanReason> {
    let ids = |names: &[String]| -> BTreeSet<String> {
        names.iter().filter_map(|name| ruleset.nation(name)).map(str::to_owned).collect()
    };
    let mut banned = BTreeMap::new();
    if let Some(only) = &overlay.head.only.nations {
        let only = ids(only);
        let others = ruleset.declarations().nations.keys().filter(|id| !only.contains(*id));
        banned.extend(others.map(|id| (id.clone(), BanReason::Left)));
    }
    banned.extend(ids(&overlay.head.ban.nations).into_iter().map(|id| (id, BanReason::Banned)));
    banned
}

/// The cards that a name means, by deck and id: a card of any deck.
pub(crate) fn cards_of(ruleset: &Ruleset, name: &str) -> Vec<(String, String)> {
    let decks: BTreeSet<&str> = ruleset.cards().iter().map(|cards| cards.deck.as_str()).collect();
    let found = |deck: &str| Some((deck.to_owned(), ruleset.card(deck, name)?.id.clone()));
    decks.into_iter().filter_map(found).collect()
}

fn cards(ruleset: &Ruleset, overlay: &Overlay) -> BannedCards {
    let mut banned = BannedCards::default();
    let split = |names: &[String], unknown: &mut BTreeSet<String>| -> Vec<(String, String)> {
        let mut known = Vec::new();
        for name in names {
            let found = cards_of(ruleset, name);
            if found.is_empty() {
                unknown.insert(slug(name));
            }
            known.extend(found);
        }
        known
    };
    if let Some(only) = &overlay.head.only.cards {
        let mut unknown = BTreeSet::new();
        let only = split(only, &mut unknown);
        let all = ruleset.cards().iter().flat_map(|cards| cards.cards.iter().map(|card| (&cards.deck, &card.id)));
        let others = all.map(|(deck, id)| (deck.clone(), id.clone())).filter(|card| !only.contains(card));
        banned.known.extend(others.map(|card| (card, BanReason::Left)));
        banned.only = Some(unknown);
    }
    let removed = overlay.cards.iter().filter(|(_, patch)| patch.removes());
    let removed = removed.filter_map(|(deck, patch)| Some((deck.clone(), ruleset.card(deck, patch.id())?.id.clone())));
    banned.known.extend(removed.map(|card| (card, BanReason::Removed)));
    let known = split(&overlay.head.ban.cards, &mut banned.unknown);
    banned.known.extend(known.into_iter().map(|card| (card, BanReason::Banned)));
    // Traits of roles are cards too, and lists of bans may name them among the options.
    let traits = overlay.head.ban.options.iter().flat_map(|name| {
        let decks = ruleset.declarations().roles.values().filter_map(|role| role.trait_deck.as_ref());
        decks.filter_map(|deck| Some((deck.clone(), ruleset.card(deck, name)?.id.clone()))).collect::<Vec<_>>()
    });
    banned.known.extend(traits.map(|card| (card, BanReason::Banned)));
    banned
}
