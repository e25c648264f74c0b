//! `starters`: the starter fleets of a game, which come with the program.

use std::path::Path;

use muster_engine::report::Verdict;
use muster_engine::words::number;
use muster_library::judge::judge_entry;
use muster_library::lists::{FileDocument, lists};
use rust_embed::RustEmbed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::CallFault;

#[derive(RustEmbed)]
#[folder = "../../starters"]
struct StarterFiles;

/// The arguments of `starters`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StartersArgs {
    /// The id of the game's ruleset.
    pub ruleset: String,
    /// Only fleets of this nation, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<String>,
}

/// A fleet that comes with the program, for a player to begin with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Starter {
    /// The name of its file.
    pub file: String,
    /// The list's name.
    pub name: String,
    /// What the fleet is and how it fights, in a sentence.
    pub summary: String,
    /// The id of its nation, if it names one.
    pub nation: Option<String>,
    /// Its maximum force value, in points; none if it is not known.
    pub mfv: Option<u32>,
    /// Its points: `985`, `?`.
    pub points: String,
    /// The verdict, judged with the units that are installed.
    pub verdict: Verdict,
    /// The text of the whole file.
    pub text: String,
}

/// The starter fleets of a game, the smallest first. Never fails: a game without such fleets has none.
pub fn starters(app: &App, args: &StartersArgs) -> Result<Vec<Starter>, CallFault> {
    let folder = format!("{}/", args.ruleset);
    let paths = StarterFiles::iter().filter(|path| path.starts_with(&folder));
    let mut starters: Vec<Starter> = paths.filter_map(|path| starter(app, &path, args.nation.as_deref())).collect();
    starters.sort_by(|one, other| (one.mfv, &one.name).cmp(&(other.mfv, &other.name)));
    Ok(starters)
}

/// The fleet in a file; none if the file holds no list, or the list of another nation than is wanted.
fn starter(app: &App, path: &str, nation: Option<&str>) -> Option<Starter> {
    let bytes = StarterFiles::get(path)?.data;
    let entry = lists(&bytes).into_iter().next()?;
    let FileDocument::List(list, _) = &entry else { return None };
    if nation.is_some_and(|nation| list.nation.as_deref() != Some(nation)) {
        return None;
    }
    let report = judge_entry(app.shelf(), path, None, &entry);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    // The first line is a comment.
    let summary = text.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']).to_owned();
    Some(Starter {
        file: Path::new(path).file_name()?.to_string_lossy().into_owned(),
        name: list.name.clone().unwrap_or_default(),
        summary,
        nation: list.nation.clone(),
        mfv: list.mfv,
        points: number::known(report.points.map(i64::from), None),
        verdict: report.verdict,
        text,
    })
}
