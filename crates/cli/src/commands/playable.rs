//! `muster lint --witness`: shows for each nation that an overlay can be played, or which of its rules forbid every list.

use muster_engine::list::ArmyList;
use muster_engine::plural::{capital, joined};
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, FindingId, Severity};
use muster_exchange::listing::lines;
use muster_library::lints::OverlaidRuleset;
use muster_mend::{Bounds, blocking, witness};
use rayon::prelude::*;
use serde_json::json;

/// How many lists are judged at most for one nation and one force value, and again for each rule that may forbid all of them.
const JUDGED: usize = 6_000;

/// A finding for each nation at each force value that the overlay leaves to lists: the legal list that was found, or why there is
/// none. Empty if neither the overlay nor `mfv` says a force value.
pub(crate) fn findings(game: &OverlaidRuleset, mfv: Option<u32>) -> Vec<Finding> {
    let events = game.after.events().map(|events| events.all.as_slice()).unwrap_or_default();
    let fixed: Vec<u32> =
        events.iter().rev().map(|event| event.mfv.clone()).find(|mfv| !mfv.is_empty()).unwrap_or_default();
    let sizes = if fixed.is_empty() { mfv.into_iter().collect() } else { fixed };
    let is_banned = |id: &String| events.iter().any(|event| event.nations.contains_key(id));
    let has_units = |id: &str| {
        let mut own =
            game.after.catalogues().iter().filter(|catalogue| catalogue.written().nation.as_deref() == Some(id));
        own.any(|catalogue| !catalogue.units().is_empty())
    };
    let nations = game.after.declarations().nations.iter();
    let nations: Vec<_> = nations.filter(|(id, _)| !is_banned(id) && has_units(id)).collect();
    let tried =
        nations.iter().flat_map(|(id, nation)| sizes.iter().map(move |mfv| (id.as_str(), nation.name.as_str(), *mfv)));
    let tried: Vec<(&str, &str, u32)> = tried.collect();
    tried.into_par_iter().map(|(id, name, mfv)| finding(game, id, name, mfv)).collect()
}

fn finding(game: &OverlaidRuleset, nation: &str, name: &str, mfv: u32) -> Finding {
    let bounds = Bounds { judged: JUDGED, mends: 1 };
    let Some(start) = empty(&game.after, nation, mfv) else {
        return told(Severity::Warning, "playable", format!("{name} at {mfv}: no list could be begun"), None);
    };
    if let Some(list) = witness(&game.after, &start, bounds) {
        let judged = muster_engine::judge(&game.after, &list, None);
        // A last line tells the terms, which are those of the overlay.
        let summary = judged.summary();
        let all = lines(&summary, judged.report());
        let squadrons = all.lines().take(summary.squadrons.len()).map(str::trim).collect::<Vec<_>>().join("; ");
        return told(Severity::Note, "playable", format!("{name} at {mfv}: a legal list is {squadrons}"), None);
    }
    let rules: Vec<&str> = game.rules.iter().map(String::as_str).collect();
    let blocking = blocking(&game.after, &start, bounds, &rules);
    if blocking.is_empty() {
        let why = if witness(&game.before, &start, bounds).is_some() {
            "found a legal list without the overlay, and none under it"
        } else {
            "found no legal list, and none without the overlay either"
        };
        return told(Severity::Warning, "playable", format!("{name} at {mfv}: the search {why}"), None);
    }
    let titles: Vec<String> = blocking.iter().map(|id| format!("`{id}`")).collect();
    let derived = blocking.iter().filter_map(|id| says(&game.after, id)).collect::<Vec<_>>().join("; ");
    let message = format!("{name} at {mfv}: no legal list was found; without {} there is one", joined(&titles, "or"));
    told(Severity::Error, "unplayable", message, (!derived.is_empty()).then_some(derived))
}

/// What a rule asks for: its id and its title.
fn says(ruleset: &Ruleset, id: &str) -> Option<String> {
    ruleset.rule(id).map(|sourced| format!("`{id}`: {}", capital(&sourced.rule.title)))
}

/// A list without squadrons.
fn empty(ruleset: &Ruleset, nation: &str, mfv: u32) -> Option<ArmyList> {
    let id = &ruleset.declarations().id;
    serde_json::from_value(json!({"muster": 1, "ruleset": id, "nation": nation, "mfv": mfv, "squadrons": []})).ok()
}

fn told(severity: Severity, id: &str, message: String, help: Option<String>) -> Finding {
    Finding { message, help, ..Finding::bare(FindingId::File(id.to_owned()), severity) }
}
