//! What rulesets, catalogues and settings say, in words.

pub mod conditions;
pub mod parameters;
pub mod phrases;
pub mod terms;
