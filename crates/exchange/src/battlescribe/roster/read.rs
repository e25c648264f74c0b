//! Reads a list from a roster.

use std::borrow::Cow;
use std::collections::HashSet;

use muster_engine::catalogue::{FieldingWay, Unit};
use muster_engine::list::{Group, RulesetName};
use muster_engine::nearest::nearest;
use muster_engine::ready::Ruleset;
use muster_engine::ready::{ReadyCatalogue, ReadyUnit};
use muster_engine::slug::slug;

use super::attached::{FirstLevelSquadron, attached};
use super::conventions::Conventions;
use super::file::{Roster, RosterForce, Selection};
use super::ids::UnitIds;
use super::{costs, notes};
use crate::listing::fact;
use crate::listing::{
    Doubt, Listing, NAMELESS, TextContext, by_ids, current, leave_open, named, no_part, player_in, unit_names,
};

/// The most selections not understood for which the nearest names are given.
const HELPED: usize = 200;

/// The ruleset named in the notes of a roster written by Muster.
pub(super) fn ruleset(roster: &Roster) -> Option<RulesetName> {
    let facts = roster.notes.iter().filter(|_| roster.is_ours()).filter_map(|note| note.split_once(": "));
    facts.into_iter().find(|(key, _)| *key == "Ruleset").map(|(_, said)| fact::ruleset_named(said))
}

/// Applies the facts in notes, and reports notes that are not understood. `line` is the line of the notes.
pub(super) fn set_facts(
    notes: &[String],
    line: usize,
    doubts: &mut Vec<Doubt>,
    mut set: impl FnMut(&str, &str) -> Option<()>,
) {
    for note in notes {
        // Blanks at the end of a line are lost, so an empty line of a text ends in the colon of its key.
        let empty = || Some((note.strip_suffix(':')?, Cow::Borrowed("")));
        if fact::said(note).or_else(empty).and_then(|(key, value)| set(key, &value)).is_none() {
            doubts.push(Doubt::unread(line, note.clone(), None));
        }
    }
}

/// Reads the list of a roster. None if another program wrote it for a game, but none of its units is known.
pub(super) fn read(
    units: &UnitIds,
    conventions: &Conventions,
    is_of_game: bool,
    roster: &Roster,
    context: TextContext,
) -> Option<Listing> {
    let ruleset = units.ruleset();
    let mut list = current(ruleset);
    list.name = roster.name.clone().filter(|name| name != NAMELESS);
    let first = roster.forces.iter().find_map(|force| ruleset.nation(&force.catalogue));
    list.nation = first.map(str::to_owned);
    let mut listing = Listing::new(list, Vec::new(), Vec::new());
    let Listing { list, doubts, concluded, .. } = &mut listing;
    doubts.extend(roster.doubts.iter().cloned());
    concluded.extend(roster.told.iter().cloned());
    if roster.is_ours() {
        set_facts(&roster.notes, 1, doubts, |key, value| fact::set_of_list(ruleset, list, key, value));
    }
    doubts.extend(notes::contradictions(ruleset, roster));
    if let Some(name) = context.nation {
        list.nation = Some(ruleset.nation(name).unwrap_or(name).to_owned());
    }
    let roots = roster.forces.iter().flat_map(|force| &force.selections).map(|root| slug(&root.name)).collect();
    let of_a_game = roster.game_id.is_some() || roster.game_name.is_some();
    let mut reader = RosterReader {
        ruleset,
        conventions,
        roster,
        roots,
        units,
        trusts_names: roster.is_ours() || !of_a_game || is_of_game,
        knows_some: false,
        listing,
        kind: None,
        notes: roster.notes.clone(),
        passed: Vec::new(),
    };
    roster.forces.iter().for_each(|force| reader.force(force));
    let RosterReader { mut listing, knows_some, notes, passed, .. } = reader;
    if !roster.is_ours() {
        if of_a_game && !knows_some && !listing.doubts.is_empty() {
            return None;
        }
        listing.list.notes = Some(notes.join("\n")).filter(|notes| !notes.is_empty());
        listing.list.points = roster.points;
        take_player(&mut listing, context.file);
    }
    if !passed.is_empty() {
        let names = named(passed.iter().map(|(_, name)| name.as_str()));
        let lines = passed.iter().map(|(line, _)| *line).collect();
        listing.concluded.push(format!("{}: {names}", no_part(lines)));
    }
    by_ids(ruleset, &mut listing.list);
    listing.list.mfv = context.mfv.or(roster.limit).or(listing.list.mfv);
    if roster.is_ours() {
        costs::settle(ruleset, roster.points, &mut listing);
    } else {
        leave_open(ruleset, &mut listing.list);
    }
    listing.doubts.sort_by_key(|doubt| doubt.line);
    Some(listing)
}

/// Takes the player from the name of the roster, where the name of the file says that a part of it is one.
fn take_player(listing: &mut Listing, file: Option<&str>) {
    let (None, Some(title), Some(file)) = (&listing.list.player, &listing.list.name, file) else { return };
    if let Some(player) = player_in(title, file) {
        listing.concluded.push(format!("`{player}`, in the name of the roster, is taken as the player"));
        listing.list.player = Some(player);
    }
}

/// A roster being read.
pub(super) struct RosterReader<'a> {
    pub ruleset: &'a Ruleset,
    pub conventions: &'a Conventions,
    pub roster: &'a Roster,
    /// The names of everything on the first level.
    pub roots: HashSet<String>,
    pub units: &'a UnitIds,
    /// False in rosters of other games: a unit there may have the name of a unit here by chance.
    trusts_names: bool,
    /// Whether any unit was found.
    knows_some: bool,
    pub listing: Listing,
    /// The kind of group that is being read.
    pub kind: Option<String>,
    /// The player's notes on the whole list.
    notes: Vec<String>,
    /// The line and the name of each selection that is taken as no part of the list.
    passed: Vec<(usize, String)>,
}

impl<'a> RosterReader<'a> {
    fn force(&mut self, force: &RosterForce) {
        if !self.roster.is_ours() {
            self.settings(force);
        }
        let home = self.listing.list.nation.clone();
        let nation = self.ruleset.nation(&force.catalogue).map(str::to_owned).or(home);
        self.kind = self.kind(force);
        let roots: HashSet<String> = force.selections.iter().map(|root| slug(&root.name)).collect();
        let placed: Vec<FirstLevelSquadron> =
            force.selections.iter().filter_map(|root| self.placed(root, nation.as_deref(), &roots)).collect();
        let squadrons = attached(placed, &mut self.listing.concluded);
        let mut group = Group { name: force.custom_name.clone(), ..Group::default() };
        if let Some(kind) = self.kind.clone() {
            group = Group { kind, squadrons, ..group };
        } else {
            self.listing.list.squadrons.extend(squadrons);
        }
        if self.roster.is_ours() {
            let is_group = self.kind.is_some();
            let set = |key: &str, value: &str| is_group.then(|| fact::set_of_group(&mut group, key, value)).flatten();
            set_facts(&force.notes, force.line, &mut self.listing.doubts, set);
        } else {
            self.notes.extend(force.notes.iter().cloned());
        }
        // In files, a force may only hold other forces.
        if self.kind.is_some() && (self.roster.is_ours() || !group.squadrons.is_empty()) {
            self.listing.list.groups.push(group);
        }
    }

    /// Takes the settings that the name of a force states. Where another force states another, it is doubtful.
    fn settings(&mut self, force: &RosterForce) {
        for (id, value) in self.conventions.stated_by(&force.name) {
            let known = self.listing.list.settings.entry(id.clone()).or_insert_with(|| value.clone());
            if known != value {
                let text =
                    format!("`{}` states another `{id}` than an earlier force; the earlier one counts", force.name);
                self.listing.doubts.push(Doubt::differs(force.line, text, None));
            }
        }
    }

    /// The kind of group of a force; none in games without groups.
    fn kind(&mut self, force: &RosterForce) -> Option<String> {
        let kinds = &self.ruleset.declarations().group_kinds;
        if self.roster.is_ours() {
            let kind = Some(force.entry.clone()).filter(|kind| !kind.is_empty());
            let title = kind.as_ref().and_then(|kind| kinds.get(kind)).map(|kind| &kind.title);
            if title.is_some_and(|title| *title != force.name) {
                let text = format!("the name says `{}`, the id says `{}`, which is read", force.name, force.entry);
                self.listing.doubts.push(Doubt::differs(force.line, text, None));
            }
            return kind;
        }
        // What stands in parentheses says what kind of force it is: `(Main)`.
        let bare = force.name.split('(').next().unwrap_or_default();
        let words = [slug(&force.name), slug(bare)];
        let named = kinds.iter().find(|(id, kind)| words.contains(*id) || words.contains(&slug(&kind.title)));
        if let Some((id, _)) = named {
            return Some(id.clone());
        }
        let usual = self.ruleset.declarations().usual_group();
        if kinds.len() > 1 {
            let end = usual.and_then(|usual| kinds.get(usual)).map_or_else(
                || ", so its units stand in no group".to_owned(),
                |kind| format!(" and is taken as: {}", kind.title),
            );
            self.listing.concluded.push(format!("`{}` is not a kind of group here{end}", force.name));
        }
        usual.map(str::to_owned)
    }

    /// Reads a selection of the first level.
    fn placed(
        &mut self,
        root: &Selection,
        nation: Option<&str>,
        roots: &HashSet<String>,
    ) -> Option<FirstLevelSquadron> {
        let found = self.find(root, nation, true);
        let unit = found.map(|(catalogue, ready)| catalogue.unit(ready));
        // What costs nothing is no squadron. A unit that costs something is one, whatever it is called.
        if self.conventions.ignores_root(root) && unit.is_none_or(|unit| unit.points == Some(0)) {
            self.pass(root);
            return None;
        }
        if found.is_none() {
            self.tell(root, nation, None);
            self.compare_id(root);
            if root.kind == "upgrade" {
                root.selections.iter().for_each(|inner| self.pass(inner));
                return None;
            }
        }
        // Muster writes what is attached into its squadron.
        let joins = !self.roster.is_ours()
            && unit.is_some_and(|unit| {
                let attached_form = slug(&root.name).ends_with(&format!("-{}", slug(&unit.name)));
                unit.only == Some(FieldingWay::Attached) || attached_form && !unit.attaches.is_empty()
            });
        let squadron = self.squadron(root, found, nation);
        let inner = root.selections.iter().flat_map(|child| child.selections.iter().chain([child]));
        let hosts = inner.map(|child| slug(&child.name)).filter(|name| roots.contains(name)).collect();
        Some(FirstLevelSquadron { squadron, name: slug(&root.name), joins, hosts })
    }

    pub(super) fn find(
        &mut self,
        selection: &Selection,
        nation: Option<&str>,
        is_root: bool,
    ) -> Option<(&'a ReadyCatalogue, &'a ReadyUnit)> {
        // Inside a squadron, something with the name of a unit may only be the permission to attach that unit.
        let is_permission = !is_root && selection.kind != "unit" && selection.whole_cost() == 0;
        let is_trusted = self.trusts_names && (!is_permission || self.roster.is_ours());
        let by_name = || self.ruleset.find_unit(nation, &selection.name).filter(|_| is_trusted);
        let found = self.units.find(&selection.ids, nation).or_else(by_name);
        self.knows_some |= found.is_some();
        found
    }

    /// Takes a selection as no part of the list, with everything inside it. That is doubtful if it is a unit.
    pub(super) fn pass(&mut self, selection: &Selection) {
        let unit = self.units.find(&selection.ids, None).map(|(catalogue, ready)| catalogue.unit(ready));
        let is_called_so = selection.kind != "upgrade" && self.units.is_sold(&selection.name);
        if is_called_so || unit.is_some_and(|unit| unit.points != Some(0)) {
            self.listing.doubts.push(Doubt::misplaced(selection.line, &selection.name, None));
        } else if unit.is_some() {
            self.passed.push((selection.line, shown(selection)));
        } else {
            self.pass_alone(selection);
        }
        selection.selections.iter().for_each(|inner| self.pass(inner));
    }

    /// Takes a selection as no part of the list, but not what is inside it.
    pub(super) fn pass_alone(&mut self, selection: &Selection) {
        self.compare_id(selection);
        self.passed.push((selection.line, shown(selection)));
    }

    pub(super) fn tell(&mut self, selection: &Selection, nation: Option<&str>, unit: Option<(&Unit, &ReadyUnit)>) {
        let options = unit.into_iter().flat_map(|(_, ready)| ready.options.iter().map(|option| option.name.as_str()));
        let help = if self.listing.doubts.len() >= HELPED {
            None
        } else if unit.is_some() {
            nearest(&selection.name, options)
        } else {
            nearest(&selection.name, unit_names(self.ruleset, nation))
        };
        self.listing.doubts.push(Doubt::unread(selection.line, selection.name.clone(), help));
    }
}

/// The name of a selection, with its number if that is not 1.
fn shown(selection: &Selection) -> String {
    match (&selection.odd, selection.number) {
        (None, 1) => selection.name.clone(),
        (Some(number), _) => format!("{number} of {}", selection.name),
        (None, number) => format!("{number} of {}", selection.name),
    }
}
