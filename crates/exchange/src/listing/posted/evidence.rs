//! What speaks for each reading of a line, and how much each piece of it weighs.
//!
//! A line that has a word of a unit's name may stand for squadrons of that unit, or be only a name: that of the list, of its
//! player, of a club or of the game. The reading whose pieces weigh more is taken. If another weighs nearly as much, the line is
//! doubtful. The weights were found with the texts in `tests/texts` and the disturbed texts of `cargo test --test whole noise`.

/// A piece of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evidence {
    // For a squadron.
    WholeName,
    SomeWords,
    OneWord,
    Counted,
    Priced,
    HasRole,
    HasOption,
    Alike,
    // Against a squadron.
    Misspelt,
    OtherWord,
    Unalike,
    Beside,
    // For a name.
    First,
    Short,
    OfLists,
    OfClubs,
    OfTheGame,
    Signed,
    OfAPerson,
    Keyed,
    // Against a name.
    Inside,
}

/// For each piece of evidence, its weight and what it says. A piece against a reading has a negative weight.
const WEIGHTS: [(Evidence, i32, &str); 21] = [
    (Evidence::WholeName, 40, "all words of a unit's name"),
    (Evidence::SomeWords, 25, "several words of a unit's name"),
    (Evidence::OneWord, 10, "a word of a unit's name"),
    (Evidence::Counted, 25, "a number before or behind it that counts it"),
    (Evidence::Priced, 20, "a price that fits the unit"),
    (Evidence::HasRole, 20, "a role that its models may have"),
    (Evidence::HasOption, 25, "an option of the unit"),
    (Evidence::Alike, 15, "it is written like the entries around it"),
    (Evidence::Misspelt, -10, "the word is only nearly that of the unit"),
    (Evidence::OtherWord, -10, "a word that nothing in the game has"),
    (Evidence::Unalike, -15, "it is not written like the entries around it"),
    (Evidence::Beside, -10, "it stands above the first or below the last entry"),
    (Evidence::First, 10, "it is the first line"),
    (Evidence::Short, 10, "a few words without a number"),
    (Evidence::OfLists, 20, "a word for a list or a fleet"),
    (Evidence::OfClubs, 30, "it ends as names of clubs do"),
    (Evidence::OfTheGame, 80, "it is the name of the game"),
    (Evidence::Signed, 40, "it stands where people sign"),
    (Evidence::OfAPerson, 15, "it looks like the name of a person"),
    (Evidence::Keyed, 60, "a key before it says that it is a name"),
    (Evidence::Inside, -25, "it stands between entries"),
];

impl Evidence {
    fn entry(self) -> (i32, &'static str) {
        let found = WEIGHTS.iter().find(|(evidence, ..)| *evidence == self);
        found.map_or((0, ""), |(_, weight, words)| (*weight, words))
    }

    /// How much it speaks for its reading; below 0 if it speaks against it.
    pub(super) fn weight(self) -> i32 {
        self.entry().0
    }

    /// What it says, in words.
    pub(super) fn words(self) -> &'static str {
        self.entry().1
    }
}

/// The sum of the weights of these pieces.
pub(super) fn sum(evidence: &[Evidence]) -> i32 {
    evidence.iter().map(|evidence| evidence.weight()).sum()
}

#[cfg(test)]
mod tests {
    use super::{Evidence, WEIGHTS};

    #[test]
    fn every_piece_of_evidence_has_one_weight() {
        for (place, (evidence, weight, words)) in WEIGHTS.iter().enumerate() {
            assert!(*weight != 0 && !words.is_empty(), "{evidence:?}");
            assert!(WEIGHTS[..place].iter().all(|(other, ..)| other != evidence), "{evidence:?}");
        }
        assert_eq!(Evidence::Inside as usize + 1, WEIGHTS.len());
    }
}
