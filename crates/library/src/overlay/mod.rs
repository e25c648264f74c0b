//! Overlays: house rules and event packs over rulesets, from files to rulesets that they are applied to.
//!
//! `shape` is the form of the file, `files` reads it, `stack` finds the overlays that others extend, `names` finds what
//! an overlay names, and `core`, `units` and `events` apply an overlay to a ruleset. `checks` tells what is wrong with an overlay.

pub(crate) mod checks;
pub(crate) mod core;
pub(crate) mod events;
pub(crate) mod files;
pub(crate) mod names;
pub(crate) mod shape;
pub(crate) mod stack;
pub(crate) mod units;
