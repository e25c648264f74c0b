//! The organiser's roster, for a clipboard: each list with one line for every squadron.

use muster_engine::models::kind_of;
use muster_engine::plural;
use muster_engine::summary::ChargeLine;
use muster_engine::words::{number, phrases, price};
use serde::Serialize;

use crate::subject::{Fleet, Stamp};
use crate::visible::reason;

/// A list on the roster.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct RosterList {
    title: String,
    facts: Vec<String>,
    verdict: Stamp,
    /// Why it is not legal.
    reason: Option<String>,
    /// The label of the line on which the organiser signs.
    checked: &'static str,
    columns: [String; 4],
    rows: Vec<RosterRow>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct RosterRow {
    depth: u32,
    name: String,
    /// Its roles, unit and options.
    details: Vec<String>,
    place: String,
    models: String,
    points: String,
}

/// Makes the roster entry of a list.
pub(crate) fn muster(fleet: &Fleet) -> RosterList {
    let declarations = fleet.ruleset.declarations();
    let summary = fleet.shown.summary;
    let named = fleet.shown.list.nation.as_deref();
    let nation = named.and_then(|name| declarations.nations.get(fleet.ruleset.nation(name)?));
    let facts = [
        fleet.shown.list.player.clone(),
        nation.map(|nation| nation.name.clone()),
        Some(number::points_of(summary.points, summary.points_at_least, summary.mfv)),
        fleet.whole.report.ruleset.as_ref().map(|used| format!("{} {}", used.id, used.version)),
        fleet.whole.report.fingerprint.clone(),
        fleet.whole.report.terms.words.clone(),
    ];
    let row = |squadron: &muster_engine::summary::SquadronLine| {
        let kind = kind_of(fleet.ruleset, squadron);
        let unit = Some(&squadron.unit).filter(|unit| **unit != squadron.name).cloned();
        let details = squadron.roles.iter().cloned().chain(unit).chain(kind).chain(squadron.options.iter().cloned());
        let place = if summary.allocates && squadron.models > 0 { &squadron.allocation } else { "" };
        RosterRow {
            depth: squadron.depth.min(8),
            name: squadron.name.clone(),
            details: details.filter(|words| !words.is_empty()).collect(),
            place: squadron.slot.as_deref().map_or_else(|| place.to_owned(), plural::capital),
            models: if squadron.models == 0 { String::new() } else { squadron.models.to_string() },
            points: number::known(squadron.points, squadron.points_at_least),
        }
    };
    let squadron = plural::capital(phrases::squadrons(declarations, 1));
    let has_places = summary.allocates || summary.squadrons.iter().any(|squadron| squadron.slot.is_some());
    RosterList {
        title: fleet.title().to_owned(),
        facts: facts.into_iter().flatten().collect(),
        verdict: Stamp::of(fleet.whole.report.verdict),
        reason: reason(fleet),
        checked: "Checked by",
        columns: [squadron, if has_places { "Place" } else { "" }.to_owned(), "Models".to_owned(), "Points".to_owned()],
        rows: summary.squadrons.iter().map(row).chain(summary.charges.iter().map(charge)).collect(),
    }
}

fn charge(charge: &ChargeLine) -> RosterRow {
    RosterRow {
        depth: 0,
        name: charge.title.clone(),
        details: Vec::new(),
        place: String::new(),
        models: String::new(),
        points: price::charge(charge),
    }
}
