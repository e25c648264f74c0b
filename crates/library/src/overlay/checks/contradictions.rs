//! Entries of one overlay that contradict each other.

use std::collections::{BTreeMap, BTreeSet};

use muster_engine::list::SettingValue;
use muster_engine::ready::Ruleset;
use muster_engine::slug::slug;
use serde_json::{Value, json};

use super::named::{options_of, units_of};
use super::{CONTRADICTION, Game, Notice, Place, twice};
use crate::overlay::events::values;
use crate::overlay::files::{Overlay, Patch};
use crate::overlay::names::{self, OptionIndex, Reading};

/// A unit by nation and id, or one of its options.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Thing {
    nation: Option<String>,
    unit: String,
    option: Option<String>,
}

/// What a name means. The second says whether the name tells the nation.
type Meant = Vec<(Thing, bool)>;

/// Entries of the overlay that contradict each other in a game.
pub(super) fn notices(overlay: &Overlay, game: &Game) -> Vec<Notice> {
    let known = game.after.as_ref().unwrap_or(&game.before);
    let mut notices = allowed_and_banned(overlay, known);
    notices.extend(prices(overlay, known));
    notices.extend(fixed_twice(overlay, known));
    notices
}

/// What readings of a name mean.
fn meant(known: &Ruleset, readings: &[Reading]) -> Meant {
    let found = units_of(known, readings).into_iter().flat_map(|(nation, unit, reading)| {
        let options: Vec<Option<String>> = match reading.option {
            Some(_) => options_of(unit, reading).into_iter().map(Some).collect(),
            None => vec![None],
        };
        let thing = move |option| Thing { nation: nation.map(str::to_owned), unit: unit.id.clone(), option };
        options.into_iter().map(move |option| (thing(option), reading.nation.is_some()))
    });
    found.collect()
}

/// The units that these names mean.
fn units(known: &Ruleset, names: &[String]) -> BTreeSet<Thing> {
    names.iter().flat_map(|name| meant(known, &names::of_unit(name))).map(|(thing, _)| thing).collect()
}

/// What an overlay bans and allows.
fn allowed_and_banned(overlay: &Overlay, known: &Ruleset) -> Vec<Notice> {
    let (only, ban) = (&overlay.head.only, &overlay.head.ban);
    let mut notices = Vec::new();
    let mut both = |list: &str, names: &[String], is_allowed: &dyn Fn(&String) -> bool| {
        for (number, name) in names.iter().enumerate().filter(|(_, name)| is_allowed(name)) {
            let place = Place::head(format!("/ban/{list}/{number}"));
            notices.push(Notice::error(CONTRADICTION, &place, format!("`{name}` is banned, and `only` allows it")));
        }
    };
    if let Some(only) = &only.units {
        let only = units(known, only);
        both("units", &ban.units, &|name| {
            units(known, std::slice::from_ref(name)).iter().any(|unit| only.contains(unit))
        });
    }
    if let Some(only) = &only.nations {
        let only: BTreeSet<&str> = only.iter().filter_map(|name| known.nation(name)).collect();
        both("nations", &ban.nations, &|name| known.nation(name).is_some_and(|nation| only.contains(nation)));
    }
    if let Some(only) = &only.cards {
        let only: BTreeSet<String> = only.iter().map(|name| slug(name)).collect();
        both("cards", &ban.cards, &|name| only.contains(&slug(name)));
    }
    notices
}

/// Prices of what is banned or taken away, and two prices of one thing.
fn prices(overlay: &Overlay, known: &Ruleset) -> Vec<Notice> {
    let head = &overlay.head;
    if head.prices.is_empty() {
        return Vec::new();
    }
    let mut banned = units(known, &head.ban.units);
    let catalogues = || known.catalogues().iter().map(|catalogue| catalogue.written());
    let indexes: Vec<OptionIndex> = catalogues()
        .filter(|_| !head.ban.options.is_empty())
        .map(|catalogue| OptionIndex::new(&catalogue.units))
        .collect();
    for name in &head.ban.options {
        banned.extend(meant(known, &names::of_units_option(name)).into_iter().map(|(thing, _)| thing));
        for (index, catalogue) in indexes.iter().zip(catalogues()) {
            banned.extend(index.find(name).into_iter().map(|(unit, option)| Thing {
                nation: catalogue.nation.clone(),
                unit: catalogue.units[unit].id.clone(),
                option: Some(option.to_owned()),
            }));
        }
    }
    let of_patch = |(nation, patch): &(Option<String>, Patch)| -> Vec<Thing> {
        let reading = Reading { nation: nation.as_deref(), unit: Some(patch.id()), option: None };
        meant(known, &[reading]).into_iter().map(|(thing, _)| thing).collect()
    };
    let removed: BTreeSet<Thing> =
        overlay.units.iter().filter(|(_, patch)| patch.removes()).flat_map(of_patch).collect();
    let only = head.only.units.as_ref().map(|only| units(known, only));
    let left_out = |thing: &Thing| thing.option.is_none() && only.as_ref().is_some_and(|only| !only.contains(thing));
    let mut notices = Vec::new();
    let mut priced: BTreeMap<(Thing, bool), (&str, Option<u32>)> = BTreeMap::new();
    for (name, points) in &head.prices {
        let place = Place::key("/prices", name);
        let of = meant(known, &names::of_priced(name));
        let all = |is: &dyn Fn(&Thing) -> bool| !of.is_empty() && of.iter().all(|(thing, _)| is(thing));
        let why = if all(&|thing| banned.contains(thing)) {
            Some("is banned")
        } else if all(&|thing| removed.contains(thing)) {
            Some("is taken away")
        } else if all(&left_out) {
            Some("is not among what `only` allows")
        } else {
            None
        };
        notices.extend(why.map(|why| {
            Notice::error(CONTRADICTION, &place, format!("`{name}` has a price here and {why} by the same overlay"))
        }));
        let others: Vec<_> = of.into_iter().filter_map(|meant| priced.insert(meant, (name, *points))).collect();
        notices.extend(others.first().map(|(other, before)| {
            if before == points {
                return twice(&place, name);
            }
            let message = format!("`{other}` and `{name}` are one thing with two prices");
            Notice::error(CONTRADICTION, &place, message)
        }));
    }
    for unit in overlay.units.iter().filter(|(_, patch)| !patch.removes()) {
        let Some(points) = unit.1.value.get("points") else { continue };
        let both = of_patch(unit).into_iter().flat_map(|thing| [(thing.clone(), false), (thing, true)]);
        let mut stated = both.filter_map(|thing| priced.get(&thing));
        if let Some((name, price)) = stated.find(|(_, price)| json!(price) != *points) {
            let price = price.map_or("null".to_owned(), |price| price.to_string());
            let message = format!("`prices` says {price} for `{name}`, and this says {points}");
            notices.push(Notice::error(CONTRADICTION, &Place::of(&unit.1, "/points"), message));
        }
    }
    notices
}

/// A setting that is fixed together with the one that gives it its value, to something else.
fn fixed_twice(overlay: &Overlay, known: &Ruleset) -> Vec<Notice> {
    let fixes = &overlay.head.fixes.settings;
    let settings = &known.declarations().settings;
    let both = settings.iter().filter_map(|(id, setting)| Some((id, setting.given_by.as_ref()?)));
    let both = both.filter(|(id, by)| fixes.contains_key(*id) && fixes.contains_key(*by));
    let of = |id: &str| fixes.get(id).and_then(|fix| values(known, id, fix)).unwrap_or_default();
    both.filter(|(id, by)| {
        let given: Vec<Value> = of(by)
            .iter()
            .filter_map(|value| match value {
                SettingValue::Word(word) => Some(json!(settings[*by].values.get(word)?.gives)),
                _ => None,
            })
            .collect();
        of(id).iter().map(|value| json!(value)).collect::<Vec<_>>() != given
    })
    .map(|(id, by)| {
        let message = format!("`{by}` and `{id}` are both fixed, and say different things");
        Notice::error(CONTRADICTION, &Place::key("/fixes/settings", id), message)
    })
    .collect()
}
