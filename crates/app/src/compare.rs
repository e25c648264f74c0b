//! `compare`: what was handed in, and later versions of it.

use muster_submissions::{Arrival, ListComparison, Submission};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::CallFault;

/// The arguments of `compare`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CompareArgs {
    /// The lists as they were handed in.
    pub before: Vec<Submission>,
    /// Later versions.
    pub after: Vec<Submission>,
    /// The later lists are late versions: who sent nothing new is unchanged, and not gone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// The event under which both were judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// What became of the lists.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CompareAnswer {
    /// The lists: changed ones first, then new ones, those that are gone, and the same.
    pub lists: Vec<ListComparison>,
}

/// Compares lists with later versions of them, as `muster compare` does. Fails if the event is faulty.
pub fn compare(app: &App, args: &CompareArgs) -> Result<CompareAnswer, CallFault> {
    let app = app.under(args.event.as_ref())?;
    let (before, after) = (placeless(&args.before), placeless(&args.after));
    Ok(CompareAnswer { lists: muster_submissions::compare(app.shelf(), &before, &after, args.late) })
}

/// The lists with nothing beside them: whoever sends a call chooses no place on this machine.
fn placeless(lists: &[Submission]) -> Vec<Submission> {
    let placeless =
        |list: &Submission| Submission { came: Arrival { is_plain: false, ..list.came.clone() }, ..list.clone() };
    lists.iter().map(placeless).collect()
}
