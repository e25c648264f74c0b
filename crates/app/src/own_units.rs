//! A club's units, from a catalogue or a spreadsheet.

use std::path::{Path, PathBuf};

use indexmap::IndexSet;
use muster_engine::catalogue::Catalogue;
use muster_engine::list::RulesetName;
use muster_engine::ready::Ruleset;
use muster_exchange::yaml;
use muster_library::catalogues::catalogues;
use muster_library::fault::FileFault;
use muster_library::shelf::Shelf;
use serde_json::Value;

/// A file with a club's units. Muster can read it once it knows the game.
#[derive(Clone, Debug)]
pub struct OwnUnits {
    /// Its path. The file extension tells a spreadsheet from a catalogue.
    pub path: PathBuf,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// A file of units that no game understands.
#[derive(Debug)]
pub struct UnfitFile {
    /// The file.
    pub path: PathBuf,
    /// The game that understands most of it.
    pub game: String,
    /// The problems of the file under that game, one sentence each. Never empty.
    pub faults: Vec<String>,
}

impl OwnUnits {
    /// Reads the catalogues of the file for this game, or returns every fault of it. `nation` is the nation of the
    /// units if the file does not name one. The ruleset must contain all its catalogues.
    pub fn catalogues(&self, ruleset: &Ruleset, nation: Option<&str>) -> Result<Vec<Catalogue>, Vec<String>> {
        let found = if is_spreadsheet(&self.path) {
            self.sheet(ruleset, nation)?
        } else {
            catalogues(ruleset, &self.bytes).map_err(|faults| faults.iter().map(place).collect::<Vec<_>>())?
        };
        let problems = found.iter().flat_map(|catalogue| ruleset.problems_of(catalogue));
        let faults: Vec<String> = problems.map(|problem| problem.to_string()).collect();
        if faults.is_empty() { Ok(found) } else { Err(faults) }
    }
}

#[cfg(feature = "files")]
impl OwnUnits {
    fn sheet(&self, ruleset: &Ruleset, nation: Option<&str>) -> Result<Vec<Catalogue>, Vec<String>> {
        let told = |faults: Vec<_>| faults.iter().map(ToString::to_string).collect::<Vec<_>>();
        muster_exchange::spreadsheet::read(ruleset, &self.bytes, nation).map_err(told)
    }
}

#[cfg(not(feature = "files"))]
impl OwnUnits {
    #[expect(clippy::unused_self, reason = "as in the other build")]
    fn sheet(&self, _: &Ruleset, _: Option<&str>) -> Result<Vec<Catalogue>, Vec<String>> {
        muster_engine::effort::end_as_impossible();
        Err(vec!["this build reads no spreadsheets".to_owned()])
    }
}

/// Adds each file to every game that understands all of it. The other games do not change, so a player with units for
/// one game can still play the others.
pub fn where_they_fit(shelf: Shelf, units: Vec<OwnUnits>) -> Result<Shelf, UnfitFile> {
    let ids: IndexSet<&str> = shelf.editions().into_iter().map(|edition| edition.id.as_str()).collect();
    let games = ids.into_iter().filter_map(|id| {
        // A broken ruleset is reported when somebody uses it.
        shelf.ruleset(&RulesetName::Id(id.to_owned()), &[]).ok()
    });
    let mut games: Vec<Ruleset> = games.collect();
    for file in &units {
        let told = games.iter_mut().map(|game| {
            let faults = match file.catalogues(game, None) {
                Ok(found) => {
                    *game = game.with_own_catalogues(found);
                    Vec::new()
                }
                Err(faults) => faults,
            };
            (&*game, faults)
        });
        if let Some((game, faults)) = told.min_by_key(|(_, faults)| faults.len())
            && !faults.is_empty()
        {
            return Err(UnfitFile { path: file.path.clone(), game: game.declarations().name.clone(), faults });
        }
    }
    Ok(shelf.with_units(move |ruleset| {
        let read = |file: &OwnUnits, game: &Ruleset| Ok(file.catalogues(game, None).unwrap_or_default());
        in_turn(ruleset, &units, read)
    }))
}

/// Reads the catalogues of several files. Each is read with the units of the earlier files known.
///
/// # Errors
/// The errors of `read`.
pub fn in_turn<E>(
    ruleset: &Ruleset,
    files: &[OwnUnits],
    read: impl Fn(&OwnUnits, &Ruleset) -> Result<Vec<Catalogue>, E>,
) -> Result<Vec<Catalogue>, E> {
    let mut game = ruleset.clone();
    let mut all = Vec::new();
    for file in files {
        let found = read(file, &game)?;
        game = game.with_own_catalogues(found.clone());
        all.extend(found);
    }
    Ok(all)
}

/// The names of the ruleset's units that these catalogues replace, sorted.
#[must_use]
pub fn replaced<'r>(ruleset: &'r Ruleset, catalogues: &[Catalogue]) -> Vec<&'r str> {
    let own = catalogues.iter().flat_map(|catalogue| catalogue.units.iter().map(|unit| (&catalogue.nation, &unit.id)));
    let mut names: Vec<&str> = own.filter_map(|(nation, id)| shipped(ruleset, nation.as_deref(), id)).collect();
    names.sort_unstable();
    names
}

/// The text of catalogues with whole units. Those that the ruleset has too say that they are whole, because otherwise a unit
/// in a file is joined with that of the ruleset.
///
/// # Errors
/// A value that YAML cannot hold.
pub fn whole_text(ruleset: &Ruleset, catalogues: &[Catalogue]) -> Result<String, serde_json::Error> {
    let text = |catalogue: &Catalogue| {
        let mut value = serde_json::to_value(catalogue)?;
        for unit in value.get_mut("units").and_then(Value::as_array_mut).into_iter().flatten() {
            let id = unit.get("id").and_then(Value::as_str).unwrap_or_default();
            if shipped(ruleset, catalogue.nation.as_deref(), id).is_some()
                && let Value::Object(keys) = unit.take()
            {
                let whole = keys.into_iter().flat_map(|(key, value)| {
                    let says_so = (key == "id").then(|| ("replace".to_owned(), Value::Bool(true)));
                    std::iter::once((key, value)).chain(says_so)
                });
                *unit = Value::Object(whole.collect());
            }
        }
        yaml::to_string(&value)
    };
    let texts = catalogues.iter().map(text).collect::<Result<Vec<_>, _>>()?;
    Ok(texts.join("---\n"))
}

/// The name of a unit of the ruleset itself.
fn shipped<'r>(ruleset: &'r Ruleset, nation: Option<&str>, id: &str) -> Option<&'r str> {
    let of_nation = ruleset.catalogues().iter().filter(|catalogue| catalogue.written().nation.as_deref() == nation);
    let mut units = of_nation.flat_map(|catalogue| catalogue.written().units.iter().map(move |unit| (catalogue, unit)));
    units.find_map(|(catalogue, unit)| (unit.id == id && catalogue.own(unit).is_none()).then_some(unit.name.as_str()))
}

/// Whether a file is a spreadsheet, by its extension.
#[must_use]
pub fn is_spreadsheet(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"))
}

fn place(fault: &FileFault) -> String {
    match fault.place {
        Some(place) => format!("line {}, column {}: {}", place.line, place.column, fault.message),
        None => fault.message.clone(),
    }
}
