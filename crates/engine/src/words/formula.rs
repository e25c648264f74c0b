//! Puts the clauses of a rule into words: what must hold, for what, and when.

use super::phrases;
use crate::shapes::amount::{Amount, KeyedAmount};
use crate::shapes::declarations::Declarations;
use crate::shapes::rule::{Charge, Clause, ClauseTarget, Grade, Limit, Rule, RuleKind};
use crate::text::plural::capital;

/// Each clause as a line, then what the rule charges and grants.
#[must_use]
pub fn formulas(declarations: &Declarations, rule: &Rule) -> Vec<String> {
    let grants = rule.grants.as_ref().map(|grant| {
        let amount = phrases::amount_words(declarations, &grant.amount);
        capital(&format!("{}: {amount}", phrases::subject(&grant.of, None)))
    });
    let charges = rule.charges.iter().map(|charge| charge_words(declarations, charge));
    rule.clauses.iter().map(|clause| clause_words(declarations, rule, clause)).chain(charges).chain(grants).collect()
}

/// A charge in words: `10 points more for each after the first 2: number of all carriers; where ...`.
#[must_use]
pub fn charge_words(declarations: &Declarations, charge: &Charge) -> String {
    let points = match charge.points {
        saved @ ..0 => format!("{} points less", saved.unsigned_abs()),
        points => format!("{points} points more"),
    };
    let each = match (&charge.each, charge.after) {
        (Amount::Number(1), 0) => String::new(),
        (each, 0) => format!(" for each: {}", phrases::amount_words(declarations, each)),
        (each, after) => {
            let first = if after == 1 { "first".to_owned() } else { format!("first {after}") };
            format!(" for each after the {first}: {}", phrases::amount_words(declarations, each))
        }
    };
    points + &each + &conditions(declarations, &charge.when)
}

fn clause_words(declarations: &Declarations, rule: &Rule, clause: &Clause) -> String {
    let squadron = phrases::squadrons(declarations, 1);
    let each = match clause.each {
        ClauseTarget::List => None,
        ClauseTarget::Group => Some("each group".to_owned()),
        ClauseTarget::Squadron => Some(format!("each {squadron}")),
        ClauseTarget::SquadronAlone => Some(format!("each {squadron} without what is attached to it")),
        ClauseTarget::Unit => Some("each unit".to_owned()),
        ClauseTarget::Bearer => Some("each model with a role".to_owned()),
        ClauseTarget::Card => Some("each card".to_owned()),
        ClauseTarget::Row => Some("each row".to_owned()),
    };
    let title = |id: &String| declarations.sheets.get(id).map_or_else(|| id.clone(), |sheet| sheet.title.clone());
    let within = clause.r#in.as_ref().map(|id| format!("on a {}: ", title(id)));
    let with = clause.with.as_ref().map(|id| format!("in a list with a {}: ", title(id)));
    let sheet = within.or(with).unwrap_or_default();
    let deck = clause.deck.as_ref().map(|id| {
        let title = declarations.decks.get(id).map_or(id, |deck| &deck.title);
        format!("in the deck {title}, ")
    });
    let together = if clause.together { "over all lists of a player: " } else { "" };
    let mut words = together.to_owned() + &sheet + &deck.unwrap_or_default();
    if let Some(each) = each {
        words += &each;
        if !clause.r#where.is_empty() {
            words += " that is ";
            words += &phrases::selector_words(declarations, &clause.r#where);
        }
        if let Some(field) = &clause.by {
            words += ", all of one ";
            words += &phrases::field_title(declarations, field).to_lowercase();
        }
        words += ": ";
    }
    match &clause.limit {
        Some(limit) if clause.each == ClauseTarget::Row && clause.by.is_none() => {
            words += &phrases::limit_words(declarations, limit).replace("of all rows", "of the row");
        }
        Some(limit) => words += &phrases::limit_words(declarations, limit),
        None if rule.kind == RuleKind::ByHand => words += "a note",
        None => words += "not allowed",
    }
    words += &conditions(declarations, &clause.when);
    match clause.severity.filter(|severity| *severity != rule.severity) {
        Some(Grade::Warning) => words += " (warning)",
        Some(Grade::Note) => words += " (note)",
        _ => {}
    }
    capital(&words)
}

/// Conditions that all hold in words, after what they are conditions of: `; where ... and where ...`.
fn conditions(declarations: &Declarations, when: &[Limit]) -> String {
    let all: Vec<String> = when.iter().map(|limit| condition(declarations, limit)).collect();
    if all.is_empty() { String::new() } else { format!("; {}", all.join(" and ")) }
}

/// A condition in words: `where` a limit holds. A condition on settings is shorter with `unless`.
fn condition(declarations: &Declarations, when: &Limit) -> String {
    let nothing = Amount::Number(0);
    if let (Amount::Made(made), None, Some(max)) = (&when.of, &when.min, &when.max)
        && let KeyedAmount::Setting(tests) = &**made
        && *max == nothing
    {
        let tests: Vec<_> = tests.iter().map(|(id, test)| phrases::setting_words(declarations, id, test)).collect();
        return format!("unless {}", tests.join(" and "));
    }
    format!("where {}", phrases::condition_words(declarations, when))
}
