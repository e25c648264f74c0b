//! What must be true of every report, whatever the list. Builds that test or fuzz assert it; released ones leave it out.

use crate::force::value::NumberRange;
use crate::force::whole::Force;
use crate::shapes::list::ArmyList;
use crate::shapes::place::SquadronPlace;
use crate::shapes::report::{Finding, FindingId, Report, Severity, Verdict};

/// Panics if a report contradicts the force that it is about, or itself.
#[expect(clippy::indexing_slicing, reason = "the model sets of a squadron are among those of its force")]
pub(crate) fn assert_sound(force: &Force, report: &Report) {
    for (index, entry) in force.entries.iter().enumerate() {
        let sets = force.sets[entry.sets.clone()].iter();
        let sum = sets.fold(NumberRange::ZERO, |sum, set| sum.plus(set.points));
        assert_eq!(entry.cost, sum, "{} costs what its models cost", force.pointer(index));
    }
    let gravest = report.findings.iter().map(|finding| finding.severity).min();
    let verdict = match gravest {
        Some(Severity::Error) => Verdict::Illegal,
        Some(Severity::Undetermined) => Verdict::Undetermined,
        _ => Verdict::Legal,
    };
    assert_eq!(report.verdict, verdict, "the verdict is that of the gravest finding");
    for Finding { rule, severity, at, .. } in &report.findings {
        if let (FindingId::Rule(id), Severity::Waived) = (rule, severity) {
            let waives = force.ruleset.rule(id).is_some_and(|sourced| force.waives(&sourced.rule));
            assert!(waives, "{id} is waived without a consent");
        }
        if force.judged_sheet.is_none() {
            for place in at {
                assert!(is_place(force.list, place), "there is no {place}");
            }
        }
    }
}

/// Whether the list has the squadron, group, card or consent to which a JSON pointer leads. Does not ask for keys inside of them:
/// a finding may point to one that is missing.
fn is_place(list: &ArmyList, pointer: &str) -> bool {
    let mut steps = pointer.split('/').skip(1);
    let (first, second) = (steps.next(), steps.next());
    let number = second.and_then(|step| step.parse::<usize>().ok());
    match (first, second) {
        (Some("squadrons" | "groups"), Some(_)) => SquadronPlace::parse(pointer).is_some_and(|place| place.is_in(list)),
        (Some("consents"), Some(_)) => number.is_some_and(|number| number < list.consents.len()),
        (Some("decks"), Some(_)) => {
            let cards = || list.decks.values().map(Vec::len).max().unwrap_or(0);
            steps.next().is_none_or(|card| card.parse::<usize>().is_ok_and(|card| card < cards()))
        }
        _ => true,
    }
}
