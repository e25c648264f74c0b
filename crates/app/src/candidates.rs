//! `candidates`: what may be added to a list, and why not the rest.
//!
//! No algorithm of its own: the list is judged with each candidate in it, and what that brings is compared with what
//! the list has already.

use std::fmt::Write as _;

use muster_engine::catalogue::Unit;
use muster_engine::list::{ArmyList, Group, Models, RulesetName, Squadron};
use muster_engine::ready::ReadyCatalogue;
use muster_engine::ready::Ruleset;
use muster_engine::report::Finding;
use muster_engine::words::number;
use muster_library::shelf;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::Fault;
use crate::finding::FindingInfo;
use crate::given::GivenList;
use crate::names;
use crate::smallest::smallest;
use crate::worse::worse;

/// What `candidates` takes.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CandidatesArgs {
    /// The list.
    pub list: GivenList,
    /// The nation whose units are asked for, by id or name; the list's where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<String>,
    /// JSON pointer to the group that they would join, such as `/groups/0`; the last group where left out, in games that
    /// have groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
}

/// What may be added, or attached.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Candidates {
    /// JSON pointer to where each of them would stand.
    pub at: String,
    /// The group that comes with them, in a game with groups where the list has none.
    pub group: Option<Group>,
    /// The units of the nation, then those of no nation, in the order of their catalogues.
    pub candidates: Vec<Candidate>,
}

/// A squadron that would be added.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Candidate {
    /// The unit's id.
    pub unit: String,
    /// The id of its nation; none for units of no nation.
    pub nation: Option<String>,
    /// The smallest squadron of it that may be added, with the options that it must have; where none may, the smallest.
    pub squadron: Squadron,
    /// What that costs; none where it is not known.
    pub points: Option<i64>,
    /// The same in a cell: `85`, `?`.
    pub figure: String,
    /// The same in a sentence: `85 points`, `points not known`.
    pub price: String,
    /// It brings no error that the list did not have, and makes none worse.
    pub may: bool,
    /// The errors that it brings or makes worse. Their pointers are into the list with the candidate in it.
    pub findings: Vec<FindingInfo>,
}

/// What may be added to a list. Fails where the list cannot be read, or its ruleset, the nation or the group is unknown.
pub fn candidates(app: &App, args: &CandidatesArgs) -> Result<Candidates, Fault> {
    let list = args.list.list_to_try()?;
    let mut nations = shelf::nations(&list);
    nations.extend(args.nation.as_deref());
    let ruleset = app.shelf().ruleset(&list.ruleset, &nations)?;
    let nation = match args.nation.as_deref() {
        Some(name) => Some(names::nation(&ruleset, name)?),
        None => list.nation.as_deref().and_then(|name| ruleset.nation(name)),
    };
    let (spot, group) = spot(&ruleset, &list, args.group.as_deref())?;
    let mut joined = list.clone();
    joined.groups.extend(group.clone());
    let trials = trials(&ruleset, &list, nation, false, |_| true);
    Ok(Candidates { at: spot.pointer(&joined), group, candidates: try_all(&ruleset, &list, &joined, &spot, trials) })
}

/// Where candidates would stand.
pub(crate) enum Spot {
    /// Among the squadrons of the list.
    List,
    /// Among those of a group.
    Group(usize),
    /// Attached to the squadron that this path leads to: its group, then its place and those of attached ones.
    Host(Option<usize>, Vec<usize>),
}

/// Where a candidate would stand, and the group that comes with it.
fn spot(ruleset: &Ruleset, list: &ArmyList, group: Option<&str>) -> Result<(Spot, Option<Group>), Fault> {
    if let Some(pointer) = group {
        let group = pointer.strip_prefix("/groups/").and_then(|group| group.parse().ok());
        let known = group.filter(|group| *group < list.groups.len());
        let unknown = || Fault::new("unknown-place", format!("the list has no group at `{pointer}`"));
        return known.map(|group| (Spot::Group(group), None)).ok_or_else(unknown);
    }
    let kinds = &ruleset.declarations().group_kinds;
    let Some((kind, _)) = kinds.first() else { return Ok((Spot::List, None)) };
    match list.groups.len().checked_sub(1) {
        Some(latest) => Ok((Spot::Group(latest), None)),
        None => Ok((Spot::Group(0), Some(Group { kind: kind.clone(), ..Group::default() }))),
    }
}

impl Spot {
    /// The squadrons among which it is.
    fn siblings<'l>(&self, list: &'l mut ArmyList) -> Option<&'l mut Vec<Squadron>> {
        match self {
            Self::List => Some(&mut list.squadrons),
            Self::Group(group) => Some(&mut list.groups.get_mut(*group)?.squadrons),
            Self::Host(group, path) => {
                let mut siblings = match group {
                    Some(group) => &mut list.groups.get_mut(*group)?.squadrons,
                    None => &mut list.squadrons,
                };
                for place in path {
                    siblings = &mut siblings.get_mut(*place)?.attached;
                }
                Some(siblings)
            }
        }
    }

    /// The JSON pointer to the squadron that would be added.
    pub(crate) fn pointer(&self, list: &ArmyList) -> String {
        let (mut pointer, mut siblings) = match self {
            Self::List | Self::Host(None, _) => ("/squadrons".to_owned(), Some(&list.squadrons)),
            Self::Group(group) | Self::Host(Some(group), _) => {
                (format!("/groups/{group}/squadrons"), list.groups.get(*group).map(|group| &group.squadrons))
            }
        };
        if let Self::Host(_, path) = self {
            for place in path {
                let _ = write!(pointer, "/{place}/attached");
                siblings = siblings.and_then(|siblings| Some(&siblings.get(*place)?.attached));
            }
        }
        format!("{pointer}/{}", siblings.map_or(0, Vec::len))
    }
}

/// A unit to try.
pub(crate) struct Trial {
    unit: String,
    nation: Option<String>,
    squadron: Squadron,
    /// Other numbers of models that might do where that of the squadron does not.
    numbers: Vec<u32>,
    /// It may stand at another place than the usual one: it is no attachment, which stands where its host does.
    moves: bool,
}

/// The smallest squadrons of all units of a nation, and of those of no nation, that are wanted; for an attachment, single
/// models.
pub(crate) fn trials(
    ruleset: &Ruleset,
    list: &ArmyList,
    nation: Option<&str>,
    attached: bool,
    wanted: impl Fn(&Unit) -> bool,
) -> Vec<Trial> {
    let home = list.nation.as_deref().and_then(|name| ruleset.nation(name));
    let of = |catalogue: &ReadyCatalogue| catalogue.written().nation.clone();
    let catalogues =
        ruleset.catalogues().iter().filter(|catalogue| of(catalogue).is_none() || of(catalogue).as_deref() == nation);
    let units = catalogues
        .flat_map(|catalogue| catalogue.units().iter().map(move |ready| (catalogue, ready, catalogue.unit(ready))));
    let mut trials: Vec<Trial> = units
        .filter(|(_, _, unit)| wanted(unit))
        .map(|(catalogue, ready, unit)| {
            // A unit of no nation belongs to whoever fields it.
            let stated = if of(catalogue).is_some() && nation != home { nation } else { None };
            let mut squadron = smallest(ready, unit, stated);
            let mut numbers: Vec<u32> = unit.usual.into_iter().collect();
            if let Some(Models::Count(number)) = &mut squadron.models {
                if attached {
                    numbers.push(std::mem::replace(number, 1));
                }
                numbers.retain(|other| other != number);
            }
            let moves = !attached && unit.only.is_none();
            Trial { unit: unit.id.clone(), nation: of(catalogue), squadron, numbers, moves }
        })
        .collect();
    trials.sort_by_key(|trial| trial.nation.is_none());
    trials
}

/// Judges the list with each of these squadrons in it. `joined` is the list, with the group that comes with them.
pub(crate) fn try_all(
    ruleset: &Ruleset,
    list: &ArmyList,
    joined: &ArmyList,
    spot: &Spot,
    trials: Vec<Trial>,
) -> Vec<Candidate> {
    let before = muster_engine::errors(ruleset, list);
    let at = spot.pointer(joined);
    let trying = Trying { ruleset, before, spot, at };
    trials.into_par_iter().map_init(|| joined.clone(), |joined, trial| trying.candidate(joined, trial)).collect()
}

/// What all trials have in common.
struct Trying<'t> {
    ruleset: &'t Ruleset,
    before: Vec<Finding>,
    spot: &'t Spot,
    at: String,
}

impl Trying<'_> {
    fn candidate(&self, joined: &mut ArmyList, trial: Trial) -> Candidate {
        let Trial { unit, nation, mut squadron, numbers, moves } = trial;
        let mut findings = self.brings(joined, &squadron);
        // Where all that is wrong is the squadron itself, it may be right in another number or at another place.
        if !findings.is_empty() && findings.iter().all(|finding| self.is_inside(finding)) {
            let better = self.others(&squadron, &numbers, moves).find(|other| self.brings(joined, other).is_empty());
            if let Some(better) = better {
                squadron = better;
                findings.clear();
            }
        }
        let points = price(self.ruleset, joined, &squadron);
        Candidate {
            unit,
            nation,
            squadron,
            points,
            figure: number::known(points, None),
            price: number::points(points, None),
            may: findings.is_empty(),
            findings: findings.into_iter().map(FindingInfo::from).collect(),
        }
    }

    /// The errors that a squadron brings or makes worse.
    fn brings(&self, joined: &mut ArmyList, squadron: &Squadron) -> Vec<Finding> {
        let Some(siblings) = self.spot.siblings(joined) else { return Vec::new() };
        siblings.push(squadron.clone());
        let after = muster_engine::errors(self.ruleset, joined);
        if let Some(siblings) = self.spot.siblings(joined) {
            siblings.pop();
        }
        worse(&self.before, &after, &self.at).into_iter().cloned().collect()
    }

    fn is_inside(&self, finding: &Finding) -> bool {
        finding.at.iter().all(|place| place.starts_with(&self.at))
    }

    /// The same squadron with other numbers of models, and at other places than the usual one where it `moves`.
    fn others(&self, squadron: &Squadron, numbers: &[u32], moves: bool) -> impl Iterator<Item = Squadron> {
        let places = self.ruleset.declarations().allocations.keys().skip(1).filter(|_| moves).cloned().map(Some);
        let places: Vec<Option<String>> = std::iter::once(None).chain(places).collect();
        let models = numbers.iter().map(|number| Some(Models::Count(*number)));
        let models: Vec<Option<Models>> = std::iter::once(squadron.models.clone()).chain(models).collect();
        let squadron = squadron.clone();
        let all = places.into_iter().flat_map(move |allocation| {
            let squadron = squadron.clone();
            let with = move |models| Squadron { models, allocation: allocation.clone(), ..squadron.clone() };
            models.clone().into_iter().map(with)
        });
        // The first is the squadron itself.
        all.skip(1)
    }
}

/// What a squadron costs by itself.
fn price(ruleset: &Ruleset, list: &ArmyList, squadron: &Squadron) -> Option<i64> {
    let alone = ArmyList {
        ruleset: RulesetName::default(),
        nation: list.nation.clone(),
        mfv: list.mfv,
        squadrons: vec![squadron.clone()],
        ..ArmyList::default()
    };
    muster_engine::points(ruleset, &alone)
}
