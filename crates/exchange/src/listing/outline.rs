//! A list as an outline: titles, facts and squadrons, before any markup.

use std::collections::HashMap;

use muster_engine::list::{ArmyList, Group, Squadron};
use muster_engine::place::SquadronPlace;
use muster_engine::plain::plain;
use muster_engine::plural::capital;
use muster_engine::ready::Ruleset;
use muster_engine::report::Report;
use muster_engine::summary::{SquadronLine, Summary};
use muster_engine::words::number::{points, points_of};
use muster_engine::words::phrases::squadrons;
use muster_engine::words::taken::times;
use muster_engine::words::verdict::verdict;

use super::fact::{self, ListFact, nation_name};
use super::foot::Foot;
use super::markup::is_blank;
use super::phrase;

/// A list, ready to be marked up.
pub(super) struct Outline {
    pub title: String,
    /// The game, nation, points and verdict. For people only; it is not read back.
    pub subtitle: String,
    pub facts: Vec<ListFact>,
    pub sections: Vec<OutlineSection>,
}

/// A group, a deck, or the squadrons without a group.
pub(super) struct OutlineSection {
    pub heading: String,
    pub facts: Vec<ListFact>,
    pub entries: Vec<OutlineEntry>,
}

/// A squadron, or a card.
pub(super) struct OutlineEntry {
    /// How deep it is attached: the number of squadrons above it.
    pub depth: usize,
    /// `3 × Frigate`
    pub head: String,
    /// `90 points`; none for a card.
    pub points: Option<String>,
    pub facts: Vec<ListFact>,
}

/// The title of a list that has no name.
pub(crate) const NAMELESS: &str = "(no name)";

/// Whether a name can be the title unchanged: it is one line with words, reads back the same, and is not taken for the last
/// line.
fn is_title(name: &str) -> bool {
    let is_foot = || Foot::at_start(std::iter::once(name)).is_some();
    name != NAMELESS && phrase::is_one_line(name) && !is_blank(name) && !is_foot()
}

/// The title for a name. If the name cannot be the title, it follows as a fact, and this is what people see of it.
fn title(name: Option<&String>) -> String {
    let Some(name) = name else { return NAMELESS.to_owned() };
    let shown = plain(name);
    Some(shown.trim()).filter(|shown| is_title(shown)).unwrap_or(NAMELESS).to_owned()
}

/// A fact for a name that cannot be the title.
fn odd_name(name: Option<&String>) -> impl Iterator<Item = ListFact> {
    name.filter(|name| !is_title(name)).into_iter().flat_map(|name| fact::text("Name", name))
}

impl Outline {
    pub(super) fn new(ruleset: &Ruleset, list: &ArmyList, summary: &Summary, report: &Report) -> Self {
        let lines = summary.squadrons.iter().map(|line| (line.at.as_str(), line)).collect();
        let writer = OutlineWriter { ruleset, lines };
        let declarations = ruleset.declarations();
        let is_heading = |id: &str| {
            let is_deck = declarations.decks.values().any(|deck| deck.title == *id);
            is_deck || id.eq_ignore_ascii_case(squadrons(declarations, 2))
        };
        let mut sections = Vec::new();
        if !list.squadrons.is_empty() {
            let heading = capital(squadrons(declarations, 2));
            let entries = writer.entries(&SquadronPlace::default(), &list.squadrons, None);
            sections.push(OutlineSection { heading, facts: Vec::new(), entries });
        }
        sections.extend(list.groups.iter().enumerate().map(|(place, group)| writer.group(place, group, summary)));
        sections.extend(list.decks.iter().map(|(id, cards)| {
            OutlineSection {
                heading: match declarations.decks.get(id) {
                    Some(deck) => deck.title.clone(),
                    None => phrase::title(id, is_heading(id)),
                },
                facts: Vec::new(),
                entries: cards
                    .iter()
                    .map(|card| OutlineEntry {
                        depth: 0,
                        head: phrase::card(ruleset, id, card),
                        points: None,
                        facts: Vec::new(),
                    })
                    .collect(),
            }
        }));
        Self {
            title: title(list.name.as_ref()),
            subtitle: subtitle(ruleset, list, summary, report),
            facts: odd_name(list.name.as_ref()).chain(fact::of_list(ruleset, list)).collect(),
            sections,
        }
    }
}

fn subtitle(ruleset: &Ruleset, list: &ArmyList, summary: &Summary, report: &Report) -> String {
    let words =
        [Some(what(ruleset, list, summary)), Some(verdict(report.verdict).to_owned()), report.terms.words.clone()];
    plain(&words.into_iter().flatten().collect::<Vec<_>>().join(", ")).into_owned()
}

/// What the line for people says before the verdict: the game, the nation and the points.
pub(super) fn what(ruleset: &Ruleset, list: &ArmyList, summary: &Summary) -> String {
    let nation = list.nation.as_deref().map(|name| nation_name(ruleset, name));
    let points = points_of(summary.points, summary.points_at_least, list.mfv);
    let words = [Some(ruleset.declarations().name.clone()), nation, Some(points)];
    plain(&words.into_iter().flatten().collect::<Vec<_>>().join(", ")).into_owned()
}

struct OutlineWriter<'a> {
    ruleset: &'a Ruleset,
    lines: HashMap<&'a str, &'a SquadronLine>,
}

impl OutlineWriter<'_> {
    fn group(&self, place: usize, group: &Group, summary: &Summary) -> OutlineSection {
        let kinds = &self.ruleset.declarations().group_kinds;
        let is_taken = kinds.values().any(|kind| group.kind.starts_with(&kind.title));
        let kind = kinds.get(&group.kind).map(|kind| kind.title.clone());
        let kind = kind.unwrap_or_else(|| phrase::title(&group.kind, is_taken));
        let name = group.name.as_ref().filter(|name| is_title(name));
        let name = name.map(|name| format!(": {name}")).unwrap_or_default();
        let line = summary.groups.get(place);
        let points = line.map(|line| points(line.points, line.points_at_least)).unwrap_or_default();
        let entries = self.entries(&SquadronPlace::of_group(Some(place)), &group.squadrons, Some(&group.kind));
        let facts = odd_name(group.name.as_ref()).chain(fact::of_group(group)).collect();
        OutlineSection { heading: format!("{kind}{name} ({points})"), facts, entries }
    }

    fn entries(&self, outer: &SquadronPlace, squadrons: &[Squadron], kind: Option<&str>) -> Vec<OutlineEntry> {
        let mut entries = Vec::new();
        for (place, squadron) in squadrons.iter().enumerate() {
            self.entry(&outer.inner(place), squadron, 0, kind, &mut entries);
        }
        entries
    }

    fn entry(
        &self,
        own: &SquadronPlace,
        squadron: &Squadron,
        depth: usize,
        kind: Option<&str>,
        entries: &mut Vec<OutlineEntry>,
    ) {
        let line = self.lines.get(own.to_string().as_str());
        let nation = line.and_then(|line| line.nation_id.as_deref());
        // Use the printed name if it finds the same unit again.
        let found = self.ruleset.find_unit(nation, &squadron.unit);
        let printed = found.map(|(catalogue, ready)| (catalogue, ready, &catalogue.unit(ready).name));
        let leads_back = printed.is_some_and(|(_, ready, name)| {
            self.ruleset.find_unit(nation, name).is_some_and(|(_, other)| std::ptr::eq(other, ready))
        });
        let name = printed.filter(|_| leads_back).map_or(&squadron.unit, |(.., name)| name);
        let name = phrase::unit(name);
        let head = phrase::count(squadron.models.as_ref()).map_or_else(|| name.clone(), |count| times(count, &name));
        let mut facts = fact::of_squadron(self.ruleset, squadron, nation, kind);
        facts.extend(line.and_then(|line| fact::by_default(self.ruleset, squadron, line)));
        entries.push(OutlineEntry {
            depth,
            head,
            points: Some(line.map(|line| points(line.points, line.points_at_least)).unwrap_or_default()),
            facts,
        });
        for (place, attached) in squadron.attached.iter().enumerate() {
            self.entry(&own.inner(place), attached, depth + 1, kind, entries);
        }
    }
}
