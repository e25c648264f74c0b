//! What screens, prints and the command line show of lists and units.

pub mod arcs;
pub mod boxes;
pub mod card;
pub mod folding;
pub mod models;
pub mod names;
pub mod needs;
pub(crate) mod open;
pub mod overlaid;
pub mod overview;
pub mod relations;
pub mod sheet_tables;
pub mod slots;
pub(crate) mod stacking;
pub mod summary;
