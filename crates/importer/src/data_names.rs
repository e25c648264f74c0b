//! Names of options as the community files spell them, as aliases.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use muster_engine::catalogue::{Catalogue, Unit, UnitOption};
use muster_engine::slug::slug;
use muster_exchange::battlescribe::walk::{all_options, each_option};
use muster_exchange::battlescribe::{ImportError, SourceFile};

/// Gives each option the names of its entries in the files as aliases, unless an option of another name in its unit has
/// them. Of several options with one name, such as the same weapon in two hardpoints, the first gets them.
pub(super) fn name_options(catalogue: &mut Catalogue, files: &[SourceFile]) -> Result<(), ImportError> {
    let mut names: HashMap<String, String> = HashMap::new();
    for file in files {
        let document = file.parse()?;
        for node in document.descendants() {
            if let (Some(id), Some(name)) = (node.attribute("id"), node.attribute("name")) {
                names.entry(id.to_owned()).or_insert_with(|| name.split_whitespace().collect::<Vec<_>>().join(" "));
            }
        }
    }
    for unit in &mut catalogue.units {
        add(Arc::make_mut(unit), &names);
    }
    Ok(())
}

fn add(unit: &mut Unit, names: &HashMap<String, String>) {
    // How the options are called that have each name, or would have it.
    let mut had: HashMap<String, BTreeSet<String>> = HashMap::new();
    for option in all_options(unit) {
        for name in known(option).into_iter().chain(wanted(option, names).into_iter().map(|(word, _)| word)) {
            had.entry(name).or_default().insert(slug(&option.name));
        }
    }
    let mut given = BTreeSet::new();
    let mut give = |option: &mut UnitOption| {
        for (word, name) in wanted(option, names) {
            if had.get(&word).is_some_and(|called| called.len() == 1) && given.insert(word) {
                option.aliases.push(name.to_owned());
            }
        }
    };
    each_option(&mut unit.options, &mut unit.choices, &mut give);
    for member in &mut unit.members {
        each_option(&mut member.options, &mut member.choices, &mut give);
    }
}

/// The names that an option has, written as ids.
fn known(option: &UnitOption) -> BTreeSet<String> {
    option.aliases.iter().chain([&option.name, &option.id]).map(|name| slug(name)).collect()
}

/// The names of its entries that an option does not have yet, written as ids, and as they are.
fn wanted<'n>(option: &UnitOption, names: &'n HashMap<String, String>) -> Vec<(String, &'n str)> {
    let mut seen = known(option);
    let of_entries = option.entries.iter().filter_map(|id| names.get(id)).map(|name| (slug(name), name.as_str()));
    of_entries.filter(|(word, _)| !word.is_empty() && seen.insert(word.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_an_entry_is_an_alias_unless_options_of_two_names_have_it() {
        let option = |id: &str, name: &str, entry: &str| UnitOption {
            id: id.into(),
            name: name.into(),
            entries: vec![entry.into()],
            ..UnitOption::default()
        };
        let options = vec![
            option("lamp", "Lamp", "1"),
            option("guard-2", "Guard (2)", "2"),
            option("guard-3", "Guard (3)", "3"),
            option("horn", "Horn", "4"),
            option("bow-lance", "Long Lance", "5"),
            option("stern-lance", "Long Lance", "6"),
        ];
        let mut unit = Unit { options, ..Unit::default() };
        let names = [("1", "Lammp"), ("2", "Guard"), ("3", "Guard"), ("4", "horn "), ("5", "Lance"), ("6", "Lance")];
        add(&mut unit, &names.into_iter().map(|(id, name)| (id.to_owned(), name.to_owned())).collect());
        let aliases: Vec<String> = unit.options.iter().map(|option| option.aliases.join(" ")).collect();
        assert_eq!(aliases, ["Lammp", "", "", "", "Lance", ""]);
    }
}
