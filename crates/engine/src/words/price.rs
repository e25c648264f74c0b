//! Prices of units and of options, in words.

use super::number;
use super::phrases::squadrons;
use crate::shapes::catalogue::{FieldingWay, PurchaseScope, Unit, UnitOption};
use crate::shapes::declarations::Declarations;
use crate::shapes::summary::ChargeLine;

/// The points of one model. For a fixed mix, the points of its smallest squadron. None if they are not known.
#[must_use]
pub fn of_one(unit: &Unit) -> Option<i64> {
    unit.members.iter().try_fold(i64::from(unit.points?), |sum, member| {
        Some(sum.saturating_add(i64::from(member.points?) * i64::from(member.models.min)))
    })
}

/// The price of a unit: `85 for each model`, `240 for the smallest squadron`, `not known`.
#[must_use]
pub fn unit(declarations: &Declarations, unit: &Unit) -> String {
    let Some(points) = of_one(unit) else { return "not known".to_owned() };
    if !unit.members.is_empty() {
        return format!("{points} for the smallest {}", squadrons(declarations, 1));
    }
    let brought = if unit.only == Some(FieldingWay::Brought) { "; none where brought" } else { "" };
    format!("{points} for each model{brought}")
}

/// The price of one kind of models in a fixed mix: `30 points each`, `points not known`.
#[must_use]
pub fn member(points: Option<u32>) -> String {
    let each = if points.is_some() { " each" } else { "" };
    format!("{}{each}", number::points(points.map(i64::from), None))
}

/// The price of an option each time that it is bought: `+5`, `-5`, `0`, `?`. If the option turns a model into another,
/// the whole price of the new model: `85`.
#[must_use]
pub fn option(option: &UnitOption) -> String {
    let one = option.together.first().and_then(|points| i32::try_from(*points).ok());
    match option.points.or(one) {
        Some(0) => "0".to_owned(),
        Some(points) if option.becomes.is_some() => points.to_string(),
        Some(points) => format!("{points:+}"),
        None => "?".to_owned(),
    }
}

/// What a rule charges the list: `+10`, `+20 (2 x 10)`, `-30 (3 x -10)`, `perhaps +10 each`.
#[must_use]
pub fn charge(line: &ChargeLine) -> String {
    match (line.points, line.number) {
        (Some(points), Some(1)) => format!("{points:+}"),
        (Some(points), Some(number)) => format!("{points:+} ({number} x {})", line.each),
        _ => format!("perhaps {:+} each", line.each),
    }
}

/// The price of an option for a squadron of several models: `+5 each`, or `+5` for the whole squadron.
#[must_use]
pub fn option_each(bought: &UnitOption) -> String {
    let is_once = bought.buys == PurchaseScope::Squadron && bought.becomes.is_none();
    let price = option(bought);
    if is_once || price == "0" || price == "?" { price } else { format!("{price} each") }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{member, option, option_each, unit};
    use crate::shapes::catalogue::{Unit, UnitOption};
    use crate::shapes::declarations::Declarations;

    fn read<T: serde::de::DeserializeOwned>(value: Value) -> T {
        serde_json::from_value(value).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn units_cost_so_much_for_a_model_or_for_the_smallest_squadron() {
        let declarations: Declarations = read(json!({
            "kind": "ruleset", "id": "a", "name": "A", "edition": "1", "version": "1.0.0", "summary": "A",
            "squadron": {"one": "Section", "many": "Sections"},
        }));
        let mix = |points: Value| {
            let member =
                |points: Value, min: u32| json!({"id": "m", "name": "M", "points": points, "models": {"min": min}});
            json!({"id": "u", "name": "U", "points": 20, "members": [member(json!(30), 2), member(points, 1)]})
        };
        for (priced, said) in [
            (json!({"id": "u", "name": "U", "points": 85}), "85 for each model"),
            (json!({"id": "u", "name": "U", "points": 85, "only": "brought"}), "85 for each model; none where brought"),
            (json!({"id": "u", "name": "U"}), "not known"),
            (mix(json!(5)), "85 for the smallest Section"),
            (mix(Value::Null), "not known"),
        ] {
            assert_eq!(unit(&declarations, &read::<Unit>(priced)), said);
        }
        assert_eq!((member(Some(30)), member(None)), ("30 points each".to_owned(), "points not known".to_owned()));
    }

    #[test]
    fn options_cost_more_or_less() {
        for (bought, price, each) in [
            (json!({"id": "o", "name": "O", "points": 5}), "+5", "+5 each"),
            (json!({"id": "o", "name": "O", "points": -5}), "-5", "-5 each"),
            (json!({"id": "o", "name": "O", "points": 0}), "0", "0"),
            (json!({"id": "o", "name": "O"}), "?", "?"),
            (json!({"id": "o", "name": "O", "points": 5, "buys": "squadron"}), "+5", "+5"),
            (json!({"id": "o", "name": "O", "together": [40, 85]}), "+40", "+40 each"),
            (json!({"id": "o", "name": "O", "points": 85, "becomes": {}}), "85", "85 each"),
        ] {
            let bought: UnitOption = read(bought);
            assert_eq!((option(&bought).as_str(), option_each(&bought).as_str()), (price, each));
        }
    }
}
