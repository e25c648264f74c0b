//! Reads a line that Muster wrote for a squadron: its unit, and all that stands behind its points, by whole names.

use indexmap::IndexMap;
use muster_engine::list::{OptionPick, RoleDetail, RolePick};
use muster_engine::ready::{ReadyUnit, Ruleset};

use super::lines::MAX_LINE;
use super::units::{UnitKey, UnitNameIndex};
use crate::listing::phrase::counted;

/// The longest name of an option or role, in bytes.
const MAX_NAME: usize = 200;
/// What stands between options.
const BETWEEN: &str = ", ";

/// A squadron in a line.
pub(super) struct ExactSquadron {
    pub key: UnitKey,
    pub models: Option<u32>,
    /// The points behind its name, if they are known.
    pub points: Option<u32>,
    pub roles: Vec<RolePick>,
    pub options: Vec<OptionPick>,
}

/// The squadron in a line such as `3 Frigate (90 points): Commodore, 2 × Mine`. `nations` are the nations whose units it
/// may name, the likeliest first. None if the line has anything else, or a name that it does not say wholly.
pub(super) fn read(units: &UnitNameIndex, nations: &[Option<&str>], line: &str) -> Option<ExactSquadron> {
    if line.len() > MAX_LINE {
        return None;
    }
    let mut brackets = line.match_indices(" (").map(|(at, _)| at);
    brackets.find_map(|at| squadron(units, nations, &line[..at], &line[at + 2..]))
}

/// The squadron whose points stand between `head` and the rest of a line.
fn squadron(units: &UnitNameIndex, nations: &[Option<&str>], head: &str, rest: &str) -> Option<ExactSquadron> {
    let (said, tail) = rest.split_once(')')?;
    let tail = if tail.is_empty() { tail } else { tail.strip_prefix(": ")? };
    let points = match said.strip_suffix(" points").or_else(|| said.strip_suffix(" point")) {
        Some(number) => Some(number.parse().ok()).filter(|number| number.is_some() || number_is_least(said))?,
        None if said == "points not known" => None,
        None => return None,
    };
    let unit = |name: &str| nations.iter().find_map(|nation| named(units, *nation, name));
    let only = |name: &str| {
        let mut others = units.nations().filter_map(|nation| named(units, nation, name));
        others.next().filter(|_| others.next().is_none())
    };
    let find = |name: &str| unit(name).or_else(|| only(name));
    let with_models = || {
        let (models, name) = head.split_once(' ')?;
        Some((Some(models.parse().ok()?), find(name)?))
    };
    let (models, key) = with_models().or_else(|| Some((None, find(head)?)))?;
    let mut exact = ExactSquadron { key, models, points, roles: Vec::new(), options: Vec::new() };
    let (_, ready) = units.get(key);
    let mut rest = tail;
    while !rest.is_empty() {
        // A name may have a comma in it, so the longest name counts.
        let ends = rest.match_indices(BETWEEN).map(|(end, _)| end).take_while(|end| *end <= MAX_NAME);
        let ends: Vec<usize> = ends.chain([rest.len()]).collect();
        let end = ends.into_iter().rev().find(|end| exact.take(units.ruleset, ready, &rest[..*end]))?;
        rest = rest[end..].strip_prefix(BETWEEN).unwrap_or_default();
    }
    Some(exact)
}

/// Whether points are said as `at least 90 points`.
fn number_is_least(said: &str) -> bool {
    said.strip_prefix("at least ").is_some_and(|number| number.starts_with(|letter: char| letter.is_ascii_digit()))
}

/// The unit of a nation with this printed name.
fn named(units: &UnitNameIndex, nation: Option<&str>, name: &str) -> Option<UnitKey> {
    let (catalogue, ready) = units.ruleset.find_unit(nation, name)?;
    let unit = catalogue.unit(ready);
    if unit.name == name { units.find(nation, &unit.id) } else { None }
}

impl ExactSquadron {
    /// Takes an option or a role. False if the words are no whole name of one.
    fn take(&mut self, ruleset: &Ruleset, ready: &ReadyUnit, words: &str) -> bool {
        if let Some(option) = option(ready, words) {
            self.options.push(option);
        } else if let Some(role) = role(ruleset, words) {
            self.roles.push(role);
        } else {
            return false;
        }
        true
    }
}

/// `Mine`, `2 × Mine`
fn option(ready: &ReadyUnit, words: &str) -> Option<OptionPick> {
    let find = |name: &str| {
        let found = ready.find(name).or_else(|| ready.find_mark(name))?;
        let option = &ready.options[found];
        // Which option a name means that several have, the text does not say either.
        let id = if ready.namesakes(name).len() < 2 { option.id.as_str() } else { name };
        (option.name == name).then(|| id.to_owned())
    };
    match (find(words), counted(words)) {
        (Some(id), _) => Some(OptionPick::Every(id)),
        (None, Some((count, name))) => Some(OptionPick::Some(IndexMap::from([(find(name)?, count)]))),
        (None, None) => None,
    }
}

/// `Commodore`, `Sub-commander (Pass the Tools)`
fn role(ruleset: &Ruleset, words: &str) -> Option<RolePick> {
    let roles = &ruleset.declarations().roles;
    let titled = |title: &str| roles.iter().find(|(_, role)| role.title == title);
    if let Some((id, _)) = titled(words) {
        return Some(RolePick::Role(id.clone()));
    }
    let (title, with) = words.strip_suffix(')')?.split_once(" (")?;
    let (id, role) = titled(title)?;
    let card = ruleset.card(role.trait_deck.as_ref()?, with).filter(|card| card.name == with)?;
    Some(RolePick::Detailed(RoleDetail { role: id.clone(), r#trait: Some(card.id.clone()), ..RoleDetail::default() }))
}
