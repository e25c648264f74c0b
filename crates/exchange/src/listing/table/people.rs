//! Reads the tables of players: each row becomes a line as people write it.

use muster_engine::slug::slug;

use super::cells::Cells;
use super::columns::ListColumn;
use super::grid::GridRow;
use crate::count::count;
use crate::listing::found::{Doubt, Listing, MAX_NUMBER, TextContext};
use crate::listing::posted::{self, TableLine, UnitNameIndex, WordSort};

/// Reads the list of some rows.
pub(super) fn read(units: &UnitNameIndex, cells: Cells, context: TextContext) -> Listing {
    let mut reading = PeopleTableReader { units, cells, lines: Vec::new(), doubts: Vec::new(), group: None };
    reading.head();
    for row in reading.cells.rows {
        reading.row(row);
    }
    let PeopleTableReader { cells, lines, doubts, .. } = reading;
    let mut listing = posted::list(units, &lines, context);
    listing.doubts.extend(doubts);
    let says_nothing = [
        ListColumn::Other,
        ListColumn::Id,
        ListColumn::Slot,
        ListColumn::Group,
        ListColumn::Terms,
        ListColumn::Ruleset,
    ];
    cells.tell(units, |column| !says_nothing.contains(&column), &mut listing);
    listing.doubts.sort_by_key(|doubt| doubt.line);
    listing
}

struct PeopleTableReader<'t, 'u, 'r> {
    units: &'u UnitNameIndex<'r>,
    cells: Cells<'t>,
    lines: Vec<TableLine>,
    doubts: Vec<Doubt>,
    /// The group of the last row.
    group: Option<&'t str>,
}

impl<'t> PeopleTableReader<'t, '_, '_> {
    /// Takes what stands above the head of the table, and what all rows say of the list.
    fn head(&mut self) {
        for row in self.cells.above() {
            let cells: Vec<&str> = row.cells.iter().filter(|cell| !cell.is_empty()).collect();
            let text = if let [key, value] = cells.as_slice() { format!("{key}: {value}") } else { cells.join(", ") };
            self.say(row, 0, text);
        }
        let Some(first) = self.cells.rows.first() else { return };
        let keys = [
            ("List", ListColumn::List),
            ("Player", ListColumn::Player),
            ("Nation", ListColumn::Nation),
            ("MFV", ListColumn::Mfv),
        ];
        for (key, column) in keys {
            let Some(stated) = self.cells.see(first, column) else { continue };
            self.say(first, 0, format!("{key}: {stated}"));
            if column != ListColumn::Nation {
                for row in self.cells.rows {
                    self.cells.take_if(row, |own, cell| own == column && cell == stated);
                }
            }
        }
        let declarations = self.units.ruleset().declarations();
        let own = [slug(&declarations.id), slug(&declarations.name)];
        for row in self.cells.rows {
            self.cells.take_if(row, |column, cell| column == ListColumn::Ruleset && own.contains(&slug(cell)));
        }
    }

    /// A row as a line, with lines of facts below it.
    fn row(&mut self, row: &'t GridRow) {
        let unit = self.cells.see(row, ListColumn::Unit);
        let is_sum = unit.is_some_and(|unit| WordSort::Totals.is_text(unit));
        let Some(unit) = unit.filter(|_| !is_sum) else { return self.without_unit(row) };
        self.cells.take(row, ListColumn::Unit);
        self.enter(row);
        let depth = if self.is_attached(row) { 2 } else { 0 };
        let models = self.models(row, unit).map(|models| format!("{models}x ")).unwrap_or_default();
        let price = self.price(row);
        let nation = self.cells.take(row, ListColumn::Nation).map(|nation| format!(" ({nation})")).unwrap_or_default();
        let mut line = format!("{models}{unit}{price}{nation}");
        let more = [ListColumn::Options, ListColumn::Roles, ListColumn::Notes, ListColumn::Allocation];
        let more: Vec<&str> = more.into_iter().flat_map(|column| self.cells.take_all(row, column)).collect();
        if !more.is_empty() {
            line = format!("{line}: {}", more.join(", "));
        }
        self.lines.push(TableLine { number: row.number, depth, text: line, is_entry: true });
        let facts = [
            ("Name", ListColumn::Name),
            ("Turn of entry", ListColumn::Turn),
            ("Brought by", ListColumn::BroughtBy),
            ("Carries", ListColumn::Carries),
        ];
        for (key, column) in facts {
            if let Some(cell) = self.cells.take(row, column) {
                self.say(row, depth + 2, format!("{key}: {cell}"));
            }
        }
    }

    /// Adds a line that is no squadron.
    fn say(&mut self, row: &GridRow, depth: usize, text: String) {
        self.lines.push(TableLine { number: row.number, depth, text, is_entry: false });
    }

    /// Begins the group of a row, in games with groups.
    fn enter(&mut self, row: &'t GridRow) {
        if self.units.ruleset().declarations().group_kinds.is_empty() {
            return;
        }
        let group = self.cells.take(row, ListColumn::Group);
        if group != self.group
            && let Some(group) = group
        {
            self.say(row, 0, group.to_owned());
        }
        self.group = group;
    }

    /// Whether a row says that its squadron is attached to the one above.
    fn is_attached(&mut self, row: &'t GridRow) -> bool {
        let says = |sort: WordSort, sign: [&str; 2], cell: &str| sort.is_text(cell) || sign.contains(&cell);
        let of_kind = |column: ListColumn| column == ListColumn::Attached;
        self.cells.take_if(row, |column, cell| of_kind(column) && says(WordSort::No, ["0", "-"], cell));
        !self
            .cells
            .take_if(row, |column, cell| of_kind(column) && says(WordSort::Yes, ["1", "\u{2713}"], cell))
            .is_empty()
    }

    /// The number of models that a row states. It is told if nobody can tell what it counts.
    fn models(&mut self, row: &'t GridRow, unit: &str) -> Option<u32> {
        let cell = self.cells.take(row, ListColumn::Models)?;
        let number = models(cell).filter(|number| (1..=MAX_NUMBER).contains(number));
        let Some(number) = number else {
            self.doubts.push(Doubt::number(row.number, cell, None));
            return None;
        };
        match self.units.leading_count(unit) {
            None => Some(number),
            Some(stated) => {
                if stated != number {
                    self.doubts.push(Doubt::number(row.number, format!("{cell} {unit}"), None));
                }
                None
            }
        }
    }

    /// The price that a row states, as it stands behind a unit in a line.
    fn price(&mut self, row: &'t GridRow) -> String {
        let points = self.cells.take(row, ListColumn::Points);
        // Beside the price of all, that of one says nothing more.
        let each = match points {
            Some(_) => {
                self.cells.take_if(row, |column, cell| column == ListColumn::Each && count(cell).is_some());
                None
            }
            None => self.cells.take(row, ListColumn::Each),
        };
        let (cell, behind) = match (points, each) {
            (Some(points), _) => (points, "pts"),
            (None, Some(each)) => (each, "each"),
            (None, None) => return String::new(),
        };
        match count(cell) {
            Some(number) => format!(" [{number} {behind}]"),
            // `90 pts` is read as in any line.
            None if cell.contains(char::is_alphabetic) => format!(" {cell}"),
            None => {
                self.doubts.push(Doubt::number(row.number, cell, None));
                String::new()
            }
        }
    }

    /// A row of the sum, or words that stand between the units.
    fn without_unit(&mut self, row: &'t GridRow) {
        let is_number = |cell: &str| posted::price(cell).is_some();
        let labels = self.cells.take_if(row, |_, cell| WordSort::Totals.is_text(cell));
        let words = if labels.is_empty() { self.cells.take_if(row, |_, cell| !is_number(cell)) } else { Vec::new() };
        let points = self.cells.see(row, ListColumn::Points).filter(|cell| is_number(cell));
        self.cells.take_if(row, |column, cell| column == ListColumn::Points && Some(cell) == points);
        let line = if words.is_empty() {
            // Other numbers of such a row are sums too.
            let numbers = self.cells.take_if(row, |_, cell| is_number(cell));
            let last = numbers.last().copied().filter(|_| self.cells.see(row, ListColumn::Unit).is_none());
            points.or(last).and_then(posted::price).map(|points| format!("Total: {points}"))
        } else {
            let price = points.and_then(posted::price).map(|points| format!(" [{points} pts]"));
            Some(format!("{}{}", words.join(", "), price.unwrap_or_default()))
        };
        if let Some(line) = line {
            self.say(row, 0, line);
        }
    }
}

/// The number of models in a cell: `3`, `3x`, `x3`, `three`.
fn models(cell: &str) -> Option<u32> {
    let times = ['x', 'X', '\u{d7}', '*'];
    let bare = cell.strip_suffix(times).or_else(|| cell.strip_prefix(times)).unwrap_or(cell);
    count(bare).or_else(|| posted::number_word(cell))
}
