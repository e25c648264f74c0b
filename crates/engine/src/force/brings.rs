//! What squadrons bring at no cost, as catalogues say.

use super::Force;
use crate::catalogue::Brings;
use crate::matcher::Match;

impl<'a> Force<'a> {
    /// What a squadron brings, and how many models (or options) bring it.
    pub fn brings(&self, bringer: usize) -> Vec<(&'a Brings, u32)> {
        let entry = &self.entries[bringer];
        let Some(goods) = entry.goods else { return Vec::new() };
        let lots = &self.lots[entry.lots.clone()];
        let models = |kind: usize| lots.get(kind).map_or(0, |lot| u32::try_from(lot.models.floor()).unwrap_or(0));
        let of_unit = goods.unit.brings.iter().map(|brings| (brings, entry.models));
        let of_members = goods.unit.members.iter().enumerate().flat_map(|(kind, member)| {
            let shared =
                member.unit.as_ref().and_then(|id| goods.stock.find(id)).map(|article| goods.stock.unit(article));
            let own = member.brings.iter();
            let own = own.chain(shared.filter(|_| member.brings.is_empty()).into_iter().flat_map(|unit| &unit.brings));
            own.map(move |brings| (brings, models(kind)))
        });
        let of_options = goods.article.offers.iter().zip(&entry.taken).filter(|(_, taken)| **taken > 0);
        let of_options = of_options.flat_map(|(offer, taken)| offer.brings.iter().map(move |brings| (brings, *taken)));
        of_unit.chain(of_members).chain(of_options).collect()
    }

    /// Whether the squadron that this one names brings its unit.
    pub(super) fn is_brought(&self, index: usize) -> Match {
        let entry = &self.entries[index];
        let Some(bringer) = entry.bringer else { return Match::No };
        let (Some(goods), Some(_)) = (entry.goods, self.entries[bringer].goods) else { return Match::Perhaps };
        let brought = self.brings(bringer).into_iter().map(|(brings, _)| match &brings.unit {
            Some(unit) if *unit == goods.unit.id => Match::Yes,
            Some(_) => Match::No,
            // No catalogue has what it brings, so it may be this.
            None => Match::Perhaps,
        });
        brought.max().unwrap_or(Match::No)
    }
}
