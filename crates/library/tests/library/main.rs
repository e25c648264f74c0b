//! Tests of reading files, and of the messages about faulty files.

mod army;
mod overlays;
mod rulesets;
mod schemas;
mod sheets;
mod wrong_files;
mod wrong_lists;
