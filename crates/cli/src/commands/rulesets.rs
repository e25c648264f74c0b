//! `muster rulesets`: the rulesets that lists can be judged by.

use std::io::Write;

use muster_library::shelf::{Edition, EventHead, Release, Shelf};
use schemars::JsonSchema;
use serde::Serialize;

use super::json;
use crate::args::{OutputStyle, RulesetsCommand};
use crate::outcome::{CommandFailure, ExitOutcome};
use crate::output::table::{TableColumn, table};
use crate::terminal;

#[derive(Serialize, JsonSchema)]
pub(crate) struct RulesetsOutput {
    format: u32,
    rulesets: Vec<RulesetRow>,
    /// The overlays that `--event` names, and those that they extend.
    overlays: Vec<OverlayLine>,
}

/// An overlay as one row.
#[derive(Serialize, JsonSchema)]
struct OverlayLine {
    id: String,
    name: String,
    version: Option<String>,
    /// The ids of the rulesets that it is about.
    rulesets: Vec<String>,
    /// The last day for lists.
    deadline: Option<String>,
    path: String,
}

impl From<EventHead> for OverlayLine {
    fn from(event: EventHead) -> Self {
        let EventHead { id, name, version, rulesets, deadline, path, .. } = event;
        Self { id, name, version, rulesets, deadline, path: path.display().to_string() }
    }
}

/// A ruleset as one row.
#[derive(Serialize, JsonSchema)]
struct RulesetRow {
    id: String,
    version: String,
    name: String,
    edition: String,
    /// The day from which it is in force; none if nothing states a day.
    released: Option<String>,
    /// Whether it is published.
    published: bool,
    /// The folder it comes from; none for a built-in ruleset.
    folder: Option<String>,
    /// Whether a newer version of the same folder took its place.
    past: bool,
}

impl From<&Edition> for RulesetRow {
    fn from(edition: &Edition) -> Self {
        Self {
            id: edition.id.clone(),
            version: edition.version.to_string(),
            name: edition.name.clone(),
            edition: edition.edition.clone(),
            released: edition.release.day().map(str::to_owned),
            published: edition.release != Release::NotYet,
            folder: edition.folder.as_ref().map(|folder| folder.display().to_string()),
            past: edition.is_past(),
        }
    }
}

/// Prints the available rulesets with all their versions, in search order. Rulesets that cannot be read are reported on standard error, as for
/// every command.
pub(crate) fn run(args: &RulesetsCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    let rulesets: Vec<RulesetRow> = shelf.versions().iter().map(RulesetRow::from).collect();
    let overlays: Vec<OverlayLine> = shelf.event_heads().into_iter().map(OverlayLine::from).collect();
    let mut out = terminal::styled(args.format);
    match args.format {
        OutputStyle::Json => json(&mut out, &RulesetsOutput { format: 1, rulesets, overlays })?,
        OutputStyle::Human => {
            let rows = rulesets.into_iter().map(|line| {
                let from = line.folder.unwrap_or_else(|| "in the program".to_owned());
                let released = match line.released {
                    None if !line.published => "not yet".to_owned(),
                    released => released.unwrap_or_default(),
                };
                vec![line.id, line.version, released, line.name, line.edition, from]
            });
            let columns = ["id", "version", "released", "game", "edition", "from"].map(TableColumn::Words);
            writeln!(out, "{}", table(&columns, rows, terminal::width()))?;
            if !overlays.is_empty() {
                let rows = overlays.into_iter().map(|overlay| {
                    let version = overlay.version.unwrap_or_default();
                    vec![overlay.id, version, overlay.name, overlay.rulesets.join(", "), overlay.path]
                });
                let columns = ["overlay", "version", "name", "over", "from"].map(TableColumn::Words);
                writeln!(out, "\n{}", table(&columns, rows, terminal::width()))?;
            }
            out.flush()?;
        }
    }
    Ok(if shelf.broken().next().is_none() { ExitOutcome::Fine } else { ExitOutcome::Undecided })
}
