//! Leaves open what people and other programs leave out of a list, where a rule needs it.

use muster_engine::list::{ArmyList, OpenKind};
use muster_engine::ready::Ruleset;
use muster_engine::report::Finding;

/// The kinds of things that people leave out although the list has them.
const LEFT_OUT: [OpenKind; 4] = [OpenKind::Core, OpenKind::Roles, OpenKind::Marks, OpenKind::Options];

/// Names in [`ArmyList::open`] each kind of things that the list does not state and without which it breaks a rule. That rule
/// is then undetermined instead of broken: the player may have made the choice and not written it.
///
/// What no rule needs is not left open, or legal lists would be undetermined.
pub(crate) fn leave_open(ruleset: &Ruleset, list: &mut ArmyList) {
    let mut errors = muster_engine::errors(ruleset, list);
    for kind in LEFT_OUT {
        if errors.is_empty() {
            return;
        }
        list.open.push(kind);
        let left = muster_engine::errors(ruleset, list);
        let is_gone = |error: &&Finding| !left.iter().any(|other| (&other.rule, &other.at) == (&error.rule, &error.at));
        if errors.iter().filter(is_gone).any(|error| is_lack_of(kind, error)) {
            errors = left;
        } else {
            list.open.pop();
        }
    }
}

/// Whether an error may come from things of a kind that are left out. Options and Marks are left out only where one must be
/// chosen: nearly every limit in points would be undetermined with them.
fn is_lack_of(kind: OpenKind, error: &Finding) -> bool {
    let is_below = error.measured.zip(error.min).is_some_and(|(measured, min)| measured < min);
    !matches!(kind, OpenKind::Options | OpenKind::Marks) || is_below && error.at.len() == 1
}
