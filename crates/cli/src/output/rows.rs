//! The summary of a sheet as text: its fields, its rows, and how far its limits are used.

use std::io::{self, Write};

use indexmap::IndexMap;
use muster_engine::report::Report;
use muster_engine::sheet::{Content, Field, Row, Sheet, SheetKind};
use muster_engine::summary::Share;

use super::human::header;
use super::sheet::{limits, section};
use super::table::Column;
use crate::text::plain;

/// Writes a sheet of this kind.
pub(crate) fn write(
    writer: &mut impl Write,
    kind: &SheetKind,
    sheet: &Sheet,
    report: &Report,
    shares: &[Share],
    width: Option<usize>,
) -> io::Result<()> {
    header::write(writer, report)?;
    for own in sheet.rows.iter().filter(|row| row.position.is_none()) {
        for (id, field) in kind.fields.iter().filter(|(id, _)| own.fields.contains_key(*id)) {
            writeln!(writer, "  {}: {}", field.title, plain(&cell(own, id, field)))?;
        }
    }
    for (id, row_kind) in &kind.rows {
        let rows: Vec<&Row> = sheet.rows.iter().filter(|row| row.position.is_some() && row.kind == *id).collect();
        let used: IndexMap<&String, &Field> =
            row_kind.fields.iter().filter(|(id, _)| rows.iter().any(|row| row.fields.contains_key(*id))).collect();
        let titles = used.values().map(|field| match field.holds {
            muster_engine::sheet::Holds::Number => Column::Numbers(&field.title),
            _ => Column::Words(&field.title),
        });
        let columns: Vec<Column> = std::iter::once(Column::Words("name")).chain(titles).collect();
        let line = |row: &&Row| {
            let name = row.name.clone().unwrap_or_else(|| "-".to_owned());
            std::iter::once(name).chain(used.iter().map(|(id, field)| cell(row, id, field))).collect()
        };
        let title = format!("{}: {}", row_kind.title, rows.len());
        section(writer, &title, &columns, rows.iter().map(line).collect(), width)?;
    }
    limits(writer, shares, width)
}

/// The value of a field. Words of the ruleset show with their titles.
fn cell(row: &Row, id: &str, field: &Field) -> String {
    match row.fields.get(id) {
        None => String::new(),
        Some(Content::Number(number)) => number.to_string(),
        Some(Content::Words(words)) => {
            let title =
                |word: &String| field.values.get(word).map_or_else(|| word.clone(), |value| value.title.clone());
            words.iter().map(title).collect::<Vec<_>>().join(", ")
        }
    }
}
