//! What overlays do to a unit, in words.

use crate::ready::catalogue::ReadyCatalogue;
use crate::ready::event::{Ban, Why};
use crate::ready::ruleset::Ruleset;
use crate::shapes::catalogue::{Choice, Unit, UnitOption};
use crate::words::{number, price};

/// What overlays do to a unit of a catalogue, a line each. Prices stand beside those of the ruleset: `35 by Wessex, 30 in
/// R`. `wanted` says which options are of interest, by id. Empty if overlays leave the unit alone.
#[must_use]
pub fn lines(ruleset: &Ruleset, catalogue: &ReadyCatalogue, unit: &Unit, wanted: &dyn Fn(&str) -> bool) -> Vec<String> {
    let Some(treated) = catalogue.treated(unit) else { return Vec::new() };
    let nation = catalogue.written().nation.as_deref();
    let found = ruleset.base().and_then(|base| base.find_unit(nation, &unit.id)).filter(|_| !treated.brought);
    let before = found.map(|(catalogue, ready)| catalogue.unit(ready));
    // The other prices are the ruleset's, or those of a club's units, to which overlays are applied.
    let is_own = found.is_some_and(|(catalogue, ready)| catalogue.own(catalogue.unit(ready)).is_some());
    let from = if is_own { "the club's units" } else { &ruleset.declarations().id };
    let both = |by: usize, now: &str, before: &str| {
        (now != before).then(|| format!("{now} by {}, {before} in {from}", name(ruleset, by)))
    };
    let mut lines: Vec<String> = treated.ban.map(|ban| banned(ruleset, ban)).into_iter().collect();
    let points = |unit: &Unit| number::known(price::of_one(unit), None);
    let by = treated.priced.max(treated.changed);
    lines.extend(by.zip(before).and_then(|(by, before)| both(by, &points(unit), &points(before))));
    // A price alone says enough.
    if let Some(by) = treated.changed.filter(|_| before.is_none_or(|before| !same_but_points(unit, before))) {
        let does = if before.is_none() { "brought" } else { "changed" };
        lines.push(format!("{does} by {}", name(ruleset, by)));
    }
    for option in options(unit).into_iter().filter(|option| wanted(&option.id)) {
        let ban = treated.options.get(&option.id).map(|ban| banned(ruleset, *ban));
        let before = before.and_then(|unit| options(unit).into_iter().find(|known| known.id == option.id));
        let changed = treated.option_prices.get(&option.id).copied().max(treated.changed);
        let both =
            changed.zip(before).and_then(|(by, before)| both(by, &price::option(option), &price::option(before)));
        lines.extend(ban.into_iter().chain(both).map(|line| format!("{}: {line}", option.name)));
    }
    lines
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
        Why::Banned => format!("banned by {name}"),
        Why::Left => format!("not among those that {name} allows"),
        Why::Removed => format!("taken away by {name}"),
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
