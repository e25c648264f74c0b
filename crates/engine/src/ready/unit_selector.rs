//! Selectors in catalogues, which say what units a unit may join or carry. They are tested on the units of catalogues,
//! without a list.

use indexmap::IndexMap;

use crate::ready::problem::{RulesetFault, RulesetItem, RulesetProblem};
use crate::shapes::catalogue::{Catalogue, TraitValue, Unit};
use crate::shapes::declarations::{Declarations, TraitOwner};
use crate::shapes::selector::{Selector, SelectorTest, WantedTrait};

/// Traits of options that a squadron takes: those that stand in place of its unit's own, and those besides them.
#[derive(Debug, Default)]
pub(crate) struct OptionTraits<'t> {
    pub instead: Vec<&'t IndexMap<String, TraitValue>>,
    pub besides: Vec<&'t IndexMap<String, TraitValue>>,
}

/// Whether a unit, as its catalogue has it, matches a selector.
pub(crate) fn matches(selector: &Selector, of: &Unit) -> bool {
    matches_with(selector, of, &OptionTraits::default())
}

/// Whether a unit with these options matches a selector.
pub(crate) fn matches_with(selector: &Selector, unit: &Unit, taken: &OptionTraits) -> bool {
    let of = (unit, taken);
    selector.0.iter().all(|test| match test {
        SelectorTest::Not(inner) => !inner.iter().any(|inner| matches_with(inner, unit, taken)),
        SelectorTest::Any(inner) => inner.iter().any(|inner| matches_with(inner, unit, taken)),
        SelectorTest::All(inner) => inner.iter().all(|inner| matches_with(inner, unit, taken)),
        SelectorTest::Trait(name, WantedTrait::Values(ids)) if name == "unit" => ids.contains(&unit.id),
        SelectorTest::Trait(name, WantedTrait::Values(values)) => {
            has(of, name, |word| values.iter().any(|value| value == word))
        }
        SelectorTest::Trait(name, WantedTrait::Present(wanted)) => has(of, name, |_| true) == *wanted,
        // These tests need a list. `problems` reports them.
        SelectorTest::Trait(_, WantedTrait::Reference(_))
        | SelectorTest::Is(_)
        | SelectorTest::Parent(_)
        | SelectorTest::CarriedBy(_) => false,
    })
}

/// When squadrons of a unit are set up: the lower, the earlier.
pub(crate) fn deployment_rank(declarations: &Declarations, unit: &Unit) -> usize {
    let first = declarations.deployment.iter().position(|selector| matches(selector, unit));
    first.unwrap_or(declarations.deployment.len())
}

fn has((unit, taken): (&Unit, &OptionTraits), name: &str, test: impl Fn(&str) -> bool) -> bool {
    let own = (!taken.instead.iter().any(|traits| traits.contains_key(name))).then_some(&unit.traits);
    let all = own.into_iter().chain(taken.instead.iter().chain(&taken.besides).copied());
    all.filter_map(|traits| traits.get(name)).any(|value| value.words().any(&test))
}

/// What is wrong with the selectors of a catalogue: words that no unit can ever match.
pub(crate) fn problems(declarations: &Declarations, catalogue: &Catalogue) -> Vec<RulesetProblem> {
    let mut problems = Vec::new();
    for unit in &catalogue.units {
        let mut add = |key: &'static str, fault: RulesetFault| {
            let item = RulesetItem::Unit(unit.id.clone(), catalogue.nation.clone());
            problems.push(RulesetProblem::new(item, RulesetFault::OfUnit(key, Box::new(fault))));
        };
        for (key, selector) in selectors(unit) {
            judge(declarations, selector, &mut |fault| add(key, fault));
        }
        let nations = unit.attaches.iter().filter_map(|attachment| attachment.nations.as_ref()).flatten();
        for nation in nations.filter(|nation| !declarations.nations.contains_key(*nation)) {
            add("attaches", RulesetFault::Missing("nation", nation.clone()));
        }
    }
    problems
}

/// All selectors of a unit, each with its key.
fn selectors(unit: &Unit) -> impl Iterator<Item = (&'static str, &Selector)> {
    let attaches = unit.attaches.iter().map(|attachment| ("attaches", &attachment.to));
    let loads = unit.capacity.iter().flat_map(|capacity| &capacity.of);
    attaches.chain(loads.map(|load| ("capacity", &load.that)))
}

/// Reports what is wrong with one selector.
pub(crate) fn judge(declarations: &Declarations, selector: &Selector, add: &mut dyn FnMut(RulesetFault)) {
    for test in selector.tests() {
        match test {
            SelectorTest::Not(_) | SelectorTest::Any(_) | SelectorTest::All(_) => {}
            SelectorTest::Trait(name, WantedTrait::Values(_)) if name == "unit" => {}
            SelectorTest::Trait(name, WantedTrait::Present(_)) => values(declarations, name, &[], add),
            SelectorTest::Trait(name, WantedTrait::Values(several)) => values(declarations, name, several, add),
            SelectorTest::Trait(name, WantedTrait::Reference(_)) => {
                add(RulesetFault::Compares(name.clone()));
            }
            SelectorTest::Is(_) | SelectorTest::Parent(_) | SelectorTest::CarriedBy(_) => {
                add(RulesetFault::NoTraitOf("units", test.word().to_owned()));
            }
        }
    }
}

fn values(declarations: &Declarations, name: &str, values: &[String], add: &mut dyn FnMut(RulesetFault)) {
    let declared = declarations.traits.get(name).filter(|declared| declared.of == TraitOwner::Unit);
    let Some(declared) = declared else { return add(RulesetFault::NoTraitOf("units", name.to_owned())) };
    for value in values.iter().filter(|value| !declared.open && !declared.values.contains_key(*value)) {
        add(RulesetFault::no_value("trait", name, value, declared.values.keys()));
    }
}
