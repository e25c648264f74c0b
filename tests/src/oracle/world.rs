//! A list with its words resolved: nations, units, roles, and how squadrons belong together.

use std::sync::Arc;

use indexmap::IndexMap;
use muster_engine::catalogue::{Stat, Unit};
use muster_engine::list::{ArmyList, Squadron};
use muster_engine::ready::RulesetParts;
use muster_engine::slug::slug;

use super::Oracle;
use super::bought::BoughtOptions;
use super::number::BoundedNumber;
use super::thing::OracleThing;

/// A squadron, at the top level or attached.
pub(super) struct OracleSquadron<'a> {
    pub thing: OracleThing,
    pub pointer: String,
    pub squadron: &'a Squadron,
    pub group: Option<usize>,
    pub parent: Option<usize>,
    pub bringer: Option<usize>,
    pub carriers: Vec<usize>,
    pub allocation: String,
    /// The allocation that a rule gives it, because the squadron states none.
    pub unstated: Option<String>,
}

/// The models of one kind in a squadron.
pub(super) struct Kinds {
    pub thing: OracleThing,
    /// The unit that these models count for.
    pub unit: String,
    pub models: u32,
    /// The cost of its models without upgrades.
    pub price: BoundedNumber,
    pub points: BoundedNumber,
    pub upgrades: BoundedNumber,
    /// The statistics of a kind that an option makes.
    pub figures: Option<IndexMap<String, Stat>>,
}

/// A model with roles.
pub(super) struct OracleBearer {
    pub thing: OracleThing,
    pub pointer: String,
}

/// A card of a deck.
pub(super) struct OracleCard {
    pub thing: OracleThing,
    pub pointer: String,
    pub deck: String,
    pub id: String,
    pub cost: Option<u32>,
}

/// A list with its words resolved.
pub(super) struct World<'a> {
    pub oracle: &'a Oracle<'a>,
    pub parts: &'a RulesetParts,
    pub list: &'a ArmyList,
    pub nation: Option<&'a str>,
    pub squadrons: Vec<OracleSquadron<'a>>,
    /// What is bought for each squadron.
    pub bought: Vec<BoughtOptions<'a>>,
    pub kinds: Vec<Kinds>,
    pub bearers: Vec<OracleBearer>,
    pub cards: Vec<OracleCard>,
    /// What the list pays besides its squadrons.
    pub charges: BoundedNumber,
}

impl<'a> World<'a> {
    pub(super) fn new(oracle: &'a Oracle<'a>, list: &'a ArmyList) -> Self {
        let mut world = Self {
            oracle,
            parts: oracle.parts,
            list,
            nation: None,
            squadrons: Vec::new(),
            bought: Vec::new(),
            kinds: Vec::new(),
            bearers: Vec::new(),
            cards: Vec::new(),
            charges: BoundedNumber::sure(0),
        };
        world.nation = list.nation.as_deref().and_then(|name| world.nation_named(name));
        world.place(&list.squadrons, "/squadrons", None, None);
        for (index, group) in list.groups.iter().enumerate() {
            world.place(&group.squadrons, &format!("/groups/{index}/squadrons"), Some(index), None);
        }
        let buy = |index: usize| {
            let (squadron, group) = (world.squadrons[index].squadron, world.group_kind(index));
            let found = world.unit_named(world.nation_of(index), &squadron.unit);
            let (unit, _) = found.unwrap_or_else(|| panic!("the oracle knows no unit {}", squadron.unit));
            BoughtOptions::new(unit, squadron, group)
        };
        world.bought = (0..world.squadrons.len()).map(buy).collect();
        world.relate();
        world.describe_all();
        // The allocation of squadrons that state none depends on their traits, which are known now.
        if world.allocate() {
            world.describe_all();
        }
        world.fill_slots();
        world.pay();
        for (deck, picks) in &list.decks {
            for (position, pick) in picks.iter().enumerate() {
                let card = world.card(deck, position, pick);
                world.cards.push(card);
            }
        }
        world.charges = world.charged();
        world
    }

    pub(super) fn nation_named(&self, name: &str) -> Option<&'a str> {
        let nations = &self.parts.declarations.nations;
        let by_id = nations.get_key_value(name).or_else(|| nations.get_key_value(&slug(name)));
        let named = || {
            nations.iter().find(|(_, nation)| {
                std::iter::once(&nation.name).chain(&nation.aliases).any(|known| slug(known) == slug(name))
            })
        };
        by_id.or_else(named).map(|(id, _)| id.as_str())
    }

    /// The unit that a name means in a nation, and whether that unit belongs to no nation.
    pub(super) fn unit_named(&self, nation: Option<&str>, name: &str) -> Option<(&'a Unit, bool)> {
        let own = self.oracle.catalogues.iter().filter(|c| c.nation.is_some() && c.nation.as_deref() == nation);
        let of_none = self.oracle.catalogues.iter().filter(|c| c.nation.is_none());
        own.chain(of_none).find_map(|catalogue| {
            let find = |test: &dyn Fn(&Unit) -> bool| catalogue.units.iter().map(Arc::as_ref).find(|unit| test(unit));
            let wanted = slug(name);
            let unit = find(&|unit| unit.id == name || unit.id == wanted)
                .or_else(|| find(&|unit| slug(&unit.name) == wanted))
                .or_else(|| find(&|unit| unit.aliases.iter().any(|alias| slug(alias) == wanted)));
            unit.map(|unit| (unit, catalogue.nation.is_none()))
        })
    }

    fn place(&mut self, squadrons: &'a [Squadron], at: &str, group: Option<usize>, parent: Option<usize>) {
        for (position, squadron) in squadrons.iter().enumerate() {
            let pointer = format!("{at}/{position}");
            let index = self.squadrons.len();
            self.squadrons.push(OracleSquadron {
                thing: OracleThing { squadron: Some(index), ..OracleThing::default() },
                pointer: pointer.clone(),
                squadron,
                group,
                parent,
                bringer: None,
                carriers: Vec::new(),
                allocation: String::new(),
                unstated: None,
            });
            self.place(&squadron.attached, &format!("{pointer}/attached"), group, Some(index));
        }
    }

    fn relate(&mut self) {
        let with_id = |squadrons: &[OracleSquadron], id: &str| {
            squadrons.iter().position(|placed| placed.squadron.id.as_deref() == Some(id))
        };
        for index in 0..self.squadrons.len() {
            let squadron = self.squadrons[index].squadron;
            self.squadrons[index].bringer = squadron.brought_by.as_ref().and_then(|id| with_id(&self.squadrons, id));
            for id in &squadron.carries {
                if let Some(carried) = with_id(&self.squadrons, id) {
                    self.squadrons[carried].carriers.push(index);
                }
            }
        }
        for index in 0..self.squadrons.len() {
            self.squadrons[index].allocation = self.allocation(index, self.squadrons.len());
        }
    }

    fn describe_all(&mut self) {
        self.kinds.clear();
        self.bearers.clear();
        for index in 0..self.squadrons.len() {
            self.describe(index);
        }
    }

    /// Gives squadrons the slots that their units name for such a group, unless the list states another slot. Attached
    /// and brought squadrons have none. If it is unknown whether a squadron is brought, its slot is unknown.
    fn fill_slots(&mut self) {
        for index in 0..self.squadrons.len() {
            let (Some(slot), None) = (self.slot(index), self.squadrons[index].parent) else { continue };
            let brought = self.is_brought(index);
            let kinds = self.kinds.iter_mut().map(|kind| &mut kind.thing);
            let bearers = self.bearers.iter_mut().map(|bearer| &mut bearer.thing);
            let things = kinds.chain(bearers).filter(|thing| thing.squadron == Some(index));
            for thing in things.chain([&mut self.squadrons[index].thing]) {
                match brought {
                    Some(false) => thing.add("slot", slot),
                    Some(true) => {}
                    None => drop(thing.perhaps.entry("slot".to_owned()).or_default().insert(slot.to_owned())),
                }
            }
        }
    }

    /// The slot that a squadron's unit names for such a group.
    fn slot(&self, index: usize) -> Option<&'a str> {
        let kind = self.group_kind(index)?;
        let (unit, _) = self.unit_named(self.nation_of(index), &self.squadrons[index].squadron.unit)?;
        let slots = &self.parts.declarations.group_kinds.get(kind)?.slots;
        let (id, slot) = slots.get_key_value(unit.slots.get(kind)?)?;
        let stated = self.squadrons[index].squadron.slot.as_deref().map(slug);
        let names_it = stated.is_none_or(|stated| stated == *id || stated == slug(&slot.title));
        (slot.accepts.is_none() && names_it).then_some(id)
    }

    /// The kind of the group that a squadron stands in.
    pub(super) fn group_kind(&self, index: usize) -> Option<&'a str> {
        self.squadrons[index].group.map(|group| self.list.groups[group].kind.as_str())
    }

    /// Allocates squadrons that state no allocation by the rules in use, and returns whether any allocation changed.
    fn allocate(&mut self) -> bool {
        let rules = self.parts.rules.iter().map(|sourced| &sourced.rule).filter(|rule| self.in_use(rule));
        let put: Vec<_> = rules.flat_map(|rule| &rule.allocates).collect();
        for index in 0..self.squadrons.len() {
            let placed = &self.squadrons[index];
            if placed.squadron.allocation.is_none() && placed.parent.or(placed.bringer).is_none() {
                let of = put.iter().find(|(_, which)| self.matches(&placed.thing, which) == Some(true));
                let unstated = of.map(|(allocation, _)| (*allocation).clone());
                self.squadrons[index].unstated = unstated;
            }
        }
        let all = 0..self.squadrons.len();
        let now: Vec<String> = all.map(|index| self.allocation(index, self.squadrons.len())).collect();
        let moved = self.squadrons.iter().zip(&now).any(|(placed, now)| placed.allocation != *now);
        for (placed, now) in self.squadrons.iter_mut().zip(now) {
            placed.allocation = now;
        }
        moved
    }

    /// The stated allocation, else that of the squadron that it is attached to or brought by, else the first of the
    /// ruleset.
    fn allocation(&self, index: usize, steps: usize) -> String {
        let placed = &self.squadrons[index];
        match (&placed.squadron.allocation, placed.parent.or(placed.bringer)) {
            (Some(stated), _) => stated.clone(),
            (None, Some(other)) if steps > 0 => self.allocation(other, steps - 1),
            _ if placed.unstated.is_some() => placed.unstated.clone().unwrap_or_default(),
            _ => self.parts.declarations.allocations.keys().next().cloned().unwrap_or_default(),
        }
    }

    /// The nation of a squadron: its own, else its parent's, else the list's.
    pub(super) fn nation_of(&self, index: usize) -> Option<&'a str> {
        let placed = &self.squadrons[index];
        match (&placed.squadron.nation, placed.parent) {
            (Some(name), _) => self.nation_named(name),
            (None, Some(parent)) => self.nation_of(parent),
            (None, None) => self.nation,
        }
    }

    pub(super) fn role(&self, name: &str) -> Option<&'a str> {
        let roles = &self.parts.declarations.roles;
        roles
            .iter()
            .find(|(id, role)| *id == name || **id == slug(name) || slug(&role.title) == slug(name))
            .map(|(id, _)| id.as_str())
    }
}
