//! Finds out what a list pays besides its squadrons, such as 10 points for each carrier after the second.

#![expect(clippy::indexing_slicing, reason = "the ruleset gives out the places of its rules")]

use crate::effort;
use crate::force::parts::ForceCharge;
use crate::force::value::NumberRange;
use crate::force::whole::Force;
use crate::judge::evaluate::{AmountView, LimitOutcome, Scope};
use crate::ready::matcher::Match;
use crate::ready::prepared::PreparedCharge;

/// What each charge of the ruleset charges a list. The force must be complete, except for this.
pub(crate) fn all_charged(force: &Force) -> Vec<ForceCharge> {
    force.ruleset.charges().iter().map(|charge| charged(force, charge)).collect()
}

fn charged(force: &Force, charge: &PreparedCharge) -> ForceCharge {
    effort::spend(1 + force.entries.len());
    let view = AmountView { force, scope: Scope::List, deck: None };
    let conditions = charge.when.iter().map(|when| match view.measure(when).outcome {
        LimitOutcome::Kept => Match::Yes,
        LimitOutcome::Open => Match::Perhaps,
        LimitOutcome::TooMuch | LimitOutcome::TooLittle => Match::No,
    });
    let in_use = force.agreed.may_use(&force.ruleset.rules()[charge.rule].rule);
    let free = NumberRange::whole(-i64::from(charge.after));
    let number = match conditions.fold(in_use, Match::min) {
        Match::No => NumberRange::ZERO,
        Match::Perhaps => view.value(&charge.each).plus(free).larger(NumberRange::ZERO).perhaps(),
        Match::Yes => view.value(&charge.each).plus(free).larger(NumberRange::ZERO),
    };
    ForceCharge { number, points: number.times(charge.points.into()) }
}
