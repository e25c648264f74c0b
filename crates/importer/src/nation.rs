//! Makes one catalogue from one community file.

use std::collections::HashMap;

use indexmap::IndexMap;
use muster_engine::catalogue::{Choice, Stat, Unit, UnitOption};
use muster_engine::selector::SelectorTest;
use muster_exchange::battlescribe::walk::each_option;
use muster_exchange::battlescribe::{ImportError, SourceFile};

use super::card::{has, sort};
use super::catalogue::{CatalogueRecipe, EntryCounts, ImportedCatalogue};
use super::correction::{Correction, SourceFixes, correct};
use super::entry::CatalogueEntry;
use super::join::FoundForms;
use super::model::EntryReader;
use super::notice::{NoticeKind, Notices};
use super::recipe::{BookOption, NationRecipe, Recipe, StandIn};
use super::spelling::Spelling;
use super::tree::{Tree, read};
use super::unique::unique_ids;

/// The largest number of units in a file, and of models inside them. The largest known file has 60.
const MAX_UNITS: usize = 500;

/// Imports the catalogue of one nation. `files` contains its file and the game system's file.
pub fn import(
    files: &[SourceFile],
    nation: &NationRecipe,
    recipe: &Recipe,
    spelling: &Spelling,
    corrections: &[Correction],
) -> Result<ImportedCatalogue, ImportError> {
    let mut corrected = SourceFixes::new(corrections)?;
    let (mut joining, mut reader, found) = gather(files, nation, recipe, spelling, &mut corrected)?;
    // Data of other makers come without the catalogue that lends ours what they lack.
    let lends = |other: &&StandIn| files.iter().any(|file| file.name == other.file);
    if let Some(other) = nation.stand_in.as_ref().filter(lends) {
        let StandIn { file, system, vintage } = other.clone();
        let other = NationRecipe { file, system, vintage, stand_in: None, ..nation.clone() };
        joining.stand_in(gather(files, &other, recipe, spelling, &mut corrected)?.0);
    }
    let (mut units, short) = joining.finish(&mut reader);
    let mut notices = reader.notices;
    units.iter_mut().for_each(unique_ids);
    for unit in &mut units {
        recipe.offers.iter().for_each(|offer| give(offer, unit));
    }
    correct(&mut units, nation.stem(), corrections, &mut notices);
    // Corrected units went through JSON maps, which may sort by name.
    for unit in &mut units {
        sort_maps(unit, recipe);
    }
    for unit in &units {
        for expected in recipe.expected.iter().filter(|expected| has(&unit.traits, &expected.has)) {
            let mut reasons =
                expected.unless.iter().map(|(name, value)| IndexMap::from([(name.clone(), value.clone())]));
            let excused = reasons.any(|reason| has(&unit.traits, &reason));
            if !unit.traits.contains_key(&expected.expect) && !excused {
                notices.add(NoticeKind::Missing, 0, &unit.name, format!("no {}", expected.expect));
            }
        }
    }
    let recipe = CatalogueRecipe { nation, spelling, source: &recipe.source, mounts: &recipe.names.mounts };
    let made = recipe.catalogue(units, &short, notices);
    Ok(ImportedCatalogue { corrected: corrected.used, found, ..made })
}

/// Gives a unit an option that its kind has by the book, unless it has an option of that id.
fn give(offer: &BookOption, unit: &mut Unit) {
    if !has(&unit.traits, &offer.has) || unit.options.iter().any(|option| option.id == offer.option.id) {
        return;
    }
    let mut option = offer.option.clone();
    for (stat, more) in &offer.raises {
        if let Some(Stat::Number(figure)) = unit.card.stats.get(stat) {
            option.sets.insert(stat.clone(), Stat::Number(figure + more));
        }
    }
    unit.options.push(option);
}

/// Reads the units of a file without joining them.
fn gather<'r>(
    files: &[SourceFile],
    nation: &'r NationRecipe,
    recipe: &'r Recipe,
    spelling: &'r Spelling,
    repairs: &mut SourceFixes,
) -> Result<(FoundForms, EntryReader<'r>, EntryCounts), ImportError> {
    let find = |name: &str| files.iter().find(|file| file.name == name);
    let file = find(&nation.file).ok_or_else(|| ImportError::new(&nation.file, "no such file"))?;
    let mut notices = Notices { file: nation.file.clone(), all: Vec::new() };
    let system: Vec<&SourceFile> = find(&nation.system).into_iter().collect();
    let Tree { mut roots, names, .. } = read(file, &system, repairs, &mut notices)?;
    leave_out(&mut roots, &mut notices);
    let asked = asked(&roots, recipe, spelling);
    let mut reader = EntryReader { recipe, spelling, nation, notices, names, asked, inside: Vec::new() };
    let mut joining = FoundForms::default();
    let mut found = EntryCounts::default();
    let too_many = || ImportError::new(&nation.file, format!("more than {MAX_UNITS} units"));
    if roots.len() > MAX_UNITS {
        return Err(too_many());
    }
    for root in &roots {
        if reader.ignored(&root.name, root.line) {
            continue;
        }
        let draft = reader.unit(root);
        match &draft {
            draft if draft.attached => found.attached += 1,
            draft if !draft.unit.members.is_empty() => found.groups += 1,
            draft if draft.unit.id == recipe.wings.unit => found.wings += 1,
            _ => found.units += 1,
        }
        joining.root(draft);
    }
    // A model inside another may contain more models. This ends, because the tree is finite and each level is read
    // once.
    let mut left = MAX_UNITS;
    while !reader.inside.is_empty() {
        left = left.checked_sub(reader.inside.len()).ok_or_else(too_many)?;
        for inside in std::mem::take(&mut reader.inside) {
            let draft = reader.inside_unit(&inside.entry, inside.joins);
            joining.inside(draft, inside.joins, recipe, &mut reader.notices);
        }
    }
    Ok((joining, reader, found))
}

/// Takes out the entries that nobody may select.
fn leave_out(entries: &mut Vec<CatalogueEntry>, notices: &mut Notices) {
    entries.retain_mut(|entry| {
        leave_out(&mut entry.children, notices);
        if entry.max() == Some(0) {
            notices.add(NoticeKind::Ignored, entry.line, &entry.name, "may be selected at most 0 times");
        }
        entry.max() != Some(0)
    });
}

/// The ids of entries that attached forms require in order to be shown, each with the name of the attached form.
fn asked(roots: &[CatalogueEntry], recipe: &Recipe, spelling: &Spelling) -> HashMap<String, String> {
    let mut asked = HashMap::new();
    for root in roots {
        let name = spelling.tidy(&root.name);
        let Some(name) = recipe.names.attached.find(&name) else { continue };
        for modifier in root.modifiers.iter().filter(|modifier| modifier.action == "show") {
            asked.extend(modifier.when.tests().iter().map(|test| (test.child.clone(), name.to_owned())));
        }
    }
    asked
}

/// Sorts statistics and traits in the order of the recipe, and the keys of selectors by name with `not` last.
fn sort_maps(unit: &mut Unit, recipe: &Recipe) {
    let options = |options: &mut [UnitOption], choices: &mut [Choice]| {
        each_option(options, choices, &mut |option| {
            sort(&mut option.sets, recipe.stats.values());
            sort(&mut option.traits, recipe.traits.iter());
        });
    };
    sort(&mut unit.traits, recipe.traits.iter());
    sort(&mut unit.card.stats, recipe.stats.values());
    options(&mut unit.options, &mut unit.choices);
    for member in &mut unit.members {
        sort(&mut member.traits, recipe.traits.iter());
        sort(&mut member.card.stats, recipe.stats.values());
        options(&mut member.options, &mut member.choices);
    }
    let loads = unit.capacity.iter_mut().flat_map(|capacity| &mut capacity.of).map(|load| &mut load.that);
    for selector in unit.attaches.iter_mut().map(|attachment| &mut attachment.to).chain(loads) {
        selector.0.sort_by_cached_key(|test| (matches!(test, SelectorTest::Not(_)), test.word().to_owned()));
    }
}
