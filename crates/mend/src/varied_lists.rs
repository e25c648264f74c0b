//! Changes the units, options, roles, cards and attached squadrons of a legal list, to find a list on which two rulesets disagree.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use muster_engine::catalogue::{FieldingWay, Unit};
use muster_engine::list::{ArmyList, ModelCount, Squadron};
use muster_engine::place::SquadronPlace;
use muster_engine::slug::slug;

use crate::change::{ListChange, id_of};
use crate::complete::additions;
use crate::disagreement::{Search, one_a_unit};
use crate::mend::Bounds;
use crate::tries::option_changes;
use crate::units::units;

/// The most cards of a deck that are drawn.
const MOST_CARDS: usize = 8;
/// The most copies of one card.
const COPIES: usize = 4;
/// The search attaches squadrons to so many others.
const HOSTS: usize = 4;
/// If a rule names no unit that may be attached, the search attaches so many units.
const JOINING: usize = 8;

impl Search<'_> {
    /// Puts one of these units in the place of a squadron. The unit takes over its roles and its allocation.
    pub(crate) fn other_units(&mut self, list: &ArmyList, added: &[ListChange]) -> Option<ArmyList> {
        let places = SquadronPlace::all(list);
        let swap = |place: &SquadronPlace, squadron: &Squadron| {
            let old = place.squadron(list).filter(|old| old.unit != squadron.unit)?;
            let other = Squadron { roles: old.roles.clone(), allocation: old.allocation.clone(), ..squadron.clone() };
            Some(ListChange::Swap(place.clone(), Box::new(other)))
        };
        let squadrons = added.iter().filter_map(|change| match change {
            ListChange::Add(_, squadron) => Some(squadron),
            _ => None,
        });
        let swaps = squadrons.flat_map(|squadron| places.iter().filter_map(|place| swap(place, squadron)));
        self.one_more(list, swaps.collect())
    }

    /// Changes the options and the bearers of roles of a list, one at a time. Then gives several squadrons the same option.
    pub(crate) fn varied(&mut self, list: &ArmyList) -> Option<ArmyList> {
        let options = option_changes(self.allows, list);
        self.one_more(list, options.iter().cloned().chain(self.other_bearers(list)).collect())
            .or_else(|| self.same_options(list, &options))
    }

    /// Gives one squadron after the other the same option.
    fn same_options(&mut self, list: &ArmyList, options: &[ListChange]) -> Option<ArmyList> {
        let mut by_name: BTreeMap<String, Vec<&ListChange>> = BTreeMap::new();
        for change in options {
            if let ListChange::Take(_, pick, _) = change
                && let Some(id) = id_of(pick)
            {
                by_name.entry(slug(id)).or_default().push(change);
            }
        }
        by_name
            .values()
            .filter(|same| same.len() > 1)
            .find_map(|same| self.chain(list, same.iter().copied()).break_value())
    }

    /// The changes that give a role to another squadron, or to one squadron more.
    fn other_bearers(&self, list: &ArmyList) -> Vec<ListChange> {
        let places = SquadronPlace::all(list);
        let mut changes = Vec::new();
        for place in &places {
            let roles = place.squadron(list).map(|squadron| squadron.roles.len()).unwrap_or_default();
            let others = || places.iter().filter(|other| *other != place);
            changes
                .extend((0..roles).flat_map(|role| {
                    others().map(move |other| ListChange::Rename(place.clone(), role, other.clone()))
                }));
            let declared = self.allows.declarations().roles.keys();
            changes.extend(declared.map(|role| ListChange::Name(place.clone(), role.clone())));
        }
        changes
    }

    /// Gives the list decks. Draws the cards that a rule looks at, then other cards, then several copies of one card.
    pub(crate) fn with_cards(
        &mut self,
        list: &ArmyList,
        is_first: &dyn Fn(&str) -> bool,
        bounds: Bounds,
    ) -> Option<ArmyList> {
        for deck in self.allows.declarations().decks.keys() {
            let of_deck = self.allows.cards().iter().filter(|cards| cards.deck == *deck).flat_map(|cards| &cards.cards);
            let (first, others): (Vec<&str>, Vec<&str>) =
                of_deck.map(|card| card.id.as_str()).partition(|card| is_first(card));
            let rows = [first.clone(), others].into_iter().filter(|row| !row.is_empty());
            let copies = first.iter().take(COPIES).map(|card| vec![*card; COPIES]);
            for row in rows.chain(copies) {
                let mut drawn = list.clone();
                for card in row.into_iter().take(MOST_CARDS) {
                    if self.is_over() {
                        return None;
                    }
                    drawn = ListChange::Draw(deck.clone(), card.to_owned()).apply(&drawn)?;
                    if let Some(found) =
                        self.completed(drawn.clone(), bounds).iter().find_map(|whole| self.parted(whole))
                    {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// Attaches these units to one squadron after the other, and adds squadrons that they may join. Attaches other units if none of these
    /// may be attached.
    pub(crate) fn attached(&mut self, begun: &ArmyList, is_first: &dyn Fn(&str) -> bool) -> Option<ArmyList> {
        let may_join = |unit: &Unit| !unit.attaches.is_empty() || unit.only == Some(FieldingWay::Attached);
        let (mut joining, others): (Vec<_>, Vec<_>) =
            units(self.allows, begun).filter(|(unit, _)| may_join(unit)).partition(|(unit, _)| is_first(&unit.id));
        if joining.is_empty() {
            joining.extend(others.into_iter().take(JOINING));
        }
        let joining: Vec<Squadron> = joining
            .into_iter()
            .flat_map(|(unit, squadron)| {
                let most = unit.squadron.and_then(|range| range.max).map(ModelCount::Count);
                [Squadron { models: most.or(squadron.models.clone()), ..squadron.clone() }, squadron]
            })
            .collect();
        if joining.is_empty() {
            return None;
        }
        let join = |place: &SquadronPlace| {
            let joined = joining.iter().map(|one| ListChange::Add(place.clone(), Box::new(one.clone())));
            joined.collect::<Vec<ListChange>>()
        };
        let more = additions(self.allows, begun);
        let mut more = one_a_unit(&more);
        let mut now = begun.clone();
        for _ in 0..HOSTS {
            let places = SquadronPlace::all(&now);
            let joined: Vec<ListChange> = places.iter().flat_map(join).collect();
            if let ControlFlow::Break(found) = self.chain(&now, joined.iter()) {
                return Some(found);
            }
            // A rule may allow the next squadron only if another squadron is attached to it.
            now = more.by_ref().find_map(|change| {
                let next = change.apply(&now).filter(|_| !self.is_over())?;
                let host = SquadronPlace::all(&next).into_iter().find(|place| !places.contains(place))?;
                let joined: Vec<ArmyList> = join(&host).iter().filter_map(|change| change.apply(&next)).collect();
                joined.into_iter().find(|list| self.is_legal(list))
            })?;
            if let Some(found) = self.parted(&now) {
                return Some(found);
            }
        }
        None
    }
}
