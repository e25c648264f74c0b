//! Prints judged army lists as a PDF that can be searched, read aloud and put on the table.
//!
//! All text is made here; the templates in `typst/` only do the layout. Text from players and data files reaches the
//! templates as plain text and is never read as markup.

mod card;
mod card_words;
mod decks;
mod each;
mod force_list;
mod heights;
mod index;
mod look;
mod order;
mod overview;
mod pages;
mod reference;
mod roster;
mod share;
mod sheets;
mod stat_cards;
mod subject;
mod visible;
mod words;
mod world;

pub use each::each;
pub use look::FleetLook;
pub use pages::{PrintError, PrintGaps, card, gaps, pdf, pictures};
pub use subject::{
    CardRules, Fleet, Layout, Paper, PrintOptions, PrintSubject, ReportedList, ReportedSheet, ShareForms,
};
