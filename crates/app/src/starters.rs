//! `examples`: the fleets that come with the program.

use std::path::Path;

use muster_engine::report::{FindingId, Remark, Verdict};
use muster_engine::words::number;
use muster_library::judge::judge_entry;
use muster_library::lists::{FileDocument, lists};
use rust_embed::RustEmbed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::CallFault;
use crate::names::nation_name;

#[derive(RustEmbed)]
#[folder = "../../examples"]
// What players send to an event is no fleet to begin with.
#[exclude = "events/*"]
#[exclude = "submissions*"]
struct ExampleFiles;

/// The arguments of `examples`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExamplesArgs {
    /// Only fleets of this ruleset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
}

/// A fleet that comes with the program.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Example {
    /// The id of its ruleset.
    pub ruleset: String,
    /// The name of its file.
    pub file: String,
    /// The list's name.
    pub name: String,
    /// The printed name of its nation, if it names one.
    pub nation: Option<String>,
    /// Its maximum force value, in points; none if it is not known.
    pub mfv: Option<u32>,
    /// Its points: `985`, `?`.
    pub points: String,
    /// The verdict, judged with the units that are installed. Some examples are wrong on purpose.
    pub verdict: Verdict,
    /// The terms that the list sets for itself, in words.
    pub terms: Option<String>,
    /// It names units that are not installed: units of a club.
    pub lacks_units: bool,
    /// The text of the whole file.
    pub text: String,
}

/// The fleets that come with the program, for one ruleset or for all. Never fails.
pub fn examples(app: &App, args: &ExamplesArgs) -> Result<Vec<Example>, CallFault> {
    let wanted = |example: &Example| args.ruleset.as_ref().is_none_or(|ruleset| *ruleset == example.ruleset);
    let mut examples: Vec<Example> =
        ExampleFiles::iter().filter_map(|path| example(app, &path)).filter(wanted).collect();
    examples.sort_by(|one, other| (&one.ruleset, &one.file).cmp(&(&other.ruleset, &other.file)));
    Ok(examples)
}

fn example(app: &App, path: &str) -> Option<Example> {
    // The folder also holds units of clubs and a README.
    Path::new(path).extension().is_some_and(|ending| ending == "yaml").then_some(())?;
    let bytes = ExampleFiles::get(path)?.data;
    let entry = lists(&bytes).into_iter().next()?;
    let FileDocument::List(list, _) = &entry else { return None };
    let report = judge_entry(app.shelf(), path, None, &entry);
    Some(Example {
        ruleset: list.ruleset.id().to_owned(),
        file: path.rsplit('/').next().unwrap_or(path).to_owned(),
        name: list.name.clone().unwrap_or_default(),
        nation: list.nation.as_deref().map(|nation| nation_name(app, &list.ruleset, nation)),
        mfv: list.mfv,
        points: number::known(report.points.map(i64::from), None),
        verdict: report.verdict,
        terms: report.terms.words.clone(),
        lacks_units: report.findings.iter().any(|finding| finding.rule == FindingId::Remark(Remark::UnknownUnit)),
        text: String::from_utf8_lossy(&bytes).into_owned(),
    })
}
