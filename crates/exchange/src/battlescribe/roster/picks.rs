//! Turns the number of times an option was selected into a pick in a list.

use muster_engine::catalogue::Buys;
use muster_engine::list::OptionPick;
use muster_engine::ready::ReadyUnit;

/// The pick of an option that is selected `number` times by a squadron of `models` models.
pub(super) fn pick_of(ready: Option<&ReadyUnit>, id: String, number: u32, models: u32) -> OptionPick {
    let is_every = match buys(ready, &id) {
        Buys::Model => number == models.max(1),
        // Some programs count an option of all models once, others once per model.
        Buys::AllModels => true,
        Buys::Squadron => number == 1,
    };
    if is_every { OptionPick::Every(id) } else { OptionPick::Some([(id, number)].into_iter().collect()) }
}

/// What one purchase of an option covers. An unknown option is taken to be bought per model.
pub(super) fn buys(ready: Option<&ReadyUnit>, id: &str) -> Buys {
    ready.and_then(|ready| Some(ready.options[ready.find(id)?].buys)).unwrap_or_default()
}
