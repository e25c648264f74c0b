//! What choices take if a list states too little for them.

use crate::ready::unit::{ReadyChoice, ReadyUnit};

/// Takes the defaults of choices that need more than is chosen. A choice without a default takes those of its narrower
/// choices, in order. `choosers` says how many choose.
#[expect(clippy::indexing_slicing, reason = "there is a number for each option of the unit")]
pub(crate) fn take_defaults(ready: &ReadyUnit, taken: &mut [u32], choosers: impl Fn(&ReadyChoice, &[u32]) -> u32) {
    for (index, choice) in ready.choices.iter().enumerate().filter(|(_, choice)| choice.min > 0) {
        let needed = choice.min.saturating_mul(choosers(choice, taken));
        let mut missing = needed.saturating_sub(ready.chosen(index, taken));
        if let Some(default) = choice.default {
            taken[default] = taken[default].saturating_add(missing);
            continue;
        }
        for (place, narrower) in ready.choices.iter().enumerate().skip(index + 1) {
            let Some(default) = narrower.default.filter(|_| ready.is_in(narrower.of, index)) else {
                continue;
            };
            let all = narrower.max.unwrap_or(u32::MAX).saturating_mul(choosers(narrower, taken));
            let more = missing.min(all.saturating_sub(ready.chosen(place, taken)));
            taken[default] = taken[default].saturating_add(more);
            missing -= more;
        }
    }
}
