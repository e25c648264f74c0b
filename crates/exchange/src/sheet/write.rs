//! Writes catalogues as a spreadsheet.

use muster_engine::catalogue::{Catalogue, Unit};
use muster_engine::declarations::{Declarations, Owner};

use super::cell::harmless;
use super::column::{Column, parents};

/// Writes catalogues as a spreadsheet. Also returns a notice for each unit with data that a spreadsheet cannot hold.
#[must_use]
pub fn write(declarations: &Declarations, catalogues: &[Catalogue]) -> (String, Vec<String>) {
    let units = || {
        let of = |catalogue: &'_ Catalogue| catalogue.nation.clone();
        catalogues.iter().flat_map(move |catalogue| catalogue.units.iter().map(move |unit| (of(catalogue), unit)))
    };
    let used = |column: &Column| {
        column.is_always() || units().any(|(nation, unit)| !column.of(declarations, unit, nation.as_deref()).is_empty())
    };
    let columns: Vec<Column> = Column::all(declarations).into_iter().filter(used).collect();
    let rows = units().map(|(nation, unit)| {
        columns.iter().map(|column| harmless(&column.of(declarations, unit, nation.as_deref()))).collect::<Vec<_>>()
    });
    let text = csv_of(std::iter::once(columns.iter().map(|column| column.name().to_owned()).collect()).chain(rows));
    (text, units().filter_map(|(_, unit)| left_out(unit)).collect())
}

/// An empty spreadsheet with every column of a ruleset. Notices explain the allowed values.
#[must_use]
pub fn template(declarations: &Declarations) -> String {
    let mut notices = vec![
        format!("# Units for {}. Lines that begin with # are skipped.", declarations.name),
        "# name is required, and nation (id or name) unless the command names it. Empty points mean: not known."
            .to_owned(),
        "# id: if empty, it is made from the name. Semicolons separate several values in one cell.".to_owned(),
        "# min, max: models in a squadron. attachment-only: yes for units that exist only attached to a parent."
            .to_owned(),
        "# parent: the units that it joins, by id or name. They are in this spreadsheet or belong to the game."
            .to_owned(),
    ];
    for (id, declared) in declarations.traits.iter().filter(|(_, declared)| declared.of == Owner::Unit) {
        let values: Vec<&str> = declared.values.values().map(|value| value.title.as_str()).collect();
        let values = match (declared.open, values.is_empty()) {
            (true, _) => "any word".to_owned(),
            (false, true) => "yes or nothing".to_owned(),
            (false, false) => values.join(", "),
        };
        notices.push(format!("# {id}: {values}"));
    }
    let columns = Column::all(declarations).iter().map(|column| column.name().to_owned()).collect();
    format!("{}\n{}", notices.join("\n"), csv_of(std::iter::once(columns)))
}

/// Rows as CSV (RFC 4180).
pub(crate) fn csv_of(rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        // Writing to memory cannot fail.
        let _ = writer.write_record(&row);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// A notice with the data of a unit that a spreadsheet cannot hold; none if there is none.
fn left_out(unit: &Unit) -> Option<String> {
    let parts = [
        ("weapons", !unit.card.weapons.is_empty()),
        ("members", !unit.members.is_empty()),
        ("options", !unit.options.is_empty()),
        ("choices", !unit.choices.is_empty()),
        ("attachment rules", !unit.attaches.is_empty() && parents(unit).is_none()),
        ("the units it takes", !unit.hosts.is_empty()),
        ("what it brings", !unit.brings.is_empty()),
        ("its capacity", unit.capacity.is_some()),
        ("its usual number of models", unit.usual.is_some()),
        ("that it is only brought", unit.only == Some(muster_engine::catalogue::Only::Brought)),
        ("entry ids", !unit.entries.is_empty()),
    ];
    let lost: Vec<&str> = parts.into_iter().filter(|(_, has)| *has).map(|(what, _)| what).collect();
    (!lost.is_empty()).then(|| format!("{}: a spreadsheet cannot hold {}", unit.name, lost.join(", ")))
}
