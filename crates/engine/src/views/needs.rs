//! The miniatures that a list needs: what a player must own to field it.

use std::collections::HashSet;

use indexmap::IndexMap;

use crate::force::agreed::Agreement;
use crate::force::parts::{ForceEntry, FoundUnit};
use crate::force::whole::Force;
use crate::ready::catalogue::ReadyCatalogue;
use crate::ready::ruleset::Ruleset;
use crate::ready::unit::{MadeModels, ReadyUnit};
use crate::shapes::declarations::Declarations;
use crate::shapes::list::ArmyList;
use crate::text::slug::slug;

/// A miniature that people own: the model of a unit, or a model that only a fixed mix or an option has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Miniature {
    /// The id of its nation; none for units of no nation.
    pub nation: Option<String>,
    /// The id of its unit, of the member of the mix, or of the option that adds it.
    pub id: String,
    /// Its printed name.
    pub name: String,
}

/// How many of a miniature a list needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The miniature.
    pub miniature: Miniature,
    /// How many, over all squadrons. Models that options turn into others count as what they were before.
    pub models: u32,
    /// JSON pointers to the squadrons that have it, in the order of the list.
    pub at: Vec<String>,
}

/// The miniatures that a list needs, in the order of its squadrons. Leaves out squadrons of unknown units. If the list
/// is judged anyway, [`JudgedForce`](crate::JudgedForce) has them.
#[must_use]
pub fn needs(ruleset: &Ruleset, list: &ArmyList) -> Vec<Need> {
    of_force(&Force::new(ruleset, list, Agreement::new(ruleset, list), None))
}

/// The miniatures that a force needs.
pub(crate) fn of_force(force: &Force) -> Vec<Need> {
    let mut needs: IndexMap<Miniature, Need> = IndexMap::new();
    for (index, entry) in force.entries.iter().enumerate() {
        for (miniature, models) in of_entry(force, entry) {
            let new = || Need { miniature: miniature.clone(), models: 0, at: Vec::new() };
            let need = needs.entry(miniature.clone()).or_insert_with(new);
            need.models = need.models.saturating_add(models);
            let at = force.pointer(index);
            if need.at.last() != Some(&at) {
                need.at.push(at);
            }
        }
    }
    needs.into_values().collect()
}

/// The miniatures of a squadron with their numbers.
fn of_entry(force: &Force, entry: &ForceEntry) -> Vec<(Miniature, u32)> {
    let Some(FoundUnit { ready, unit, catalogue }) = entry.found else { return Vec::new() };
    let declarations = force.ruleset.declarations();
    if !declarations.has_models(unit) {
        return Vec::new();
    }
    // The model sets lack the models that options turn into others. So the unit's own models are divided again.
    let own = ready.share_out(unit, Some(entry.models));
    let added = force.counts(entry).split_off(own.len().min(ready.kinds.len()));
    let kinds = kinds(declarations, catalogue, ready).into_iter().zip(own.into_iter().chain(added));
    kinds.filter_map(|(miniature, models)| Some((miniature?, models))).filter(|(_, models)| *models > 0).collect()
}

/// The miniature of each kind of model of a unit. None for a kind that models of another kind are turned into.
#[expect(clippy::indexing_slicing, reason = "a kind has the place of the option that makes it")]
fn kinds(declarations: &Declarations, catalogue: &ReadyCatalogue, ready: &ReadyUnit) -> Vec<Option<Miniature>> {
    let (written, unit) = (catalogue.written(), catalogue.unit(ready));
    let kinds = ready.kinds.iter().enumerate().map(|(place, kind)| {
        let (id, name) = match (kind.made_by, unit.members.get(place)) {
            (Some(option), _) => {
                let option = &ready.options[option];
                option.makes.filter(|MadeModels { takes, .. }| *takes == 0)?;
                (&option.id, &option.name)
            }
            (None, Some(member)) => (member.unit.as_ref().unwrap_or(&member.id), &member.name),
            (None, None) => (&unit.id, &unit.name),
        };
        // A model with the name of a unit is the miniature of that unit, even if it has a card of its own.
        let namesake = catalogue.find(id).map(|ready| catalogue.unit(ready));
        let namesake = namesake.filter(|unit| unit.members.is_empty() && declarations.has_models(unit));
        let (id, name) = namesake.map_or((id, name), |unit| (&unit.id, &unit.name));
        Some(Miniature { nation: written.nation.clone(), id: id.clone(), name: name.clone() })
    });
    kinds.collect()
}

/// The miniatures of a unit, each once: its models, and those that its options add. Empty if it has no models.
#[must_use]
pub fn of_unit(declarations: &Declarations, catalogue: &ReadyCatalogue, ready: &ReadyUnit) -> Vec<Miniature> {
    if !declarations.has_models(catalogue.unit(ready)) {
        return Vec::new();
    }
    let mut seen = HashSet::new();
    kinds(declarations, catalogue, ready).into_iter().flatten().filter(|one| seen.insert(one.id.clone())).collect()
}

/// All miniatures of a catalogue, each once. Those of units come first.
#[must_use]
pub fn miniatures(declarations: &Declarations, catalogue: &ReadyCatalogue) -> Vec<Miniature> {
    let units = catalogue.units().iter().filter(|ready| declarations.has_models(catalogue.unit(ready)));
    let mut all: Vec<(bool, Miniature)> = units
        .flat_map(|ready| {
            let is_unit = |place: usize| place == 0 && catalogue.unit(ready).members.is_empty();
            kinds(declarations, catalogue, ready)
                .into_iter()
                .enumerate()
                .map(move |(place, one)| (!is_unit(place), one))
        })
        .filter_map(|(is_part, one)| Some((is_part, one?)))
        .collect();
    all.sort_by_key(|(is_part, _)| *is_part);
    let mut seen = HashSet::new();
    all.retain(|(_, one)| seen.insert(one.id.clone()));
    all.into_iter().map(|(_, one)| one).collect()
}

/// What a name in a collection stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameMeaning {
    /// This miniature.
    One(Miniature),
    /// A squadron of a fixed mix, by its printed name, with the miniatures that it has.
    Mix(String, Vec<Miniature>),
}

/// What a name stands for in a nation (given by id), or in no nation: a unit by id, printed name or alias, else a model
/// that only a mix or an option has. None if it stands for nothing.
#[must_use]
pub fn meant(ruleset: &Ruleset, nation: Option<&str>, name: &str) -> Option<NameMeaning> {
    let declarations = ruleset.declarations();
    let has_models =
        |(catalogue, ready): &(&ReadyCatalogue, &ReadyUnit)| declarations.has_models(catalogue.unit(ready));
    let found = ruleset.find_unit(nation, name).filter(has_models).map(|(catalogue, ready)| {
        let kinds: Vec<Miniature> = kinds(declarations, catalogue, ready).into_iter().flatten().collect();
        (catalogue.unit(ready), kinds)
    });
    if let Some((unit, kinds)) = &found
        && unit.members.is_empty()
    {
        return kinds.first().cloned().map(NameMeaning::One);
    }
    let wanted = slug(name);
    let is_of = |catalogue: &&ReadyCatalogue| {
        catalogue.written().nation.is_none() || catalogue.written().nation.as_deref() == nation
    };
    let all = ruleset.catalogues().iter().map(AsRef::as_ref).filter(is_of);
    let mut all = all.flat_map(|catalogue| miniatures(declarations, catalogue));
    let is_it = |one: &Miniature| one.id == name || one.id == wanted || slug(&one.name) == wanted;
    // A model comes before a mix of the same name, because only models can be owned.
    all.find(is_it)
        .map(NameMeaning::One)
        .or_else(|| found.map(|(unit, kinds)| NameMeaning::Mix(unit.name.clone(), kinds)))
}
