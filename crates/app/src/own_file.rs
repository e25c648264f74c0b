//! A person's own units that come along with a call.

use std::borrow::Cow;
use std::path::PathBuf;

use indexmap::IndexMap;
use muster_engine::catalogue::Catalogue;
use muster_engine::ready::Ruleset;
use muster_library::shelf::Shelf;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::fault::CallFault;
use crate::own_units::{OwnUnits, in_turn};

/// Every call may bring own files under this key, beside its arguments.
pub(crate) const KEY: &str = "own";

/// A file that holds a person's own units for one game, as catalogues.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OwnFile {
    /// The id of the ruleset that gets the units.
    pub ruleset: String,
    /// The catalogues as YAML, one per document.
    pub text: String,
}

/// Takes the own files out of the arguments of a call. Returns the other arguments.
pub(crate) fn parted(args: &[u8]) -> Result<(Vec<OwnFile>, Cow<'_, [u8]>), CallFault> {
    let wrong = |error: serde_json::Error| CallFault::new("wrong-args", format!("the call cannot be read: {error}"));
    // Most calls bring none, and large arguments are not read twice.
    if !args.windows(KEY.len() + 2).any(|part| part == b"\"own\"") {
        return Ok((Vec::new(), args.into()));
    }
    let Ok(mut whole) = serde_json::from_slice::<IndexMap<&str, &RawValue>>(args) else {
        // The call itself says what is wrong.
        return Ok((Vec::new(), args.into()));
    };
    let Some(own) = whole.shift_remove(KEY) else { return Ok((Vec::new(), args.into())) };
    let own = serde_json::from_str(own.get()).map_err(wrong)?;
    Ok((own, serde_json::to_vec(&whole).map_err(wrong)?.into()))
}

/// A shelf with these units added to their games. A file that its game does not understand adds none: the call
/// `read-units` tells what is wrong with it.
pub(crate) fn shelf_with(shelf: &Shelf, files: &[OwnFile]) -> Shelf {
    let ids: Vec<&str> = files.iter().map(|file| file.ruleset.as_str()).collect();
    let own = files.to_vec();
    shelf.with_more_units(&ids, move |ruleset| catalogues(ruleset, &own))
}

fn catalogues(ruleset: &Ruleset, files: &[OwnFile]) -> Vec<Catalogue> {
    let of_game = files.iter().filter(|file| file.ruleset == ruleset.declarations().id);
    let units: Vec<OwnUnits> = of_game.map(units).collect();
    let read = |file: &OwnUnits, game: &Ruleset| Ok::<_, CallFault>(file.catalogues(game, None).unwrap_or_default());
    in_turn(ruleset, &units, read).unwrap_or_default()
}

fn units(file: &OwnFile) -> OwnUnits {
    OwnUnits { path: PathBuf::from("own.yaml"), bytes: file.text.clone().into_bytes() }
}
