//! `unmatched`: a rule of an overlay looks at units that no catalogue has, or at an option that none of them has.

use muster_engine::amount::{Amount, KeyedAmount};
use muster_engine::plural::capital;
use muster_engine::ready::Ruleset;
use muster_engine::rule::{Clause, ClauseTarget};
use muster_engine::selector::Selector;
use muster_engine::slug::slug;
use muster_engine::words::phrases::selector_words;

use super::{LintInput, LintNotice, text};

pub(super) fn lint<'a>(subject: &LintInput<'a>) -> Vec<LintNotice<'a>> {
    // A ruleset without an overlay may be written before its units.
    let (Some(ruleset), true) = (subject.ruleset, subject.parent.is_some()) else { return Vec::new() };
    let mut notices = Vec::new();
    for (file, at, rule) in subject.files.rules() {
        let Some(known) = text(rule, "id").and_then(|id| ruleset.rule(id)) else { continue };
        for (place, clause) in known.rule.clauses.iter().enumerate() {
            for (key, message) in in_clause(ruleset, clause) {
                notices.push(LintNotice::warning(file, format!("{at}/clauses/{place}/{key}"), message));
            }
        }
    }
    notices
}

/// The keys of a clause that look at what no catalogue has, each with what it looks at.
fn in_clause(ruleset: &Ruleset, clause: &Clause) -> Vec<(&'static str, String)> {
    let looks_at_units = matches!(
        clause.each,
        ClauseTarget::Squadron | ClauseTarget::SquadronAlone | ClauseTarget::Unit | ClauseTarget::Bearer
    );
    let filter = Some(&clause.r#where).filter(|_| looks_at_units).and_then(|filter| of_selector(ruleset, filter));
    let limit = clause.limit.iter().flat_map(|limit| {
        let keys =
            [("limit/of", Some(&limit.of)), ("limit/min", limit.min.as_ref()), ("limit/max", limit.max.as_ref())];
        keys.into_iter().filter_map(|(key, amount)| Some((key, of_amount(ruleset, amount?)?)))
    });
    filter.map(|message| ("where", message)).into_iter().chain(limit).collect()
}

/// Says that no unit can match a selector; none if some unit may.
fn of_selector(ruleset: &Ruleset, selector: &Selector) -> Option<String> {
    let words = || selector_words(ruleset.declarations(), selector);
    ruleset.may_match(selector).is_empty().then(|| format!("no unit is {}: the clause never finds any", words()))
}

fn of_amount(ruleset: &Ruleset, amount: &Amount) -> Option<String> {
    let option = match amount {
        Amount::Made(made) => match &**made {
            KeyedAmount::Taken(option, selector) => of_option(ruleset, option, selector),
            _ => None,
        },
        _ => None,
    };
    option.or_else(|| amount.selectors().into_iter().find_map(|selector| of_selector(ruleset, selector)))
}

/// Says that no unit which may match has this option; none if one has it.
fn of_option(ruleset: &Ruleset, option: &str, selector: &Selector) -> Option<String> {
    let units = ruleset.may_match(selector);
    let has = units.iter().any(|(_, unit)| unit.options.iter().any(|own| slug(&own.name) == option));
    let words = || selector_words(ruleset.declarations(), selector);
    (!units.is_empty() && !has).then(|| {
        format!("no unit that is {} has the option \u{201c}{}\u{201d}", words(), capital(&option.replace('-', " ")))
    })
}
