//! Runners for tests over whole lists and whole rulesets.

// A broken test may panic.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::missing_panics_doc)]

pub mod golden;
pub mod mutation;
pub mod oracle;
pub mod pages;
