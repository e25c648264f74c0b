//! Catalogues from `BattleScribe` files, in the schemas of 2015 (1.15), of 2017 (2.01) and of today (2.03).
//!
//! Such a file is a tree of entries with free names, whose meaning differs from game to game. A [`recipe`] therefore
//! states which name is a statistic, a size or a special rule; the code never does. The steps: a [`SourceFile`] unpacks,
//! checks and parses a file, [`tree`] follows links and makes one shape of all schemas, [`model`] reads the content of an
//! entry, [`join`] joins the forms of a unit, [`nation`] collects the units of one nation, and [`reimport`] runs everything
//! that a recipe lists. Games of Sections, in which options create models, read the tree with [`sections`], and games of
//! Battlefleets with [`fleets`].
//!
//! Importing never invents or silently drops anything. Everything in a file ends up in the catalogue, or in a notice that
//! says what was left out and where it is.

mod alias;
mod along;
mod attach;
mod brings;
mod card;
mod catalogue;
mod compare;
mod condition;
mod correction;
mod data_names;
mod effect;
mod entry;
pub mod fleets;
mod head;
mod join;
mod kit;
mod members;
mod merge;
mod model;
mod names;
mod naming;
mod nation;
mod notice;
mod offer;
pub mod recipe;
mod reimport;
pub mod sections;
mod spelling;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod traits;
mod tree;
mod unique;
mod unit;
mod weapon;
mod wings;

pub use catalogue::{EntryCounts, ImportedCatalogue};
pub use correction::{Correction, CorrectionPlace};
pub use head::{FileHead, HeadKind};
pub use kit::{GivenImport, Kit, Recipes};
pub use nation::import;
pub use notice::{ImportNotice, NoticeKind};
pub use recipe::{NationRecipe, Recipe};
pub use reimport::{Reimport, reimport};
pub use spelling::{SpecialRuleFields, Spelling};
