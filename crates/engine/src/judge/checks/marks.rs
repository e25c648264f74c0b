//! Checks that each model states its Mark if models of several Marks share a squadron.

use crate::force::marks::{marks, unstated};
use crate::force::parts::{Entry, Goods};
use crate::force::taken::take_part;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::faults::Fault;
use crate::judge::faults::marks::MarkFault;
use crate::ready::stock::Pick;
use crate::shapes::list::Models;

pub(super) fn check(force: &Force, found: &mut dyn FnMut(Breach)) {
    for (index, entry) in force.entries.iter().enumerate() {
        let Some(goods) = entry.goods else { continue };
        for (position, pick) in goods.article.picks.iter().enumerate().filter(|(_, pick)| pick.marks) {
            judge(force, index, entry, goods, position, pick, found);
        }
    }
}

fn judge(
    force: &Force,
    index: usize,
    entry: &Entry,
    goods: Goods,
    position: usize,
    pick: &Pick,
    found: &mut dyn FnMut(Breach),
) {
    let article = goods.article;
    let left = unstated(force, entry, goods, position, pick);
    if left == 0 {
        return;
    }
    let (marks, counts) = (marks(article, position), force.counts(entry));
    let chosen = |taken: &[u32]| marks.iter().fold(0, |sum: u32, mark| sum.saturating_add(taken[*mark]));
    let breach = |models: u32| {
        let marks = marks.iter().map(|mark| article.offers[*mark].name.clone()).collect();
        Breach::new(force, index, Fault::Marks(MarkFault { squadron: index, models, marks }))
    };
    let mut told = false;
    if let Some(Models::Parts(parts)) = &entry.squadron.models {
        for (position, part) in parts.iter().enumerate() {
            let mut taken = vec![0; article.offers.len()];
            take_part(article, part, &counts, &mut taken);
            if chosen(&taken) == 0 {
                told = true;
                found(breach(part.count).inside(&format!("/models/{position}")));
            }
        }
    }
    if !told {
        found(breach(left));
    }
}
