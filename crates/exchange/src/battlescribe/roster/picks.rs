//! Turns the number of times an option was selected into a pick in a list.

use muster_engine::catalogue::PurchaseScope;
use muster_engine::list::OptionPick;
use muster_engine::ready::{ReadyOption, ReadyUnit};

/// The pick of an option that is selected `number` times by a squadron of `models` models.
pub(super) fn pick_of(ready: Option<&ReadyUnit>, id: String, number: u32, models: u32) -> OptionPick {
    let is_every = match buys(ready, &id) {
        PurchaseScope::Model => number == models.max(1),
        // Some programs count an option of all models once, others once per model.
        PurchaseScope::AllModels => true,
        PurchaseScope::Squadron => number == 1,
    };
    if is_every { OptionPick::Every(id) } else { OptionPick::Some([(id, number)].into_iter().collect()) }
}

/// How many times each option of a pick is taken.
pub(super) fn number_of(ready: Option<&ReadyUnit>, pick: &OptionPick, models: u32) -> Vec<(String, u32)> {
    match pick {
        OptionPick::Every(id) if buys(ready, id) == PurchaseScope::Squadron => vec![(id.clone(), 1)],
        OptionPick::Every(id) => vec![(id.clone(), models.max(1))],
        OptionPick::Some(counts) => counts.iter().map(|(id, count)| (id.clone(), *count)).collect(),
    }
}

/// What one purchase of an option covers. An unknown option is taken to be bought per model.
fn buys(ready: Option<&ReadyUnit>, id: &str) -> PurchaseScope {
    ready.and_then(|ready| Some(ready.options[ready.find(id)?].buys)).unwrap_or_default()
}

/// How many of a unit's own models these options replace by models of other kinds.
pub(super) fn replaced(ready: Option<&ReadyUnit>, options: &[(String, u32)]) -> u32 {
    total(ready, options, |_, option| option.makes.map_or(0, |makes| makes.takes))
}

/// How many models have a Mark by these options. In some files the Marks are the models.
pub(super) fn marked(ready: Option<&ReadyUnit>, options: &[(String, u32)]) -> u32 {
    total(ready, options, |ready, option| u32::from(option.of.is_some_and(|choice| ready.choices[choice].marks)))
}

/// The number of models that each of these options counts for, times how often it is taken.
fn total(ready: Option<&ReadyUnit>, options: &[(String, u32)], models: fn(&ReadyUnit, &ReadyOption) -> u32) -> u32 {
    let Some(ready) = ready else { return 0 };
    let each = options
        .iter()
        .filter_map(|(id, number)| Some(models(ready, &ready.options[ready.find(id)?]).saturating_mul(*number)));
    each.fold(0, u32::saturating_add)
}
