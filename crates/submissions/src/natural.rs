//! The order in which people read names with numbers: `Fleet 2` before `Fleet 10`, and `Åsa` before `Bea`.

use muster_engine::slug::slug;

/// A part of a text: a number or what stands between numbers. Numbers come before words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NaturalPart {
    /// A number: how many digits it has without zeros in front, and these.
    Number(usize, String),
    /// What stands between numbers.
    Word(String),
}

/// Makes a key that sorts texts as people do: it compares numbers by value, and letters without case and accents.
#[must_use]
pub fn natural(text: &str) -> Vec<NaturalPart> {
    let mut parts = Vec::new();
    let folded = slug(text);
    let mut rest = folded.as_str();
    while let Some(first) = rest.chars().next() {
        let is_number = first.is_ascii_digit();
        let end = rest.find(|letter: char| letter.is_ascii_digit() != is_number).unwrap_or(rest.len());
        let (part, behind) = rest.split_at(end);
        rest = behind;
        parts.push(if is_number {
            let digits = part.trim_start_matches('0');
            NaturalPart::Number(digits.len(), digits.to_owned())
        } else {
            NaturalPart::Word(part.to_owned())
        });
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::natural;

    #[test]
    fn numbers_go_by_their_value() {
        let wanted =
            ["", "2 Fleets", "10 Fleets", "Fleet", "Fleet 2", "Fleet 02b", "Fleet 10", "Fleet 99999999999999999999"];
        let mut sorted = wanted;
        sorted.reverse();
        sorted.sort_by_key(|text| natural(text));
        assert_eq!(sorted, wanted);
    }

    #[test]
    fn letters_go_without_accents_and_capitals() {
        let mut names = ["Zoe", "Åsa", "Bea", "émile", "anna"];
        names.sort_by_key(|name| natural(name));
        assert_eq!(names, ["anna", "Åsa", "Bea", "émile", "Zoe"]);
    }
}
