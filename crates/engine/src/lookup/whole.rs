//! Makes a force, in this order: squadrons, rows of a sheet, the relations between squadrons, slots, cards, charges. Most steps need
//! traits that an earlier step gives.

#![expect(
    clippy::indexing_slicing,
    reason = "the force gives out the places of squadrons and groups, and a chart has an entry for each squadron"
)]

use std::sync::{Arc, OnceLock};

use crate::force::agreed::Agreement;
use crate::force::chart::Chart;
use crate::force::columns::TraitColumns;
use crate::force::left_open::left_open;
use crate::force::whole::Force;
use crate::judge::charges::all_charged;
use crate::lookup::charts::fits;
use crate::ready::bits::Bits;
use crate::ready::matcher::Match;
use crate::ready::ruleset::Ruleset;
use crate::shapes::declarations::GroupKind;
use crate::shapes::list::{ArmyList, Squadron};
use crate::shapes::sheet::Sheet;

impl<'a> Force<'a> {
    /// Looks up everything that the list names.
    pub(crate) fn new(ruleset: &'a Ruleset, list: &'a ArmyList, agreed: Agreement, sheet: Option<&'a Sheet>) -> Self {
        let mut force = Self::unrelated(ruleset, list, agreed);
        force.complete(sheet);
        force
    }

    /// Looks up the squadrons, each by itself. What squadrons have from each other, slots and cards are missing.
    pub(crate) fn unrelated(ruleset: &'a Ruleset, list: &'a ArmyList, agreed: Agreement) -> Self {
        let conditions = ruleset.conditions().iter().map(|(id, test)| agreed.test(id, test)).collect();
        let mut force = Self::empty(ruleset, list, (Arc::new(agreed), conditions), list.squadrons.len() * 2);
        force.references = force.look_up_references();
        for (group, squadrons) in rows(list) {
            for (position, squadron) in squadrons.iter().enumerate() {
                force.add(squadron, position, group, None);
            }
        }
        force
    }

    /// A force without squadrons and cards, and with room for so many squadrons.
    pub(super) fn empty(
        ruleset: &'a Ruleset,
        list: &'a ArmyList,
        (agreed, conditions): (Arc<Agreement>, Arc<[Match]>),
        room: usize,
    ) -> Self {
        let kind = |name: &str| {
            let (place, id, kind) = ruleset.declarations().group_kind(name)?;
            Some((place, id.as_str(), kind))
        };
        let nation = list.nation.as_deref().and_then(|name| ruleset.nation(name));
        Self {
            ruleset,
            list,
            agreed,
            conditions,
            open: left_open(list),
            nation,
            of_nation: ruleset.places().of_nation(ruleset.declarations(), nation),
            kinds: list.groups.iter().map(|group| kind(&group.kind)).collect(),
            entries: Vec::with_capacity(room),
            sets: Vec::with_capacity(room),
            bearers: Vec::new(),
            cards: Vec::new(),
            copies: Vec::new(),
            is_together: false,
            charged: Vec::new(),
            judged_sheet: None,
            compared_sheet: None,
            rows: Vec::new(),
            charts: Vec::new(),
            all: Bits::default(),
            entry_columns: TraitColumns::default(),
            set_columns: TraitColumns::default(),
            references: Vec::new(),
            names_of_others: OnceLock::new(),
        }
    }

    /// Adds everything else to squadrons that were looked up each by itself.
    pub(crate) fn complete(&mut self, sheet: Option<&'a Sheet>) {
        // Rows change what squadrons cost, so they come before those who pay.
        if let Some(sheet) = sheet {
            self.add_rows(sheet);
            // The list is compared with the sheet only if the sheet has every row that the list names.
            if self.missing_rows().next().is_none() {
                self.compared_sheet = Some(&sheet.kind);
            }
        } else if self.list.sheet.is_some() {
            self.perhaps_free();
        }
        self.relate();
        self.fill_slots();
        self.add_cards();
        self.all = self.all_traits();
        self.entry_columns = TraitColumns::new(self.entries.iter().map(|entry| (&entry.has, &entry.may_have)));
        self.set_columns = TraitColumns::new(self.sets.iter().map(|set| (&set.has, &set.may_have)));
        self.charged = all_charged(self);
    }

    /// Looks up a sheet that is judged by itself. `list` is empty and only says whose sheet it is.
    pub(crate) fn of_sheet(ruleset: &'a Ruleset, list: &'a ArmyList, agreed: Agreement, sheet: &'a Sheet) -> Self {
        let mut force = Self::new(ruleset, list, agreed, None);
        force.judged_sheet = Some(&sheet.kind);
        force.add_rows(sheet);
        force
    }

    /// Finds which squadron fills which slot. The slot is also a trait.
    fn fill_slots(&mut self) {
        self.charts = Chart::all(self);
        let vocabulary = self.ruleset.vocabulary();
        let bits = |kind: &GroupKind, slots: u64| {
            let names = kind.slots.keys().enumerate().filter(|(slot, _)| slots & (1 << slot) != 0);
            vocabulary.bits("slot", names.map(|(_, id)| id.as_str()))
        };
        let mut given: Vec<(usize, Bits, Match)> = Vec::new();
        for chart in &self.charts {
            // Slots that hold any number are not given out, so what is unknown of one squadron changes no other.
            let is_free = chart.spaces.iter().all(|slot| slot.many);
            for (place, index) in chart.squadrons.iter().enumerate() {
                let (takes, is_guess) = (chart.takes[place], chart.is_guess(place));
                if if is_free { is_guess } else { chart.is_open() && (is_guess || !takes.is_power_of_two()) } {
                    given.push((*index, bits(chart.kind, takes), Match::Perhaps));
                } else if let Some(slot) = chart.assignment.slots[place] {
                    given.push((*index, bits(chart.kind, 1 << slot), Match::Yes));
                }
            }
        }
        // If nobody can tell whether a squadron is brought, it may need a slot of its own.
        for (index, entry) in self.entries.iter().enumerate().filter(|(_, entry)| entry.brought == Match::Perhaps) {
            let kind = entry.group.and_then(|group| self.kinds[group]);
            let prepared = kind.and_then(|(place, ..)| self.ruleset.kinds().get(place));
            if let (Some((_, id, kind)), Some(prepared)) = (kind, prepared) {
                let (takes, _) = fits(self, index, (id, kind), prepared);
                given.push((index, bits(kind, takes), Match::Perhaps));
            }
        }
        for (index, gives, is_sure) in given {
            let give = |has: &mut Bits, may_have: &mut Bits| {
                let to = if is_sure == Match::Yes { has } else { may_have };
                *to = to.union(&gives);
            };
            let entry = &mut self.entries[index];
            give(&mut entry.has, &mut entry.may_have);
            for set in &mut self.sets[entry.sets.clone()] {
                give(&mut set.has, &mut set.may_have);
            }
            for bearer in self.bearers.iter_mut().filter(|bearer| bearer.entry == index) {
                give(&mut bearer.has, &mut bearer.may_have);
            }
        }
    }

    /// The traits that any squadron, model or bearer has or may have.
    fn all_traits(&self) -> Bits {
        let entries = self.entries.iter().map(|entry| entry.has.union(&entry.may_have));
        let sets = self.sets.iter().map(|set| set.has.union(&set.may_have));
        let bearers = self.bearers.iter().map(|bearer| bearer.has.union(&bearer.may_have));
        entries.chain(sets).chain(bearers).fold(Bits::default(), |all, bits| all.union(&bits))
    }
}

/// The squadrons of a list outside of groups, then those of each group.
pub(super) fn rows(list: &ArmyList) -> impl Iterator<Item = (Option<usize>, &[Squadron])> {
    let groups = list.groups.iter().enumerate().map(|(index, group)| (Some(index), group.squadrons.as_slice()));
    std::iter::once((None, list.squadrons.as_slice())).chain(groups)
}
