//! The squadrons of a list in the order of its pages, and their numbers.

use indexmap::IndexMap;
use muster_engine::models::unit_of;
use muster_engine::ready::Ruleset;
use muster_engine::summary::{GroupLine, SquadronLine, Summary};

/// Squadrons under one heading: those of a group, those of a place where squadrons are set up, or all others.
pub(crate) struct ListSection<'a> {
    pub group: Option<&'a GroupLine>,
    /// The id of the place.
    pub allocation: Option<&'a str>,
    pub parties: Vec<Party<'a>>,
}

/// A squadron and the squadrons attached to it.
pub(crate) struct Party<'a> {
    /// None for a choice of the group, which is no squadron to count.
    pub number: Option<usize>,
    pub lines: &'a [SquadronLine],
}

/// A squadron with its number and what it is attached to.
pub(crate) struct NumberedLine<'a> {
    pub line: &'a SquadronLine,
    /// `3`, or `3.1` for the first that is attached to it. Empty for a choice of the group.
    pub number: String,
    pub parent: Option<&'a SquadronLine>,
}

/// The squadrons by group, else by place in the order of deployment. Numbers run through the whole list.
pub(crate) fn order<'a>(ruleset: &Ruleset, summary: &'a Summary) -> Vec<ListSection<'a>> {
    let parties: Vec<&[SquadronLine]> = summary.squadrons.chunk_by(|_, next| next.depth > 0).collect();
    let mut parts: Vec<ListSection> = Vec::new();
    let mut number = 0;
    let mut part = |group, allocation, parties: Vec<&'a [SquadronLine]>| {
        let mut numbered = |lines: &'a [SquadronLine]| {
            let counts = !is_choice(&lines[0]);
            number += usize::from(counts);
            Party { number: counts.then_some(number), lines }
        };
        parts.push(ListSection { group, allocation, parties: parties.into_iter().map(&mut numbered).collect() });
    };
    for group in &summary.groups {
        let under = format!("{}/", group.at);
        part(Some(group), None, parties.iter().copied().filter(|party| party[0].at.starts_with(&under)).collect());
    }
    let mut free = parties;
    free.retain(|party| !party[0].at.starts_with("/groups/"));
    free.sort_by_key(|party| rank(ruleset, &party[0]));
    if summary.allocates && summary.groups.is_empty() {
        for id in ruleset.declarations().allocations.keys() {
            let here: Vec<_> = free.iter().copied().filter(|party| party[0].allocation_id == *id).collect();
            if let Some(first) = here.first() {
                part(None, Some(first[0].allocation_id.as_str()), here);
            }
        }
    } else if !free.is_empty() {
        part(None, None, free);
    }
    parts
}

/// All squadrons by their pointers, in the order of the pages.
pub(crate) fn places<'a>(parts: &[ListSection<'a>]) -> IndexMap<&'a str, NumberedLine<'a>> {
    let mut places = IndexMap::new();
    for party in parts.iter().flat_map(|part| &part.parties) {
        for (below, line) in party.lines.iter().enumerate() {
            let number = match party.number {
                None => String::new(),
                Some(number) if below == 0 => number.to_string(),
                Some(number) => format!("{number}.{below}"),
            };
            let parent = party.lines[..below].iter().rev().find(|other| other.depth < line.depth);
            places.insert(line.at.as_str(), NumberedLine { line, number, parent });
        }
    }
    places
}

/// Whether it is a choice of its group, which has no models.
pub(crate) fn is_choice(squadron: &SquadronLine) -> bool {
    squadron.models == 0 && squadron.unit_id.is_some()
}

/// The squadron's place in the order of deployment.
fn rank(ruleset: &Ruleset, squadron: &SquadronLine) -> usize {
    let unit = unit_of(ruleset, squadron).map(|(catalogue, ready)| catalogue.unit(ready));
    unit.map_or(usize::MAX, |unit| ruleset.deployment_rank(unit))
}
