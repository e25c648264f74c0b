//! What is still to do: the errors of a list that adding to it would mend.

use muster_engine::amount::{Amount, KeyedAmount};
use muster_engine::check_facts;
use muster_engine::report::{Finding, FindingId, Severity};
use muster_engine::rule::{Clause, ClauseTarget, Rule};

/// Whether adding something to a list would mend a finding of this rule, such as units that are short, a role, a slot,
/// a card or a setting that is missing. `left` are the points up to the maximum force value, if both are known.
pub(crate) fn is_to_do(rule: Option<&Rule>, finding: &Finding, left: Option<i64>) -> bool {
    let (Some(rule), FindingId::Rule(_), Severity::Error) = (rule, &finding.rule, finding.severity) else {
        return false;
    };
    let Some((measured, min)) = finding.measured.zip(finding.min).filter(|(measured, min)| measured < min) else {
        return false;
    };
    let counts_up = rule.check.as_ref().is_some_and(|check| check_facts(check).asks_for_more);
    let is_in_reach = |clause: &Clause| {
        let limit = clause.limit.as_ref().filter(|limit| limit.min.is_some());
        limit.is_some_and(|limit| match clause.each {
            ClauseTarget::List | ClauseTarget::Group | ClauseTarget::Unit | ClauseTarget::Card => match &limit.of {
                // Without enough points left, something must go first.
                Amount::Made(made) if matches!(**made, KeyedAmount::Points(_)) => {
                    left.is_none_or(|left| min - measured <= left)
                }
                of => grows(of),
            },
            // A squadron of the wrong kind stays so, however many models it has.
            ClauseTarget::Squadron | ClauseTarget::SquadronAlone | ClauseTarget::Bearer => {
                measured > 0 && counts_models(&limit.of)
            }
            ClauseTarget::Row => false,
        })
    };
    counts_up || rule.clauses.iter().any(is_in_reach)
}

/// Whether an amount may grow by adding to a list.
fn grows(amount: &Amount) -> bool {
    match amount {
        Amount::Number(_) | Amount::Word(_) => false,
        Amount::Made(made) => match &**made {
            KeyedAmount::Points(_)
            | KeyedAmount::Upgrades(_)
            | KeyedAmount::Models(_)
            | KeyedAmount::Squadrons(_)
            | KeyedAmount::Attached(_)
            | KeyedAmount::Carried(_)
            | KeyedAmount::Dearest(_)
            | KeyedAmount::Cost(_)
            | KeyedAmount::Bearers(_)
            | KeyedAmount::Cards(_)
            | KeyedAmount::Different(..)
            | KeyedAmount::Stat(..)
            | KeyedAmount::Taken(..)
            | KeyedAmount::Groups(_)
            | KeyedAmount::Given(_) => true,
            KeyedAmount::Rows(_)
            | KeyedAmount::Total(..)
            | KeyedAmount::Halves(..)
            | KeyedAmount::Agreed(_)
            | KeyedAmount::Setting(_)
            | KeyedAmount::Allowed(..)
            | KeyedAmount::Cheapest(_)
            | KeyedAmount::EntryTurn(_) => false,
            KeyedAmount::Whole(of)
            | KeyedAmount::Percent(_, of)
            | KeyedAmount::Per(_, of)
            | KeyedAmount::Table(_, of) => grows(of),
            KeyedAmount::Times(a, b) | KeyedAmount::Smaller(a, b) => grows(a) || grows(b),
            KeyedAmount::Sum(amounts) => amounts.iter().any(grows),
        },
    }
}

fn counts_models(amount: &Amount) -> bool {
    matches!(amount, Amount::Made(made) if matches!(**made, KeyedAmount::Models(_) | KeyedAmount::Attached(_) | KeyedAmount::Carried(_)))
}
