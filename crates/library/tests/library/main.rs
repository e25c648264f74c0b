//! What is read from files, and what is said of them.

mod army;
mod rulesets;
mod schemas;
mod sheets;
mod wrong_files;
mod wrong_lists;
