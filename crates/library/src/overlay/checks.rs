//! Checks an overlay against the rulesets that it is about: what it names, what it changes, and what contradicts.

use std::collections::{BTreeMap, BTreeSet};

use muster_engine::catalogue::Unit;
use muster_engine::declarations::Card;
use muster_engine::nearest::nearest;
use muster_engine::ready::{Problem, Ruleset};
use muster_engine::report::Severity;
use muster_engine::slug::slug;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::fault::Fault;
use crate::overlay::core::Unfit;
use crate::overlay::events::{FROM_LIST, cards_of, values};
use crate::overlay::files::{Overlay, Patch};
use crate::overlay::merge::merge;
use crate::overlay::names::{self, Reading};
use crate::typed::read;

/// The check for patches that change nothing. A minor release of a ruleset may have taken a patch over, so that it is
/// no reason to refuse an overlay.
pub(crate) const IDLE: &str = "idle-patch";

/// Something that is wrong with an overlay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    pub check: &'static str,
    pub severity: Severity,
    /// The file, by its place among the overlay's files.
    pub file: usize,
    /// JSON pointer to a value, or (with `key`) to a mapping.
    pub at: String,
    /// The key that it is about, if it is not about the value.
    pub key: Option<String>,
    pub message: String,
    pub help: Option<String>,
}

impl Notice {
    fn error(check: &'static str, place: &Place, message: impl Into<String>) -> Self {
        Self {
            check,
            severity: Severity::Error,
            file: place.file,
            at: place.at.clone(),
            key: place.key.clone(),
            message: message.into(),
            help: None,
        }
    }

    /// The notice on a ruleset that is not at hand in a version that suits.
    pub(crate) fn of_extends(fault: Fault) -> Self {
        Self::error(fault.kind.id(), &Place::head("/extends"), fault.message).help(fault.help)
    }

    /// Whether the overlay cannot be used because of it.
    pub(crate) fn is_refusal(&self) -> bool {
        self.severity == Severity::Error && self.check != IDLE
    }

    fn severity(self, severity: Severity) -> Self {
        Self { severity, ..self }
    }

    fn help(self, help: Option<String>) -> Self {
        Self { help, ..self }
    }
}

/// A ruleset that an overlay is about, all nations loaded.
pub(crate) struct Game {
    /// Without any overlays.
    pub plain: Ruleset,
    /// Under the overlays that the overlay extends.
    pub before: Ruleset,
    /// Under the overlay too; none if that cannot be built.
    pub after: Option<Ruleset>,
    /// Why it cannot be built.
    pub problems: Vec<Problem>,
    /// The patches of the overlay that do not fit.
    pub unfit: Vec<Unfit>,
}

/// Where an entry of an overlay stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    file: usize,
    at: String,
    key: Option<String>,
}

impl Place {
    fn head(at: impl Into<String>) -> Self {
        Self { file: 0, at: at.into(), key: None }
    }

    fn key(at: &str, key: &str) -> Self {
        Self { key: Some(key.to_owned()), ..Self::head(at) }
    }

    fn of(patch: &Patch, inner: &str) -> Self {
        Self { file: patch.file, at: format!("{}{inner}", patch.at), key: None }
    }
}

/// What an entry is to one game.
enum Found {
    Fits,
    /// It changes nothing.
    Idle,
    Wrong(Notice),
}

/// Everything that is wrong with an overlay, apart from faults of its files and what it extends.
pub(crate) fn check(overlay: &Overlay, games: &[Game]) -> Vec<Notice> {
    let mut notices = alone(overlay);
    notices.extend(across(overlay, games));
    for game in games {
        notices.extend(contradictions(overlay, game));
        if let Some(hint) = open_level(overlay, game) {
            notices.push(hint);
        }
    }
    // Several games find the same.
    let mut seen: Vec<Notice> = Vec::new();
    for notice in notices {
        if !seen.contains(&notice) {
            seen.push(notice);
        }
    }
    seen
}

/// The ids of units and options that an overlay names, if it names them by ids. None if it brings or patches units:
/// these may refer to any other unit.
pub(crate) fn ids_of_units(overlay: &Overlay) -> Option<Vec<String>> {
    if !overlay.units.is_empty() {
        return None;
    }
    let head = &overlay.head;
    let unit = |name: &String| {
        let unit = name.split_once('/').map_or(name.as_str(), |(unit, _)| unit);
        slug(unit.rsplit(':').next().unwrap_or(unit))
    };
    let units = head.ban.units.iter().chain(head.only.units.iter().flatten()).chain(head.prices.keys());
    let options = head.ban.options.iter();
    Some(units.chain(options).map(unit).collect())
}

/// What can be told without a ruleset.
fn alone(overlay: &Overlay) -> Vec<Notice> {
    let head = &overlay.head;
    let mut notices = Vec::new();
    if let Some(version) = head.version.as_ref().filter(|version| semver::Version::parse(version).is_err()) {
        let message = format!("`{version}` is not a semantic version such as 1.0.0");
        notices.push(Notice::error("wrong-version", &Place::head("/version"), message));
    }
    if !head.sizes.is_empty() && head.fixes.mfv.is_some() {
        let message = "`sizes` and `fixes.mfv` contradict each other: both say which force values lists may have";
        let notice = Notice::error(CONTRADICTION, &Place::key("", "sizes"), message);
        notices.push(notice.help(Some("leave one of them out".to_owned())));
    }
    for (at, names) in lists(overlay) {
        let mut seen = BTreeSet::new();
        for (place, name) in names.iter().enumerate() {
            if !seen.insert(slug(name)) {
                notices.push(twice(&Place::head(format!("{at}/{place}")), name));
            }
        }
    }
    let mut sizes = BTreeSet::new();
    for (place, mfv) in head.sizes.iter().enumerate() {
        if !sizes.insert(mfv.0) {
            notices.push(twice(&Place::head(format!("/sizes/{place}")), &mfv.0.to_string()));
        }
    }
    notices.extend(changed_twice(overlay));
    if is_empty(overlay) {
        let notice =
            Notice::error("no-content", &Place::key("", "id"), "the overlay changes nothing: it has no content");
        notices.push(notice.severity(Severity::Warning));
    }
    notices
}

const CONTRADICTION: &str = "contradiction";

/// The lists of names in the head.
fn lists(overlay: &Overlay) -> Vec<(&'static str, &[String])> {
    let head = &overlay.head;
    let mut lists: Vec<(&'static str, &[String])> = vec![
        ("/ban/nations", &head.ban.nations),
        ("/ban/units", &head.ban.units),
        ("/ban/options", &head.ban.options),
        ("/ban/cards", &head.ban.cards),
        ("/drop", &head.drop),
        ("/consents", &head.consents),
    ];
    for (at, names) in
        [("/only/nations", &head.only.nations), ("/only/units", &head.only.units), ("/only/cards", &head.only.cards)]
    {
        lists.extend(names.as_deref().map(|names| (at, names)));
    }
    lists
}

fn twice(place: &Place, name: &str) -> Notice {
    Notice::error("id-twice", place, format!("`{name}` stands here twice")).severity(Severity::Warning)
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
        && overlay.rules.is_empty()
        && overlay.special_rules.is_empty()
        && overlay.cards.is_empty()
        && overlay.units.is_empty()
}

/// Patches of one thing: an error if their order matters, else a warning.
fn changed_twice(overlay: &Overlay) -> Vec<Notice> {
    let mut notices = Vec::new();
    let rules = overlay.rules.iter().map(|patch| (String::new(), patch));
    let special = overlay.special_rules.iter().map(|patch| (String::new(), patch));
    let cards = overlay.cards.iter().map(|(deck, patch)| (deck.clone(), patch));
    let units = overlay.units.iter().map(|(nation, patch)| (nation.as_deref().map(slug).unwrap_or_default(), patch));
    let all: [Vec<(String, &Patch)>; 4] = [rules.collect(), special.collect(), cards.collect(), units.collect()];
    for patches in all {
        let mut seen: BTreeMap<(String, String), &Patch> = BTreeMap::new();
        for (of, patch) in patches {
            let Some(first) = seen.insert((of, slug(patch.id())), patch) else { continue };
            let place = Place::of(patch, "/id");
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
                Notice::error(CONTRADICTION, &place, message)
            });
        }
    }
    for patch in overlay.rules.iter().filter(|patch| !patch.removes()) {
        if overlay.head.drop.iter().any(|dropped| dropped == patch.id()) {
            let message = format!("`{}` is dropped and patched", patch.id());
            notices.push(Notice::error(CONTRADICTION, &Place::of(patch, "/id"), message));
        }
    }
    notices
}

/// What each entry is to the games. An entry is wrong only if it fits none of them.
fn across(overlay: &Overlay, games: &[Game]) -> Vec<Notice> {
    let mut entries: BTreeMap<Place, Vec<Found>> = BTreeMap::new();
    for game in games {
        let mut found = Vec::new();
        one(overlay, game, &mut found);
        let mut of_game: BTreeMap<Place, Found> = BTreeMap::new();
        for (place, found) in found {
            let known = of_game.entry(place).or_insert(Found::Fits);
            if matches!(known, Found::Fits) || matches!(found, Found::Wrong(_)) {
                *known = found;
            }
        }
        for (place, found) in of_game {
            entries.entry(place).or_default().push(found);
        }
    }
    let mut notices = Vec::new();
    for (place, found) in entries {
        if found.iter().any(|found| matches!(found, Found::Fits)) {
            continue;
        }
        if found.iter().any(|found| matches!(found, Found::Idle)) {
            notices.push(Notice::error(IDLE, &place, "this changes nothing: the ruleset says the same"));
            continue;
        }
        notices.extend(found.into_iter().find_map(|found| match found {
            Found::Wrong(notice) => Some(notice),
            Found::Fits | Found::Idle => None,
        }));
    }
    notices
}

type Entries = Vec<(Place, Found)>;

/// What each entry is to one game.
fn one(overlay: &Overlay, game: &Game, entries: &mut Entries) {
    let head = &overlay.head;
    let known = game.after.as_ref().unwrap_or(&game.before);
    let at = |list: &str, place: usize| Place::head(format!("{list}/{place}"));
    for (list, names) in lists(overlay) {
        for (number, name) in names.iter().enumerate() {
            let place = at(list, number);
            let found = match list {
                "/ban/nations" | "/only/nations" => nation(known, &place, name),
                "/ban/units" | "/only/units" => unit(known, &place, name),
                "/ban/options" => option(known, &place, name),
                "/ban/cards" | "/only/cards" => card(known, &place, name),
                "/drop" => rule(game, &place, name),
                _ => consent(game, &place, name),
            };
            entries.push((place, found));
        }
    }
    for (name, points) in &head.prices {
        let place = Place::key("/prices", name);
        let found = price(game, &place, name, *points);
        entries.push((place, found));
    }
    for (id, fix) in &head.fixes.settings {
        let place = Place::key("/fixes/settings", id);
        let found = match known.declarations().settings.get(id) {
            None => {
                let ids = known.declarations().settings.keys().map(String::as_str);
                unknown(&place, "setting", id, ids)
            }
            Some(_) if values(known, id, fix).is_none() => {
                let place = Place::head(crate::fault::step("/fixes/settings", id));
                Found::Wrong(
                    Notice::error("wrong-value", &place, format!("`{id}` cannot have this value"))
                        .help(expected(known, id)),
                )
            }
            Some(_) => Found::Fits,
        };
        entries.push((place, found));
    }
    patches(overlay, game, entries);
    for problem in &game.problems {
        let (entry, place) = place_of(overlay, problem);
        let message = format!("{}: {}", problem.item, problem.message);
        entries.push((entry, Found::Wrong(Notice::error("unresolved", &place, message))));
    }
}

/// The values that a setting can have, as a help text.
fn expected(ruleset: &Ruleset, id: &str) -> Option<String> {
    let values = &ruleset.declarations().settings.get(id)?.values;
    let words: Vec<&str> = values.keys().map(String::as_str).collect();
    (!words.is_empty()).then(|| format!("expected one of: {}", words.join(", ")))
}

/// The entry that a problem of the engine comes from, and the place in it; the head, if it comes from none.
fn place_of(overlay: &Overlay, problem: &Problem) -> (Place, Place) {
    let (kind, id) = problem.item.split_once(' ').unwrap_or((&problem.item, ""));
    let (id, _) = id.split_once(" of ").unwrap_or((id, ""));
    let of = |patches: Vec<&Patch>| {
        let patch = patches.into_iter().find(|patch| patch.id() == id)?;
        Some((Place::of(patch, ""), Place::of(patch, &problem.at)))
    };
    let key = |section: &str| (Place::key(section, id), Place::key(section, id));
    let found = match kind {
        "rule" => of(overlay.rules.iter().collect()),
        "special-rule" => of(overlay.special_rules.iter().collect()),
        "unit" => of(overlay.units.iter().map(|(_, patch)| patch).collect()),
        "table" if overlay.head.tables.contains_key(id) => Some(key("/tables")),
        "setting" if overlay.head.settings.contains_key(id) => Some(key("/settings")),
        "patch" if overlay.head.patches.contains_key(id) => Some(key("/patches")),
        _ => None,
    };
    let head = || (Place::key("", "extends"), Place::key("", "extends"));
    found.unwrap_or_else(head)
}

fn unknown<'n>(place: &Place, what: &str, name: &str, known: impl Iterator<Item = &'n str>) -> Found {
    let notice = Notice::error("unknown-id", place, format!("there is no {what} `{name}`"));
    Found::Wrong(notice.help(nearest(name, known)))
}

fn nation(ruleset: &Ruleset, place: &Place, name: &str) -> Found {
    match ruleset.nation(name) {
        Some(_) => Found::Fits,
        None => unknown(place, "nation", name, nation_names(ruleset)),
    }
}

/// The ids of all nations, and their aliases.
fn nation_names(ruleset: &Ruleset) -> impl Iterator<Item = &str> {
    let nations = &ruleset.declarations().nations;
    let names = nations.iter().flat_map(|(id, nation)| [id].into_iter().chain(&nation.aliases));
    names.map(String::as_str)
}

/// The units that a name means, each with the readings that fit it.
fn units_of<'r, 'w>(ruleset: &'r Ruleset, readings: &[Reading<'w>]) -> Vec<(Option<&'r str>, &'r Unit, Reading<'w>)> {
    let mut found = Vec::new();
    for catalogue in ruleset.catalogues() {
        let catalogue = catalogue.written();
        let nation = catalogue.nation.as_deref();
        for reading in readings.iter().filter(|reading| reading.is_of(ruleset, nation)) {
            let Some(name) = reading.unit else { continue };
            found.extend(names::unit(&catalogue.units, name).map(|at| (nation, &catalogue.units[at], *reading)));
        }
    }
    found
}

fn unit_ids(ruleset: &Ruleset) -> impl Iterator<Item = &str> {
    ruleset.catalogues().iter().flat_map(|catalogue| &catalogue.written().units).map(|unit| unit.id.as_str())
}

/// The finding on a name of a unit that no catalogue has.
fn no_unit(ruleset: &Ruleset, place: &Place, name: &str) -> Found {
    let nation = names::of_unit(name)
        .into_iter()
        .find_map(|reading| reading.nation.filter(|name| ruleset.nation(name).is_some()));
    let bare = nation.and_then(|_| name.split_once(':')).map_or(name, |(_, unit)| unit.trim());
    let ids = unit_ids(ruleset);
    match nation {
        Some(nation) if !units_of(ruleset, &names::of_unit(bare)).is_empty() => {
            Found::Wrong(Notice::error("unknown-id", place, format!("`{nation}` has no unit `{bare}`")))
        }
        _ => unknown(place, "unit", bare, ids),
    }
}

fn unit(ruleset: &Ruleset, place: &Place, name: &str) -> Found {
    if units_of(ruleset, &names::of_unit(name)).is_empty() { no_unit(ruleset, place, name) } else { Found::Fits }
}

/// The ids of options that a reading means in a unit.
fn options_of(unit: &Unit, reading: Reading<'_>) -> Vec<String> {
    reading.option.map(|option| names::options(unit, option)).unwrap_or_default()
}

fn all_units(ruleset: &Ruleset) -> impl Iterator<Item = &Unit> {
    ruleset.catalogues().iter().flat_map(|catalogue| &catalogue.written().units)
}

/// The finding on a name of an option that no unit, or not that unit, has.
fn no_option(ruleset: &Ruleset, place: &Place, name: &str) -> Found {
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
            let notice = Notice::error("unknown-id", place, format!("{} has no option `{wanted}`", unit.name));
            Found::Wrong(notice.help(nearest(wanted, ids.iter().map(String::as_str))))
        }
        None => unknown(place, "option", wanted, ids.iter().map(String::as_str)),
    }
}

fn option(ruleset: &Ruleset, place: &Place, name: &str) -> Found {
    let bare = Reading { option: Some(name), ..Reading::default() };
    let of = units_of(ruleset, &names::of_units_option(name));
    let is_trait = || {
        let decks: BTreeSet<&String> =
            ruleset.declarations().roles.values().filter_map(|role| role.trait_deck.as_ref()).collect();
        decks.into_iter().any(|deck| ruleset.card(deck, name).is_some())
    };
    let fits = of.iter().any(|(_, unit, reading)| !options_of(unit, *reading).is_empty())
        || all_units(ruleset).any(|unit| !options_of(unit, bare).is_empty())
        || is_trait();
    if fits { Found::Fits } else { no_option(ruleset, place, name) }
}

fn card(ruleset: &Ruleset, place: &Place, name: &str) -> Found {
    if !cards_of(ruleset, name).is_empty() {
        return Found::Fits;
    }
    let cards = ruleset.cards().iter().flat_map(|cards| &cards.cards).map(|card| card.id.as_str());
    let message = format!("no catalogue knows the card `{name}`, so it is banned by this name only");
    let notice = Notice::error("unknown-card", place, message).severity(Severity::Warning);
    Found::Wrong(notice.help(nearest(name, cards)))
}

fn rule_ids(ruleset: &Ruleset) -> impl Iterator<Item = &str> {
    ruleset.rules().iter().map(|sourced| sourced.rule.id.as_str())
}

fn rule(game: &Game, place: &Place, id: &str) -> Found {
    if game.plain.rule(id).is_some() || game.before.rule(id).is_some() {
        return Found::Fits;
    }
    unknown(place, "rule", id, rule_ids(&game.before))
}

fn consent(game: &Game, place: &Place, id: &str) -> Found {
    if id == FROM_LIST {
        return Found::Fits;
    }
    let after = game.after.as_ref().and_then(|after| after.rule(id));
    match after.or(game.before.rule(id)).or(game.plain.rule(id)) {
        Some(sourced) if sourced.rule.waivable => Found::Fits,
        Some(_) => {
            let message = format!("the rule `{id}` cannot be waived, so a consent to it counts for nothing");
            let notice = Notice::error("consent-without-effect", place, message);
            Found::Wrong(notice.help(Some(format!("`drop: [{id}]` takes the rule out of use"))))
        }
        None => unknown(place, "rule", id, rule_ids(&game.before).chain([FROM_LIST])),
    }
}

fn price(game: &Game, place: &Place, name: &str, points: Option<u32>) -> Found {
    let after = game.after.as_ref().unwrap_or(&game.before);
    let of_units = units_of(after, &names::of_unit(name));
    let before = |nation: Option<&str>, id: &str| {
        let catalogues = game.before.catalogues().iter().map(|catalogue| catalogue.written());
        let mut of_nation = catalogues.filter(|catalogue| catalogue.nation.as_deref() == nation);
        of_nation.find_map(|catalogue| catalogue.units.iter().find(|unit| unit.id == id))
    };
    if !of_units.is_empty() {
        let same = of_units.iter().all(|(nation, unit, _)| {
            before(*nation, &unit.id)
                .is_some_and(|unit| muster_engine::words::price::of_one(unit) == points.map(i64::from))
        });
        return if same { Found::Idle } else { Found::Fits };
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
        (true, true) => Found::Idle,
        (true, false) => Found::Fits,
        (false, _) if name.contains('/') => no_option(after, place, name),
        (false, _) => {
            let bare = Reading { option: Some(name), ..Reading::default() };
            let owner = all_units(after).find(|unit| !options_of(unit, bare).is_empty());
            match (owner, no_unit(after, place, name)) {
                (Some(unit), Found::Wrong(notice)) => {
                    Found::Wrong(notice.help(Some(format!("for an option: `{}/{name}`", unit.id))))
                }
                (_, found) => found,
            }
        }
    }
}

/// The patches of an overlay in one game.
fn patches(overlay: &Overlay, game: &Game, entries: &mut Entries) {
    let Game { plain, before, unfit, .. } = game;
    let rules = |id: &str| before.rule(id).or(plain.rule(id)).map(|sourced| &sourced.rule);
    for patch in &overlay.rules {
        let place = Place::of(patch, "");
        let is_dropped = before.rule(patch.id()).is_none();
        let found = if patch.removes() {
            rule(game, &place, patch.id())
        } else {
            changed(patch, rules(patch.id()).map(|rule| (rule, is_dropped)), "rule", unfit, &mut rule_ids(before))
        };
        entries.push((place, found));
    }
    for patch in &overlay.special_rules {
        let known = before.special_rules().iter().find(|rule| rule.id == patch.id());
        let mut ids = before.special_rules().iter().map(|rule| rule.id.as_str());
        entries.push((
            Place::of(patch, ""),
            changed(patch, known.map(|rule| (rule, false)), "special rule", unfit, &mut ids),
        ));
    }
    for (deck, patch) in &overlay.cards {
        let place = Place::of(patch, "");
        let decks = &before.declarations().decks;
        if !decks.contains_key(deck) {
            let place = if patch.file == 0 {
                Place::key("/cards", deck)
            } else {
                Place { file: patch.file, ..Place::head("/deck") }
            };
            let found = unknown(&place, "deck", deck, decks.keys().map(String::as_str));
            entries.push((place, found));
            continue;
        }
        let cards: Vec<&Card> =
            before.cards().iter().filter(|cards| cards.deck == *deck).flat_map(|cards| &cards.cards).collect();
        let known = cards.iter().find(|card| card.id == patch.id()).map(|card| (*card, false));
        entries.push((place, changed(patch, known, "card", unfit, &mut cards.iter().map(|card| card.id.as_str()))));
    }
    for (nation, patch) in &overlay.units {
        let place = Place::of(patch, "");
        if let Some(name) = nation.as_ref().filter(|name| before.nation(name).is_none()) {
            let place = if patch.at.is_empty() { place } else { Place::of(patch, "/nation") };
            entries.push((place.clone(), unknown(&place, "nation", name, nation_names(before))));
            continue;
        }
        let stated = nation.as_deref();
        let reading = Reading { nation: stated, unit: Some(patch.id()), option: None };
        let of = units_of(before, &[reading]);
        let mut found: Vec<Found> = of
            .iter()
            .map(|(_, unit, _)| changed(patch, Some((*unit, false)), "unit", unfit, &mut std::iter::empty()))
            .collect();
        if found.is_empty() {
            found.push(changed::<Unit>(patch, None, "unit", unfit, &mut unit_ids(before)));
        }
        let wrong = found.iter().position(|found| matches!(found, Found::Wrong(_)));
        let best = wrong.or_else(|| found.iter().position(|found| matches!(found, Found::Fits))).unwrap_or(0);
        entries.push((place, found.swap_remove(best)));
    }
    let declared = before.declarations();
    sections(&overlay.head.tables, "/tables", "table", &declared.tables, unfit, entries);
    sections(&overlay.head.settings, "/settings", "setting", &declared.settings, unfit, entries);
    sections(&overlay.head.patches, "/patches", "patch", &declared.patches, unfit, entries);
}

fn sections<T: Serialize + DeserializeOwned + PartialEq>(
    section: &serde_json::Map<String, Value>,
    at: &str,
    what: &str,
    declared: &indexmap::IndexMap<String, T>,
    unfit: &[Unfit],
    entries: &mut Entries,
) {
    for (id, value) in section {
        let value = if value.is_null() { json!({"remove": true}) } else { value.clone() };
        let mut patch = Patch { file: 0, at: crate::fault::step(at, id), value };
        let known = declared.get(id).map(|known| (known, false));
        if let Value::Object(patch) = &mut patch.value {
            // The id is the key. It is here only for messages.
            patch.insert("x-id".to_owned(), json!(id));
        }
        let found = changed(&patch, known, what, unfit, &mut declared.keys().map(String::as_str));
        entries.push((Place::key(at, id), found));
    }
}

/// What a patch of a thing is. `known` is the thing, and whether it is out of use, so that any patch changes it.
fn changed<T: Serialize + DeserializeOwned + PartialEq>(
    patch: &Patch,
    known: Option<(&T, bool)>,
    what: &str,
    unfit: &[Unfit],
    ids: &mut dyn Iterator<Item = &str>,
) -> Found {
    let id = patch.value.get("x-id").and_then(Value::as_str).unwrap_or(patch.id());
    let place = Place::of(patch, "");
    let wrong = unfit.iter().find(|unfit| {
        unfit.file == patch.file
            && unfit.at.strip_prefix(&patch.at).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    let Some((known, is_dropped)) = known else {
        if patch.removes() {
            return unknown(&place, what, id, ids);
        }
        return wrong.map_or(Found::Fits, |unfit| {
            let message =
                format!("there is no {what} `{id}` to change, and this is not a whole {what}: {}", unfit.message);
            Found::Wrong(Notice::error("unknown-id", &place, message).help(nearest(id, ids)))
        });
    };
    if let Some(unfit) = wrong {
        return Found::Wrong(wrong_patch(patch, known, unfit));
    }
    if patch.removes() || is_dropped {
        return Found::Fits;
    }
    let Ok(mut after) = serde_json::to_value(known) else { return Found::Fits };
    let mut change = patch.value.clone();
    if let Value::Object(change) = &mut change {
        change.shift_remove("x-id");
        change.shift_remove("id");
    }
    let merged = merge(&mut after, &change);
    let is_same = merged.taken_away.is_empty() && read::<T>(after).is_ok_and(|after| after == *known);
    if is_same { Found::Idle } else { Found::Fits }
}

/// The notice on a patch that does not fit the thing that it patches.
fn wrong_patch<T: Serialize>(patch: &Patch, known: &T, unfit: &Unfit) -> Notice {
    let place = Place { file: unfit.file, at: unfit.at.clone(), key: None };
    let inner = unfit.at.strip_prefix(&patch.at).unwrap_or_default();
    let id =
        Some(inner).filter(|inner| !inner.is_empty()).and_then(|inner| patch.value.pointer(inner)?.get("id")?.as_str());
    let Some(id) = id else { return Notice::error("wrong-patch", &place, unfit.message.clone()) };
    // Something with an id that the thing does not have is new, and so has to be whole.
    let mut ids = Vec::new();
    ids_within(&serde_json::to_value(known).unwrap_or_default(), &mut ids);
    let message = format!("there is no `{id}` to change here, and this is not whole: {}", unfit.message);
    Notice::error("unknown-id", &place, message).help(nearest(id, ids.iter().map(String::as_str)))
}

/// All ids within a value.
fn ids_within(value: &Value, ids: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            ids.extend(object.get("id").and_then(Value::as_str).map(str::to_owned));
            object.values().for_each(|inner| ids_within(inner, ids));
        }
        Value::Array(items) => items.iter().for_each(|inner| ids_within(inner, ids)),
        _ => {}
    }
}

/// A unit by nation and id.
type UnitKey = (Option<String>, String);

/// Entries of the overlay that contradict each other in a game.
fn contradictions(overlay: &Overlay, game: &Game) -> Vec<Notice> {
    let known = game.after.as_ref().unwrap_or(&game.before);
    let head = &overlay.head;
    let mut notices = Vec::new();
    let both = |at: &str, number: usize, name: &str| {
        let place = Place::head(format!("{at}/{number}"));
        Notice::error(CONTRADICTION, &place, format!("`{name}` is banned, and `only` allows it"))
    };
    let units = |name: &str| -> BTreeSet<UnitKey> {
        let found = units_of(known, &names::of_unit(name));
        found.into_iter().map(|(nation, unit, _)| (nation.map(str::to_owned), unit.id.clone())).collect()
    };
    let all = |names: &[String]| -> BTreeSet<UnitKey> { names.iter().flat_map(|name| units(name)).collect() };
    let banned = all(&head.ban.units);
    let removed = overlay.units.iter().filter(|(_, patch)| patch.removes()).flat_map(|(nation, patch)| {
        let reading = Reading { nation: nation.as_deref(), unit: Some(patch.id()), option: None };
        units_of(known, &[reading]).into_iter().map(|(nation, unit, _)| (nation.map(str::to_owned), unit.id.clone()))
    });
    let removed: BTreeSet<UnitKey> = removed.collect();
    let only = head.only.units.as_ref().map(|only| all(only));
    for (number, name) in head.ban.units.iter().enumerate() {
        if only.as_ref().is_some_and(|only| units(name).iter().any(|unit| only.contains(unit))) {
            notices.push(both("/ban/units", number, name));
        }
    }
    let mut priced: BTreeMap<UnitKey, (&str, Option<u32>)> = BTreeMap::new();
    for (name, points) in &head.prices {
        let place = Place::key("/prices", name);
        let of = units(name);
        let none_left = |gone: &dyn Fn(&UnitKey) -> bool| !of.is_empty() && of.iter().all(gone);
        let is_left_out = |unit: &UnitKey| only.as_ref().is_some_and(|only| !only.contains(unit));
        let why = if none_left(&|unit| banned.contains(unit)) {
            Some("is banned")
        } else if none_left(&|unit| removed.contains(unit)) {
            Some("is taken away")
        } else if none_left(&is_left_out) {
            Some("is not among what `only` allows")
        } else {
            None
        };
        notices.extend(why.map(|why| {
            Notice::error(CONTRADICTION, &place, format!("`{name}` has a price here and {why} by the same overlay"))
        }));
        for unit in of {
            // A narrower name may have its own price.
            match priced.insert(unit, (name, *points)) {
                Some((other, before)) if names::of_unit(other).len() == names::of_unit(name).len() => {
                    notices.push(if before == *points {
                        twice(&place, name)
                    } else {
                        let message = format!("`{other}` and `{name}` are one unit with two prices");
                        Notice::error(CONTRADICTION, &place, message)
                    });
                    break;
                }
                _ => {}
            }
        }
    }
    for (nation, patch) in overlay.units.iter().filter(|(_, patch)| !patch.removes()) {
        let Some(points) = patch.value.get("points") else { continue };
        let reading = Reading { nation: nation.as_deref(), unit: Some(patch.id()), option: None };
        let of = units_of(known, &[reading]);
        let other = of.iter().find_map(|(nation, unit, _)| priced.get(&(nation.map(str::to_owned), unit.id.clone())));
        if let Some((name, price)) = other.filter(|(_, price)| json!(price) != *points) {
            let price = price.map_or("null".to_owned(), |price| price.to_string());
            let message = format!("`prices` says {price} for `{name}`, and this says {points}");
            notices.push(Notice::error(CONTRADICTION, &Place::of(patch, "/points"), message));
        }
    }
    notices.extend(banned_options(overlay, known));
    let nations = |names: &[String]| -> BTreeSet<&str> { names.iter().filter_map(|name| known.nation(name)).collect() };
    if let Some(only) = &head.only.nations {
        let only = nations(only);
        let banned = head.ban.nations.iter().enumerate();
        let found = banned.filter(|(_, name)| known.nation(name).is_some_and(|nation| only.contains(nation)));
        notices.extend(found.map(|(number, name)| both("/ban/nations", number, name)));
    }
    if let Some(only) = &head.only.cards {
        let banned = head.ban.cards.iter().enumerate();
        let found = banned.filter(|(_, name)| only.iter().any(|other| slug(other) == slug(name)));
        notices.extend(found.map(|(number, name)| both("/ban/cards", number, name)));
    }
    notices.extend(fixed_twice(overlay, known));
    notices
}

/// Options that have a price and are banned.
fn banned_options(overlay: &Overlay, known: &Ruleset) -> Vec<Notice> {
    let head = &overlay.head;
    let key = |nation: Option<&str>, unit: &Unit, option: String| (nation.map(str::to_owned), unit.id.clone(), option);
    let mut banned = BTreeSet::new();
    for name in &head.ban.options {
        for (nation, unit, reading) in units_of(known, &names::of_units_option(name)) {
            banned.extend(options_of(unit, reading).into_iter().map(|option| key(nation, unit, option)));
        }
        let bare = Reading { option: Some(name), ..Reading::default() };
        for catalogue in known.catalogues().iter().map(|catalogue| catalogue.written()) {
            for unit in &catalogue.units {
                let nation = catalogue.nation.as_deref();
                banned.extend(options_of(unit, bare).into_iter().map(|option| key(nation, unit, option)));
            }
        }
    }
    let mut notices = Vec::new();
    for name in head.prices.keys().filter(|_| !banned.is_empty()) {
        let of = units_of(known, &names::of_units_option(name));
        let mut options = of
            .into_iter()
            .flat_map(|(nation, unit, reading)| {
                options_of(unit, reading).into_iter().map(move |option| key(nation, unit, option))
            })
            .peekable();
        if options.peek().is_some() && options.all(|option| banned.contains(&option)) {
            let message = format!("`{name}` has a price here and is banned by the same overlay");
            notices.push(Notice::error(CONTRADICTION, &Place::key("/prices", name), message));
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
                muster_engine::list::SettingValue::Word(word) => Some(json!(settings[*by].values.get(word)?.gives)),
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

/// A hint that lists still choose a setting that puts rules out of use.
fn open_level(overlay: &Overlay, game: &Game) -> Option<Notice> {
    let head = &overlay.head;
    let is_event = head.fixes.mfv.is_some()
        || !head.fixes.settings.is_empty()
        || !head.sizes.is_empty()
        || head.deadline.is_some();
    let settings = &game.before.declarations().settings;
    let after = game.after.as_ref()?;
    let fixed = |id: &String| {
        let mut events = after.events().into_iter().flat_map(|events| &events.all);
        head.fixes.settings.contains_key(id) || events.any(|event| event.settings.contains_key(id))
    };
    let (id, setting) = settings.iter().find_map(|(id, setting)| Some((id, setting.given_by.as_ref()?)))?;
    let open = is_event && !fixed(id) && !fixed(setting);
    let title = settings.get(setting).map_or(setting, |known| &known.title).to_lowercase();
    open.then(|| {
        let message = format!("lists still choose their {title}, and with it the rules in use");
        let notice = Notice::error("open-setting", &Place::key("", "id"), message).severity(Severity::Note);
        notice.help(Some(format!("`fixes: {{settings: {{{setting}: ...}}}}` fixes it for all")))
    })
}
