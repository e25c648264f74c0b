//! Writes catalogues as a spreadsheet.

use std::collections::BTreeMap;
use std::sync::Arc;

use muster_engine::catalogue::{Catalogue, Unit};
use muster_engine::declarations::{Declarations, TraitOwner};
use muster_engine::ready::Ruleset;
use serde_json::Value;

use super::cell::harmless;
use super::column::{SpreadsheetColumn, trait_words};
use super::form::figure;
use super::kind::UnitRowKind;
use super::read::{SOURCE, read};
use super::row::NO_NATION;
use super::values::{in_quotes, joined};

/// Writes catalogues as a spreadsheet, and reads it back. Also returns a notice for everything that did not come back as
/// it was: a spreadsheet cannot hold it. The ruleset must have all its catalogues loaded.
#[must_use]
pub fn write(ruleset: &Ruleset, catalogues: &[Catalogue]) -> (String, Vec<String>) {
    let declarations = ruleset.declarations();
    let mut rows = Vec::new();
    for catalogue in catalogues {
        let nation = catalogue.nation.as_deref().unwrap_or(NO_NATION);
        if catalogue.source != SOURCE {
            let mut row =
                RowCells::of(UnitRowKind::Catalogue, 0, declarations, &serde_json::json!({"source": catalogue.source}));
            row.set("nation", nation.to_owned());
            rows.push(row);
        }
        for unit in &catalogue.units {
            let before = rows.len();
            let is_known = |id: &String| {
                let of_game = || ruleset.find_unit(catalogue.nation.as_deref(), id);
                catalogue.units.iter().any(|unit| unit.id == *id)
                    || of_game().is_some_and(|(catalogue, ready)| catalogue.unit(ready).id == *id)
            };
            let mut written = serde_json::to_value(unit).unwrap_or_default();
            let parents = parents(unit).filter(|parents| parents.iter().all(is_known));
            if let (Some(_), Some(written)) = (&parents, written.as_object_mut()) {
                written.remove("attaches");
            }
            add(&mut rows, UnitRowKind::Unit, 0, declarations, &written);
            rows[before].set("nation", nation.to_owned());
            rows[before].set("parent", joined(parents.unwrap_or_default().iter().map(String::as_str)));
        }
    }
    let is_used = |column: &SpreadsheetColumn| {
        let is_plain = *column == SpreadsheetColumn::Row && rows.iter().all(|row| row.kind == UnitRowKind::Unit);
        !is_plain && (column.is_always() || rows.iter().any(|row| row.cells.contains_key(column.name())))
    };
    let columns: Vec<SpreadsheetColumn> = SpreadsheetColumn::all(declarations).into_iter().filter(is_used).collect();
    let header = columns.iter().map(|column| column.name().to_owned()).collect();
    let cells = rows.iter().map(|row| {
        columns
            .iter()
            .map(|column| row.cells.get(column.name()).map(|cell| harmless(cell)).unwrap_or_default())
            .collect()
    });
    let rows = std::iter::once(header).chain(cells);
    let text: String = rows.map(line).collect();
    let lost = lost(ruleset, catalogues, &text);
    (text, lost)
}

/// An empty spreadsheet with every column of a ruleset. Notices explain the allowed values.
#[must_use]
pub fn template(declarations: &Declarations) -> String {
    let mut notices = vec![format!("# Units for {}. Lines that begin with # are skipped.", declarations.name)];
    notices.extend(NOTICES.lines().map(|line| format!("# {line}")));
    for (id, declared) in declarations.traits.iter().filter(|(_, declared)| declared.of == TraitOwner::Unit) {
        let values: Vec<&str> = declared.values.values().map(|value| value.title.as_str()).collect();
        let values = match (declared.open, values.is_empty()) {
            (true, _) => "any word".to_owned(),
            (false, true) => "yes or nothing".to_owned(),
            (false, false) => values.join(", "),
        };
        notices.push(format!("# {id}: {values}"));
    }
    let columns = SpreadsheetColumn::all(declarations).iter().map(|column| column.name().to_owned()).collect();
    format!("{}\n{}", notices.join("\n"), csv_of(std::iter::once(columns)))
}

/// What every template says.
const NOTICES: &str = "\
name is required, and nation (id or name) unless the command names it. Empty points mean: not known.
id: if empty, it is made from the name. Semicolons separate several values in one cell.
min, max: models in a squadron. attachment-only: yes for units that exist only attached to a parent.
parent: the units that it joins, by id or name. They are in this spreadsheet or belong to the game.
row: unit (or nothing) for a unit. The rows below a unit are its weapons, options and choices: weapon, option, choice.
row: > weapon belongs to the option above it; > option is one of the choice above it; >> weapon belongs to that option.
weapon: name, bands (9; 7; 5; -), arc, rules, weapon-class, and how-many if more than one is mounted.
option: name, points, buys (model, all-models or squadron), rules, what it removes, and the figures that it changes.
choice: name, min and max (how many of the options below it must and may be taken), default (the id of one of them).
More rows and columns, for fixed mixes, carriers and transports: docs/clubs.md";

/// Rows as CSV (RFC 4180).
pub(crate) fn csv_of(rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        // Writing to memory cannot fail.
        let _ = writer.write_record(&row);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// A row as CSV. A cell with semicolons is quoted too, because some programs take them for separators.
fn line(cells: Vec<String>) -> String {
    let cell = |cell: String| if cell.contains([',', ';', '"', '\t', '\r', '\n']) { in_quotes(&cell) } else { cell };
    let cells: Vec<String> = cells.into_iter().map(cell).collect();
    format!("{}\r\n", cells.join(","))
}

/// A row to write. It holds only the cells that are not empty, by their columns.
struct RowCells {
    kind: UnitRowKind,
    cells: BTreeMap<String, String>,
}

impl RowCells {
    /// The row of a thing, as deep as it stands below its unit.
    fn of(kind: UnitRowKind, depth: usize, declarations: &Declarations, thing: &Value) -> Self {
        let mut row = Self { kind, cells: BTreeMap::new() };
        let marks = ">".repeat(depth.saturating_sub(1));
        row.set("row", format!("{marks}{}{}", if marks.is_empty() { "" } else { " " }, kind.word()));
        let entries = |at: Option<&str>| at.and_then(|at| thing.pointer(at)?.as_object()).into_iter().flatten();
        for (name, value) in entries(kind.traits()) {
            row.set(name, trait_words(declarations.traits.get(name), value));
        }
        for (name, value) in entries(kind.stats()) {
            row.set(name, figure(value, false));
        }
        for field in kind.fields() {
            if let Some(value) = thing.pointer(field.at) {
                row.set(field.column, field.form.write(value));
            }
        }
        row
    }

    fn set(&mut self, column: &str, cell: String) {
        if !cell.is_empty() {
            self.cells.insert(column.to_owned(), cell);
        }
    }
}

/// Adds the rows of a thing and of all below it.
fn add(rows: &mut Vec<RowCells>, kind: UnitRowKind, depth: usize, declarations: &Declarations, thing: &Value) {
    rows.push(RowCells::of(kind, depth, declarations, thing));
    for below in kind.below() {
        let Some(things) = thing.pointer(below.at) else { continue };
        let one = std::slice::from_ref(things);
        for thing in if below.is_one { one } else { things.as_array().map(Vec::as_slice).unwrap_or_default() } {
            add(rows, below.kind, depth + 1, declarations, thing);
        }
    }
}

/// The units in the cell `parent` of a unit. None if its attachment rule needs rows of its own.
fn parents(unit: &Unit) -> Option<&[String]> {
    let [attachment] = unit.attaches.as_slice() else { return None };
    let is_plain = attachment.nations.is_none() && attachment.models.is_none();
    if !is_plain || attachment.max != unit.squadron.and_then(|size| size.max) {
        return None;
    }
    let [test] = attachment.to.0.as_slice() else { return None };
    test.values_of("unit").filter(|ids| !ids.is_empty() && !ids.contains(&unit.id))
}

/// What does not come back from a spreadsheet as it was.
fn lost(ruleset: &Ruleset, catalogues: &[Catalogue], text: &str) -> Vec<String> {
    let back = match read(ruleset, text.as_bytes(), None) {
        Ok(back) => back,
        Err(faults) => {
            return faults.iter().map(|fault| format!("the spreadsheet cannot be read back: {fault}")).collect();
        }
    };
    let mut lost = Vec::new();
    for catalogue in catalogues {
        let Some(theirs) = back.iter().find(|theirs| theirs.nation == catalogue.nation) else { continue };
        if theirs.source != catalogue.source {
            lost.push("a spreadsheet cannot hold the source of the catalogue".to_owned());
        }
        for unit in &catalogue.units {
            let theirs = theirs.units.iter().find(|theirs| theirs.id == unit.id);
            if theirs == Some(unit) {
                continue;
            }
            let of = |unit: Option<&Arc<Unit>>| serde_json::to_value(unit).unwrap_or_default();
            let mut places = Vec::new();
            differences("", &of(Some(unit)), &of(theirs), &mut places);
            lost.push(format!("{}: a spreadsheet cannot hold `{}`", unit.name, places.join("`, `")));
        }
    }
    lost
}

/// The places where two values differ, as JSON pointers.
fn differences(at: &str, one: &Value, other: &Value, places: &mut Vec<String>) {
    let nothing = Value::Null;
    match (one, other) {
        (Value::Object(ones), Value::Object(others)) => {
            let new = others.keys().filter(|key| !ones.contains_key(*key));
            for key in ones.keys().chain(new) {
                let of = |map: &serde_json::Map<String, Value>| map.get(key).cloned().unwrap_or_default();
                differences(&format!("{at}/{key}"), &of(ones), &of(others), places);
            }
        }
        (Value::Array(ones), Value::Array(others)) => {
            for index in 0..ones.len().max(others.len()) {
                let (one, other) = (ones.get(index).unwrap_or(&nothing), others.get(index).unwrap_or(&nothing));
                differences(&format!("{at}/{index}"), one, other, places);
            }
        }
        _ if one != other => places.push(at.to_owned()),
        _ => {}
    }
}
