//! Reads the tables that Muster wrote. Their options, roles and terms are phrases of ours.

use std::collections::BTreeSet;

use muster_engine::list::{ArmyList, Group, ModelCount, SettingValue, Squadron};
use muster_engine::ready::Ruleset;
use muster_engine::slug::slug;
use muster_engine::summary::summary;

use super::cells::Cells;
use super::columns::ListColumn;
use super::grid::GridRow;
use crate::count::count;
use crate::listing::fact;
use crate::listing::found::{Doubt, Listing, TextContext};
use crate::listing::known::{current, each_squadron};
use crate::listing::outline::NAMELESS;
use crate::listing::posted::UnitNameIndex;
use crate::listing::read::name_units;

/// What all rows of a list say alike.
const OF_LIST: [ListColumn; 5] =
    [ListColumn::List, ListColumn::Player, ListColumn::Ruleset, ListColumn::Mfv, ListColumn::Terms];

/// Reads the list of some rows.
pub(super) fn read(units: &UnitNameIndex, cells: Cells, context: TextContext) -> Listing {
    let ruleset = units.ruleset();
    let listing = Listing::new(current(ruleset), Vec::new(), Vec::new());
    let mut reading = OurTableReader { ruleset, cells, listing, groups: Vec::new(), slots: Vec::new() };
    for row in reading.cells.above() {
        // Muster writes nothing there.
        let misplaced = row.cells.iter().filter(|cell| !cell.is_empty());
        let misplaced = misplaced.map(|cell| Doubt::misplaced(row.number, cell, None));
        reading.listing.doubts.extend(misplaced);
    }
    reading.head(context);
    for row in reading.cells.rows.iter().filter(|row| !Cells::is_empty(row)) {
        reading.row(row);
    }
    let OurTableReader { cells, mut listing, slots, .. } = reading;
    refer(&mut listing.list);
    name_units(ruleset, &mut listing.list);
    state_slots(ruleset, &mut listing.list, &slots);
    cells.tell(units, |column| column != ListColumn::Other, &mut listing);
    listing.doubts.sort_by_key(|doubt| doubt.line);
    listing
}

struct OurTableReader<'t, 'r> {
    ruleset: &'r Ruleset,
    cells: Cells<'t>,
    listing: Listing,
    /// The groups that were begun.
    groups: Vec<Option<&'t str>>,
    /// The slots of all squadrons, in the order of the rows: the title that the row states, and the id.
    slots: Vec<Option<(&'t str, String)>>,
}

impl<'t> OurTableReader<'t, '_> {
    /// Takes what the first row says of the list, and what other rows say alike.
    fn head(&mut self, context: TextContext) {
        let Some(first) = self.cells.rows.first() else { return };
        for column in OF_LIST {
            let stated = self.cells.see(first, column);
            // A list under other rules is another list.
            let stated =
                stated.filter(|cell| column != ListColumn::Ruleset || fact::ruleset_named(cell).id() == self.id());
            for row in self.cells.rows {
                self.cells.take_if(row, |own, cell| own == column && Some(cell) == stated);
            }
        }
        let cell = |column: ListColumn| self.cells.see(first, column);
        let list = &mut self.listing.list;
        list.name = cell(ListColumn::List).filter(|name| *name != NAMELESS).map(str::to_owned);
        list.player = cell(ListColumn::Player).map(str::to_owned);
        list.nation = context.nation.or(cell(ListColumn::Nation)).map(str::to_owned);
        // Terms stand in the rows in words alone. Not all words can be read back.
        match cell(ListColumn::Terms).map(|terms| (terms, settings_of(self.ruleset, terms))) {
            Some((_, Some(settings))) => list.settings.extend(settings),
            Some((terms, None)) => self.listing.doubts.push(Doubt::unread(first.number, terms, None)),
            None => {}
        }
        let mfv = self.number(first, ListColumn::Mfv);
        self.listing.list.mfv = context.mfv.or(mfv);
    }

    /// The id of the ruleset.
    fn id(&self) -> &str {
        &self.ruleset.declarations().id
    }

    /// The number in a cell. It is told if it is none.
    fn number(&mut self, row: &'t GridRow, column: ListColumn) -> Option<u32> {
        let cell = self.cells.take(row, column)?;
        let number = count(cell);
        if number.is_none() {
            self.listing.doubts.push(Doubt::number(row.number, cell, None));
        }
        number
    }

    fn row(&mut self, row: &'t GridRow) {
        let Some(unit) = self.cells.take(row, ListColumn::Unit) else { return };
        let models = self.number(row, ListColumn::Models);
        let points = self.number(row, ListColumn::Points);
        let nation = self.cells.take(row, ListColumn::Nation);
        let mut squadron = Squadron {
            unit: unit.to_owned(),
            name: self.cells.take(row, ListColumn::Name).map(str::to_owned),
            nation: nation.filter(|nation| Some(*nation) != self.listing.list.nation.as_deref()).map(str::to_owned),
            models: models.map(ModelCount::Count),
            points,
            ..Squadron::default()
        };
        let facts = [
            ("Options", ListColumn::Options),
            ("Roles", ListColumn::Roles),
            ("Allocation", ListColumn::Allocation),
            ("Turn of entry", ListColumn::Turn),
            ("Brought by", ListColumn::BroughtBy),
            ("Carries", ListColumn::Carries),
        ];
        for (key, column) in facts {
            let Some(cell) = self.cells.take(row, column) else { continue };
            if fact::set_of_squadron(self.ruleset, &mut squadron, None, key, cell).is_none() {
                self.listing.doubts.push(Doubt::unread(row.number, cell, None));
            }
        }
        let home = nation.or(self.listing.list.nation.as_deref()).map(|name| self.ruleset.nation(name).unwrap_or(name));
        let found = self.ruleset.find_unit(home, unit).map(|(catalogue, ready)| catalogue.unit(ready));
        self.cells.take_if(row, |column, cell| column == ListColumn::Id && found.is_some_and(|unit| unit.id == cell));
        let list = &mut self.listing.list;
        if !self.ruleset.declarations().group_kinds.is_empty() {
            let group = self.cells.take(row, ListColumn::Group);
            if self.groups.last() != Some(&group) {
                self.groups.push(group);
                list.groups.extend(group_of(self.ruleset, group));
            }
        }
        let kind = list.groups.last().map(|group| group.kind.as_str());
        let slot = self.cells.take(row, ListColumn::Slot);
        self.slots.push(slot.map(|title| (title, fact::slot(self.ruleset, kind, title))));
        let is_attached =
            !self.cells.take_if(row, |column, cell| column == ListColumn::Attached && cell == "yes").is_empty();
        let siblings = list.groups.last_mut().map_or(&mut list.squadrons, |group| &mut group.squadrons);
        match siblings.last_mut().filter(|_| is_attached) {
            Some(host) => host.attached.push(squadron),
            None => siblings.push(squadron),
        }
    }
}

/// States the slots that rows state, where the engine would put the squadron into another.
fn state_slots(ruleset: &Ruleset, list: &mut ArmyList, slots: &[Option<(&str, String)>]) {
    if slots.iter().all(Option::is_none) {
        return;
    }
    let lines = summary(ruleset, list).squadrons;
    let mut rows = lines.iter().zip(slots);
    each_squadron(list, &mut |squadron| {
        let Some((line, Some((title, id)))) = rows.next() else { return };
        if line.slot.as_deref() != Some(*title) {
            squadron.slot = Some(id.clone());
        }
    });
}

/// The settings in the terms of a list: `with level captain and competitive set by the list itself`. None if they are
/// not all that the terms say.
fn settings_of(ruleset: &Ruleset, terms: &str) -> Option<Vec<(String, SettingValue)>> {
    let setting = |said: &str| {
        let said = said.strip_suffix(" set by the list itself")?;
        let (id, value) = said.split_once(' ').map_or((said, None), |(id, value)| (id, Some(value)));
        let setting = ruleset.declarations().settings.get(id)?;
        let value = match value {
            None => SettingValue::Flag(true),
            Some("off") => SettingValue::Flag(false),
            Some(value) if setting.values.contains_key(value) => SettingValue::Word(value.to_owned()),
            Some(value) => SettingValue::Number(value.parse().ok()?),
        };
        Some((id.to_owned(), value))
    };
    terms.strip_prefix("with ")?.split(" and ").flat_map(|part| part.split(", ")).map(setting).collect()
}

/// The group of a name, of the kind with that title or of the usual one.
fn group_of(ruleset: &Ruleset, name: Option<&str>) -> Option<Group> {
    let kinds = &ruleset.declarations().group_kinds;
    let known = kinds.iter().find(|(_, kind)| name.is_some_and(|name| kind.title == name));
    let usual = ruleset.declarations().usual_group().or_else(|| name.and(kinds.keys().next()).map(String::as_str));
    let kind = known.map(|(kind, _)| kind.as_str()).or(usual)?;
    let name = name.filter(|_| known.is_none()).map(str::to_owned);
    Some(Group { kind: kind.to_owned(), name, ..Group::default() })
}

/// Gives an id to each squadron that another names, and names it by that.
fn refer(list: &mut ArmyList) {
    let groups = list.groups.iter_mut().flat_map(|group| &mut group.squadrons);
    let mut all: Vec<&mut Squadron> = list.squadrons.iter_mut().chain(groups).collect();
    let named = all.iter().flat_map(|squadron| squadron.brought_by.iter().chain(&squadron.carries));
    let named: BTreeSet<String> = named.cloned().collect();
    for name in &named {
        let is_meant = |squadron: &&mut Squadron| *squadron.name.as_ref().unwrap_or(&squadron.unit) == *name;
        if let Some(place) = all.iter().position(is_meant) {
            all[place].id = Some(slug(name));
        }
    }
    for squadron in all {
        squadron.brought_by.iter_mut().chain(&mut squadron.carries).for_each(|name| *name = slug(name));
    }
}
