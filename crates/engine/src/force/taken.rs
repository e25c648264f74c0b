//! How many models of each kind a squadron has, and how often it takes each option.

use crate::ready::stock::Article;
use crate::shapes::catalogue::Buys;
use crate::shapes::list::{Models, OptionPick, Part, Squadron};

/// How many models there are of each kind, and how often each offer is taken.
pub(crate) fn buy(article: &Article, squadron: &Squadron, own: Vec<u32>) -> (Vec<u32>, Vec<u32>) {
    let counted = |taken: &[u32]| -> Vec<u32> {
        let mut counts = own.clone();
        if let Some(core) = counts.first_mut() {
            *core = core.saturating_sub(article.replaced(taken));
        }
        counts.extend(article.kinds.iter().filter_map(|kind| Some(taken[kind.made_by?])));
        counts
    };
    if !article.makes_models() {
        let taken = taken(article, squadron, &own);
        return (own, taken);
    }
    // Options may make models, and the number of models decides how often an option for every model is taken. So
    // options are counted twice.
    let first = taken(article, squadron, &counted(&vec![0; article.offers.len()]));
    let taken = taken(article, squadron, &counted(&first));
    (counted(&taken), taken)
}

/// How often each offer is taken: what the list states, then the defaults of choices.
fn taken(article: &Article, squadron: &Squadron, counts: &[u32]) -> Vec<u32> {
    let mut taken = stated(article, squadron, counts);
    for (index, pick) in article.picks.iter().enumerate() {
        let Some(default) = pick.default else { continue };
        let of_pick = article.offers.iter().zip(&taken).filter(|(offer, _)| article.is_in(offer.of, index));
        let chosen = of_pick.fold(0, |sum: u32, (_, taken)| sum.saturating_add(*taken));
        let needed = pick.min.saturating_mul(article.choosers(pick, counts, &taken));
        taken[default] = taken[default].saturating_add(needed.saturating_sub(chosen));
    }
    taken
}

/// How often the list states each offer. `counts` is the squadron's number of models of each kind.
pub(crate) fn stated(article: &Article, squadron: &Squadron, counts: &[u32]) -> Vec<u32> {
    let mut taken = vec![0; article.offers.len()];
    let all: u32 = counts.iter().sum();
    let models = |offer: usize| article.offers[offer].kind.map_or(all, |kind| counts[kind]);
    for pick in &squadron.options {
        take(article, pick, &mut taken, &models);
    }
    if let Some(offer) = squadron.mark.as_ref().and_then(|mark| article.find_mark(mark)) {
        taken[offer] = taken[offer].saturating_add(models(offer));
    }
    if let Some(Models::Parts(parts)) = &squadron.models {
        for part in parts {
            take_part(article, part, counts, &mut taken);
        }
    }
    taken
}

/// Adds what the models of one part take. `counts` is the squadron's number of models of each kind.
pub(crate) fn take_part(article: &Article, part: &Part, counts: &[u32], taken: &mut [u32]) {
    // In a fixed mix, a part may hold models that cannot take an option.
    let models = |offer: usize| article.offers[offer].kind.map_or(part.count, |kind| part.count.min(counts[kind]));
    for pick in &part.options {
        take(article, pick, taken, &models);
    }
    if let Some(offer) = part.mark.as_ref().and_then(|mark| article.find_mark(mark)) {
        taken[offer] = taken[offer].saturating_add(models(offer));
    }
}

/// The number of models in all parts.
pub(crate) fn total(parts: &[Part]) -> u32 {
    parts.iter().fold(0, |sum, part| sum.saturating_add(part.count))
}

fn take(article: &Article, pick: &OptionPick, taken: &mut [u32], models: &dyn Fn(usize) -> u32) {
    match pick {
        OptionPick::Every(name) => {
            if let Some(offer) = article.find(name) {
                let more = if article.offers[offer].buys == Buys::Squadron { 1 } else { models(offer) };
                taken[offer] = taken[offer].saturating_add(more);
            }
        }
        OptionPick::Some(counts) => {
            for (name, count) in counts {
                if let Some(offer) = article.find(name) {
                    taken[offer] = taken[offer].saturating_add(*count);
                }
            }
        }
    }
}
