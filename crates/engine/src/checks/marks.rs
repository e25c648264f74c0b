//! Where models of several Marks share a squadron, each states its Mark.

use crate::breach::Breach;
use crate::force::{Entry, Force, Goods, stated, take_part};
use crate::ready::stock::{Article, Pick};
use crate::shapes::list::Models;
use crate::text::plural::{count, list_of};

pub(super) fn check(force: &Force, found: &mut dyn FnMut(Breach)) {
    for (index, entry) in force.entries.iter().enumerate() {
        let Some(goods) = entry.goods else { continue };
        for (position, pick) in goods.article.picks.iter().enumerate().filter(|(_, pick)| pick.marks) {
            judge(force, index, entry, goods, position, pick, found);
        }
    }
}

/// How many models leave their Mark to the default although others of the squadron have another Mark. `position` is the
/// place of the choice among those of the unit.
pub(crate) fn unstated(force: &Force, entry: &Entry, goods: Goods, position: usize, pick: &Pick) -> u32 {
    let (article, Some(default)) = (goods.article, pick.default) else { return 0 };
    let marks = marks(article, position);
    let chosen = |taken: &[u32]| marks.iter().fold(0, |sum: u32, mark| sum.saturating_add(taken[*mark]));
    let stated = stated(article, entry.squadron, &force.counts(entry));
    if marks.iter().all(|mark| *mark == default || stated[*mark] == 0) {
        return 0;
    }
    chosen(&entry.taken).saturating_sub(chosen(&stated))
}

/// The options that are the Marks of a choice.
fn marks(article: &Article, position: usize) -> Vec<usize> {
    (0..article.offers.len()).filter(|offer| article.is_in(article.offers[*offer].of, position)).collect()
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
    let help = Some(format!(
        "state the Mark of each model: {}",
        list_of(marks.iter().map(|mark| article.offers[*mark].name.as_str()))
    ));
    let breach = |models: u32| {
        let message = format!("{}: the Mark of {} is not stated", force.name(index), count(models, "model"));
        Breach::new(force, index, message).help(help.clone())
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
