//! Reads a list from a roster.

use std::collections::{BTreeSet, HashMap, HashSet};

use muster_engine::catalogue::{Member, Only, Unit};
use muster_engine::list::{Group, Models, RolePick, RulesetName, Squadron};
use muster_engine::nearest::nearest;
use muster_engine::ready::Ruleset;
use muster_engine::ready::{ReadyCatalogue, ReadyUnit};
use muster_engine::slug::slug;

use super::file::{Force, Roster, Selection};
use super::ids::{self, MUSTER, UnitIds};
use super::picks::pick_of;
use crate::listing::fact;
use crate::listing::{Doubt, Listing, MAX_NUMBER, NAMELESS, Said, by_ids, current, unit_names};

/// The most selections not understood for which the nearest names are given.
const HELPED: usize = 200;

/// The ruleset named in the notes of a roster written by Muster.
pub(super) fn ruleset(roster: &Roster) -> Option<RulesetName> {
    let facts = roster.notes.iter().filter(|_| is_ours(roster)).filter_map(|note| note.split_once(": "));
    facts.into_iter().find(|(key, _)| *key == "Ruleset").map(|(_, said)| fact::ruleset_named(said))
}

/// Whether Muster wrote the roster, so that its notes are facts. Notes of other programs are notices.
fn is_ours(roster: &Roster) -> bool {
    roster.made_by.as_deref() == Some(MUSTER)
}

/// Applies the facts in notes, and reports notes that are not understood. `line` is the line of the notes.
fn set_facts(notes: &[String], line: usize, doubts: &mut Vec<Doubt>, mut set: impl FnMut(&str, &str) -> Option<()>) {
    for note in notes {
        if fact::said(note).and_then(|(key, value)| set(key, &value)).is_none() {
            doubts.push(Doubt::unread(line, note.clone(), None));
        }
    }
}

pub(super) fn read(ruleset: &Ruleset, roster: &Roster, said: Said) -> Listing {
    let mut list = current(ruleset);
    list.name = roster.name.clone().filter(|name| name != NAMELESS);
    let first = roster.forces.iter().find_map(|force| ruleset.nation(&force.catalogue));
    list.nation = first.map(str::to_owned);
    let mut listing = Listing { list, doubts: Vec::new(), concluded: Vec::new() };
    let Listing { list, doubts, .. } = &mut listing;
    if is_ours(roster) {
        set_facts(&roster.notes, 1, doubts, |key, value| fact::set_of_list(ruleset, list, key, value));
    }
    if let Some(name) = said.nation {
        list.nation = Some(ruleset.nation(name).unwrap_or(name).to_owned());
    }
    let roots = roster.forces.iter().flat_map(|force| &force.selections).map(|root| slug(&root.name)).collect();
    let mut reader = Reader { ruleset, roster, roots, units: UnitIds::new(ruleset), listing, kind: None };
    roster.forces.iter().for_each(|force| reader.force(force));
    let mut listing = reader.listing;
    if !is_ours(roster) {
        listing.list.notes = Some(roster.notes.join("\n")).filter(|notes| !notes.is_empty());
    }
    by_ids(ruleset, &mut listing.list);
    listing.list.mfv = said.mfv.or(roster.limit);
    listing
}

/// A squadron being read, with its unit if known.
struct Reading<'r> {
    squadron: Squadron,
    unit: Option<(&'r Unit, &'r ReadyUnit)>,
    nation: Option<String>,
    /// The number of models named by the selections inside.
    models: u32,
    options: Vec<(String, u32)>,
}

/// A squadron with the names of the squadrons that may join it in the roster.
struct Placed {
    squadron: Squadron,
    /// The name of its selection.
    name: String,
    /// True if it is the form of a unit that is attached to others.
    joins: bool,
    hosts: Vec<String>,
}

struct Reader<'a> {
    ruleset: &'a Ruleset,
    roster: &'a Roster,
    /// The names of everything on the first level.
    roots: HashSet<String>,
    units: UnitIds<'a>,
    listing: Listing,
    /// The kind of group that is being read.
    kind: Option<String>,
}

impl<'a> Reader<'a> {
    fn force(&mut self, force: &Force) {
        let home = self.listing.list.nation.clone();
        let nation = self.ruleset.nation(&force.catalogue).map(str::to_owned).or(home);
        self.kind = self.kind(force);
        let roots: HashSet<String> = force.selections.iter().map(|root| slug(&root.name)).collect();
        let placed: Vec<Placed> =
            force.selections.iter().filter_map(|root| self.placed(root, nation.as_deref(), &roots)).collect();
        let squadrons = self.attached(placed);
        match self.kind.clone() {
            None => self.listing.list.squadrons.extend(squadrons),
            Some(kind) => {
                let mut group = Group { kind, name: force.custom_name.clone(), squadrons, ..Group::default() };
                if is_ours(self.roster) {
                    let set = |key: &str, value: &str| fact::set_of_group(&mut group, key, value);
                    set_facts(&force.notes, force.line, &mut self.listing.doubts, set);
                }
                self.listing.list.groups.push(group);
            }
        }
    }

    /// The kind of group of a force; none in games without groups.
    fn kind(&mut self, force: &Force) -> Option<String> {
        let kinds = &self.ruleset.declarations().group_kinds;
        if is_ours(self.roster) {
            return Some(force.entry.clone()).filter(|kind| !kind.is_empty());
        }
        let name = slug(&force.name);
        let named = kinds.iter().find(|(id, kind)| **id == name || slug(&kind.title) == name);
        if named.is_none() && kinds.len() > 1 {
            let (name, title) = (&force.name, &kinds[0].title);
            self.listing.concluded.push(format!("`{name}` is not a kind of group here and is taken as: {title}"));
        }
        named.or_else(|| kinds.first()).map(|(id, _)| id.clone())
    }

    /// Reads a selection of the first level.
    fn placed(&mut self, root: &Selection, nation: Option<&str>, roots: &HashSet<String>) -> Option<Placed> {
        let found = self.find(root, nation);
        if found.is_none() {
            self.tell(root, nation, None);
            if root.kind == "upgrade" {
                return None;
            }
        }
        let unit = found.map(|(catalogue, ready)| catalogue.unit(ready));
        let joins = unit.is_some_and(|unit| {
            let attached_form = slug(&root.name).ends_with(&format!("-{}", slug(&unit.name)));
            unit.only == Some(Only::Attached) || attached_form && !unit.attaches.is_empty()
        });
        let squadron = self.squadron(root, found, nation);
        let inner = root.selections.iter().flat_map(|child| child.selections.iter().chain([child]));
        let hosts = inner.map(|child| slug(&child.name)).filter(|name| roots.contains(name)).collect();
        Some(Placed { squadron, name: slug(&root.name), joins, hosts })
    }

    /// Attaches squadrons to the one squadron that names them.
    fn attached(&mut self, placed: Vec<Placed>) -> Vec<Squadron> {
        let mut hosts_of: HashMap<&str, BTreeSet<usize>> = HashMap::new();
        for (host, form) in placed.iter().enumerate() {
            for name in &form.hosts {
                hosts_of.entry(name).or_default().insert(host);
            }
        }
        let hosts: Vec<Vec<usize>> = placed
            .iter()
            .map(|form| {
                hosts_of.get(form.name.as_str()).filter(|_| form.joins).into_iter().flatten().copied().collect()
            })
            .collect();
        let mut squadrons: Vec<Option<Squadron>> = Vec::new();
        let mut guests = Vec::new();
        for (form, hosts) in placed.into_iter().zip(hosts) {
            let (squadron, guest) = match hosts.as_slice() {
                [host] => (None, Some((Some(*host), form.squadron))),
                _ if form.joins => (None, Some((None, form.squadron))),
                _ => (Some(form.squadron), None),
            };
            squadrons.push(squadron);
            guests.extend(guest);
        }
        for (host, guest) in guests {
            if let Some(Some(squadron)) = host.and_then(|host| squadrons.get_mut(host)) {
                squadron.attached.push(guest);
            } else {
                let unit = &guest.unit;
                let said = format!("`{unit}` is not attached: the roster does not say which squadron it joins");
                self.listing.concluded.push(said);
                squadrons.push(Some(guest));
            }
        }
        squadrons.into_iter().flatten().collect()
    }

    fn find(&self, selection: &Selection, nation: Option<&str>) -> Option<(&'a ReadyCatalogue, &'a ReadyUnit)> {
        let by_name = || self.ruleset.find_unit(nation, &selection.name);
        self.units.find(&selection.ids, nation).or_else(by_name)
    }

    fn squadron(
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
        let mut reading = Reading { squadron, unit, nation, models: 0, options: Vec::new() };
        self.inside(root, &mut reading);
        let Reading { mut squadron, models, options, .. } = reading;
        let models = if models > 0 { models } else { root.number };
        let models = if self.is_sane(root, models) { models } else { 0 };
        squadron.models = (models > 0).then_some(Models::Count(models));
        let ready = unit.map(|(_, ready)| ready);
        squadron.options = options.into_iter().map(|(id, number)| pick_of(ready, id, number, models)).collect();
        if is_ours(self.roster) {
            let (ruleset, kind) = (self.ruleset, self.kind.as_deref());
            let set = |key: &str, value: &str| fact::set_of_squadron(ruleset, &mut squadron, kind, key, value);
            set_facts(&root.notes, root.line, &mut self.listing.doubts, set);
        } else if !root.notes.is_empty() {
            squadron.notes = Some(root.notes.join("\n"));
        }
        squadron
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
    fn inside(&mut self, selection: &Selection, reading: &mut Reading<'a>) {
        for child in &selection.selections {
            self.child(child, reading);
        }
    }

    fn child(&mut self, child: &Selection, reading: &mut Reading<'a>) {
        let nation = reading.nation.clone();
        if let Some((unit, ready)) = reading.unit {
            let by_name = || Some(&*ready.options[ready.find(&child.name)?].id);
            if let Some(option) = ids::option(unit, &child.ids).or_else(by_name) {
                if !self.is_sane(child, child.number) {
                    return;
                }
                match reading.options.iter_mut().find(|(id, _)| id == option) {
                    Some((_, number)) => *number = number.saturating_add(child.number),
                    None => reading.options.push((option.to_owned(), child.number)),
                }
                return self.inside(child, reading);
            }
        }
        if is_model(reading, child) {
            reading.models = reading.models.saturating_add(child.number);
            return self.inside(child, reading);
        }
        if let Some(role) = self.role(&child.name) {
            reading.squadron.roles.push(RolePick::Role(role));
            return;
        }
        if let Some(found) = self.find(child, nation.as_deref()) {
            let (catalogue, ready) = found;
            if catalogue.unit(ready).only == Some(Only::Brought) {
                let name = &child.name;
                let said = format!("`{name}`, which `{}` always brings, is left out", reading.squadron.unit);
                self.listing.concluded.push(said);
                return;
            }
            let attached = self.squadron(child, Some(found), nation.as_deref());
            reading.squadron.attached.push(attached);
            return;
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
        self.inside(child, reading);
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
        let is_weapon = || {
            let weapons = reading.unit.into_iter().flat_map(|(unit, _)| &unit.card.weapons);
            weapons.into_iter().any(|weapon| name.contains(&slug(&weapon.name)))
        };
        self.ruleset.special_rule(&child.name).is_some() || is_weapon() || self.roots.contains(&name)
    }

    fn tell(&mut self, selection: &Selection, nation: Option<&str>, unit: Option<(&Unit, &ReadyUnit)>) {
        let options = unit.into_iter().flat_map(|(_, ready)| ready.options.iter().map(|option| option.name.as_str()));
        let help = if self.listing.doubts.len() >= HELPED {
            None
        } else if unit.is_some() {
            nearest(&selection.name, options)
        } else {
            nearest(&selection.name, unit_names(self.ruleset, nation))
        };
        self.listing.doubts.push(Doubt::unread(selection.line, selection.name.clone(), help));
    }
}

/// Whether a selection is models of the unit: its own, or a member of its fixed mix.
fn is_model(reading: &Reading, child: &Selection) -> bool {
    let name = slug(&child.name);
    let Some((unit, _)) = reading.unit else { return name == slug(&reading.squadron.unit) };
    let has = |entries: &[String]| child.ids.iter().any(|id| entries.contains(id));
    let is_member = |member: &Member| has(&member.entries) || slug(&member.name) == name;
    has(&unit.entries) || child.ids.contains(&unit.id) || name == slug(&unit.name) || unit.members.iter().any(is_member)
}
