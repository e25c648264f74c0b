//! Squadrons with an option that a broken rule asks for, such as the Patron without whom a Battlefleet may not be.

use std::collections::HashSet;

use muster_engine::catalogue::PurchaseScope;
use muster_engine::list::{ArmyList, OptionPick, Squadron};
use muster_engine::ready::Ruleset;
use muster_engine::report::Finding;
use muster_engine::selector::{Selector, SelectorTest, WantedTrait};

use crate::units::units;
use crate::words::unit_of;

/// Each unit that the list may add with an option by which it is what the rule counts.
pub(crate) fn partners(ruleset: &Ruleset, list: &ArmyList, finding: &Finding) -> Vec<Squadron> {
    let mut asked = HashSet::new();
    let clauses = ruleset.rule(finding.rule.as_str()).into_iter().flat_map(|sourced| &sourced.rule.clauses);
    for limit in clauses.flat_map(|clause| clause.when.iter().chain(&clause.limit)) {
        for selector in limit.of.selectors() {
            add_asked(ruleset, selector, &mut asked);
        }
    }
    let with_option = |(_, squadron): (_, Squadron)| {
        let ready = unit_of(ruleset, list, &squadron).map(|(_, ready)| ready);
        let options = ready.into_iter().flat_map(|ready| &ready.options);
        let is_asked = |(name, value): (&String, &str)| asked.contains(&(name.as_str(), value));
        let gives = options.filter(|option| {
            let values = option.traits.iter().flat_map(|(name, value)| value.words().map(move |word| (name, word)));
            option.buys == PurchaseScope::Squadron && values.into_iter().any(is_asked)
        });
        let added = |option: &str| {
            let mut with = squadron.clone();
            with.options.push(OptionPick::Every(option.to_owned()));
            with
        };
        gives.map(|option| added(&option.id)).collect::<Vec<_>>()
    };
    units(ruleset, list).flat_map(with_option).collect()
}

/// Adds the values of traits that a selector names.
fn add_asked<'r>(ruleset: &'r Ruleset, selector: &'r Selector, asked: &mut HashSet<(&'r str, &'r str)>) {
    for test in selector.tests() {
        match test {
            SelectorTest::Trait(name, WantedTrait::Values(values)) => {
                asked.extend(values.iter().map(|value| (name.as_str(), value.as_str())));
            }
            SelectorTest::Is(name) => {
                if let Some(named) = ruleset.declarations().selectors.get(name) {
                    add_asked(ruleset, named, asked);
                }
            }
            _ => {}
        }
    }
}
