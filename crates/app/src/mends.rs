//! `mends`: changes that mend a problem of a list, or that make the list legal.

use muster_engine::list::ArmyList;
use muster_engine::place::SquadronPlace;
use muster_engine::plural::capital;
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, Severity, Verdict};
use muster_mend::{Bounds, Mend};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::CallFault;
use crate::given::GivenList;
use crate::to_do::is_to_do;

/// How many squadrons are judged to mend or to fill a list: so many lists of one squadron, or half as many of two.
const JUDGED_SQUADRONS: usize = 300_000;
/// How many lists are judged for it.
const JUDGED: usize = 10_000;
/// To mend one problem, so many times fewer: nobody asked for it, and there are several.
const FEWER: usize = 4;
/// The largest list for which changes are looked for.
const MOST_SQUADRONS: usize = 500;
/// How many mends there are at most in an answer.
const MOST: usize = 20;
/// Ways to make a list legal are left out if they have so many more changes than the shortest.
const MORE_CHANGES: usize = 1;
/// How many mends there are by default.
const USUAL: usize = 3;

/// The arguments of `mends`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MendsArgs {
    /// The list.
    pub list: GivenList,
    /// The problem to mend: an error, a warning, a word that is not known, or something that the list leaves open. Default: all errors of the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<FindingReference>,
    /// How many mends to find at most, from 1 to 20. Default: 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 20))]
    pub most: Option<usize>,
    /// The event under which to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// A finding of a list, as `judge` told it.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FindingReference {
    /// The id of its rule.
    pub rule: String,
    /// Its places, all in their order.
    pub at: Vec<String>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MendsAnswer {
    /// The mends; the first changes least. Empty if the search found none, or if the list does not have this error.
    pub mends: Vec<MendInfo>,
    /// There are more than were asked for.
    pub more: bool,
    /// How many changed lists were judged.
    pub judged: usize,
    /// The search stopped at its bound, so it may have missed some.
    pub bounded: bool,
}

/// Changes of a list, and what comes of them.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MendInfo {
    /// The changes in the few words of a button: `Set to 4`.
    pub label: String,
    /// Each change in a sentence without a full stop: `Set Tribal Class Cruiser to 4 models instead of 5`.
    pub changes: Vec<String>,
    /// The points that each change adds, in the same order; null if not known.
    pub gains: Vec<Option<i64>>,
    /// The points after them; absent if not known.
    pub points: Option<i64>,
    /// The points that they add; absent if not known.
    pub gain: Option<i64>,
    /// The verdict after them.
    pub verdict: Verdict,
    /// The list after them.
    pub list: ArmyList,
}

/// Looks for changes that mend one problem and cause no other but what is then still to do, or for changes that make
/// the list legal.
///
/// Fails if the list cannot be read, if its ruleset is unknown, or if it has more than 500 squadrons. Judges at most
/// 10,000 lists, a quarter of that for one problem, and fewer if the list is large.
pub fn mends(app: &App, args: &MendsArgs) -> Result<MendsAnswer, CallFault> {
    let (ruleset, list) = ready(app, &args.list, args.event.as_ref())?;
    let most = args.most.unwrap_or(USUAL).clamp(1, MOST);
    let before = muster_engine::points(&ruleset, &list);
    let bounds = Bounds { mends: most, ..bounds(&list) };
    let (mut found, about) = match &args.problem {
        None => {
            let mut found = muster_mend::fix(&ruleset, &list, bounds);
            let least = found.mends.iter().map(|mend| mend.steps.len()).min().unwrap_or(0);
            found.mends.retain(|mend| mend.steps.len() <= least + MORE_CHANGES);
            (found, None)
        }
        Some(problem) => {
            let findings = muster_engine::check(&ruleset, &list).findings;
            let is_it = |finding: &&Finding| finding.rule.as_str() == problem.rule && finding.at == problem.at;
            let Some(finding) = findings.iter().find(is_it) else {
                return Ok(MendsAnswer { mends: Vec::new(), more: false, judged: 0, bounded: false });
            };
            let about = SquadronPlace::only(&problem.at);
            // One more, to know whether there are more.
            let bounds = Bounds { mends: most + 1, judged: bounds.judged / FEWER };
            let to_do = |finding: &Finding, left| {
                let rule = ruleset.rule(finding.rule.as_str()).map(|sourced| &sourced.rule);
                is_to_do(rule, finding, left)
            };
            let found = match finding.severity {
                Severity::Error | Severity::Warning => muster_mend::mends_of(&ruleset, &list, finding, to_do, bounds),
                Severity::Undetermined if finding.source.is_some() && !list.open.is_empty() => {
                    muster_mend::answers_of(&ruleset, &list, finding, bounds)
                }
                _ => muster_mend::spellings_of(&ruleset, &list, finding, bounds),
            };
            (found, about)
        }
    };
    let more = found.mends.len() > most;
    found.mends.truncate(most);
    let mends = found.mends.iter().map(|mend| info(&ruleset, &list, before, about.as_ref(), mend)).collect();
    Ok(MendsAnswer { mends, more, judged: found.judged, bounded: found.is_bounded })
}

/// Finds the ruleset of a list before a search, and reads the list. Fails if the list has more than 500 squadrons.
pub(crate) fn ready(app: &App, list: &GivenList, event: Option<&GivenEvent>) -> Result<(Ruleset, ArmyList), CallFault> {
    let list = list.list_to_try()?;
    if SquadronPlace::all(&list).len() > MOST_SQUADRONS {
        let message = format!("changes are looked for only in lists of up to {MOST_SQUADRONS} squadrons");
        return Err(CallFault::new("too-large", message));
    }
    Ok((app.under(event)?.shelf().ruleset_for(&list)?, list))
}

/// How far a search goes: less far the larger the list.
pub(crate) fn bounds(list: &ArmyList) -> Bounds {
    Bounds { judged: JUDGED.min(JUDGED_SQUADRONS / SquadronPlace::all(list).len().max(1)), ..Bounds::default() }
}

/// A mend as screens show it. `before` is what the list costs without it.
pub(crate) fn info(
    ruleset: &Ruleset,
    list: &ArmyList,
    before: Option<i64>,
    about: Option<&SquadronPlace>,
    mend: &Mend,
) -> MendInfo {
    let label = match mend.steps.as_slice() {
        [step] => step.change.label(ruleset, list, about),
        steps => steps.iter().map(|step| step.says.as_str()).collect::<Vec<_>>().join("; "),
    };
    MendInfo {
        label: capital(&label),
        changes: mend.steps.iter().map(|step| capital(&step.says)).collect(),
        gains: mend.steps.iter().map(|step| step.gain).collect(),
        points: mend.points,
        gain: mend.points.zip(before).map(|(after, before)| after - before),
        verdict: mend.verdict,
        list: mend.list.clone(),
    }
}
