//! Reads a spreadsheet into catalogues, or reports every faulty cell.

use std::collections::HashMap;
use std::sync::Arc;

use csv::StringRecord;
use indexmap::IndexMap;
use muster_engine::catalogue::{Catalogue, Unit};
use muster_engine::nearest::nearest;
use muster_engine::ready::Ruleset;

use super::cell::plain;
use super::column::SpreadsheetColumn;
use super::fault::{CELLS, CellFault, FAULTS, ROWS, UNITS};
use super::kind::UnitRowKind;
use super::parents::{Child, find_parents};
use super::row::{NO_NATION, OpenRow, RowCell, RowNation, unknown_nation};
use super::text::{header, reader, wide_row};
use crate::encoding::decode;

/// The source stated for the catalogues of a spreadsheet that states none.
pub(super) const SOURCE: &str = "A club's own units, from a spreadsheet.";

/// Reads the catalogues of a spreadsheet, one for each nation, in order of nation id. `nation` is the nation of rows that
/// name none. A parent may be a unit of the spreadsheet or of the ruleset's loaded catalogues.
///
/// # Errors
/// Every cell that cannot be understood, in the order of the file; of very many the first.
pub fn read(ruleset: &Ruleset, bytes: &[u8], nation: Option<&str>) -> Result<Vec<Catalogue>, Vec<CellFault>> {
    let text = decode(bytes);
    let header = header(&text);
    let (delimiter, above) = header.map_or((b',', 0), |header| (header.delimiter, header.above));
    if let Some(line) = wide_row(&text, delimiter, CELLS) {
        let message = format!("more than {CELLS} cells; nothing was read");
        return Err(vec![CellFault { line, column: None, message }]);
    }
    let mut spreadsheet = SpreadsheetReader {
        ruleset,
        nation: None,
        faults: Vec::new(),
        unheaded: Vec::new(),
        open: Vec::new(),
        units: IndexMap::new(),
        sources: HashMap::new(),
        taken: HashMap::new(),
        children: Vec::new(),
    };
    if let Some(name) = nation {
        spreadsheet.nation = ruleset.nation(name);
        if spreadsheet.nation.is_none() {
            let message = unknown_nation(ruleset, name);
            return Err(vec![CellFault { line: 1, column: None, message }]);
        }
    }
    let mut records = reader(delimiter).from_reader(text.as_bytes()).into_records().skip(above);
    let columns = match records.next().unwrap_or_else(|| Ok(StringRecord::new())) {
        Ok(headers) => spreadsheet.columns(&headers, position(&headers)),
        Err(error) => return Err(vec![fault_of(&error)]),
    };
    let (mut rows, mut units) = (0, 0);
    for record in records {
        let record = match record {
            Ok(record) if record.iter().all(str::is_empty) => continue,
            Ok(record) => record,
            Err(error) => {
                spreadsheet.faults.push(fault_of(&error));
                continue;
            }
        };
        let line = position(&record);
        let stop = if units >= UNITS {
            Some(format!("a spreadsheet holds at most {UNITS} units; nothing after this line was read"))
        } else if rows >= ROWS {
            Some(format!("a spreadsheet holds at most {ROWS} rows; nothing after this line was read"))
        } else if spreadsheet.faults.len() >= FAULTS {
            Some(format!("more than {FAULTS} faults; nothing from this line on was read"))
        } else {
            None
        };
        if let Some(message) = stop {
            spreadsheet.fault(line, None, message);
            break;
        }
        units += usize::from(spreadsheet.row(&columns, &record));
        rows += 1;
    }
    spreadsheet.finish()
}

fn position(record: &StringRecord) -> u64 {
    record.position().map_or(1, csv::Position::line)
}

fn fault_of(error: &csv::Error) -> CellFault {
    let line = error.position().map_or(1, csv::Position::line);
    CellFault { line, column: None, message: "the row cannot be read".to_owned() }
}

/// The id of a catalogue's nation. `None` stands for the units that every nation may field.
type NationId = Option<String>;

struct SpreadsheetReader<'r> {
    ruleset: &'r Ruleset,
    /// The nation that the command names.
    nation: Option<&'r str>,
    faults: Vec<CellFault>,
    /// The places of columns without a heading. Their cells must be empty.
    unheaded: Vec<usize>,
    /// The unit that is being read, and below it the things to which further rows may belong.
    open: Vec<OpenRow<'r>>,
    units: IndexMap<NationId, Vec<Unit>>,
    /// The sources that catalogues state.
    sources: HashMap<NationId, String>,
    /// The line of each unit's id, by nation.
    taken: HashMap<(NationId, String), u64>,
    /// The units that name parents.
    children: Vec<Child>,
}

impl<'r> SpreadsheetReader<'r> {
    fn fault(&mut self, line: u64, column: Option<&str>, message: String) {
        self.faults.push(CellFault { line, column: column.map(str::to_owned), message });
    }

    fn columns(&mut self, headers: &StringRecord, line: u64) -> Vec<Option<SpreadsheetColumn>> {
        let declarations = self.ruleset.declarations();
        let mut columns: Vec<Option<SpreadsheetColumn>> = Vec::new();
        for header in headers {
            let column = SpreadsheetColumn::named(declarations, header);
            if column.is_none() && !header.is_empty() {
                let all = SpreadsheetColumn::all(declarations);
                let near = nearest(header, all.iter().map(SpreadsheetColumn::name));
                let near = near.map(|near| format!("; {near}")).unwrap_or_default();
                self.fault(line, Some(header), format!("{} has no such column{near}", declarations.name));
            } else if column.is_some() && columns.contains(&column) {
                self.fault(line, Some(header), "the column is there twice".to_owned());
            }
            if header.is_empty() {
                self.unheaded.push(columns.len());
            }
            columns.push(column);
        }
        let has = |wanted: &SpreadsheetColumn| columns.iter().flatten().any(|column| column == wanted);
        let (named, of_nation) = (has(&SpreadsheetColumn::Field("name")), has(&SpreadsheetColumn::Nation));
        if !named {
            self.fault(line, None, "the column `name` is missing".to_owned());
        }
        if !of_nation && self.nation.is_none() {
            self.fault(line, None, "the column `nation` is missing, and the command names none".to_owned());
        }
        columns
    }

    /// Reads a row. Returns whether it is a unit.
    fn row(&mut self, columns: &[Option<SpreadsheetColumn>], record: &StringRecord) -> bool {
        let line = position(record);
        let surplus = record.iter().skip(columns.len()).any(|cell| !cell.is_empty());
        if surplus {
            let message = format!("{} cells, but the header has {}", record.len(), columns.len());
            self.fault(line, None, message);
        }
        let unheaded = self.unheaded.iter().find(|place| record.get(**place).is_some_and(|cell| !cell.is_empty()));
        if let Some(place) = unheaded.copied() {
            self.fault(line, None, format!("cell {} has no heading; give its column a name, or empty it", place + 1));
        }
        let cells = columns.iter().zip(record).filter_map(|(column, cell)| Some((column.as_ref()?, plain(cell))));
        let cells: Vec<(&SpreadsheetColumn, String)> = cells.filter(|(_, cell)| !cell.is_empty()).collect();
        let said = match RowCell::of(&cells) {
            Ok(said) => said,
            Err(message) => {
                self.fault(line, Some("row"), message);
                return false;
            }
        };
        self.close(said.depth());
        let place = match said.place(&self.open) {
            Ok(place) => place,
            Err(message) => {
                self.fault(line, Some("row"), message);
                return false;
            }
        };
        let (open, faults) = OpenRow::read(self.ruleset, line, (said.kind, place), &cells);
        for (column, message) in faults {
            self.fault(line, Some(&column), message);
        }
        if said.kind == UnitRowKind::Catalogue {
            self.catalogue(&open);
        } else {
            self.open.push(open);
        }
        said.kind == UnitRowKind::Unit
    }

    /// Ends all things that are as deep as this or deeper: each goes into the one that it belongs to.
    fn close(&mut self, depth: usize) {
        while self.open.len() > depth {
            let Some(ended) = self.open.pop() else { return };
            match self.open.last_mut() {
                Some(above) => above.take(ended),
                None => self.add(ended),
            }
        }
    }

    /// The nation of a row that begins a unit or a catalogue. Fails if it is faulty, which is told.
    fn nation_of(&mut self, row: &OpenRow<'r>) -> Result<NationId, ()> {
        let own = match row.nation {
            RowNation::Nation(own) => Some(own),
            RowNation::Every => None,
            // It already has a fault.
            RowNation::Unknown => return Err(()),
            RowNation::Nothing if self.nation.is_none() => {
                self.fault(row.line, Some("nation"), format!("every {} needs a nation", row.kind.word()));
                return Err(());
            }
            RowNation::Nothing => self.nation,
        };
        if let Some(named) = self.nation
            && own != Some(named)
        {
            let message = format!("the command names `{named}`, this row `{}`", own.unwrap_or(NO_NATION));
            self.fault(row.line, Some("nation"), message);
            return Err(());
        }
        Ok(own.map(str::to_owned))
    }

    fn catalogue(&mut self, row: &OpenRow<'r>) {
        let Ok(nation) = self.nation_of(row) else { return };
        if let Some(source) = row.source()
            && self.sources.insert(nation, source).is_some()
        {
            self.fault(row.line, Some("row"), "this nation has a row `catalogue` already".to_owned());
        }
    }

    fn add(&mut self, row: OpenRow<'r>) {
        let line = row.line;
        if !row.has_name() {
            self.fault(line, Some("name"), "every unit needs a name".to_owned());
            return;
        }
        let Ok(nation) = self.nation_of(&row) else { return };
        let (parents, unit) = match row.unit() {
            Ok(unit) => unit,
            // Its cells already have faults.
            Err(None) => return,
            Err(Some(message)) => return self.fault(line, None, message),
        };
        if let Some(other) = self.taken.insert((nation.clone(), unit.id.clone()), line) {
            let message = format!("line {other} has a unit with the id `{}` already", unit.id);
            self.fault(line, Some("id"), message);
        }
        let units = self.units.entry(nation.clone()).or_default();
        if !parents.is_empty() {
            let max = unit.squadron.and_then(|size| size.max);
            self.children.push(Child { line, nation, position: units.len(), parents, max });
        }
        units.push(unit);
    }

    fn finish(mut self) -> Result<Vec<Catalogue>, Vec<CellFault>> {
        self.close(0);
        let found = find_parents(self.ruleset, &self.children, &mut self.units);
        for (line, message) in found {
            self.fault(line, Some("parent"), message);
        }
        if self.faults.is_empty() && self.units.is_empty() {
            self.fault(1, None, "the spreadsheet holds no units".to_owned());
        }
        if !self.faults.is_empty() {
            self.faults.sort_by_key(|fault| fault.line);
            return Err(self.faults);
        }
        self.units.sort_keys();
        let Self { units, mut sources, .. } = self;
        let catalogue = |(nation, mut units): (NationId, Vec<Unit>)| {
            units.sort_by(|one, other| one.id.cmp(&other.id));
            let source = sources.remove(&nation).unwrap_or_else(|| SOURCE.to_owned());
            let units = units.into_iter().map(Arc::new).collect();
            Catalogue { kind: "catalogue".to_owned(), nation, source, units }
        };
        Ok(units.into_iter().map(catalogue).collect())
    }
}
