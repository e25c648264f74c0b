//! Reads one row of a spreadsheet: its kind, the row that it belongs to, and its cells.

use muster_engine::catalogue::{TraitValue, Unit};
use muster_engine::nearest::nearest;
use muster_engine::ready::Ruleset;
use muster_engine::slug::slug;
use serde_json::{Map, Value, json};

use super::column::{SpreadsheetColumn, trait_value};
use super::fault::DEPTH;
use super::form::single_figure;
use super::kind::UnitRowKind;
use super::values::texts;

/// The cell `nation` of units that every nation may field.
pub(super) const NO_NATION: &str = "-";

/// What the cell `row` says.
pub(super) struct RowCell {
    pub kind: UnitRowKind,
    /// How many signs `>` it has.
    marks: usize,
}

/// Where a thing stands in the thing that it belongs to, and whether as the only one; none for units and catalogues.
type ThingPlace = Option<(&'static str, bool)>;

impl RowCell {
    /// What a row is about: a unit if its cell `row` is empty.
    pub(super) fn of(cells: &[(&SpreadsheetColumn, String)]) -> Result<Self, String> {
        let cell = cells.iter().find(|(column, _)| **column == SpreadsheetColumn::Row).map_or("unit", |(_, cell)| cell);
        let word = cell.trim_start_matches(['>', ' ']);
        let marks = cell[..cell.len() - word.len()].matches('>').count();
        let kind = UnitRowKind::named(word).ok_or_else(|| {
            let near = nearest(word, UnitRowKind::words());
            let known =
                near.unwrap_or_else(|| format!("known: {}", UnitRowKind::words().collect::<Vec<_>>().join(", ")));
            format!("there is no row `{word}`; {known}")
        })?;
        if marks > 0 && matches!(kind, UnitRowKind::Unit | UnitRowKind::Catalogue) {
            return Err(format!("a {} belongs to no row above: leave out the `>` before it", kind.word()));
        }
        if marks > DEPTH {
            return Err(format!("at most {DEPTH} signs `>` may stand before a word"));
        }
        Ok(Self { kind, marks })
    }

    /// How many things stay open that this one is within.
    pub(super) fn depth(&self) -> usize {
        if matches!(self.kind, UnitRowKind::Unit | UnitRowKind::Catalogue) { 0 } else { self.marks + 1 }
    }

    /// Where the row's thing stands in the one that it belongs to, the last of those that are open.
    pub(super) fn place(&self, open: &[OpenRow<'_>]) -> Result<ThingPlace, String> {
        let (depth, word) = (self.depth(), self.kind.word());
        if depth == 0 {
            return Ok(None);
        }
        let Some(above) = open.last().filter(|_| open.len() == depth) else {
            let what = if depth == 1 { "unit" } else { "row with one `>` less" };
            return Err(format!("no {what} is above this {word}, to which it could belong"));
        };
        let Some(below) = above.kind.below().into_iter().find(|below| below.kind == self.kind) else {
            let other = if self.marks == 0 { "" } else { "; the signs `>` tell to which row it belongs" };
            return Err(format!("a row `{word}` cannot belong to a row `{}`{other}", above.kind.word()));
        };
        if below.is_one && above.value.pointer(below.at).is_some() {
            return Err(format!("the {} above has a row `{word}` already", above.kind.word()));
        }
        Ok(Some((below.at, below.is_one)))
    }
}

/// The nation that a row states.
#[derive(Clone, Copy, Debug)]
pub(super) enum RowNation<'r> {
    Nothing,
    /// One that the game does not know.
    Unknown,
    /// Every nation may field the unit.
    Every,
    Nation(&'r str),
}

/// A row whose thing may get further rows.
pub(super) struct OpenRow<'r> {
    pub kind: UnitRowKind,
    pub line: u64,
    pub nation: RowNation<'r>,
    place: ThingPlace,
    /// The thing in the form of catalogues.
    value: Value,
    parents: Vec<String>,
    is_faulty: bool,
}

/// A fault of a row, with its column.
pub(super) type RowFault = (String, String);

impl<'r> OpenRow<'r> {
    /// Reads the cells of a row that are not empty.
    pub(super) fn read(
        ruleset: &'r Ruleset,
        line: u64,
        (kind, place): (UnitRowKind, ThingPlace),
        cells: &[(&SpreadsheetColumn, String)],
    ) -> (Self, Vec<RowFault>) {
        let (nation, value) = (RowNation::Nothing, Value::Object(Map::new()));
        let mut open = Self { kind, line, nation, place, value, parents: Vec::new(), is_faulty: false };
        let mut faults: Vec<RowFault> = Vec::new();
        for (column, cell) in cells {
            if let Err(message) = open.cell(ruleset, column, cell) {
                faults.push((column.name().to_owned(), message));
            }
        }
        let number = |column: &str| {
            let field = kind.fields().into_iter().find(|field| field.column == column)?;
            open.value.pointer(field.at)?.as_u64()
        };
        if let (Some(min), Some(max)) = (number("min"), number("max"))
            && min > max
        {
            faults.push(("min".to_owned(), format!("{min} is more than {max} in `max`")));
        }
        for field in kind.fields().iter().filter(|field| field.is_needed && open.value.pointer(field.at).is_none()) {
            if faults.iter().all(|(column, _)| column != field.column) {
                let message = format!("a row `{}` needs a value here", kind.word());
                faults.push((field.column.to_owned(), message));
            }
        }
        open.add_defaults();
        open.is_faulty = !faults.is_empty();
        (open, faults)
    }

    fn cell(&mut self, ruleset: &'r Ruleset, column: &SpreadsheetColumn, cell: &str) -> Result<(), String> {
        let declarations = ruleset.declarations();
        let foreign = || format!("a row `{}` has no `{}`; leave it empty", self.kind.word(), column.name());
        match column {
            SpreadsheetColumn::Row => {}
            SpreadsheetColumn::Nation if !matches!(self.kind, UnitRowKind::Unit | UnitRowKind::Catalogue) => {
                return Err(foreign());
            }
            SpreadsheetColumn::Nation if cell == NO_NATION => self.nation = RowNation::Every,
            SpreadsheetColumn::Nation => {
                self.nation = ruleset.nation(cell).map_or(RowNation::Unknown, RowNation::Nation);
                if matches!(self.nation, RowNation::Unknown) {
                    return Err(unknown_nation(ruleset, cell));
                }
            }
            SpreadsheetColumn::Parent if self.kind != UnitRowKind::Unit => return Err(foreign()),
            SpreadsheetColumn::Parent => self.parents = texts(cell),
            SpreadsheetColumn::Trait(name) => {
                let Some(declared) = declarations.traits.get(name) else {
                    return Err(format!("{} has no such column; leave it empty", declarations.name));
                };
                let at = self.kind.traits().ok_or_else(foreign)?;
                let value = trait_value(declared, cell)?;
                // A unit lacks every trait that it does not state, so `no` says nothing there. In an option it takes the
                // trait away.
                let says_nothing = self.kind == UnitRowKind::Unit && value == Some(TraitValue::Flag(false));
                if let Some(value) = value.filter(|_| !says_nothing) {
                    set(&mut self.value, at, |traits| traits[name] = json!(value));
                }
            }
            SpreadsheetColumn::Stat(name) => {
                let at = self.kind.stats().ok_or_else(foreign)?;
                set(&mut self.value, at, |stats| stats[name] = single_figure(cell));
            }
            SpreadsheetColumn::Field(name) => {
                let field = self.kind.fields().into_iter().find(|field| field.column == *name).ok_or_else(foreign)?;
                let Some(value) = field.form.read(cell)? else { return Ok(()) };
                if self.value.pointer(field.at).is_some() {
                    return Err("another column of this row says something else".to_owned());
                }
                set(&mut self.value, field.at, |known| *known = value);
            }
        }
        Ok(())
    }

    /// Adds what a row need not state.
    fn add_defaults(&mut self) {
        let has_id = self.kind.fields().iter().any(|field| field.column == "id");
        let name = self.value["name"].as_str().map(slug);
        let defaults = [
            (has_id, "/id", name.map(Value::from)),
            (self.kind == UnitRowKind::Weapon, "/bands", Some(json!([]))),
            (self.kind == UnitRowKind::Member, "/models/min", Some(json!(1))),
            (self.kind == UnitRowKind::Unit && self.value.get("squadron").is_some(), "/squadron/min", Some(json!(1))),
        ];
        for (is_due, at, default) in defaults {
            if let Some(default) = default.filter(|_| is_due && self.value.pointer(at).is_none()) {
                set(&mut self.value, at, |value| *value = default);
            }
        }
    }

    /// Takes a thing that belongs to this one. One with faulty cells is left out.
    pub(super) fn take(&mut self, ended: Self) {
        let Some((at, is_one)) = ended.place.filter(|_| !ended.is_faulty) else { return };
        set(&mut self.value, at, |value| match value {
            _ if is_one => *value = ended.value,
            Value::Array(things) => things.push(ended.value),
            _ => *value = json!([ended.value]),
        });
    }

    /// The source that a catalogue states.
    pub(super) fn source(&self) -> Option<String> {
        self.value.get("source")?.as_str().map(str::to_owned)
    }

    pub(super) fn has_name(&self) -> bool {
        self.value.get("name").is_some()
    }

    /// The unit, and the parents that it names. Fails if cells that were left out make it impossible, or (with a
    /// message) if the form of catalogues refuses it.
    pub(super) fn unit(self) -> Result<(Vec<String>, Unit), Option<String>> {
        let is_faulty = self.is_faulty;
        let unit = serde_json::from_value(self.value).map_err(|error| (!is_faulty).then(|| error.to_string()))?;
        Ok((self.parents, unit))
    }
}

/// The sentence on a nation that the game does not know.
pub(super) fn unknown_nation(ruleset: &Ruleset, name: &str) -> String {
    let declarations = ruleset.declarations();
    let near = nearest(name, declarations.nations.keys().map(String::as_str));
    let near = near.map(|near| format!("; {near}")).unwrap_or_default();
    format!("{} knows no nation `{name}`{near}", declarations.name)
}

/// Changes what stands at a JSON pointer. Mappings on the way are made.
fn set(value: &mut Value, at: &str, change: impl FnOnce(&mut Value)) {
    let place = at.split('/').skip(1).fold(value, |value, key| &mut value[key]);
    change(place);
}
