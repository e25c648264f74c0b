//! Looks for legal additions to a list.

use muster_engine::list::{ArmyList, Models, Squadron};
use muster_engine::ready::Ruleset;
use rayon::prelude::*;

use crate::change::Change;
use crate::numbers;
use crate::place::Place;
use crate::search::{Bounds, Mend, is_no_worse, mend_of};
use crate::tries::units;

/// The most squadrons that are added to fill a list.
const MOST: usize = 40;

/// What may be added to a list.
#[derive(Clone, Debug)]
pub struct Additions {
    /// Each squadron that may be added by itself, the dearest first.
    pub single: Vec<Mend>,
    /// Additions one after the other, until nothing more may be added; none if nothing may be.
    pub full: Option<Mend>,
    /// How many lists were judged.
    pub judged: usize,
    /// The search stopped at its bound, so it may have missed some.
    pub is_bounded: bool,
}

/// Looks for squadrons that may be added to a list for the points left: none of them breaks a rule, or breaks one more
/// than before. Squadrons without a known price, and those that cost nothing, are left out.
#[must_use]
pub fn complete(ruleset: &Ruleset, list: &ArmyList, bounds: Bounds) -> Additions {
    let mut start = list.clone();
    numbers::number(&mut start);
    let mut judged = 0;
    let first = additions(ruleset, &start, bounds.judged, &mut judged);
    let single = first.iter().map(|(change, after)| mend_of(ruleset, &[(change.clone(), start.clone())], after));
    let single: Vec<Mend> = single.collect();
    let mut steps: Vec<(Change, ArmyList)> = Vec::new();
    let (mut now, mut next) = (start, first);
    let mut is_bounded = false;
    while let Some((change, after)) = next.into_iter().next() {
        steps.push((change, std::mem::replace(&mut now, after)));
        is_bounded = judged >= bounds.judged || steps.len() >= MOST;
        if is_bounded {
            break;
        }
        next = additions(ruleset, &now, bounds.judged, &mut judged);
    }
    let full = (!steps.is_empty()).then(|| mend_of(ruleset, &steps, &now));
    Additions { single, full, judged, is_bounded }
}

/// The additions to a list with the lists that they make. Those that leave fewer errors are first, then the dearest.
fn additions(ruleset: &Ruleset, list: &ArmyList, most: usize, judged: &mut usize) -> Vec<(Change, ArmyList)> {
    let before = muster_engine::errors(ruleset, list);
    let spent = muster_engine::points(ruleset, list);
    let groups = (0..list.groups.len()).map(Some);
    let outers: Vec<Place> =
        if list.groups.is_empty() { vec![Place::default()] } else { groups.map(Place::of_group).collect() };
    let mut changes = Vec::new();
    for (unit, squadron) in units(ruleset, list) {
        let sizes: Vec<Option<Models>> = match (&squadron.models, unit.squadron) {
            (Some(Models::Count(least)), Some(range)) => {
                let most = range.max.unwrap_or(*least).min(least.saturating_add(12));
                (*least..=most).map(|size| Some(Models::Count(size))).collect()
            }
            (models, _) => vec![models.clone()],
        };
        for models in sizes {
            let squadron = Squadron { models, ..squadron.clone() };
            changes.extend(outers.iter().map(|outer| Change::Add(outer.clone(), Box::new(squadron.clone()))));
        }
    }
    changes.truncate(most.saturating_sub(*judged));
    *judged += changes.len();
    let tried = |change: Change| {
        let after = change.apply(list)?;
        let errors = muster_engine::errors(ruleset, &after);
        let points = muster_engine::points(ruleset, &after).filter(|_| is_no_worse(&before, &errors))?;
        spent.is_none_or(|spent| points > spent).then_some(())?;
        list.mfv.is_none_or(|mfv| points <= i64::from(mfv)).then_some(())?;
        Some((errors.len(), -points, change, after))
    };
    let mut found: Vec<_> = changes.into_par_iter().filter_map(tried).collect();
    found.sort_by_key(|(errors, points, ..)| (*errors, *points));
    found.into_iter().map(|(_, _, change, after)| (change, after)).collect()
}
