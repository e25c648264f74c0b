//! `migrate`: a list moved to the newest version of its ruleset, and what becomes of it there.

use muster_engine::list::ArmyList;
use muster_engine::report::{Finding, Verdict};
use muster_engine::words::number;
use muster_submissions::{Migration, VersionVerdict, moved};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::CallFault;
use crate::finding::FindingInfo;
use crate::given::GivenList;
use crate::given_sheet::{GivenSheet, beside, file_of};

/// The arguments of `migrate`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MigrateArgs {
    /// The list.
    pub list: GivenList,
    /// The sheet that the list points at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<GivenSheet>,
    /// The event under which to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// What becomes of a list.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MigrateAnswer {
    /// How it is judged now; absent if the version that it asks for is not at hand.
    pub before: Option<StateInfo>,
    /// How the newest version judges it.
    pub after: StateInfo,
    /// Prices and names that differ, a sentence each.
    pub changes: Vec<String>,
    /// The findings that it does not have now.
    pub new: Vec<FindingInfo>,
    /// The findings that it has now, and then no more.
    pub gone: Vec<FindingInfo>,
    /// The list for the newest version.
    pub list: ArmyList,
}

/// How a list is judged by one version.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StateInfo {
    /// The version of the ruleset.
    pub version: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The terms that the list sets for itself, in words that follow the verdict; none if it sets none.
    pub terms: Option<String>,
    /// What the list costs, in words: `985 of 1000 points`, or `points not known`.
    pub points: String,
}

/// Moves a list to the newest version of its ruleset. The list in the call stays as it is. Fails if the list cannot be
/// read, or if the newest version cannot judge it.
pub fn migrate(app: &App, args: &MigrateArgs) -> Result<MigrateAnswer, CallFault> {
    let app = &app.under(args.event.as_ref())?;
    let list = args.list.list()?;
    let sheet = file_of(args.sheet.as_ref())?;
    let migration = moved(app.shelf(), "", beside(sheet.as_ref()), &list, None).map_err(|report| {
        let first = report.findings.into_iter().next();
        let fault =
            CallFault::new("no-version", first.as_ref().map_or("no version can judge the list", |one| &one.message));
        CallFault { help: first.and_then(|one| one.help), ..fault }
    })?;
    let changes = migration.sentences();
    let Migration { before, after, gone, new, list, .. } = migration;
    // The ruleset of the one version does not have the rules of the other, so the findings stand without them.
    let infos = |all: Vec<Finding>| all.into_iter().map(|one| FindingInfo::new(None, one, None)).collect();
    let state = |VersionVerdict { version, verdict, terms, points }: VersionVerdict| StateInfo {
        version,
        verdict,
        terms,
        points: number::points_of(points.map(i64::from), None, list.mfv),
    };
    Ok(MigrateAnswer {
        before: before.map(state),
        after: state(after),
        changes,
        new: infos(new),
        gone: infos(gone),
        list: list.clone(),
    })
}
