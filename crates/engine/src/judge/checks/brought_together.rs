//! Checks that all that one squadron brings by a special rule forms one squadron, of a size that its unit may have.

#![expect(clippy::indexing_slicing, reason = "the force itself gives out the places of its squadrons")]

use std::collections::BTreeSet;

use indexmap::IndexMap;

use crate::force::brought_groups::BroughtGroup;
use crate::force::gifts::Gift;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::structural_check::{CheckSubject, StructuralCheck};
use crate::shapes::list::ListPart;
use crate::text::plural::{between, count, joined};
use crate::words::phrases::{count_squadrons, squadrons};

/// All that a root squadron brings does not form one squadron as it should.
#[derive(Clone, Debug)]
pub(crate) enum BroughtTogetherFault {
    /// The list has several squadrons. `names` are the printed names of what the bringer brings.
    Several { bringer: usize, squadrons: u32, names: Vec<String> },
    /// The unit of the squadron may not have this number of models. `name` is the printed name of what is brought.
    WrongSize { bringer: usize, models: u32, name: String, min: u32, max: Option<u32> },
}

impl StructuralCheck for BroughtTogetherFault {
    type Given<'g> = &'g str;
    const LOOKS_AT: CheckSubject = CheckSubject::Relations;
    const DECIDED_BY: &'static [ListPart] = &[ListPart::Load, ListPart::Size];
    const ASKS_FOR_MORE: bool = true;

    fn run(force: &Force, rule: &str, _: &[usize], report: &mut dyn FnMut(Breach<Self>)) {
        let mut by_root: IndexMap<usize, Vec<(BroughtGroup, Vec<Gift>)>> = IndexMap::new();
        let groups = force.brought_groups();
        for group in groups.iter().map(|group| group.by(rule)).filter(|group| !group.squadrons.is_empty()) {
            let gifts = group.of_unit().filter(|gift| gift.brings.rule == rule && gift.is_joint());
            let gifts: Vec<Gift> = gifts.copied().collect();
            if !gifts.is_empty() {
                by_root.entry(group.root).or_default().push((group, gifts));
            }
        }
        by_root.into_iter().filter_map(|(root, groups)| judge(force, root, &groups)).for_each(report);
    }

    fn sentence(&self, force: &Force) -> String {
        let declarations = force.ruleset.declarations();
        let one_squadron = squadrons(declarations, 1);
        match self {
            Self::Several { bringer, squadrons, names } => format!(
                "{} brings {} of {}, but all that it brings must form one{}",
                force.name(*bringer),
                count_squadrons(declarations, *squadrons),
                joined(names, "and"),
                if names.len() > 1 { format!(" {one_squadron} of one kind") } else { String::new() }
            ),
            Self::WrongSize { bringer, models, name, min, max } => format!(
                "{} brings {} of {name}, but a {one_squadron} of them may have {}",
                force.name(*bringer),
                count(*models, "model"),
                between(*min, *max)
            ),
        }
    }
}

/// Checks that what a root squadron brings is one squadron, and that it has a size that its unit may have.
fn judge(force: &Force, root: usize, groups: &[(BroughtGroup, Vec<Gift>)]) -> Option<Breach<BroughtTogetherFault>> {
    let mut all: Vec<usize> = groups.iter().flat_map(|(group, _)| &group.squadrons).map(|(index, _)| *index).collect();
    all.sort_unstable();
    if let [first, others @ ..] = all.as_slice()
        && !others.is_empty()
    {
        let names: BTreeSet<&String> =
            groups.iter().filter_map(|(_, gifts)| Some(&gifts.first()?.brings.name)).collect();
        let names = names.into_iter().cloned().collect();
        let squadrons = u32::try_from(all.len()).unwrap_or(u32::MAX);
        let breach = Breach::new(force, *first, BroughtTogetherFault::Several { bringer: root, squadrons, names });
        // An unknown bringer may bring its squadrons by another special rule.
        let known = |index: &usize| force.entries[*index].found.is_some();
        let are_known = groups.iter().all(|(group, _)| group.bringers.iter().all(known));
        return Some(breach.numbers(squadrons.into(), None, Some(1)).open_if(!are_known).also_at(force, others));
    }
    let (group, gifts) = groups.first()?;
    let (index, entry) = *group.squadrons.first()?;
    // If there is only one bringer, its card decides the size, not the unit. The check of the special rule reports
    // wrong numbers.
    let times = gifts.iter().fold(0_u32, |all, gift| all.saturating_add(gift.times));
    if times < 2 || !group.is_whole(gifts, entry.models) {
        return None;
    }
    let size = entry.found.and_then(|found| found.unit.squadron)?;
    if size.holds(entry.models) {
        return None;
    }
    let (min, max, name) = (size.min, size.max, gifts.first()?.brings.name.clone());
    let fault = BroughtTogetherFault::WrongSize { bringer: root, models: entry.models, name, min, max };
    let breach = Breach::new(force, index, fault).also(force.pointer(root));
    Some(breach.numbers(entry.models.into(), Some(min.into()), max.map(i64::from)))
}
