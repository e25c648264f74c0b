//! Amounts: what rules count, and what they compare it with.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shapes::selector::Selector;
use crate::shapes::setting::SettingTest;

/// A whole number, read off the list or made from other amounts.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Amount {
    /// `3`
    Number(i64),
    /// `mfv`
    Word(Quantity),
    /// `{points: {size: large}}`, `{percent: [60, mfv]}`, ...
    Made(Box<Made>),
}

/// A quantity that every list has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// The agreed maximum force value, in points.
    Mfv,
}

/// An end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The smallest number.
    Min,
    /// The largest number.
    Max,
}

/// An amount with one key.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Made {
    /// Points of the models that match, options included.
    Points(Selector),
    /// Points of options bought for the models that match.
    Upgrades(Selector),
    /// Models that match.
    Models(Selector),
    /// Squadrons that match, attached ones too unless the selector says `standing: own`.
    Squadrons(Selector),
    /// Squadrons that match and are attached directly to the squadron looked at (or to any, over the list).
    Attached(Selector),
    /// Squadrons that match and are carried by the squadron looked at (or by any, over the list).
    Carried(Selector),
    /// Models carrying a role that match.
    Bearers(Selector),
    /// Cards that match.
    Cards(Selector),
    /// Rows of the sheet that match, its own fields as one row.
    Rows(Selector),
    /// What a field holds, summed over the rows that match: numbers, or how many words.
    Total(String, Selector),
    /// How many different values of a trait the matching squadrons (or cards, for a trait of cards) have.
    Different(String, Selector),
    /// The figure of this statistic, summed over the models that match; models whose figure is no number count 0.
    Stat(String, Selector),
    /// Groups in which a squadron matches; `{}` counts all groups.
    Groups(Selector),
    /// The number that this setting has.
    Agreed(String),
    /// 1 where the list itself states this setting, else 0.
    Given(String),
    /// 1 where all these settings hold, else 0.
    Setting(indexmap::IndexMap<String, SettingTest>),
    /// `[min, S]`, `[max, S]`: the least or most models that the units of the squadrons that match may have, added up.
    Allowed(End, Selector),
    /// The smallest entry turn stated by the squadrons that match; nothing where none is stated.
    EntryTurn(Selector),
    /// `[60, A]`: 60% of A, exactly.
    Percent(u32, Amount),
    /// `[A, B]`: A times B.
    Times(Amount, Amount),
    /// `[250, A]`: one for every full 250 of A.
    Per(u32, Amount),
    /// `[name, A]`: the value of the first row of a table that reaches A.
    Table(String, Amount),
    /// The sum of all.
    Sum(Vec<Amount>),
    /// The smaller of two.
    Smaller(Amount, Amount),
}
