//! Finds the squadron that an escort on a line of its own is attached to.

use muster_engine::list::Squadron;
use muster_engine::ready::Ruleset;
use muster_engine::relations;

/// Moves the escort that was attached to the last squadron: to the squadron of `named`, the unit that the line names
/// behind it. If the line names none and the escort may not join the last squadron, moves it to the last one that it
/// may join. Returns the id of that squadron's unit; none if the escort stays where it is.
pub(super) fn attach(
    ruleset: &Ruleset,
    nation: Option<&str>,
    squadrons: &mut [Squadron],
    escort: &str,
    named: Option<&str>,
) -> Option<String> {
    let (last, before) = squadrons.split_last_mut()?;
    if last.attached.last()?.unit != escort || named == Some(&last.unit) {
        return None;
    }
    let takes = |squadron: &Squadron| {
        let found = ruleset.find_unit(squadron.nation.as_deref().or(nation), &squadron.unit);
        // Nobody knows what may join an unknown unit, so it may.
        found.is_none_or(|(catalogue, ready)| {
            let joining = relations::joined_by(ruleset, catalogue.written(), catalogue.unit(ready));
            joining.iter().any(|unit| unit.id == escort)
        })
    };
    let host = match named {
        Some(named) => before.iter_mut().rfind(|squadron| squadron.unit == named),
        None if takes(last) => None,
        None => before.iter_mut().rfind(|squadron| takes(squadron)),
    }?;
    host.attached.extend(last.attached.pop());
    Some(host.unit.clone())
}
