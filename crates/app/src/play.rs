//! `play`: the squadrons of a list as players need them in play.

use muster_engine::boxes::{self, BoxRows};
use muster_engine::card::CardInfo;
use muster_engine::models;
use muster_engine::ready::Ruleset;
use muster_engine::summary::SquadronLine;
use muster_engine::words::number::points;
use muster_library::judge::{JudgedList, judge_in_full};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::CallFault;
use crate::given::GivenList;
use crate::summary::{ModelsInfo, models_info};

/// The arguments of `play`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayArgs {
    /// The list.
    pub list: GivenList,
    /// The event under which to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// A list in play.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayAnswer {
    /// The squadrons in the order of the list, without choices of groups, which have no models.
    pub squadrons: Vec<SquadronInPlay>,
}

/// A squadron in play.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SquadronInPlay {
    /// JSON pointer into the list.
    pub at: String,
    /// The player's name for it, else the unit's.
    pub name: String,
    /// The name of the drawing that shows its unit; absent if the game has none for it.
    pub drawing: Option<String>,
    /// Size, type and the like; absent if its unit is not known.
    pub kind: Option<String>,
    /// Its points in a sentence: `85 points`, `points not known`.
    pub price: String,
    /// The name of the squadron that it is attached to.
    pub attached_to: Option<String>,
    /// The roles that its models have.
    pub roles: Vec<String>,
    /// The options taken, each with its number if not all models have it.
    pub options: Vec<String>,
    /// Its models, those with the same card together.
    pub models: Vec<ModelsInPlay>,
    /// The boxes that the squadron has once.
    pub boxes: Vec<BoxRows>,
}

/// Models with the same card in play.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ModelsInPlay {
    /// Their number.
    pub number: u32,
    /// Their name and card.
    pub shown: ModelsInfo,
    /// The boxes that each of them has.
    pub boxes: Vec<BoxRows>,
}

/// What players need of a list in play. Fails if the list cannot be read or its ruleset is not installed.
pub fn play(app: &App, args: &PlayArgs) -> Result<PlayAnswer, CallFault> {
    let app = app.under(args.event.as_ref())?;
    let judged = judge_in_full(app.shelf(), "", None, &args.list.list()?, None);
    let JudgedList { ruleset, summary, .. } = judged.map_err(|report| CallFault::of_report(&report))?;
    let looks = app.shelf().looks(&ruleset.declarations().id);
    let lines = &summary.squadrons;
    let squadrons = lines.iter().enumerate().filter(|(_, line)| line.models > 0 || line.unit_id.is_none());
    let squadrons = squadrons.map(|(place, line)| {
        let unit = models::unit_of(&ruleset, line).map(|(catalogue, ready)| catalogue.unit(ready));
        let parent = lines[..place].iter().rev().find(|other| other.depth < line.depth);
        SquadronInPlay {
            at: line.at.clone(),
            name: line.name.clone(),
            drawing: unit.and_then(|unit| looks.drawing(unit)).map(str::to_owned),
            kind: models::kind_of(&ruleset, line),
            price: points(line.points, line.points_at_least),
            attached_to: parent.map(|parent| parent.name.clone()),
            roles: line.roles.clone(),
            options: line.options.clone(),
            models: models_of(&ruleset, line),
            boxes: boxes::of_squadron(&ruleset, &line.option_ids),
        }
    });
    Ok(PlayAnswer { squadrons: squadrons.collect() })
}

/// The models of a squadron. Those of an unknown unit have an empty card.
fn models_of(ruleset: &Ruleset, line: &SquadronLine) -> Vec<ModelsInPlay> {
    if line.unit_id.is_none() {
        let shown = ModelsInfo { name: line.unit.clone(), card: CardInfo::default(), some: Vec::new() };
        return vec![ModelsInPlay { number: line.models, shown, boxes: Vec::new() }];
    }
    let known = models::of_squadron(ruleset, line).into_iter().map(|models| ModelsInPlay {
        number: models.squadrons.iter().map(|squadron| squadron.models).sum(),
        boxes: boxes::of_model(ruleset, &models),
        shown: models_info(ruleset, models),
    });
    known.collect()
}
