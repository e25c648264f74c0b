//! Looks up the rows of a sheet, and turns their fields into traits. It is either the sheet that is judged or the sheet
//! that the list points at.

#![expect(
    clippy::indexing_slicing,
    reason = "the force gives out the places of squadrons, sets and models, and the unit those of options and kinds"
)]

use std::collections::HashMap;

use crate::force::parts::ForceRow;
use crate::force::value::NumberRange;
use crate::force::whole::Force;
use crate::lookup::enlist::prices;
use crate::ready::bits::Bits;
use crate::ready::matcher::Match;
use crate::ready::vocabulary::ANY;
use crate::shapes::declarations::Declarations;
use crate::shapes::sheet::{FieldContent, FieldType, RowSubject, Sheet, SheetRow};
use crate::text::slug::slug;

impl<'a> Force<'a> {
    /// Adds the rows that count, and gives squadrons the traits that their rows state. If a list is judged, rows about
    /// other lists do not count.
    pub(super) fn add_rows(&mut self, sheet: &'a Sheet) {
        let nation = sheet.nation.as_deref().and_then(|name| self.ruleset.nation(name));
        let kind = self.ruleset.declarations().sheets.get(&sheet.kind);
        let stands_for: Vec<String> =
            self.list.sheet.iter().flat_map(|pick| &pick.rows).map(|name| slug(name)).collect();
        let mut squadrons: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, entry) in self.entries.iter().enumerate() {
            if let Some(name) = &entry.squadron.name {
                squadrons.entry(slug(name)).or_default().push(index);
            }
        }
        for row in &sheet.rows {
            let name = row.name.as_deref().map(slug);
            let of = kind.and_then(|kind| kind.rows.get(&row.kind)).and_then(|kind| kind.of);
            if self.judged_sheet.is_none()
                && of == Some(RowSubject::List)
                && !name.iter().any(|name| stands_for.contains(name))
            {
                continue;
            }
            let (said, mut row) = self.row(row, nation, unit_field(self.ruleset.declarations(), sheet, row));
            if self.judged_sheet.is_none() && of == Some(RowSubject::Squadron) {
                let called = name.and_then(|name| squadrons.get(&name));
                row.entry = called.into_iter().flatten().copied().find(|entry| self.may_be(*entry, row.unit));
                if let Some(entry) = row.entry {
                    // A squadron of an unknown unit may be another one that has the name of this row's.
                    let is_sure = row.unit.is_none() || self.entries[entry].found.is_some();
                    self.share(entry, &said, is_sure);
                    let fields = kind.and_then(|kind| kind.fields_of(row.written)).into_iter().flatten();
                    let words = fields
                        .flat_map(|(id, field)| row.written.words(id).iter().filter_map(|word| field.values.get(word)));
                    let names: Vec<&String> = words.flat_map(|word| &word.free).collect();
                    self.free(entry, &names, Match::Yes);
                }
            }
            self.rows.push(row);
        }
    }

    /// The traits that the fields of a row state, and the row looked up. `unit` is the field in which it names a unit.
    fn row(&self, row: &'a SheetRow, nation: Option<&str>, unit: Option<&'a str>) -> (Bits, ForceRow<'a>) {
        let vocabulary = self.ruleset.vocabulary();
        let mut said = vocabulary.bits("row", [row.kind.as_str()]);
        for (name, held) in &row.fields {
            match held {
                // What it is called is known below.
                FieldContent::Words(_) if Some(name.as_str()) == unit => {}
                FieldContent::Words(words) => {
                    said = said.union(&vocabulary.bits(name, words.iter().map(String::as_str)));
                }
                // A selector can only ask whether a number is stated.
                FieldContent::Number(_) => said = said.union(&vocabulary.bit(name, ANY)),
            }
        }
        let mut may_have = if nation.is_none() { self.of_nations() } else { Bits::default() };
        let named = unit.and_then(|field| Some((field, row.words(field).first()?)));
        let found = named.and_then(|(_, name)| self.find(nation, name));
        let mut has = self.ruleset.nation_bits(nation);
        match (named, found) {
            (Some((field, _)), Some(found)) => {
                has = has.union(&vocabulary.bits(field, [found.unit.id.as_str()])).union(&found.ready.bits);
            }
            // It may be any unit.
            (Some((field, name)), None) => {
                has = has.union(&vocabulary.bits(field, [name.as_str()]));
                may_have = may_have.union(vocabulary.of_units()).union(&vocabulary.all(field));
            }
            (None, _) => {}
        }
        has = has.union(&said);
        self.refer(&mut has, &mut may_have);
        let unknown = unit.filter(|_| named.is_some() && found.is_none());
        let unit = unit.zip(found.map(|found| found.unit.id.as_str()));
        (said, ForceRow { written: row, entry: None, unit, unknown, has, may_have })
    }

    /// Whether a squadron may be of this unit, as far as both are known.
    fn may_be(&self, entry: usize, unit: Option<(&str, &str)>) -> bool {
        let known = unit.zip(self.entries[entry].found);
        known.is_none_or(|((_, unit), found)| found.unit.id == unit)
    }

    /// Takes the price of options off a squadron that its row perhaps makes free, for a list whose sheet is not at hand.
    pub(super) fn perhaps_free(&mut self) {
        let rows = self.ruleset.declarations().sheets.values().flat_map(|sheet| sheet.rows.values());
        let of_squadrons = rows.filter(|row| row.of == Some(RowSubject::Squadron)).flat_map(|row| row.fields.values());
        let names: Vec<&String> = of_squadrons.flat_map(|field| field.values.values()).flat_map(|w| &w.free).collect();
        for index in 0..self.entries.len() {
            if self.entries[index].squadron.name.is_some() {
                self.free(index, &names, Match::Perhaps);
            }
        }
    }

    /// Takes the price of the options of these names off a squadron: for certain, or perhaps.
    fn free(&mut self, index: usize, names: &[&String], is_sure: Match) {
        let entry = &self.entries[index];
        let Some(found) = entry.found.filter(|_| !names.is_empty()) else { return };
        let options = found.ready.options.iter().enumerate();
        let free: Vec<usize> = options.filter(|(_, o)| names.contains(&&o.word)).map(|(place, _)| place).collect();
        let counts = self.counts(entry);
        let mut paid: Vec<u32> = entry.taken.to_vec();
        for option in &free {
            paid[*option] = 0;
        }
        let less = |before: NumberRange, now: NumberRange| match (before.certain(), now.certain()) {
            (Some(before), Some(now)) if is_sure == Match::Perhaps => {
                NumberRange::whole(before).plus(NumberRange::whole(now.saturating_sub(before)).perhaps())
            }
            _ => now,
        };
        let mut cost = NumberRange::ZERO;
        for (kind, place) in entry.sets.clone().enumerate() {
            let (points, upgrades) = prices(found, kind, counts[kind], &paid);
            let set = &mut self.sets[place];
            set.points = less(set.points, points);
            set.upgrades = less(set.upgrades, upgrades);
            cost = cost.plus(set.points);
        }
        let entry = &mut self.entries[index];
        entry.cost = cost;
        entry.free = free.into_iter().map(|option| (option, is_sure)).collect();
    }

    /// Gives a squadron and its models the traits that its row states: for certain, or perhaps.
    fn share(&mut self, entry: usize, said: &Bits, is_sure: bool) {
        let give = |has: &mut Bits, may_have: &mut Bits| {
            let to = if is_sure { has } else { may_have };
            *to = to.union(said);
        };
        let bearers = self.bearers_of(entry..entry + 1);
        let entry = &mut self.entries[entry];
        give(&mut entry.has, &mut entry.may_have);
        for set in &mut self.sets[entry.sets.clone()] {
            give(&mut set.has, &mut set.may_have);
        }
        for bearer in &mut self.bearers[bearers] {
            give(&mut bearer.has, &mut bearer.may_have);
        }
    }
}

/// The field in which a row names its unit.
fn unit_field<'d>(declarations: &'d Declarations, sheet: &Sheet, row: &SheetRow) -> Option<&'d str> {
    let fields = declarations.sheets.get(&sheet.kind)?.fields_of(row)?;
    fields
        .iter()
        .find(|(_, field)| field.holds == FieldType::Unit && field.values.is_empty())
        .map(|(id, _)| id.as_str())
}
