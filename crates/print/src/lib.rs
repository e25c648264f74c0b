//! Army lists on paper: what was judged, as pages of a PDF that can be searched, read aloud and put on the table.
//!
//! Every word is made here; the templates in `typst/` only lay out. What players and data files wrote reaches them as
//! text and is never read as markup.

mod decks;
mod force_list;
mod models;
mod pages;
mod reference;
mod roster;
mod share;
mod sheets;
mod stat_cards;
mod subject;
mod words;
mod world;

pub use pages::{PrintError, fits, pdf, pictures};
pub use subject::{Fleet, Kept, Layout, Options, Paper, Seen, Subject};
