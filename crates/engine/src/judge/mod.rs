//! Judges a force by the rules of its ruleset, and adds remarks that come from no book.

#[cfg(debug_assertions)]
pub(crate) mod assertions;
pub(crate) mod breach;
pub(crate) mod by_rules;
pub(crate) mod causes;
pub(crate) mod changed;
pub(crate) mod charges;
pub(crate) mod checks;
pub(crate) mod evaluate;
pub(crate) mod events;
pub(crate) mod faults;
pub(crate) mod misnamed;
pub(crate) mod remarks;
pub(crate) mod structural_check;
pub(crate) mod terms;
