//! Reads files into the engine's values (lists, rulesets, sheets), validates them by schemas and finds their places.

#![deny(clippy::indexing_slicing, clippy::string_slice, clippy::panic, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::indexing_slicing, clippy::string_slice, clippy::panic, clippy::unwrap_used))]

mod army;
mod built_in;
pub mod case;
pub mod case_file;
pub mod catalogues;
pub mod collection;
pub mod collection_file;
mod conflicts;
pub mod day;
pub mod deadline;
pub mod document;
pub mod drawings;
pub mod encoding;
mod entries;
pub mod everywhere;
pub mod expectation;
pub mod fault;
pub mod files;
pub mod fits;
mod history;
mod inherit;
pub mod json;
pub mod judge;
mod layer;
pub mod limits;
pub mod lints;
pub mod listed;
pub mod lists;
mod loaded;
pub mod looks;
mod merge;
mod overlay;
mod past;
mod publication;
mod reader;
pub mod remarks;
pub mod ruleset_files;
pub mod saving;
mod scalar;
mod scanner;
pub mod schema;
pub mod schemas;
pub mod share;
pub mod sheets;
pub mod shelf;
mod syntax;
mod table;
mod typed;
#[cfg(feature = "full")]
mod validator;
#[cfg(not(feature = "full"))]
#[path = "no_validator.rs"]
mod validator;
pub mod versions;
#[cfg(feature = "full")]
mod wording;
pub mod yaml;
