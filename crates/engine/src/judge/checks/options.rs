//! Checks that options come from the unit's card, in the numbers it allows.

use crate::force::named::{Named, named};
use crate::force::parts::{Entry, Goods};
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::ready::stock::{Offer, Pick};
use crate::shapes::catalogue::Buys;
use crate::text::nearest::{HELPED, nearest};
use crate::text::plural::{count, list_of, short, times};
use crate::words::phrases::squadrons;

pub(super) fn check(force: &Force, found: &mut dyn FnMut(Breach)) {
    let mut unknown = 0;
    for (index, entry) in force.entries.iter().enumerate() {
        let Some(goods) = entry.goods else {
            if has_options(entry) {
                let message = format!("{}: the unit is unknown, so its options cannot be judged", force.name(index));
                found(Breach::new(force, index, message).open());
            }
            continue;
        };
        let names = named(entry.squadron);
        // Where each offer is first stated.
        let mut places = vec![""; goods.article.offers.len()];
        for Named { place, name, is_mark } in &names {
            let offer = if *is_mark { goods.article.find_mark(name) } else { goods.article.find(name) };
            match offer {
                None => {
                    unknown += 1;
                    let message = format!("{} offers no {} `{}`", goods.unit.name, what(*is_mark), short(name));
                    let help = if unknown <= HELPED { help(goods, name, *is_mark) } else { None };
                    found(Breach::new(force, index, message).inside(place).help(help));
                }
                Some(offer) if places[offer].is_empty() => places[offer] = place,
                Some(_) => {}
            }
            let namesakes = if *is_mark { Vec::new() } else { goods.article.namesakes(name) };
            if !namesakes.is_empty() {
                let message =
                    format!("{}: several options are called \u{201c}{}\u{201d}", force.name(index), short(name));
                let ids = list_of(namesakes.iter().map(|offer| goods.article.offers[*offer].id.as_str()));
                let breach = Breach::new(force, index, message).inside(place);
                found(breach.help(Some(format!("name the one that is meant by its id: {ids}"))));
            }
        }
        numbers(force, index, entry, goods, &places, found);
    }
}

fn has_options(entry: &Entry) -> bool {
    !named(entry.squadron).is_empty()
}

fn what(is_mark: bool) -> &'static str {
    if is_mark { "Mark" } else { "option" }
}

/// The offers that are nearest to an unknown name, else all.
fn help(goods: Goods, name: &str, is_mark: bool) -> Option<String> {
    let offers = &goods.article.offers;
    let known =
        || offers.iter().enumerate().filter(|(o, _)| !is_mark || goods.article.is_mark(*o)).map(|(_, o)| o.id.as_str());
    let what = what(is_mark);
    nearest(name, known()).or_else(|| match known().count() {
        0 => Some(format!("{} has no {what}s", goods.unit.name)),
        _ => Some(format!("its {what}s: {}", list_of(known()))),
    })
}

fn numbers(force: &Force, index: usize, entry: &Entry, goods: Goods, places: &[&str], found: &mut dyn FnMut(Breach)) {
    let article = goods.article;
    let squadron = squadrons(force.ruleset.declarations(), 1);
    let counts = force.counts(entry);
    let replaced = article.replaced(&entry.taken);
    if replaced > entry.models {
        let message = format!(
            "{} has {}, but its upgrades take the place of {replaced}",
            force.name(index),
            count(entry.models, "model")
        );
        found(Breach::new(force, index, message).numbers(replaced.into(), None, Some(entry.models.into())));
    }
    // A fault of an option is not reported again for the choice that it belongs to or that it opens.
    let mut told = vec![false; article.offers.len()];
    for (position, offer) in article.offers.iter().enumerate() {
        let taken = entry.taken[position];
        let min = article.least(position, &entry.taken);
        if taken < min {
            let with = offer.min_with.iter().find(|(other, _)| entry.taken[*other] > 0);
            let with = with.map_or("", |(other, _)| article.offers[*other].name.as_str());
            let message = format!("{}: {with} comes only with {}", force.name(index), offer.name);
            let help = Some(format!("add `{}` to its options", offer.id));
            found(Breach::new(force, index, message).numbers(taken.into(), Some(min.into()), None).help(help));
        }
        if taken == 0 {
            continue;
        }
        let takers = takers(offer, &counts, &entry.taken);
        let max = takers.saturating_mul(article.most(position, &entry.taken));
        let breach = |message: String| Breach::new(force, index, message).inside(places[position]);
        if let Some(under) = offer.under.filter(|under| entry.taken[*under] == 0) {
            let message =
                format!("{}: {} comes only with {}", force.name(index), offer.name, article.offers[under].name);
            told[position] = true;
            found(breach(message));
        } else if taken > max {
            let with = offer.max_with.iter().find(|(other, _)| entry.taken[*other] > 0);
            let with = with.map_or_else(String::new, |(other, _)| format!(" with {}", article.offers[*other].name));
            let may = if max == 0 { "none".to_owned() } else { format!("at most {max}") };
            let message =
                format!("{} has {} {}, but may have {may}{with}", force.name(index), offer.name, times(taken.into()));
            told[position] = true;
            found(breach(message).numbers(taken.into(), None, Some(max.into())));
        } else if offer.buys == Buys::AllModels && taken < takers {
            let message = format!(
                "{}: {} is bought for all models of the {squadron} or none; {taken} of {takers} have it",
                force.name(index),
                offer.name
            );
            found(breach(message).numbers(taken.into(), Some(takers.into()), None));
        }
    }
    for (position, pick) in article.picks.iter().enumerate() {
        let of_pick: Vec<usize> =
            (0..article.offers.len()).filter(|o| article.is_in(article.offers[*o].of, position)).collect();
        let chosen = of_pick.iter().fold(0, |sum: u32, offer| sum.saturating_add(entry.taken[*offer]));
        let choosers = article.choosers(pick, &counts, &entry.taken);
        let (min, max) = (pick.min.saturating_mul(choosers), pick.max.map(|max| max.saturating_mul(choosers)));
        let per = if choosers == 1 { String::new() } else { format!(" for {}", count(choosers, "model")) };
        if chosen < min {
            let message = if chosen == 0 {
                format!("{} states no choice {}", force.name(index), from(pick))
            } else {
                format!("{}: {chosen} of {min} chosen {}{per}", force.name(index), from(pick))
            };
            let ids = list_of(of_pick.iter().map(|offer| article.offers[*offer].id.as_str()));
            let breach =
                Breach::new(force, index, message).numbers(chosen.into(), Some(min.into()), max.map(i64::from));
            found(breach.help(Some(format!("add one of these to its options: {ids}"))));
        } else if let Some(max) = max.filter(|max| chosen > *max && !of_pick.iter().any(|offer| told[*offer])) {
            let taken: Vec<usize> = of_pick.iter().copied().filter(|offer| entry.taken[*offer] > 0).collect();
            let names = list_of(taken.iter().map(|offer| article.offers[*offer].name.as_str()));
            let message = format!(
                "{}: {chosen} chosen {}{per}, but at most {max} may be ({names})",
                force.name(index),
                from(pick)
            );
            let place = taken.last().map_or("", |offer| places[*offer]);
            let breach = Breach::new(force, index, message).inside(place);
            found(breach.numbers(chosen.into(), Some(min.into()), Some(max.into())));
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

fn from(pick: &Pick) -> String {
    format!("from \u{201c}{}\u{201d}", pick.name)
}
