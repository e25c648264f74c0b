//! Makes a force, in this order: squadrons, the relations between them, rows of a sheet, slots, cards. Most steps need
//! traits that an earlier step gives.

use crate::force::agreed::Agreed;
use crate::force::chart::Chart;
use crate::force::whole::Force;
use crate::ready::bits::Bits;
use crate::ready::ruleset::Ruleset;
use crate::shapes::list::ArmyList;
use crate::shapes::sheet::Sheet;

impl<'a> Force<'a> {
    /// Looks up everything that the list names.
    pub(crate) fn new(ruleset: &'a Ruleset, list: &'a ArmyList, agreed: Agreed, sheet: Option<&'a Sheet>) -> Self {
        let nation = list.nation.as_deref().and_then(|name| ruleset.nation(name));
        let mut force = Self {
            ruleset,
            list,
            agreed,
            nation,
            entries: Vec::with_capacity(list.squadrons.len() * 2),
            sets: Vec::with_capacity(list.squadrons.len() * 2),
            bearers: Vec::new(),
            cards: Vec::new(),
            copies: Vec::new(),
            judged_sheet: None,
            compared_sheet: None,
            rows: Vec::new(),
            charts: Vec::new(),
            all: Bits::default(),
            references: Vec::new(),
        };
        force.references = force.look_up_references();
        for (position, squadron) in list.squadrons.iter().enumerate() {
            force.add(squadron, position, None, None);
        }
        for (index, group) in list.groups.iter().enumerate() {
            for (position, squadron) in group.squadrons.iter().enumerate() {
                force.add(squadron, position, Some(index), None);
            }
        }
        force.relate();
        if let Some(sheet) = sheet {
            force.add_rows(sheet);
            // The list is compared with the sheet only if the sheet has every row that the list names.
            if force.missing_rows().next().is_none() {
                force.compared_sheet = Some(&sheet.kind);
            }
        }
        force.fill_slots();
        force.add_cards();
        force.all = force.all_traits();
        force
    }

    /// Looks up a sheet that is judged by itself. `list` is empty and only says whose sheet it is.
    pub(crate) fn of_sheet(ruleset: &'a Ruleset, list: &'a ArmyList, agreed: Agreed, sheet: &'a Sheet) -> Self {
        let mut force = Self::new(ruleset, list, agreed, None);
        force.judged_sheet = Some(&sheet.kind);
        force.add_rows(sheet);
        force
    }

    /// Finds which squadron fills which slot. The slot is also a trait.
    fn fill_slots(&mut self) {
        self.charts = Chart::all(self);
        let vocabulary = self.ruleset.vocabulary();
        for chart in &self.charts {
            for (index, slot) in chart.squadrons.iter().zip(&chart.assignment.slots) {
                let Some((id, _)) = slot.and_then(|slot| chart.kind.slots.get_index(slot)) else { continue };
                let gives = vocabulary.bits("slot", [id.as_str()]);
                let entry = &mut self.entries[*index];
                entry.has = entry.has.union(&gives);
                for set in &mut self.sets[entry.sets.clone()] {
                    set.has = set.has.union(&gives);
                }
                for bearer in self.bearers.iter_mut().filter(|bearer| bearer.entry == *index) {
                    bearer.has = bearer.has.union(&gives);
                }
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
