//! The summary of a list as the screens show it: its numbers, each with words.

use muster_engine::card::{CardInfo, TraitWords, card, traits};
use muster_engine::declarations::TraitOwner;
use muster_engine::list::ArmyList;
use muster_engine::models::{AlikeModels, PartialOption, of_squadron, traits_of, unit_of};
use muster_engine::names::{NameIds, names};
use muster_engine::overlaid;
use muster_engine::ready::Ruleset;
use muster_engine::summary::{Allowance, ChargeLine, GroupLine, Share, SquadronLine, Summary};
use muster_engine::words::number::{known, left, points};
use muster_engine::words::{price, share};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The summary of a list.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SummaryInfo {
    /// Points of the whole list: `985`, `at least 985`, `?`.
    pub figure: String,
    /// The difference to the maximum force value: `15 left`, `40 over`; absent if nothing is known.
    pub left: Option<String>,
    /// Whether the list certainly costs more than the maximum force value.
    pub over: bool,
    /// The printed name of the list's nation, or the text in the list if there is no such nation.
    pub nation: Option<String>,
    /// The squadrons, in the order of the list.
    pub squadrons: Vec<SquadronInfo>,
    /// The groups, in the order of the list.
    pub groups: Vec<GroupInfo>,
    /// How far each limit on the whole list, or on a group, is used.
    pub shares: Vec<ShareInfo>,
    /// What rules charge the list besides its squadrons.
    pub charges: Vec<ChargeInfo>,
    /// The allowances of the list.
    pub allowances: Vec<AllowanceInfo>,
    /// The ids that the names in the list stand for.
    pub names: NameIds,
}

/// The models of a squadron with one card.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ModelsInfo {
    /// Their name.
    pub name: String,
    /// Their card, with the options that all of them have.
    pub card: CardInfo,
    /// What hardpoints hold, if models differ in it.
    pub some: Vec<PartialCardInfo>,
}

/// What some of the models have.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "SomeInfo")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PartialCardInfo {
    /// The models that have it: `2 of 3 models`.
    pub models: String,
    /// What they have.
    pub card: CardInfo,
}

/// The summary of a squadron.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct SquadronInfo {
    /// The numbers as `muster show --format json` prints them.
    #[serde(flatten)]
    pub line: SquadronLine,
    /// Its points as a table cell: `85`, `at least 85`, `?`.
    pub figure: String,
    /// Its points in a sentence: `85 points`, `points not known`.
    pub price: String,
    /// Its models as they are fielded; empty if its unit has no hardpoints, because its own card says all then.
    pub cards: Vec<ModelsInfo>,
    /// The traits of its unit as its options make them; empty if the options change none.
    pub traits: Vec<TraitWords>,
}

/// The summary of a group.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct GroupInfo {
    /// The numbers as `muster show --format json` prints them.
    #[serde(flatten)]
    pub line: GroupLine,
    /// Its points: `85`, `at least 85`, `?`.
    pub figure: String,
}

/// How far a limit is used.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ShareInfo {
    /// The numbers as `muster show --format json` prints them.
    #[serde(flatten)]
    pub share: Share,
    /// The amount and its limit: `470 of 300 to 600`.
    pub figure: String,
    /// How far the limit is broken: `130 over`, `40 short`; absent if it is not certainly broken.
    pub state: Option<String>,
    /// What an overlay did to the limit: `changed by Wessex Club`; absent if it is as the ruleset has it.
    pub origin: Option<String>,
}

/// What a rule charges a list besides its squadrons.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ChargeInfo {
    /// The numbers as `muster show --format json` prints them.
    #[serde(flatten)]
    pub charge: ChargeLine,
    /// The points: `+10`, `+20 (2 x 10)`, `perhaps +10 each`.
    pub figure: String,
}

/// An allowance of a list.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct AllowanceInfo {
    /// The numbers as `muster show --format json` prints them.
    #[serde(flatten)]
    pub allowance: Allowance,
    /// The number: `4`, `at least 4`, `?`.
    pub figure: String,
}

/// Adds words to the summary of a list.
pub(crate) fn words_of(ruleset: &Ruleset, list: &ArmyList, summary: Summary) -> SummaryInfo {
    let Summary { points, points_at_least, mfv, squadrons, groups, shares, charges, allowances, .. } = summary;
    let names = names(ruleset, list);
    let nation = list.nation.as_ref().map(|word| {
        let known = names.nations.get(word).and_then(|id| ruleset.declarations().nations.get(id));
        known.map_or(word, |nation| &nation.name).clone()
    });
    SummaryInfo {
        figure: known(points, points_at_least),
        left: left(points, points_at_least, mfv),
        over: points.or(points_at_least).zip(mfv).is_some_and(|(points, mfv)| points > i64::from(mfv)),
        nation,
        squadrons: squadrons.into_iter().map(|line| squadron(ruleset, line)).collect(),
        groups: groups
            .into_iter()
            .map(|line| GroupInfo { figure: known(line.points, line.points_at_least), line })
            .collect(),
        shares: shares.into_iter().map(|share| share_info(ruleset, share)).collect(),
        charges: charges.into_iter().map(|charge| ChargeInfo { figure: price::charge(&charge), charge }).collect(),
        allowances: allowances
            .into_iter()
            .filter(Allowance::is_granted)
            .map(|allowance| AllowanceInfo { figure: known(allowance.amount, allowance.amount_at_least), allowance })
            .collect(),
        names,
    }
}

/// How far a limit is used, in words.
pub(crate) fn share_info(ruleset: &Ruleset, share: Share) -> ShareInfo {
    let origin = overlaid::rule(ruleset, &share.rule);
    ShareInfo { figure: share::figure(&share), state: share::state(&share), origin, share }
}

fn squadron(ruleset: &Ruleset, line: SquadronLine) -> SquadronInfo {
    let (known_points, at_least) = (line.points, line.points_at_least);
    SquadronInfo {
        figure: known(known_points, at_least),
        price: points(known_points, at_least),
        cards: cards(ruleset, &line),
        traits: changed_traits(ruleset, &line),
        line,
    }
}

/// The traits of a squadron's unit as its options make them. Empty if they change none.
fn changed_traits(ruleset: &Ruleset, line: &SquadronLine) -> Vec<TraitWords> {
    let own = unit_of(ruleset, line).map(|(catalogue, ready)| &catalogue.unit(ready).traits);
    let changed = traits_of(ruleset, line).filter(|changed| own != Some(changed));
    changed.map(|changed| traits(ruleset.declarations(), TraitOwner::Unit, &changed)).unwrap_or_default()
}

/// The cards of a squadron's models. Empty if the unit has no hardpoints, because its own card says all then.
fn cards(ruleset: &Ruleset, line: &SquadronLine) -> Vec<ModelsInfo> {
    if !unit_of(ruleset, line).is_some_and(|(_, ready)| ready.choices.iter().any(|choice| choice.hardpoint)) {
        return Vec::new();
    }
    of_squadron(ruleset, line).into_iter().map(|models| models_info(ruleset, models)).collect()
}

/// Models with their card as screens show it.
pub(crate) fn models_info(ruleset: &Ruleset, models: AlikeModels) -> ModelsInfo {
    let some = |some: &PartialOption| PartialCardInfo { models: some.words(), card: card(ruleset, &some.card) };
    ModelsInfo { card: card(ruleset, &models.card), some: models.some.iter().map(some).collect(), name: models.name }
}
