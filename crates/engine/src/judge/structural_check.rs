//! What every structural check has. The type of a check is that of the faults that it finds.

use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::shapes::list::ListPart;

/// A structural check, and what it finds wrong.
pub(crate) trait StructuralCheck: Sized {
    /// What a rule states for the check, such as a kind of group.
    type Given<'g>;

    /// What it looks at.
    const LOOKS_AT: CheckSubject;

    /// The parts of a list that decide it. A change of other parts mends nothing that it finds.
    const DECIDED_BY: &'static [ListPart];

    /// Whether adding to a list can mend what it finds.
    const ASKS_FOR_MORE: bool = false;

    /// Reports its breaches one by one, because a hostile list may have a huge number of them.
    ///
    /// `squadrons` are the squadrons to look at: all, or, if nothing was wrong with the others, those that have changed.
    /// Checks that look at groups, cards, or several squadrons together always look at all.
    fn run(force: &Force, given: Self::Given<'_>, squadrons: &[usize], report: &mut dyn FnMut(Breach<Self>));

    /// The sentence of the finding.
    fn sentence(&self, force: &Force) -> String;

    /// What would help; none if the fault has no help of its own. If `search` is false, nearest names are not looked for,
    /// because that takes long.
    fn help(&self, _force: &Force, _search: bool) -> Option<String> {
        None
    }
}

/// What a structural check looks at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CheckSubject {
    /// Each squadron, with what it is attached to and with its bringer.
    Squadrons,
    /// Squadrons together with those that they bring or carry.
    Relations,
    /// Groups with all their squadrons.
    Groups,
    /// The cards of a deck.
    Cards,
}

/// What is known of a structural check without a list.
#[derive(Clone, Copy, Debug)]
pub struct CheckFacts {
    pub(crate) looks_at: CheckSubject,
    /// The parts of a list that decide it. A change of other parts mends nothing that it finds.
    pub decided_by: &'static [ListPart],
    /// Whether adding to a list can mend what it finds.
    pub asks_for_more: bool,
}

impl CheckFacts {
    pub(crate) fn of<C: StructuralCheck>() -> Self {
        Self { looks_at: C::LOOKS_AT, decided_by: C::DECIDED_BY, asks_for_more: C::ASKS_FOR_MORE }
    }
}
