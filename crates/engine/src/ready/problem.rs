//! What is wrong with a ruleset or a catalogue.

/// Something wrong in a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetProblem {
    /// The rule, table, deck, nation or unit that is wrong, as `rule cap-large` or `unit tug of NATION`.
    pub item: String,
    /// JSON pointer from the item to what is wrong inside it; empty for the item itself.
    pub at: String,
    /// What is wrong with it.
    pub message: String,
}

impl RulesetProblem {
    /// A problem with an item as a whole.
    #[must_use]
    pub fn new(item: impl Into<String>, message: impl Into<String>) -> Self {
        Self { item: item.into(), at: String::new(), message: message.into() }
    }
}
