//! The summary of a sheet as text: its fields, its rows, and how far its limits are used.

use std::collections::BTreeMap;
use std::io::{self, Write};

use muster_engine::ready::Ruleset;
use muster_engine::report::Report;
use muster_engine::sheet::Sheet;
use muster_engine::sheet_tables::{facts, tables};
use muster_engine::summary::Share;

use super::human::header;
use super::summary::{limits, section};
use super::table::TableColumn;
use crate::text::plain;

/// Writes a sheet.
pub(crate) fn write(
    writer: &mut impl Write,
    ruleset: &Ruleset,
    sheet: &Sheet,
    report: &Report,
    shares: &[Share],
    width: Option<usize>,
) -> io::Result<()> {
    header::write(writer, report)?;
    for (title, value) in facts(ruleset, sheet) {
        writeln!(writer, "  {}: {}", plain(&title), plain(&value))?;
    }
    for table in tables(ruleset, sheet) {
        let title = format!("{}: {}", table.title, table.rows.len());
        let columns = table.columns.iter();
        let columns: Vec<TableColumn> =
            columns
                .map(|column| {
                    if column.numbers { TableColumn::Numbers(&column.title) } else { TableColumn::Words(&column.title) }
                })
                .collect();
        section(writer, &title, &columns, table.rows, width)?;
    }
    limits(writer, shares, &BTreeMap::new(), width)
}
