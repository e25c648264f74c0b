//! Runners for tests over whole lists and whole rulesets.

// A test that fails may panic.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::missing_panics_doc)]

pub mod dice;
pub mod golden;
pub mod made;
pub mod oracle;
pub mod pages;
pub mod told;
