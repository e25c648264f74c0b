//! Says once for many lists by which rules, event and settings they are judged. A list then says only where it differs.

use std::collections::HashMap;

use muster_engine::list::RulesetName;
use muster_engine::plain::plain;
use muster_engine::plural::count;
use muster_engine::ready::Ruleset;
use muster_engine::report::Report;
use muster_engine::theirs::unlinked;
use muster_engine::words::stated;
use muster_library::shelf::Shelf;

use crate::submission::Submission;

/// Lists that are judged by the same version of a ruleset under the same events.
pub(crate) struct ListGroup {
    /// None if the ruleset is not at hand any more.
    ruleset: Option<Ruleset>,
    /// The game, its event and its version in words: `GAME under EVENT (rules 2.0.0)`.
    pub words: String,
    /// The game's name.
    pub game: String,
    /// How many lists there are.
    pub lists: u32,
    /// What more than half of the lists agree in, each with its title: settings, and the force value.
    common: Vec<(String, String)>,
}

/// The groups of lists, the largest first, and the group of each list by its place among them.
pub(crate) struct CommonGround {
    pub groups: Vec<ListGroup>,
    /// By the ruleset's id and version, and the ids of the events.
    places: HashMap<GroupKey, usize>,
}

type GroupKey = (String, String, Vec<String>);

/// The title of the force value among the settings.
const FORCE_VALUE: &str = "MFV";

impl CommonGround {
    /// What these lists have in common. The shelf has their rulesets and events.
    pub(crate) fn of(lists: &[&Submission], shelf: &Shelf) -> Self {
        let mut members: Vec<(GroupKey, Vec<&Submission>)> = Vec::new();
        for list in lists {
            let Some(key) = key(&list.report) else { continue };
            match members.iter_mut().find(|(known, _)| *known == key) {
                Some((_, lists)) => lists.push(list),
                None => members.push((key, vec![list])),
            }
        }
        members.sort_by_key(|(_, lists)| std::cmp::Reverse(lists.len()));
        let places = members.iter().enumerate().map(|(place, (key, _))| (key.clone(), place)).collect();
        let groups = members.iter().map(|(key, lists)| ListGroup::of(key, lists, shelf)).collect();
        Self { groups, places }
    }

    /// The group of a list; none if it could not be judged.
    pub(crate) fn group(&self, report: &Report) -> Option<&ListGroup> {
        self.groups.get(*self.places.get(&key(report)?)?)
    }
}

fn key(report: &Report) -> Option<GroupKey> {
    let ruleset = report.ruleset.as_ref()?;
    Some((ruleset.id.clone(), ruleset.version.clone(), report.events.clone()))
}

impl ListGroup {
    fn of((id, version, events): &GroupKey, lists: &[&Submission], shelf: &Shelf) -> Self {
        let name = RulesetName::Versioned { id: id.clone(), version: Some(format!("={version}")) };
        let mut nations: Vec<&str> = lists.iter().filter_map(|list| list.nation.as_deref()).collect();
        nations.push("");
        let ruleset = shelf.ruleset(&name, &nations).ok();
        let game = ruleset.as_ref().map_or_else(|| id.clone(), |ruleset| ruleset.declarations().name.clone());
        let heads = shelf.event_heads();
        let named =
            |id: &String| heads.iter().find(|head| head.id == *id).map_or_else(|| id.clone(), |head| head.name.clone());
        let under: Vec<String> = events.iter().map(named).collect();
        let under = if under.is_empty() { String::new() } else { format!(" under {}", under.join(" and ")) };
        let words = unlinked(&plain(&format!("{game}{under} (rules {version})"))).into_owned();
        let lists_of_it = u32::try_from(lists.len()).unwrap_or(u32::MAX);
        let mut group = Self { ruleset, words, game, lists: lists_of_it, common: Vec::new() };
        let mut counts: Vec<((String, String), usize)> = Vec::new();
        for stated in lists.iter().flat_map(|list| group.stated(&list.report)) {
            match counts.iter_mut().find(|(known, _)| *known == stated) {
                Some((_, number)) => *number += 1,
                None => counts.push((stated, 1)),
            }
        }
        let most = counts.into_iter().filter(|(_, number)| number * 2 > lists.len());
        group.common = most.map(|(stated, _)| stated).collect();
        group
    }

    /// What a list is judged by, each with its title.
    fn stated(&self, report: &Report) -> Vec<(String, String)> {
        let mut stated = match &self.ruleset {
            Some(ruleset) => stated::titled(ruleset.declarations(), &report.settings),
            None => Vec::new(),
        };
        stated.extend(report.mfv.map(|mfv| (FORCE_VALUE.to_owned(), mfv.to_string())));
        stated
    }

    /// What the lists agree in, in words; empty if that is nothing.
    pub(crate) fn common(&self) -> String {
        said(&self.common)
    }

    /// `38 lists`.
    pub(crate) fn number(&self) -> String {
        count(self.lists, "list")
    }

    /// What a list is judged by that differs from the others, in words; empty if nothing does. Its force value is left out:
    /// it stands beside its points.
    pub(crate) fn differs(&self, report: &Report) -> String {
        let stated = self.stated(report);
        let is_other = |one: &&(String, String)| one.0 != FORCE_VALUE && !self.common.contains(one);
        let mut differs: Vec<(String, String)> = stated.iter().filter(is_other).cloned().collect();
        let is_lacking =
            |(title, _): &&(String, String)| *title != FORCE_VALUE && !stated.iter().any(|(stated, _)| stated == title);
        differs.extend(self.common.iter().filter(is_lacking).map(|(title, _)| (title.clone(), "no".to_owned())));
        said(&differs)
    }

    /// The printed name of a nation.
    pub(crate) fn nation(&self, id: &str) -> Option<&str> {
        Some(&self.ruleset.as_ref()?.declarations().nations.get(id)?.name)
    }

    /// The title of a rule, or its id.
    pub(crate) fn rule<'r>(&'r self, id: &'r str) -> &'r str {
        let rule = self.ruleset.as_ref().and_then(|ruleset| ruleset.rule(id));
        rule.map_or(id, |rule| rule.rule.title.as_str())
    }
}

/// `Level: Commodore; Core: Naval`.
fn said(stated: &[(String, String)]) -> String {
    let words: Vec<String> = stated.iter().map(|(title, value)| format!("{title}: {value}")).collect();
    words.join("; ")
}
