//! Gives a unit the weapons of its card: fixed ones, and what its hardpoints may hold.

use muster_engine::catalogue::{Choice, Stat, Unit, UnitOption, Weapon};
use muster_engine::slug::slug;

use super::printed::{PrintedCard, PrintedWeapon};
use crate::fleets::card::stat_value;
use crate::fleets::reader::FactionReader;
use crate::fleets::recipe::CardWords;

/// Equal rows of a card, with the groups of the data that stand for them.
struct HardpointRow {
    letter: String,
    count: u32,
    weapon: Weapon,
    groups: Vec<Choice>,
}

impl FactionReader<'_> {
    /// Replaces the weapons of a unit by those of its card. If a list states nothing, a hardpoint holds the printed weapon. A
    /// hardpoint keeps the generators that the data offer for it.
    pub(super) fn arm(&self, unit: &mut Unit, card: &PrintedCard, words: &CardWords) {
        unit.card.weapons.clear();
        let mut rows: Vec<HardpointRow> = Vec::new();
        for row in card.weapons.iter().filter(|row| row.name != "-") {
            let (letter, weapon) = (words.letter(card, row).to_owned(), self.printed_weapon(row));
            if letter.is_empty() {
                add_weapon(&mut unit.card.weapons, weapon, row.n);
            } else if let Some(same) = rows.iter_mut().find(|same| same.letter == letter && same.weapon == weapon) {
                same.count += row.n;
            } else {
                rows.push(HardpointRow { letter, count: row.n, weapon, groups: Vec::new() });
            }
        }
        let offered: Vec<(&str, Weapon)> =
            card.options.iter().map(|row| (words.letter(card, row), self.printed_weapon(row))).collect();
        let order: Vec<String> = unit.choices.iter().map(|choice| choice.id.clone()).collect();
        let place = |choice: &Choice| order.iter().position(|id| *id == choice.id);
        let (old, others): (Vec<Choice>, Vec<Choice>) =
            std::mem::take(&mut unit.choices).into_iter().partition(|choice| words.letter_of(choice).is_some());
        let left = assign(&mut rows, old, words);
        // The choices keep the order of the data. New ones stand behind them.
        let mut choices: Vec<(Option<usize>, Choice)> = Vec::new();
        let mut replaced = Vec::new();
        for row in with_arcs(rows) {
            let letter = row.letter.clone();
            let options = offered.iter().filter(|(other, _)| *other == letter).map(|(_, weapon)| weapon);
            let (first, before) = (row.groups.first().and_then(place), weapons_in(&row.groups));
            let choice = hardpoint(row, options, words);
            replaced.push((before, weapons_in(std::slice::from_ref(&choice))));
            choices.push((first, choice));
        }
        take_all_away(&mut unit.options, &replaced);
        choices.extend(left.into_iter().filter_map(|choice| Some((place(&choice), without_weapons(choice)?))));
        if let Some(places) = generator_places(card, words) {
            for (_, choice) in &mut choices {
                bound_generators(choice, places, &self.recipe.generators.kind);
            }
            choices.retain(|(_, choice)| !choice.options.is_empty() || !choice.choices.is_empty());
        }
        choices.extend(others.into_iter().map(|choice| (place(&choice), choice)));
        choices.sort_by_key(|(place, _)| place.unwrap_or(usize::MAX));
        unit.choices = choices.into_iter().map(|(_, choice)| choice).collect();
    }

    fn printed_weapon(&self, row: &PrintedWeapon) -> Weapon {
        let figure = |text: &str| if text.is_empty() { Stat::Text("-".to_owned()) } else { stat_value(text) };
        Weapon {
            name: self.spelling.tidy(&row.name),
            class: None,
            count: None,
            bands: [&row.c, &row.s, &row.e].map(|text| figure(text)).to_vec(),
            arc: Some(row.arc.clone()).filter(|arc| !arc.is_empty()),
            rules: self.listed(&row.rules.join(", ")),
        }
    }
}

impl CardWords {
    /// The letter of a row's hardpoint; empty for a fixed weapon.
    pub(super) fn letter<'w>(&'w self, card: &PrintedCard, row: &'w PrintedWeapon) -> &'w str {
        let corrected = self.letters.get(&card.key).and_then(|rows| rows.get(&row.name));
        corrected.unwrap_or(&row.letter)
    }

    /// The letter of a hardpoint of the data. None for groups that are none.
    fn letter_of(&self, choice: &Choice) -> Option<&str> {
        let is = |name: &&String| choice.hardpoint && choice.name.starts_with(name.as_str());
        self.hardpoints.iter().find(|(_, name)| is(name)).map(|(letter, _)| letter.as_str())
    }
}

fn add_weapon(weapons: &mut Vec<Weapon>, weapon: Weapon, count: u32) {
    let all = weapon_count(&weapon, weapons) + count;
    weapons.retain(|other| Weapon { count: None, ..other.clone() } != weapon);
    weapons.push(Weapon { count: Some(all).filter(|all| *all > 1), ..weapon });
}

fn weapon_count(weapon: &Weapon, weapons: &[Weapon]) -> u32 {
    let same = weapons.iter().find(|other| Weapon { count: None, ..(*other).clone() } == *weapon);
    same.map_or(0, |same| same.count.unwrap_or(1))
}

/// Gives each row the groups of the data that stand for it: first those of its arc, then others of its letter. A row without
/// an arc takes what the others leave. A group that stands for more rows than one has is divided. Returns the groups of no row.
fn assign(rows: &mut [HardpointRow], mut groups: Vec<Choice>, words: &CardWords) -> Vec<Choice> {
    for needs_arc in [true, false] {
        for row in rows.iter_mut() {
            let arc = row.weapon.arc.as_deref().map(quarters);
            let is_its = |group: &Choice| {
                let has_arc = arc.is_some() && arc == arc_of(group).as_deref().map(quarters);
                words.letter_of(group) == Some(row.letter.as_str()) && (has_arc || !needs_arc)
            };
            let mut missing = row.count - row.groups.iter().map(|group| group.min).sum::<u32>();
            while missing > 0 {
                let Some(place) = groups.iter().position(is_its) else { break };
                let number = groups[place].min.clamp(1, missing);
                missing -= number;
                let rest = groups[place].min.saturating_sub(number);
                let group = if rest == 0 { groups.remove(place) } else { groups[place].clone() };
                if rest > 0 {
                    groups[place].min = rest;
                }
                row.groups.push(Choice { min: number, ..group });
            }
        }
    }
    groups
}

/// Gives rows without an arc that of their group in the data. Rows that are equal then become one.
fn with_arcs(rows: Vec<HardpointRow>) -> Vec<HardpointRow> {
    let mut all: Vec<HardpointRow> = Vec::new();
    for mut row in rows {
        row.weapon.arc = row.weapon.arc.or_else(|| row.groups.first().and_then(arc_of));
        match all.iter_mut().find(|same| same.letter == row.letter && same.weapon == row.weapon) {
            Some(same) => {
                same.count += row.count;
                same.groups.extend(row.groups);
            }
            None => all.push(row),
        }
    }
    all
}

/// The arc in the name of a hardpoint: `FPS` of `Light Hardpoint: FPS`.
fn arc_of(choice: &Choice) -> Option<String> {
    choice.name.split_once(':').map(|(_, arc)| arc.trim().to_owned())
}

/// The letters of an arc in one order.
fn quarters(arc: &str) -> Vec<char> {
    let mut letters: Vec<char> = arc.chars().filter(char::is_ascii_alphabetic).collect();
    letters.sort_unstable();
    letters
}

/// The choice of a hardpoint. Options keep their place and their entries in the data if their names are alike.
fn hardpoint<'w>(row: HardpointRow, options: impl Iterator<Item = &'w Weapon>, words: &CardWords) -> Choice {
    let HardpointRow { letter, count, weapon: printed, groups } = row;
    let kind = words.hardpoints.get(&letter).unwrap_or(&letter);
    let name = printed.arc.as_ref().map_or_else(|| kind.clone(), |arc| format!("{kind}: {arc}"));
    let mut entries = Vec::new();
    for group in &groups {
        add_new(&mut entries, group.entries.clone());
    }
    let order: Vec<String> = groups.iter().flat_map(|choice| &choice.options).map(|option| option.id.clone()).collect();
    let place = |known: &UnitOption| order.iter().position(|id| *id == known.id).unwrap_or(usize::MAX);
    let (mut armed, others): (Vec<UnitOption>, Vec<UnitOption>) =
        groups.into_iter().flat_map(|group| group.options).partition(|option| !option.weapons.is_empty());
    let mut weapons = vec![&printed];
    for weapon in options {
        if !weapons.iter().any(|known| known.name == weapon.name) {
            weapons.push(weapon);
        }
    }
    let exact: Vec<Vec<UnitOption>> =
        weapons.iter().map(|weapon| taken(&mut armed, |name| name == slug(&weapon.name))).collect();
    let mut made: Vec<(usize, UnitOption)> = Vec::new();
    for (weapon, mut known) in weapons.into_iter().zip(exact) {
        if known.is_empty() {
            known = taken(&mut armed, |name| plain(name) == plain(&slug(&weapon.name)));
        }
        let weapon = Weapon { arc: printed.arc.clone(), ..weapon.clone() };
        made.push((known.first().map_or(usize::MAX, place), option(weapon, known, count)));
    }
    let default = made.first().map(|(_, option)| option.id.clone());
    let mut seen: Vec<String> = Vec::new();
    for mut other in others {
        let place = place(&other);
        other.id = slug(&other.name);
        match made.iter_mut().find(|(_, option)| option.id == other.id) {
            Some((_, same)) if seen.contains(&other.id) => add_new(&mut same.entries, other.entries),
            _ => {
                seen.push(other.id.clone());
                made.push((place, other));
            }
        }
    }
    made.sort_by_key(|(place, _)| *place);
    Choice {
        id: slug(&name),
        name,
        min: count,
        max: Some(count),
        default,
        hardpoint: true,
        options: made.into_iter().map(|(_, option)| option).collect(),
        entries,
        ..Choice::default()
    }
}

/// Takes the options whose names, written as ids, pass a test.
fn taken(options: &mut Vec<UnitOption>, is: impl Fn(&str) -> bool) -> Vec<UnitOption> {
    let (found, left) = std::mem::take(options).into_iter().partition(|option| is(&slug(&option.name)));
    *options = left;
    found
}

/// The names of weapons in hardpoints.
fn weapons_in(choices: &[Choice]) -> Vec<String> {
    let options = choices.iter().flat_map(|choice| &choice.options);
    options.flat_map(|option| &option.weapons).map(|weapon| weapon.name.clone()).collect()
}

/// Adds those of these ids that are not there.
fn add_new(entries: &mut Vec<String>, more: Vec<String>) {
    for id in more {
        if !entries.contains(&id) {
            entries.push(id);
        }
    }
}

/// An option that takes the weapon of a hardpoint away takes each away that the card offers. `replaced` has the weapons of each
/// hardpoint in the data, and those on the card.
fn take_all_away(options: &mut [UnitOption], replaced: &[(Vec<String>, Vec<String>)]) {
    for option in options {
        let is_about =
            |(before, _): &&(Vec<String>, Vec<String>)| before.iter().any(|name| option.removes.contains(name));
        let (before, now): (Vec<_>, Vec<_>) = replaced.iter().filter(is_about).cloned().unzip();
        let (before, now) = (before.concat(), now.concat());
        option.removes.retain(|name| !before.contains(name));
        add_new(&mut option.removes, now);
    }
}

/// The largest number of generators on a model. None if the card has no number.
pub(super) fn generator_places(card: &PrintedCard, words: &CardWords) -> Option<u32> {
    match card.figures.get(&words.generator_box)? {
        Stat::Number(number) => u32::try_from(*number).ok(),
        Stat::Text(text) => text.rsplit('-').next()?.trim().parse().ok(),
    }
}

/// Bounds a group of nothing but generators by the places on the card. If the card has none, no group offers a generator.
fn bound_generators(choice: &mut Choice, places: u32, generator: &String) {
    let is_generator = |option: &UnitOption| option.kind.as_ref() == Some(generator);
    if places == 0 {
        choice.options.retain(|option| !is_generator(option));
    } else if !choice.options.is_empty() && choice.options.iter().all(is_generator) {
        choice.max = Some(choice.max.map_or(places, |max| max.min(places)));
        choice.min = choice.min.min(places);
    }
}

/// A name without the word for the size of its hardpoint.
fn plain(name: &str) -> &str {
    ["heavy-", "light-"].iter().find_map(|size| name.strip_prefix(size)).unwrap_or(name)
}

/// Makes the option of a weapon that each of `count` hardpoints may hold. It takes price and entries from the options that
/// the data have for it.
fn option(weapon: Weapon, known: Vec<UnitOption>, count: u32) -> UnitOption {
    let name = weapon.name.clone();
    let mut all = known.into_iter();
    let mut option = all.next().unwrap_or(UnitOption { points: Some(0), ..UnitOption::default() });
    for other in all {
        add_new(&mut option.entries, other.entries);
    }
    let max = option.max.unwrap_or(1).max(count);
    UnitOption { id: slug(&name), name, max: Some(max).filter(|max| *max > 1), weapons: vec![weapon], ..option }
}

/// What a hardpoint that the card does not have offers besides weapons. None if that is nothing.
fn without_weapons(mut choice: Choice) -> Option<Choice> {
    choice.options.retain(|option| option.weapons.is_empty());
    let is_changed = choice.default.as_ref().is_some_and(|id| !choice.options.iter().any(|option| option.id == *id));
    if is_changed {
        (choice.default, choice.min) = (None, 0);
    }
    (!choice.options.is_empty() || !choice.choices.is_empty()).then_some(choice)
}
