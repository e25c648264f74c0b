//! Puts rulesets, catalogues, settings and judged lists into words.
//!
//! The command line, the screens, prints and texts take their words from here, and only lay them out.

pub mod conditions;
pub mod formula;
pub mod number;
pub mod parameters;
pub mod phrases;
pub mod price;
pub mod share;
pub mod size;
pub mod stated;
pub mod taken;
pub mod terms;
pub mod verdict;
