//! `additions`: squadrons, models and options for the points left.

use muster_engine::list::ArmyList;
use muster_engine::needs::needs;
use muster_engine::overview::{gained, overview};
use muster_engine::plural::joined;
use muster_engine::ready::Ruleset;
use muster_engine::report::Verdict;
use muster_engine::summary::{SlotLine, Summary};
use muster_library::collection_file::CollectionFile;
use muster_library::looks::OverviewLook;
use muster_mend::ListChange;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::collection;
use crate::event::GivenEvent;
use crate::fault::CallFault;
use crate::given::GivenList;
use crate::mends::{MendInfo, bounds, info, ready};

/// The arguments of `additions`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AdditionsArgs {
    /// The list.
    pub list: GivenList,
    /// The event under which to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
    /// The models that the person owns: only these are added. A collection of another game is passed over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collection: Option<CollectionFile>,
    /// The ids of units that the search must not add. A caller names the first unit of each earlier answer here, and so
    /// gets another one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
}

/// What may be added.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AdditionsAnswer {
    /// Squadrons one after the other, then models and options, until nothing more may be added; absent if nothing may be.
    pub full: Option<MendInfo>,
    /// What speaks for it, a sentence without a full stop each: `Fills Line and Patrol`.
    pub why: Vec<String>,
    /// The unit that it adds first; absent if it adds none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// How many changed lists were judged.
    pub judged: usize,
    /// The search stopped at its bound, so it may have missed some.
    pub bounded: bool,
}

/// The most sentences about new dice in `why`.
const ABILITIES: usize = 2;

/// Looks for what may be added to a list for the points left. Fails like `mends`.
pub fn additions(app: &App, args: &AdditionsArgs) -> Result<AdditionsAnswer, CallFault> {
    let (ruleset, list) = ready(app, &args.list, args.event.as_ref())?;
    let before = muster_engine::points(&ruleset, &list);
    let owned = collection::of_game(&ruleset, args.collection.as_ref());
    let used = needs(&ruleset, &list);
    let is_owned = |after: &ArmyList| owned.as_ref().is_none_or(|owned| owned.suffices(&used, &needs(&ruleset, after)));
    let is_other = |after: &ArmyList| args.without.iter().all(|unit| squadrons(after, unit) <= squadrons(&list, unit));
    let may_be = |after: &ArmyList| is_other(after) && is_owned(after);
    let found = muster_mend::fill(&ruleset, &list, bounds(&list), &may_be);
    let look = app.shelf().looks(&ruleset.declarations().id).overview;
    let first = found.full.iter().flat_map(|mend| &mend.steps).find_map(|step| match &step.change {
        ListChange::Add(_, squadron) => Some(squadron.unit.clone()),
        _ => None,
    });
    let why = found.full.as_ref().map(|mend| why(&ruleset, &list, &mend.list, &look)).unwrap_or_default();
    let full = found.full.as_ref().map(|mend| info(&ruleset, &list, before, None, mend));
    Ok(AdditionsAnswer { full, why, first, judged: found.judged, bounded: found.is_bounded })
}

/// How many squadrons of a unit a list has.
fn squadrons(list: &ArmyList, unit: &str) -> usize {
    list.each_squadron().filter(|squadron| squadron.unit == unit).count()
}

/// Says what a list gains by the additions, a sentence without a full stop each.
fn why(ruleset: &Ruleset, list: &ArmyList, after: &ArmyList, look: &OverviewLook) -> Vec<String> {
    let [old, new] = [list, after].map(|list| {
        let judged = muster_engine::judge(ruleset, list, None);
        (judged.summary(), judged.into_report())
    });
    let mut why = Vec::new();
    if new.1.verdict == Verdict::Legal && old.1.verdict != Verdict::Legal {
        why.push("Makes the list legal".to_owned());
    }
    let filled = filled(&old.0, &new.0);
    if !filled.is_empty() {
        why.push(format!("Fills {}", joined(&filled, "and")));
    }
    let [figures, more] = [&old.0, &new.0].map(|summary| overview(ruleset, summary, &look.traits, &look.stats));
    // An empty list has no dice anywhere, so every unit would add some.
    if figures.bands.iter().any(|band| band.all > 0) {
        why.extend(gained(&figures, &more).into_iter().take(ABILITIES).map(|ability| format!("Adds {ability}")));
    }
    let left = old.0.points.zip(list.mfv).map(|(spent, mfv)| i64::from(mfv) - spent);
    if let Some((left, (spent, now))) = left.zip(old.0.points.zip(new.0.points)) {
        why.push(format!("Uses {} of the {left} points left", now - spent));
    }
    why
}

/// The names of the slots in which more squadrons stand than before.
fn filled<'a>(before: &Summary, after: &'a Summary) -> Vec<&'a str> {
    let slots = |summary: &'a Summary| summary.groups.iter().flat_map(|group| &group.slots);
    let stood = |slot: &SlotLine| {
        let groups = before.groups.iter().flat_map(|group| &group.slots);
        groups.filter(|old| old.slot == slot.slot).map(|old| old.filled.len()).sum::<usize>()
    };
    let mut names: Vec<&str> = Vec::new();
    for slot in slots(after) {
        let stand: usize = slots(after).filter(|same| same.slot == slot.slot).map(|same| same.filled.len()).sum();
        if stand > stood(slot) && !names.contains(&slot.title.as_str()) {
            names.push(&slot.title);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::squadrons;

    #[test]
    fn attached_squadrons_count_too() {
        let list = serde_json::json!({
            "muster": 1, "ruleset": "dw-2.5",
            "squadrons": [{"unit": "a", "attached": [{"unit": "b"}, {"unit": "a"}]}, {"unit": "b"}],
        });
        let list = serde_json::from_value(list).unwrap();
        assert_eq!(["a", "b", "c"].map(|unit| squadrons(&list, unit)), [2, 2, 0]);
    }
}
