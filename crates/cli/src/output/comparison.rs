//! The answer of `muster compare`: for people, as JSON, as a table.

use std::io::{self, Write};

use csv::{Terminator, WriterBuilder};
use muster_exchange::spreadsheet::guarded;
use muster_submissions::{ListComparison, ListOutcome, ListVersion};
use schemars::JsonSchema;
use serde::Serialize;

use super::words::{terms, verdict, verdict_style};
use crate::terminal::{BAD, DOUBT, FAINT, GOOD, STRONG};
use crate::text::{counted, plain};

/// All lists that were compared, with how many there are of each outcome.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CompareOutput {
    format: u32,
    changed: usize,
    new: usize,
    gone: usize,
    unchanged: usize,
    same: usize,
    lists: Vec<ListComparison>,
}

impl CompareOutput {
    pub(crate) fn new(lists: Vec<ListComparison>) -> Self {
        let of = |outcome| lists.iter().filter(|one| one.outcome == outcome).count();
        let all =
            [ListOutcome::Changed, ListOutcome::New, ListOutcome::Gone, ListOutcome::Unchanged, ListOutcome::Same];
        let [changed, new, gone, unchanged, same] = all.map(of);
        Self { format: 1, changed, new, gone, unchanged, same, lists }
    }
}

/// Writes every list with its outcome and its changes.
pub(crate) fn people(writer: &mut impl Write, answer: &CompareOutput) -> io::Result<()> {
    for one in &answer.lists {
        let style = match one.outcome {
            ListOutcome::Changed => DOUBT,
            ListOutcome::New | ListOutcome::Unchanged | ListOutcome::Same => GOOD,
            ListOutcome::Gone => BAD,
        };
        let names = [&one.player, &one.name].into_iter().flatten().map(String::as_str);
        let names = Some(names.collect::<Vec<_>>().join(": ")).filter(|names| !names.is_empty());
        let names = names.unwrap_or_else(|| "a list without a name".to_owned());
        write!(writer, "{style}{}{style:#} {STRONG}{}{STRONG:#}", one.outcome.word(), plain(&names))?;
        let seen = one.before.as_ref().filter(|before| one.after.as_ref().is_none_or(|after| !alike(before, after)));
        let versions: Vec<String> = seen.into_iter().chain(&one.after).map(at_a_glance).collect();
        writeln!(writer, ": {}", versions.join(" \u{2192} "))?;
        for sentence in &one.senders {
            writeln!(writer, "  {BAD}{}{BAD:#}", plain(sentence))?;
        }
        for sentence in &one.remarks {
            writeln!(writer, "  {FAINT}{}{FAINT:#}", plain(sentence))?;
        }
        for change in &one.changes {
            writeln!(writer, "  {}", plain(&change.message))?;
        }
        let files: Vec<&str> = one.before.iter().chain(&one.after).map(|version| version.file.as_str()).collect();
        writeln!(writer, "  {FAINT}{}{FAINT:#}", plain(&files.join(" \u{2192} ")))?;
    }
    let CompareOutput { changed, new, gone, unchanged, same, lists, .. } = answer;
    let parts = [(changed, "changed"), (new, "new"), (gone, "gone"), (unchanged, "unchanged"), (same, "the same")];
    let parts: Vec<String> =
        parts.iter().filter(|(number, _)| **number > 0).map(|(number, what)| format!("{number} {what}")).collect();
    let parts = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    writeln!(writer, "{}{parts}", counted(lists.len(), "list"))?;
    writer.flush()
}

/// Whether two versions have the same verdict and points.
fn alike(before: &ListVersion, after: &ListVersion) -> bool {
    (before.verdict, before.points, &before.terms) == (after.verdict, after.points, &after.terms)
}

fn at_a_glance(version: &ListVersion) -> String {
    let style = verdict_style(version.verdict);
    let points = version.points.map(|points| format!(", {points} points")).unwrap_or_default();
    let doubts = if version.doubts > 0 { ", read with doubts" } else { "" };
    let terms = terms(version.terms.as_deref());
    format!("{style}{}{style:#}{terms}{points}{doubts}", verdict(version.verdict))
}

const COLUMNS: [&str; 18] = [
    "outcome",
    "player",
    "name",
    "verdict-before",
    "verdict-after",
    "terms-before",
    "terms-after",
    "points-before",
    "points-after",
    "mfv-before",
    "mfv-after",
    "changes",
    "fingerprint-before",
    "fingerprint-after",
    "file-before",
    "file-after",
    "senders",
    "remarks",
];

/// A table with a row for each list.
pub(crate) fn table(answer: &CompareOutput) -> io::Result<Vec<u8>> {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    for one in &answer.lists {
        let text = |text: &Option<String>| guarded(text.as_deref().unwrap_or_default());
        let both = |cell: &dyn Fn(&ListVersion) -> String| {
            [&one.before, &one.after].map(|version| version.as_ref().map(cell).unwrap_or_default())
        };
        let number = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
        let [verdict_before, verdict_after] = both(&|version| verdict(version.verdict).to_owned());
        let [terms_before, terms_after] = both(&|version| text(&version.terms));
        let [points_before, points_after] = both(&|version| number(version.points));
        let [mfv_before, mfv_after] = both(&|version| number(version.mfv));
        let [mark_before, mark_after] = both(&|version| text(&version.fingerprint));
        let [file_before, file_after] = both(&|version| guarded(&version.file));
        let changes: Vec<&str> = one.changes.iter().map(|change| change.message.as_str()).collect();
        let row: [String; COLUMNS.len()] = [
            one.outcome.word().to_owned(),
            text(&one.player),
            text(&one.name),
            verdict_before,
            verdict_after,
            terms_before,
            terms_after,
            points_before,
            points_after,
            mfv_before,
            mfv_after,
            guarded(&changes.join("; ")),
            mark_before,
            mark_after,
            file_before,
            file_after,
            guarded(&one.senders.join("; ")),
            guarded(&one.remarks.join("; ")),
        ];
        writer.write_record(&row)?;
    }
    writer.into_inner().map_err(csv::IntoInnerError::into_error)
}
