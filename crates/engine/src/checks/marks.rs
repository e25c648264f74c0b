//! Where models of several Marks share a squadron, each states its Mark.

use crate::breach::Breach;
use crate::force::Force;
use crate::list::{Models, OptionPick, Part};
use crate::stock::Article;
use crate::wording::list_of;

pub(super) fn check(force: &Force) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for (index, entry) in force.entries.iter().enumerate() {
        let Some(goods) = entry.goods else { continue };
        let Some(Models::Parts(parts)) = &entry.squadron.models else { continue };
        let marks = (0..goods.article.offers.len()).filter(|offer| goods.article.is_mark(*offer));
        let names = list_of(marks.map(|offer| goods.article.offers[offer].name.as_str()));
        if names.is_empty() || parts.len() < 2 || entry.squadron.mark.is_some() {
            continue;
        }
        for (position, part) in parts.iter().enumerate().filter(|(_, part)| !states_mark(goods.article, part)) {
            let message = format!(
                "{}: the Mark of {} is not stated",
                force.name(index),
                crate::wording::count(part.count, "model")
            );
            let help = Some(format!("state `mark` for each part: {names}"));
            breaches.push(Breach::new(force, index, message).inside(&format!("/models/{position}")).help(help));
        }
    }
    breaches
}

fn states_mark(article: &Article, part: &Part) -> bool {
    let is_mark = |name: &str| article.find_mark(name).is_some();
    part.mark.is_some()
        || part.options.iter().any(|pick| match pick {
            OptionPick::Every(name) => is_mark(name),
            OptionPick::Some(counts) => counts.keys().any(|name| is_mark(name)),
        })
}
