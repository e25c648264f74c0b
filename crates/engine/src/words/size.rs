//! How many models there may be, in words.

use crate::shapes::catalogue::Range;

/// The number of models for a cell or a row: `1`, `2-3`, `2 or more`.
#[must_use]
pub fn short(Range { min, max }: Range) -> String {
    match max {
        Some(max) if min == max => min.to_string(),
        Some(max) => format!("{min}-{max}"),
        None => format!("{min} or more"),
    }
}

/// The number of models for a sentence: `exactly 1 model`, `2 to 3 models`, `2 or more models`.
#[must_use]
pub fn models(Range { min, max }: Range) -> String {
    match max {
        Some(1) if min == 1 => "exactly 1 model".to_owned(),
        Some(max) if min == max => format!("exactly {max} models"),
        Some(max) => format!("{min} to {max} models"),
        None => format!("{min} or more models"),
    }
}

#[cfg(test)]
mod tests {
    use super::{models, short};
    use crate::shapes::catalogue::Range;

    #[test]
    fn sizes_are_said_with_both_ends() {
        for (min, max, cell, sentence) in [
            (1, Some(1), "1", "exactly 1 model"),
            (3, Some(3), "3", "exactly 3 models"),
            (2, Some(3), "2-3", "2 to 3 models"),
            (0, Some(1), "0-1", "0 to 1 models"),
            (2, None, "2 or more", "2 or more models"),
        ] {
            let range = Range { min, max };
            assert_eq!((short(range).as_str(), models(range).as_str()), (cell, sentence));
        }
    }
}
