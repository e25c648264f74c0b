//! `muster lint --witness`: shows for each nation that an overlay can be played, or which of its rules forbid every list.

use muster_changes::{RuleExample, Witness, example};
use muster_engine::amount::{Amount, KeyedAmount};
use muster_engine::list::ArmyList;
use muster_engine::plural::{capital, joined};
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, FindingId, Severity};
use muster_engine::rule::{ClauseTarget, Rule};
use muster_engine::selector::Selector;
use muster_exchange::listing::lines;
use muster_golden::is_judged;
use muster_library::lints::OverlaidRuleset;
use muster_mend::{Bounds, blocking, empty_lists, fixed_mfv, witness};
use rayon::prelude::*;

/// How many lists are judged at most for one nation and one force value, and again for each rule that may forbid all of them.
const JUDGED: usize = 6_000;

/// How many lists are tried to break one rule from one start, and from how many starts.
const TRIED: (usize, usize) = (2_000, 24);

/// A finding for each nation at each force value that the overlay leaves to lists: the legal list that was found, or why there is
/// none. Empty if neither the overlay nor `mfv` says a force value.
pub(crate) fn findings(game: &OverlaidRuleset, mfv: Option<u32>) -> Vec<Finding> {
    let fixed = fixed_mfv(&game.after);
    let sizes = if fixed.is_empty() { mfv.into_iter().collect() } else { fixed };
    if sizes.is_empty() {
        return Vec::new();
    }
    let starts = empty_lists(&game.after, &sizes);
    if starts.is_empty() {
        let message = "no nation that the overlay allows has units".to_owned();
        return vec![told(Severity::Warning, "playable", message, None)];
    }
    let mut findings: Vec<Finding> = starts.par_iter().map(|start| finding(game, start)).collect();
    findings.extend(game.rules.iter().filter_map(|rule| place_of(game, rule, &sizes)));
    findings
}

/// Whether a rule of the overlay earns its place: a list that it alone forbids. None if lists cannot break it.
fn place_of(game: &OverlaidRuleset, rule: &str, sizes: &[u32]) -> Option<Finding> {
    let judged = &game.after.rule(rule).filter(|sourced| is_judged(&sourced.rule))?.rule;
    let Some(RuleExample { breaks: Witness { shown, message, .. }, .. }) =
        example(&game.after, rule, sizes, TRIED.0, TRIED.1)
    else {
        if let Some(things) = not_built(judged) {
            let message = format!("`{rule}` was not tried: the search builds no {things}");
            return Some(told(Severity::Note, "rule-not-tried", message, None));
        }
        let message = format!("found no list that `{rule}` alone forbids");
        let help = "it may never be broken, or other rules may forbid the same, or the search is too short";
        return Some(told(Severity::Warning, "rule-not-shown", message, Some(help.to_owned())));
    };
    let message = format!("`{rule}` alone forbids a list: {}: {} ({message})", shown.title, shown.squadrons.join("; "));
    Some(told(Severity::Note, "rule-shown", message, None))
}

/// What a rule asks for that the search does not build, or builds only where a rule needs it; none if it builds all.
fn not_built(rule: &Rule) -> Option<&'static str> {
    let of_amount = |amount: &Amount| {
        let Amount::Made(made) = amount else { return None };
        Some(match &**made {
            KeyedAmount::Cards(_) | KeyedAmount::Cost(_) => "decks",
            KeyedAmount::Attached(_) => "attached squadrons",
            KeyedAmount::Carried(_) => "loads",
            KeyedAmount::Bearers(_) => "roles but those that are needed",
            KeyedAmount::Groups(_) => "groups but those that are needed",
            KeyedAmount::EntryTurn(_) => "turns of entry",
            KeyedAmount::Taken(..) => "options for several squadrons at once",
            _ => return None,
        })
    };
    let of_selector = |selector: &Selector| {
        selector.tests().find_map(|test| match test.word() {
            "ally" => Some("allies"),
            "entry" => Some("turns of entry"),
            "standing" | "parent" => Some("attached squadrons"),
            "role" => Some("roles but those that are needed"),
            "card" | "deck" => Some("decks"),
            _ => None,
        })
    };
    rule.clauses.iter().find_map(|clause| match clause.each {
        _ if clause.deck.is_some() => Some("decks"),
        ClauseTarget::Card => Some("decks"),
        ClauseTarget::Group => Some("groups but those that are needed"),
        ClauseTarget::Bearer => Some("roles but those that are needed"),
        _ => {
            let limits =
                clause.limit.iter().flat_map(|limit| [Some(&limit.of), limit.min.as_ref(), limit.max.as_ref()]);
            let amounts: Vec<&Amount> = limits.flatten().collect();
            let selectors = amounts.iter().flat_map(|amount| amount.selectors()).chain([&clause.r#where]);
            amounts.iter().find_map(|amount| of_amount(amount)).or_else(|| selectors.into_iter().find_map(of_selector))
        }
    })
}

fn finding(game: &OverlaidRuleset, start: &ArmyList) -> Finding {
    let bounds = Bounds { judged: JUDGED, mends: 1 };
    let nation = start.nation.as_deref().and_then(|id| game.after.declarations().nations.get(id));
    let name = nation.map_or_else(String::new, |nation| nation.name.clone());
    let at = start.mfv.map_or_else(|| name.clone(), |mfv| format!("{name} at {mfv}"));
    if let Some(list) = witness(&game.after, start, bounds) {
        let judged = muster_engine::judge(&game.after, &list, None);
        // A last line tells the terms, which are those of the overlay.
        let summary = judged.summary();
        let all = lines(&summary, judged.report());
        let squadrons = all.lines().take(summary.squadrons.len()).map(str::trim).collect::<Vec<_>>().join("; ");
        return told(Severity::Note, "playable", format!("{at}: a legal list is {squadrons}"), None);
    }
    let rules: Vec<&str> = game.rules.iter().map(String::as_str).collect();
    let blocking = blocking(&game.after, start, bounds, &rules);
    if blocking.is_empty() {
        let why = if witness(&game.before, start, bounds).is_some() {
            "found a legal list without the overlay, and none under it"
        } else {
            "found no legal list, and none without the overlay either"
        };
        return told(Severity::Warning, "playable", format!("{at}: the search {why}"), None);
    }
    let titles: Vec<String> = blocking.iter().map(|id| format!("`{id}`")).collect();
    let derived = blocking.iter().filter_map(|id| says(&game.after, id)).collect::<Vec<_>>().join("; ");
    let message = format!("{at}: no legal list was found; without {} there is one", joined(&titles, "or"));
    let rules = blocking.iter().filter_map(|id| game.after.rule(id));
    // That no list was found proves nothing where the search does not build what the rule asks for.
    match rules.into_iter().find_map(|sourced| not_built(&sourced.rule)) {
        Some(things) => {
            let help =
                format!("{derived}. The search builds no {things}, so there may be a list that it does not find");
            told(Severity::Warning, "unplayable", message, Some(help))
        }
        None => told(Severity::Error, "unplayable", message, (!derived.is_empty()).then_some(derived)),
    }
}

/// What a rule asks for: its id and its title.
fn says(ruleset: &Ruleset, id: &str) -> Option<String> {
    ruleset.rule(id).map(|sourced| format!("`{id}`: {}", capital(&sourced.rule.title)))
}

fn told(severity: Severity, id: &str, message: String, help: Option<String>) -> Finding {
    Finding { message, help, ..Finding::bare(FindingId::File(id.to_owned()), severity) }
}
