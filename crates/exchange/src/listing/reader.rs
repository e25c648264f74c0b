//! Reads texts under one ruleset.

use muster_engine::list::RulesetName;
use muster_engine::ready::Ruleset;

use super::found::{Listing, TextContext};
use super::posted::{self, UnitNameIndex};
use super::{fact, own, table};

/// Reads texts under one ruleset. It keeps the words by which units are known for the next text.
pub struct TextReader<'r> {
    units: UnitNameIndex<'r>,
}

/// A game that a text seems to be written for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LikeliestGame {
    /// The place of its reader among those given.
    pub place: usize,
    /// How it was concluded, in a sentence. None if the text states the ruleset in the way that Muster writes it.
    pub concluded: Option<String>,
}

impl<'r> TextReader<'r> {
    /// A reader for a ruleset with all its catalogues.
    #[must_use]
    pub fn new(ruleset: &'r Ruleset) -> Self {
        Self { units: UnitNameIndex::new(ruleset) }
    }

    /// The ruleset of the lists that it reads.
    #[must_use]
    pub fn ruleset(&self) -> &'r Ruleset {
        self.units.ruleset()
    }

    /// Reads a text as one list. A text made by Muster is read exactly; from any other, known names are taken. Of a
    /// table with several lists, the first is read.
    #[must_use]
    pub fn read(&self, text: &str, context: TextContext) -> Listing {
        let table = || table::read_all(&self.units, text, context)?.into_iter().next();
        self.ours(text, context).or_else(table).unwrap_or_else(|| posted::read(&self.units, text, context))
    }

    /// Reads all lists of a text, in its order. There is always one, which may be empty.
    #[must_use]
    pub fn read_all(&self, text: &str, context: TextContext) -> Vec<Listing> {
        match self.ours(text, context) {
            Some(listing) => vec![listing],
            None => table::read_all(&self.units, text, context)
                .unwrap_or_else(|| posted::read_all(&self.units, text, context)),
        }
    }

    /// The reader whose game a text seems to be written for. If several would do, the places of all of them; none if no
    /// game knows a word of it.
    pub fn likeliest(readers: &[Self], text: &str) -> Result<LikeliestGame, Vec<usize>> {
        if let Some(name) = ruleset(text) {
            let place = readers.iter().position(|reader| reader.ruleset().declarations().id == name.id());
            return place.map(|place| LikeliestGame { place, concluded: None }).ok_or_else(Vec::new);
        }
        let games: Vec<&UnitNameIndex> = readers.iter().map(|reader| &reader.units).collect();
        posted::likeliest(&games, text).map(|(place, concluded)| LikeliestGame { place, concluded: Some(concluded) })
    }

    /// Reads a text that says that Muster wrote it.
    fn ours(&self, text: &str, context: TextContext) -> Option<Listing> {
        let mut listing = own::read(self.ruleset(), text, || posted::read(&self.units, text, context))?;
        listing.list.mfv = context.mfv.or(listing.list.mfv);
        if let Some(nation) = context.nation {
            listing.list.nation = Some(self.ruleset().nation(nation).unwrap_or(nation).to_owned());
        }
        Some(listing)
    }
}

/// The ruleset that a text names, in the way that Muster writes it.
#[must_use]
pub fn ruleset(text: &str) -> Option<RulesetName> {
    if own::is_own(text) {
        return own::ruleset(text);
    }
    posted::ruleset(text).or_else(|| table::ruleset(text).map(|named| fact::ruleset_named(&named)))
}
