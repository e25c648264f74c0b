//! Tells names of people from those of fleets, places and games.

use super::language::WordSort;
use super::line::connects;
use super::talk;
use super::units::UnitNameIndex;
use super::words::{Word, words};

/// The longest name, in bytes, and the most words of one.
pub(super) const MAX_NAME: usize = 60;
pub(super) const MOST_WORDS: usize = 5;
/// A line of an address has at most so many words.
const ADDRESS: usize = 10;
/// A postcode before the name of a town has so many digits.
const POSTCODE: usize = 5;

/// How many words the name of a person has; none if the text is no such name.
pub(super) fn name(units: &UnitNameIndex, text: &str) -> Option<usize> {
    shape(text).filter(|_| words(text).iter().all(|word| may_name(units, word)))
}

/// The same for a name of which something says that it is one: its words may then be those of units.
pub(super) fn said(units: &UnitNameIndex, text: &str) -> Option<usize> {
    let own = words(text);
    let is_fleet = own.iter().any(|word| is_of_lists(&word.folded));
    shape(text).filter(|_| !is_fleet && own.iter().any(|word| may_name(units, word)))
}

/// Whether a text may be the name or nickname below a letter.
pub(super) fn may_sign(units: &UnitNameIndex, text: &str) -> bool {
    shape(text).is_some() && !is_closing(text) && words(text).iter().any(|word| may_name(units, word))
}

/// Whether a word may be that of a name: it says nothing of lists, games and units.
pub(super) fn may_name(units: &UnitNameIndex, word: &Word) -> bool {
    let said = word.folded.as_str();
    let is_particle = WordSort::Particles.has(said) || said.chars().count() == 1;
    let is_other = || is_of_lists(said) || WordSort::Clubs.has(said) || talk::is_talk_word(word) || connects(word);
    word.number().is_none() && (is_particle || !is_other() && !units.says(word))
}

/// Whether a word stands in the names of lists, fleets and events.
pub(super) fn is_of_lists(word: &str) -> bool {
    WordSort::OfLists.has(word)
}

/// Whether one name is the other, or a part of it.
pub(super) fn is_part(part: &str, whole: &str) -> bool {
    let whole: Vec<String> = words(whole).into_iter().map(|word| word.folded).collect();
    words(part).iter().all(|word| whole.contains(&word.folded))
}

/// How many words a text has that looks like the name of a person: each begins with a capital letter, and there is no
/// digit.
pub(super) fn shape(text: &str) -> Option<usize> {
    let is_letter = |letter: char| letter.is_alphabetic() || " -'\u{2019}.".contains(letter);
    let is_short = !text.is_empty() && text.len() <= MAX_NAME && text.chars().all(is_letter);
    let all: Vec<&str> = text.split_whitespace().collect();
    let capital =
        |word: &str| word.trim_start_matches("d'").trim_start_matches("d\u{2019}").starts_with(char::is_uppercase);
    let is_loud = |word: &str| {
        word.chars().filter(|letter| letter.is_alphabetic()).count() > 2 && !word.chars().any(char::is_lowercase)
    };
    let fits = is_short
        && (1..=MOST_WORDS).contains(&all.len())
        && all.iter().all(|word| capital(word) || WordSort::Particles.has(word))
        && !all.iter().any(|word| is_loud(word))
        && all.iter().any(|word| capital(word) && word.chars().filter(|letter| letter.is_alphabetic()).count() > 2);
    let names = all.iter().filter(|word| capital(word)).count();
    // A full stop ends a sentence, but for an initial.
    let is_initials = |word: &str| word.split(['.', '-']).all(|part| part.chars().count() < 2);
    let is_sentence = all.iter().any(|word| word.ends_with('.') && word.chars().count() > 3 && !is_initials(word));
    (fits && !is_sentence).then_some(names)
}

/// A name in capital letters as people write it otherwise. None if it has others.
pub(super) fn quiet(text: &str) -> Option<String> {
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next()?;
        Some(std::iter::once(first).chain(letters.flat_map(char::to_lowercase)).collect::<String>())
    };
    let is_loud = text.chars().any(char::is_uppercase) && !text.chars().any(char::is_lowercase);
    is_loud.then(|| text.split(' ').filter_map(word).collect::<Vec<_>>().join(" "))
}

/// A name without `Mr` before it.
pub(super) fn untitled(text: &str) -> &str {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_title = WordSort::Titles.is_text(first.trim_end_matches('.'));
    if is_title { text[first.len()..].trim_start() } else { text }
}

/// The parts of a line that may be names.
pub(super) fn parts(text: &str) -> Vec<&str> {
    let mut parts = vec![text];
    for mark in [
        " - ",
        " \u{2013} ",
        " \u{2014} ",
        ", ",
        "|",
        ": ",
        "(",
        ")",
        ";",
        " / ",
        "\t",
        "\u{b7}",
        "\u{2022}",
        "[",
        "]",
        " @",
        "\"",
        "//",
    ] {
        parts = parts.into_iter().flat_map(|part| part.split(mark)).collect();
    }
    let marks = |letter: char| letter.is_whitespace() || "*_#'.:,!-\u{2013}\u{2014}".contains(letter);
    parts.into_iter().map(|part| part.trim_matches(marks)).filter(|part| !part.is_empty()).collect()
}

/// Whether a word of a text ends as those that are coined from others do, such as `Reckoning`. Fleets are named so.
pub(super) fn is_coined(text: &str) -> bool {
    text.split_whitespace()
        .any(|word| WordSort::Coined.written().any(|ending| word.len() > ending.len() + 2 && word.ends_with(ending)))
}

/// Whether a text ends a letter.
pub(super) fn is_closing(text: &str) -> bool {
    let words = words(text);
    let is_one = || words.iter().any(|word| WordSort::Closings.has(&word.folded));
    words.len() <= MOST_WORDS && (is_one() || WordSort::Closings.is_text(text))
}

/// Whether a text is the name of a club.
pub(super) fn is_club(text: &str) -> bool {
    let words = words(text);
    let is_name = |word: &&Word| word.folded.len() > 1 && !connects(word) && !WordSort::Particles.is(word);
    (2..=MOST_WORDS).contains(&words.iter().filter(is_name).count())
        && words.iter().any(|word| WordSort::Clubs.has(&word.folded))
        && text.trim_start_matches(['"', '\u{ab}', '\u{201c}', '\u{201e}', ' ']).starts_with(char::is_uppercase)
        && words.iter().all(|word| word.number().is_none())
}

/// Whether words state a street and its number, a postcode and its town, or a telephone number.
pub(super) fn is_address(words: &[Word]) -> bool {
    let is_street = |word: &Word| {
        let ends = |street: &str| word.folded.len() > street.len() + 3 && word.folded.ends_with(street);
        WordSort::Streets.is(word) || WordSort::Streets.written().any(|street| street.len() > 3 && ends(street))
    };
    let has_number = words.iter().any(|word| word.number().is_some());
    let is_town = matches!(words, [number, town, ..] if number.number().is_some()
        && number.end - number.start == POSTCODE && town.capital && !WordSort::Points.is(town));
    let is_phone = has_number && words.first().is_some_and(|word| WordSort::Phones.is(word));
    words.len() <= ADDRESS && (is_town || is_phone || has_number && words.iter().any(is_street))
}
