//! Reads a squadron from its selection.

use std::cell::OnceCell;
use std::collections::HashMap;

use muster_engine::catalogue::{Card, Member, NewKind, Only, Unit};
use muster_engine::list::{Models, RolePick, Squadron};
use muster_engine::ready::{ReadyCatalogue, ReadyUnit};
use muster_engine::slug::slug;

use super::file::Selection;
use super::ids;
use super::picks::{marked, pick_of, replaced};
use super::read::{Reader, is_ours, set_facts};
use crate::battlescribe::walk::all_options;
use crate::listing::fact;
use crate::listing::{Doubt, MAX_NUMBER};

/// A squadron being read, with its unit if known.
struct Reading<'r> {
    squadron: Squadron,
    unit: Option<(&'r Unit, &'r ReadyUnit)>,
    nation: Option<String>,
    /// The number of models named by the selections inside.
    models: u32,
    options: Vec<Taken>,
    /// True if the unit was not found by an id: it is unknown, or from other data, whose models have other names.
    is_named: bool,
    /// The slugs of the names of all weapons on its cards, once they are needed.
    weapons: OnceCell<Vec<String>>,
}

/// An option that was taken.
struct Taken {
    id: String,
    number: u32,
    /// How many selections are one purchase: where an option brings models, the number counts those.
    per: u32,
}

/// What is around a selection inside a squadron.
#[derive(Clone, Copy)]
struct Around {
    /// How many selections of this name there are for each selection around them.
    each: u32,
    /// How many of the models that it belongs to each bringer has; 1 for models of the unit itself.
    per: u32,
    /// The option around it: its place among those taken, and its choice.
    option: Option<(usize, Option<usize>)>,
}

impl Around {
    /// How many of these models each bringer has, if the selection is of models.
    fn brought(self, child: &Selection) -> u32 {
        if child.kind == "upgrade" { self.per } else { self.per.saturating_mul(self.each) }
    }
}

impl<'a> Reader<'a> {
    /// Reads a squadron and everything attached to it inside its selection.
    pub(super) fn squadron(
        &mut self,
        root: &Selection,
        found: Option<(&'a ReadyCatalogue, &'a ReadyUnit)>,
        nation: Option<&str>,
    ) -> Squadron {
        let own = found.and_then(|(catalogue, _)| catalogue.written().nation.as_deref()).or(nation);
        let unit = found.map(|(catalogue, ready)| (catalogue.unit(ready), ready));
        let name = unit.map_or(&root.name, |(unit, _)| &unit.id).clone();
        let squadron = Squadron {
            unit: name,
            name: root.custom_name.clone(),
            nation: own.filter(|own| Some(*own) != self.listing.list.nation.as_deref()).map(str::to_owned),
            ..Squadron::default()
        };
        let nation = own.map(str::to_owned);
        let mut reading = Reading {
            squadron,
            unit,
            nation,
            models: 0,
            options: Vec::new(),
            is_named: root.kind != "model" && self.units.find(&root.ids, None).is_none(),
            weapons: OnceCell::new(),
        };
        self.inside(root, Around { each: 1, per: 1, option: None }, &mut reading);
        let Reading { mut squadron, models, options, .. } = reading;
        let options = options.into_iter().map(|taken| (taken.id, taken.number.div_ceil(taken.per)));
        let options: Vec<(String, u32)> = options.filter(|(_, number)| *number > 0).collect();
        // Upgraded models stand beside those that are left, but the number of models includes them.
        let ready = unit.map(|(_, ready)| ready);
        let models = models.saturating_add(replaced(ready, &options));
        let models = [models, marked(ready, &options), root.number].into_iter().find(|models| *models > 0).unwrap_or(0);
        let models = if self.is_sane(root, models) { models } else { 0 };
        squadron.models = (models > 0).then_some(Models::Count(models));
        squadron.options = options.into_iter().map(|(id, number)| pick_of(ready, id, number, models)).collect();
        if is_ours(self.roster) {
            let (ruleset, kind) = (self.ruleset, self.kind.as_deref());
            let set = |key: &str, value: &str| fact::set_of_squadron(ruleset, &mut squadron, kind, key, value);
            set_facts(&root.notes, root.line, &mut self.listing.doubts, set);
        } else if !root.notes.is_empty() {
            squadron.notes = Some(root.notes.join("\n"));
        }
        if !is_ours(self.roster) {
            squadron.points = root.claim();
            self.take_role_in_name(&mut squadron);
        }
        squadron
    }

    /// Takes a role that a player wrote behind the name of a ship: `Resolute (Commodore)`.
    fn take_role_in_name(&mut self, squadron: &mut Squadron) {
        let name = squadron.name.as_deref().and_then(|name| name.trim_end().strip_suffix(')'));
        let Some((_, said)) = name.and_then(|name| name.rsplit_once('(')) else { return };
        if let Some(role) = self.role(said).filter(|_| squadron.roles.is_empty()) {
            let name = squadron.name.as_deref().unwrap_or_default();
            self.listing.concluded.push(format!("`{said}` in the name `{name}` is taken as the role of that model"));
            squadron.roles.push(RolePick::Role(role));
        }
    }

    /// Whether a number is small enough for a list. A larger number is reported.
    fn is_sane(&mut self, selection: &Selection, number: u32) -> bool {
        if number > MAX_NUMBER {
            let text = format!("{number} of {}", selection.name);
            self.listing.doubts.push(Doubt::unread(selection.line, text, None));
        }
        number <= MAX_NUMBER
    }

    /// Reads the selections inside a selection.
    fn inside(&mut self, selection: &Selection, around: Around, reading: &mut Reading<'a>) {
        let mut numbers: HashMap<&str, u32> = HashMap::new();
        for models in selection.selections.iter().filter(|child| child.kind != "upgrade") {
            let number = numbers.entry(&models.name).or_default();
            *number = number.saturating_add(models.number);
        }
        for child in &selection.selections {
            let number = numbers.get(child.name.as_str()).copied().unwrap_or(child.number);
            let each = number.checked_div(selection.number).unwrap_or(1).max(1);
            self.child(child, Around { each, ..around }, reading);
        }
    }

    fn child(&mut self, child: &Selection, around: Around, reading: &mut Reading<'a>) {
        if let Some((unit, ready)) = reading.unit
            && let Some(found) = ids::option(unit, &child.ids).or(Some(&child.name)).and_then(|name| ready.find(name))
        {
            return self.option(child, (ready, found), around, reading);
        }
        if is_model(reading, child) {
            reading.models = reading.models.saturating_add(child.number);
            return self.inside(child, around, reading);
        }
        if self.conventions.ignores_inside(child) {
            if child.whole_cost() > 0 {
                self.inside(child, around, reading);
            }
            return;
        }
        if let Some(role) = self.role(&child.name) {
            reading.squadron.roles.push(RolePick::Role(role));
            return;
        }
        let nation = reading.nation.clone();
        if let Some((catalogue, ready)) = self.find(child, nation.as_deref(), false) {
            if !is_ours(self.roster) && is_brought(reading, catalogue.unit(ready)) {
                // What is brought is not in the list, but better kinds of it are options of the bringer.
                return self.inside(child, Around { per: around.brought(child), ..around }, reading);
            }
            let attached = self.squadron(child, Some((catalogue, ready)), nation.as_deref());
            reading.squadron.attached.push(attached);
            return;
        }
        if child.kind == "model" && reading.is_named {
            reading.models = reading.models.saturating_add(child.number);
            return self.inside(child, around, reading);
        }
        let joins = child.kind == "unit" && (child.whole_cost() > 0 || is_ours(self.roster));
        if reading.unit.is_none() && !joins {
            // The unit was reported. Nothing more can be said about what it has.
            return self.inside(child, around, reading);
        }
        if child.kind == "unit" {
            self.tell(child, nation.as_deref(), None);
            let attached = self.squadron(child, None, nation.as_deref());
            reading.squadron.attached.push(attached);
            return;
        }
        if !self.is_printed(child, reading) {
            self.tell(child, nation.as_deref(), reading.unit);
        }
        self.inside(child, around, reading);
    }

    /// Reads an option that was taken, given by its place in the unit.
    fn option(
        &mut self,
        child: &Selection,
        (ready, found): (&'a ReadyUnit, usize),
        around: Around,
        reading: &mut Reading<'a>,
    ) {
        let option = &ready.options[found];
        if !self.is_sane(child, child.number) {
            return;
        }
        let per = if option.brings.is_empty() { around.per } else { around.brought(child) };
        // Files put a better kind inside the usual one. Here both belong to one choice, and only one is taken.
        if let Some((place, choice)) = around.option
            && choice.is_some()
            && choice == option.of
        {
            let usual = &mut reading.options[place].number;
            *usual = usual.saturating_sub(child.number);
        }
        let place = reading.options.iter().position(|taken| taken.id == option.id).unwrap_or_else(|| {
            reading.options.push(Taken { id: option.id.clone(), number: 0, per });
            reading.options.len() - 1
        });
        let taken = &mut reading.options[place];
        taken.number = taken.number.saturating_add(child.number);
        self.inside(child, Around { per, option: Some((place, option.of)), ..around }, reading);
    }

    /// The role that a name ends with. In rosters the nation may come before it.
    fn role(&self, name: &str) -> Option<String> {
        let words = format!("-{}", slug(name));
        let roles = &self.ruleset.declarations().roles;
        let found = roles.iter().find(|(_, role)| words.ends_with(&format!("-{}", slug(&role.title))));
        found.map(|(id, _)| id.clone())
    }

    /// Whether a selection only repeats the card, or only allows another squadron to join.
    fn is_printed(&self, child: &Selection, reading: &Reading) -> bool {
        let name = slug(&child.name);
        let weapons = || reading.weapons.get_or_init(|| reading.unit.map_or_else(Vec::new, |(unit, _)| weapons(unit)));
        let is_free = child.whole_cost() == 0;
        self.ruleset.special_rule(&child.name).is_some()
            || self.roots.contains(&name)
            || weapons().iter().any(|weapon| name.contains(weapon) || is_free && weapon.contains(&name))
    }
}

/// The slugs of the names of all weapons on the cards of a unit: of its own models, and of those that options make.
fn weapons(unit: &Unit) -> Vec<String> {
    let options = all_options(unit);
    let kinds = options.iter().flat_map(|option| option.becomes.iter().chain(&option.adds));
    let members = unit.members.iter().map(|member| &member.card);
    let cards: Vec<&Card> = kinds.map(|kind: &NewKind| &kind.card).chain(members).chain([&unit.card]).collect();
    let weapons = cards.into_iter().flat_map(|card| &card.weapons);
    weapons.chain(options.iter().flat_map(|option| &option.weapons)).map(|weapon| slug(&weapon.name)).collect()
}

/// Whether a unit inside a squadron is what the squadron brings, not attached to it.
fn is_brought(reading: &Reading, unit: &Unit) -> bool {
    let brings = reading.unit.into_iter().flat_map(|(bringer, ready)| {
        let members = bringer.members.iter().flat_map(|member| &member.brings);
        bringer.brings.iter().chain(members).chain(ready.options.iter().flat_map(|option| &option.brings))
    });
    unit.only == Some(Only::Brought) || brings.into_iter().any(|brings| brings.unit.as_ref() == Some(&unit.id))
}

/// Whether a selection is models of the unit: its own, or a member of its fixed mix.
fn is_model(reading: &Reading, child: &Selection) -> bool {
    let name = slug(&child.name);
    let Some((unit, _)) = reading.unit else { return name == slug(&reading.squadron.unit) };
    let has = |entries: &[String]| child.ids.iter().any(|id| entries.contains(id));
    if has(&unit.entries) || child.ids.contains(&unit.id) || unit.members.iter().any(|member| has(&member.entries)) {
        return true;
    }
    // Files call a model by any name of its unit, or by the first words of one. A free upgrade of such a name may be the
    // permission to attach another squadron.
    let begins =
        |own: &String| slug(own).strip_prefix(&name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
    let is_member = |member: &Member| slug(&member.name) == name;
    (child.kind != "upgrade" || child.cost > 0)
        && !name.is_empty()
        && (unit.aliases.iter().chain([&unit.name]).any(begins) || unit.members.iter().any(is_member))
}
