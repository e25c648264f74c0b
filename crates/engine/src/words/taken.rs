//! Options, models and weapons in words, each with its number.

use std::fmt::Display;

use crate::shapes::catalogue::PurchaseScope;

/// A thing with its number: `2 × Shield Generator`.
#[must_use]
pub fn times(number: impl Display, name: &str) -> String {
    format!("{number} × {name}")
}

/// Names an option that a squadron takes, with its number. `models` is how many models the squadron has.
///
/// The name stands alone if every model has the option once, or if the squadron buys it once. If every model has it several
/// times, the words give the number of each model: `Gun Battery (2 each)`. Else they give the sum: `4 × Gun Battery`.
#[must_use]
pub fn option(name: &str, buys: PurchaseScope, number: u32, models: u32) -> String {
    let whole = match buys {
        PurchaseScope::Squadron => 1,
        PurchaseScope::Model | PurchaseScope::AllModels => models,
    };
    match number.checked_div(whole) {
        _ if number == whole => name.to_owned(),
        Some(each) if whole > 1 && each > 1 && number == each * whole => format!("{name} ({each} each)"),
        _ => times(number, name),
    }
}

#[cfg(test)]
mod tests {
    use super::option;
    use crate::shapes::catalogue::PurchaseScope;

    #[test]
    fn a_number_is_said_where_it_is_not_the_usual_one() {
        for (buys, number, models, said) in [
            (PurchaseScope::Model, 3, 3, "Mine"),
            (PurchaseScope::Model, 2, 3, "2 × Mine"),
            (PurchaseScope::Model, 1, 3, "1 × Mine"),
            (PurchaseScope::Model, 6, 3, "Mine (2 each)"),
            (PurchaseScope::Model, 4, 3, "4 × Mine"),
            (PurchaseScope::Model, 2, 1, "2 × Mine"),
            (PurchaseScope::AllModels, 3, 3, "Mine"),
            (PurchaseScope::Squadron, 1, 3, "Mine"),
            (PurchaseScope::Squadron, 3, 3, "3 × Mine"),
        ] {
            assert_eq!(option("Mine", buys, number, models), said);
        }
    }
}
