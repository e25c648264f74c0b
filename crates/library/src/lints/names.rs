//! `unknown-name`: a rule asks for a unit, a word of a unit's name, a weapon, or an option that no unit has. Such a rule never
//! finds anything.

use std::collections::BTreeSet;

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
                    notices.push(LintNotice::error(file, at, format!("no unit has {what} `{word}`")).help(help));
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
}

impl KnownNames {
    fn new(ruleset: &Ruleset) -> Self {
        let mut known = Self {
            units: BTreeSet::new(),
            called: BTreeSet::new(),
            weapons: BTreeSet::new(),
            options: BTreeSet::new(),
        };
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
                });
            }
        }
        known
    }

    /// What a key of a selector or an amount asks for, and the names that there are; none for other keys.
    fn of(&self, key: &str) -> Option<(&'static str, &BTreeSet<String>)> {
        match key {
            "unit" => Some(("the id", &self.units)),
            "called" => Some(("in its name the word", &self.called)),
            "weapon" => Some(("a weapon", &self.weapons)),
            "taken" => Some(("an option", &self.options)),
            _ => None,
        }
    }
}
