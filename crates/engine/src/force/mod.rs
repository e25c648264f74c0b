//! A force: a list with its names looked up, and what is known about each of them.

pub(crate) mod agreed;
pub(crate) mod brought_groups;
pub(crate) mod canonical_json;
pub(crate) mod canonical_parts;
pub(crate) mod cards;
pub(crate) mod chart;
pub(crate) mod columns;
pub(crate) mod content;
pub(crate) mod defaults;
pub(crate) mod fixed;
pub(crate) mod gifts;
pub(crate) mod hardpoints;
pub(crate) mod left_open;
pub(crate) mod marks;
pub(crate) mod matching;
pub(crate) mod named;
pub(crate) mod order;
pub(crate) mod parts;
pub(crate) mod size;
pub(crate) mod taken;
pub(crate) mod value;
pub(crate) mod whole;
