//! The pages of campaign sheets: fields, a table for each kind of row, how much of each limit is used, and the
//! findings.

use muster_engine::plural;
use muster_engine::sheet_tables;
use muster_engine::summary::sheet_shares;
use serde::Serialize;

use crate::force_list::{FindingWords, ShareWords, lines_of, share, told};
use crate::subject::{ReportedSheet, Stamp};

/// The content of a sheet, for the template.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct SheetWords {
    title: String,
    subtitle: String,
    verdict: Stamp,
    facts: Vec<(String, String)>,
    tables: Vec<SheetTable>,
    notes: Vec<String>,
    shares: Vec<ShareWords>,
    findings: Vec<FindingWords>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct SheetTable {
    title: String,
    columns: Vec<SheetColumn>,
    rows: Vec<Vec<String>>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct SheetColumn {
    title: String,
    numbers: bool,
}

/// Makes the content of a sheet.
pub(crate) fn sheet(reported: &ReportedSheet, private: bool) -> SheetWords {
    let ReportedSheet { ruleset, sheet, report } = reported;
    let declarations = ruleset.declarations();
    let kind = declarations.sheets.get(&sheet.kind);
    let nation = sheet.nation.as_deref();
    let nation = nation.map(|name| {
        ruleset.nation(name).and_then(|id| declarations.nations.get(id)).map_or(name, |nation| &nation.name).to_owned()
    });
    let subtitle = nation.into_iter().chain(kind.map(|kind| kind.title.clone())).chain([declarations.name.clone()]);
    let mut facts: Vec<(String, String)> =
        sheet.player.iter().map(|player| ("Player".to_owned(), player.clone())).collect();
    facts.extend(sheet_tables::facts(ruleset, sheet));
    let private_notes = sheet.private_notes.as_deref().filter(|_| private);
    let notes = [sheet.notes.as_deref(), private_notes].into_iter().flat_map(lines_of);
    SheetWords {
        title: sheet.name.clone().unwrap_or_else(|| "Unnamed sheet".to_owned()),
        subtitle: subtitle.collect::<Vec<_>>().join(" \u{b7} "),
        verdict: Stamp::of(report.verdict),
        facts,
        tables: sheet_tables::tables(ruleset, sheet).into_iter().map(table).collect(),
        shares: sheet_shares(ruleset, sheet).iter().map(|one| share(ruleset, one)).collect(),
        notes: notes.collect(),
        findings: told(&report.findings, |_| String::new()),
    }
}

fn table(table: sheet_tables::RowTable) -> SheetTable {
    let columns = table.columns.into_iter();
    SheetTable {
        title: plural::capital(&table.title),
        columns: columns.map(|column| SheetColumn { title: column.title, numbers: column.numbers }).collect(),
        rows: table.rows,
    }
}
