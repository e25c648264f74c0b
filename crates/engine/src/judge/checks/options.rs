//! Checks that options come from the unit's card, in the numbers it allows.

use crate::force::named::{Named, named};
use crate::force::parts::{Entry, Goods};
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::faults::Fault;
use crate::judge::faults::options::OptionFault;
use crate::ready::stock::Offer;
use crate::shapes::catalogue::Buys;

pub(super) fn check(force: &Force, found: &mut dyn FnMut(Breach)) {
    for (squadron, entry) in force.entries.iter().enumerate() {
        let Some(goods) = entry.goods else {
            if !named(entry.squadron).is_empty() {
                found(breach(force, OptionFault::UnknownUnit { squadron }, squadron, "").open());
            }
            continue;
        };
        // Where each offer is first stated.
        let mut places = vec![String::new(); goods.article.offers.len()];
        for Named { place, name, is_mark } in named(entry.squadron) {
            let offer = if is_mark { goods.article.find_mark(name) } else { goods.article.find(name) };
            let name = name.to_owned();
            let options = if is_mark { Vec::new() } else { goods.article.namesakes(&name) };
            if offer.is_none() {
                found(breach(
                    force,
                    OptionFault::NotOffered { squadron, name: name.clone(), is_mark },
                    squadron,
                    &place,
                ));
            }
            if !options.is_empty() {
                found(breach(force, OptionFault::Ambiguous { squadron, name, options }, squadron, &place));
            }
            if let Some(offer) = offer.filter(|offer| places[*offer].is_empty()) {
                places[offer] = place;
            }
        }
        numbers(force, squadron, entry, goods, &places, found);
    }
}

/// A breach at a place inside a squadron.
fn breach(force: &Force, fault: OptionFault, squadron: usize, place: &str) -> Breach {
    Breach::new(force, squadron, Fault::Options(fault)).inside(place)
}

fn numbers(
    force: &Force,
    squadron: usize,
    entry: &Entry,
    goods: Goods,
    places: &[String],
    found: &mut dyn FnMut(Breach),
) {
    let article = goods.article;
    let counts = force.counts(entry);
    let breach = |fault: OptionFault, place: &str| breach(force, fault, squadron, place);
    let replaced = article.replaced(&entry.taken);
    if replaced > entry.models {
        let breach = breach(OptionFault::ReplacesTooMany { squadron, replaced }, "");
        found(breach.numbers(replaced.into(), None, Some(entry.models.into())));
    }
    // A fault of an option is not reported again for the choice that it belongs to or that it opens.
    let mut told = vec![false; article.offers.len()];
    for (option, offer) in article.offers.iter().enumerate() {
        let taken = entry.taken[option];
        let min = article.least(option, &entry.taken);
        let place = places[option].as_str();
        if taken < min {
            let with = offer.min_with.iter().find(|(other, _)| entry.taken[*other] > 0).map(|(other, _)| *other);
            let breach = breach(OptionFault::MustComeWith { squadron, option, taken: with }, "");
            found(breach.numbers(taken.into(), Some(min.into()), None));
        }
        if taken == 0 {
            continue;
        }
        let takers = takers(offer, &counts, &entry.taken);
        let max = takers.saturating_mul(article.most(option, &entry.taken));
        if let Some(under) = offer.under.filter(|under| entry.taken[*under] == 0) {
            told[option] = true;
            found(breach(OptionFault::OnlyWith { squadron, option, under }, place));
        } else if taken > max {
            let because = offer.max_with.iter().find(|(other, _)| entry.taken[*other] > 0).map(|(other, _)| *other);
            told[option] = true;
            let breach = breach(OptionFault::TooOften { squadron, option, taken, max, because }, place);
            found(breach.numbers(taken.into(), None, Some(max.into())));
        } else if offer.buys == Buys::AllModels && taken < takers {
            let breach = breach(OptionFault::NotForAll { squadron, option, taken, takers }, place);
            found(breach.numbers(taken.into(), Some(takers.into()), None));
        }
    }
    for (choice, pick) in article.picks.iter().enumerate() {
        let options: Vec<usize> =
            (0..article.offers.len()).filter(|offer| article.is_in(article.offers[*offer].of, choice)).collect();
        let chosen = options.iter().fold(0, |sum: u32, offer| sum.saturating_add(entry.taken[*offer]));
        let choosers = article.choosers(pick, &counts, &entry.taken);
        let (min, max) = (pick.min.saturating_mul(choosers), pick.max.map(|max| max.saturating_mul(choosers)));
        if chosen < min {
            let fault = OptionFault::TooFewChosen { squadron, choice, chosen, min, choosers, options };
            found(breach(fault, "").numbers(chosen.into(), Some(min.into()), max.map(i64::from)));
        } else if let Some(max) = max.filter(|max| chosen > *max && !options.iter().any(|offer| told[*offer])) {
            let taken: Vec<usize> = options.iter().copied().filter(|offer| entry.taken[*offer] > 0).collect();
            let place = taken.last().map_or("", |offer| &places[*offer]);
            let fault = OptionFault::TooManyChosen { squadron, choice, chosen, max, choosers, taken };
            found(breach(fault, place).numbers(chosen.into(), Some(min.into()), Some(max.into())));
        }
    }
}

/// How many models (or squadrons) may take an option.
fn takers(offer: &Offer, counts: &[u32], taken: &[u32]) -> u32 {
    match (offer.under, offer.buys) {
        (Some(under), _) => taken[under],
        (None, Buys::Squadron) => 1,
        (None, _) => offer.kind.map_or_else(|| counts.iter().sum(), |kind| counts[kind]),
    }
}
