//! Imports catalogues of games whose units fill the slots of Battlefleets, from files of schema 2.03.
//!
//! [`unit`] makes a unit of each entry of the first level. What depends on the Battlefleet becomes tables
//! ([`slots`], [`copies`]). [`offer`] and [`choice`] read what may be taken, [`effects`] what that changes. Where files
//! link cards, weapons and special rules, [`settle`] first makes the changes that hold for a unit wherever it stands, and
//! [`left`] tells which changes are not kept.

mod alike;
mod attachments;
mod card;
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
use std::sync::Arc;

use muster_engine::catalogue::{Catalogue, FieldingWay, Unit};
use muster_engine::plural::capital;
use muster_exchange::battlescribe::walk::all_options;
use muster_exchange::battlescribe::{ImportError, SourceFile};

use self::attachments::{FleetDraft, attachments, joins};
use self::joins::joins_in_fleets;
use self::reader::FactionReader;
use self::recipe::FleetRecipe;
use super::alias::{add_short_names, tidy_aliases};
use super::correction::{Correction, SourceFixes, correct};
use super::nation::{EntryCounts, ImportedCatalogue};
use super::notice::{NoticeKind, Notices};
use super::recipe::NationRecipe;
use super::spelling::{Spelling, base};
use super::tree::read;
use super::unique::unique_ids;

/// The largest number of units in a file. The largest known file has 63.
const MAX_UNITS: usize = 2_000;

/// Imports the catalogue of one faction. `files` contains its file and those that it builds on.
pub(super) fn import(
    files: &[SourceFile],
    nation: &NationRecipe,
    recipe: &FleetRecipe,
    spelling: &Spelling,
    corrections: &[Correction],
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
    let (mut notices, short) = (reader.notices, reader.short);
    let mut units: Vec<Unit> = drafts.into_iter().map(|draft| draft.unit).collect();
    units.iter_mut().for_each(unique_ids);
    for (unit, message) in correct(&mut units, nation.stem(), corrections) {
        notices.add(NoticeKind::Unknown, 0, &unit, message);
    }
    for unit in &mut units {
        unit.vintage = Some(nation.vintage.clone());
        unit.aliases.extend(spelling.also.get(&unit.id).into_iter().flatten().cloned());
    }
    units.sort_by(|one, other| one.id.cmp(&other.id));
    tidy_aliases(&mut units, &mut notices);
    if recipe.linked.is_some() {
        add_short_names(&mut units, &short);
    }
    let community = units.iter().flat_map(rules_of).map(|rule| base(rule, &[]));
    let community = community.map(|rule| rule.split(':').next().unwrap_or(rule).trim());
    let mut community: Vec<String> =
        community.filter(|name| !spelling.is_printed(name)).map(ToOwned::to_owned).collect();
    community.sort();
    community.dedup();
    let catalogue = Catalogue {
        kind: "catalogue".to_owned(),
        nation: nation.id.clone(),
        source: recipe.source.replace("{file}", &nation.file).replace("{vintage}", &nation.vintage),
        units: units.into_iter().map(Arc::new).collect(),
    };
    Ok(ImportedCatalogue { catalogue, notices: notices.all, community, corrected: corrected.used, found })
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

/// All special rules that a unit names, on its card, options and weapons.
fn rules_of(unit: &Unit) -> Vec<&String> {
    let options = all_options(unit);
    let weapons = unit.card.weapons.iter().chain(options.iter().flat_map(|option| &option.weapons));
    let of_weapons = weapons.flat_map(|weapon| &weapon.rules);
    unit.card.rules.iter().chain(options.iter().flat_map(|option| &option.rules)).chain(of_weapons).collect()
}
