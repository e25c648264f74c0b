//! How many models of each kind a squadron has, and how often it takes each option.

#![expect(
    clippy::indexing_slicing,
    reason = "the unit gives out the places of options and kinds, and there is a number for each of them"
)]

use crate::force::defaults::take_defaults;
use crate::force::hardpoints::{Piece, StatedOptions, place};
use crate::ready::unit::{ReadyOption, ReadyUnit};
use crate::shapes::catalogue::{GroupEffect, PurchaseScope};
use crate::shapes::list::{ModelCount, OptionPick, Squadron, SquadronPart};

/// If a list states more parts than this, their weapons may go to the hardpoints of any models. This bounds the time. No
/// list written by a person has as many parts.
const MOST_PARTS: usize = 20;

/// How many models there are of each kind, and how often each option is taken. `own` has the number of models of each
/// kind before options turn models into others or add some. `group` is the kind of the squadron's group.
pub(crate) fn buy(ready: &ReadyUnit, squadron: &Squadron, group: Option<&str>, own: Vec<u32>) -> (Vec<u32>, Vec<u32>) {
    let counted = |taken: &[u32]| -> Vec<u32> {
        let mut counts = own.clone();
        if let Some(core) = counts.first_mut() {
            *core = core.saturating_sub(ready.replaced(taken));
        }
        counts.extend(ready.kinds.iter().filter_map(|kind| Some(taken[kind.made_by?])));
        counts
    };
    if !ready.makes_models() {
        let taken = taken(ready, squadron, group, &own);
        return (own, taken);
    }
    // Options may make models. An option for every model is taken as often as there are models. So options are counted
    // twice: the second time with the models that options make.
    let first = taken(ready, squadron, group, &counted(&vec![0; ready.options.len()]));
    let taken = taken(ready, squadron, group, &counted(&first));
    (counted(&taken), taken)
}

/// How often each option is taken: what the list states, what the group brings, then the defaults of choices.
fn taken(ready: &ReadyUnit, squadron: &Squadron, group: Option<&str>, counts: &[u32]) -> Vec<u32> {
    let mut stated = stated(ready, squadron, counts);
    for option in (0..ready.options.len()).filter(|option| ready.in_group(*option, group) == Some(GroupEffect::Always))
    {
        stated.taken[option] = stated.taken[option].max(each(ready, option, counts));
    }
    let mut taken = place(ready, stated, counts, group);
    take_defaults(ready, &mut taken, |choice, taken| ready.choosers(choice, counts, taken));
    taken
}

/// What the list states. `counts` is the squadron's number of models of each kind.
pub(crate) fn stated(ready: &ReadyUnit, squadron: &Squadron, counts: &[u32]) -> StatedOptions {
    let mut stated = StatedOptions { taken: vec![0; ready.options.len()], ..StatedOptions::default() };
    let all: u32 = counts.iter().sum();
    let models = |option: usize| ready.options[option].kind.map_or(all, |kind| counts[kind]);
    take(ready, &squadron.options, &mut stated.taken, (&mut stated.pieces, None), &models);
    if let Some(option) = squadron.mark.as_ref().and_then(|mark| ready.find_mark(mark)) {
        stated.taken[option] = stated.taken[option].saturating_add(models(option));
    }
    if let Some(ModelCount::Parts(parts)) = &squadron.models {
        for (place, part) in parts.iter().enumerate() {
            let place = Some(place).filter(|_| parts.len() <= MOST_PARTS);
            let (own, theirs) = of_part(ready, part, counts, (&mut stated.pieces, place));
            for (taken, theirs) in stated.taken.iter_mut().zip(&theirs) {
                *taken = taken.saturating_add(*theirs);
            }
            if place.is_some() {
                stated.parts.push((own, theirs));
            }
        }
    }
    stated
}

/// Adds what the models of one part take. `counts` is the squadron's number of models of each kind.
pub(crate) fn take_part(ready: &ReadyUnit, part: &SquadronPart, counts: &[u32], taken: &mut [u32]) {
    let mut pieces = Vec::new();
    let (own, theirs) = of_part(ready, part, counts, (&mut pieces, None));
    let placed = place(ready, StatedOptions { taken: theirs, pieces, parts: Vec::new() }, &own, None);
    for (taken, placed) in taken.iter_mut().zip(placed) {
        *taken = taken.saturating_add(placed);
    }
}

/// How many models of each kind a part has, and what they take. What any hardpoint may take becomes pieces of the part.
fn of_part(
    ready: &ReadyUnit,
    part: &SquadronPart,
    counts: &[u32],
    pieces: (&mut Vec<Piece>, Option<usize>),
) -> (Vec<u32>, Vec<u32>) {
    // In a fixed mix, a part may hold models that cannot take an option.
    let models = |option: usize| ready.options[option].kind.map_or(part.count, |kind| part.count.min(counts[kind]));
    let mut taken = vec![0; ready.options.len()];
    take(ready, &part.options, &mut taken, pieces, &models);
    if let Some(option) = part.mark.as_ref().and_then(|mark| ready.find_mark(mark)) {
        taken[option] = taken[option].saturating_add(models(option));
    }
    (counts.iter().map(|count| part.count.min(*count)).collect(), taken)
}

/// The number of models in all parts.
pub(crate) fn total(parts: &[SquadronPart]) -> u32 {
    parts.iter().fold(0, |sum, part| sum.saturating_add(part.count))
}

/// How often an option is taken if it is taken for everyone: once for each model, or once for the squadron.
fn each(ready: &ReadyUnit, option: usize, counts: &[u32]) -> u32 {
    let ReadyOption { buys, kind, .. } = ready.options[option];
    if buys == PurchaseScope::Squadron { 1 } else { kind.map_or_else(|| counts.iter().sum(), |kind| counts[kind]) }
}

/// Adds what `options` takes: to `taken`, or to the pieces of a part if any hardpoint may take it. `models` gives the
/// number of models for which an option is taken if no number is stated.
fn take(
    ready: &ReadyUnit,
    options: &[OptionPick],
    taken: &mut [u32],
    (pieces, part): (&mut Vec<Piece>, Option<usize>),
    models: &dyn Fn(usize) -> u32,
) {
    let mut add = |option: usize, times: u32| {
        let same = |piece: &&mut Piece| piece.option == option && piece.part == part;
        if !ready.is_of_any_hardpoint(option) {
            taken[option] = taken[option].saturating_add(times);
        } else if let Some(piece) = pieces.iter_mut().find(same) {
            piece.times = piece.times.saturating_add(times);
        } else {
            pieces.push(Piece { option, times, part });
        }
    };
    for pick in options {
        match pick {
            OptionPick::Every(name) => {
                if let Some(option) = ready.find(name) {
                    add(option, if ready.options[option].buys == PurchaseScope::Squadron { 1 } else { models(option) });
                }
            }
            OptionPick::Some(counts) => {
                for (name, count) in counts {
                    if let Some(option) = ready.find(name) {
                        add(option, *count);
                    }
                }
            }
        }
    }
}
