//! Counts models that state no Mark although they should.

use crate::force::parts::{Entry, Goods};
use crate::force::taken::stated;
use crate::force::whole::Force;
use crate::ready::stock::{Article, Pick};

/// How many models state no Mark and get the default, although others of the squadron state another Mark. `position` is
/// the place of the choice among the unit's choices.
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
pub(crate) fn marks(article: &Article, position: usize) -> Vec<usize> {
    (0..article.offers.len()).filter(|offer| article.is_in(article.offers[*offer].of, position)).collect()
}
