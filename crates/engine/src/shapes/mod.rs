//! What files hold: rulesets, catalogues, lists, sheets, reports, summaries.

pub mod amount;
pub mod catalogue;
pub mod common;
pub mod declarations;
pub mod list;
pub mod place;
pub mod report;
pub mod rule;
pub mod selector;
pub mod setting;
pub mod sheet;
pub mod special_rules;
pub(crate) mod summary;
pub(crate) mod waiting;
