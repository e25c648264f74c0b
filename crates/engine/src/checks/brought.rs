//! Squadrons that another squadron brings by a special rule.

use indexmap::IndexMap;

use crate::breach::Breach;
use crate::catalogue::Brings;
use crate::force::{Entry, Force};
use crate::rule::Check;
use crate::wording::{between, count, count_squadrons, squadrons};

/// All that one squadron brings of one unit.
struct Party<'s, 'a> {
    bringer: usize,
    squadrons: Vec<(usize, &'s Entry<'a>)>,
}

pub(super) fn check(force: &Force, rule: &str) -> Vec<Breach> {
    parties(force).iter().filter_map(|party| judge(force, rule, party)).collect()
}

pub(super) fn together(force: &Force, rule: &str) -> Vec<Breach> {
    let squadron = squadrons(force.ruleset.declarations(), 1);
    let mut breaches = Vec::new();
    for party in parties(force) {
        let of_rule: Vec<_> = brings(force, &party).into_iter().filter(|(brings, _)| brings.rule == rule).collect();
        let Some((brings, _)) = of_rule.first() else { continue };
        let (times, expected) = of_rule.iter().fold((0_u32, 0_u32), |(all, sum), (brings, times)| {
            (all.saturating_add(*times), sum.saturating_add(brings.models.saturating_mul(*times)))
        });
        let Some((first, entry)) = party.squadrons.first() else { continue };
        if brings.squadrons.is_none() && party.squadrons.len() > 1 {
            let message = format!(
                "{} brings {} of {}, but all that it brings must form one",
                force.name(party.bringer),
                count_squadrons(force.ruleset.declarations(), to_u32(party.squadrons.len())),
                brings.name
            );
            let breach = Breach::new(force, *first, message).numbers(to_i64(party.squadrons.len()), None, Some(1));
            breaches.push(party.squadrons[1..].iter().fold(breach, |b, (index, _)| b.also(force.pointer(*index))));
            continue;
        }
        // What one bringer brings is as its card says, and a wrong number is for the rule that brings it.
        if times < 2 || entry.models != expected {
            continue;
        }
        let Some(size) = entry.goods.and_then(|goods| goods.unit.squadron) else { continue };
        if entry.models < size.min || size.max.is_some_and(|max| entry.models > max) {
            let message = format!(
                "{} brings {} of {}, but a {squadron} of them may have {}",
                force.name(party.bringer),
                count(entry.models, "model"),
                brings.name,
                between(size.min, size.max)
            );
            let breach = Breach::new(force, *first, message).also(force.pointer(party.bringer));
            breaches.push(breach.numbers(entry.models.into(), Some(size.min.into()), size.max.map(i64::from)));
        }
    }
    breaches
}

fn judge(force: &Force, rule: &str, party: &Party) -> Option<Breach> {
    let (first, entry) = *party.squadrons.first()?;
    let bringer = &force.entries[party.bringer];
    let (Some(goods), Some(_)) = (entry.goods, bringer.goods) else {
        let message =
            format!("{}: the unit is unknown, so whether it may be brought cannot be judged", force.name(first));
        return speaks(force, party, rule).then(|| Breach::new(force, first, message).open());
    };
    let brought = brings(force, party);
    if brought.is_empty() {
        let nameless = force.brings(party.bringer).into_iter().find(|(brings, _)| brings.unit.is_none());
        if let Some((brings, _)) = nameless {
            let message = format!(
                "{} brings \u{201c}{}\u{201d}, and no catalogue says whether {} is that",
                force.name(party.bringer),
                brings.name,
                goods.unit.name
            );
            let breach = Breach::new(force, first, message).also(force.pointer(party.bringer));
            return (brings.rule == rule).then(|| breach.open());
        }
        let message = format!("{} does not bring {}", force.name(party.bringer), goods.unit.name);
        let breach = Breach::new(force, first, message).inside("/brought-by").also(force.pointer(party.bringer));
        return speaks(force, party, rule).then_some(breach);
    }
    let of_rule: Vec<_> = brought.iter().filter(|(brings, _)| brings.rule == rule).collect();
    if of_rule.is_empty() {
        return None;
    }
    let squadron = squadrons(force.ruleset.declarations(), 1);
    // What is brought is never part of another squadron.
    if let Some((index, parent)) = party.squadrons.iter().find_map(|(index, entry)| Some((*index, entry.parent?))) {
        let message = format!(
            "{} is brought by {}, so it is a {squadron} of its own and cannot be attached to {}",
            force.name(index),
            force.name(party.bringer),
            force.name(parent)
        );
        let breach = Breach::new(force, index, message).also(force.pointer(parent));
        return Some(breach.help(Some(format!("list it as a {squadron} of its own, or leave out `brought-by`"))));
    }
    let expected: u32 = of_rule.iter().fold(0, |sum: u32, (brings, times)| {
        let each = brings.models.saturating_mul(brings.squadrons.unwrap_or(1));
        sum.saturating_add(each.saturating_mul(*times))
    });
    let models = party.squadrons.iter().fold(0, |sum: u32, (_, entry)| sum.saturating_add(entry.models));
    // Squadrons that are made up in play need not be listed; what comes as one squadron comes whole.
    let optional = of_rule.iter().all(|(brings, _)| brings.squadrons.is_some());
    let whole = |entry: &Entry| of_rule.iter().any(|(brings, _)| brings.models == entry.models);
    if models == expected {
        return None;
    }
    if optional && models < expected {
        let (index, entry) = party.squadrons.iter().find(|(_, entry)| !whole(entry))?;
        let mut sizes: Vec<u32> = of_rule.iter().map(|(brings, _)| brings.models).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let words: Vec<String> = sizes.iter().map(u32::to_string).collect();
        let message = format!(
            "{} brings {} in {} of {}, not of {}",
            force.name(party.bringer),
            goods.unit.name,
            squadrons(force.ruleset.declarations(), 2),
            words.join(" or "),
            entry.models
        );
        let breach = Breach::new(force, *index, message).also(force.pointer(party.bringer));
        let ends = [sizes.first(), sizes.last()].map(|size| size.map(|size| i64::from(*size)));
        return Some(breach.numbers(entry.models.into(), ends[0], ends[1]));
    }
    let (most, floor) = if optional { ("at most ", None) } else { ("", Some(i64::from(expected))) };
    let message = format!(
        "{} brings {most}{} of {}, not {models}",
        force.name(party.bringer),
        count(expected, "model"),
        goods.unit.name
    );
    let breach = Breach::new(force, first, message).also(force.pointer(party.bringer));
    Some(breach.numbers(models.into(), floor, Some(expected.into())))
}

/// Whether the check for this special rule speaks for what no special rule brings: the bringer's own, else the last.
fn speaks(force: &Force, party: &Party, rule: &str) -> bool {
    let checks = force.ruleset.rules().iter().filter_map(|sourced| match &sourced.rule.check {
        Some(Check::Brought(rule)) => Some(rule.as_str()),
        _ => None,
    });
    let checks: Vec<&str> = checks.collect();
    let own = force.brings(party.bringer);
    let speaker = checks.iter().find(|check| own.iter().any(|(brings, _)| brings.rule == **check)).or(checks.last());
    speaker == Some(&rule)
}

fn parties<'s, 'a>(force: &'s Force<'a>) -> Vec<Party<'s, 'a>> {
    let mut parties: IndexMap<(usize, Option<&str>), Party> = IndexMap::new();
    for (index, entry) in force.entries.iter().enumerate() {
        let Some(bringer) = entry.bringer else { continue };
        let unit = entry.goods.map(|goods| goods.unit.id.as_str());
        let party = parties.entry((bringer, unit)).or_insert_with(|| Party { bringer, squadrons: Vec::new() });
        party.squadrons.push((index, entry));
    }
    parties.into_values().collect()
}

/// What the bringer brings of a party's unit, and how many models (or options) bring it.
fn brings<'a>(force: &Force<'a>, party: &Party<'_, 'a>) -> Vec<(&'a Brings, u32)> {
    let unit = party.squadrons.first().and_then(|(_, entry)| entry.goods).map(|goods| goods.unit.id.as_str());
    force.brings(party.bringer).into_iter().filter(|(brings, _)| brings.unit.as_deref() == unit).collect()
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn to_i64(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
