//! Tests of reading files, and of the messages about faulty files.

mod army;
mod cases;
mod fielded;
mod fits;
mod history;
mod idle_words;
mod looks;
mod mutations;
mod named;
mod overlay_contradictions;
mod overlay_lints;
mod overlay_rules;
mod overlay_stacks;
mod overlay_units;
mod overlays;
mod rulesets;
mod schemas;
mod sheets;
mod together;
mod wrong_files;
mod wrong_lists;
