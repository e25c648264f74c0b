//! Finds the parents that units of a spreadsheet name.

use std::collections::HashMap;
use std::sync::Arc;

use indexmap::IndexMap;
use muster_engine::catalogue::{Attachment, Unit};
use muster_engine::nearest::nearest;
use muster_engine::ready::Ruleset;
use muster_engine::selector::{Selector, SelectorTest};
use muster_engine::slug::slug;

use super::fault::FAULTS;

/// The most unknown parents for which the nearest name is searched, because the search is slow in a spreadsheet of many
/// units.
const HELPED: usize = 10;

/// A unit that names parents. The parents may come later in the spreadsheet.
pub(super) struct Child {
    pub line: u64,
    pub nation: Option<String>,
    /// Its index in the units of its nation.
    pub position: usize,
    pub parents: Vec<String>,
    pub max: Option<u32>,
}

type UnitsByNation = IndexMap<Option<String>, Vec<Unit>>;

/// Looks up the parents that units name, by id, name or alias, and states them in the units. Returns a fault for each
/// that is not found, with its line.
pub(super) fn find_parents(ruleset: &Ruleset, children: &[Child], units: &mut UnitsByNation) -> Vec<(u64, String)> {
    let mut known: HashMap<(&Option<String>, String), String> = HashMap::new();
    // Ids win over names, and names over aliases, regardless of the order of units.
    let ids: fn(&Unit) -> Vec<&String> = |unit| vec![&unit.id];
    for words in [ids, |unit| vec![&unit.name], |unit| unit.aliases.iter().collect()] {
        for (nation, unit) in units.iter().flat_map(|(nation, units)| units.iter().map(move |unit| (nation, unit))) {
            for word in words(unit) {
                known.entry((nation, slug(word))).or_insert_with(|| unit.id.clone());
            }
        }
    }
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    for child in children {
        let mut ids = Vec::with_capacity(child.parents.len());
        for word in &child.parents {
            let theirs = || {
                let (catalogue, ready) = ruleset.find_unit(child.nation.as_deref(), word)?;
                Some(catalogue.unit(ready).id.clone())
            };
            match known.get(&(&child.nation, slug(word))).cloned().or_else(theirs) {
                Some(id) if is_of(units, child, &id) => {
                    faults.push((child.line, format!("`{word}` is this unit itself: a unit cannot join its own kind")));
                }
                Some(id) => ids.push(id),
                None if faults.len() < FAULTS => {
                    let message = unknown_parent(ruleset, units, child, word, faults.len() < HELPED);
                    faults.push((child.line, message));
                }
                None => {}
            }
        }
        found.push(ids);
    }
    for (child, ids) in children.iter().zip(found) {
        let Some(unit) = units.get_mut(&child.nation).and_then(|units| units.get_mut(child.position)) else { continue };
        let to = Selector(vec![SelectorTest::values("unit", ids)]);
        unit.attaches.push(Attachment { to, models: None, nations: None, max: child.max });
    }
    faults
}

/// Whether an id is the child's own id.
fn is_of(units: &UnitsByNation, child: &Child, id: &str) -> bool {
    units.get(&child.nation).and_then(|units| units.get(child.position)).is_some_and(|unit| unit.id == id)
}

fn unknown_parent(ruleset: &Ruleset, units: &UnitsByNation, child: &Child, word: &str, is_helped: bool) -> String {
    let own = units.get(&child.nation).into_iter().flatten();
    let catalogues = ruleset.catalogues().iter().map(|catalogue| catalogue.written());
    let theirs = catalogues.filter(|catalogue| catalogue.nation.is_none() || catalogue.nation == child.nation);
    let theirs = theirs.flat_map(|catalogue| &catalogue.units).map(Arc::as_ref);
    let names = own.chain(theirs).map(|unit| unit.name.as_str());
    let near = if is_helped { nearest(word, names) } else { None };
    let near = near.map(|near| format!("; {near}")).unwrap_or_default();
    format!("there is no unit `{word}` in this spreadsheet or in the catalogues of the nation{near}")
}
