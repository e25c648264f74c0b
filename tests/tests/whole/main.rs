//! Tests that involve several crates.

mod asked;
mod basis;
mod divided;
mod fingerprints;
mod generated;
mod golden;
mod hostile;
mod invented;
mod lints;
mod mangled;
mod mends;
mod mutation;
mod oracle;
mod patches;
mod problems;
mod properties;
mod recorded;
mod repeats;
mod slots;
mod split;
mod swaps;
mod terms;
mod texts;
mod tidy;
mod told;
mod wrong_words;
