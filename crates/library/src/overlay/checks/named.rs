//! Whether a ruleset has what an overlay names: nations, units, options, cards, rules.

use std::collections::BTreeSet;
use std::sync::Arc;

use muster_engine::catalogue::Unit;
use muster_engine::nearest::nearest;
use muster_engine::ready::Ruleset;
use muster_engine::report::Severity;
use muster_engine::words::price::of_one;

use super::{EntryFit, EntryPlace, OverlaidGame, OverlayNotice, UNKNOWN};
use crate::overlay::events::{FROM_LIST, cards_of};
use crate::overlay::names::{self, NameReading, OptionIndex};

pub(super) fn unknown<'n>(
    place: &EntryPlace,
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'n str>,
) -> EntryFit {
    let notice = OverlayNotice::error(UNKNOWN, place, format!("there is no {what} `{name}`"));
    EntryFit::Wrong(notice.help(nearest(name, known)))
}

pub(super) fn nation(ruleset: &Ruleset, place: &EntryPlace, name: &str) -> EntryFit {
    match ruleset.nation(name) {
        Some(_) => EntryFit::Fits,
        None => unknown(place, "nation", name, nation_names(ruleset)),
    }
}

/// The ids of all nations, and their aliases.
pub(super) fn nation_names(ruleset: &Ruleset) -> impl Iterator<Item = &str> {
    let nations = &ruleset.declarations().nations;
    let names = nations.iter().flat_map(|(id, nation)| [id].into_iter().chain(&nation.aliases));
    names.map(String::as_str)
}

/// The units that a name means, each with the readings that fit it.
pub(super) fn units_of<'r, 'w>(
    ruleset: &'r Ruleset,
    readings: &[NameReading<'w>],
) -> Vec<(Option<&'r str>, &'r Unit, NameReading<'w>)> {
    let mut found = Vec::new();
    for catalogue in ruleset.catalogues() {
        let nation = catalogue.written().nation.as_deref();
        for reading in readings.iter().filter(|reading| reading.is_of(ruleset, nation)) {
            let ready = reading.unit.and_then(|name| catalogue.find(name));
            found.extend(ready.map(|ready| (nation, catalogue.unit(ready), *reading)));
        }
    }
    found
}

/// The options of all units of a ruleset, by their names.
pub(super) struct OptionNames(Vec<OptionIndex>);

impl OptionNames {
    pub(super) fn new(ruleset: &Ruleset) -> Self {
        Self(ruleset.catalogues().iter().map(|catalogue| OptionIndex::new(&catalogue.written().units)).collect())
    }

    /// A unit that has an option of this name.
    #[expect(clippy::indexing_slicing, reason = "each index of options has the places of the catalogue's own units")]
    fn owner<'r>(&self, ruleset: &'r Ruleset, name: &str) -> Option<&'r Unit> {
        self.0.iter().zip(ruleset.catalogues()).find_map(|(index, catalogue)| {
            index.find(name).first().map(|(unit, _)| catalogue.written().units[*unit].as_ref())
        })
    }
}

pub(super) fn unit_ids(ruleset: &Ruleset) -> impl Iterator<Item = &str> {
    ruleset.catalogues().iter().flat_map(|catalogue| &catalogue.written().units).map(|unit| unit.id.as_str())
}

/// The finding on a name of a unit that no catalogue has.
fn no_unit(ruleset: &Ruleset, place: &EntryPlace, name: &str) -> EntryFit {
    let ids = unit_ids(ruleset);
    let Some((nation, bare)) = name.split_once(':').map(|(nation, unit)| (nation.trim(), unit.trim())) else {
        return unknown(place, "unit", name, ids);
    };
    let owners = units_of(ruleset, &names::of_unit(bare));
    match (ruleset.nation(nation), owners.first()) {
        (_, None) => unknown(place, "unit", bare, ids),
        (None, _) => unknown(place, "nation", nation, nation_names(ruleset)),
        (Some(_), Some((owner, unit, _))) => {
            let notice = OverlayNotice::error(UNKNOWN, place, format!("`{nation}` has no unit `{bare}`"));
            EntryFit::Wrong(notice.help(owner.map(|owner| format!("did you mean `{owner}:{}`?", unit.id))))
        }
    }
}

pub(super) fn unit(ruleset: &Ruleset, place: &EntryPlace, name: &str) -> EntryFit {
    if units_of(ruleset, &names::of_unit(name)).is_empty() { no_unit(ruleset, place, name) } else { EntryFit::Fits }
}

/// The ids of options that a reading means in a unit.
pub(super) fn options_of(unit: &Unit, reading: NameReading<'_>) -> Vec<String> {
    reading.option.map(|option| names::options(unit, option)).unwrap_or_default()
}

fn all_units(ruleset: &Ruleset) -> impl Iterator<Item = &Unit> {
    ruleset.catalogues().iter().flat_map(|catalogue| &catalogue.written().units).map(Arc::as_ref)
}

/// The finding on a name of an option that no unit, or not that unit, has.
fn no_option(ruleset: &Ruleset, place: &EntryPlace, name: &str) -> EntryFit {
    let of = units_of(ruleset, &names::of_units_option(name));
    let (wanted, units): (&str, Vec<&Unit>) = match of.first() {
        Some((.., reading)) => (reading.option.unwrap_or(name), of.iter().map(|(_, unit, _)| *unit).collect()),
        None if name.contains('/') => {
            let unit = name.split_once('/').map_or(name, |(unit, _)| unit);
            return no_unit(ruleset, place, unit);
        }
        None => (name, all_units(ruleset).collect()),
    };
    let mut ids = BTreeSet::new();
    for unit in &units {
        names::each_option(unit, &mut |option| ids.extend([option.id.clone()]));
    }
    match of.first() {
        Some((_, unit, _)) => {
            let notice = OverlayNotice::error(UNKNOWN, place, format!("{} has no option `{wanted}`", unit.name));
            EntryFit::Wrong(notice.help(nearest(wanted, ids.iter().map(String::as_str))))
        }
        None => unknown(place, "option", wanted, ids.iter().map(String::as_str)),
    }
}

pub(super) fn option(ruleset: &Ruleset, options: &OptionNames, place: &EntryPlace, name: &str) -> EntryFit {
    let of = units_of(ruleset, &names::of_units_option(name));
    let is_trait = || {
        let decks: BTreeSet<&String> =
            ruleset.declarations().roles.values().filter_map(|role| role.trait_deck.as_ref()).collect();
        decks.into_iter().any(|deck| ruleset.card(deck, name).is_some())
    };
    let fits = of.iter().any(|(_, unit, reading)| !options_of(unit, *reading).is_empty())
        || options.owner(ruleset, name).is_some()
        || is_trait();
    if fits { EntryFit::Fits } else { no_option(ruleset, place, name) }
}

pub(super) fn card(ruleset: &Ruleset, place: &EntryPlace, name: &str) -> EntryFit {
    if !cards_of(ruleset, name).is_empty() {
        return EntryFit::Fits;
    }
    let cards = ruleset.cards().iter().flat_map(|cards| &cards.cards).map(|card| card.id.as_str());
    let does = if place.at.starts_with("/only") { "allowed" } else { "banned" };
    let message = format!("no catalogue knows the card `{name}`, so it is {does} by this name only");
    let notice = OverlayNotice::error("unknown-card", place, message).severity(Severity::Warning);
    EntryFit::Wrong(notice.help(nearest(name, cards)))
}

pub(super) fn rule_ids(ruleset: &Ruleset) -> impl Iterator<Item = &str> {
    ruleset.rules().iter().map(|sourced| sourced.rule.id.as_str())
}

pub(super) fn rule(game: &OverlaidGame, place: &EntryPlace, id: &str) -> EntryFit {
    if game.plain.rule(id).is_some() || game.before.rule(id).is_some() {
        return EntryFit::Fits;
    }
    unknown(place, "rule", id, rule_ids(&game.before))
}

pub(super) fn consent(game: &OverlaidGame, place: &EntryPlace, id: &str) -> EntryFit {
    if id == FROM_LIST {
        return EntryFit::Fits;
    }
    let after = game.after.as_ref().and_then(|after| after.rule(id));
    match after.or(game.before.rule(id)).or(game.plain.rule(id)) {
        Some(sourced) if sourced.rule.waivable => EntryFit::Fits,
        Some(_) => {
            let message = format!("the rule `{id}` cannot be waived, so a consent to it counts for nothing");
            let notice = OverlayNotice::error("consent-without-effect", place, message);
            EntryFit::Wrong(notice.help(Some(format!("`drop: [{id}]` takes the rule out of use"))))
        }
        None => unknown(place, "rule", id, rule_ids(&game.before).chain([FROM_LIST])),
    }
}

pub(super) fn price(
    game: &OverlaidGame,
    options: &OptionNames,
    place: &EntryPlace,
    name: &str,
    points: Option<u32>,
) -> EntryFit {
    let after = game.after.as_ref().unwrap_or(&game.before);
    let of_units = units_of(after, &names::of_unit(name));
    let before = |nation: Option<&str>, id: &str| {
        let catalogues = game.before.catalogues().iter();
        let mut of_nation = catalogues.filter(|catalogue| catalogue.written().nation.as_deref() == nation);
        of_nation.find_map(|catalogue| Some(catalogue.unit(catalogue.find(id)?)))
    };
    if !of_units.is_empty() {
        let same = of_units.iter().all(|(nation, unit, _)| {
            before(*nation, &unit.id).is_some_and(|unit| of_one(unit) == points.map(i64::from))
        });
        return if same { EntryFit::Idle } else { EntryFit::Fits };
    }
    let of_options = units_of(after, &names::of_units_option(name));
    let mut fits = false;
    let mut same = true;
    for (nation, unit, reading) in of_options {
        let ids = options_of(unit, reading);
        fits |= !ids.is_empty();
        let known = before(nation, &unit.id);
        let mut changes = known.is_none();
        if let Some(unit) = known {
            names::each_option(unit, &mut |option| {
                let is = option.points == points.map(|points| i32::try_from(points).unwrap_or(i32::MAX));
                changes |= ids.contains(&option.id) && (!is || !option.together.is_empty());
            });
        }
        same &= !changes;
    }
    match (fits, same) {
        (true, true) => EntryFit::Idle,
        (true, false) => EntryFit::Fits,
        (false, _) if name.contains('/') => no_option(after, place, name),
        (false, _) => {
            let owner = options.owner(after, name);
            match (owner, no_unit(after, place, name)) {
                (Some(unit), EntryFit::Wrong(notice)) => {
                    EntryFit::Wrong(notice.help(Some(format!("for an option: `{}/{name}`", unit.id))))
                }
                (_, found) => found,
            }
        }
    }
}
