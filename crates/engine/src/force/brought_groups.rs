//! Groups of brought squadrons, with what their bringers bring.

#![expect(clippy::indexing_slicing, reason = "the root squadron of each bringer has gifts")]

use std::rc::Rc;

use indexmap::{IndexMap, IndexSet};

use crate::force::gifts::Gift;
use crate::force::parts::ForceEntry;
use crate::force::whole::Force;

/// The squadrons of one unit that one root squadron brings according to the list. A root squadron is one that is not
/// attached. What is attached to it is part of it, so what the attached squadrons bring counts too.
pub(crate) struct BroughtGroup<'s, 'a> {
    /// The root squadron.
    pub root: usize,
    /// Everything that the root squadron brings, of any unit.
    pub gifts: Rc<[Gift<'a>]>,
    /// The squadrons that the list names in `brought-by`: the root squadron, or squadrons attached to it.
    pub bringers: IndexSet<usize>,
    /// The brought squadrons.
    pub squadrons: Vec<(usize, &'s ForceEntry<'a>)>,
}

impl<'a> BroughtGroup<'_, 'a> {
    /// The bringer that the list names; the root squadron if it names several.
    pub(crate) fn bringer(&self) -> usize {
        self.bringers.first().filter(|_| self.bringers.len() == 1).copied().unwrap_or(self.root)
    }

    /// The gifts that consist of the group's unit.
    pub(crate) fn of_unit(&self) -> impl Iterator<Item = &Gift<'a>> {
        let unit = self.squadrons.first().and_then(|(_, entry)| entry.found).map(|found| found.unit.id.as_str());
        self.gifts.iter().filter(move |gift| gift.brings.unit.as_deref() == unit)
    }

    /// The group without the squadrons whose bringers bring this unit by one special rule that is not this one.
    pub(crate) fn by(&self, rule: &str) -> Self {
        let is_of_another = |bringer: usize| {
            let mut rules = self.of_unit().filter(|gift| gift.from == bringer).map(|gift| gift.brings.rule.as_str());
            rules.next().is_some_and(|first| first != rule && rules.all(|other| other == first))
        };
        let squadrons = self.squadrons.iter().filter(|(_, entry)| !entry.bringer.is_some_and(is_of_another));
        let squadrons: Vec<_> = squadrons.copied().collect();
        let bringers = squadrons.iter().filter_map(|(_, entry)| entry.bringer).collect();
        Self { root: self.root, gifts: Rc::clone(&self.gifts), bringers, squadrons }
    }
    /// Whether the number of models is right: as many as all bringers in the root squadron bring, or as many as the
    /// bringers that the list names bring.
    pub(crate) fn is_whole(&self, gifts: &[Gift], models: u32) -> bool {
        let named = gifts.iter().filter(|gift| self.bringers.contains(&gift.from));
        models == sum(gifts) || models == sum(named)
    }
}

impl<'a> Force<'a> {
    /// All groups of brought squadrons in the force.
    pub(crate) fn brought_groups(&self) -> Vec<BroughtGroup<'_, 'a>> {
        let mut groups: IndexMap<(usize, Option<&str>), BroughtGroup> = IndexMap::new();
        let by_root = self.gifts_by_root();
        for (index, entry) in self.entries.iter().enumerate() {
            let Some(bringer) = entry.bringer else { continue };
            let root = self.root(bringer);
            let unit = entry.found.map(|found| found.unit.id.as_str());
            let group = groups.entry((root, unit)).or_insert_with(|| BroughtGroup {
                root,
                gifts: Rc::clone(&by_root[&root]),
                bringers: IndexSet::new(),
                squadrons: Vec::new(),
            });
            group.squadrons.push((index, entry));
            group.bringers.insert(bringer);
        }
        groups.into_values().collect()
    }
}

/// How many models these gifts bring in all.
pub(crate) fn sum<'g, 'a: 'g>(gifts: impl IntoIterator<Item = &'g Gift<'a>>) -> u32 {
    gifts.into_iter().fold(0, |sum: u32, gift| sum.saturating_add(gift.models()))
}
