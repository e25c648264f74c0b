//! A list in one row of a table, for organisers.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use indexmap::IndexMap;
use muster_engine::list::SettingValue;
use muster_engine::report::{FindingId, Report, Severity, Verdict};
use muster_engine::words::stated;
use muster_engine::words::verdict::verdict;
use muster_exchange::spreadsheet::guarded;
use muster_library::listed::{ListStanding, ListedReport};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::submission::Submission;

/// A list in one row.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Row")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SubmissionRow {
    /// The file, and the name inside if it was packed.
    pub file: String,
    /// The document in the file, counted from 0.
    pub document: u32,
    /// The player's name.
    pub player: Option<String>,
    /// The player's club.
    pub club: Option<String>,
    /// The mail address that the list came from, else the one that it states.
    pub email: Option<String>,
    /// The list's name.
    pub name: Option<String>,
    /// The id of the ruleset that judged it.
    pub ruleset: Option<String>,
    /// The version of that ruleset.
    pub version: Option<String>,
    /// The ids of the event packs and house rules in use.
    pub events: Vec<String>,
    /// The id of the nation; the list's own word if the ruleset does not know it.
    pub nation: Option<String>,
    /// The settings in use.
    pub settings: IndexMap<String, SettingValue>,
    /// The maximum force value, in points.
    pub mfv: Option<u32>,
    /// The points, if they are known.
    pub points: Option<u32>,
    /// The points that the player claims.
    pub claimed: Option<u32>,
    /// The verdict.
    pub verdict: Verdict,
    /// The ids of the broken rules.
    pub errors: Vec<String>,
    /// The ids of what could not be read or decided.
    pub doubts: Vec<String>,
    /// The ids of the rules that are waived.
    pub consents: Vec<String>,
    /// The ids of its units that are from outside the ruleset.
    pub own_units: Vec<String>,
    /// The list's date, as YYYY-MM-DD.
    pub date: Option<String>,
    /// The fingerprint.
    pub fingerprint: Option<String>,
    /// The first file before it that holds the same list.
    pub same_as: Option<String>,
    /// The terms that the list sets for itself, in words; none if it sets none.
    pub terms: Option<String>,
    /// Whether it counts: `counts`, `earlier` or `late`.
    #[serde(default)]
    pub counts: ListStanding,
    /// When its mail arrived, in RFC 3339.
    #[serde(default)]
    pub arrived: Option<String>,
    /// How the sender of the mail in which it came differs from what it states, in words.
    #[serde(default)]
    pub sent_by: Option<String>,
    /// What must be known of the pages, if a print carries it: they were not compared, and which code they must show.
    #[serde(default)]
    pub carried: Option<String>,
    /// The place of the list that counts in its place; none if it stands for itself.
    #[serde(default)]
    pub version_of: Option<String>,
}

/// The names of the columns, in the order of [`SubmissionRow::cells`].
pub const COLUMNS: [&str; 28] = [
    "file",
    "document",
    "player",
    "club",
    "email",
    "name",
    "ruleset",
    "version",
    "events",
    "nation",
    "settings",
    "mfv",
    "points",
    "claimed",
    "verdict",
    "errors",
    "doubts",
    "consents",
    "own-units",
    "date",
    "fingerprint",
    "same-as",
    "terms",
    "counts",
    "arrived",
    "version-of",
    "sent-by",
    "carried",
];

/// Makes rows, and notices lists that are the same as an earlier one.
#[derive(Debug, Default)]
pub struct RowMaker {
    seen: RepeatFinder,
}

/// Notices lists that are the same as an earlier one.
#[derive(Debug, Default)]
pub struct RepeatFinder {
    /// The place where each list came first, by its ruleset and the first half of its fingerprint, which is about the
    /// list.
    places: HashMap<(String, String), String>,
}

impl RepeatFinder {
    /// The place of the first list with this ruleset and the same first half of its fingerprint. None if this list is
    /// the first: then its own place is kept.
    pub fn first(&mut self, ruleset: &str, fingerprint: &str, place: String) -> Option<String> {
        let of_list = fingerprint.split('-').next().unwrap_or_default();
        match self.places.entry((ruleset.to_owned(), of_list.to_owned())) {
            Entry::Occupied(first) => Some(first.get().clone()),
            Entry::Vacant(free) => {
                free.insert(place);
                None
            }
        }
    }
}

impl RowMaker {
    /// The row of a list.
    pub fn row(&mut self, submission: &Submission) -> SubmissionRow {
        let Submission { report, list, nation, .. } = submission;
        let list = list.as_deref();
        let ruleset = report.ruleset.as_ref();
        let of_severity = |severity| ids(report, severity);
        SubmissionRow {
            file: report.file.clone(),
            document: report.document,
            player: report.player.clone(),
            club: list.and_then(|list| list.club.clone()),
            email: submission.address().map(str::to_owned),
            name: report.name.clone(),
            ruleset: ruleset.map(|ruleset| ruleset.id.clone()),
            version: ruleset.map(|ruleset| ruleset.version.clone()),
            events: report.events.clone(),
            nation: nation.clone().or_else(|| list?.nation.clone()),
            settings: report.settings.clone(),
            mfv: report.mfv,
            points: report.points,
            claimed: list.and_then(|list| list.points),
            verdict: report.verdict,
            errors: of_severity(Severity::Error),
            doubts: of_severity(Severity::Undetermined),
            consents: report.consents.clone(),
            own_units: report.terms.own_units.iter().map(|unit| unit.id.clone()).collect(),
            date: list.and_then(|list| list.date.clone()),
            fingerprint: report.fingerprint.clone(),
            same_as: ruleset
                .zip(report.fingerprint.as_ref())
                .and_then(|(ruleset, fingerprint)| self.seen.first(&ruleset.id, fingerprint, submission.place()))
                // A list that is judged on several occasions has a row for each.
                .filter(|first| *first != submission.place()),
            terms: report.terms.words.as_deref().map(|words| words.strip_prefix("with ").unwrap_or(words).to_owned()),
            counts: submission.came.counts,
            arrived: submission.came.arrived.clone(),
            sent_by: submission.sent_by(),
            carried: submission.carrier().map(str::to_owned),
            version_of: submission.came.version_of.clone(),
        }
    }
}

/// Makes reports with what is known of how their lists were handed in, and notices lists that are the same as an earlier one.
#[derive(Debug, Default)]
pub struct ReportMaker {
    rows: RowMaker,
}

impl ReportMaker {
    /// The report on a list, with the same facts as its row.
    pub fn report(&mut self, submission: &Submission) -> ListedReport {
        let row = self.rows.row(submission);
        ListedReport {
            club: row.club,
            email: row.email,
            nation: row.nation,
            date: row.date,
            arrived: row.arrived,
            claimed: row.claimed,
            same_as: row.same_as,
            sent_by: row.sent_by,
            counts: row.counts,
            version_of: row.version_of,
            concluded: submission.came.concluded.clone(),
            ..ListedReport::from(submission.report.clone())
        }
    }
}

impl SubmissionRow {
    /// The cells of the row, safe for spreadsheets. Ids and settings in one cell are parted by `; `.
    #[must_use]
    pub fn cells(&self) -> [String; COLUMNS.len()] {
        let text = |text: &Option<String>| guarded(text.as_deref().unwrap_or_default());
        let number = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
        let all = |ids: &[String]| guarded(&ids.join("; "));
        let settings: Vec<String> = self.settings.iter().map(|(id, value)| stated::setting(id, value)).collect();
        [
            guarded(&self.file),
            self.document.to_string(),
            text(&self.player),
            text(&self.club),
            text(&self.email),
            text(&self.name),
            text(&self.ruleset),
            text(&self.version),
            all(&self.events),
            text(&self.nation),
            all(&settings),
            number(self.mfv),
            number(self.points),
            number(self.claimed),
            verdict(self.verdict).to_owned(),
            all(&self.errors),
            all(&self.doubts),
            all(&self.consents),
            all(&self.own_units),
            text(&self.date),
            text(&self.fingerprint),
            text(&self.same_as),
            text(&self.terms),
            self.counts.word().to_owned(),
            text(&self.arrived),
            text(&self.version_of),
            text(&self.sent_by),
            text(&self.carried),
        ]
    }
}

/// The ids of all findings of a severity, each once, in the order of the report.
fn ids(report: &Report, severity: Severity) -> Vec<String> {
    let found = report.findings.iter().filter(|finding| finding.severity == severity);
    let mut ids: Vec<String> = found.map(|finding| FindingId::as_str(&finding.rule).to_owned()).collect();
    ids.dedup();
    ids
}
