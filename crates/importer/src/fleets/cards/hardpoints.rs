//! Gives a unit the weapons of its card: fixed ones, and what its hardpoints may hold.

use muster_engine::catalogue::{Choice, Stat, Unit, UnitOption, Weapon};
use muster_engine::slug::slug;

use super::printed::{PrintedCard, PrintedWeapon};
use crate::fleets::card::stat_value;
use crate::fleets::reader::FactionReader;
use crate::fleets::recipe::CardWords;

/// Equal rows of a hardpoint.
struct HardpointRow {
    letter: String,
    count: u32,
    weapon: Weapon,
}

impl FactionReader<'_> {
    /// Replaces the weapons of a unit by those of its card. What a hardpoint holds when nothing is stated is the printed
    /// weapon. Generators stay where the data offer them.
    pub(super) fn arm(&self, unit: &mut Unit, card: &PrintedCard, words: &CardWords) {
        let letter = |row: &PrintedWeapon| {
            let other = words.letters.get(&card.key).and_then(|rows| rows.get(&row.name));
            other.unwrap_or(&row.letter).clone()
        };
        unit.card.weapons.clear();
        let mut rows: Vec<HardpointRow> = Vec::new();
        for row in card.weapons.iter().filter(|row| row.name != "-") {
            let (letter, weapon) = (letter(row), self.printed_weapon(row));
            if letter.is_empty() {
                add_weapon(&mut unit.card.weapons, weapon, row.n);
            } else if let Some(same) = rows.iter_mut().find(|same| same.letter == letter && same.weapon == weapon) {
                same.count += row.n;
            } else {
                rows.push(HardpointRow { letter, count: row.n, weapon });
            }
        }
        let offered: Vec<(String, Weapon)> =
            card.options.iter().map(|row| (letter(row), self.printed_weapon(row))).collect();
        let order: Vec<String> = unit.choices.iter().map(|choice| choice.id.clone()).collect();
        let place = |choice: &Choice| order.iter().position(|id| *id == choice.id);
        let (old, others): (Vec<Choice>, Vec<Choice>) =
            std::mem::take(&mut unit.choices).into_iter().partition(|choice| words.letter_of(choice).is_some());
        let mut matched = assign(&rows, old, words);
        let left = matched.pop().unwrap_or_default();
        // Choices stay in the order of the data, new ones behind them.
        let mut choices: Vec<(Option<usize>, Choice)> = Vec::new();
        for (row, old) in rows.iter().zip(matched) {
            let options = offered.iter().filter(|(letter, _)| *letter == row.letter).map(|(_, weapon)| weapon);
            let (first, weapons_of_data) = (old.first().and_then(place), weapons_in(&old));
            let choice = hardpoint(row, options, old, words);
            take_all_away(&mut unit.options, &weapons_of_data, &weapons_in(std::slice::from_ref(&choice)));
            choices.push((first, choice));
        }
        choices.extend(left.into_iter().filter_map(|choice| Some((place(&choice), without_weapons(choice)?))));
        if let Some(places) = places(card, words) {
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

/// The groups of the data for each row, and at the end those that no row has. First come groups of the same arc, then
/// others of the same letter.
fn assign(rows: &[HardpointRow], mut old: Vec<Choice>, words: &CardWords) -> Vec<Vec<Choice>> {
    let mut matched: Vec<Vec<Choice>> = rows.iter().map(|_| Vec::new()).collect();
    for is_strict in [true, false] {
        for (row, mine) in rows.iter().zip(&mut matched) {
            let arc = row.weapon.arc.as_deref().map(quarters);
            let has = |mine: &[Choice]| mine.iter().map(|choice| choice.min.max(1)).sum::<u32>();
            while has(mine) < row.count {
                let is_mine = |choice: &Choice| {
                    words.letter_of(choice) == Some(&row.letter)
                        && (!is_strict || arc.is_none() || arc == arc_of(choice).as_deref().map(quarters))
                };
                let Some(place) = old.iter().position(is_mine) else { break };
                mine.push(old.remove(place));
            }
        }
    }
    matched.push(old);
    matched
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
fn hardpoint<'w>(
    row: &HardpointRow,
    options: impl Iterator<Item = &'w Weapon>,
    old: Vec<Choice>,
    words: &CardWords,
) -> Choice {
    let arc = row.weapon.arc.clone().or_else(|| old.first().and_then(arc_of)).unwrap_or_default();
    let kind = words.hardpoints.get(&row.letter).unwrap_or(&row.letter);
    let name = if arc.is_empty() { kind.clone() } else { format!("{kind}: {arc}") };
    let entries = old.iter().flat_map(|choice| choice.entries.clone()).collect();
    let order: Vec<String> = old.iter().flat_map(|choice| &choice.options).map(|option| option.id.clone()).collect();
    let place = |known: &UnitOption| order.iter().position(|id| *id == known.id).unwrap_or(usize::MAX);
    let (mut armed, others): (Vec<UnitOption>, Vec<UnitOption>) =
        old.into_iter().flat_map(|choice| choice.options).partition(|option| !option.weapons.is_empty());
    let mut weapons = vec![&row.weapon];
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
        let weapon = Weapon { arc: Some(arc.clone()).filter(|arc| !arc.is_empty()), ..weapon.clone() };
        made.push((known.first().map_or(usize::MAX, place), option(weapon, known)));
    }
    let default = made.first().map(|(_, option)| option.id.clone());
    let mut seen: Vec<String> = Vec::new();
    for mut other in others {
        let place = place(&other);
        other.id = slug(&other.name);
        match made.iter_mut().find(|(_, option)| option.id == other.id) {
            Some((_, same)) if seen.contains(&other.id) => same.entries.extend(other.entries),
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
        min: row.count,
        max: Some(row.count),
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

/// An option that takes the weapon of a hardpoint away does so with each that the card offers.
fn take_all_away(options: &mut [UnitOption], before: &[String], now: &[String]) {
    for option in options {
        if before.iter().any(|name| option.removes.contains(name)) {
            option.removes.retain(|name| !before.contains(name) || now.contains(name));
            let more: Vec<String> = now.iter().filter(|name| !option.removes.contains(name)).cloned().collect();
            option.removes.extend(more);
        }
    }
}

/// The largest number of generators on a model. None if the card has no number.
fn places(card: &PrintedCard, words: &CardWords) -> Option<u32> {
    match card.figures.get(&words.generator_box)? {
        Stat::Number(number) => u32::try_from(*number).ok(),
        Stat::Text(text) => text.rsplit('-').next()?.trim().parse().ok(),
    }
}

/// A group of generators alone takes no more than the card has places. A card without places takes them away.
fn bound_generators(choice: &mut Choice, places: u32, generator: &String) {
    let is_generator = |option: &UnitOption| option.kind.as_ref() == Some(generator);
    if places == 0 {
        choice.options.retain(|option| !is_generator(option));
    } else if choice.options.iter().all(is_generator) {
        choice.max = choice.max.map(|max| max.min(places));
        choice.min = choice.min.min(places);
    }
}

/// A name without the word for the size of its hardpoint.
fn plain(name: &str) -> &str {
    ["heavy-", "light-"].iter().find_map(|size| name.strip_prefix(size)).unwrap_or(name)
}

/// The option of a weapon. The options of the data that it was before give it price and entries.
fn option(weapon: Weapon, known: Vec<UnitOption>) -> UnitOption {
    let name = weapon.name.clone();
    let mut all = known.into_iter();
    let mut option = all.next().unwrap_or(UnitOption { points: Some(0), ..UnitOption::default() });
    option.entries.extend(all.flat_map(|other| other.entries));
    UnitOption { id: slug(&name), name, weapons: vec![weapon], ..option }
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
