//! A picture of a fleet to post: its name, points and verdict, its models as drawings, and the code that opens it.

use muster_engine::words::number;
use serde::Serialize;

use crate::overview::{DrawnSquadron, drawn};
use crate::share::{ShareCode, share_code};
use crate::subject::{Fleet, Stamp};
use crate::words::creator;

/// The most squadrons on the picture.
const SQUADRONS: usize = 12;

/// The content of the picture, for the template.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct FleetCard {
    title: String,
    subtitle: String,
    emblem: Option<String>,
    colour: Option<String>,
    points: String,
    of: String,
    verdict: Stamp,
    player: Option<String>,
    squadrons: Vec<DrawnSquadron>,
    /// How many squadrons have no room.
    more: Option<String>,
    code: Option<ShareCode>,
    foot: String,
}

/// Makes the content of the picture. The picture shows of a fleet what its pages show.
pub(crate) fn fleet_card(fleet: &Fleet) -> FleetCard {
    let summary = fleet.shown.summary;
    let report = fleet.whole.report;
    let mut squadrons = drawn(fleet);
    let rest = squadrons.len().saturating_sub(SQUADRONS);
    // The last place says how many more there are.
    let rest = if rest > 0 { rest + 1 } else { 0 };
    squadrons.truncate(squadrons.len() - rest);
    let ruleset = report.ruleset.as_ref().map(|used| format!("edition {}", used.edition));
    let fingerprint = report.fingerprint.clone();
    FleetCard {
        title: fleet.title().to_owned(),
        subtitle: fleet.subtitle(),
        emblem: fleet.emblem(),
        colour: fleet.look.and_then(|look| look.colour.clone()),
        points: number::known(summary.points, summary.points_at_least),
        of: summary.mfv.map_or("points".to_owned(), |mfv| format!("of {mfv} points")),
        verdict: Stamp::of(report.verdict),
        player: fleet.shown.list.player.clone(),
        squadrons,
        more: (rest > 0).then(|| format!("and {rest} more")),
        code: fleet.share.map(|share| share_code(share.word)),
        foot: ruleset.into_iter().chain(fingerprint).chain([creator()]).collect::<Vec<_>>().join(" \u{b7} "),
    }
}
