//! Puts rulesets, catalogues and settings into words.

pub mod conditions;
pub mod parameters;
pub mod phrases;
pub mod terms;
