//! `unknown-name`: a rule asks for a unit, a word of a unit's name, a weapon, an option, a card or a value of a trait that nothing
//! has. Such a rule never finds anything.

use std::collections::{BTreeMap, BTreeSet};

use muster_engine::catalogue::TraitValue;
use muster_engine::declarations::TraitOwner;
use muster_engine::nearest::nearest;
use muster_engine::ready::Ruleset;
use muster_engine::slug::slug;
use serde_json::Value;

use super::{LintInput, LintNotice, each_mapping};
use crate::fault::step;

pub(super) fn lint<'a>(subject: &LintInput<'a>) -> Vec<LintNotice<'a>> {
    let Some(ruleset) = subject.ruleset else { return Vec::new() };
    // Most events bring no rules, and then the names are not needed.
    if subject.files.rules().next().is_none() {
        return Vec::new();
    }
    let known = KnownNames::new(ruleset);
    let mut notices = Vec::new();
    for (file, at, rule) in subject.files.rules() {
        each_mapping(rule, &at, &mut |at, mapping| {
            for (key, value) in mapping {
                let at = step(at, key);
                let several = value.as_array().map(Vec::as_slice).unwrap_or_default();
                let words: Vec<(String, &str)> = match (key.as_str(), value) {
                    // `taken: [Radar, {..}]` is the number of times that an option is taken.
                    ("taken", _) => several
                        .first()
                        .and_then(Value::as_str)
                        .map(|word| (format!("{at}/0"), word))
                        .into_iter()
                        .collect(),
                    (_, Value::String(word)) => vec![(at, word)],
                    _ => several
                        .iter()
                        .enumerate()
                        .filter_map(|(place, word)| Some((format!("{at}/{place}"), word.as_str()?)))
                        .collect(),
                };
                // Units that an overlay names are looked up with what else it names (`unknown-id`).
                let Some((what, names)) = known.of(key).filter(|_| key != "unit" || subject.parent.is_none()) else {
                    continue;
                };
                for (at, word) in words.into_iter().filter(|(_, word)| !names.contains(*word)) {
                    let written = slug(word);
                    let help = if names.contains(&written) {
                        Some(format!("write `{written}`"))
                    } else if key == "called" && written.contains('-') {
                        Some("`called` takes single words of names; several must all be there with `all`".to_owned())
                    } else {
                        nearest(&written, names.iter().map(String::as_str))
                    };
                    notices.push(LintNotice::error(file, at, format!("no {what} `{word}`")).help(help));
                }
            }
        });
    }
    notices
}

/// The names that rules may ask for.
struct KnownNames {
    units: BTreeSet<String>,
    /// The words of the names of units.
    called: BTreeSet<String>,
    weapons: BTreeSet<String>,
    options: BTreeSet<String>,
    cards: BTreeSet<String>,
    /// The values of each trait whose values the ruleset leaves open.
    traits: BTreeMap<String, BTreeSet<String>>,
}

impl KnownNames {
    fn new(ruleset: &Ruleset) -> Self {
        let mut known = Self {
            units: BTreeSet::new(),
            called: BTreeSet::new(),
            weapons: BTreeSet::new(),
            options: BTreeSet::new(),
            cards: ruleset.cards().iter().flat_map(|deck| &deck.cards).map(|card| card.id.clone()).collect(),
            traits: BTreeMap::new(),
        };
        let declared = &ruleset.declarations().traits;
        for (name, _) in declared.iter().filter(|(_, declared)| declared.open && declared.of == TraitOwner::Unit) {
            known.traits.insert(name.clone(), BTreeSet::new());
        }
        for catalogue in ruleset.catalogues() {
            for ready in catalogue.units() {
                let unit = catalogue.unit(ready);
                known.units.insert(unit.id.clone());
                known.called.extend(slug(&unit.name).split('-').map(str::to_owned));
                known.options.extend(ready.options.iter().map(|option| slug(&option.name)));
                // Weapons stand on the cards of units, of their members and of their options.
                each_mapping(&serde_json::to_value(unit).unwrap_or_default(), "", &mut |_, mapping| {
                    let weapons = mapping.get("weapons").and_then(Value::as_array).into_iter().flatten();
                    known.weapons.extend(weapons.filter_map(|weapon| weapon.get("name")?.as_str()).map(slug));
                    for (name, value) in mapping {
                        let Some(values) = known.traits.get_mut(name) else { continue };
                        let value = serde_json::from_value::<TraitValue>(value.clone());
                        values.extend(value.iter().flat_map(TraitValue::words).map(str::to_owned));
                    }
                });
            }
        }
        known
    }

    /// Which things have what a key of a selector or an amount asks for, and the names that there are; none for other keys.
    fn of(&self, key: &str) -> Option<(String, &BTreeSet<String>)> {
        match key {
            "unit" => Some(("unit has the id".to_owned(), &self.units)),
            "called" => Some(("unit has in its name the word".to_owned(), &self.called)),
            "weapon" => Some(("unit has a weapon".to_owned(), &self.weapons)),
            "taken" => Some(("unit has an option".to_owned(), &self.options)),
            // A deck without known cards may hold any.
            "card" if !self.cards.is_empty() => Some(("card has the id".to_owned(), &self.cards)),
            _ => self.traits.get(key).map(|values| (format!("unit has the {key}"), values)),
        }
    }
}
