//! `read-units`: units of a person's own, from files. `units-sheet`: an empty spreadsheet for them.

use std::path::PathBuf;

use muster_engine::catalogue::Catalogue;
use muster_engine::ready::Ruleset;
use muster_exchange::spreadsheet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::community;
use crate::fault::CallFault;
use crate::names;
use crate::own_units::{OwnUnits, is_spreadsheet, replaced, whole_text};
use crate::submissions::GivenFile;

/// At most this many faults of a file are told.
const TOLD: usize = 50;

/// The arguments of `read-units`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReadUnitsArgs {
    /// The ruleset's id.
    pub ruleset: String,
    /// The nation of units of a spreadsheet that names none, by id or name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<String>,
    /// A spreadsheet (`.csv`), a catalogue of Muster, or the files of community data (`.cat`, `.gst`) that one nation
    /// needs.
    pub files: Vec<GivenFile>,
}

/// The units of a file, or what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReadUnitsAnswer {
    /// The units; empty if anything is wrong.
    pub units: Vec<ReadUnit>,
    /// The units as catalogues, for the key `own` of calls; empty if anything is wrong.
    pub text: String,
    /// What is wrong, each with its line and column. Nothing of the file is used then.
    pub faults: Vec<String>,
    /// The parts of community data that Muster did not understand. The units can be used all the same.
    pub notes: Vec<String>,
}

impl ReadUnitsAnswer {
    fn faulty(mut faults: Vec<String>) -> Self {
        let more = faults.len().saturating_sub(TOLD);
        faults.truncate(TOLD);
        if more > 0 {
            faults.push(format!("and {more} more"));
        }
        Self { units: Vec::new(), text: String::new(), faults, notes: Vec::new() }
    }
}

/// A unit of a file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReadUnit {
    /// Its id.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// The printed name of its nation; absent for units of no nation.
    pub nation: Option<String>,
    /// Whether it replaces a unit of the ruleset, or changes its price.
    pub replaces: bool,
}

/// Reads the units of files. Fails if the ruleset or the nation is unknown, or if there is not one file of units.
pub fn read_units(app: &App, args: &ReadUnitsArgs) -> Result<ReadUnitsAnswer, CallFault> {
    let ruleset = names::ruleset(app, &args.ruleset, &[])?;
    let nation = args.nation.as_deref().map(|name| names::nation(&ruleset, name)).transpose()?;
    let mut files = Vec::new();
    for file in &args.files {
        files.push(OwnUnits { path: PathBuf::from(&file.name), bytes: file.bytes()? });
    }
    if files.iter().any(|file| community::is_catalogue(&file.path)) {
        let read = community::read(app, &args.ruleset, files)?;
        let text = text(&ruleset, std::slice::from_ref(&read.catalogue))?;
        let units = units(&ruleset, &[read.catalogue]);
        return Ok(ReadUnitsAnswer { units, text, faults: Vec::new(), notes: read.notes });
    }
    let Ok([file]) = <[OwnUnits; 1]>::try_from(files) else {
        return Err(CallFault::new("faulty-data", "give exactly one file of units"));
    };
    let found = match file.catalogues(&ruleset, nation) {
        Ok(found) => found,
        Err(faults) => return Ok(ReadUnitsAnswer::faulty(faults)),
    };
    let text = if is_spreadsheet(&file.path) {
        text(&ruleset, &found)?
    } else {
        // A catalogue may hold only what differs from units of the ruleset. It stays as it is written.
        String::from_utf8(file.bytes).map_err(|_| CallFault::new("unreadable", "the file is not text"))?
    };
    Ok(ReadUnitsAnswer { units: units(&ruleset, &found), text, faults: Vec::new(), notes: Vec::new() })
}

fn text(ruleset: &Ruleset, catalogues: &[Catalogue]) -> Result<String, CallFault> {
    whole_text(ruleset, catalogues).map_err(|error| CallFault::new("unwritable", error.to_string()))
}

fn units(ruleset: &Ruleset, found: &[Catalogue]) -> Vec<ReadUnit> {
    let replaced = replaced(ruleset, found);
    let nations = &ruleset.declarations().nations;
    let all = found.iter().flat_map(|catalogue| catalogue.units.iter().map(move |unit| (catalogue, unit)));
    all.map(|(catalogue, unit)| ReadUnit {
        id: unit.id.clone(),
        name: unit.name.clone(),
        nation: catalogue.nation.as_ref().map(|id| nations.get(id).map_or(id, |nation| &nation.name).clone()),
        replaces: replaced.contains(&unit.name.as_str()),
    })
    .collect()
}

/// The arguments of `units-sheet`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "UnitsSheetArgs")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitsSpreadsheetArgs {
    /// The ruleset's id.
    pub ruleset: String,
}

/// An empty spreadsheet.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "UnitsSheetAnswer")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitsSpreadsheetAnswer {
    /// The name for its file.
    pub name: String,
    /// The spreadsheet as CSV, with every column of the ruleset and notes on their values.
    pub text: String,
}

/// Makes an empty spreadsheet for units. Fails if the ruleset is unknown.
pub fn units_spreadsheet(app: &App, args: &UnitsSpreadsheetArgs) -> Result<UnitsSpreadsheetAnswer, CallFault> {
    let ruleset = names::ruleset(app, &args.ruleset, &[""])?;
    let declarations = ruleset.declarations();
    Ok(UnitsSpreadsheetAnswer {
        name: format!("units-{}.csv", declarations.id),
        text: spreadsheet::template(declarations),
    })
}
