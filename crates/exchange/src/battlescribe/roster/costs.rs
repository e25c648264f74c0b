//! The costs in rosters that Muster wrote. They are claims, as in every other roster: anybody can change them.

use muster_engine::list::Squadron;
use muster_engine::ready::Ruleset;
use muster_engine::summary::summary;
use serde_json::Value;

use crate::listing::{Listing, each_squadron};

/// The key under which a squadron keeps the cost that the roster states, until the list is whole. No file can state it,
/// because extra keys begin with `x-`.
const COST: &str = "cost";

/// Notes what a roster says that a squadron costs, in points with what is attached to it.
pub(super) fn note(squadron: &mut Squadron, cost: Option<u32>) {
    squadron.extra.extend(cost.map(|cost| (COST.to_owned(), Value::from(cost))));
}

/// Takes the noted costs, and the total of the roster, as claims. Those that are right say nothing. Where the notes state a
/// claim of the player, that stays the claim, and a wrong cost is told in a sentence.
pub(super) fn settle(ruleset: &Ruleset, total: Option<u32>, listing: &mut Listing) {
    let Listing { list, concluded, .. } = listing;
    let mut costs: Vec<Option<u64>> = Vec::new();
    each_squadron(list, &mut |squadron| costs.push(squadron.extra.shift_remove(COST).and_then(|cost| cost.as_u64())));
    let summary = summary(ruleset, list);
    let lines = &summary.squadrons;
    let mut claim = |claimed: &mut Option<u32>, stated: Option<u32>, own: Option<i64>, what: &str| {
        let Some(stated) = stated.filter(|stated| own != Some(i64::from(*stated))) else { return };
        if claimed.is_none() {
            *claimed = Some(stated);
        } else {
            let own = own.map_or_else(|| "nobody knows how many".to_owned(), |own| own.to_string());
            concluded.push(format!("the roster says that {what} costs {stated} points; it costs {own}"));
        }
    };
    let mut place = 0;
    each_squadron(list, &mut |squadron| {
        let cost = costs.get(place).copied().flatten().and_then(|cost| u32::try_from(cost).ok());
        // Muster writes the costs that it knows.
        let own = lines.get(place).map(|line| {
            let attached = lines[place + 1..].iter().take_while(|other| other.depth > line.depth);
            attached.chain([line]).filter_map(|line| line.points).fold(0, i64::saturating_add)
        });
        let what = format!("`{}`", squadron.unit);
        claim(&mut squadron.points, cost, own, &what);
        place += 1;
    });
    claim(&mut list.points, total, summary.points, "the list");
}
