//! `muster lint --witness`: shows for each nation that an overlay can be played, or which of its rules forbid every list.

use std::collections::BTreeSet;

use muster_changes::{ExampleList, RuleExample, Witness, example, example_around};
use muster_engine::amount::{Amount, KeyedAmount};
use muster_engine::common::SubjectWords;
use muster_engine::list::ArmyList;
use muster_engine::plural::{capital, joined};
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, FindingId, Severity};
use muster_engine::rule::{Clause, ClauseTarget, Limit, Rule, RuleKind};
use muster_engine::selector::{Selector, SelectorTest, WantedTrait};
use muster_exchange::listing::lines;
use muster_golden::is_judged;
use muster_library::lints::OverlaidRuleset;
use muster_mend::{
    Bounds, conflict, empty_lists, fixed_mfv, is_playable_under, without_rules, witness, witness_from_full,
};
use rayon::prelude::*;

/// A search judges at most so many lists. There is one search for each nation and force value, and one for each set of rules that
/// may forbid every list.
const BOUNDS: Bounds = Bounds { judged: 6_000, mends: 1 };

/// The bounds of a search that checks whether a short search missed a list.
const LONG_BOUNDS: Bounds = Bounds { judged: 20_000, mends: 1 };

/// How many lists are tried to break one rule from one start, and from how many starts.
const TRIED: (usize, usize) = (2_000, 12);

/// To find a rule that forbids what another forbids, lint compares the other with so many rules.
const MOST_OTHERS: usize = 8;
/// With few rules in use, the search looks for a list from so many starts.
const FEW_STARTS: usize = 4;

/// The search uses this force value where neither the overlay nor `--mfv` states one.
const USUAL: u32 = 1_000;

/// A finding for each nation at each force value that the overlay leaves to lists: the legal list that was found, or why there is
/// none. `mfv` is the force value where the overlay fixes none.
pub(crate) fn findings(game: &OverlaidRuleset, mfv: Option<u32>) -> Vec<Finding> {
    let fixed = fixed_mfv(&game.after);
    let sizes = if fixed.is_empty() { vec![mfv.unwrap_or(USUAL)] } else { fixed };
    let starts = empty_lists(&game.after, &sizes);
    if starts.is_empty() {
        let message = "no nation that the overlay allows has units".to_owned();
        return vec![told(Severity::Warning, "playable", message, None)];
    }
    let find = |start: &ArmyList| {
        witness(&game.after, start, BOUNDS).or_else(|| witness_from_full(&game.after, &game.before, start, BOUNDS))
    };
    let lists: Vec<Option<ArmyList>> = starts.par_iter().map(find).collect();
    let mut conflicts: Vec<Vec<&str>> = Vec::new();
    let mut findings: Vec<Finding> = Vec::new();
    for (start, list) in starts.iter().zip(lists) {
        findings.push(match list {
            Some(list) => playable(game, start, &list),
            None => unplayable(game, start, &mut conflicts),
        });
    }
    findings.extend(game.rules.iter().filter_map(|rule| place_of(game, rule, &sizes)));
    findings.extend(game.rules.iter().filter_map(|rule| never_charges(game, rule, &sizes)));
    findings
}

/// Whether the search finds no list that a rule of the overlay charges. None if it finds one, or if the rule charges nothing.
fn never_charges(game: &OverlaidRuleset, rule: &str, sizes: &[u32]) -> Option<Finding> {
    let known = &game.after.rule(rule).filter(|sourced| !sourced.rule.charges.is_empty())?.rule;
    // A limit on what is charged is broken by the lists that are charged.
    let clauses = known.charges.iter().map(|charge| Clause {
        when: charge.when.clone(),
        limit: Some(Limit { of: charge.each.clone(), min: None, max: Some(Amount::Number(charge.after.into())) }),
        subject: Some(SubjectWords::Same("charged".to_owned())),
        ..Clause::default()
    });
    let limit = Rule { kind: RuleKind::Limit, clauses: clauses.collect(), charges: Vec::new(), ..known.clone() };
    let mut parts = game.after.parts().clone();
    parts.rules.iter_mut().filter(|sourced| sourced.rule.id == rule).for_each(|sourced| sourced.rule = limit.clone());
    let limited = game.after.with_parts(parts).ok()?;
    let message = format!("found no list that `{rule}` charges");
    let is_shown = example(&limited, rule, sizes, TRIED.0, TRIED.1).is_some();
    (!is_shown).then(|| not_shown(&limit, message, None))
}

/// Tells that the search found no list for a rule: a warning, or a note if the search tries few such lists.
fn not_shown(rule: &Rule, message: String, help: Option<String>) -> Finding {
    match few_built(rule) {
        Some(things) => {
            told(Severity::Note, "rule-not-tried", format!("{message}; the search tries only some {things}"), help)
        }
        None => told(Severity::Warning, "rule-not-shown", message, help),
    }
}

/// Whether a rule of the overlay earns its place: a list that it alone forbids. None if lists cannot break it.
fn place_of(game: &OverlaidRuleset, rule: &str, sizes: &[u32]) -> Option<Finding> {
    let judged = &game.after.rule(rule).filter(|sourced| is_judged(&sourced.rule))?.rule;
    let shown_by = |found: RuleExample| {
        let Witness { shown, message, .. } = found.breaks;
        let message =
            format!("`{rule}` alone forbids a list: {}: {} ({message})", shown.title, shown.squadrons.join("; "));
        told(Severity::Note, "rule-shown", message, None)
    };
    if let Some(found) = example(&game.after, rule, sizes, TRIED.0, TRIED.1) {
        return Some(shown_by(found));
    }
    let message = format!("found no list that `{rule}` alone forbids");
    let others: Vec<&str> = judged_rules(&game.after).filter(|id| *id != rule).collect();
    let alone = without_rules(&game.after, others);
    let Some(broken) = alone.and_then(|alone| example(&alone, rule, sizes, TRIED.0, FEW_STARTS)) else {
        let help = "the search did not break it with no other rule in use either: it may never be broken";
        return Some(not_shown(judged, message, Some(help.to_owned())));
    };
    // What the engine checks by itself, such as sizes of squadrons, stays in use: no addition mends it.
    let is_check = |id: &&str| game.after.rule(id).is_some_and(|sourced| sourced.rule.check.is_some());
    let others = judged_rules(&game.after).filter(|id| *id != rule && !is_check(id));
    let near = without_rules(&game.after, others);
    let found = near.and_then(|near| {
        let broken = example(&near, rule, sizes, TRIED.0, FEW_STARTS)?;
        example_around(&game.after, rule, &broken.breaks.shown.list, BOUNDS.judged)
    });
    if let Some(found) = found {
        return Some(shown_by(found));
    }
    let shown = broken.breaks.shown;
    let report = muster_engine::check(&game.after, &shown.list);
    let errors = report.findings.iter().filter(|finding| finding.severity == Severity::Error);
    let ids: BTreeSet<&str> = errors.map(|error| error.rule.as_str()).filter(|id| *id != rule).collect();
    if let Some(other) = says_already(game, rule, &ids, sizes) {
        let help =
            format!("`{other}` seems to forbid the same: no list was found that breaks `{rule}` and keeps `{other}`");
        return Some(told(Severity::Warning, "rule-not-shown", message, Some(help)));
    }
    let list = in_words(&shown);
    let ids: Vec<String> = ids.into_iter().take(3).map(|id| format!("`{id}`")).collect();
    let help = if ids.is_empty() {
        format!("a list that breaks it by itself is {list}, which is not legal without it")
    } else {
        format!("other rules may forbid the same: a list that breaks it breaks {}, too ({list})", joined(&ids, "and"))
    };
    Some(not_shown(judged, message, Some(help)))
}

/// Another rule that forbids what this one forbids: with no third rule in use, no list was found that keeps the one and breaks the
/// other. `broken` are the rules that a list breaks beside this one.
fn says_already<'g>(
    game: &'g OverlaidRuleset,
    rule: &str,
    broken: &BTreeSet<&'g str>,
    sizes: &[u32],
) -> Option<&'g str> {
    let own = game.rules.iter().map(String::as_str).filter(|id| broken.contains(id));
    let others = broken.iter().copied().filter(|id| !game.rules.iter().any(|own| own == id));
    own.chain(others).take(MOST_OTHERS).find(|other| {
        let third = judged_rules(&game.after).filter(|id| id != other && *id != rule);
        let two = without_rules(&game.after, third);
        two.is_some_and(|two| example(&two, rule, sizes, TRIED.0, FEW_STARTS).is_none())
    })
}

/// A list in words: `Lakeland, MFV 500: 3 × Barge`.
fn in_words(shown: &ExampleList) -> String {
    format!("{}: {}", shown.title, shown.squadrons.join("; "))
}

/// The ids of the rules that judge lists.
fn judged_rules(ruleset: &Ruleset) -> impl Iterator<Item = &str> {
    ruleset.rules().iter().map(|sourced| &sourced.rule).filter(|rule| is_judged(rule)).map(|rule| rule.id.as_str())
}

/// What a rule asks for of which the search tries only some ways; none if it tries most.
fn few_built(rule: &Rule) -> Option<&'static str> {
    let of_amount = |amount: &Amount| {
        let Amount::Made(made) = amount else { return None };
        Some(match &**made {
            KeyedAmount::Cards(_) | KeyedAmount::Cost(_) => "decks",
            KeyedAmount::Attached(_) => "attached squadrons",
            KeyedAmount::Carried(_) => "loads",
            KeyedAmount::Groups(_) => "groups",
            KeyedAmount::EntryTurn(_) => "turns of entry",
            KeyedAmount::Taken(..) => "options of several squadrons",
            _ => return None,
        })
    };
    let of_selector = |selector: &Selector| {
        let is_own = |values: &[String]| values == ["own"];
        let is_asked = |test: &&SelectorTest| match test {
            SelectorTest::Trait(_, WantedTrait::Present(false)) => false,
            SelectorTest::Trait(name, WantedTrait::Values(values)) => name != "standing" || !is_own(values),
            _ => true,
        };
        selector.tests().filter(is_asked).find_map(|test| match test.word() {
            "ally" => Some("allies"),
            "entry" => Some("turns of entry"),
            "standing" | "parent" => Some("attached squadrons"),
            "card" | "deck" => Some("decks"),
            _ => None,
        })
    };
    rule.clauses.iter().find_map(|clause| match clause.each {
        _ if clause.together => Some("second list of a player"),
        _ if clause.deck.is_some() => Some("decks"),
        ClauseTarget::Card => Some("decks"),
        ClauseTarget::Group => Some("groups"),
        _ => {
            let limits =
                clause.limit.iter().flat_map(|limit| [Some(&limit.of), limit.min.as_ref(), limit.max.as_ref()]);
            let amounts: Vec<&Amount> = limits.flatten().collect();
            let selectors = amounts.iter().flat_map(|amount| amount.selectors()).chain([&clause.r#where]);
            amounts.iter().find_map(|amount| of_amount(amount)).or_else(|| selectors.into_iter().find_map(of_selector))
        }
    })
}

/// The nation of a list and its force value: `Lakeland at 500`.
fn title(game: &OverlaidRuleset, start: &ArmyList) -> String {
    let nation = start.nation.as_deref().and_then(|id| game.after.declarations().nations.get(id));
    let name = nation.map_or_else(String::new, |nation| nation.name.clone());
    start.mfv.map_or_else(|| name.clone(), |mfv| format!("{name} at {mfv}"))
}

/// Tells that the search found a legal list.
fn playable(game: &OverlaidRuleset, start: &ArmyList, list: &ArmyList) -> Finding {
    let at = title(game, start);
    let judged = muster_engine::judge(&game.after, list, None);
    // A last line tells the terms, which are those of the overlay.
    let summary = judged.summary();
    let all = lines(&summary, judged.report());
    let squadrons = all.lines().take(summary.squadrons.len()).map(str::trim).collect::<Vec<_>>().join("; ");
    let undecided = judged.report().findings.iter().find(|finding| finding.severity == Severity::Undetermined);
    match undecided {
        None => told(Severity::Note, "playable", format!("{at}: a legal list is {squadrons}"), None),
        Some(finding) => {
            let message = format!("{at}: the list that was found is undetermined: {squadrons}");
            let help = format!("`{}`: {}", finding.rule, finding.message);
            told(Severity::Warning, "playable", message, Some(help))
        }
    }
}

/// Tells that the search found no legal list, and which rules together forbid every list. `conflicts` holds such sets of rules of other
/// nations. A new set is added to it.
fn unplayable<'g>(game: &'g OverlaidRuleset, start: &ArmyList, conflicts: &mut Vec<Vec<&'g str>>) -> Finding {
    let at = title(game, start);
    let nothing = |why: &str| told(Severity::Warning, "playable", format!("{at}: the search {why}"), None);
    // The rules of the overlay stand last, so that those of the game are looked at beside them.
    let (own, others): (Vec<&str>, Vec<&str>) =
        judged_rules(&game.after).partition(|id| game.rules.iter().any(|own| own == id));
    // What the game itself forbids is no fault of the overlay.
    let is_own =
        is_playable_under(&game.after, start, BOUNDS, &own, &[]) || witness(&game.before, start, BOUNDS).is_some();
    if !is_own {
        return nothing("found no legal list, and none without the overlay either");
    }
    let derived = |ids: &[&str]| ids.iter().filter_map(|id| says(&game.after, id)).collect::<Vec<_>>().join("; ");
    // That no list was found proves little where the search does not try most of what the rule asks for. It builds all groups that are
    // needed.
    let few = |id: &str| few_built(&game.after.rule(id)?.rule).filter(|things| *things != "groups");
    let doubt = |ids: &[&str]| {
        let (rule, things) = ids.iter().filter(|id| own.contains(id)).find_map(|id| Some((id, few(id)?)))?;
        let message =
            format!("{at}: no legal list was found, and the search tries only some {things}, for which `{rule}` asks");
        let help = format!("{}. There may be a list that keeps all", derived(ids));
        Some(told(Severity::Warning, "playable", message, Some(help)))
    };
    if own.iter().all(|id| few(id).is_some())
        && let Some(doubt) = doubt(&own)
    {
        return doubt;
    }
    let rules = [others, own.clone()].concat();
    let known = conflicts.iter().find(|used| !is_playable_under(&game.after, start, BOUNDS, &rules, used)).cloned();
    let found = known.or_else(|| {
        let found = conflict(&game.after, start, BOUNDS, &rules)?;
        // A short search may miss a list that keeps these rules.
        let is_wrong = is_playable_under(&game.after, start, LONG_BOUNDS, &rules, &found);
        if is_wrong { conflict(&game.after, start, LONG_BOUNDS, &rules) } else { Some(found) }
    });
    let Some(conflict) = found else {
        return nothing("found a legal list without the overlay, and none under it");
    };
    if !conflicts.contains(&conflict) {
        conflicts.push(conflict.clone());
    }
    if let Some(doubt) = doubt(&conflict) {
        return doubt;
    }
    let titles: Vec<String> = conflict.iter().map(|id| format!("`{id}`")).collect();
    let derived = derived(&conflict);
    let forbid = if titles.len() == 1 { "forbids" } else { "together forbid" };
    let message = format!("{at}: no legal list was found: {} {forbid} every list", joined(&titles, "and"));
    told(Severity::Error, "unplayable", message, (!derived.is_empty()).then_some(derived))
}

/// What a rule asks for: its id and its title.
fn says(ruleset: &Ruleset, id: &str) -> Option<String> {
    ruleset.rule(id).map(|sourced| format!("`{id}`: {}", capital(&sourced.rule.title)))
}

fn told(severity: Severity, id: &str, message: String, help: Option<String>) -> Finding {
    Finding { message, help, ..Finding::bare(FindingId::File(id.to_owned()), severity) }
}
