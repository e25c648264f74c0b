//! `unmatched`: a rule of an overlay looks at units that no catalogue has, or at an option or a number that none of them has; or a
//! unit may only be attached, and to none.

use muster_engine::amount::{Amount, KeyedAmount};
use muster_engine::catalogue::{Attachment, Card, FieldingWay, Stat};
use muster_engine::plural::capital;
use muster_engine::ready::Ruleset;
use muster_engine::rule::{Clause, ClauseTarget};
use muster_engine::selector::Selector;
use muster_engine::slug::slug;
use muster_engine::words::phrases::selector_words;
use serde_json::Value;

use super::{LintInput, LintNotice, text};
use crate::schemas::FileKind;

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
    for file in subject.files.of(FileKind::Catalogue) {
        let units = file.document.value().get("units").and_then(Value::as_array).into_iter().flatten();
        for (place, unit) in units.enumerate() {
            if text(unit, "id").is_some_and(|id| never_attached(ruleset, id)) {
                let message = "the unit is only attached to others, and there is none that it may join";
                notices.push(LintNotice::warning(file, format!("/units/{place}/attaches"), message));
            }
        }
    }
    notices
}

/// Whether a unit may only be attached, and may join none of the units of its nation, or of those that it names.
fn never_attached(ruleset: &Ruleset, id: &str) -> bool {
    let known =
        ruleset.catalogues().iter().find_map(|catalogue| Some((catalogue, catalogue.unit(catalogue.find(id)?))));
    let Some((catalogue, unit)) = known.filter(|(_, unit)| unit.only == Some(FieldingWay::Attached)) else {
        return false;
    };
    let joins = |attachment: &Attachment| {
        ruleset.may_match(&attachment.to).iter().any(|(host, _)| match (&attachment.nations, &host.written().nation) {
            (_, None) => true,
            (None, own) => *own == catalogue.written().nation,
            (Some(nations), Some(nation)) => nations.is_empty() || nations.contains(nation),
        })
    };
    !unit.attaches.is_empty() && !unit.attaches.iter().any(joins)
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
            KeyedAmount::Stat(stat, selector) => of_stat(ruleset, stat, selector),
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

/// Says that no unit which may match has a number for this statistic; none if one has.
fn of_stat(ruleset: &Ruleset, stat: &str, selector: &Selector) -> Option<String> {
    let units = ruleset.may_match(selector);
    let of = |card: &Card| matches!(card.stats.get(stat), Some(Stat::Number(_)));
    let has = units.iter().any(|(catalogue, ready)| {
        let unit = catalogue.unit(ready);
        let is_set = ready.options.iter().any(|option| option.sets.iter().any(|(set, _)| set == stat));
        is_set || of(&unit.card) || unit.members.iter().any(|member| of(&member.card))
    });
    let title = ruleset.declarations().stats.get(stat).map_or(stat, |stat| &stat.title);
    (!units.is_empty() && !has).then(|| format!("no unit has a number for {title}, so the sum is always 0"))
}
