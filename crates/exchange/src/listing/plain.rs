//! Writes a list as plain lines and as spreadsheet rows, for people. Units and options can be read back from the lines.

use muster_engine::list::ArmyList;
use muster_engine::plain::plain;
use muster_engine::ready::Ruleset;
use muster_engine::report::Report;
use muster_engine::summary::{SquadronLine, Summary};
use muster_engine::words::number::points;

use crate::spreadsheet::{csv_of, harmless};

/// The start of the line with the terms that a list sets for itself.
pub(super) const TERMS: &str = "# Terms: ";

/// Writes one line per squadron, such as `3 Frigate (90 points)`, with attached ones indented. A last line has the
/// terms that the list sets for itself.
#[must_use]
pub fn lines(summary: &Summary, report: &Report) -> String {
    let line = |line: &SquadronLine| {
        let indent = "  ".repeat(usize::try_from(line.depth).unwrap_or_default());
        let options: Vec<String> = line.roles.iter().chain(&line.options).cloned().collect();
        let options = if options.is_empty() { String::new() } else { format!(": {}", options.join(", ")) };
        let points = points(line.points, line.points_at_least);
        // A choice of a group has no models.
        let models = if line.models == 0 { String::new() } else { format!("{} ", line.models) };
        format!("{indent}{}\n", plain(&format!("{models}{} ({points}){options}", line.unit)))
    };
    let terms = report.terms.words.iter().map(|words| format!("{TERMS}{}\n", plain(words)));
    summary.squadrons.iter().map(line).chain(terms).collect()
}

/// The columns of [`rows`].
const COLUMNS: [&str; 20] = [
    "list",
    "player",
    "ruleset",
    "mfv",
    "group",
    "name",
    "unit",
    "id",
    "nation",
    "models",
    "points",
    "roles",
    "options",
    "attached",
    "slot",
    "allocation",
    "turn",
    "brought by",
    "carries",
    "terms",
];

/// Writes CSV with one row per squadron. Each row has the list's name, player, ruleset, MFV and terms, so that rows of
/// several lists can be combined.
#[must_use]
pub fn rows(ruleset: &Ruleset, list: &ArmyList, summary: &Summary, report: &Report) -> String {
    let terms = report.terms.words.as_deref().unwrap_or_default();
    let rows = summary.squadrons.iter().map(|line| row(ruleset, list, summary, line, terms));
    csv_of(std::iter::once(COLUMNS.map(str::to_owned).to_vec()).chain(rows))
}

fn row(ruleset: &Ruleset, list: &ArmyList, summary: &Summary, line: &SquadronLine, terms: &str) -> Vec<String> {
    let group = summary.groups.iter().find(|group| line.at.starts_with(&format!("{}/", group.at)));
    let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
    let text = |text: Option<&String>| text.cloned().unwrap_or_default();
    // A squadron without a name has its unit's name in the summary.
    let name = if line.name == line.unit { String::new() } else { line.name.clone() };
    let home = list.nation.as_deref().and_then(|nation| ruleset.nation(nation));
    let nation = home.and_then(|id| ruleset.declarations().nations.get(id)).map(|nation| &nation.name);
    let cells = [
        text(list.name.as_ref()),
        text(list.player.as_ref()),
        format!("{} {}", ruleset.declarations().id, ruleset.declarations().version),
        list.mfv.map(|mfv| mfv.to_string()).unwrap_or_default(),
        text(group.map(|group| &group.name)),
        name,
        line.unit.clone(),
        text(line.unit_id.as_ref()),
        text(line.nation.as_ref().or(nation)),
        if line.models == 0 { String::new() } else { line.models.to_string() },
        number(line.points),
        line.roles.join("; "),
        line.options.join("; "),
        if line.depth > 0 { "yes".to_owned() } else { String::new() },
        text(line.slot.as_ref()),
        if summary.allocates { line.allocation.clone() } else { String::new() },
        number(line.entry_turn.map(i64::from)),
        text(line.brought_by.as_ref()),
        line.carries.join("; "),
        terms.to_owned(),
    ];
    cells.iter().map(|cell| harmless(&plain(cell))).collect()
}
