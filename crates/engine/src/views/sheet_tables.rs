//! A sheet of a campaign as facts and tables, with titles instead of ids.

use indexmap::IndexMap;

use crate::ready::ruleset::Ruleset;
use crate::shapes::sheet::{Field, FieldContent, FieldType, Sheet, SheetRow};

/// The rows of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowTable {
    /// The title of the kind.
    pub title: String,
    /// The columns: the name first, then the fields that any of the rows has.
    pub columns: Vec<FieldColumn>,
    /// The cells of each row, in the order of the columns.
    pub rows: Vec<Vec<String>>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldColumn {
    /// Its heading.
    pub title: String,
    /// It holds numbers.
    pub numbers: bool,
}

/// The fields that the sheet itself states: title and value of each.
#[must_use]
pub fn facts(ruleset: &Ruleset, sheet: &Sheet) -> Vec<(String, String)> {
    let kind = ruleset.declarations().sheets.get(&sheet.kind);
    let fields = || kind.into_iter().flat_map(|kind| &kind.fields);
    let own = sheet.rows.iter().filter(|row| row.position.is_none());
    let stated = own.flat_map(|row| fields().filter(|(id, _)| row.fields.contains_key(*id)).map(move |of| (row, of)));
    stated.map(|(row, (id, field))| (field.title.clone(), cell(ruleset, sheet, row, id, field))).collect()
}

/// A table for each kind of rows that the sheet has.
#[must_use]
pub fn tables(ruleset: &Ruleset, sheet: &Sheet) -> Vec<RowTable> {
    let kind = ruleset.declarations().sheets.get(&sheet.kind);
    let kinds = kind.into_iter().flat_map(|kind| &kind.rows);
    kinds.filter_map(|(id, kind)| table(ruleset, sheet, id, &kind.title, &kind.fields)).collect()
}

/// The table of the rows of one kind; none if there are no such rows.
fn table(
    ruleset: &Ruleset,
    sheet: &Sheet,
    kind: &str,
    title: &str,
    fields: &IndexMap<String, Field>,
) -> Option<RowTable> {
    let rows: Vec<&SheetRow> = sheet.rows.iter().filter(|row| row.position.is_some() && row.kind == kind).collect();
    let used: Vec<(&String, &Field)> =
        fields.iter().filter(|(id, _)| rows.iter().any(|row| row.fields.contains_key(*id))).collect();
    let columns = used.iter().map(|(_, field)| FieldColumn {
        title: field.title.clone(),
        numbers: field.holds == FieldType::Number && field.values.is_empty(),
    });
    let cells = |row: &&SheetRow| {
        let name = row.name.clone().unwrap_or_else(|| "-".to_owned());
        std::iter::once(name).chain(used.iter().map(|(id, field)| cell(ruleset, sheet, row, id, field))).collect()
    };
    (!rows.is_empty()).then(|| RowTable {
        title: title.to_owned(),
        columns: std::iter::once(FieldColumn { title: "Name".to_owned(), numbers: false }).chain(columns).collect(),
        rows: rows.iter().map(cells).collect(),
    })
}

/// The value of a field; empty if the row does not state it.
fn cell(ruleset: &Ruleset, sheet: &Sheet, row: &SheetRow, id: &str, field: &Field) -> String {
    match row.fields.get(id) {
        None => String::new(),
        Some(FieldContent::Number(number)) => number.to_string(),
        Some(FieldContent::Words(words)) => {
            let title = |word: &String| match field.values.get(word) {
                Some(value) => value.title.clone(),
                None if field.holds == FieldType::Unit => unit(ruleset, sheet, word),
                None => word.clone(),
            };
            words.iter().map(title).collect::<Vec<_>>().join(", ")
        }
    }
}

/// The printed name of a unit of the sheet's nation, or of no nation; the name itself if it is not known.
fn unit(ruleset: &Ruleset, sheet: &Sheet, named: &str) -> String {
    let nation = sheet.nation.as_deref().and_then(|name| ruleset.nation(name));
    let found = ruleset.find_unit(nation, named).map(|(catalogue, ready)| catalogue.unit(ready));
    found.map_or(named, |unit| &unit.name).to_owned()
}
