//! Makes a list at a glance: the points of each squadron, how far each limit is used, and what the list is granted.

#![expect(
    clippy::indexing_slicing,
    reason = "the force and its ruleset give out the places of squadrons, groups, slots, choices and rules"
)]

use std::collections::BTreeMap;

use crate::force::agreed::Agreement;
use crate::force::chart::Chart;
use crate::force::parts::{ForceEntry, FoundUnit};
use crate::force::value::NumberRange;
use crate::force::whole::Force;
use crate::judge::evaluate::{AmountView, LimitOutcome, Scope};
use crate::ready::ruleset::Ruleset;
use crate::ready::unit::ReadyOption;
use crate::shapes::amount::{Amount, KeyedAmount};
use crate::shapes::declarations::Slot;
use crate::shapes::list::{ArmyList, ModelCount, OptionPick, RolePick};
use crate::shapes::place::SquadronPlace;
use crate::shapes::rule::{ClauseTarget, Grade, RuleKind};
use crate::shapes::selector::{SelectorTest, WantedTrait};
use crate::shapes::sheet::Sheet;
pub use crate::shapes::summary::{
    Allowance, ChargeLine, DeckLine, GroupLine, OptionLine, Share, SlotLine, SquadronLine, Summary,
};
use crate::text::plural::joined;
use crate::views::overlaid;
use crate::views::slots::{counted_slots, kinds_for};
use crate::words::{self, phrases};

/// The summary of a list that is not judged. If the list is judged anyway, [`JudgedForce`](crate::JudgedForce) has the summary.
#[must_use]
pub fn summary(ruleset: &Ruleset, list: &ArmyList) -> Summary {
    let agreed = Agreement::new(ruleset, list);
    of_force(&Force::new(ruleset, list, agreed, None))
}

/// The summary of a force.
pub(crate) fn of_force(force: &Force) -> Summary {
    let points = force.points();
    let shares = shares(force);
    Summary {
        points: points.certain(),
        points_at_least: at_least(points),
        mfv: force.agreed.mfv,
        allocates: allocates(force),
        squadrons: (0..force.entries.len()).map(|index| squadron(force, index)).collect(),
        groups: (0..force.list.groups.len()).map(|group| group_line(force, group, &shares)).collect(),
        shares,
        charges: charges(force),
        allowances: allowances(force),
        decks: decks(force),
    }
}

/// How far each limit over a whole sheet is used.
#[must_use]
pub fn sheet_shares(ruleset: &Ruleset, sheet: &Sheet) -> Vec<Share> {
    let owner = sheet.owner();
    let agreed = Agreement::new(ruleset, &owner);
    shares(&Force::of_sheet(ruleset, &owner, agreed, sheet))
}

/// The least that an uncertain value may be. None if the value is certain, or if the least is 0, which says nothing.
fn at_least(value: NumberRange) -> Option<i64> {
    (!value.is_certain() && value.floor() > 0).then(|| value.floor())
}

fn squadron(force: &Force, index: usize) -> SquadronLine {
    let entry = &force.entries[index];
    let declarations = force.ruleset.declarations();
    let options =
        entry.found.map(|found| found.ready.options.iter().zip(&*entry.taken).filter(|(_, taken)| **taken > 0));
    let taken: Vec<(&ReadyOption, u32)> =
        options.into_iter().flatten().map(|(option, taken)| (option, *taken)).collect();
    let option =
        |(option, taken): &(&ReadyOption, u32)| words::taken::option(&option.name, option.buys, *taken, entry.models);
    let is_mounted = |option: &ReadyOption| {
        option.of.is_some_and(|of| entry.found.is_some_and(|found| found.ready.choices[of].hardpoint))
    };
    let named = by_name(&taken, &is_mounted);
    let roles = entry.squadron.roles.iter().map(|pick| force.role(pick.role()).unwrap_or(pick.role()).to_owned());
    let of_nation = entry.found.is_none_or(|found| found.catalogue.written().nation.is_some());
    let nation = entry.nation.filter(|_| of_nation).and_then(|id| declarations.nations.get(id));
    let mut depth = 0;
    let mut parent = entry.parent;
    while let Some(above) = parent {
        depth += 1;
        parent = force.entries[above].parent;
    }
    let slot = slot(force, index);
    SquadronLine {
        at: force.pointer(index),
        id: entry.squadron.id.clone(),
        name: force.bare_name(index).into_owned(),
        unit: entry.found.map_or_else(|| entry.squadron.unit.clone(), |found| found.unit.name.clone()),
        unit_id: entry.found.map(|found| found.unit.id.clone()),
        nation: nation.map(|nation| nation.name.clone()),
        nation_id: nation.and(entry.nation).map(str::to_owned),
        models: entry.found.map_or(
            entry.models,
            |found| {
                if declarations.has_models(found.unit) { entry.models } else { 0 }
            },
        ),
        points: entry.cost.certain(),
        overlays: entry.found.map_or_else(Vec::new, |FoundUnit { catalogue, unit, .. }| {
            let is_taken = |id: &str| taken.iter().any(|(option, _)| option.id == id);
            overlaid::lines(force.ruleset, catalogue, unit, &is_taken)
        }),
        points_at_least: at_least(entry.cost),
        allocation: phrases::title(declarations, "allocation", entry.allocation),
        allocation_id: entry.allocation.to_owned(),
        entry_turn: entry.squadron.entry_turn,
        brought_by: match entry.bringer {
            Some(bringer) => Some(label(force, bringer)),
            None => entry.squadron.brought_by.clone(),
        },
        carries: entry.carries.iter().map(|other| label(force, *other)).collect(),
        carried_by: entry.carriers.iter().map(|carrier| label(force, *carrier)).collect(),
        roles: entry.squadron.roles.iter().map(|pick| role(force, pick)).collect(),
        role_ids: roles.collect(),
        options: named.iter().map(option).collect(),
        option_words: option_words(entry),
        option_ids: taken
            .iter()
            .map(|(option, number)| OptionLine { id: option.id.clone(), number: *number })
            .collect(),
        depth,
        slot: slot.map(|(_, slot)| slot.title.clone()),
        slot_id: slot.map(|(id, _)| id.clone()),
    }
}

/// The options taken, where those of one name that several hardpoints hold are one.
fn by_name<'o>(
    taken: &[(&'o ReadyOption, u32)],
    is_mounted: &dyn Fn(&ReadyOption) -> bool,
) -> Vec<(&'o ReadyOption, u32)> {
    let mut named: Vec<(&ReadyOption, u32)> = Vec::with_capacity(taken.len());
    for (option, number) in taken {
        let other = named
            .iter_mut()
            .filter(|_| is_mounted(option))
            .find(|(other, _)| is_mounted(other) && other.name == option.name && other.buys == option.buys);
        match other {
            Some((_, sum)) => *sum = sum.saturating_add(*number),
            None => named.push((option, *number)),
        }
    }
    named
}

/// The ids of the options and Marks that a squadron names, by the names that the list uses.
fn option_words(entry: &ForceEntry) -> BTreeMap<String, String> {
    let Some(FoundUnit { ready, .. }) = entry.found else { return BTreeMap::new() };
    let parts = match &entry.squadron.models {
        Some(ModelCount::Parts(parts)) => parts.as_slice(),
        _ => &[],
    };
    let choices = entry.squadron.options.iter().chain(parts.iter().flat_map(|part| &part.options));
    let words = choices.flat_map(|pick| match pick {
        OptionPick::Every(word) => vec![word],
        OptionPick::Some(counts) => counts.keys().collect(),
    });
    let marks = entry.squadron.mark.iter().chain(parts.iter().filter_map(|part| part.mark.as_ref()));
    let marks = marks.filter_map(|word| Some((word, ready.find_mark(word)?)));
    // An option wins over a Mark of the same name.
    let found = marks.chain(words.filter_map(|word| Some((word, ready.find(word)?))));
    found.map(|(word, option)| (word.clone(), ready.options[option].id.clone())).collect()
}

/// The slot that a squadron fills, with its id.
fn slot<'a>(force: &Force<'a>, index: usize) -> Option<(&'a String, &'a Slot)> {
    let chart = force.charts.iter().find(|chart| Some(chart.group) == force.entries[index].group)?;
    let place = chart.squadrons.iter().position(|other| *other == index)?;
    chart.kind.slots.get_index(chart.assignment.slots[place]?)
}

fn group_line(force: &Force, group: usize, shares: &[Share]) -> GroupLine {
    let kind = force.kind_of(Some(group)).unwrap_or_default();
    let costs = force.of_group(group).map(|index| force.entries[index].cost);
    let chart = force.charts.iter().find(|chart| chart.group == group);
    let points = costs.fold(NumberRange::ZERO, NumberRange::plus);
    let at = SquadronPlace::of_group(Some(group)).to_string();
    let own: Vec<&Share> = shares.iter().filter(|share| share.group_at.as_ref() == Some(&at)).collect();
    GroupLine {
        at,
        kind: kind.to_owned(),
        name: force.group_name(group).into_owned(),
        points: points.certain(),
        points_at_least: at_least(points),
        slots: chart.map(|chart| slots(force, kind, chart, &own)).unwrap_or_default(),
    }
}

/// The slots of a group of a kind. `shares` are those of the group.
fn slots(force: &Force, kind: &str, chart: &Chart, shares: &[&Share]) -> Vec<SlotLine> {
    let row = |(place, (id, slot)): (usize, (&String, &Slot))| {
        let standing = chart.squadrons.iter().zip(&chart.assignment.slots).filter(|(_, of)| **of == Some(place));
        let limits = || shares.iter().filter(|share| slot.many && share.slots.contains(id));
        let share = limits().min_by_key(|share| share.slots.len());
        let count = || match share {
            Some(share) => {
                let others = share.slots.iter().filter(|other| *other != id);
                let titles: Vec<String> =
                    others.filter_map(|other| Some(chart.kind.slots.get(other)?.title.clone())).collect();
                let figure = words::share::short(share);
                if titles.is_empty() { figure } else { format!("together with {}: {figure}", joined(&titles, "and")) }
            }
            None => standing.clone().count().to_string(),
        };
        let room = |has: i64, max: i64| u32::try_from(max.saturating_sub(has).max(0)).unwrap_or(u32::MAX);
        let left = |share: &&Share| Some(room(share.measured?, share.max?));
        let own = || room(i64::try_from(standing.clone().count()).unwrap_or(i64::MAX), slot.holds.max(1).into());
        SlotLine {
            slot: id.clone(),
            title: slot.title.clone(),
            overlays: overlaid::slot(force.ruleset, kind, id),
            holds: slot.holds,
            count: slot.many.then(count),
            room: if slot.many { limits().filter_map(left).min() } else { Some(own()) },
            short: share.is_some_and(|share| share.measured.zip(share.min).is_some_and(|(has, min)| has < min)),
            required: slot.required,
            open: chart.assignment.open[place],
            filled: standing.map(|(index, _)| force.pointer(*index)).collect(),
        }
    };
    chart.kind.slots.iter().enumerate().map(row).collect()
}

/// A squadron's name, with its id if another squadron has the same name.
fn label(force: &Force, index: usize) -> String {
    let name = force.bare_name(index);
    let is_alone = (0..force.entries.len()).all(|other| other == index || force.bare_name(other) != name);
    match &force.entries[index].squadron.id {
        Some(id) if !is_alone => format!("{name} ({id})"),
        _ => name.into_owned(),
    }
}

/// A role, with the trait or the character that comes with it: `Sub-commander (Pass the Tools)`.
fn role(force: &Force, pick: &RolePick) -> String {
    let declarations = force.ruleset.declarations();
    let known = declarations.roles.get(force.role(pick.role()).unwrap_or(pick.role()));
    let title = known.map_or(pick.role(), |role| &role.title);
    let RolePick::Detailed(detail) = pick else { return title.to_owned() };
    let card = |name: &String| {
        let card = known.and_then(|role| force.ruleset.card(role.trait_deck.as_ref()?, name));
        card.map_or(name, |card| &card.name).clone()
    };
    let with: Vec<String> = detail.character.iter().cloned().chain(detail.r#trait.iter().map(card)).collect();
    if with.is_empty() { title.to_owned() } else { format!("{title} ({})", with.join(", ")) }
}

/// Whether allocations matter: a rule in use asks for them, or the list states one.
fn allocates(force: &Force) -> bool {
    let mut rules = force.ruleset.allocating().iter().map(|rule| &force.ruleset.rules()[*rule].rule);
    force.entries.iter().any(|entry| entry.squadron.allocation.is_some()) || rules.any(|rule| force.agreed.uses(rule))
}

/// Gives a share for each limit over the whole list or over a group, if a list that breaks the limit is illegal. Leaves out
/// ceilings on what no list of this nation can have. A floor and a ceiling of one rule for the same amount are one share.
fn shares(force: &Force) -> Vec<Share> {
    let declarations = force.ruleset.declarations();
    let mut shares: Vec<Share> = Vec::new();
    for prepared in force.ruleset.prepared() {
        let rule = &force.ruleset.rules()[prepared.rule].rule;
        if rule.kind != RuleKind::Limit || !force.agreed.uses(rule) {
            continue;
        }
        for (clause, words) in prepared.clauses.iter().zip(&rule.clauses) {
            let (Some(limit), Some(stated), Some(subject)) = (&clause.limit, &words.limit, &words.subject) else {
                continue;
            };
            let view = |scope| AmountView { force, scope, deck: clause.deck.as_deref() };
            if !force.concerns(clause) || clause.severity != Grade::Error {
                continue;
            }
            if !clause.when.iter().all(|when| view(Scope::List).measure(when).outcome == LimitOutcome::Kept) {
                continue;
            }
            let scopes = match clause.each {
                ClauseTarget::List => vec![Scope::List],
                ClauseTarget::Group => force.matching_groups(&clause.filter).map(Scope::Group).collect(),
                _ => continue,
            };
            let is_open = can_count(force, &stated.of);
            for scope in scopes {
                let measured = view(scope).measure(limit);
                if !is_open && measured.of.certain() == Some(0) && measured.min.is_none() {
                    continue;
                }
                let whole = |value: Option<NumberRange>, up: bool| {
                    value
                        .filter(|value| value.is_certain())
                        .map(|value| if up { value.ceiling() } else { value.floor() })
                };
                let formula = |amount: &Amount| phrases::formula(declarations, force.agreed.mfv, amount);
                let mut formulas: Vec<String> = stated.min.iter().chain(&stated.max).filter_map(formula).collect();
                formulas.dedup();
                let group = if let Scope::Group(group) = scope { Some(group) } else { None };
                let kind = group.and_then(|group| force.kinds[group]).map(|(.., kind)| kind);
                let share = Share {
                    rule: rule.id.clone(),
                    group: group.map(|group| force.group_name(group).into_owned()),
                    group_at: group.map(|group| SquadronPlace::of_group(Some(group)).to_string()),
                    slots: kind.map(|kind| counted_slots(declarations, kind, &stated.of)).unwrap_or_default(),
                    subject: phrases::subject(subject, None).to_owned(),
                    in_points: phrases::is_points(&stated.of),
                    measured: measured.of.certain(),
                    measured_at_least: at_least(measured.of),
                    min: whole(measured.min, true),
                    max: whole(measured.max, false),
                    formula: (!formulas.is_empty()).then(|| formulas.join(", ")),
                };
                match shares.iter_mut().find(|other| complements(other, &share)) {
                    Some(other) => join(other, share),
                    None => shares.push(share),
                }
            }
        }
    }
    shares
}

/// False if a list of this nation can have nothing of an amount: no group of that kind is open to it, or none of its
/// units offers that option.
fn can_count(force: &Force, of: &Amount) -> bool {
    let Amount::Made(made) = of else { return true };
    match &**made {
        KeyedAmount::Groups(selector) => match selector.0.as_slice() {
            [SelectorTest::Trait(name, WantedTrait::Values(kinds))] if name == "group" => {
                let open = kinds_for(force.ruleset, force.nation);
                kinds.iter().any(|kind| open.contains(&kind))
            }
            _ => true,
        },
        KeyedAmount::Taken(option, _) => {
            let own = force.ruleset.catalogues().iter().filter(|catalogue| {
                let nation = catalogue.written().nation.as_deref();
                nation.is_none() || force.nation.is_none() || nation == force.nation
            });
            own.flat_map(|catalogue| catalogue.units()).any(|unit| unit.options.iter().any(|own| own.id == *option))
        }
        _ => true,
    }
}

/// Whether one share has only a floor and the other only a ceiling, for the same amount.
fn complements(one: &Share, other: &Share) -> bool {
    let same = (&one.rule, &one.group_at, &one.subject, one.in_points, one.measured)
        == (&other.rule, &other.group_at, &other.subject, other.in_points, other.measured);
    let (floor, ceiling) = if one.min.is_some() { (one, other) } else { (other, one) };
    same && floor.min.is_some() && floor.max.is_none() && ceiling.max.is_some() && ceiling.min.is_none()
}

/// Adds the bounds of another share to a share.
fn join(share: &mut Share, other: Share) {
    let (first, second) =
        if share.min.is_some() { (share.formula.take(), other.formula) } else { (other.formula, share.formula.take()) };
    let mut formulas: Vec<String> = first.into_iter().chain(second).collect();
    formulas.dedup();
    share.formula = (!formulas.is_empty()).then(|| formulas.join(", "));
    share.min = share.min.or(other.min);
    share.max = share.max.or(other.max);
}

fn charges(force: &Force) -> Vec<ChargeLine> {
    let charged = force.ruleset.charges().iter().zip(&force.charged);
    let lines = charged.filter(|(_, charged)| charged.points != NumberRange::ZERO).map(|(charge, charged)| {
        let rule = &force.ruleset.rules()[charge.rule].rule;
        ChargeLine {
            rule: rule.id.clone(),
            title: rule.title.clone(),
            number: charged.number.certain(),
            each: charge.points,
            points: charged.points.certain(),
        }
    });
    lines.collect()
}

fn allowances(force: &Force) -> Vec<Allowance> {
    let declarations = force.ruleset.declarations();
    let mut allowances = Vec::new();
    for (index, calc) in force.ruleset.grants() {
        let rule = &force.ruleset.rules()[*index].rule;
        let Some(grant) = rule.grants.as_ref().filter(|_| force.agreed.uses(rule)) else { continue };
        let value = AmountView { force, scope: Scope::List, deck: None }.value(calc);
        let amount = value.certain();
        allowances.push(Allowance {
            rule: rule.id.clone(),
            title: rule.title.clone(),
            amount,
            amount_at_least: at_least(value),
            of: phrases::subject(&grant.of, amount).to_owned(),
            formula: phrases::formula(declarations, force.agreed.mfv, &grant.amount),
        });
    }
    allowances
}

fn decks(force: &Force) -> Vec<DeckLine> {
    let given = force.ruleset.declarations().decks.iter().filter(|(id, _)| force.list.decks.contains_key(*id));
    given
        .map(|(id, deck)| DeckLine {
            deck: id.clone(),
            title: deck.title.clone(),
            cards: force
                .cards
                .iter()
                .filter(|card| card.deck == id)
                .map(|card| match card.cost {
                    Some(cost) => format!("{} ({cost})", card.name()),
                    None => card.name().to_owned(),
                })
                .collect(),
        })
        .collect()
}
