//! How lists state an option that is taken so many times.

use muster_engine::catalogue::Buys;
use muster_engine::list::OptionPick;
use muster_engine::stock::Article;

/// The pick of an option that is taken so often.
pub(super) fn pick_of(article: Option<&Article>, id: String, number: u32, models: u32) -> OptionPick {
    let is_every = match buys(article, &id) {
        Buys::Model => number == models.max(1),
        // Some programs count what all models have once, some for each.
        Buys::AllModels => true,
        Buys::Squadron => number == 1,
    };
    if is_every { OptionPick::Every(id) } else { OptionPick::Some([(id, number)].into_iter().collect()) }
}

/// For what an option is bought; for each model where the unit is not known to offer it.
pub(super) fn buys(article: Option<&Article>, id: &str) -> Buys {
    article.and_then(|article| Some(article.offers[article.find(id)?].buys)).unwrap_or_default()
}
