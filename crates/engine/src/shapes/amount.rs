//! Amounts: what rules count, and what they compare it with.

use std::fmt;

use schemars::JsonSchema;
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use strum::IntoStaticStr;

use crate::shapes::selector::Selector;
use crate::shapes::setting::SettingTest;

/// A whole number that is given, counted in the list, or calculated from other amounts.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Amount {
    /// `3`
    Number(i64),
    /// `mfv`
    Word(Quantity),
    /// `{points: {size: large}}`, `{percent: [60, mfv]}`, ...
    Made(Box<KeyedAmount>),
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

/// An amount that is written as a map with one key.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema, IntoStaticStr)]
#[schemars(rename = "Made")]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum KeyedAmount {
    /// Points of the models that match, options included.
    Points(Selector),
    /// Points of options bought for the models that match.
    Upgrades(Selector),
    /// Models that match.
    Models(Selector),
    /// Squadrons that match. Attached ones count too, unless the selector says `standing: own`.
    Squadrons(Selector),
    /// Squadrons that match and are attached directly to the squadron that the clause looks at. Over the whole list:
    /// attached to any squadron.
    Attached(Selector),
    /// Squadrons that match and are carried by the squadron that the clause looks at. Over the whole list: carried by
    /// any squadron.
    Carried(Selector),
    /// Points of the squadron that costs most among those that match, options included and attached squadrons not; 0 if none
    /// matches.
    Dearest(Selector),
    /// Points of the squadron that costs least among those that match; 0 if none matches.
    Cheapest(Selector),
    /// Models with a role that match.
    Bearers(Selector),
    /// Cards that match.
    Cards(Selector),
    /// What the matching cards cost together.
    Cost(Selector),
    /// Rows of the sheet that match. The sheet's own fields count as one row.
    Rows(Selector),
    /// The number in this field, summed over the rows that match. For a field of words, how many words it has.
    Total(String, Selector),
    /// The same sum of halves: the number of each row is halved and rounded up.
    Halves(String, Selector),
    /// How many different values of this trait the matching squadrons have. For a trait of cards: the matching cards.
    Different(String, Selector),
    /// The figure of this statistic, summed over the models that match. A figure that is not a number counts as 0.
    Stat(String, Selector),
    /// `[name, S]`: the number of times that squadrons take an option of this name. Only squadrons that match S count.
    Taken(String, Selector),
    /// Groups in which a squadron matches. `{}` counts all groups.
    Groups(Selector),
    /// The number that this setting has.
    Agreed(String),
    /// 1 if the list itself states this setting, else 0.
    Given(String),
    /// 1 if all these settings hold, else 0.
    Setting(indexmap::IndexMap<String, SettingTest>),
    /// `[min, S]`, `[max, S]`: the least or the most models that the squadrons matching S may have, added up.
    Allowed(End, Selector),
    /// The smallest entry turn that a matching squadron states; unknown if none states one.
    EntryTurn(Selector),
    /// This amount over the whole list, whatever the clause looks at.
    Whole(Amount),
    /// `[60, A]`: 60% of A, exactly.
    Percent(u32, Amount),
    /// `[A, B]`: A times B.
    Times(Amount, Amount),
    /// `[250, A]`: one for every full 250 of A.
    Per(u32, Amount),
    /// `[name, A]`: the value in the first row of this table whose `to` is at least A.
    Table(String, Amount),
    /// The sum of all these amounts.
    Sum(Vec<Amount>),
    /// The smaller of these two amounts.
    Smaller(Amount, Amount),
}

impl Amount {
    /// All selectors in it.
    #[must_use]
    pub fn selectors(&self) -> Vec<&Selector> {
        match self {
            Self::Number(_) | Self::Word(_) => Vec::new(),
            Self::Made(made) => made.selectors(),
        }
    }
}

impl Amount {
    /// The settings that it reads.
    pub(crate) fn settings(&self) -> Vec<&str> {
        let Self::Made(made) = self else { return Vec::new() };
        match &**made {
            KeyedAmount::Agreed(setting) | KeyedAmount::Given(setting) => vec![setting],
            KeyedAmount::Setting(tests) => tests.keys().map(String::as_str).collect(),
            KeyedAmount::Whole(of)
            | KeyedAmount::Percent(_, of)
            | KeyedAmount::Per(_, of)
            | KeyedAmount::Table(_, of) => of.settings(),
            KeyedAmount::Times(a, b) | KeyedAmount::Smaller(a, b) => [a.settings(), b.settings()].concat(),
            KeyedAmount::Sum(amounts) => amounts.iter().flat_map(Self::settings).collect(),
            _ => Vec::new(),
        }
    }
}

impl KeyedAmount {
    /// The key under which it is written.
    pub(crate) fn word(&self) -> &'static str {
        self.into()
    }

    /// The selector of what it counts, with its pointer from the key; none if it counts nothing by itself.
    pub(crate) fn counted(&self) -> Option<(&'static str, &Selector)> {
        let selector = *self.selectors().first().filter(|_| !self.is_arithmetic())?;
        // A name stands before it.
        let has_name = matches!(
            self,
            Self::Total(..)
                | Self::Halves(..)
                | Self::Different(..)
                | Self::Stat(..)
                | Self::Taken(..)
                | Self::Allowed(..)
        );
        Some((if has_name { "1" } else { "" }, selector))
    }

    /// Whether it is made of other amounts.
    fn is_arithmetic(&self) -> bool {
        matches!(
            self,
            Self::Whole(_)
                | Self::Percent(..)
                | Self::Times(..)
                | Self::Per(..)
                | Self::Table(..)
                | Self::Sum(_)
                | Self::Smaller(..)
        )
    }

    fn selectors(&self) -> Vec<&Selector> {
        match self {
            Self::Points(selector)
            | Self::Upgrades(selector)
            | Self::Models(selector)
            | Self::Squadrons(selector)
            | Self::Attached(selector)
            | Self::Carried(selector)
            | Self::Dearest(selector)
            | Self::Cheapest(selector)
            | Self::Cost(selector)
            | Self::Bearers(selector)
            | Self::Cards(selector)
            | Self::Rows(selector)
            | Self::Total(_, selector)
            | Self::Halves(_, selector)
            | Self::Different(_, selector)
            | Self::Stat(_, selector)
            | Self::Taken(_, selector)
            | Self::Groups(selector)
            | Self::Allowed(_, selector)
            | Self::EntryTurn(selector) => vec![selector],
            Self::Agreed(_) | Self::Given(_) | Self::Setting(_) => Vec::new(),
            Self::Whole(of) | Self::Percent(_, of) | Self::Per(_, of) | Self::Table(_, of) => of.selectors(),
            Self::Times(a, b) | Self::Smaller(a, b) => [a.selectors(), b.selectors()].concat(),
            Self::Sum(amounts) => amounts.iter().flat_map(Amount::selectors).collect(),
        }
    }
}

/// Read by hand, because Serde's own reading of untagged enums would not say what is wrong inside an amount.
impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyAmount)
    }
}

struct AnyAmount;

impl<'de> Visitor<'de> for AnyAmount {
    type Value = Amount;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a whole number, mfv, or an amount such as {points: {}}")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Amount, E> {
        Ok(Amount::Number(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Amount, E> {
        i64::try_from(number).map(Amount::Number).map_err(|_| E::custom(format!("{number} is too large")))
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Amount, E> {
        Quantity::deserialize(StrDeserializer::new(word)).map(Amount::Word)
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<Amount, M::Error> {
        KeyedAmount::deserialize(MapAccessDeserializer::new(map)).map(|made| Amount::Made(Box::new(made)))
    }
}

#[cfg(test)]
mod tests {
    use super::Amount;

    #[test]
    fn the_settings_in_an_amount_are_found_at_every_depth() {
        let of = |text: &str| {
            let amount: Amount = serde_json::from_str(text).expect("an amount");
            amount.settings().into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        for text in [
            r#"{"agreed": "a"}"#,
            r#"{"given": "a"}"#,
            r#"{"setting": {"a": true}}"#,
            r#"{"percent": [60, {"agreed": "a"}]}"#,
            r#"{"per": [250, {"agreed": "a"}]}"#,
            r#"{"table": ["t", {"agreed": "a"}]}"#,
        ] {
            assert_eq!(of(text), ["a"], "{text}");
        }
        let two = [r#"{"agreed": "a"}"#, r#"{"given": "b"}"#].join(", ");
        for word in ["times", "smaller", "sum"] {
            assert_eq!(of(&format!("{{\"{word}\": [{two}]}}")), ["a", "b"], "{word}");
        }
        assert_eq!(of(r#"{"points": {}}"#), [] as [&str; 0]);
        assert_eq!(of("3"), [] as [&str; 0]);
    }
}
