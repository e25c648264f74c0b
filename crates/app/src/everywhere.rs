//! `everywhere`: where a list may be played, by each version of its ruleset and under each event.

use muster_engine::folding;
use muster_engine::report::{Report, Verdict};
use muster_library::everywhere::by_versions;
use muster_library::judge::judge_list;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::{GivenEvent, at_hand, shelf_under};
use crate::fault::CallFault;
use crate::given::GivenList;
use crate::words::points;

/// The most events that a call judges under; the given ones come first.
const EVENTS: usize = 200;

/// The arguments of `everywhere`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EverywhereArgs {
    /// The list.
    pub list: GivenList,
    /// Events beside those at hand: the person's own. At most 200 are judged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<GivenEvent>,
}

/// A list as it is judged on one occasion.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OccasionInfo {
    /// The version of the ruleset; absent for an event.
    pub version: Option<String>,
    /// The id of the event, or the name of its file; absent for a version.
    pub event: Option<String>,
    /// The name of the event, or the version.
    pub title: String,
    /// The verdict; absent if the event is faulty.
    pub verdict: Option<Verdict>,
    /// The points: `985 of 1000 points`; empty if they are unknown.
    pub points: String,
    /// The finding that decides the verdict and is told first, or what is wrong with the event.
    pub first: Option<String>,
    /// How many other findings decide the verdict.
    pub more: usize,
}

/// Judges a list by each version of its ruleset, the newest first, and then under each event of its game. The call fails if the list
/// cannot be read.
pub fn everywhere(app: &App, args: &EverywhereArgs) -> Result<Vec<OccasionInfo>, CallFault> {
    let list = args.list.list_to_try()?;
    let mut rows: Vec<OccasionInfo> = Vec::new();
    for (version, report) in by_versions(app.shelf(), &list) {
        let version = version.to_string();
        rows.push(OccasionInfo { version: Some(version.clone()), ..info(version, &report) });
    }
    let game = list.ruleset.id();
    let heads = at_hand(app.shelf()).into_iter().map(|(head, _)| head);
    let events = heads.filter(|head| head.rulesets.iter().any(|id| id == game));
    let events = events.map(|head| (GivenEvent { name: head.id, text: None }, head.name));
    let own = args.events.iter().map(|event| (event.clone(), event.name.clone()));
    for (event, title) in own.chain(events).take(EVENTS) {
        // Each event is used once, so its app is not kept.
        let row = match shelf_under(app.shelf(), &event) {
            Ok(shelf) => {
                let heads = shelf.event_heads();
                let Some(head) = heads.last().filter(|head| head.rulesets.iter().any(|id| id == game)) else {
                    continue;
                };
                info(head.name.clone(), &judge_list(&shelf, &title, None, &list, None))
            }
            Err(fault) => faulty(title, fault.message),
        };
        rows.push(OccasionInfo { event: Some(event.name), ..row });
    }
    Ok(rows)
}

fn faulty(title: String, why: String) -> OccasionInfo {
    let (version, event, verdict, points) = (None, None, None, String::new());
    OccasionInfo { version, event, title, verdict, points, first: Some(why), more: 0 }
}

fn info(title: String, report: &Report) -> OccasionInfo {
    let deciding = folding::deciding(report.verdict, &report.findings);
    OccasionInfo {
        version: None,
        event: None,
        title,
        verdict: Some(report.verdict),
        points: points(report),
        first: deciding.first().map(|finding| finding.message.clone()),
        more: deciding.len().saturating_sub(1),
    }
}
