//! `read-units`: units of a person's own, from a spreadsheet or a catalogue. `units-sheet`: an empty spreadsheet.

use std::path::PathBuf;

use muster_engine::catalogue::Catalogue;
use muster_engine::ready::Ruleset;
use muster_exchange::{sheet, yaml};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::Fault;
use crate::names;
use crate::own_units::{OwnUnits, is_sheet, replaced};
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
    /// The file. Its name tells a spreadsheet (`.csv`) from a catalogue.
    pub file: GivenFile,
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

/// Reads the units of a file. Fails if the ruleset or the nation is unknown.
pub fn read_units(app: &App, args: &ReadUnitsArgs) -> Result<ReadUnitsAnswer, Fault> {
    let ruleset = names::ruleset(app, &args.ruleset, &[])?;
    let nation = args.nation.as_deref().map(|name| names::nation(&ruleset, name)).transpose()?;
    let file = OwnUnits { path: PathBuf::from(&args.file.name), bytes: args.file.bytes()? };
    let found = match file.catalogues(&ruleset, nation) {
        Ok(found) => found,
        Err(mut faults) => {
            let more = faults.len().saturating_sub(TOLD);
            faults.truncate(TOLD);
            if more > 0 {
                faults.push(format!("and {more} more"));
            }
            return Ok(ReadUnitsAnswer { units: Vec::new(), text: String::new(), faults });
        }
    };
    let text = if is_sheet(&file.path) {
        let documents = found.iter().map(yaml::to_string).collect::<Result<Vec<_>, _>>();
        documents.map_err(|error| Fault::new("unwritable", error.to_string()))?.join("---\n")
    } else {
        // A catalogue may hold only what differs from units of the ruleset. It stays as it is written.
        String::from_utf8(file.bytes).map_err(|_| Fault::new("unreadable", "the file is not text"))?
    };
    Ok(ReadUnitsAnswer { units: units(&ruleset, &found), text, faults: Vec::new() })
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
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitsSheetArgs {
    /// The ruleset's id.
    pub ruleset: String,
}

/// An empty spreadsheet.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitsSheetAnswer {
    /// The name for its file.
    pub name: String,
    /// The spreadsheet as CSV, with every column of the ruleset and notes on their values.
    pub text: String,
}

/// An empty spreadsheet for units. Fails if the ruleset is unknown.
pub fn units_sheet(app: &App, args: &UnitsSheetArgs) -> Result<UnitsSheetAnswer, Fault> {
    let ruleset = names::ruleset(app, &args.ruleset, &[""])?;
    let declarations = ruleset.declarations();
    Ok(UnitsSheetAnswer { name: format!("units-{}.csv", declarations.id), text: sheet::template(declarations) })
}
