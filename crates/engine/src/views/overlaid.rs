//! What overlays do to a unit, an option, a nation, a slot or a rule, in words.

use std::collections::BTreeSet;

use crate::ready::catalogue::ReadyCatalogue;
use crate::ready::event::{Ban, BanReason, Events, UnitOverlays};
use crate::ready::ruleset::Ruleset;
use crate::shapes::catalogue::{Choice, Unit, UnitOption};
use crate::shapes::rule::{Check, Clause, ClauseTarget, Grade, Limit, Rule};
use crate::shapes::selector::{SelectorTest, WantedTrait};
use crate::views::slots::counted_slots;
use crate::words::{number, price};

/// What overlays do to a unit of a catalogue, a line each. Prices stand beside those of the ruleset: `35 by Wessex, 30 in
/// R`. `wanted` says which options are of interest, by id. Empty if overlays leave the unit alone.
#[must_use]
pub fn lines(ruleset: &Ruleset, catalogue: &ReadyCatalogue, unit: &Unit, wanted: &dyn Fn(&str) -> bool) -> Vec<String> {
    let Some(changed) = OverlaidUnit::new(ruleset, catalogue, unit) else { return Vec::new() };
    let OverlaidUnit { treated, before, .. } = changed;
    let mut lines: Vec<String> = treated.ban.map(|ban| banned(ruleset, ban)).into_iter().collect();
    let points = |unit: &Unit| number::known(price::of_one(unit), None);
    let by = treated.priced.max(treated.changed);
    lines.extend(by.zip(before).and_then(|(by, before)| changed.both(by, &points(unit), &points(before))));
    // A price alone says enough.
    if let Some(by) = treated.changed.filter(|_| before.is_none_or(|before| !same_but_points(unit, before))) {
        let does = if before.is_none() { "brought" } else { "changed" };
        lines.push(format!("{does} by {}", name(ruleset, by)));
    }
    for option in options(unit).into_iter().filter(|option| wanted(&option.id)) {
        lines.extend(changed.option(option).into_iter().map(|line| format!("{}: {line}", option.name)));
    }
    lines
}

/// What overlays do to a unit's nation, to the unit, and to each of its options, a line each.
#[must_use]
pub fn all(ruleset: &Ruleset, catalogue: &ReadyCatalogue, unit: &Unit) -> Vec<String> {
    let nation = catalogue.written().nation.as_deref().and_then(|id| nation(ruleset, id));
    let nation = nation.map(|says| format!("nation {says}"));
    nation.into_iter().chain(lines(ruleset, catalogue, unit, &|_| true)).collect()
}

/// What overlays do to an option of a unit, a line each: `+10 by Wessex, +5 in R`. Empty if no overlay changes the option.
#[must_use]
pub fn option(ruleset: &Ruleset, catalogue: &ReadyCatalogue, unit: &Unit, option: &UnitOption) -> Vec<String> {
    OverlaidUnit::new(ruleset, catalogue, unit).map_or_else(Vec::new, |changed| changed.option(option))
}

/// What overlays do to a nation, by its id: `banned by Wessex`. None if they let it play.
#[must_use]
pub fn nation(ruleset: &Ruleset, id: &str) -> Option<String> {
    ruleset.events()?.nation(id).map(|ban| banned(ruleset, ban))
}

/// What an overlay did to a rule, by its id: `changed by Wessex`, `brought by Wessex`. None if the rule is as the ruleset
/// has it.
#[must_use]
pub fn rule(ruleset: &Ruleset, id: &str) -> Option<String> {
    let event = ruleset.events()?.overlay(&ruleset.rule(id)?.origin)?;
    let is_new = ruleset.base().is_none_or(|base| base.rule(id).is_none());
    Some(format!("{} by {}", if is_new { "brought" } else { "changed" }, event.name))
}

/// What overlays do to a slot of a kind of group, a line each: `changed by Wessex`. They do it by rules that limit how many
/// squadrons stand in it, or that ask for one. Empty if they leave the slot alone.
#[must_use]
pub fn slot(ruleset: &Ruleset, kind: &str, slot: &str) -> Vec<String> {
    let (Some(events), Some(base)) = (ruleset.events(), ruleset.base()) else { return Vec::new() };
    let before = |id: &str| base.rule(id).map(|sourced| asked(base, &sourced.rule, kind, slot)).unwrap_or_default();
    let changed = ruleset.rules().iter().filter_map(|sourced| {
        let by = events.all.iter().position(|event| event.id == sourced.origin)?;
        (asked(ruleset, &sourced.rule, kind, slot) != before(&sourced.rule.id)).then_some(by)
    });
    let gone = base.rules().iter().filter(|sourced| ruleset.rule(&sourced.rule.id).is_none());
    let dropped = gone.filter_map(|sourced| {
        let by = dropper(events, base, &sourced.rule, &mut BTreeSet::new())?;
        (asked(base, &sourced.rule, kind, slot) != SlotDemand::default()).then_some(by)
    });
    let by: BTreeSet<usize> = changed.chain(dropped).collect();
    by.into_iter().map(|by| format!("changed by {}", name(ruleset, by))).collect()
}

/// What a rule asks of a slot.
#[derive(Default, PartialEq)]
struct SlotDemand<'r> {
    /// It must be filled.
    filled: bool,
    /// How many squadrons may stand in it, each with its conditions.
    limits: Vec<(&'r Limit, &'r [Limit], Option<Grade>)>,
}

fn asked<'r>(ruleset: &Ruleset, rule: &'r Rule, kind: &str, slot: &str) -> SlotDemand<'r> {
    let declarations = ruleset.declarations();
    let Some(group) = declarations.group_kinds.get(kind) else { return SlotDemand::default() };
    let about = |clause: &&'r Clause| clause.each == ClauseTarget::Group && may_match(clause, kind);
    let limits = rule.clauses.iter().filter(about).filter_map(|clause| {
        let limit = clause.limit.as_ref()?;
        let counts = counted_slots(declarations, group, &limit.of).iter().any(|counted| counted == slot);
        counts.then_some((limit, clause.when.as_slice(), clause.severity))
    });
    let filled = matches!(&rule.check, Some(Check::Filled(name)) if name.group == kind && name.slot == slot);
    SlotDemand { filled, limits: limits.collect() }
}

/// Whether a clause may be about groups of this kind. A selector can ask a group only for its kind.
fn may_match(clause: &Clause, kind: &str) -> bool {
    clause.r#where.0.iter().all(|test| match test {
        SelectorTest::Trait(_, WantedTrait::Values(kinds)) => kinds.iter().any(|one| one == kind),
        _ => true,
    })
}

/// The last overlay that drops a rule, or the rules that cover it. `seen` has the rules that were asked about before.
fn dropper<'r>(events: &Events, base: &'r Ruleset, rule: &'r Rule, seen: &mut BTreeSet<&'r str>) -> Option<usize> {
    if !seen.insert(&rule.id) {
        return None;
    }
    let direct = events.all.iter().rposition(|event| event.drops.contains(&rule.id));
    let covering = rule.covered_by.iter().filter_map(|id| base.rule(id));
    direct.or_else(|| covering.filter_map(|sourced| dropper(events, base, &sourced.rule, seen)).max())
}

/// A unit that overlays may have changed, beside the same unit without them.
struct OverlaidUnit<'r> {
    ruleset: &'r Ruleset,
    treated: &'r UnitOverlays,
    /// The unit without overlays; none if an overlay brought it.
    before: Option<&'r Unit>,
    /// Where the unit without overlays comes from.
    from: &'r str,
}

impl<'r> OverlaidUnit<'r> {
    /// None if overlays leave the unit alone.
    fn new(ruleset: &'r Ruleset, catalogue: &'r ReadyCatalogue, unit: &Unit) -> Option<Self> {
        let treated = catalogue.treated(unit)?;
        let nation = catalogue.written().nation.as_deref();
        let found = ruleset.base().and_then(|base| base.find_unit(nation, &unit.id)).filter(|_| !treated.brought);
        // The other prices are the ruleset's, or those of a club's units, to which overlays are applied.
        let is_own = found.is_some_and(|(catalogue, ready)| catalogue.own(catalogue.unit(ready)).is_some());
        let from = if is_own { "the club's units" } else { &ruleset.declarations().id };
        Some(Self { ruleset, treated, before: found.map(|(catalogue, ready)| catalogue.unit(ready)), from })
    }

    /// A price beside the one before; none if they are the same.
    fn both(&self, by: usize, now: &str, before: &str) -> Option<String> {
        (now != before).then(|| format!("{now} by {}, {before} in {}", name(self.ruleset, by), self.from))
    }

    fn option(&self, option: &UnitOption) -> Vec<String> {
        let ban = self.treated.options.get(&option.id).map(|ban| banned(self.ruleset, *ban));
        let before = self.before.and_then(|unit| options(unit).into_iter().find(|known| known.id == option.id));
        let changed = self.treated.option_prices.get(&option.id).copied().max(self.treated.changed);
        let both =
            changed.zip(before).and_then(|(by, before)| self.both(by, &price::option(option), &price::option(before)));
        ban.into_iter().chain(both).collect()
    }
}

fn same_but_points(one: &Unit, other: &Unit) -> bool {
    Unit { points: other.points, ..one.clone() } == *other
}

fn name(ruleset: &Ruleset, event: usize) -> &str {
    ruleset.events().and_then(|events| events.all.get(event)).map_or("", |event| &event.name)
}

fn banned(ruleset: &Ruleset, (event, why): Ban) -> String {
    let name = name(ruleset, event);
    match why {
        BanReason::Banned => format!("banned by {name}"),
        BanReason::Left => format!("not among those that {name} allows"),
        BanReason::Removed => format!("taken away by {name}"),
    }
}

/// All options of a unit, nested ones too.
fn options(unit: &Unit) -> Vec<&UnitOption> {
    fn go<'u>(options: &'u [UnitOption], choices: &'u [Choice], all: &mut Vec<&'u UnitOption>) {
        for option in options {
            all.push(option);
            go(&option.options, &option.choices, all);
        }
        for choice in choices {
            go(&choice.options, &choice.choices, all);
        }
    }
    let mut all = Vec::new();
    go(&unit.options, &unit.choices, &mut all);
    for member in &unit.members {
        go(&member.options, &member.choices, &mut all);
    }
    all
}
