//! Runners for tests over whole lists and whole rulesets.

pub mod golden;
pub mod mutation;
pub mod oracle;
pub mod pages;
