//! What every reader of lists takes from a ruleset: an empty list, and the names of units.

use muster_engine::catalogue::Catalogue;
use muster_engine::list::{ArmyList, RulesetName, Squadron};
use muster_engine::ready::Ruleset;
use muster_engine::slug::slug;

/// An empty list for the current version of the ruleset.
pub(crate) fn current(ruleset: &Ruleset) -> ArmyList {
    let declarations = ruleset.declarations();
    let version = Some(format!("^{}", declarations.version));
    let ruleset = RulesetName::Versioned { id: declarations.id.clone(), version };
    ArmyList { ruleset, ..ArmyList::default() }
}

/// Visits all squadrons of a list, those attached to others too, in the order of a summary's lines.
pub(crate) fn each_squadron(list: &mut ArmyList, visit: &mut dyn FnMut(&mut Squadron)) {
    fn go(squadron: &mut Squadron, visit: &mut dyn FnMut(&mut Squadron)) {
        visit(squadron);
        squadron.attached.iter_mut().for_each(|attached| go(attached, visit));
    }
    let groups = list.groups.iter_mut().flat_map(|group| &mut group.squadrons);
    list.squadrons.iter_mut().chain(groups).for_each(|squadron| go(squadron, visit));
}

/// The names of the units of a nation and of the units without a nation.
pub(crate) fn unit_names<'r>(ruleset: &'r Ruleset, nation: Option<&str>) -> impl Iterator<Item = &'r str> {
    let own = |of: &Option<String>| of.is_none() || of.as_deref() == nation;
    let catalogues: Vec<&Catalogue> = ruleset
        .catalogues()
        .iter()
        .map(|catalogue| catalogue.written())
        .filter(|catalogue| own(&catalogue.nation))
        .collect();
    catalogues.into_iter().flat_map(|catalogue| catalogue.units.iter().map(|unit| unit.name.as_str()))
}

/// The fewest letters of a word that is a part of another word.
const PART: usize = 4;

/// The words of a file's name, without folders and ending.
pub(crate) fn file_words(name: &str) -> Vec<String> {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    slug(stem).split('-').filter(|word| word.chars().any(char::is_alphabetic)).map(str::to_owned).collect()
}

/// Whether one of these words of a file's name is a word or a part of the name of a person.
pub(crate) fn is_in_file<'w>(person: &str, mut words: impl Iterator<Item = &'w str>) -> bool {
    let own = slug(person);
    let joined = own.replace('-', "");
    words.any(|word| {
        let is_part = || word.len() >= PART && joined.contains(word);
        let has_part = |own: &str| own.len() >= PART && word.contains(own);
        word.len() > 1 && own.split('-').any(|own| own == word || has_part(own)) || is_part()
    })
}
