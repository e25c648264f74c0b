//! What is wrong with a ruleset or a catalogue.

/// Something wrong in a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The rule, table, deck, nation or unit that is wrong, as `rule cap-large` or `unit tug of NATION`.
    pub item: String,
    /// What is wrong with it.
    pub message: String,
}
