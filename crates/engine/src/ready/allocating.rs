//! Finds the rules that ask where squadrons are allocated.

use indexmap::IndexMap;

use crate::ready::core::ReadyCore;
use crate::shapes::selector::{Selector, SelectorTest};

/// The rules that are judged and that ask for allocations, by their places in the ruleset.
#[expect(clippy::indexing_slicing, reason = "what is prepared has the place of its rule")]
pub(super) fn allocating(core: &ReadyCore) -> Vec<usize> {
    let named = &core.parts.declarations.selectors;
    let asks = |place: &usize| core.parts.rules[*place].rule.selectors().iter().any(|selector| asks(selector, named));
    core.rules.prepared.iter().map(|prepared| prepared.rule).filter(asks).collect()
}

/// Whether a selector asks for allocations, directly or through a named selector.
fn asks(selector: &Selector, named: &IndexMap<String, Selector>) -> bool {
    selector.tests().any(|test| match test {
        SelectorTest::Trait(name, _) => name == "allocation",
        // A ruleset whose selectors name each other in a circle is never built.
        SelectorTest::Is(name) => named.get(name).is_some_and(|selector| asks(selector, named)),
        SelectorTest::Not(_)
        | SelectorTest::Any(_)
        | SelectorTest::All(_)
        | SelectorTest::Parent(_)
        | SelectorTest::CarriedBy(_) => false,
    })
}
