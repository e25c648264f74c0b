//! Looks up the cards of the list's decks.

use crate::force::cards::deck_card;
use crate::force::whole::Force;

impl Force<'_> {
    /// Looks up the cards of all decks.
    #[expect(clippy::indexing_slicing, reason = "the places are those of all cards")]
    pub(super) fn add_cards(&mut self) {
        for (deck, picks) in &self.list.decks {
            let Some((deck, _)) = self.ruleset.declarations().decks.get_key_value(deck) else { continue };
            for (position, pick) in picks.iter().enumerate() {
                let card = deck_card(self.ruleset, &self.references, deck, position, pick);
                self.cards.push(card);
            }
        }
        let mut copies: Vec<usize> = (0..self.cards.len()).collect();
        copies.sort_by_key(|place| (self.cards[*place].deck, self.cards[*place].id.as_ref()));
        self.copies = copies;
    }
}
