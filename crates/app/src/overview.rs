//! `overview`: a list in figures.

use muster_engine::overview::{self, Overview};
use muster_library::judge::{JudgedList, judge_in_full};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::CallFault;
use crate::given::GivenList;

/// The arguments of `overview`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OverviewArgs {
    /// The list.
    pub list: GivenList,
    /// The event under which to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// A list in figures. Fails if the list cannot be read or its ruleset is not installed.
pub fn overview(app: &App, args: &OverviewArgs) -> Result<Overview, CallFault> {
    let app = app.under(args.event.as_ref())?;
    let judged = judge_in_full(app.shelf(), "", None, &args.list.list()?, None);
    let JudgedList { ruleset, summary, .. } = judged.map_err(|report| CallFault::of_report(&report))?;
    let look = app.shelf().looks(&ruleset.declarations().id).overview;
    Ok(overview::overview(&ruleset, &summary, &look.traits, &look.stats))
}
