//! How many models of each kind a squadron has, and how often it takes each option.

use crate::ready::unit::ReadyUnit;
use crate::shapes::catalogue::Buys;
use crate::shapes::list::{Models, OptionPick, Part, Squadron};

/// How many models there are of each kind, and how often each option is taken. `own` has the number of models of each
/// kind before options turn models into others or add some.
pub(crate) fn buy(ready: &ReadyUnit, squadron: &Squadron, own: Vec<u32>) -> (Vec<u32>, Vec<u32>) {
    let counted = |taken: &[u32]| -> Vec<u32> {
        let mut counts = own.clone();
        if let Some(core) = counts.first_mut() {
            *core = core.saturating_sub(ready.replaced(taken));
        }
        counts.extend(ready.kinds.iter().filter_map(|kind| Some(taken[kind.made_by?])));
        counts
    };
    if !ready.makes_models() {
        let taken = taken(ready, squadron, &own);
        return (own, taken);
    }
    // Options may make models. An option for every model is taken as often as there are models. So options are counted
    // twice: the second time with the models that options make.
    let first = taken(ready, squadron, &counted(&vec![0; ready.options.len()]));
    let taken = taken(ready, squadron, &counted(&first));
    (counted(&taken), taken)
}

/// How often each option is taken: what the list states, then the defaults of choices.
fn taken(ready: &ReadyUnit, squadron: &Squadron, counts: &[u32]) -> Vec<u32> {
    let mut taken = stated(ready, squadron, counts);
    for (index, choice) in ready.choices.iter().enumerate() {
        let Some(default) = choice.default else { continue };
        let of_choice = ready.options.iter().zip(&taken).filter(|(option, _)| ready.is_in(option.of, index));
        let chosen = of_choice.fold(0, |sum: u32, (_, taken)| sum.saturating_add(*taken));
        let needed = choice.min.saturating_mul(ready.choosers(choice, counts, &taken));
        taken[default] = taken[default].saturating_add(needed.saturating_sub(chosen));
    }
    taken
}

/// How often the list states each option. `counts` is the squadron's number of models of each kind.
pub(crate) fn stated(ready: &ReadyUnit, squadron: &Squadron, counts: &[u32]) -> Vec<u32> {
    let mut taken = vec![0; ready.options.len()];
    let all: u32 = counts.iter().sum();
    let models = |option: usize| ready.options[option].kind.map_or(all, |kind| counts[kind]);
    for pick in &squadron.options {
        take(ready, pick, &mut taken, &models);
    }
    if let Some(option) = squadron.mark.as_ref().and_then(|mark| ready.find_mark(mark)) {
        taken[option] = taken[option].saturating_add(models(option));
    }
    if let Some(Models::Parts(parts)) = &squadron.models {
        for part in parts {
            take_part(ready, part, counts, &mut taken);
        }
    }
    taken
}

/// Adds what the models of one part take. `counts` is the squadron's number of models of each kind.
pub(crate) fn take_part(ready: &ReadyUnit, part: &Part, counts: &[u32], taken: &mut [u32]) {
    // In a fixed mix, a part may hold models that cannot take an option.
    let models = |option: usize| ready.options[option].kind.map_or(part.count, |kind| part.count.min(counts[kind]));
    for pick in &part.options {
        take(ready, pick, taken, &models);
    }
    if let Some(option) = part.mark.as_ref().and_then(|mark| ready.find_mark(mark)) {
        taken[option] = taken[option].saturating_add(models(option));
    }
}

/// The number of models in all parts.
pub(crate) fn total(parts: &[Part]) -> u32 {
    parts.iter().fold(0, |sum, part| sum.saturating_add(part.count))
}

/// Adds what one entry of `options` takes. `models` gives the number of models for which an option is taken if no
/// number is stated.
fn take(ready: &ReadyUnit, pick: &OptionPick, taken: &mut [u32], models: &dyn Fn(usize) -> u32) {
    match pick {
        OptionPick::Every(name) => {
            if let Some(option) = ready.find(name) {
                let more = if ready.options[option].buys == Buys::Squadron { 1 } else { models(option) };
                taken[option] = taken[option].saturating_add(more);
            }
        }
        OptionPick::Some(counts) => {
            for (name, count) in counts {
                if let Some(option) = ready.find(name) {
                    taken[option] = taken[option].saturating_add(*count);
                }
            }
        }
    }
}
