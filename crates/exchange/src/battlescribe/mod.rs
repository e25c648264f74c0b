//! Files of `BattleScribe` and of tools like it: what rosters and catalogues have in common, and the rosters.
//!
//! [`source`] unpacks a file, [`xml`] checks and parses it, [`games`] tells which game it is for. Rosters, which players
//! build from catalogues, are read and written in [`roster`]. The crate `muster-importer` makes our catalogues from theirs.

mod games;
mod lines;
mod pattern;
pub mod roster;
mod source;
pub mod walk;
pub(crate) mod xml;

pub use games::{KnownGame, KnownGames};
pub use lines::LineEnds;
pub use pattern::{Omission, Pattern};
pub use source::SourceFile;
pub use xml::ImportError;
