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

use muster_engine::catalogue::Unit;
use muster_exchange::battlescribe::{ImportError, SourceFile};

use self::reader::SectionReader;
use self::recipe::SectionRecipe;
use super::catalogue::{CatalogueRecipe, EntryCounts, ImportedCatalogue};
use super::correction::{Correction, SourceFixes, correct};
use super::notice::Notices;
use super::recipe::NationRecipe;
use super::spelling::Spelling;
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
    correct(&mut units, nation.stem(), corrections, &mut notices);
    let made = CatalogueRecipe { nation, spelling, source: &recipe.source, mounts: &[] }.catalogue(units, &[], notices);
    Ok(ImportedCatalogue { corrected: corrected.used, found, ..made })
}
