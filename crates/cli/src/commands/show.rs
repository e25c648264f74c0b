//! `muster show`: a list with its points, the shares of every cap, its allowances and decks.

use indexmap::IndexMap;
use muster_engine::list::{ArmyList, SettingValue};
use muster_engine::needs::Need;
use muster_engine::overlaid;
use muster_engine::ready::Ruleset;
use muster_engine::report::{Report, Terms, UsedRuleset, Verdict};
use muster_engine::sheet::{FieldContent, Sheet, SheetRow};
use muster_engine::summary::{Share, Summary, sheet_shares};
use muster_engine::words::phrases::squadrons;
use muster_library::collection::Collection;
use muster_library::judge::{JudgedList, judge_in_full};
use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, Intake, NewestGames, Submission};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;

use super::handed_in::{self, ListFile, refuse};
use super::{json, passed_over};
use crate::args::{OutputStyle, ShowCommand};
use crate::outcome::{CommandFailure, ExitOutcome};
use crate::{collection, output, terminal};

#[derive(Serialize, JsonSchema)]
pub(crate) struct ShowOutput<'a> {
    format: u32,
    lists: Vec<ListRow<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sheets: Vec<SheetLine<'a>>,
}

/// The summary of a sheet.
#[derive(Serialize, JsonSchema)]
struct SheetLine<'a> {
    file: &'a str,
    document: u32,
    kind: &'a str,
    name: Option<&'a str>,
    player: Option<&'a str>,
    nation: Option<&'a str>,
    ruleset: Option<&'a UsedRuleset>,
    verdict: Verdict,
    fingerprint: Option<&'a str>,
    rows: Vec<RowLine<'a>>,
    shares: &'a [Share],
}

/// A row of a sheet, or the sheet's own fields.
#[derive(Serialize, JsonSchema)]
struct RowLine<'a> {
    at: String,
    kind: &'a str,
    name: Option<&'a str>,
    #[schemars(with = "IndexMap<String, serde_json::Value>")]
    fields: &'a IndexMap<String, FieldContent>,
}

/// The summary of a list.
#[derive(Serialize, JsonSchema)]
struct ListRow<'a> {
    file: &'a str,
    document: u32,
    name: Option<&'a str>,
    player: Option<&'a str>,
    nation: Option<&'a str>,
    ruleset: Option<&'a UsedRuleset>,
    settings: &'a IndexMap<String, SettingValue>,
    consents: &'a [String],
    terms: &'a Terms,
    verdict: Verdict,
    fingerprint: Option<&'a str>,
    #[serde(flatten)]
    summary: &'a Summary,
    /// The models that it needs; only if they are compared with a collection.
    #[serde(skip_serializing_if = "Option::is_none")]
    collection: Option<Vec<NeedLine<'a>>>,
}

/// A model that a list needs.
#[derive(Serialize, JsonSchema)]
struct NeedLine<'a> {
    unit: &'a str,
    name: &'a str,
    nation: Option<&'a str>,
    needed: u32,
    owned: u32,
    short: u32,
    at: &'a [String],
}

/// A list that could be read.
struct ShownList {
    list: Box<ArmyList>,
    report: Report,
    summary: Summary,
    /// What it needs, and how many of each the collection has.
    needs: Option<Vec<(Need, u32)>>,
    words: output::summary::ShowWords,
}

impl<'a> From<&'a (Need, u32)> for NeedLine<'a> {
    fn from((need, owned): &'a (Need, u32)) -> Self {
        let Need { miniature, models, at } = need;
        Self {
            unit: &miniature.id,
            name: &miniature.name,
            nation: miniature.nation.as_deref(),
            needed: *models,
            owned: *owned,
            short: models.saturating_sub(*owned),
            at,
        }
    }
}

impl<'a> From<&'a SheetRow> for RowLine<'a> {
    fn from(row: &'a SheetRow) -> Self {
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
pub(crate) fn run(args: &ShowCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    let owned = collection::open(shelf, args.collection.as_deref())?;
    let games = NewestGames::new(shelf);
    let keys = args.keys.open()?;
    let mut outcome = ExitOutcome::Fine;
    let mut shown = Vec::new();
    let mut kept = Vec::new();
    handed_in::each(&Intake::new(&games).with_keys(keys.as_ref()), std::slice::from_ref(&args.list), |handed, from| {
        match handed {
            HandIn::Lists(lists) => {
                for list in lists {
                    let is_read = match list.list {
                        Some(_) => read(shelf, owned.as_ref(), list, from).map(|list| shown.push(list)),
                        None => sheet(shelf, list, from).map(|sheet| kept.push(sheet)),
                    };
                    if is_read.is_none() {
                        outcome = ExitOutcome::Undecided;
                    }
                }
            }
            HandIn::NoList { file, why, .. } => passed_over(&file, &why),
        }
    });
    let mut out = terminal::styled(args.format);
    match args.format {
        OutputStyle::Json => {
            let sheets = kept.iter().map(ShownSheet::line).collect();
            json(&mut out, &ShowOutput { format: 1, lists: shown.iter().map(ShownList::line).collect(), sheets })?;
        }
        OutputStyle::Human => {
            for (number, list) in shown.iter().enumerate() {
                if number > 0 {
                    writeln!(out)?;
                }
                output::summary::write(&mut out, &list.words, &list.report, &list.summary, terminal::width())?;
                output::summary::needs(&mut out, list.needs.as_deref().unwrap_or_default(), terminal::width())?;
            }
            for (number, ShownSheet { ruleset, sheet, report, shares }) in kept.iter().enumerate() {
                if number > 0 || !shown.is_empty() {
                    writeln!(out)?;
                }
                output::sheet::write(&mut out, ruleset, sheet, report, shares, terminal::width())?;
            }
            out.flush()?;
        }
    }
    Ok(outcome)
}

/// A sheet with everything that is shown about it. None if the document is something else or faulty, which is told on
/// standard error.
fn sheet(shelf: &Shelf, submission: Submission, from: &ListFile) -> Option<ShownSheet> {
    let found = handed_in::sheet(shelf, &submission, from);
    if found.is_none() {
        refuse(&submission, from);
    }
    let (ruleset, sheet) = found?;
    Some(ShownSheet { shares: sheet_shares(&ruleset, &sheet), ruleset, sheet, report: submission.report })
}

/// A list with everything that is shown about it. None if its ruleset is not available, which is told on standard error.
fn read(shelf: &Shelf, owned: Option<&Collection>, submission: Submission, from: &ListFile) -> Option<ShownList> {
    let beside = submission.beside(shelf);
    let list = submission.list.as_deref()?;
    let Ok(JudgedList { ruleset, summary, needs, .. }) =
        judge_in_full(shelf, &submission.report.file, beside, list, None)
    else {
        refuse(&submission, from);
        return None;
    };
    let owned = owned.filter(|owned| collection::concerns(owned, &ruleset, &submission.report.file));
    let number = |owned: &Collection| needs.iter().map(|need| (need.clone(), owned.owned(&need.miniature))).collect();
    let needs = owned.map(number);
    let declarations = ruleset.declarations();
    let home = list.nation.as_deref().and_then(|name| declarations.nations.get(ruleset.nation(name)?));
    let overlaid = |share: &Share| Some((share.rule.clone(), overlaid::rule(&ruleset, &share.rule)?));
    let words = output::summary::ShowWords {
        overlaid: summary.shares.iter().filter_map(overlaid).collect(),
        home: home.map(|nation| nation.name.clone()),
        squadrons: [1, 2].map(|number| squadrons(declarations, number).to_owned()),
    };
    let Submission { report, list, .. } = submission;
    Some(ShownList { list: list?, report, summary, needs, words })
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

impl ShownList {
    fn line(&self) -> ListRow<'_> {
        ListRow {
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
            collection: self.needs.as_ref().map(|needs| needs.iter().map(NeedLine::from).collect()),
        }
    }
}
