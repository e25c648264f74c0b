//! The cells of the rows of one list, and which of them were read. Every other cell is told.

use std::collections::{BTreeMap, BTreeSet};

use super::columns::ListColumn;
use super::grid::{GridRow, ListTable, bare};
use crate::listing::found::{Doubt, Listing};
use crate::listing::named;
use crate::listing::posted::UnitNameIndex;

/// The most cells that are told one by one.
const MOST_TOLD: usize = 1000;

/// The rows of one list. Cells are taken, and what was not taken is told.
pub(super) struct Cells<'t> {
    table: &'t ListTable,
    pub(super) rows: &'t [GridRow],
    /// The line and the place of each cell that was read.
    read: BTreeSet<(usize, usize)>,
}

impl<'t> Cells<'t> {
    pub(super) fn new(table: &'t ListTable, rows: &'t [GridRow]) -> Self {
        Self { table, rows, read: BTreeSet::new() }
    }

    /// The rows above the head of the table.
    pub(super) fn above(&self) -> &'t [GridRow] {
        &self.table.above
    }

    /// Whether a row has nothing.
    pub(super) fn is_empty(row: &GridRow) -> bool {
        row.cells.iter().all(str::is_empty)
    }

    /// The first cell of a kind that is not empty. It is not taken.
    pub(super) fn see(&self, row: &'t GridRow, column: ListColumn) -> Option<&'t str> {
        self.table.cell(row, column)
    }

    /// Takes the first cell of a kind that is not empty, and others of the kind that say the same.
    pub(super) fn take(&mut self, row: &'t GridRow, column: ListColumn) -> Option<&'t str> {
        let first = self.see(row, column)?;
        self.take_if(row, |own, cell| own == column && cell == first);
        Some(first)
    }

    /// Takes all cells of a kind that are not empty.
    pub(super) fn take_all(&mut self, row: &'t GridRow, column: ListColumn) -> Vec<&'t str> {
        self.take_if(row, |own, _| own == column)
    }

    /// Takes the cells of a row of which this is true. Cells behind the end of the head are of no kind.
    pub(super) fn take_if(&mut self, row: &'t GridRow, is_read: impl Fn(ListColumn, &str) -> bool) -> Vec<&'t str> {
        let column = |place: usize| self.table.columns.get(place).copied().unwrap_or(ListColumn::Other);
        let cells = row.cells.iter().map(bare).enumerate().filter(|(_, cell)| !cell.is_empty());
        let taken: Vec<(usize, &str)> = cells.filter(|(place, cell)| is_read(column(*place), cell)).collect();
        self.read.extend(taken.iter().map(|(place, _)| (row.number, *place)));
        taken.into_iter().map(|(_, cell)| cell).collect()
    }

    /// Tells every cell that was not taken. One is doubtful if it stands in a column that says something of a list, or if
    /// it names a unit that its row does not name. The others are told column by column.
    pub(super) fn tell(self, units: &UnitNameIndex, is_doubtful: impl Fn(ListColumn) -> bool, listing: &mut Listing) {
        let mut others: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        let mut more = 0;
        for row in self.rows {
            let own = self.see(row, ListColumn::Unit).map(|unit| units.named_in(unit)).unwrap_or_default();
            for (place, cell) in row.cells.iter().map(bare).enumerate() {
                if cell.is_empty() || self.read.contains(&(row.number, place)) {
                    continue;
                }
                let is_known = self.table.columns.get(place).is_some_and(|column| is_doubtful(*column));
                if !is_known && units.named_in(cell).is_subset(&own) {
                    others.entry(place).or_default().push(cell);
                } else if listing.doubts.len() < MOST_TOLD {
                    let help = format!("it stands in {}", self.name(place));
                    listing.doubts.push(Doubt::misplaced(row.number, cell, Some(help)));
                } else {
                    more += 1;
                }
            }
        }
        for (place, head) in self.table.head.iter().enumerate().filter(|(_, head)| !head.is_empty()) {
            if self.table.columns.get(place) != Some(&ListColumn::Other) || others.contains_key(&place) {
                continue;
            }
            if units.named_in(head).is_empty() {
                listing.concluded.push(format!("{} is not read", self.name(place)));
            } else {
                listing.doubts.push(Doubt::misplaced(self.table.line, head, None));
            }
        }
        for (place, cells) in others {
            listing.concluded.push(format!("{} is not read: {}", self.name(place), named(cells)));
        }
        if let (1.., Some(last)) = (more, self.rows.last()) {
            listing.doubts.push(Doubt::misplaced(last.number, format!("{more} more cells"), None));
        }
    }

    /// What a column is called in a sentence.
    fn name(&self, place: usize) -> String {
        match self.table.head.get(place).filter(|head| !head.is_empty()) {
            Some(head) => format!("the column {}", named([head])),
            None => format!("column {} without a heading", place + 1),
        }
    }
}
