//! `check`: from a ruleset and a list to a report.

use std::collections::{BTreeSet, HashMap};

use crate::agreed::{Agreed, Misunderstood, escape};
use crate::compiled::Ruleset;
use crate::content;
use crate::force::{Entry, Force, written};
use crate::judge::{Breach, Draft, Judge};
use crate::list::{ArmyList, CardPick, RoleDetail, RolePick, Squadron};
use crate::nearest::nearest;
use crate::report::{Finding, Report, RulesetUsed, Severity, Verdict};
use crate::slug::slug;
use crate::value::Value;
use crate::wording;

/// Judges a list. Never fails: what cannot be understood is said in the report.
///
/// `file`, `document`, `line` and `column` are for whoever read the list from a file to fill in.
#[must_use]
pub fn check(ruleset: &Ruleset, list: &ArmyList) -> Report {
    let (agreed, mut wrong) = Agreed::new(ruleset.declarations(), list);
    misnamed(ruleset, list, &mut wrong);
    let mut report = blank(ruleset, list, &agreed);
    if !wrong.is_empty() {
        report.verdict = Verdict::Unreadable;
        report.findings = wrong.into_iter().map(|wrong| unreadable(ruleset, wrong)).collect();
        return report;
    }
    let force = Force::new(ruleset, list, agreed);
    let mut judge = Judge::new(&force);
    judge.judge();
    unknown_names(&mut judge);
    missing_prices(&mut judge);
    claims(&mut judge);
    consents(&mut judge);
    secret_decks(&mut judge);
    other_vintages(&mut judge);
    judge.tell_left_out();
    report.findings = sorted(&force, judge.drafts);
    report.verdict = verdict(&report.findings);
    report.points = total(&force).certain().and_then(|points| u32::try_from(points).ok());
    report.fingerprint = Some(content::fingerprint(&force));
    report
}

/// The verdict that findings lead to.
fn verdict(findings: &[Finding]) -> Verdict {
    let any = |severity| findings.iter().any(|finding| finding.severity == severity);
    if any(Severity::Error) {
        Verdict::Illegal
    } else if any(Severity::Undetermined) {
        Verdict::Undetermined
    } else {
        Verdict::Legal
    }
}

pub(crate) fn total(force: &Force) -> Value {
    force.entries.iter().fold(Value::ZERO, |sum, entry| sum.plus(entry.cost))
}

fn blank(ruleset: &Ruleset, list: &ArmyList, agreed: &Agreed) -> Report {
    let declarations = ruleset.declarations();
    Report {
        file: String::new(),
        document: 0,
        name: list.name.clone(),
        player: list.player.clone(),
        ruleset: Some(RulesetUsed {
            id: declarations.id.clone(),
            version: declarations.version.clone(),
            edition: declarations.edition.clone(),
            digest: ruleset.digest().to_owned(),
        }),
        events: Vec::new(),
        settings: agreed.settings.clone(),
        consents: agreed.consents.clone(),
        verdict: Verdict::Legal,
        points: None,
        mfv: Some(list.mfv),
        fingerprint: None,
        findings: Vec::new(),
    }
}

fn unreadable(ruleset: &Ruleset, wrong: Misunderstood) -> Finding {
    Finding {
        rule: "unknown-word".to_owned(),
        severity: Severity::Error,
        message: wrong.message,
        at: vec![wrong.at],
        line: None,
        column: None,
        measured: None,
        min: None,
        max: None,
        source: None,
        origin: Some(ruleset.declarations().id.clone()),
        help: wrong.help,
    }
}

/// Words of the list that stand for something the ruleset declares, and for squadrons of the list, but name nothing.
fn misnamed(ruleset: &Ruleset, list: &ArmyList, wrong: &mut Vec<Misunderstood>) {
    let declarations = ruleset.declarations();
    if !list.groups.is_empty() {
        wrong.push(Misunderstood {
            at: "/groups".to_owned(),
            message: format!("{} has no groups", declarations.name),
            help: Some("put the squadrons in `squadrons`".to_owned()),
        });
    }
    for deck in list.decks.keys().filter(|deck| !declarations.decks.contains_key(*deck)) {
        wrong.push(Misunderstood {
            at: format!("/decks/{}", escape(deck)),
            message: format!("{} has no deck `{deck}`", declarations.name),
            help: any_of("decks", deck, declarations.decks.keys().map(String::as_str)),
        });
    }
    for (deck, cards) in &list.decks {
        for (position, card) in cards.iter().enumerate() {
            let CardPick::Detailed(detail) = card else { continue };
            let known = || {
                declarations.traits.iter().filter(|(_, t)| t.of == crate::ruleset::Owner::Card).map(|(n, _)| written(n))
            };
            for key in detail.traits.keys().filter(|key| !key.starts_with("x-") && !known().any(|name| name == *key)) {
                wrong.push(Misunderstood {
                    at: format!("/decks/{}/{position}/{}", escape(deck), escape(key)),
                    message: format!("a card has no `{key}`"),
                    help: any_of("facts", key, known().chain(["card", "cost", "replaces"])),
                });
            }
        }
    }
    let mut ids: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut twice = Vec::new();
    walk(&list.squadrons, &mut Vec::new(), &mut |squadron, path| {
        if let Some(id) = &squadron.id
            && ids.insert(id, path.to_vec()).is_some()
        {
            twice.push((path.to_vec(), id));
        }
    });
    wrong.extend(twice.into_iter().map(|(path, id)| Misunderstood {
        at: format!("{}/id", pointer(&path)),
        message: format!("another squadron has the id `{id}` already"),
        help: None,
    }));
    walk(&list.squadrons, &mut Vec::new(), &mut |squadron, path| words(ruleset, squadron, path, &ids, wrong));
}

/// Visits squadrons and what is attached to them, each with the positions that lead to it.
fn walk<'l>(squadrons: &'l [Squadron], path: &mut Vec<usize>, visit: &mut dyn FnMut(&'l Squadron, &[usize])) {
    for (position, squadron) in squadrons.iter().enumerate() {
        path.push(position);
        visit(squadron, path);
        walk(&squadron.attached, path, visit);
        path.pop();
    }
}

fn pointer(path: &[usize]) -> String {
    let positions: Vec<String> = path.iter().map(usize::to_string).collect();
    format!("/squadrons/{}", positions.join("/attached/"))
}

fn words(
    ruleset: &Ruleset,
    squadron: &Squadron,
    path: &[usize],
    ids: &HashMap<&str, Vec<usize>>,
    wrong: &mut Vec<Misunderstood>,
) {
    let declarations = ruleset.declarations();
    if let Some(allocation) = squadron.allocation.as_ref().filter(|a| !declarations.allocations.contains_key(*a)) {
        wrong.push(Misunderstood {
            at: format!("{}/allocation", pointer(path)),
            message: format!("{} knows no allocation `{allocation}`", declarations.name),
            help: any_of("allocations", allocation, declarations.allocations.keys().map(String::as_str)),
        });
    }
    for (position, pick) in squadron.roles.iter().enumerate() {
        let wanted = slug(pick.role());
        let known = declarations.roles.iter().any(|(id, role)| *id == wanted || slug(&role.title) == wanted);
        if !known {
            wrong.push(Misunderstood {
                at: format!("{}/roles/{position}", pointer(path)),
                message: format!("{} knows no role `{}`", declarations.name, pick.role()),
                help: any_of("roles", pick.role(), declarations.roles.keys().map(String::as_str)),
            });
        }
    }
    let carries = squadron.carries.iter().enumerate().map(|(position, id)| (Some(position), id));
    for (position, id) in squadron.brought_by.iter().map(|id| (None, id)).chain(carries) {
        let message = match ids.get(id.as_str()) {
            None => format!("no squadron has the id `{id}`"),
            Some(other) if other == path => "a squadron cannot point at itself".to_owned(),
            Some(_) => continue,
        };
        let place = position.map_or_else(|| "brought-by".to_owned(), |position| format!("carries/{position}"));
        let mut known: Vec<&str> = ids.keys().copied().collect();
        known.sort_unstable();
        let help = any_of("ids of squadrons", id, known.into_iter().take(100));
        wrong.push(Misunderstood { at: format!("{}/{place}", pointer(path)), message, help });
    }
}

fn any_of<'n>(what: &str, word: &str, known: impl Iterator<Item = &'n str> + Clone) -> Option<String> {
    nearest(word, known.clone()).or_else(|| {
        let known = wording::list_of(known);
        (!known.is_empty()).then(|| format!("{what}: {known}"))
    })
}

/// Nations, units and cards that no ruleset or catalogue at hand knows.
fn unknown_names(judge: &mut Judge) {
    let force = judge.force;
    let nations = &force.ruleset.declarations().nations;
    let nation_names = || {
        let names = nations.values().flat_map(|nation| std::iter::once(&nation.name).chain(&nation.aliases));
        names.map(String::as_str)
    };
    let about = |at: String, entry: Option<usize>, message: String, help: Option<String>| Breach {
        open: false,
        entry,
        at: vec![at],
        message,
        numbers: [None; 3],
        help,
    };
    if let Some(name) = &force.list.nation {
        if force.nation.is_none() {
            let breach = about(
                "/nation".to_owned(),
                None,
                format!("the nation `{name}` is unknown"),
                near(judge, name, nation_names()),
            );
            judge.about_list("unknown-nation", Severity::Undetermined, breach);
        }
    } else if !nations.is_empty() {
        let breach = about(String::new(), None, "the list names no nation".to_owned(), Some("add `nation`".to_owned()));
        judge.about_list("unknown-nation", Severity::Undetermined, breach);
    }
    for (index, entry) in force.entries.iter().enumerate() {
        if entry.goods.is_some() && entry.squadron.nation.is_none() {
            continue;
        }
        let at = force.pointer(index);
        if let Some(name) = entry.squadron.nation.as_ref().filter(|name| force.ruleset.nation(name).is_none()) {
            let breach = about(
                format!("{at}/nation"),
                Some(index),
                format!("the nation `{name}` is unknown"),
                near(judge, name, nation_names()),
            );
            judge.about_list("unknown-nation", Severity::Undetermined, breach);
        }
        // Of an unknown nation every unit is unknown; one finding says so.
        let nation_unknown = match &entry.squadron.nation {
            Some(name) => force.ruleset.nation(name).is_none(),
            None => entry.nation.is_none() && !nations.is_empty(),
        };
        if entry.goods.is_some() || nation_unknown {
            continue;
        }
        let name = &entry.squadron.unit;
        let of = entry.nation.and_then(|id| nations.get(id)).map(|nation| nation.name.as_str());
        let at_hand = |stock: &crate::stock::Stock| {
            let nation = stock.catalogue().nation.as_deref();
            nation.is_none() || nation == entry.nation
        };
        let stocks: Vec<_> = force.ruleset.stocks().iter().filter(|stock| at_hand(stock)).collect();
        let message = match of {
            Some(nation) if !stocks.iter().any(|stock| stock.catalogue().nation.is_some()) => {
                format!("no units of {nation} are at hand, so `{name}` is unknown")
            }
            Some(nation) => format!("{nation} has no unit `{name}`"),
            None => format!("the unit `{name}` is unknown"),
        };
        let names = stocks.iter().flat_map(|stock| &stock.catalogue().units).map(|unit| unit.name.as_str());
        let breach = about(format!("{at}/unit"), Some(index), message, near(judge, name, names));
        judge.about_list("unknown-unit", Severity::Undetermined, breach);
    }
    unknown_cards(judge);
    unknown_traits(judge);
}

/// Traits that come with a role, where no card of the deck they come from bears the name.
fn unknown_traits(judge: &mut Judge) {
    let force = judge.force;
    for (index, entry) in force.entries.iter().enumerate() {
        for (position, pick) in entry.squadron.roles.iter().enumerate() {
            let RolePick::Detailed(RoleDetail { r#trait: Some(name), .. }) = pick else { continue };
            let role = force.role(pick.role()).and_then(|id| force.ruleset.declarations().roles.get(id));
            let Some(deck) = role.and_then(|role| role.trait_deck.as_ref()) else { continue };
            if force.ruleset.card(deck, name).is_some() {
                continue;
            }
            let cards = force.ruleset.cards().iter().filter(|cards| cards.deck == *deck);
            let names = cards.flat_map(|cards| &cards.cards).map(|card| card.name.as_str());
            let breach = Breach::new(force, index, format!("the trait `{name}` is unknown"));
            let breach = breach.inside(&format!("/roles/{position}/trait")).help(near(judge, name, names));
            judge.about_list("unknown-card", Severity::Undetermined, breach);
        }
    }
}

fn unknown_cards(judge: &mut Judge) {
    let force = judge.force;
    for card in &force.cards {
        let has_facts = match card.pick {
            CardPick::Known(_) => false,
            CardPick::Detailed(detail) => {
                detail.cost.is_some() || detail.traits.keys().any(|key| !key.starts_with("x-"))
            }
        };
        if card.known.is_some() || has_facts {
            continue;
        }
        let decks = force.ruleset.cards().iter().filter(|cards| cards.deck == card.deck);
        let names = decks.flat_map(|cards| &cards.cards).map(|card| card.name.as_str());
        let breach = Breach {
            open: false,
            entry: None,
            at: vec![card.pointer()],
            message: format!("the card `{}` is unknown, and the list states nothing about it", card.name()),
            numbers: [None; 3],
            help: near(judge, card.pick.card(), names),
        };
        judge.about_list("unknown-card", Severity::Undetermined, breach);
    }
}

fn missing_prices(judge: &mut Judge) {
    let force = judge.force;
    for (index, entry) in force.entries.iter().enumerate() {
        if entry.goods.is_none() || entry.cost.ends().1.is_some() {
            continue;
        }
        let breach = Breach::new(force, index, format!("the price of {} is not known", force.name(index)));
        judge.about_list("missing-price", Severity::Undetermined, breach);
    }
}

/// What the player says the list, or a squadron, costs.
fn claims(judge: &mut Judge) {
    let force = judge.force;
    if let (Some(claimed), Some(points)) = (force.list.points, total(force).certain())
        && i64::from(claimed) != points
    {
        let message = format!("the list claims {claimed} points, but costs {points}");
        let breach = Breach {
            open: false,
            entry: None,
            at: vec!["/points".to_owned()],
            message,
            numbers: [None; 3],
            help: None,
        };
        judge.about_list(
            "points-claimed",
            Severity::Warning,
            breach.numbers(claimed.into(), Some(points), Some(points)),
        );
    }
    for (index, entry) in force.entries.iter().enumerate() {
        let Some(claimed) = entry.squadron.points else { continue };
        // What is attached is part of the squadron that a player adds up.
        let cost = (index..entry.end).fold(Value::ZERO, |sum, other| sum.plus(force.entries[other].cost));
        let alone = entry.cost.certain() == Some(claimed.into());
        let Some(points) = cost.certain().filter(|points| *points != i64::from(claimed) && !alone) else { continue };
        let message = format!("{} claims {claimed} points, but costs {points}", force.name(index));
        let breach = Breach::new(force, index, message).inside("/points");
        judge.about_list(
            "points-claimed",
            Severity::Warning,
            breach.numbers(claimed.into(), Some(points), Some(points)),
        );
    }
}

/// Consents to what nobody can waive.
fn consents(judge: &mut Judge) {
    let force = judge.force;
    let rules = force.ruleset.rules();
    for (position, consent) in force.list.consents.iter().enumerate() {
        let rule = force.ruleset.rule(consent);
        if rule.is_some_and(|sourced| sourced.rule.waivable) {
            continue;
        }
        let message = match rule {
            Some(_) => format!("the rule `{consent}` cannot be waived, so the consent counts for nothing"),
            None => format!("there is no rule `{consent}`, so the consent counts for nothing"),
        };
        let waivable = rules.iter().filter(|sourced| sourced.rule.waivable).map(|sourced| sourced.rule.id.as_str());
        let help = near(judge, consent, waivable.clone())
            .or_else(|| Some(format!("rules that can be waived: {}", wording::list_of(waivable))));
        let at = vec![format!("/consents/{position}")];
        let breach = Breach { open: false, entry: None, at, message, numbers: [None; 3], help };
        judge.about_list("consent-without-effect", Severity::Warning, breach);
    }
}

/// The nearest names, unless there are too many findings for that.
fn near<'n>(judge: &Judge, word: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    if judge.is_crowded() { None } else { nearest(word, names) }
}

/// Decks that are in use but not given: a note, for decks are secret.
fn secret_decks(judge: &mut Judge) {
    let force = judge.force;
    for (id, deck) in &force.ruleset.declarations().decks {
        let Some(rule) = deck.rule.as_ref().and_then(|rule| force.ruleset.rule(rule)) else { continue };
        if force.list.decks.contains_key(id) || !judge.is_in_use(&rule.rule) {
            continue;
        }
        let message = format!("the list does not give its {}, so that deck is not judged", deck.title);
        let breach =
            Breach { open: false, entry: None, at: vec![String::new()], message, numbers: [None; 3], help: None };
        judge.note(&rule.rule.id, breach);
    }
}

/// Units whose figures are of another edition than the ruleset's.
fn other_vintages(judge: &mut Judge) {
    let force = judge.force;
    let Some(current) = &force.ruleset.declarations().vintage else { return };
    let vintage = |entry: &Entry| entry.goods.and_then(|goods| goods.unit.vintage.clone()).filter(|v| v != current);
    let old: Vec<(usize, String)> =
        force.entries.iter().enumerate().filter_map(|(index, entry)| Some((index, vintage(entry)?))).collect();
    if old.is_empty() {
        return;
    }
    let vintages: BTreeSet<&str> = old.iter().map(|(_, vintage)| vintage.as_str()).collect();
    let squadrons = wording::count(u32::try_from(old.len()).unwrap_or(u32::MAX), "squadron");
    let have = if old.len() == 1 { "has" } else { "have" };
    let editions = wording::list_of(vintages.into_iter());
    let message = format!("{squadrons} {have} figures of edition {editions}, for want of newer ones");
    let at = old.iter().map(|(index, _)| force.pointer(*index)).collect();
    let breach = Breach { open: false, entry: None, at, message, numbers: [None; 3], help: None };
    judge.about_list("vintage", Severity::Note, breach);
}

/// Findings in the order of the contract: by severity, rule, and the content of the squadron.
fn sorted(force: &Force, drafts: Vec<Draft>) -> Vec<Finding> {
    let mut keyed: Vec<(String, Draft)> = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let content = draft.entry.map(|entry| content::squadron(force, entry)).unwrap_or_default();
        keyed.push((content, draft));
    }
    keyed.sort_by(|(content, a), (other, b)| {
        let key = |draft: &Draft| (draft.finding.severity, draft.finding.rule.clone());
        key(a).cmp(&key(b)).then_with(|| content.cmp(other)).then_with(|| a.finding.message.cmp(&b.finding.message))
    });
    keyed.into_iter().map(|(_, draft)| draft.finding).collect()
}
