//! Imports catalogues of games whose units fill the slots of Battlefleets, from files of schema 2.03.
//!
//! [`unit`] makes a unit of each entry of the first level. What depends on the Battlefleet becomes tables
//! ([`slots`], [`copies`]). [`offer`] and [`choice`] read what may be taken, [`effects`] what that changes. Where files
//! link cards, weapons and special rules, [`settle`] first makes the changes that hold for a unit wherever it stands, and
//! [`left`] tells which changes are not kept. Where a recipe names printed cards, [`cards`] gives units their figures at the
//! end.

mod alike;
mod attachments;
mod card;
pub mod cards;
mod choice;
mod configuration;
mod copies;
mod doctrine;
mod effects;
mod escorts;
mod joins;
mod left;
mod models;
mod offer;
mod offers;
mod reader;
pub mod recipe;
mod rules;
mod settle;
mod slots;
#[cfg(test)]
mod tests;
mod traits;
mod unit;
mod withheld;

use std::collections::HashMap;

use muster_engine::catalogue::{FieldingWay, Unit};
use muster_engine::plural::capital;
use muster_exchange::battlescribe::{ImportError, SourceFile};

use self::attachments::{FleetDraft, attachments, joins};
use self::cards::CardsAtHand;
use self::joins::joins_in_fleets;
use self::reader::FactionReader;
use self::recipe::FleetRecipe;
use super::catalogue::{CatalogueRecipe, EntryCounts, ImportedCatalogue};
use super::correction::{Correction, SourceFixes, correct};
use super::notice::{NoticeKind, Notices};
use super::recipe::NationRecipe;
use super::spelling::Spelling;
use super::tree::read;
use super::unique::unique_ids;

/// The largest number of units in a file. The largest known file has 63.
const MAX_UNITS: usize = 2_000;

/// Imports the catalogue of one faction. `files` contains its file and those that it builds on, `cards` its printed cards.
pub(super) fn import(
    files: &[SourceFile],
    nation: &NationRecipe,
    recipe: &FleetRecipe,
    spelling: &Spelling,
    corrections: &[Correction],
    cards: CardsAtHand,
) -> Result<ImportedCatalogue, ImportError> {
    let mut corrected = SourceFixes::new(corrections)?;
    let file = files.iter().find(|file| file.name == nation.file);
    let file = file.ok_or_else(|| ImportError::new(&nation.file, "no such file"))?;
    let others: Vec<&SourceFile> = files.iter().filter(|file| file.name != nation.file).collect();
    let mut notices = Notices { file: nation.file.clone(), all: Vec::new() };
    let faction = read(file, &others, &mut corrected, &mut notices)?;
    if faction.roots.len() > MAX_UNITS {
        return Err(ImportError::new(&nation.file, format!("more than {MAX_UNITS} units")));
    }
    let mut reader = FactionReader { recipe, spelling, faction: &faction, notices, short: Vec::new() };
    let mut drafts: Vec<FleetDraft> = Vec::new();
    for item in &faction.roots {
        if recipe.ignore.iter().any(|ignore| ignore.pattern.0.is_match(&item.name)) {
            continue;
        }
        let Some(unit) = reader.unit(item) else { continue };
        if unit.points.is_none() {
            reader.notices.add(NoticeKind::Missing, item.link_line, &item.name, "no price");
        }
        let host = unit.id.clone();
        drafts.push(FleetDraft { item, unit });
        // A unit inside a unit comes with it at no cost.
        for item in reader.inner_units(item) {
            let Some(mut unit) = reader.unit(item) else { continue };
            unit.points.get_or_insert(0);
            reader.notices.add(
                NoticeKind::Inferred,
                item.link_line,
                &item.name,
                format!("comes with {host} at no cost"),
            );
            unit.only = Some(FieldingWay::Attached);
            unit.attaches.push(joins(vec![host.clone()], unit.squadron.and_then(|range| range.max)));
            drafts.push(FleetDraft { item, unit });
        }
    }
    apart(&mut drafts, recipe, &mut reader.notices);
    if recipe.linked.is_some() {
        joins_in_fleets(&mut reader, &mut drafts);
    } else {
        attachments(&mut reader, &mut drafts);
    }
    let found = EntryCounts { units: drafts.len(), ..EntryCounts::default() };
    let mut units: Vec<Unit> = drafts.into_iter().map(|draft| draft.unit).collect();
    units.iter_mut().for_each(unique_ids);
    for unit in &mut units {
        unit.vintage = Some(nation.vintage.clone());
    }
    if let Some(words) = &recipe.cards
        && let Some(file) = words.files.get(nation.stem())
    {
        reader.apply_cards(&mut units, cards, words, &file.vintage);
    }
    let (mut notices, short) = (reader.notices, reader.short);
    correct(&mut units, nation.stem(), corrections, &mut notices);
    let made = CatalogueRecipe { nation, spelling, source: &recipe.source, mounts: &[] };
    Ok(ImportedCatalogue { corrected: corrected.used, found, ..made.catalogue(units, &short, notices) })
}

/// Gives units of one name names and ids of their own, with the slot of one of them.
fn apart(drafts: &mut [FleetDraft], recipe: &FleetRecipe, notices: &mut Notices) {
    let named = &recipe.named_slots;
    let rank = |unit: &Unit| unit.slots.values().filter_map(|slot| named.iter().position(|known| known == slot)).min();
    let mut seen: HashMap<String, usize> = HashMap::new();
    for place in 0..drafts.len() {
        let id = drafts[place].unit.id.clone();
        let Some(first) = seen.insert(id.clone(), place) else { continue };
        let ranks = [first, place].map(|place| rank(&drafts[place].unit).unwrap_or(usize::MAX));
        let (other, plain) = if ranks[0] < ranks[1] { (first, place) } else { (place, first) };
        notices.add(
            NoticeKind::Inferred,
            drafts[other].item.link_line,
            &drafts[other].item.name,
            "a second unit of this name",
        );
        let unit = &mut drafts[other].unit;
        let slot = rank(unit).map_or("other", |rank| named[rank].as_str());
        unit.id = format!("{id}-{slot}");
        unit.name = format!("{} ({})", unit.name, capital(slot));
        unit.aliases.clear();
        seen.insert(id, plain);
    }
}
