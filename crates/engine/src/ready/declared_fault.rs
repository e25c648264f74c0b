//! What may be wrong with a declaration.

use std::fmt::{self, Display, Formatter};

/// A fault of a setting, a table, a trait or a nation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclaredFault {
    /// A setting never has this value: the setting, the value, and what it is instead.
    WrongValue(String, String, String),
    /// A set of numbers has a default.
    IdleDefault,
    /// A setting is of two kinds, by these two keys.
    TwoKinds(&'static str, &'static str),
    /// A setting that is no set of numbers says `given-by`.
    IdleGivenBy,
    /// A table has no rows.
    NoRows,
    /// A row of a table goes up to the first number, and the next one up to the second, which is not more.
    FallingRows(i64, i64),
    /// A row of a table holds for all larger numbers, so that the rows after it are never used.
    EndlessRow,
    /// A trait is called by a word that has another meaning in selectors.
    TakenTrait(String),
    /// A nation has this alias, by which lists find that other nation.
    TakenAlias(String, String),
}

impl Display for DeclaredFault {
    fn fmt(&self, to: &mut Formatter) -> fmt::Result {
        match self {
            Self::WrongValue(setting, value, takes) => {
                write!(to, "the setting `{setting}` is never `{value}`; it is {takes}")
            }
            Self::IdleDefault => to.write_str("`default` does nothing for a set of numbers; leave it out"),
            Self::TwoKinds(one, other) => {
                write!(to, "a setting has one of `values`, `numbers` and `range`; this one has `{one}` and `{other}`")
            }
            Self::IdleGivenBy => to.write_str("`given-by` does nothing without `numbers`"),
            Self::NoRows => to.write_str("the table has no rows, so it has no value for any number"),
            Self::FallingRows(before, here) => {
                write!(to, "the row before goes up to {before}, so this one, up to {here}, is never used; rows rise")
            }
            Self::EndlessRow => {
                to.write_str("a row without `to` holds for all larger numbers, so the rows after it are never used")
            }
            Self::TakenTrait(name) => {
                write!(to, "`{name}` means something else in selectors; give the trait another name")
            }
            Self::TakenAlias(alias, other) => write!(to, "`{alias}` is the nation `{other}` already"),
        }
    }
}
