//! Selectors in catalogues: which units something may join or carry, tested on catalogue entries and not on a list.

use crate::ready::problem::Problem;
use crate::shapes::catalogue::{Catalogue, Unit};
use crate::shapes::declarations::{Declarations, Owner};
use crate::shapes::selector::{Selector, Term};

/// Whether a unit matches a selector over its catalogue entry.
pub(crate) fn matches(selector: &Selector, of: &Unit) -> bool {
    selector.0.iter().all(|(word, term)| match (word.as_str(), term) {
        ("not", Term::Selector(inner)) => !matches(inner, of),
        ("not", Term::Selectors(inner)) => !inner.iter().any(|inner| matches(inner, of)),
        ("any", Term::Selectors(inner)) => inner.iter().any(|inner| matches(inner, of)),
        ("all", Term::Selectors(inner)) => inner.iter().all(|inner| matches(inner, of)),
        ("unit", Term::Value(id)) => of.id == *id,
        ("unit", Term::Values(ids)) => ids.contains(&of.id),
        (name, Term::Value(value)) => has(of, name, |word| word == value),
        (name, Term::Values(values)) => has(of, name, |word| values.iter().any(|value| value == word)),
        (name, Term::Flag(flag)) => has(of, name, |_| true) == *flag,
        _ => false,
    })
}

/// When squadrons of a unit are set up: the lower, the earlier.
pub(crate) fn deployment_rank(declarations: &Declarations, unit: &Unit) -> usize {
    let first = declarations.deployment.iter().position(|selector| matches(selector, unit));
    first.unwrap_or(declarations.deployment.len())
}

fn has(of: &Unit, name: &str, test: impl Fn(&str) -> bool) -> bool {
    of.traits.get(name).is_some_and(|value| value.words().any(test))
}

/// What is wrong with the selectors of a catalogue: words that no unit can ever match.
pub(crate) fn problems(declarations: &Declarations, catalogue: &Catalogue) -> Vec<Problem> {
    let mut problems = Vec::new();
    for unit in &catalogue.units {
        let of = catalogue.nation.as_ref().map(|nation| format!(" of {nation}")).unwrap_or_default();
        for (key, selector) in selectors(unit) {
            let mut add = |message: String| {
                let message = format!("`{key}`: {message}");
                problems.push(Problem { item: format!("unit {}{of}", unit.id), message });
            };
            judge(declarations, selector, &mut add);
        }
        let nations = unit.attaches.iter().filter_map(|attachment| attachment.nations.as_ref()).flatten();
        for nation in nations.filter(|nation| !declarations.nations.contains_key(*nation)) {
            let message = format!("`attaches`: there is no nation `{nation}`");
            problems.push(Problem { item: format!("unit {}{of}", unit.id), message });
        }
    }
    problems
}

fn selectors(unit: &Unit) -> impl Iterator<Item = (&'static str, &Selector)> {
    let attaches = unit.attaches.iter().map(|attachment| ("attaches", &attachment.to));
    let loads = unit.capacity.iter().flat_map(|capacity| &capacity.of);
    attaches.chain(loads.map(|load| ("capacity", &load.that)))
}

/// Reports what is wrong with one selector.
pub(crate) fn judge(declarations: &Declarations, selector: &Selector, add: &mut dyn FnMut(String)) {
    for (word, term) in &selector.0 {
        match (word.as_str(), term) {
            ("not", Term::Selector(inner)) => judge(declarations, inner, add),
            ("not" | "any" | "all", Term::Selectors(inner)) => {
                for inner in inner {
                    judge(declarations, inner, add);
                }
            }
            ("not" | "any" | "all", _) => add(format!("`{word}` takes something else (docs/rule-language.md)")),
            ("unit", Term::Value(_) | Term::Values(_)) => {}
            (name, Term::Flag(_)) => values(declarations, name, &[], add),
            (name, Term::Value(value)) => values(declarations, name, std::slice::from_ref(value), add),
            (name, Term::Values(several)) => values(declarations, name, several, add),
            (name, _) => add(format!("the trait `{name}` takes a value or a list of values here")),
        }
    }
}

fn values(declarations: &Declarations, name: &str, values: &[String], add: &mut dyn FnMut(String)) {
    let declared = declarations.traits.get(name).filter(|declared| declared.of == Owner::Unit);
    let Some(declared) = declared else { return add(format!("units have no trait `{name}`")) };
    for value in values.iter().filter(|value| !declared.open && !declared.values.contains_key(*value)) {
        add(format!("the trait `{name}` has no value `{value}`"));
    }
}
