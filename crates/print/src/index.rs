//! The organiser's index: each list in a line, with its verdict and a place to sign.

use muster_engine::words::number;
use serde::Serialize;

use crate::subject::{Fleet, Stamp};
use crate::visible::reason;

/// All lists of a print.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Index {
    title: String,
    /// The titles of the columns: number, player and list, points, verdict, page, signature.
    columns: [&'static str; 6],
    rows: Vec<IndexRow>,
}

/// A list in the index.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct IndexRow {
    number: String,
    player: String,
    /// Its club, name and nation, and the terms that it sets for itself.
    facts: Vec<String>,
    points: String,
    verdict: Stamp,
    /// Why it is not legal.
    reason: Option<String>,
    /// The number of its pages' set, by which the template finds their page. None if it has no pages.
    set: Option<usize>,
}

/// Makes the index. Each list comes with the number of its pages' set, from 0; none if it has no pages.
pub(crate) fn index<'f>(lists: impl Iterator<Item = (&'f Fleet<'f>, Option<usize>)>) -> Index {
    let row = |(place, (fleet, set)): (usize, (&Fleet, Option<usize>))| {
        let declarations = fleet.ruleset.declarations();
        let nation = fleet.shown.list.nation.as_deref();
        let nation = nation.and_then(|name| declarations.nations.get(fleet.ruleset.nation(name)?));
        let player = fleet.shown.list.player.clone();
        let club = fleet.shown.list.club.clone();
        let named = fleet.whole.list.name.clone().filter(|_| player.is_some());
        let summary = fleet.shown.summary;
        IndexRow {
            number: (place + 1).to_string(),
            player: player.unwrap_or_else(|| fleet.title().to_owned()),
            facts: club
                .into_iter()
                .chain(named)
                .chain(nation.map(|nation| nation.name.clone()))
                .chain(fleet.whole.report.terms.words.clone())
                .collect(),
            points: number::points_of(summary.points, summary.points_at_least, summary.mfv),
            verdict: Stamp::of(fleet.whole.report.verdict),
            reason: reason(fleet),
            set,
        }
    };
    let rows: Vec<IndexRow> = lists.enumerate().map(row).collect();
    let number = u32::try_from(rows.len()).unwrap_or(u32::MAX);
    Index {
        title: muster_engine::plural::count(number, "list"),
        columns: ["", "Player and list", "Points", "Verdict", "Page", "Checked by"],
        rows,
    }
}
