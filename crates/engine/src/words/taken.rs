//! Options, models and weapons in words, each with its number.

use std::fmt::Display;

use crate::shapes::catalogue::Buys;

/// A thing with its number: `2 × Shield Generator`.
#[must_use]
pub fn times(number: impl Display, name: &str) -> String {
    format!("{number} × {name}")
}

/// An option that a squadron takes, with its number. `models` is how many models the squadron has. The number is left
/// out if every model has the option once, or if it is bought once for the squadron.
#[must_use]
pub fn option(name: &str, buys: Buys, number: u32, models: u32) -> String {
    let whole = match buys {
        Buys::Squadron => 1,
        Buys::Model | Buys::AllModels => models,
    };
    if number == whole { name.to_owned() } else { times(number, name) }
}

#[cfg(test)]
mod tests {
    use super::option;
    use crate::shapes::catalogue::Buys;

    #[test]
    fn a_number_is_said_where_it_is_not_the_usual_one() {
        for (buys, number, models, said) in [
            (Buys::Model, 3, 3, "Mine"),
            (Buys::Model, 2, 3, "2 × Mine"),
            (Buys::Model, 1, 3, "1 × Mine"),
            (Buys::Model, 6, 3, "6 × Mine"),
            (Buys::AllModels, 3, 3, "Mine"),
            (Buys::Squadron, 1, 3, "Mine"),
            (Buys::Squadron, 3, 3, "3 × Mine"),
        ] {
            assert_eq!(option("Mine", buys, number, models), said);
        }
    }
}
