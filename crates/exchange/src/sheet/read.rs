//! Reads a spreadsheet into catalogues, or reports every faulty cell.

use std::collections::HashMap;

use csv::{ReaderBuilder, StringRecord};
use indexmap::IndexMap;
use muster_engine::catalogue::{Attachment, Catalogue, Only, Range, Stat, TraitValue, Unit};
use muster_engine::declarations::Trait;
use muster_engine::nearest::nearest;
use muster_engine::ready::Ruleset;
use muster_engine::selector::{Selector, Test};
use muster_engine::slug::slug;

use super::cell::{parts, plain};
use super::column::Column;
use super::fault::{CELLS, CellFault, FAULTS, UNITS};
use super::text::{delimiter, wide_row};
use crate::encoding::decode;

/// The most unknown parents for which the nearest name is searched, because the search is slow in a spreadsheet of many
/// units.
const HELPED: usize = 10;

/// The source stated for the catalogues of a spreadsheet.
const SOURCE: &str = "A club's own units, from a spreadsheet.";

/// Reads the catalogues of a spreadsheet, one for each nation, in order of nation id. `nation` is the nation of rows that
/// name none. A parent may be a unit of the spreadsheet or of the ruleset's loaded catalogues.
///
/// # Errors
/// Every cell that cannot be understood, in the order of the file; of very many the first.
pub fn read(ruleset: &Ruleset, bytes: &[u8], nation: Option<&str>) -> Result<Vec<Catalogue>, Vec<CellFault>> {
    let text = decode(bytes);
    let delimiter = delimiter(&text);
    if let Some(line) = wide_row(&text, delimiter, CELLS) {
        let message = format!("more than {CELLS} cells; nothing was read");
        return Err(vec![CellFault { line, column: None, message }]);
    }
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .comment(Some(b'#'))
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut sheet = Sheet {
        ruleset,
        nation: None,
        faults: Vec::new(),
        units: IndexMap::new(),
        taken: HashMap::new(),
        children: Vec::new(),
    };
    if let Some(name) = nation {
        sheet.nation = ruleset.nation(name);
        if sheet.nation.is_none() {
            let message = sheet.unknown_nation(name);
            return Err(vec![CellFault { line: 1, column: None, message }]);
        }
    }
    let columns = match reader.headers() {
        Ok(headers) => sheet.columns(&headers.clone(), position(headers)),
        Err(error) => return Err(vec![fault_of(&error)]),
    };
    let mut rows = 0;
    for record in reader.records() {
        let record = match record {
            Ok(record) if record.iter().all(str::is_empty) => continue,
            Ok(record) => record,
            Err(error) => {
                sheet.faults.push(fault_of(&error));
                continue;
            }
        };
        let line = position(&record);
        if rows >= UNITS {
            let message = format!("a spreadsheet holds at most {UNITS} units; nothing after this line was read");
            sheet.fault(line, None, message);
            break;
        }
        if sheet.faults.len() >= FAULTS {
            let message = format!("more than {FAULTS} faults; nothing from this line on was read");
            sheet.fault(line, None, message);
            break;
        }
        sheet.row(&columns, &record);
        rows += 1;
    }
    sheet.finish()
}

fn position(record: &StringRecord) -> u64 {
    record.position().map_or(1, csv::Position::line)
}

fn fault_of(error: &csv::Error) -> CellFault {
    let line = error.position().map_or(1, csv::Position::line);
    CellFault { line, column: None, message: "the row cannot be read".to_owned() }
}

struct Sheet<'r> {
    ruleset: &'r Ruleset,
    /// The nation that the command names.
    nation: Option<&'r str>,
    faults: Vec<CellFault>,
    units: IndexMap<String, Vec<Unit>>,
    /// The line of each unit's id, by nation.
    taken: HashMap<(String, String), u64>,
    /// The units that name parents.
    children: Vec<Child>,
}

/// A unit that names parents. The parents may come later in the spreadsheet.
struct Child {
    line: u64,
    nation: String,
    /// Its index in the units of its nation.
    position: usize,
    parents: Vec<String>,
    max: Option<u32>,
}

impl<'r> Sheet<'r> {
    fn fault(&mut self, line: u64, column: Option<&str>, message: String) {
        self.faults.push(CellFault { line, column: column.map(str::to_owned), message });
    }

    fn unknown_nation(&self, name: &str) -> String {
        let declarations = self.ruleset.declarations();
        let near = nearest(name, declarations.nations.keys().map(String::as_str));
        let near = near.map(|near| format!("; {near}")).unwrap_or_default();
        format!("{} knows no nation `{name}`{near}", declarations.name)
    }

    fn columns(&mut self, headers: &StringRecord, line: u64) -> Vec<Option<Column>> {
        let declarations = self.ruleset.declarations();
        let mut columns: Vec<Option<Column>> = Vec::new();
        for header in headers {
            let column = Column::named(declarations, header);
            if column.is_none() && !header.is_empty() {
                let all = Column::all(declarations);
                let near = nearest(header, all.iter().map(Column::name));
                let near = near.map(|near| format!("; {near}")).unwrap_or_default();
                self.fault(line, Some(header), format!("{} has no such column{near}", declarations.name));
            } else if column.is_some() && columns.contains(&column) {
                self.fault(line, Some(header), "the column is there twice".to_owned());
            }
            columns.push(column);
        }
        let has = |wanted: &Column| columns.iter().flatten().any(|column| column == wanted);
        let (named, of_nation) = (has(&Column::Name), has(&Column::Nation));
        if !named {
            self.fault(line, None, "the column `name` is missing".to_owned());
        }
        if !of_nation && self.nation.is_none() {
            self.fault(line, None, "the column `nation` is missing, and the command names none".to_owned());
        }
        columns
    }

    fn row(&mut self, columns: &[Option<Column>], record: &StringRecord) {
        let line = position(record);
        let surplus = record.iter().skip(columns.len()).any(|cell| !cell.is_empty());
        if surplus {
            let message = format!("{} cells, but the header has {}", record.len(), columns.len());
            self.fault(line, None, message);
        }
        let mut unit = Unit::default();
        let mut row = Row { line, nation: None, is_foreign: false, min: None, max: None, parents: Vec::new() };
        let cells = columns.iter().zip(record).filter_map(|(column, cell)| Some((column.as_ref()?, plain(cell))));
        for (column, cell) in cells.filter(|(_, cell)| !cell.is_empty()) {
            if let Err(message) = self.cell(&mut unit, &mut row, column, &cell) {
                self.fault(line, Some(column.name()), message);
            }
        }
        self.add(unit, row);
    }

    fn cell(&self, unit: &mut Unit, row: &mut Row<'r>, column: &Column, cell: &str) -> Result<(), String> {
        match column {
            Column::Id if slug(cell) == cell => cell.clone_into(&mut unit.id),
            Column::Id => return Err(format!("`{cell}` is not an id; write `{}`", slug(cell))),
            Column::Name => cell.clone_into(&mut unit.name),
            Column::Aliases => unit.aliases = parts(cell).map(str::to_owned).collect(),
            Column::Nation => {
                row.nation = self.ruleset.nation(cell);
                if row.nation.is_none() {
                    row.is_foreign = true;
                    return Err(self.unknown_nation(cell));
                }
            }
            Column::Points => unit.points = Some(number(cell, 0, 1_000_000)?),
            Column::Trait(name) => {
                let Some(declared) = self.ruleset.declarations().traits.get(name) else {
                    return Err(format!("{} has no such column; leave it empty", self.ruleset.declarations().name));
                };
                if let Some(value) = trait_value(declared, cell)? {
                    unit.traits.insert(name.clone(), value);
                }
            }
            Column::Min => row.min = Some(number(cell, 1, 1000)?),
            Column::Max => row.max = Some(number(cell, 1, 1000)?),
            Column::AttachmentOnly => unit.only = flag(cell)?.then_some(Only::Attached),
            Column::Parent => row.parents = parts(cell).map(str::to_owned).collect(),
            Column::Stat(name) => {
                let stat = cell.parse().map_or_else(|_| Stat::Text(cell.to_owned()), Stat::Number);
                unit.card.stats.insert(name.clone(), stat);
            }
            Column::Rules => unit.card.rules = parts(cell).map(str::to_owned).collect(),
            Column::Vintage => unit.vintage = Some(cell.to_owned()),
            Column::Source => unit.source = Some(cell.to_owned()),
        }
        Ok(())
    }

    fn add(&mut self, mut unit: Unit, row: Row<'r>) {
        let line = row.line;
        if unit.name.is_empty() {
            self.fault(line, Some("name"), "every unit needs a name".to_owned());
            return;
        }
        if unit.id.is_empty() {
            unit.id = slug(&unit.name);
        }
        let nation = match (row.nation, self.nation) {
            (Some(own), Some(named)) if own != named => {
                self.fault(line, Some("nation"), format!("the command names `{named}`, this row `{own}`"));
                return;
            }
            (own, named) => own.or(named),
        };
        match (row.min, row.max) {
            (Some(min), Some(max)) if min > max => {
                self.fault(line, Some("min"), format!("{min} is more than {max} in `max`"));
            }
            (None, None) => {}
            (min, max) => unit.squadron = Some(Range { min: min.unwrap_or(1), max }),
        }
        let Some(nation) = nation else {
            // An unknown nation already has a fault.
            if !row.is_foreign {
                self.fault(line, Some("nation"), "every unit needs a nation".to_owned());
            }
            return;
        };
        if let Some(other) = self.taken.insert((nation.to_owned(), unit.id.clone()), line) {
            let message = format!("line {other} has a unit with the id `{}` already", unit.id);
            self.fault(line, Some("id"), message);
        }
        let units = self.units.entry(nation.to_owned()).or_default();
        if !row.parents.is_empty() {
            let (nation, position) = (nation.to_owned(), units.len());
            self.children.push(Child { line, nation, position, parents: row.parents, max: row.max });
        }
        units.push(unit);
    }

    /// Looks up the parents that units name, by id, name or alias.
    fn find_parents(&mut self) {
        let mut known: HashMap<(&str, String), String> = HashMap::new();
        // Ids win over names, and names over aliases, regardless of the order of units.
        let ids: fn(&Unit) -> Vec<&String> = |unit| vec![&unit.id];
        for words in [ids, |unit| vec![&unit.name], |unit| unit.aliases.iter().collect()] {
            for (nation, unit) in self.units.iter().flat_map(|(nation, units)| units.iter().map(move |u| (nation, u))) {
                for word in words(unit) {
                    known.entry((nation, slug(word))).or_insert_with(|| unit.id.clone());
                }
            }
        }
        let (mut found, mut faults) = (Vec::new(), Vec::new());
        for child in &self.children {
            let mut ids = Vec::with_capacity(child.parents.len());
            for word in &child.parents {
                let theirs = || {
                    let (catalogue, ready) = self.ruleset.find_unit(Some(&child.nation), word)?;
                    Some(catalogue.unit(ready).id.clone())
                };
                match known.get(&(child.nation.as_str(), slug(word))).cloned().or_else(theirs) {
                    Some(id) if self.is_of(child, &id) => {
                        faults.push((
                            child.line,
                            format!("`{word}` is this unit itself: a unit cannot join its own kind"),
                        ));
                    }
                    Some(id) => ids.push(id),
                    None if faults.len() < FAULTS => {
                        let message = self.unknown_parent(child, word, faults.len() < HELPED);
                        faults.push((child.line, message));
                    }
                    None => {}
                }
            }
            found.push(ids);
        }
        for (child, ids) in self.children.iter().zip(found) {
            let Some(unit) = self.units.get_mut(&child.nation).and_then(|units| units.get_mut(child.position)) else {
                continue;
            };
            let to = Selector(vec![Test::values("unit", ids)]);
            unit.attaches.push(Attachment { to, models: None, nations: None, max: child.max });
        }
        for (line, message) in faults {
            self.fault(line, Some("parent"), message);
        }
    }

    /// Whether an id is the child's own id.
    fn is_of(&self, child: &Child, id: &str) -> bool {
        let unit = self.units.get(&child.nation).and_then(|units| units.get(child.position));
        unit.is_some_and(|unit| unit.id == id)
    }

    fn unknown_parent(&self, child: &Child, word: &str, is_helped: bool) -> String {
        let own = self.units.get(&child.nation).into_iter().flatten();
        let catalogues = self.ruleset.catalogues().iter().map(|catalogue| catalogue.written());
        let theirs =
            catalogues.filter(|catalogue| catalogue.nation.as_ref().is_none_or(|nation| *nation == child.nation));
        let names = own.chain(theirs.flat_map(|catalogue| &catalogue.units)).map(|unit| unit.name.as_str());
        let near = if is_helped { nearest(word, names) } else { None };
        let near = near.map(|near| format!("; {near}")).unwrap_or_default();
        format!("there is no unit `{word}` in this spreadsheet or in the catalogues of the nation{near}")
    }

    fn finish(mut self) -> Result<Vec<Catalogue>, Vec<CellFault>> {
        self.find_parents();
        if self.faults.is_empty() && self.units.is_empty() {
            self.fault(1, None, "the spreadsheet holds no units".to_owned());
        }
        if !self.faults.is_empty() {
            self.faults.sort_by_key(|fault| fault.line);
            return Err(self.faults);
        }
        self.units.sort_keys();
        let catalogue = |(nation, mut units): (String, Vec<Unit>)| {
            units.sort_by(|one, other| one.id.cmp(&other.id));
            Catalogue { kind: "catalogue".to_owned(), nation: Some(nation), source: SOURCE.to_owned(), units }
        };
        Ok(self.units.into_iter().map(catalogue).collect())
    }
}

/// The cells of a row that must be checked together.
struct Row<'r> {
    line: u64,
    nation: Option<&'r str>,
    /// The row names an unknown nation.
    is_foreign: bool,
    min: Option<u32>,
    max: Option<u32>,
    parents: Vec<String>,
}

fn number(cell: &str, min: u32, max: u32) -> Result<u32, String> {
    let number = cell.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| format!("`{cell}` is not a whole number from {min} to {max}"))
}

fn flag(cell: &str) -> Result<bool, String> {
    match cell.to_lowercase().as_str() {
        "yes" | "y" | "true" | "x" | "1" => Ok(true),
        "no" | "n" | "false" | "0" => Ok(false),
        _ => Err(format!("`{cell}` is neither yes nor no")),
    }
}

/// The value of a trait in a cell; none if the cell says no.
fn trait_value(declared: &Trait, cell: &str) -> Result<Option<TraitValue>, String> {
    if declared.values.is_empty() && !declared.open {
        return Ok(flag(cell)?.then_some(TraitValue::Flag(true)));
    }
    let known = |word: &str| -> Result<String, String> {
        let wanted = slug(word);
        let mut values = declared.values.iter();
        let named = values.find(|(id, named)| **id == wanted || slug(&named.title) == wanted);
        match named {
            Some((id, _)) => Ok(id.clone()),
            None if declared.open => Ok(wanted),
            None => {
                let titles = declared.values.values().map(|named| named.title.as_str());
                let near = nearest(word, titles.clone());
                let known = near.unwrap_or_else(|| format!("known: {}", titles.collect::<Vec<_>>().join(", ")));
                Err(format!("there is no {} `{word}`; {known}", declared.title.to_lowercase()))
            }
        }
    };
    let mut words = parts(cell).map(known).collect::<Result<Vec<_>, _>>()?;
    match (words.len(), declared.many) {
        (0, _) => Ok(None),
        (1, _) => Ok(words.pop().map(TraitValue::One)),
        (_, true) => Ok(Some(TraitValue::Many(words))),
        (_, false) => Err(format!("a unit has one {}, not {}", declared.title.to_lowercase(), words.len())),
    }
}
