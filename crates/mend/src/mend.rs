//! Mends: what is found, and how long to look for it.

use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_engine::report::Verdict;

use crate::change::ListChange;
use crate::numbers;

/// How long to look.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// How many lists to judge at most.
    pub judged: usize,
    /// How many mends to find at most.
    pub mends: usize,
}

impl Default for Bounds {
    /// 20,000 judged lists, 3 mends.
    fn default() -> Self {
        Self { judged: 20_000, mends: 3 }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Mends {
    /// The mends, the one that changes least first.
    pub mends: Vec<Mend>,
    /// How many lists were judged.
    pub judged: usize,
    /// The search stopped at its bound, so it may have missed some.
    pub is_bounded: bool,
}

/// Changes after which a list breaks no rule.
#[derive(Clone, Debug)]
pub struct Mend {
    /// The changes in their order.
    pub steps: Vec<MendStep>,
    /// The list with these changes.
    pub list: ArmyList,
    /// What it costs; none if not known.
    pub points: Option<i64>,
    /// Its verdict: legal, or undetermined if something about the list is not known.
    pub verdict: Verdict,
}

/// One change of a mend.
#[derive(Clone, Debug)]
pub struct MendStep {
    /// The change.
    pub change: ListChange,
    /// What it does, in a sentence without a full stop.
    pub says: String,
    /// The points that it adds; none if not known.
    pub gain: Option<i64>,
}

/// A mend: changes, each with the list before it, and the list after all of them.
pub(crate) fn mend_of(ruleset: &Ruleset, changes: &[(ListChange, &ArmyList)], after: &ArmyList) -> Mend {
    let lists = changes.iter().map(|(_, before)| *before).chain([after]);
    let points: Vec<Option<i64>> = lists.map(|list| muster_engine::points(ruleset, list)).collect();
    let steps = changes.iter().zip(points.windows(2)).map(|((change, before), points)| MendStep {
        change: change.clone(),
        says: change.says(ruleset, before),
        gain: points[1].zip(points[0]).map(|(after, before)| after - before),
    });
    let steps = steps.collect();
    let mut list = after.clone();
    numbers::unnumber(&mut list);
    let verdict = muster_engine::check(ruleset, &list).verdict;
    Mend { steps, list, points: points.last().copied().flatten(), verdict }
}
