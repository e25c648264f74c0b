//! The squadron that a click on a unit adds: as few models as it may have, with the options that it must have.

use std::collections::HashSet;

use muster_engine::catalogue::{Buys, Unit};
use muster_engine::list::{Models, OptionPick, Squadron};
use muster_engine::stock::{Article, Offer};

/// The smallest squadron of a unit. Options that the data take by themselves are left out; of those that must be chosen
/// it has the cheapest, and of equally cheap ones the first. `nation` is stated where it is not the list's.
pub(crate) fn smallest(article: &Article, unit: &Unit, nation: Option<&str>) -> Squadron {
    let models = match unit.squadron {
        Some(range) if unit.members.is_empty() => Some(Models::Count(range.min.max(1))),
        None if unit.members.is_empty() => Some(Models::Count(1)),
        _ => None,
    };
    Squadron {
        unit: unit.id.clone(),
        nation: nation.map(str::to_owned),
        models,
        options: needed(article).into_iter().map(|offer| pick(article, &article.offers[offer])).collect(),
        ..Squadron::default()
    }
}

/// The options that must be chosen and that nothing chooses by itself.
fn needed(article: &Article) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    let choices = article.picks.iter().enumerate();
    // Narrower choices stand behind wider ones, and what is chosen for them counts for those too.
    for (place, pick) in choices.rev().filter(|(_, pick)| pick.under.is_none() && pick.default.is_none()) {
        let mut offers: Vec<usize> = (0..article.offers.len())
            .filter(|offer| article.offers[*offer].under.is_none() && article.is_in(article.offers[*offer].of, place))
            .collect();
        let taken = offers.iter().filter(|offer| chosen.contains(offer)).count();
        let missing = usize::try_from(pick.min).unwrap_or(usize::MAX).saturating_sub(taken);
        offers.retain(|offer| !chosen.contains(offer));
        offers.sort_by_key(|offer| article.offers[*offer].points.unwrap_or(i32::MAX));
        chosen.extend(offers.into_iter().take(missing));
    }
    // What comes only with something else brings it along.
    let seen: HashSet<usize> = chosen.iter().copied().collect();
    for (place, offer) in article.offers.iter().enumerate() {
        if !seen.contains(&place) && offer.min_with.iter().any(|(with, min)| *min > 0 && seen.contains(with)) {
            chosen.push(place);
        }
    }
    chosen.sort_unstable();
    chosen
}

/// How a list writes an option for every model.
fn pick(article: &Article, offer: &Offer) -> OptionPick {
    // Of models that options make there is one; all others are for every model.
    if offer.makes.is_some() && offer.buys == Buys::Model && article.makes_models() {
        return OptionPick::Some([(offer.id.clone(), 1)].into_iter().collect());
    }
    OptionPick::Every(offer.id.clone())
}
