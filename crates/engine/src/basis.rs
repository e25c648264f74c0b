//! Judges many lists that differ only in a few squadrons: the units that may be added, the changes that may mend a list.

use crate::check::{ErrorTally, errors, errors_of, tally, tally_of};
use crate::force::agreed::Agreement;
use crate::force::whole::Force;
use crate::judge::by_rules::{Judge, QuietParts};
use crate::judge::changed::ForceChanges;
use crate::judge::misnamed::{has_misnamed_squadrons, misnamed};
use crate::ready::ruleset::Ruleset;
use crate::shapes::list::ArmyList;
use crate::shapes::report::Finding;

/// A judged list. What a similar list shares with it is neither looked up nor judged again.
///
/// The answers are those of [`errors`] and [`tally`], only faster. They judge lists without their sheets. A list that
/// differs in more than its squadrons is judged whole.
pub struct Basis<'a> {
    ruleset: &'a Ruleset,
    known: Option<SharedForces<'a>>,
}

/// What similar lists share.
struct SharedForces<'a> {
    /// The squadrons, each by itself.
    unrelated: Force<'a>,
    force: Force<'a>,
    /// For each prepared rule, what of it finds nothing wrong.
    quiet: Vec<QuietParts>,
}

impl<'a> Basis<'a> {
    /// Judges the list that others are similar to.
    #[must_use]
    pub fn new(ruleset: &'a Ruleset, list: &'a ArmyList) -> Self {
        // A list with wrong names cannot be judged.
        let known = misnamed(ruleset, list).is_empty().then(|| {
            let unrelated = Force::unrelated(ruleset, list, Agreement::new(ruleset, list));
            let mut force = unrelated.clone();
            force.complete(None);
            let quiet = Judge::new(&force).quiet();
            SharedForces { unrelated, force, quiet }
        });
        Self { ruleset, known }
    }

    /// The same as [`errors`].
    #[must_use]
    pub fn errors(&self, list: &ArmyList) -> Vec<Finding> {
        let judged =
            self.judge(list, |force, known, changed| errors_of(Judge::new(force).knowing(&known.quiet, changed)));
        judged.unwrap_or_else(|| errors(self.ruleset, list))
    }

    /// The same as [`tally`].
    #[must_use]
    pub fn tally(&self, list: &ArmyList) -> ErrorTally {
        let judged = self.judge(list, |force, known, changed| {
            tally_of(Judge::in_brief(force).knowing(&known.quiet, changed), force.points().certain())
        });
        judged.unwrap_or_else(|| tally(self.ruleset, list))
    }

    /// What `judge` says of a list; none if the list has to be judged whole.
    fn judge<T>(
        &self,
        list: &ArmyList,
        judge: impl for<'s, 'b> Fn(&'s Force<'b>, &'s SharedForces<'b>, &'s ForceChanges<'s, 'b>) -> T,
    ) -> Option<T> {
        let known = self.known.as_ref()?;
        let (mut force, from) = Force::similar(&known.unrelated, list)?;
        if has_misnamed_squadrons(&force, &from) {
            return None;
        }
        force.complete(None);
        let changed = ForceChanges::new(&known.force, &force, &from);
        Some(judge(&force, known, &changed))
    }
}
