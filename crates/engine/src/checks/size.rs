//! The number of models lies within the unit's squadron size.

use crate::breach::Breach;
use crate::force::{Entry, Force, Goods};
use crate::ready::matcher::Match;
use crate::ready::prepared::Prepared;
use crate::shapes::rule::Check;
use crate::text::plural::{between, count};

pub(super) fn check(force: &Force) -> Vec<Breach> {
    let entries = force.entries.iter().enumerate().filter(|(_, entry)| is_own(entry));
    entries.filter_map(|(index, entry)| judge(force, index, entry)).collect()
}

/// Whether a squadron stands by itself. Other rules say how many models may be attached or brought.
fn is_own(entry: &Entry) -> bool {
    entry.parent.is_none() && entry.squadron.brought_by.is_none()
}

/// Whether a squadron states no number of models although several are possible, and a rule in use asks for one.
pub(crate) fn is_missed(force: &Force, index: usize, goods: Goods) -> bool {
    let entry = &force.entries[index];
    let asks = |prepared: &Prepared| {
        let check = prepared.check.as_ref().filter(|check| check.check == Check::SquadronSize);
        check.is_some_and(|check| force.test_entry(index, &check.filter) != Match::No)
            && force.agreed.uses(&force.ruleset.rules()[prepared.rule].rule)
    };
    is_own(entry) && lacks_number(entry, goods) && force.ruleset.prepared().iter().any(asks)
}

fn lacks_number(entry: &Entry, goods: Goods) -> bool {
    let is_open = limits(goods).is_some_and(|(min, max)| max != Some(min));
    entry.squadron.models.is_none() && is_open && goods.unit.usual.is_none()
}

/// The least and the most models of a squadron; none where the card does not say.
fn limits(goods: Goods) -> Option<(u32, Option<u32>)> {
    if goods.unit.members.is_empty() {
        return goods.unit.squadron.map(|size| (size.min, size.max));
    }
    let kinds = &goods.article.kinds[..goods.unit.members.len()];
    Some((kinds.iter().map(|kind| kind.min).sum(), kinds.iter().map(|kind| kind.max).sum()))
}

fn judge(force: &Force, index: usize, entry: &Entry) -> Option<Breach> {
    let Some(goods) = entry.goods else {
        let message =
            format!("{}: the unit is unknown, so how many models it may have cannot be judged", force.name(index));
        return Some(Breach::new(force, index, message).open());
    };
    let (min, max) = limits(goods)?;
    let (floor, ceiling) = (Some(i64::from(min)), max.map(i64::from));
    let stated = match &entry.squadron.models {
        None if !lacks_number(entry, goods) => return None,
        None => {
            let message =
                format!("{} states no number of models; it may have {}", force.name(index), between(min, max));
            let breach = Breach::new(force, index, message);
            return Some(Breach { numbers: [None, floor, ceiling], ..breach });
        }
        Some(crate::shapes::list::Models::Count(stated)) => *stated,
        Some(crate::shapes::list::Models::Parts(parts)) => crate::force::total(parts),
    };
    if stated >= min && max.is_none_or(|max| stated <= max) {
        return None;
    }
    let message = format!("{} has {}, but may have {}", force.name(index), count(stated, "model"), between(min, max));
    Some(Breach::new(force, index, message).inside("/models").numbers(stated.into(), floor, ceiling))
}
