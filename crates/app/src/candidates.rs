//! `candidates`: what may be added to a list, and why not the rest.
//!
//! No algorithm of its own: the list is judged with each candidate in it, and what that brings is compared with what
//! the list has already.

use muster_engine::catalogue::Unit;
use muster_engine::compiled::Ruleset;
use muster_engine::list::{ArmyList, Group, RulesetName, Squadron};
use muster_engine::report::Finding;
use muster_engine::stock::Stock;
use muster_library::shelf;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::given::GivenList;
use crate::smallest::smallest;
use crate::worse::worse;
use crate::{App, Fault, names};

/// What `candidates` takes.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CandidatesArgs {
    /// The list.
    pub list: GivenList,
    /// The nation whose units are asked for, by id or name; the list's where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<String>,
    /// The group that they would join, counted from 0; the last one where left out, in games that have groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<usize>,
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
    /// The smallest squadron of it, with the options that it must have.
    pub squadron: Squadron,
    /// What that costs; none where it is not known.
    pub points: Option<i64>,
    /// It brings no error that the list did not have, and makes none worse.
    pub may: bool,
    /// The errors that it brings or makes worse. Their pointers are into the list with the candidate in it.
    pub findings: Vec<Finding>,
}

/// What may be added to a list. Fails where the list cannot be read, or its ruleset, the nation or the group is unknown.
pub fn candidates(app: &App, args: &CandidatesArgs) -> Result<Candidates, Fault> {
    let list = args.list.list()?;
    let mut nations = shelf::nations(&list);
    nations.extend(args.nation.as_deref());
    let ruleset = app.shelf().ruleset(&list.ruleset, &nations)?;
    let nation = match args.nation.as_deref() {
        Some(name) => Some(names::nation(&ruleset, name)?),
        None => list.nation.as_deref().and_then(|name| ruleset.nation(name)),
    };
    let (spot, group) = spot(&ruleset, &list, args.group)?;
    let mut joined = list.clone();
    joined.groups.extend(group.clone());
    let trials = trials(&ruleset, &list, nation, |_, _| true);
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
fn spot(ruleset: &Ruleset, list: &ArmyList, group: Option<usize>) -> Result<(Spot, Option<Group>), Fault> {
    if let Some(group) = group {
        if group >= list.groups.len() {
            let fault = Fault::new("unknown-group", format!("the list has no group {group}"));
            return Err(fault.help(format!("it has {}, counted from 0", list.groups.len())));
        }
        return Ok((Spot::Group(group), None));
    }
    let kinds = &ruleset.declarations().group_kinds;
    let Some((kind, _)) = kinds.first() else { return Ok((Spot::List, None)) };
    match list.groups.len().checked_sub(1) {
        Some(last) => Ok((Spot::Group(last), None)),
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
    pub fn pointer(&self, list: &ArmyList) -> String {
        let (mut pointer, mut siblings) = match self {
            Self::List | Self::Host(None, _) => ("/squadrons".to_owned(), Some(&list.squadrons)),
            Self::Group(group) | Self::Host(Some(group), _) => {
                (format!("/groups/{group}/squadrons"), list.groups.get(*group).map(|group| &group.squadrons))
            }
        };
        if let Self::Host(_, path) = self {
            for place in path {
                pointer.push_str(&format!("/{place}/attached"));
                siblings = siblings.and_then(|siblings| Some(&siblings.get(*place)?.attached));
            }
        }
        format!("{pointer}/{}", siblings.map_or(0, Vec::len))
    }
}

/// A squadron to try.
pub(crate) struct Trial {
    unit: String,
    nation: Option<String>,
    squadron: Squadron,
}

/// The smallest squadrons of all units of a nation, and of those of no nation, that are wanted.
pub(crate) fn trials(
    ruleset: &Ruleset,
    list: &ArmyList,
    nation: Option<&str>,
    wanted: impl Fn(&Unit, Option<&str>) -> bool,
) -> Vec<Trial> {
    let home = list.nation.as_deref().and_then(|name| ruleset.nation(name));
    let of = |stock: &Stock| stock.catalogue().nation.clone();
    let stocks = ruleset.stocks().iter().filter(|stock| of(stock).is_none() || of(stock).as_deref() == nation);
    let mut trials: Vec<Trial> = stocks
        .flat_map(|stock| stock.units().iter().map(move |article| (stock, article)))
        .filter(|(stock, article)| wanted(stock.unit(article), stock.catalogue().nation.as_deref()))
        .map(|(stock, article)| {
            let unit = stock.unit(article);
            // A unit of no nation belongs to whoever fields it.
            let stated = if of(stock).is_some() && nation != home { nation } else { None };
            Trial { unit: unit.id.clone(), nation: of(stock), squadron: smallest(article, unit, stated) }
        })
        .collect();
    trials.sort_by_key(|trial| trial.nation.is_none());
    trials
}

/// Judges the list with each of these squadrons in it.
pub(crate) fn try_all(
    ruleset: &Ruleset,
    list: &ArmyList,
    joined: &ArmyList,
    spot: &Spot,
    trials: Vec<Trial>,
) -> Vec<Candidate> {
    let before = muster_engine::errors(ruleset, list);
    let at = spot.pointer(joined);
    trials
        .into_par_iter()
        .map_init(
            || joined.clone(),
            |joined, trial| {
                let Trial { unit, nation, squadron } = trial;
                let points = price(ruleset, list, &squadron);
                let Some(siblings) = spot.siblings(joined) else {
                    return Candidate { unit, nation, squadron, points, may: false, findings: Vec::new() };
                };
                siblings.push(squadron);
                let after = muster_engine::errors(ruleset, joined);
                let squadron = spot.siblings(joined).and_then(Vec::pop).unwrap_or_default();
                let findings: Vec<Finding> = worse(&before, &after, &at).into_iter().cloned().collect();
                Candidate { unit, nation, squadron, points, may: findings.is_empty(), findings }
            },
        )
        .collect()
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
