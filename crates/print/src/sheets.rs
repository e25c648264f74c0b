//! The pages of campaign sheets: fields, a table for each kind of row, how much of each limit is used, and the
//! findings.

use indexmap::IndexMap;
use muster_engine::plural;
use muster_engine::sheet::{Content, Field, Holds, Row};
use muster_engine::summary::sheet_shares;
use serde::Serialize;

use crate::force_list::{FindingWords, ShareWords, lines_of, share, told};
use crate::subject::{Kept, Mark};

/// The content of a sheet, for the template.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct SheetWords {
    title: String,
    subtitle: String,
    verdict: Mark,
    facts: Vec<(String, String)>,
    tables: Vec<Table>,
    notes: Vec<String>,
    shares: Vec<ShareWords>,
    findings: Vec<FindingWords>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Table {
    title: String,
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Column {
    title: String,
    numbers: bool,
}

/// Makes the content of a sheet.
pub(crate) fn sheet(kept: &Kept, private: bool) -> SheetWords {
    let Kept { ruleset, sheet, report } = kept;
    let declarations = ruleset.declarations();
    let kind = declarations.sheets.get(&sheet.kind);
    let nation = sheet.nation.as_deref();
    let nation = nation.map(|name| {
        ruleset.nation(name).and_then(|id| declarations.nations.get(id)).map_or(name, |nation| &nation.name).to_owned()
    });
    let subtitle = nation.into_iter().chain(kind.map(|kind| kind.title.clone())).chain([declarations.name.clone()]);
    let mut facts: Vec<(String, String)> =
        sheet.player.iter().map(|player| ("Player".to_owned(), player.clone())).collect();
    for own in sheet.rows.iter().filter(|row| row.position.is_none()) {
        let fields = kind.into_iter().flat_map(|kind| &kind.fields);
        let stated = fields.filter(|(id, _)| own.fields.contains_key(*id));
        facts.extend(stated.map(|(id, field)| (field.title.clone(), cell(kept, own, id, field))));
    }
    let rows = kind.into_iter().flat_map(|kind| &kind.rows);
    let private_notes = sheet.private_notes.as_deref().filter(|_| private);
    let notes = [sheet.notes.as_deref(), private_notes].into_iter().flat_map(lines_of);
    SheetWords {
        title: sheet.name.clone().unwrap_or_else(|| "Unnamed sheet".to_owned()),
        subtitle: subtitle.collect::<Vec<_>>().join(" \u{b7} "),
        verdict: Mark::of(report.verdict),
        facts,
        tables: rows.filter_map(|(id, row)| table(kept, id, &row.title, &row.fields)).collect(),
        shares: sheet_shares(ruleset, sheet).iter().map(share).collect(),
        notes: notes.collect(),
        findings: told(&report.findings),
    }
}

/// The table of the rows of one kind; none if there are no such rows.
fn table(kept: &Kept, kind: &str, title: &str, fields: &IndexMap<String, Field>) -> Option<Table> {
    let rows: Vec<&Row> = kept.sheet.rows.iter().filter(|row| row.position.is_some() && row.kind == kind).collect();
    let used: Vec<(&String, &Field)> =
        fields.iter().filter(|(id, _)| rows.iter().any(|row| row.fields.contains_key(*id))).collect();
    let columns = used.iter().map(|(_, field)| Column {
        title: field.title.clone(),
        numbers: field.holds == Holds::Number && field.values.is_empty(),
    });
    let line = |row: &&Row| {
        let name = row.name.clone().unwrap_or_default();
        std::iter::once(name).chain(used.iter().map(|(id, field)| cell(kept, row, id, field))).collect()
    };
    (!rows.is_empty()).then(|| Table {
        title: plural::capital(title),
        columns: std::iter::once(Column { title: "Name".to_owned(), numbers: false }).chain(columns).collect(),
        rows: rows.iter().map(line).collect(),
    })
}

/// The content of a field as text, with titles instead of ids.
fn cell(kept: &Kept, row: &Row, id: &str, field: &Field) -> String {
    match row.fields.get(id) {
        None => String::new(),
        Some(Content::Number(number)) => number.to_string(),
        Some(Content::Words(words)) => {
            let title = |word: &String| match field.values.get(word) {
                Some(value) => value.title.clone(),
                None if field.holds == Holds::Unit => unit(kept, word),
                None => word.clone(),
            };
            words.iter().map(title).collect::<Vec<_>>().join(", ")
        }
    }
}

/// The printed name of a unit.
fn unit(kept: &Kept, named: &str) -> String {
    let nation = kept.sheet.nation.as_deref().and_then(|name| kept.ruleset.nation(name));
    let mut stocks = kept.ruleset.stocks().iter().filter(|stock| stock.catalogue().nation.as_deref() == nation);
    let found = stocks.find_map(|stock| Some(stock.unit(stock.find(named)?)));
    found.map_or(named, |unit| &unit.name).to_owned()
}
