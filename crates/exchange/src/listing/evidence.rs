//! What speaks for each reading of a line, and how much each piece of it weighs.
//!
//! The reading whose pieces weigh most is taken. If another weighs nearly as much and gives another list, the line is doubtful.
//! The weights were found with the texts in `tests/texts` and the disturbed texts of `cargo test --test whole noise`.
//! `WEIGHTS=1 cargo test --test whole weights` tries other weights on those in `tests/texts`.

use std::cell::Cell;

thread_local! {
    /// A piece that has another weight on this thread, by its place in the table.
    static OTHER: Cell<Option<(usize, i32)>> = const { Cell::new(None) };
}

/// All pieces of evidence: what each says, and its weight. A piece against a reading has a negative weight.
pub fn weights() -> impl Iterator<Item = (&'static str, i32)> {
    WEIGHTS.iter().map(|(_, weight, words)| (*words, *weight))
}

/// Reads texts on this thread as if a piece of evidence had another weight. `piece` is its place among [`weights`].
pub fn with_weight<T>(piece: usize, weight: i32, read: impl FnOnce() -> T) -> T {
    let before = OTHER.replace(Some((piece, weight)));
    let done = read();
    OTHER.set(before);
    done
}

/// A piece of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evidence {
    // For squadrons.
    WholeName,
    SomeWords,
    OneWord,
    NoOtherReading,
    Counted,
    Priced,
    HasRole,
    HasOption,
    Alike,
    // Against squadrons.
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
    StandsApart,
    Heads,
    // Against a name.
    Inside,
    // For what is said of the squadron above.
    OptionOfAbove,
    Below,
    NumbersOfAbove,
    // For an entry of something unknown.
    OfAType,
    UnknownName,
    EndsInPrice,
    Vague,
    InBlock,
    UnitWords,
    Row,
    // For headings.
    MarkedHeading,
    EndsInColon,
    AboveEntries,
    Column,
    SortsUnits,
    NameOfGroup,
    NameOfPlace,
    NameOfNation,
    // For what is said of the whole list.
    StatesPoints,
    StatesSettings,
    Leader,
    NameOfPlayer,
    // For prose.
    Prose,
    ProseWord,
    ProseBesideEntries,
    ChangeAbove,
    ChangeOfMind,
    Question,
    RoleElsewhere,
    Story,
    Signature,
    // For the form of a line.
    AsMusterWrites,
    OnlyTheGame,
    Fact,
    // For no part of the list.
    NothingKnown,
}

/// The table has the pieces in the order of [`Evidence`]. Each row has a weight, and says in words what the piece is.
const WEIGHTS: [(Evidence, i32, &str); 59] = [
    (Evidence::WholeName, 40, "all words of a unit's name"),
    (Evidence::SomeWords, 25, "several words of a unit's name"),
    (Evidence::OneWord, 10, "a word of a unit's name"),
    (Evidence::NoOtherReading, 30, "its words name nothing else"),
    (Evidence::Counted, 25, "a number before or behind it that counts it"),
    (Evidence::Priced, 20, "a price that fits the unit"),
    (Evidence::HasRole, 20, "a role that its models may have"),
    (Evidence::HasOption, 25, "an option of the unit"),
    (Evidence::Alike, 15, "it is written like the entries around it"),
    (Evidence::Misspelt, -10, "the word is only nearly that of the unit"),
    (Evidence::OtherWord, -10, "a word that nothing in the game has"),
    (Evidence::Unalike, -5, "it is not written like the entries around it"),
    (Evidence::Beside, -10, "it stands above the first or below the last entry"),
    (Evidence::First, 10, "it is the first line"),
    (Evidence::Short, 10, "a few words without a number"),
    (Evidence::OfLists, 20, "a word for a list or a fleet"),
    (Evidence::OfClubs, 30, "it ends as names of clubs do"),
    (Evidence::OfTheGame, 80, "it is the name of the game"),
    (Evidence::Signed, 40, "it stands where people sign"),
    (Evidence::OfAPerson, 15, "it looks like the name of a person"),
    (Evidence::Keyed, 60, "a key before it says that it is a name"),
    (Evidence::StandsApart, 45, "nothing of a list stands directly below it"),
    (Evidence::Heads, 40, "a nation and the size of the game beside it"),
    (Evidence::Inside, -25, "it stands between entries"),
    (Evidence::OptionOfAbove, 90, "an option or role of the squadron above"),
    (Evidence::Below, 20, "it is indented below a squadron"),
    (Evidence::NumbersOfAbove, 100, "nothing but numbers of the squadron above"),
    (Evidence::OfAType, 15, "a word for a kind of unit"),
    (Evidence::UnknownName, 15, "it begins with a name that is not known"),
    (Evidence::EndsInPrice, 20, "a price at its end"),
    (Evidence::Vague, 15, "a word for an unknown number"),
    (Evidence::InBlock, 30, "it stands among the entries"),
    (Evidence::UnitWords, 35, "words of a unit's name, but not plainly"),
    (Evidence::Row, 60, "it is a row of a table of units"),
    (Evidence::MarkedHeading, 50, "it is marked as a heading"),
    (Evidence::EndsInColon, 20, "a colon at its end"),
    (Evidence::AboveEntries, 46, "it stands directly above entries"),
    (Evidence::Column, 60, "it has columns without numbers"),
    (Evidence::SortsUnits, 70, "all its words sort units"),
    (Evidence::NameOfGroup, 90, "the name of a kind of group"),
    (Evidence::NameOfPlace, 90, "the name of an allocation"),
    (Evidence::NameOfNation, 100, "the name of a nation"),
    (Evidence::StatesPoints, 70, "a number of points for the whole list"),
    (Evidence::StatesSettings, 70, "a setting of the game"),
    (Evidence::Leader, 50, "a rank before the name of a person"),
    (Evidence::NameOfPlayer, 50, "the name of the player"),
    (Evidence::Prose, 20, "words that people talk with"),
    (Evidence::ProseWord, 15, "a word in lower case that nothing in the game has"),
    (Evidence::ProseBesideEntries, 120, "prose beside the entries of a list"),
    (Evidence::ChangeAbove, 120, "a change of mind above all entries"),
    (Evidence::ChangeOfMind, 120, "a change of mind about a unit"),
    (Evidence::Question, 120, "a question about a unit"),
    (Evidence::RoleElsewhere, 120, "a role of a unit on another line"),
    (Evidence::Story, 120, "a story beside the entries of a list"),
    (Evidence::Signature, 120, "it stands where people sign, or is an address"),
    (Evidence::AsMusterWrites, 200, "it is written as Muster writes it"),
    (Evidence::OnlyTheGame, 150, "the name of the game and nothing else"),
    (Evidence::Fact, 120, "a key that Muster writes, with a value"),
    (Evidence::NothingKnown, 5, "nothing of a list in it"),
];

impl Evidence {
    /// How much it speaks for its reading; below 0 if it speaks against it.
    pub(super) fn weight(self) -> i32 {
        match OTHER.get() {
            Some((piece, weight)) if piece == self as usize => weight,
            _ => self.entry().map_or(0, |(_, weight, _)| *weight),
        }
    }

    /// What it says, in words.
    pub(super) fn words(self) -> &'static str {
        self.entry().map_or("", |(.., words)| words)
    }

    /// The table has the pieces in their order.
    fn entry(self) -> Option<&'static (Self, i32, &'static str)> {
        WEIGHTS.get(self as usize)
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
            assert_eq!(*evidence as usize, place, "{evidence:?}");
        }
        assert_eq!(Evidence::NothingKnown as usize + 1, WEIGHTS.len());
    }
}
