//! Selectors in catalogues, which say what units a unit may join or carry. They are tested on the units of catalogues,
//! without a list.

use indexmap::IndexMap;

use crate::ready::problem::{RulesetFault, RulesetItem, RulesetProblem};
use crate::shapes::catalogue::{Catalogue, TraitValue, Unit};
use crate::shapes::declarations::{Declarations, TraitOwner};
use crate::shapes::selector::{Selector, SelectorTest, WantedTrait};
use crate::text::pointer::escape;

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

/// Something wrong with a selector: the JSON pointer to it, the key that is wrong if it is no value, and what is wrong.
pub(crate) type SelectorFault = (String, Option<String>, RulesetFault);

/// What is wrong with the selectors of a catalogue: words that no unit can ever match.
pub(crate) fn problems(declarations: &Declarations, catalogue: &Catalogue) -> Vec<RulesetProblem> {
    let mut problems = Vec::new();
    for unit in &catalogue.units {
        let mut add = |of: &'static str, (at, key, fault): SelectorFault| {
            let item = RulesetItem::Unit(unit.id.clone(), catalogue.nation.clone());
            problems.push(RulesetProblem { item, at, key, fault: RulesetFault::OfUnit(of, Box::new(fault)) });
        };
        for (of, at, selector) in selectors(unit) {
            judge(declarations, selector, &at, &mut |fault| add(of, fault));
        }
        for (number, attachment) in unit.attaches.iter().enumerate() {
            for (place, nation) in attachment.nations.iter().flatten().enumerate() {
                if !declarations.nations.contains_key(nation) {
                    let fault = RulesetFault::missing("nation", nation, declarations.nations.keys());
                    add("attaches", (format!("/attaches/{number}/nations/{place}"), None, fault));
                }
            }
        }
    }
    problems
}

/// All selectors of a unit, each with its key and its JSON pointer.
fn selectors(unit: &Unit) -> impl Iterator<Item = (&'static str, String, &Selector)> {
    let attaches = unit.attaches.iter().enumerate();
    let attaches = attaches.map(|(place, attachment)| ("attaches", format!("/attaches/{place}/to"), &attachment.to));
    let loads = unit.capacity.iter().flat_map(|capacity| &capacity.of).enumerate();
    attaches.chain(loads.map(|(place, load)| ("capacity", format!("/capacity/of/{place}/that"), &load.that)))
}

/// Reports what is wrong with one selector, which stands at this JSON pointer.
pub(crate) fn judge(declarations: &Declarations, selector: &Selector, at: &str, add: &mut dyn FnMut(SelectorFault)) {
    for test in &selector.0 {
        let word = test.word();
        let no_trait = || (at.to_owned(), Some(word.to_owned()), RulesetFault::NoTraitOf("units", word.to_owned()));
        match test {
            SelectorTest::Not(_) | SelectorTest::Any(_) | SelectorTest::All(_) => {
                for (step, inner) in test.inner_places() {
                    judge(declarations, inner, &format!("{at}/{step}"), add);
                }
            }
            SelectorTest::Trait(name, WantedTrait::Values(_)) if name == "unit" => {}
            SelectorTest::Trait(name, wanted) => {
                let declared = declarations.traits.get(name).filter(|declared| declared.of == TraitOwner::Unit);
                let at = format!("{at}/{}", escape(name));
                match (declared, wanted) {
                    (_, WantedTrait::Reference(_)) => add((at, None, RulesetFault::Compares(name.clone()))),
                    (None, _) => add(no_trait()),
                    (Some(declared), WantedTrait::Values(words)) if !declared.open => {
                        let known = &declared.values;
                        for (place, word) in words.iter().enumerate().filter(|(_, word)| !known.contains_key(*word)) {
                            let at = if words.len() == 1 { at.clone() } else { format!("{at}/{place}") };
                            add((at, None, RulesetFault::no_value("trait", name, word, known.keys())));
                        }
                    }
                    _ => {}
                }
            }
            SelectorTest::Is(_) | SelectorTest::Parent(_) | SelectorTest::CarriedBy(_) => add(no_trait()),
        }
    }
}
