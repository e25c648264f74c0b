//! What each entry of an overlay is to the rulesets that it is about.

use std::collections::BTreeMap;

use muster_engine::plural::runs;
use muster_engine::ready::{Ruleset, RulesetItem, RulesetProblem};

use super::named::{OptionNames, card, consent, nation, option, price, rule, unit, unknown};
use super::patches::patches;
use super::{EntryFit, EntryPlace, GameEntries, IDLE, OverlaidGame, OverlayNotice, lists};
use crate::fault::step;
use crate::overlay::events::values;
use crate::overlay::files::{Overlay, OverlayPatch};
use crate::overlay::shape::FixedValue;

/// What each entry is to the games. An entry is wrong only if it fits none of them.
pub(super) fn notices(overlay: &Overlay, games: &[OverlaidGame]) -> Vec<OverlayNotice> {
    let mut entries: BTreeMap<EntryPlace, Vec<EntryFit>> = BTreeMap::new();
    for game in games {
        let mut of_game: BTreeMap<EntryPlace, EntryFit> = BTreeMap::new();
        for (place, found) in one(overlay, game).found {
            let known = of_game.entry(place).or_insert(EntryFit::Fits);
            if matches!(known, EntryFit::Fits) || matches!(found, EntryFit::Wrong(_)) {
                *known = found;
            }
        }
        for (place, found) in of_game {
            entries.entry(place).or_default().push(found);
        }
    }
    let mut notices = Vec::new();
    for (place, found) in entries {
        if found.iter().any(|found| matches!(found, EntryFit::Fits)) {
            continue;
        }
        if found.iter().any(|found| matches!(found, EntryFit::Idle)) {
            notices.push(OverlayNotice::error(IDLE, &place, "this changes nothing: the ruleset says the same"));
            continue;
        }
        let wrong = found.into_iter().filter_map(|found| match found {
            EntryFit::Wrong(notice) => Some(notice),
            EntryFit::Fits | EntryFit::Idle => None,
        });
        // A game that has something near helps most.
        notices.extend(wrong.min_by_key(|notice| notice.help.is_none()));
    }
    notices
}

/// What each entry is to one game.
fn one(overlay: &Overlay, game: &OverlaidGame) -> GameEntries {
    let mut entries = GameEntries::default();
    let head = &overlay.head;
    let known = game.after.as_ref().unwrap_or(&game.before);
    let options = OptionNames::new(known);
    for (list, names) in lists(overlay) {
        for (number, name) in names.iter().enumerate() {
            entries.add(EntryPlace::head(format!("{list}/{number}")), |place| match list {
                "/ban/nations" | "/only/nations" => nation(known, place, name),
                "/ban/units" | "/only/units" => unit(known, place, name),
                "/ban/options" => option(known, &options, place, name),
                "/ban/cards" | "/only/cards" => card(known, place, name),
                "/drop" => rule(game, place, name),
                _ => consent(game, place, name),
            });
        }
    }
    for (name, points) in &head.prices {
        entries.add(EntryPlace::key("/prices", name), |place| price(game, &options, place, name, *points));
    }
    for (id, fix) in &head.fixes.settings {
        entries.add(EntryPlace::key("/fixes/settings", id), |place| setting(known, place, id, fix));
    }
    patches(overlay, game, &mut entries);
    for problem in &game.problems {
        let (entry, place) = place_of(overlay, problem);
        let message = problem.to_string();
        entries.add(entry, |_| EntryFit::Wrong(OverlayNotice::error("unresolved", &place, message)));
    }
    entries
}

fn setting(ruleset: &Ruleset, place: &EntryPlace, id: &str, fix: &FixedValue) -> EntryFit {
    let settings = &ruleset.declarations().settings;
    if !settings.contains_key(id) {
        return unknown(place, "setting", id, settings.keys().map(String::as_str));
    }
    if values(ruleset, id, fix).is_some() {
        return EntryFit::Fits;
    }
    let place = EntryPlace::head(step("/fixes/settings", id));
    let notice = OverlayNotice::error("wrong-value", &place, format!("`{id}` cannot have this value"));
    EntryFit::Wrong(notice.help(expected(ruleset, id)))
}

/// The values that a setting can have, as a help text.
fn expected(ruleset: &Ruleset, id: &str) -> Option<String> {
    let setting = ruleset.declarations().settings.get(id)?;
    if !setting.numbers.is_empty() {
        let numbers = &setting.numbers;
        return Some(format!("expected a list of these numbers, or a list of such lists: {}", runs(numbers)));
    }
    let values = &setting.values;
    let words: Vec<&str> = values.keys().map(String::as_str).collect();
    (!words.is_empty()).then(|| format!("expected one of: {}", words.join(", ")))
}

/// The entry that a problem of the engine comes from, and the place in it; the head, if it comes from none.
fn place_of(overlay: &Overlay, problem: &RulesetProblem) -> (EntryPlace, EntryPlace) {
    let key = |section: &str, id: &str| EntryPlace::key(section, id);
    let of = |patches: Vec<&OverlayPatch>, id: &str| {
        let patch = patches.into_iter().find(|patch| patch.id() == id)?;
        let place = EntryPlace { key: problem.key.clone(), ..EntryPlace::of(patch, &problem.at) };
        Some((EntryPlace::of(patch, ""), place))
    };
    let declared = |section: &str, id: &str| {
        let at = format!("{}{}", step(section, id), problem.at);
        let is_whole = problem.at.is_empty() && problem.key.is_none();
        let place =
            if is_whole { key(section, id) } else { EntryPlace { key: problem.key.clone(), ..EntryPlace::head(at) } };
        Some((key(section, id), place))
    };
    let head = &overlay.head;
    let found = match &problem.item {
        RulesetItem::Rule(id) => of(overlay.rules.iter().collect(), id),
        RulesetItem::SpecialRule(id) => of(overlay.special_rules.iter().collect(), id),
        RulesetItem::Unit(id, _) => of(overlay.units.iter().map(|(_, patch)| patch).collect(), id),
        RulesetItem::Other("table", id) if head.tables.contains_key(id) => declared("/tables", id),
        RulesetItem::Other("setting", id) if head.settings.contains_key(id) => declared("/settings", id),
        RulesetItem::Other("patch", id) if head.patches.contains_key(id) => declared("/patches", id),
        RulesetItem::Other(..) | RulesetItem::Key(_) => None,
    };
    found.unwrap_or_else(|| (key("", "extends"), key("", "extends")))
}
