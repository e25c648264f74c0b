//! `muster show`: a list with its points, the shares of every cap, its allowances and decks.

use std::io::Write;
use std::path::Path;

use indexmap::IndexMap;
use muster_engine::list::{ArmyList, SettingValue};
use muster_engine::ready::Ruleset;
use muster_engine::report::{Report, RulesetUsed, Terms, Verdict};
use muster_engine::sheet::{Content, Row, Sheet};
use muster_engine::summary::{Share, Summary, sheet_shares};
use muster_engine::words::phrases::squadrons;
use muster_library::judge::{JudgedList, judge_entry, judge_in_full};
use muster_library::lists::{self, Entry};
use muster_library::shelf::Shelf;
use muster_library::{files, limits, sheets};
use serde::Serialize;

use super::{complain, json};
use crate::args::{Show, Style};
use crate::outcome::{Complaint, Failure, Outcome};
use crate::{output, terminal};

#[derive(Serialize)]
struct Answer<'a> {
    format: u32,
    lists: Vec<Line<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sheets: Vec<SheetLine<'a>>,
}

/// The summary of a sheet.
#[derive(Serialize)]
struct SheetLine<'a> {
    file: &'a str,
    document: u32,
    kind: &'a str,
    name: Option<&'a str>,
    player: Option<&'a str>,
    nation: Option<&'a str>,
    ruleset: Option<&'a RulesetUsed>,
    verdict: Verdict,
    fingerprint: Option<&'a str>,
    rows: Vec<RowLine<'a>>,
    shares: &'a [Share],
}

/// A row of a sheet, or the sheet's own fields.
#[derive(Serialize)]
struct RowLine<'a> {
    at: String,
    kind: &'a str,
    name: Option<&'a str>,
    fields: &'a IndexMap<String, Content>,
}

/// The summary of a list.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    document: u32,
    name: Option<&'a str>,
    player: Option<&'a str>,
    nation: Option<&'a str>,
    ruleset: Option<&'a RulesetUsed>,
    settings: &'a IndexMap<String, SettingValue>,
    consents: &'a [String],
    terms: &'a Terms,
    verdict: Verdict,
    fingerprint: Option<&'a str>,
    #[serde(flatten)]
    summary: &'a Summary,
}

/// A list that could be read.
struct Shown {
    list: Box<ArmyList>,
    report: Report,
    summary: Summary,
    words: output::sheet::Words,
}

impl<'a> From<&'a Row> for RowLine<'a> {
    fn from(row: &'a Row) -> Self {
        Self { at: row.pointer(), kind: &row.kind, name: row.name.as_deref(), fields: &row.fields }
    }
}

/// A sheet that could be read.
struct ShownSheet {
    ruleset: Ruleset,
    sheet: Sheet,
    report: Report,
    shares: Vec<Share>,
}

/// Prints every list and every sheet of a file.
pub(crate) fn run(args: &Show, shelf: &Shelf) -> Result<Outcome, Failure> {
    let file = args.list.to_string_lossy().into_owned();
    let bytes = files::read_named(&args.list, limits::FILE_BYTES)
        .map_err(|fault| Complaint { message: format!("{file}: {}", fault.message), help: fault.help })?;
    let mut outcome = Outcome::Fine;
    let mut shown = Vec::new();
    let mut kept = Vec::new();
    for entry in lists::lists(&bytes) {
        if let Some(sheet) = sheet(shelf, &file, &entry) {
            kept.push(sheet);
            continue;
        }
        match read(shelf, &file, entry) {
            Ok(list) => shown.push(list),
            Err(report) => {
                complain(&report, &bytes);
                outcome = Outcome::Undecided;
            }
        }
    }
    let mut out = terminal::styled(args.format);
    match args.format {
        Style::Json => {
            let sheets = kept.iter().map(ShownSheet::line).collect();
            json(&mut out, &Answer { format: 1, lists: shown.iter().map(Shown::line).collect(), sheets })?;
        }
        Style::Human => {
            for (number, list) in shown.iter().enumerate() {
                if number > 0 {
                    writeln!(out)?;
                }
                output::sheet::write(&mut out, &list.words, &list.report, &list.summary, terminal::width())?;
            }
            for (number, ShownSheet { ruleset, sheet, report, shares }) in kept.iter().enumerate() {
                if number > 0 || !shown.is_empty() {
                    writeln!(out)?;
                }
                output::rows::write(&mut out, ruleset, sheet, report, shares, terminal::width())?;
            }
            out.flush()?;
        }
    }
    Ok(outcome)
}

/// A sheet with everything that is shown about it. None if the document is something else or faulty.
fn sheet(shelf: &Shelf, file: &str, entry: &Entry) -> Option<ShownSheet> {
    let Entry::Other(kind, document) = entry else { return None };
    let (sheet, ruleset) = sheets::sheet(shelf, document, kind).ok()?;
    let report = judge_entry(shelf, file, None, entry);
    Some(ShownSheet { shares: sheet_shares(&ruleset, &sheet), ruleset, sheet, report })
}

/// A list with everything that is shown about it, or the report that says why it is no list.
fn read(shelf: &Shelf, file: &str, entry: Entry) -> Result<Shown, Box<Report>> {
    let beside = Path::new(file).parent();
    let Entry::List(list, document) = entry else { return Err(Box::new(judge_entry(shelf, file, beside, &entry))) };
    let JudgedList { ruleset, report, summary } = judge_in_full(shelf, file, beside, &list, Some(&document))?;
    let declarations = ruleset.declarations();
    let home = list.nation.as_deref().and_then(|name| declarations.nations.get(ruleset.nation(name)?));
    let words = output::sheet::Words {
        home: home.map(|nation| nation.name.clone()),
        squadrons: [1, 2].map(|number| squadrons(declarations, number).to_owned()),
    };
    Ok(Shown { list, report, summary, words })
}

impl ShownSheet {
    fn line(&self) -> SheetLine<'_> {
        SheetLine {
            file: &self.report.file,
            document: self.report.document,
            kind: &self.sheet.kind,
            name: self.report.name.as_deref(),
            player: self.report.player.as_deref(),
            nation: self.sheet.nation.as_deref(),
            ruleset: self.report.ruleset.as_ref(),
            verdict: self.report.verdict,
            fingerprint: self.report.fingerprint.as_deref(),
            rows: self.sheet.rows.iter().map(RowLine::from).collect(),
            shares: &self.shares,
        }
    }
}

impl Shown {
    fn line(&self) -> Line<'_> {
        Line {
            file: &self.report.file,
            document: self.report.document,
            name: self.report.name.as_deref(),
            player: self.report.player.as_deref(),
            nation: self.list.nation.as_deref(),
            ruleset: self.report.ruleset.as_ref(),
            settings: &self.report.settings,
            consents: &self.report.consents,
            terms: &self.report.terms,
            verdict: self.report.verdict,
            fingerprint: self.report.fingerprint.as_deref(),
            summary: &self.summary,
        }
    }
}
