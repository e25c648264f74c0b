//! Imports catalogues of games whose units are Sections, from files of schema 1.15. A Section has core models, and
//! options turn them into other models.
//!
//! [`section`] makes a unit of each entry of the first level of a file, [`model`] reads the cards of models, [`offer`] reads what may be taken, [`price`] converts the files' changes of prices and numbers
//! to ours.

mod amount;
mod model;
mod offer;
mod price;
mod reader;
pub mod recipe;
mod section;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use std::sync::Arc;

use muster_engine::catalogue::{Catalogue, Unit, UnitOption};
use muster_exchange::battlescribe::walk::all_options;
use muster_exchange::battlescribe::{ImportError, SourceFile};

use self::reader::SectionReader;
use self::recipe::SectionRecipe;
use super::alias::tidy_aliases;
use super::correction::{Correction, SourceFixes, correct};
use super::nation::{EntryCounts, ImportedCatalogue};
use super::notice::{NoticeKind, Notices};
use super::recipe::NationRecipe;
use super::spelling::{Spelling, base};
use super::tree::read;

/// The largest number of Sections in a file. The largest known file has 13.
const MAX_SECTIONS: usize = 2_000;

/// Imports the catalogue of one nation. `files` contains its file and the game system's file.
pub(super) fn import(
    files: &[SourceFile],
    nation: &NationRecipe,
    recipe: &SectionRecipe,
    spelling: &Spelling,
    corrections: &[Correction],
) -> Result<ImportedCatalogue, ImportError> {
    let mut corrected = SourceFixes::new(corrections)?;
    let find =
        |name: &str| files.iter().find(|file| file.name == name).ok_or_else(|| ImportError::new(name, "no such file"));
    let mut notices = Notices { file: nation.file.clone(), all: Vec::new() };
    let tree = read(find(&nation.file)?, &[find(&nation.system)?], &mut corrected, &mut notices)?;
    let roots = &tree.roots;
    if roots.len() > MAX_SECTIONS {
        return Err(ImportError::new(&nation.file, format!("more than {MAX_SECTIONS} units")));
    }
    let found = EntryCounts { units: roots.len(), ..EntryCounts::default() };
    let mut reader = SectionReader::new(recipe, spelling, notices, &tree);
    let mut units: Vec<Unit> = roots.iter().map(|root| reader.section(root, &nation.vintage)).collect();
    let mut notices = reader.notices;
    for (unit, message) in correct(&mut units, nation.stem(), corrections) {
        notices.add(NoticeKind::Unknown, 0, &unit, message);
    }
    for unit in &mut units {
        unit.aliases.extend(spelling.also.get(&unit.id).into_iter().flatten().cloned());
    }
    units.sort_by(|one, other| one.id.cmp(&other.id));
    tidy_aliases(&mut units, &mut notices);
    let community = units.iter().flat_map(rules_of).map(|rule| base(rule, &[]));
    let mut community: Vec<String> =
        community.filter(|name| !spelling.is_printed(name)).map(ToOwned::to_owned).collect();
    community.sort();
    community.dedup();
    let catalogue = Catalogue {
        kind: "catalogue".to_owned(),
        nation: nation.id.clone(),
        source: recipe.source.replace("{file}", &nation.file),
        units: units.into_iter().map(Arc::new).collect(),
    };
    Ok(ImportedCatalogue { catalogue, notices: notices.all, community, corrected: corrected.used, found })
}

/// All special rules that a unit names, on cards, options and weapons.
fn rules_of(unit: &Unit) -> Vec<&String> {
    let options = all_options(unit);
    let made = |option: &&UnitOption| option.becomes.is_some() || option.adds.is_some();
    let kinds = options.iter().copied().filter(made).filter_map(|o| o.becomes.as_ref().or(o.adds.as_ref()));
    let cards: Vec<_> = std::iter::once(&unit.card).chain(kinds.map(|kind| &kind.card)).collect();
    let weapons = cards.iter().flat_map(|card| &card.weapons).chain(options.iter().flat_map(|option| &option.weapons));
    let of_weapons = weapons.flat_map(|weapon| &weapon.rules);
    let of_cards = cards.iter().flat_map(|card| &card.rules);
    of_cards.chain(options.iter().flat_map(|option| &option.rules)).chain(of_weapons).collect()
}
