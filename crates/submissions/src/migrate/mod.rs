//! Moves a list to another version of its ruleset, and says what becomes of it.

mod prices;
mod text;

use std::collections::BTreeMap;

use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::report::{Finding, Report, Verdict};
use muster_engine::summary::SquadronLine;
use muster_library::fault::FileFault;
use muster_library::files::FilesPath;
use muster_library::judge::{JudgedList, judge_in_full, unreadable};
use muster_library::shelf::Shelf;
use muster_library::versions;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

pub use self::prices::PriceDifference;
use crate::patch::patch;
use crate::submission::Submission;

/// What becomes of a list under another version of its ruleset.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Migration {
    /// The id of its ruleset.
    pub ruleset: String,
    /// How it was judged before; none if the version that it asks for is not at hand.
    pub before: Option<VersionVerdict>,
    /// How it is judged now.
    pub after: VersionVerdict,
    /// What costs more or less: squadrons with their options, in the order of the list, each followed by those of its
    /// options that have another price.
    pub prices: Vec<PriceDifference>,
    /// The units that have another name.
    pub renamed: Vec<UnitRename>,
    /// The findings that it had before and has no more.
    pub gone: Vec<Finding>,
    /// The findings that it did not have before.
    pub new: Vec<Finding>,
    /// The list for the other version.
    pub list: ArmyList,
    /// The operations that make it of the list before: a JSON Patch (RFC 6902).
    pub patch: Vec<Value>,
    /// What is different in the list: pointers with their new values.
    #[serde(skip)]
    edits: Vec<(String, String)>,
}

/// How a list is judged by one version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "State")]
#[serde(rename_all = "kebab-case")]
pub struct VersionVerdict {
    /// The version of the ruleset.
    pub version: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The terms that the list sets for itself, in words that follow the verdict; none if it sets none.
    pub terms: Option<String>,
    /// The points, if they are known.
    pub points: Option<u32>,
}

/// A unit that has another name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Renamed")]
#[serde(rename_all = "kebab-case")]
pub struct UnitRename {
    /// Its printed name before.
    pub before: String,
    /// Its printed name now.
    pub after: String,
}

impl Migration {
    /// The prices and names that differ, a sentence each.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let said = |points: Option<i64>| points.map_or_else(|| "unknown".to_owned(), |points| points.to_string());
        let price = |PriceDifference { what, before, after, .. }: &PriceDifference| {
            format!("{what}: {} points instead of {}", said(*after), said(*before))
        };
        let renamed = |UnitRename { before, after }: &UnitRename| format!("{before} is called {after} now");
        self.prices.iter().map(price).chain(self.renamed.iter().map(renamed)).collect()
    }

    /// The text of the list's file with only those words changed that must change, so that comments and order stay.
    /// None if the file holds something else besides the list, or is no list file.
    #[must_use]
    pub fn edited(&self, file: &[u8]) -> Option<String> {
        text::edited(file, &self.edits, &self.list)
    }
}

/// The newest version of a list's ruleset, or the newest that satisfies `to` (a version or a range).
///
/// # Errors
/// If no such version is at hand.
fn target(shelf: &Shelf, list: &ArmyList, to: Option<&str>) -> Result<RulesetName, FileFault> {
    let id = list.ruleset.id();
    let name = match to {
        Some(to) => versions::name(&format!("{id}@{to}"))?,
        None => RulesetName::Id(id.to_owned()),
    };
    let found = &shelf.find(&name)?.version;
    Ok(match name {
        RulesetName::Versioned { .. } => name,
        RulesetName::Id(id) => {
            RulesetName::Versioned { id, version: Some(format!("^{}.{}", found.major, found.minor)) }
        }
    })
}

/// Moves a list to the newest version of its ruleset, or to the newest that satisfies `to`. None if the submission holds
/// no list.
///
/// # Errors
/// The report that says why no version can judge it.
pub fn migrate(shelf: &Shelf, submission: &Submission, to: Option<&str>) -> Option<Result<Migration, Box<Report>>> {
    let list = submission.list.as_deref()?;
    Some(moved(shelf, &submission.report.file, submission.beside(shelf), list, to))
}

/// The same for a list that nobody handed in. `file` is its name in reports, for `beside`, see
/// [`judge_in_full`].
///
/// # Errors
/// The report that says why no version can judge it.
pub fn moved(
    shelf: &Shelf,
    file: &str,
    beside: Option<FilesPath>,
    stated: &ArmyList,
    to: Option<&str>,
) -> Result<Migration, Box<Report>> {
    let judge = |list: &ArmyList| judge_in_full(shelf, file, beside, list, None);
    let ruleset = target(shelf, stated, to).map_err(|fault| Box::new(unreadable(file, 0, vec![fault])))?;
    let id = ruleset.id().to_owned();
    let range = match &ruleset {
        RulesetName::Versioned { version: Some(version), .. } => version.clone(),
        RulesetName::Versioned { .. } | RulesetName::Id(_) => String::new(),
    };
    let mut list = ArmyList { ruleset, ..stated.clone() };
    let mut edits = vec![(text::RULESET.to_owned(), range)];
    let mut after = judge(&list)?;
    let before = judge(stated).ok();
    if let Some(before) = &before {
        let renames = ids_of_lost_names(before, &after);
        if let Some(renamed) = with_units(&list, &renames) {
            list = renamed;
            edits.extend(renames.into_iter().map(|(at, id)| (format!("{at}/unit"), id)));
            after = judge(&list)?;
        }
    }
    let (gone, new) = match &before {
        Some(before) => (
            without(&before.report.findings, &after.report.findings),
            without(&after.report.findings, &before.report.findings),
        ),
        None => (Vec::new(), after.report.findings.clone()),
    };
    let pairs = before.as_ref().map(|before| pairs(before, &after)).unwrap_or_default();
    let mut renamed: Vec<UnitRename> = pairs
        .iter()
        .filter(|(one, other)| one.unit_id == other.unit_id && one.unit_id.is_some() && one.unit != other.unit)
        .map(|(one, other)| UnitRename { before: one.unit.clone(), after: other.unit.clone() })
        .collect();
    renamed.dedup();
    let prices = before.as_ref().map(|before| prices::prices(before, &after, &pairs)).unwrap_or_default();
    let before = before.as_ref().map(state);
    let patch = patch(stated, &list);
    Ok(Migration { ruleset: id, before, after: state(&after), prices, renamed, gone, new, list, patch, edits })
}

fn state(judged: &JudgedList) -> VersionVerdict {
    let JudgedList { ruleset, report, .. } = judged;
    VersionVerdict {
        version: ruleset.declarations().version.clone(),
        verdict: report.verdict,
        terms: report.terms.words.clone(),
        points: report.points,
    }
}

/// The squadrons of a list as both versions understand them.
fn pairs<'j>(before: &'j JudgedList, after: &'j JudgedList) -> Vec<(&'j SquadronLine, &'j SquadronLine)> {
    let now: BTreeMap<&str, &SquadronLine> =
        after.summary.squadrons.iter().map(|line| (line.at.as_str(), line)).collect();
    before.summary.squadrons.iter().filter_map(|line| Some((line, *now.get(line.at.as_str())?))).collect()
}

/// The pointers of squadrons that name a unit by a word that means no unit now, or another one, each with the unit's id.
/// An id never changes, so it is known now.
fn ids_of_lost_names(before: &JudgedList, after: &JudgedList) -> Vec<(String, String)> {
    let lost = pairs(before, after).into_iter().filter(|(one, other)| one.unit_id != other.unit_id);
    lost.filter_map(|(one, _)| {
        let id = one.unit_id.as_deref()?;
        let (catalogue, unit) = after.ruleset.find_unit(one.nation_id.as_deref(), id)?;
        Some((one.at.clone(), catalogue.written().units.get(unit.index)?.id.clone()))
    })
    .collect()
}

/// The list with these units at these pointers. None if nothing changes.
fn with_units(list: &ArmyList, units: &[(String, String)]) -> Option<ArmyList> {
    if units.is_empty() {
        return None;
    }
    let mut value = serde_json::to_value(list).ok()?;
    for (at, id) in units {
        value.pointer_mut(at)?["unit"] = Value::from(id.as_str());
    }
    serde_json::from_value(value).ok()
}

/// The findings of `these` that `others` do not have. A finding with other words on the same rule and place is the same.
fn without(these: &[Finding], others: &[Finding]) -> Vec<Finding> {
    let mut left: Vec<&Finding> = others.iter().collect();
    let is_same = |one: &Finding, other: &Finding| {
        (&one.rule, one.severity, &one.at, one.measured, one.min, one.max)
            == (&other.rule, other.severity, &other.at, other.measured, other.min, other.max)
    };
    let only = these.iter().filter(|one| match left.iter().position(|other| is_same(one, other)) {
        Some(place) => {
            left.swap_remove(place);
            false
        }
        None => true,
    });
    only.cloned().collect()
}
