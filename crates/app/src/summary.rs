//! A list at a glance as screens show it: the numbers of the summary, each with its words.

use muster_engine::list::ArmyList;
use muster_engine::names::{Names, names};
use muster_engine::ready::Ruleset;
use muster_engine::summary::{Allowance, GroupLine, Share, SquadronLine, Summary};
use muster_engine::words::number::{known, left, points};
use muster_engine::words::share;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A list at a glance.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SummaryInfo {
    /// Points of the whole list: `985`, `at least 985`, `?`.
    pub figure: String,
    /// What it leaves of the maximum force value: `15 left`, `40 over`; none if nothing is known.
    pub left: Option<String>,
    /// It certainly costs more than the maximum force value.
    pub over: bool,
    /// The printed name of the list's nation; the list's own word if it is not known.
    pub nation: Option<String>,
    /// The squadrons, in the order of the list.
    pub squadrons: Vec<SquadronInfo>,
    /// The groups, in the order of the list.
    pub groups: Vec<GroupInfo>,
    /// How far each limit over the whole list, or over a group, is used.
    pub shares: Vec<ShareInfo>,
    /// What the list is granted.
    pub allowances: Vec<AllowanceInfo>,
    /// The ids for the words by which the list names things.
    pub names: Names,
}

/// A squadron at a glance.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct SquadronInfo {
    /// As `muster show --format json` prints it.
    #[serde(flatten)]
    pub line: SquadronLine,
    /// Its points in a cell: `85`, `at least 85`, `?`.
    pub figure: String,
    /// Its points in a sentence: `85 points`, `points not known`.
    pub price: String,
}

/// A group at a glance.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct GroupInfo {
    /// As `muster show --format json` prints it.
    #[serde(flatten)]
    pub line: GroupLine,
    /// Its points: `85`, `at least 85`, `?`.
    pub figure: String,
}

/// How far a limit is used.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ShareInfo {
    /// As `muster show --format json` prints it.
    #[serde(flatten)]
    pub share: Share,
    /// How much there is of how much there may be: `470 of 300 to 600`.
    pub figure: String,
    /// How far the limit is broken: `130 over`, `40 short`; none if it is not broken for certain.
    pub state: Option<String>,
}

/// What a list is granted.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct AllowanceInfo {
    /// As `muster show --format json` prints it.
    #[serde(flatten)]
    pub allowance: Allowance,
    /// How many: `4`, `at least 4`, `?`.
    pub figure: String,
}

/// The words for a summary of a list.
pub(crate) fn words_of(ruleset: &Ruleset, list: &ArmyList, summary: Summary) -> SummaryInfo {
    let Summary { points, points_at_least, mfv, squadrons, groups, shares, allowances, .. } = summary;
    let names = names(ruleset, list);
    let nation = list.nation.as_ref().map(|word| {
        let known = names.nations.get(word).and_then(|id| ruleset.declarations().nations.get(id));
        known.map_or(word, |nation| &nation.name).clone()
    });
    SummaryInfo {
        figure: known(points, points_at_least),
        left: left(points, points_at_least, mfv),
        over: points.or(points_at_least).is_some_and(|points| points > i64::from(mfv)),
        nation,
        squadrons: squadrons.into_iter().map(squadron).collect(),
        groups: groups
            .into_iter()
            .map(|line| GroupInfo { figure: known(line.points, line.points_at_least), line })
            .collect(),
        shares: shares
            .into_iter()
            .map(|share| ShareInfo { figure: share::figure(&share), state: share::state(&share), share })
            .collect(),
        allowances: allowances
            .into_iter()
            .map(|allowance| AllowanceInfo { figure: known(allowance.amount, allowance.amount_at_least), allowance })
            .collect(),
        names,
    }
}

fn squadron(line: SquadronLine) -> SquadronInfo {
    let (known_points, at_least) = (line.points, line.points_at_least);
    SquadronInfo { figure: known(known_points, at_least), price: points(known_points, at_least), line }
}
