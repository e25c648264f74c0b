//! `candidates`: the units that may be added to a list. For the others it says why not.
//!
//! It has no algorithm of its own. It adds each unit to the list, judges the list, and compares the errors with those
//! that the list had before.

use muster_engine::Basis;
use muster_engine::catalogue::Unit;
use muster_engine::effort;
use muster_engine::list::{ArmyList, Group, ModelCount, RolePick, Squadron};
use muster_engine::needs::{Need, needs};
use muster_engine::place::SquadronPlace;
use muster_engine::ready::ReadyCatalogue;
use muster_engine::ready::Ruleset;
use muster_engine::report::Finding;
use muster_engine::slots;
use muster_engine::words::number;
use muster_library::collection::Collection;
use muster_library::collection_file::CollectionFile;
use muster_library::shelf;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::collection;
use crate::event::GivenEvent;
use crate::fault::CallFault;
use crate::finding::FindingInfo;
use crate::given::GivenList;
use crate::names;
use muster_mend::{missing_roles, smallest, worse};

/// The arguments of `candidates`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CandidatesArgs {
    /// The list.
    pub list: GivenList,
    /// The nation whose units to try, by id or name. Default: the list's nation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<String>,
    /// JSON pointer to the group that the units would join, such as `/groups/0`. Default in games with groups: the last
    /// group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The event under which to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
    /// The models that the person owns. A collection of another game is passed over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collection: Option<CollectionFile>,
}

/// The units that were tried, each as a squadron to add or attach.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Candidates {
    /// JSON pointer to the place where each of them would be added.
    pub at: String,
    /// The group that must be added along with a candidate, if the game has groups and the list has none yet.
    pub group: Option<Group>,
    /// Units of the nation first, then units of no nation, each in the order of their catalogues.
    pub candidates: Vec<Candidate>,
}

/// A squadron that could be added.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Candidate {
    /// The unit's id.
    pub unit: String,
    /// The id of its nation; absent for units of no nation.
    pub nation: Option<String>,
    /// The smallest squadron of the unit that may be added, with its required options. If none may be added: the
    /// smallest one. It has a role that the list needs, if it may and no squadron of the list could be given it.
    pub squadron: Squadron,
    /// The ids of the slots of its group that it fits, whether they have room or not; empty if it is to be attached.
    pub slots: Vec<String>,
    /// What the squadron costs; absent if not known.
    pub points: Option<i64>,
    /// The points as a table cell: `85`, `?`.
    pub figure: String,
    /// The points in a sentence: `85 points`, `points not known`.
    pub price: String,
    /// Adding it causes no new error and makes no error worse.
    pub may: bool,
    /// The errors that it would cause or make worse. Their pointers refer to the list with the candidate added.
    pub findings: Vec<FindingInfo>,
    /// The rules that the list breaks less once the squadron is added. For example, it comes nearer to a minimum.
    pub helps: Vec<String>,
    /// Whether the person owns enough models for the list with this squadron. Absent if the call has no collection.
    pub owned: Option<bool>,
}

/// Tries to add each unit to a list. Fails if the list cannot be read, or if its ruleset, the nation or the group is
/// unknown.
pub fn candidates(app: &App, args: &CandidatesArgs) -> Result<Candidates, CallFault> {
    let app = &app.under(args.event.as_ref())?;
    let list = args.list.list_to_try()?;
    let mut nations = shelf::nations(&list);
    nations.extend(args.nation.as_deref());
    let ruleset = app.shelf().ruleset(&list.ruleset, &nations)?;
    let nation = match args.nation.as_deref() {
        Some(name) => Some(names::nation(&ruleset, name)?),
        None => list.nation.as_deref().and_then(|name| ruleset.nation(name)),
    };
    let (place, group) = place_for(&ruleset, &list, nation, args.group.as_deref())?;
    let mut joined = list.clone();
    joined.groups.extend(group.clone());
    let trials = trials(&ruleset, &list, nation, false, |_| true);
    let owned = collection::of_game(&ruleset, args.collection.as_ref());
    let candidates = try_all(&ruleset, &list, &joined, &place, trials, owned);
    Ok(Candidates { at: next(&joined, &place), group, candidates })
}

/// The place where a candidate would be added, and the group that must be added along with it.
fn place_for(
    ruleset: &Ruleset,
    list: &ArmyList,
    nation: Option<&str>,
    group: Option<&str>,
) -> Result<(SquadronPlace, Option<Group>), CallFault> {
    if let Some(pointer) = group {
        let known = SquadronPlace::exact(pointer)
            .filter(|place| place.group.is_some() && !place.is_squadron() && place.is_in(list));
        let unknown = || CallFault::new("unknown-place", format!("the list has no group at `{pointer}`"));
        return known.map(|group| (group, None)).ok_or_else(unknown);
    }
    // A list that does without groups goes on without them.
    if ruleset.declarations().ungrouped && list.groups.is_empty() && !list.squadrons.is_empty() {
        return Ok((SquadronPlace::default(), None));
    }
    let kinds = slots::kinds_for(ruleset, nation);
    let Some(kind) = kinds.first().copied().or_else(|| ruleset.declarations().group_kinds.keys().next()) else {
        return Ok((SquadronPlace::default(), None));
    };
    match list.groups.len().checked_sub(1) {
        Some(latest) => Ok((SquadronPlace::of_group(Some(latest)), None)),
        None => Ok((SquadronPlace::of_group(Some(0)), Some(Group { kind: kind.clone(), ..Group::default() }))),
    }
}

/// The JSON pointer to a squadron that is added at the end of a place.
pub(crate) fn next(list: &ArmyList, place: &SquadronPlace) -> String {
    place.inner(place.squadrons(list).map_or(0, Vec::len)).to_string()
}

/// A unit to try.
pub(crate) struct CandidateTrial {
    unit: String,
    nation: Option<String>,
    squadron: Squadron,
    /// Other numbers of models to try if the squadron's own number breaks a rule.
    numbers: Vec<u32>,
    /// Whether other allocations may be tried. False for attachments, which have the allocation of their host.
    moves: bool,
}

/// Makes a trial of each wanted unit of the nation or of no nation, with its smallest squadron. An attachment starts
/// with a single model.
pub(crate) fn trials(
    ruleset: &Ruleset,
    list: &ArmyList,
    nation: Option<&str>,
    attached: bool,
    wanted: impl Fn(&Unit) -> bool,
) -> Vec<CandidateTrial> {
    let home = list.nation.as_deref().and_then(|name| ruleset.nation(name));
    let of = |catalogue: &ReadyCatalogue| catalogue.written().nation.clone();
    let catalogues =
        ruleset.catalogues().iter().filter(|catalogue| of(catalogue).is_none() || of(catalogue).as_deref() == nation);
    let units = catalogues
        .flat_map(|catalogue| catalogue.units().iter().map(move |ready| (catalogue, ready, catalogue.unit(ready))));
    let mut trials: Vec<CandidateTrial> = units
        .filter(|(_, _, unit)| wanted(unit))
        .map(|(catalogue, ready, unit)| {
            // A unit of no nation fights for the nation of the list, so the squadron states no nation.
            let stated = if of(catalogue).is_some() && nation != home { nation } else { None };
            let mut squadron = smallest(ruleset.declarations(), ready, unit, stated);
            let mut numbers: Vec<u32> = unit.usual.into_iter().collect();
            if let Some(ModelCount::Count(number)) = &mut squadron.models {
                if attached {
                    numbers.push(std::mem::replace(number, 1));
                }
                numbers.retain(|other| other != number);
            }
            let moves = !attached && unit.only.is_none();
            CandidateTrial { unit: unit.id.clone(), nation: of(catalogue), squadron, numbers, moves }
        })
        .collect();
    trials.sort_by_key(|trial| trial.nation.is_none());
    trials
}

/// Judges the list with each of these squadrons added. `joined` is the list including the group that must be added
/// along. `owned` are the models that the person owns.
pub(crate) fn try_all(
    ruleset: &Ruleset,
    list: &ArmyList,
    joined: &ArmyList,
    place: &SquadronPlace,
    trials: Vec<CandidateTrial>,
    owned: Option<Collection>,
) -> Vec<Candidate> {
    let before = muster_engine::errors(ruleset, list);
    let at = next(joined, place);
    let owned = owned.map(|owned| (owned, needs(ruleset, list)));
    let basis = Basis::new(ruleset, joined);
    let mut roles: Vec<String> = before.iter().flat_map(|finding| missing_roles(ruleset, finding)).collect();
    roles.sort();
    roles.dedup();
    let trying = TrialContext { ruleset, basis, before, roles, place, at, owned };
    let here = effort::here();
    let candidate = |joined: &mut ArmyList, trial| here.go_on(|| trying.candidate(joined, trial));
    trials.into_par_iter().map_init(|| joined.clone(), candidate).collect()
}

/// What all trials share.
struct TrialContext<'t> {
    ruleset: &'t Ruleset,
    /// The list that squadrons are added to. What it shares with the list with a squadron is not judged again.
    basis: Basis<'t>,
    before: Vec<Finding>,
    /// The roles that the list needs and that no squadron of it could be given.
    roles: Vec<String>,
    place: &'t SquadronPlace,
    at: String,
    /// The models that the person owns, and what the list needs of them.
    owned: Option<(Collection, Vec<Need>)>,
}

/// What adding a squadron does to the errors of a list.
#[derive(Default)]
struct AdditionEffect {
    /// Those that it causes or makes worse.
    causes: Vec<Finding>,
    /// The rules of those that go or become smaller.
    helps: Vec<String>,
}

impl TrialContext<'_> {
    fn candidate(&self, joined: &mut ArmyList, trial: CandidateTrial) -> Candidate {
        let CandidateTrial { unit, nation, mut squadron, numbers, moves } = trial;
        let mut effect = self.effect(joined, &squadron);
        // If only the new squadron itself is wrong, another number of models or another allocation may be right. An
        // attachment begins with a single model. So other numbers are tried for it even if something else is wrong too.
        let mut own = effect.causes.iter().map(|finding| self.is_inside(finding));
        if !effect.causes.is_empty() && if moves { own.all(|own| own) } else { own.any(|own| own) } {
            for other in self.others(&squadron, &numbers, moves).collect::<Vec<_>>() {
                let with_other = self.effect(joined, &other);
                if with_other.causes.is_empty() || !moves && with_other.causes.len() < effect.causes.len() {
                    (squadron, effect) = (other, with_other);
                }
                if effect.causes.is_empty() {
                    break;
                }
            }
        }
        // The first possible flagship is the flagship.
        for role in self.roles.iter().filter(|_| moves) {
            let named = Squadron { roles: vec![RolePick::Role(role.clone())], ..squadron.clone() };
            let with_role = self.effect(joined, &named);
            if with_role.causes.len() <= effect.causes.len() && with_role.helps.len() > effect.helps.len() {
                (squadron, effect) = (named, with_role);
            }
        }
        let points = muster_engine::points_alone(self.ruleset, joined, squadron.clone());
        let owned = self.owned(joined, &squadron);
        let group = self.place.group.filter(|_| !self.place.is_squadron()).and_then(|group| joined.groups.get(group));
        let slots = group.map(|group| slots::fitting(self.ruleset, joined.nation.as_deref(), &group.kind, &squadron));
        Candidate {
            unit,
            nation,
            squadron,
            slots: slots.unwrap_or_default(),
            points,
            figure: number::known(points, None),
            price: number::points(points, None),
            may: effect.causes.is_empty(),
            findings: effect
                .causes
                .into_iter()
                .map(|finding| FindingInfo::new(Some(self.ruleset), finding, None))
                .collect(),
            helps: effect.helps,
            owned,
        }
    }

    /// What adding a squadron does to the errors of the list.
    fn effect(&self, joined: &mut ArmyList, squadron: &Squadron) -> AdditionEffect {
        let Some(siblings) = self.place.squadrons_mut(joined) else { return AdditionEffect::default() };
        siblings.push(squadron.clone());
        // `tally` makes no sentences, so it is faster than `errors`. It is only worth asking if the list had no errors:
        // a list with errors nearly always keeps some of them.
        let is_legal = self.before.is_empty() && self.basis.tally(joined).errors.is_empty();
        let after = if is_legal { Vec::new() } else { self.basis.errors(joined) };
        if let Some(siblings) = self.place.squadrons_mut(joined) {
            siblings.pop();
        }
        // What would be worse without the squadron is better with it.
        let better = worse(&after, &self.before, &self.at).into_iter().map(|finding| finding.rule.to_string());
        let mut helps: Vec<String> = better.collect();
        helps.dedup();
        AdditionEffect { causes: worse(&self.before, &after, &self.at).into_iter().cloned().collect(), helps }
    }

    /// Whether the list with a squadron needs no more of its models than the person owns.
    fn owned(&self, joined: &mut ArmyList, squadron: &Squadron) -> Option<bool> {
        let (owned, before) = self.owned.as_ref()?;
        self.place.squadrons_mut(joined)?.push(squadron.clone());
        let after = needs(self.ruleset, joined);
        self.place.squadrons_mut(joined)?.pop();
        Some(owned.suffices(before, &after))
    }

    fn is_inside(&self, finding: &Finding) -> bool {
        finding.at.iter().all(|place| place.starts_with(&self.at))
    }

    /// The same squadron with other numbers of models, and with other allocations if `moves`.
    fn others(&self, squadron: &Squadron, numbers: &[u32], moves: bool) -> impl Iterator<Item = Squadron> {
        let places = self.ruleset.declarations().allocations.keys().skip(1).filter(|_| moves).cloned().map(Some);
        let places: Vec<Option<String>> = std::iter::once(None).chain(places).collect();
        let models = numbers.iter().map(|number| Some(ModelCount::Count(*number)));
        let models: Vec<Option<ModelCount>> = std::iter::once(squadron.models.clone()).chain(models).collect();
        let squadron = squadron.clone();
        let all = places.into_iter().flat_map(move |allocation| {
            let squadron = squadron.clone();
            let with = move |models| Squadron { models, allocation: allocation.clone(), ..squadron.clone() };
            models.clone().into_iter().map(with)
        });
        // Skips the squadron itself.
        all.skip(1)
    }
}
