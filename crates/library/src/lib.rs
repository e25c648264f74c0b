//! Files on one side, the engine's values on the other: lists, rulesets, schemas, places.

mod army;
mod built_in;
pub mod catalogues;
pub mod document;
pub mod fault;
pub mod files;
mod inherit;
pub mod json;
pub mod judge;
mod layer;
pub mod limits;
pub mod lints;
pub mod lists;
mod loaded;
mod plain;
mod reader;
pub mod remarks;
pub mod ruleset_files;
mod scalar;
pub mod schema;
pub mod schemas;
pub mod share;
pub mod sheets;
pub mod shelf;
mod syntax;
mod versions;
mod wording;
