//! Whether a selector matches a thing.

use std::collections::BTreeSet;

use muster_engine::catalogue::TraitValue;
use muster_engine::list::{OptionPick, RolePick, SettingValue};
use muster_engine::selector::{Reference, Selector, SelectorTest, WantedTrait};
use muster_engine::slug::slug;

use super::answer::{all, any, not};
use super::thing::OracleThing;
use super::world::World;

impl World<'_> {
    pub(super) fn matches(&self, thing: &OracleThing, selector: &Selector) -> Option<bool> {
        all(selector.0.iter().map(|test| self.test(thing, test)))
    }

    fn test(&self, thing: &OracleThing, test: &SelectorTest) -> Option<bool> {
        match test {
            SelectorTest::Not(inner) => all(inner.iter().map(|s| not(self.matches(thing, s)))),
            SelectorTest::Any(inner) => any(inner.iter().map(|s| self.matches(thing, s))),
            SelectorTest::All(inner) => all(inner.iter().map(|s| self.matches(thing, s))),
            SelectorTest::Is(name) => self.is(thing, name),
            SelectorTest::Parent(inner) => {
                let placed = thing.squadron.map(|index| &self.squadrons[index]);
                match placed.and_then(|placed| placed.parent.or(placed.bringer)) {
                    Some(parent) => self.matches(&self.squadrons[parent].thing, inner),
                    None => Some(false),
                }
            }
            SelectorTest::CarriedBy(inner) => {
                let carriers = thing.squadron.map_or(&[][..], |index| &self.squadrons[index].carriers);
                any(carriers.iter().map(|carrier| self.matches(&self.squadrons[*carrier].thing, inner)))
            }
            SelectorTest::Trait(name, WantedTrait::Present(true)) => Self::value(thing, name, &|_| true),
            SelectorTest::Trait(name, WantedTrait::Present(false)) => not(Self::value(thing, name, &|_| true)),
            SelectorTest::Trait(name, WantedTrait::Values(wanted)) => {
                Self::value(thing, name, &|value| wanted.iter().any(|word| word == value))
            }
            SelectorTest::Trait(name, WantedTrait::Reference(reference)) => {
                let wanted = self.reference(reference);
                Self::value(thing, name, &|value| wanted.contains(value))
            }
        }
    }

    fn value(thing: &OracleThing, name: &str, test: &dyn Fn(&str) -> bool) -> Option<bool> {
        if thing.has(name).any(|value| test(value)) {
            return Some(true);
        }
        let perhaps = thing.perhaps.get(name).into_iter().flatten().any(|value| test(value));
        if perhaps || thing.unknown.contains(name) { None } else { Some(false) }
    }

    /// Whether a named selector matches, except for things that definitions exclude from it.
    fn is(&self, thing: &OracleThing, name: &str) -> Option<bool> {
        let named = &self.parts.declarations.selectors[name];
        let out = self.parts.rules.iter().filter_map(|sourced| sourced.rule.narrows.get(name));
        all(std::iter::once(self.matches(thing, named)).chain(out.map(|out| not(self.matches(thing, out)))))
    }

    fn reference(&self, reference: &Reference) -> BTreeSet<String> {
        match reference {
            Reference::Setting(setting) => match self.setting(setting) {
                Some(SettingValue::Word(word)) => BTreeSet::from([word]),
                _ => BTreeSet::new(),
            },
            Reference::Own(own) if own == "nation" => self.nation.into_iter().map(str::to_owned).collect(),
            Reference::Holder(role) => {
                let roles = self.squadrons.iter().flat_map(|placed| &placed.squadron.roles);
                let characters = roles.filter_map(|pick| match pick {
                    RolePick::Detailed(detail) if self.role(&detail.role) == Some(role) => detail.character.as_ref(),
                    _ => None,
                });
                characters.map(|character| slug(character)).collect()
            }
            Reference::Own(own) if own == "unit" => {
                let ids = (0..self.squadrons.len()).flat_map(|index| {
                    let squadron = self.squadrons[index].squadron;
                    let unit = self.unit_named(self.nation_of(index), &squadron.unit).map(|(unit, _)| unit.id.clone());
                    let options = squadron.options.iter().flat_map(|pick| match pick {
                        OptionPick::Every(name) => vec![slug(name)],
                        OptionPick::Some(counts) => counts.keys().map(|name| slug(name)).collect(),
                    });
                    unit.into_iter().chain(options).collect::<Vec<_>>()
                });
                ids.collect()
            }
            Reference::Own(own) => {
                let nation = self.nation.and_then(|id| self.parts.declarations.nations.get(id));
                let value = nation.and_then(|nation| nation.traits.get(own));
                value.into_iter().flat_map(TraitValue::words).map(str::to_owned).collect()
            }
        }
    }
}
