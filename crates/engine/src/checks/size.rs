//! The number of models lies within the unit's squadron size.

use crate::breach::Breach;
use crate::force::{Entry, Force};
use crate::wording::{between, count};

pub(super) fn check(force: &Force) -> Vec<Breach> {
    // How many models may be attached or brought is for the rules that attach or bring them.
    let own = |entry: &Entry| entry.parent.is_none() && entry.squadron.brought_by.is_none();
    let entries = force.entries.iter().enumerate().filter(|(_, entry)| own(entry));
    entries.filter_map(|(index, entry)| judge(force, index, entry)).collect()
}

fn judge(force: &Force, index: usize, entry: &Entry) -> Option<Breach> {
    let Some(goods) = entry.goods else {
        let message =
            format!("{}: the unit is unknown, so how many models it may have cannot be judged", force.name(index));
        return Some(Breach::new(force, index, message).open());
    };
    let (min, max) = if goods.unit.members.is_empty() {
        let size = goods.unit.squadron?;
        (size.min, size.max)
    } else {
        let kinds = &goods.article.kinds[..goods.unit.members.len()];
        (kinds.iter().map(|kind| kind.min).sum(), kinds.iter().map(|kind| kind.max).sum())
    };
    let (floor, ceiling) = (Some(i64::from(min)), max.map(i64::from));
    let stated = match &entry.squadron.models {
        None if max == Some(min) || goods.unit.usual.is_some() => return None,
        None => {
            let message =
                format!("{} states no number of models; it may have {}", force.name(index), between(min, max));
            let breach = Breach::new(force, index, message);
            return Some(Breach { numbers: [None, floor, ceiling], ..breach });
        }
        Some(crate::list::Models::Count(stated)) => *stated,
        Some(crate::list::Models::Parts(parts)) => crate::force::total(parts),
    };
    if stated >= min && max.is_none_or(|max| stated <= max) {
        return None;
    }
    let message = format!("{} has {}, but may have {}", force.name(index), count(stated, "model"), between(min, max));
    Some(Breach::new(force, index, message).inside("/models").numbers(stated.into(), floor, ceiling))
}
