//! Golden lists: lists whose comments say which findings they must have.
//!
//! ```yaml
//! name: one point over                 # verdict: illegal
//! squadrons:
//!   - unit: ruler-class-battleship     # error: cap-large 601 > 600
//! ```
//!
//! A comment holds one or more expectations, separated by `;`: `verdict: V`, `error: RULE`, `undetermined: RULE`,
//! `warning: RULE`, `waived: RULE`, `note: RULE`, `show: RULE N` for an allowance, and `no: RULE` for a rule without
//! findings and allowances. Findings may state numbers (`601 > 600` for a ceiling, `599 < 600` for a floor). Errors,
//! undetermined findings, warnings and waivers must be exactly those marked. Notes may also be unmarked.
//!
//! Golden lists test rules, too: a rule that no list breaks is not tested, and neither is one that may change without a list
//! that notices it.

mod list;
mod mark;
mod mutant;
mod reasons;
mod tested;

pub use list::{Difference, GoldenContent, GoldenList, read};
pub use mark::mark;
pub use mutant::{Mutant, mutants};
pub use reasons::Reasons;
pub use tested::{RuleLists, is_judged, rule_lists, unnoticed};
