//! Reads a squadron from its selection.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};

use muster_engine::catalogue::{Card, FieldingWay, Member, NewKind, Unit};
use muster_engine::list::{ModelCount, OptionPick, RolePick, Squadron};
use muster_engine::ready::{ReadyCatalogue, ReadyUnit};
use muster_engine::slug::slug;

use super::file::Selection;
use super::names::SelectionNames;
use super::picks::{marked, number_of, pick_of, replaced};
use super::read::{RosterReader, set_facts};
use super::{costs, ids};
use crate::battlescribe::walk::all_options;
use crate::listing::{Doubt, MAX_NUMBER, fact, named, phrase};

/// A squadron being read, with its unit if known.
struct SquadronReader<'r> {
    squadron: Squadron,
    unit: Option<(&'r Unit, &'r ReadyUnit)>,
    nation: Option<String>,
    /// The number of models named by the selections inside.
    models: u32,
    options: Vec<SelectedOption>,
    /// True if the unit was not found by an id: it is unknown, or from other data, whose models have other names.
    is_named: bool,
    /// The number of some models is not known. It was told.
    is_uncounted: bool,
    /// The slugs of the names of all weapons on its cards, once they are needed.
    weapons: OnceCell<Vec<String>>,
}

/// An option that was taken.
struct SelectedOption {
    id: String,
    number: u32,
    /// How many selections are one purchase: where an option brings models, the number counts those.
    per: u32,
}

/// What is around a selection inside a squadron.
#[derive(Clone, Copy)]
struct SelectionSurroundings {
    /// How many selections of this name there are for each selection around them.
    each: u32,
    /// How many of the models that it belongs to each bringer has; 1 for models of the unit itself.
    per: u32,
    /// The option around it: its place among those taken, and its choice.
    option: Option<(usize, Option<usize>)>,
}

impl SelectionSurroundings {
    /// How many of these models each bringer has, if the selection is of models.
    fn brought(self, child: &Selection) -> u32 {
        if child.kind == "upgrade" { self.per } else { self.per.saturating_mul(self.each) }
    }
}

impl<'a> RosterReader<'a> {
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
        let mut reading = SquadronReader {
            squadron,
            unit,
            nation,
            models: 0,
            options: Vec::new(),
            is_named: root.kind != "model" && self.units.find(&root.ids, None).is_none(),
            is_uncounted: false,
            weapons: OnceCell::new(),
        };
        if let Some((unit, _)) = unit {
            self.compare(root, &SelectionNames::of_unit(unit), false);
        }
        // Muster writes 0 where it does not know the number.
        let is_counted = self.is_counted(root, self.roster.is_ours());
        self.inside(root, SelectionSurroundings { each: 1, per: 1, option: None }, &mut reading);
        let SquadronReader { mut squadron, models, options, is_uncounted, .. } = reading;
        let options = options.into_iter().map(|taken| (taken.id, taken.number.div_ceil(taken.per)));
        let options: Vec<(String, u32)> = options.filter(|(_, number)| *number > 0).collect();
        // Upgraded models stand beside those that are left, but the number of models includes them.
        let ready = unit.map(|(_, ready)| ready);
        let models = models.saturating_add(replaced(ready, &options));
        let inside = [models, marked(ready, &options)].into_iter().find(|models| *models > 0);
        if let Some(inside) = inside.filter(|inside| root.number > 1 && *inside != root.number) {
            let help = format!("{inside} models are named inside it");
            let text = format!("{} of {}", root.number, root.name);
            self.listing.doubts.push(Doubt::number(root.line, text, Some(help)));
        } else if inside.is_none() && root.number > 1 && root.kind == "unit" {
            let (number, name) = (root.number, &root.name);
            self.listing.concluded.push(format!("{number} of `{name}` are taken as one squadron of {number} models"));
        }
        let models = inside.unwrap_or(root.number);
        let is_known = is_counted && !is_uncounted && self.is_sane(root, models);
        let models = if is_known { models } else { 0 };
        squadron.models = (models > 0).then_some(ModelCount::Count(models));
        squadron.options = options.into_iter().map(|(id, number)| pick_of(ready, id, number, models)).collect();
        if self.roster.is_ours() {
            self.take_facts(root, ready, &mut squadron);
        } else {
            squadron.notes = Some(root.notes.join("\n")).filter(|notes| !notes.is_empty());
            squadron.points = root.claim();
            self.take_role_in_name(&mut squadron);
        }
        squadron
    }

    /// Applies the facts that Muster wrote into the notes of a squadron. Where selections and notes say something else of
    /// one thing, that is told.
    fn take_facts(&mut self, root: &Selection, ready: Option<&ReadyUnit>, squadron: &mut Squadron) {
        let selected = (squadron.options.clone(), phrase::count(squadron.models.as_ref()));
        let (ruleset, kind) = (self.ruleset, self.kind.as_deref());
        let set = |key: &str, value: &str| match (key, ready) {
            (fact::BY_DEFAULT, Some(ready)) => value.split("; ").all(|name| ready.find(name).is_some()).then_some(()),
            _ => fact::set_of_squadron(ruleset, squadron, kind, key, value),
        };
        set_facts(&root.notes, root.line, &mut self.listing.doubts, set);
        let models = phrase::count(squadron.models.as_ref());
        if models != selected.1 {
            let words = |models: Option<u32>| models.map_or_else(|| "none".to_owned(), |models| models.to_string());
            let text = format!("the selections say {} models, the notes say {}", words(selected.1), words(models));
            self.listing.doubts.push(Doubt::differs(root.line, text, None));
        }
        // Selections hold what the unit offers.
        let stated = phrase::named(ready, &squadron.options);
        let taken = |picks: &[OptionPick]| -> BTreeMap<String, u32> {
            let all = picks.iter().flat_map(|pick| number_of(ready, pick, models.unwrap_or(1)));
            all.filter(|(id, _)| ready.is_some_and(|ready| ready.find(id).is_some())).collect()
        };
        let (in_selections, in_notes) = (taken(&selected.0), taken(&stated));
        if in_selections != in_notes {
            let words = |taken: BTreeMap<String, u32>| {
                let words: Vec<String> = taken.into_iter().map(|(id, number)| format!("{number} of {id}")).collect();
                if words.is_empty() { "none".to_owned() } else { named(words.iter().map(String::as_str)) }
            };
            let (selected, stated) = (words(in_selections), words(in_notes));
            let text = format!("the selections say these options: {selected}; the notes say: {stated}");
            self.listing.doubts.push(Doubt::differs(root.line, text, None));
        }
        costs::note(squadron, root.claim());
    }

    /// Whether the number of a selection is known. Anything else than a whole number is told, and so is 0 unless it may
    /// stand there.
    fn is_counted(&mut self, selection: &Selection, may_be_none: bool) -> bool {
        let number = match (&selection.odd, selection.number) {
            (Some(odd), _) => odd.clone(),
            (None, 0) if !may_be_none => "0".to_owned(),
            (None, _) => return true,
        };
        let text = format!("{number} of {}", selection.name);
        self.listing.doubts.push(Doubt::number(selection.line, text, None));
        false
    }

    /// Takes a role that a player wrote behind the name of a ship: `Resolute (Commodore)`.
    fn take_role_in_name(&mut self, squadron: &mut Squadron) {
        let name = squadron.name.as_deref().and_then(|name| name.trim_end().strip_suffix(')'));
        let Some((_, said)) = name.and_then(|name| name.rsplit_once('(')) else { return };
        if let Some((role, _)) = self.role(said).filter(|_| squadron.roles.is_empty()) {
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
    fn inside(&mut self, selection: &Selection, around: SelectionSurroundings, reading: &mut SquadronReader<'a>) {
        let mut numbers: HashMap<&str, u32> = HashMap::new();
        for models in selection.selections.iter().filter(|child| child.kind != "upgrade") {
            let number = numbers.entry(&models.name).or_default();
            *number = number.saturating_add(models.number);
        }
        for child in &selection.selections {
            let number = numbers.get(child.name.as_str()).copied().unwrap_or(child.number);
            let each = number.checked_div(selection.number).unwrap_or(1).max(1);
            self.child(child, SelectionSurroundings { each, ..around }, reading);
        }
    }

    fn child(&mut self, child: &Selection, around: SelectionSurroundings, reading: &mut SquadronReader<'a>) {
        let own = reading.unit;
        let by_id = own.and_then(|(unit, ready)| ready.find(ids::option(unit, &child.ids)?));
        let nation = reading.nation.clone();
        // What programs go by is the id. A name counts where the id says nothing.
        let is_other = by_id.is_none()
            && !has_model_id(reading, child)
            && self.units.find(&child.ids, nation.as_deref()).is_some();
        if let Some((_, ready)) = own.filter(|_| !is_other)
            && let Some(found) = by_id.or_else(|| ready.find(&child.name).filter(|_| !has_model_id(reading, child)))
        {
            return self.option(child, (ready, found), around, reading);
        }
        if !is_other && is_model(reading, child) {
            if let Some((unit, _)) = own {
                self.compare(child, &SelectionNames::of_models(unit), true);
            }
            return self.models(child, around, reading);
        }
        if !is_other && self.conventions.ignores_inside(child) {
            self.pass_alone(child);
            return self.inside(child, around, reading);
        }
        if let Some((id, title)) = self.role(&child.name).filter(|_| !is_other) {
            if slug(&child.name) != slug(title) {
                self.listing.concluded.push(format!("`{}` is taken as the role {title}", child.name));
            }
            self.compare_id(child);
            self.is_counted(child, false);
            reading.squadron.roles.push(RolePick::Role(id));
            return child.selections.iter().for_each(|inner| self.pass(inner));
        }
        if let Some((catalogue, ready)) = self.find(child, nation.as_deref(), false) {
            if !self.roster.is_ours() && is_brought(reading, catalogue.unit(ready)) {
                // What is brought is not in the list, but better kinds of it are options of the bringer.
                self.pass_alone(child);
                return self.inside(child, SelectionSurroundings { per: around.brought(child), ..around }, reading);
            }
            let attached = self.squadron(child, Some((catalogue, ready)), nation.as_deref());
            reading.squadron.attached.push(attached);
            return;
        }
        if child.kind == "model" && reading.is_named {
            self.tell_models(child, reading);
            return self.models(child, around, reading);
        }
        let joins = child.kind == "unit" && (child.whole_cost() > 0 || self.roster.is_ours());
        if own.is_none() && !joins {
            // The unit was reported. Nothing more can be said about what it has.
            return self.pass(child);
        }
        if child.kind == "unit" {
            self.tell(child, nation.as_deref(), None);
            let attached = self.squadron(child, None, nation.as_deref());
            reading.squadron.attached.push(attached);
            return;
        }
        match self.printed(child, reading) {
            Some(PrintedExtent::Whole) => self.compare_id(child),
            Some(PrintedExtent::InPart) => self.pass_alone(child),
            None => {
                self.tell(child, nation.as_deref(), own);
                self.compare_id(child);
            }
        }
        self.inside(child, around, reading);
    }

    /// Counts models of the squadron.
    fn models(&mut self, child: &Selection, around: SelectionSurroundings, reading: &mut SquadronReader<'a>) {
        // Where all models are upgraded, Muster writes 0 for those that are left.
        reading.is_uncounted |= !self.is_counted(child, self.roster.is_ours());
        reading.models = reading.models.saturating_add(child.number);
        self.inside(child, around, reading);
    }

    /// Tells models that are called unlike their unit, in a roster without ids.
    fn tell_models(&mut self, child: &Selection, reading: &SquadronReader) {
        let (name, unit) = (&child.name, &reading.squadron.unit);
        if self.units.units_called(name).next().is_some() {
            let text = format!("`{name}` is a unit, but stands among the models of `{unit}`");
            self.listing.doubts.push(Doubt::differs(child.line, text, None));
        } else if slug(name) != slug(unit) {
            self.listing.concluded.push(format!("`{name}` (line {}) is taken as models of `{unit}`", child.line));
        }
    }

    /// Reads an option that was taken, given by its place in the unit.
    fn option(
        &mut self,
        child: &Selection,
        (ready, found): (&'a ReadyUnit, usize),
        around: SelectionSurroundings,
        reading: &mut SquadronReader<'a>,
    ) {
        let option = &ready.options[found];
        if let Some((unit, _)) = reading.unit
            && let Some(own) = all_options(unit).into_iter().find(|own| own.id == option.id)
        {
            self.compare(child, &SelectionNames::of_option(own), false);
        }
        if !self.is_counted(child, false) || !self.is_sane(child, child.number) {
            return self.inside(child, around, reading);
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
            reading.options.push(SelectedOption { id: option.id.clone(), number: 0, per });
            reading.options.len() - 1
        });
        let taken = &mut reading.options[place];
        taken.number = taken.number.saturating_add(child.number);
        self.inside(child, SelectionSurroundings { per, option: Some((place, option.of)), ..around }, reading);
    }

    /// The id and the title of the role that a name ends with. In rosters the nation may come before it.
    fn role(&self, name: &str) -> Option<(String, &'a str)> {
        let words = format!("-{}", slug(name));
        let roles = &self.ruleset.declarations().roles;
        let found = roles.iter().find(|(_, role)| words.ends_with(&format!("-{}", slug(&role.title))));
        found.map(|(id, role)| (id.clone(), role.title.as_str()))
    }

    /// Whether a selection only repeats the card, or only allows another squadron to join. None if it does not.
    fn printed(&self, child: &Selection, reading: &SquadronReader) -> Option<PrintedExtent> {
        let name = slug(&child.name);
        let weapons = reading.weapons.get_or_init(|| reading.unit.map_or_else(Vec::new, |(unit, _)| weapons(unit)));
        let is_free = child.whole_cost() == 0;
        if is_free && (self.ruleset.special_rule(&child.name).is_some() || weapons.contains(&name)) {
            return Some(PrintedExtent::Whole);
        }
        let is_in_part = self.ruleset.special_rule(&child.name).is_some()
            || self.roots.contains(&name)
            || weapons.iter().any(|weapon| name.contains(weapon) || is_free && weapon.contains(&name));
        is_in_part.then_some(PrintedExtent::InPart)
    }
}

/// How much of a selection stands on the card.
enum PrintedExtent {
    /// All of it.
    Whole,
    /// A name that the card has, with other words or a price; or it allows another squadron to join.
    InPart,
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
fn is_brought(reading: &SquadronReader, unit: &Unit) -> bool {
    let brings = reading.unit.into_iter().flat_map(|(bringer, ready)| {
        let members = bringer.members.iter().flat_map(|member| &member.brings);
        bringer.brings.iter().chain(members).chain(ready.options.iter().flat_map(|option| &option.brings))
    });
    unit.only == Some(FieldingWay::Brought) || brings.into_iter().any(|brings| brings.unit.as_ref() == Some(&unit.id))
}

/// Whether a selection has the id of models of the unit: of its own, or of a member of its fixed mix.
fn has_model_id(reading: &SquadronReader, child: &Selection) -> bool {
    let has = |entries: &[String]| child.ids.iter().any(|id| entries.contains(id));
    reading.unit.is_some_and(|(unit, _)| {
        has(&unit.entries) || child.ids.contains(&unit.id) || unit.members.iter().any(|member| has(&member.entries))
    })
}

/// Whether a selection is models of the unit.
fn is_model(reading: &SquadronReader, child: &Selection) -> bool {
    let name = slug(&child.name);
    let Some((unit, _)) = reading.unit else { return name == slug(&reading.squadron.unit) };
    if has_model_id(reading, child) {
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
