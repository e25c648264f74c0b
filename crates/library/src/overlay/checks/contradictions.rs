//! Entries of one overlay that contradict each other.

use std::collections::{BTreeMap, BTreeSet};

use muster_engine::list::SettingValue;
use muster_engine::ready::Ruleset;
use muster_engine::slug::slug;
use serde_json::{Value, json};

use super::named::{options_of, units_of};
use super::{CONTRADICTION, EntryPlace, OverlaidGame, OverlayNotice, lists, twice};
use crate::overlay::events::{cards_of, values};
use crate::overlay::files::Overlay;
use crate::overlay::names::{self, NameReading, OptionIndex};

/// A unit by nation and id, or one of its options.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct UnitOrOption {
    nation: Option<String>,
    unit: String,
    option: Option<String>,
}

/// What a name means. The second says whether the name tells the nation.
type NameMeanings = Vec<(UnitOrOption, bool)>;

/// Entries of the overlay that contradict each other in a game.
pub(super) fn notices(overlay: &Overlay, game: &OverlaidGame) -> Vec<OverlayNotice> {
    let known = game.after.as_ref().unwrap_or(&game.before);
    let options = options(overlay, known);
    let mut notices = allowed_and_banned(overlay, known);
    notices.extend(same_names(overlay, known, &options));
    notices.extend(prices(overlay, known, &options));
    notices.extend(fixed_twice(overlay, known));
    notices
}

/// What readings of a name mean.
fn meant(known: &Ruleset, readings: &[NameReading]) -> NameMeanings {
    let found = units_of(known, readings).into_iter().flat_map(|(nation, unit, reading)| {
        let options: Vec<Option<String>> = match reading.option {
            Some(_) => options_of(unit, reading).into_iter().map(Some).collect(),
            None => vec![None],
        };
        let thing = move |option| UnitOrOption { nation: nation.map(str::to_owned), unit: unit.id.clone(), option };
        options.into_iter().map(move |option| (thing(option), reading.nation.is_some()))
    });
    found.collect()
}

/// The units that these names mean.
fn units(known: &Ruleset, names: &[String]) -> BTreeSet<UnitOrOption> {
    names.iter().flat_map(|name| meant(known, &names::of_unit(name))).map(|(thing, _)| thing).collect()
}

/// What an overlay bans and allows.
fn allowed_and_banned(overlay: &Overlay, known: &Ruleset) -> Vec<OverlayNotice> {
    let (only, ban) = (&overlay.head.only, &overlay.head.ban);
    let mut notices = Vec::new();
    let mut both = |list: &str, names: &[String], is_allowed: &dyn Fn(&String) -> bool| {
        for (number, name) in names.iter().enumerate().filter(|(_, name)| is_allowed(name)) {
            let place = EntryPlace::head(format!("/ban/{list}/{number}"));
            notices.push(OverlayNotice::error(
                CONTRADICTION,
                &place,
                format!("`{name}` is banned, and `only` allows it"),
            ));
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

/// What the names of options that an overlay bans mean, each.
#[expect(clippy::indexing_slicing, reason = "each index of options has the places of the catalogue's own units")]
fn options(overlay: &Overlay, known: &Ruleset) -> Vec<BTreeSet<UnitOrOption>> {
    let names = &overlay.head.ban.options;
    let catalogues = || known.catalogues().iter().map(|catalogue| catalogue.written()).filter(|_| !names.is_empty());
    let indexes: Vec<OptionIndex> = catalogues().map(|catalogue| OptionIndex::new(&catalogue.units)).collect();
    let each = names.iter().map(|name| {
        let of_units = meant(known, &names::of_units_option(name)).into_iter().map(|(thing, _)| thing);
        let of_all = indexes.iter().zip(catalogues()).flat_map(|(index, catalogue)| {
            index.find(name).into_iter().map(|(unit, option)| UnitOrOption {
                nation: catalogue.nation.clone(),
                unit: catalogue.units[unit].id.clone(),
                option: Some(option.to_owned()),
            })
        });
        of_units.chain(of_all).collect()
    });
    each.collect()
}

/// Names in the lists of an overlay that mean the same.
fn same_names(overlay: &Overlay, known: &Ruleset, options: &[BTreeSet<UnitOrOption>]) -> Vec<OverlayNotice> {
    fn same<T: Ord>(at: &str, names: &[String], meanings: impl Iterator<Item = BTreeSet<T>>) -> Vec<OverlayNotice> {
        let mut seen = BTreeSet::new();
        let again = names.iter().zip(meanings).enumerate().filter_map(|(number, (name, meaning))| {
            let is_again = !meaning.is_empty() && !seen.insert(meaning);
            is_again.then(|| twice(&EntryPlace::head(format!("{at}/{number}")), name))
        });
        again.collect()
    }
    let mut notices = Vec::new();
    for (at, names) in lists(overlay) {
        let each = names.iter();
        notices.extend(match at {
            "/ban/units" | "/only/units" => same(at, names, each.map(|name| units(known, std::slice::from_ref(name)))),
            "/ban/nations" | "/only/nations" => {
                same(at, names, each.map(|name| known.nation(name).into_iter().collect()))
            }
            "/ban/cards" | "/only/cards" => {
                same(at, names, each.map(|name| cards_of(known, name).into_iter().collect()))
            }
            "/ban/options" => same(at, names, options.iter().map(|meaning| meaning.iter().collect())),
            _ => Vec::new(),
        });
    }
    notices
}

/// A unit or an option that has a price, or several.
struct PricedItem<'o> {
    place: EntryPlace,
    name: &'o str,
    of: NameMeanings,
    points: Option<u32>,
}

/// The prices of units in an overlay's patches.
fn patched_prices<'o>(overlay: &'o Overlay, known: &Ruleset) -> Vec<PricedItem<'o>> {
    let priced = overlay.units.iter().filter(|(_, patch)| !patch.removes()).filter_map(|(nation, patch)| {
        let points = patch.value.get("points")?;
        let reading = NameReading { nation: nation.as_deref(), unit: Some(patch.id()), option: None };
        let points = points.as_u64().and_then(|points| u32::try_from(points).ok());
        Some(PricedItem {
            place: EntryPlace::of(patch, "/points"),
            name: patch.id(),
            of: meant(known, &[reading]),
            points,
        })
    });
    priced.collect()
}

/// Prices of what is banned or taken away, and two prices of one thing.
fn prices(overlay: &Overlay, known: &Ruleset, options: &[BTreeSet<UnitOrOption>]) -> Vec<OverlayNotice> {
    let head = &overlay.head;
    let patched = patched_prices(overlay, known);
    if head.prices.is_empty() && patched.is_empty() {
        return Vec::new();
    }
    let listed: Vec<PricedItem> = head
        .prices
        .iter()
        .map(|(name, points)| {
            let of = meant(known, &names::of_priced(name));
            PricedItem { place: EntryPlace::key("/prices", name), name, of, points: *points }
        })
        .collect();
    let banned: BTreeSet<UnitOrOption> =
        units(known, &head.ban.units).into_iter().chain(options.iter().flatten().cloned()).collect();
    let removed: BTreeSet<UnitOrOption> = overlay
        .units
        .iter()
        .filter(|(_, patch)| patch.removes())
        .flat_map(|(nation, patch)| {
            let reading = NameReading { nation: nation.as_deref(), unit: Some(patch.id()), option: None };
            meant(known, &[reading]).into_iter().map(|(thing, _)| thing)
        })
        .collect();
    let only = head.only.units.as_ref().map(|only| units(known, only));
    let left_out =
        |thing: &UnitOrOption| thing.option.is_none() && only.as_ref().is_some_and(|only| !only.contains(thing));
    let mut notices = Vec::new();
    for PricedItem { place, name, of, .. } in listed.iter().chain(&patched) {
        let all = |is: &dyn Fn(&UnitOrOption) -> bool| !of.is_empty() && of.iter().all(|(thing, _)| is(thing));
        let why = if all(&|thing| banned.contains(thing)) {
            "is banned"
        } else if all(&|thing| removed.contains(thing)) {
            "is taken away"
        } else if all(&left_out) {
            "is not among what `only` allows"
        } else {
            continue;
        };
        let message = format!("`{name}` has a price here and {why} by the same overlay");
        notices.push(OverlayNotice::error(CONTRADICTION, place, message));
    }
    notices.extend(two_prices(&listed, &patched));
    notices
}

/// Two prices of one thing. A narrow price may differ from a wide one, unless nothing is left for the wide one.
fn two_prices(listed: &[PricedItem], patched: &[PricedItem]) -> Vec<OverlayNotice> {
    let mut notices = Vec::new();
    let mut priced: BTreeMap<&(UnitOrOption, bool), &PricedItem> = BTreeMap::new();
    let differ = |one: &PricedItem, other: &PricedItem| {
        let message = format!("`{}` and `{}` are one thing with two prices", one.name, other.name);
        OverlayNotice::error(CONTRADICTION, &other.place, message)
    };
    for this in listed {
        let others: Vec<&PricedItem> = this.of.iter().filter_map(|meant| priced.insert(meant, this)).collect();
        notices.extend(others.first().map(|other| {
            if other.points == this.points { twice(&this.place, this.name) } else { differ(other, this) }
        }));
    }
    for wide in listed {
        let narrower = |(thing, is_narrow): &(UnitOrOption, bool)| match is_narrow {
            true => None,
            false => priced.get(&(thing.clone(), true)).copied(),
        };
        let narrow: Option<Vec<&PricedItem>> = wide.of.iter().map(narrower).collect();
        let other = narrow.into_iter().flatten().find(|narrow| narrow.points != wide.points);
        notices.extend(other.map(|other| differ(other, wide)));
    }
    for this in patched {
        let both = this.of.iter().flat_map(|(thing, _)| [(thing.clone(), false), (thing.clone(), true)]);
        let mut stated = both.filter_map(|thing| priced.get(&thing).copied());
        if let Some(other) = stated.find(|other| other.points != this.points) {
            let says = |points: Option<u32>| points.map_or("null".to_owned(), |points| points.to_string());
            let (price, points) = (says(other.points), says(this.points));
            let message = format!("`prices` says {price} for `{}`, and this says {points}", other.name);
            notices.push(OverlayNotice::error(CONTRADICTION, &this.place, message));
        }
    }
    notices
}

/// A setting that is fixed together with the one that gives it its value, to something else.
fn fixed_twice(overlay: &Overlay, known: &Ruleset) -> Vec<OverlayNotice> {
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
        OverlayNotice::error(CONTRADICTION, &EntryPlace::key("/fixes/settings", id), message)
    })
    .collect()
}
