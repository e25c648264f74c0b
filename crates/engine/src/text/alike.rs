//! Tells whether a text that a player wrote names a thing, also in disguise: with a count or an article, in the plural, among
//! other words, shortened, or with characters that nobody sees.

use super::plain::is_unseen;
use super::slug::slug;

/// How many characters of a text are looked at. Messages show no more of a name.
const LOOKED_AT: usize = 400;
/// How many parts of a text are looked at.
const PARTS: usize = 40;
/// How many letters a name has that is looked for in the middle of a text, with or without blanks.
const LETTERS: usize = 8;
/// Words that stand before a thing without naming it.
const BEFORE: [&str; 16] =
    ["a", "an", "another", "five", "four", "my", "of", "one", "our", "pair", "six", "the", "this", "three", "two", "x"];
/// Words that part one thing from the next.
const BETWEEN: [&str; 4] = ["and", "or", "plus", "with"];

/// A printed name, or a part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NameWords {
    /// Its words in the singular.
    stems: Vec<String>,
    /// Its letters and digits alone, and the same of the words in the singular.
    letters: [String; 2],
    /// Where words end in these letters.
    ends: [Vec<usize>; 2],
}

impl NameWords {
    /// The words of a printed name.
    pub(crate) fn of_name(name: &str) -> Self {
        match words(name).as_slice() {
            [article, named @ ..] if article == "the" && !named.is_empty() => Self::of(named),
            all => Self::of(all),
        }
    }

    fn of(all: &[String]) -> Self {
        let stems: Vec<String> = all.iter().map(|word| singular(word)).collect();
        Self { letters: [all.concat(), stems.concat()], ends: [ends(all), ends(&stems)], stems }
    }

    fn is(&self, other: &Self) -> bool {
        !self.stems.is_empty() && (self.stems == other.stems || self.letters[0] == other.letters[0])
    }

    fn has(&self, word: &String) -> bool {
        self.stems.contains(word)
    }
}

/// A text that may name things.
#[derive(Clone, Debug)]
pub(crate) struct NameText {
    /// The whole text, and the text without what stands in brackets.
    whole: [NameWords; 2],
    /// What stands between commas, brackets and the like, each with and without the count around it.
    parts: Vec<NameWords>,
}

impl NameText {
    pub(crate) fn new(text: &str) -> Self {
        let text: String = text.chars().filter(|letter| !is_unseen(*letter)).take(LOOKED_AT).collect();
        let is_line = |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
        let is_inside = |letter: char| letter.is_alphanumeric() || letter.is_whitespace() || "-'’.".contains(letter);
        let is_border = |letter: char| is_line(letter) || !is_inside(letter);
        let apart = text.replace(" - ", ",");
        let parts = apart.split(is_border).flat_map(|part| {
            let words = words(part);
            words.split(|word| BETWEEN.contains(&word.as_str())).map(<[String]>::to_vec).collect::<Vec<_>>()
        });
        let whole = words(&text);
        let parts = parts.chain([whole.clone(), words(&bare(&text))]).filter(|part| !part.is_empty()).take(PARTS);
        let parts = parts.flat_map(|part| [NameWords::of(uncounted(&part)), NameWords::of(&part)]).collect();
        Self { whole: [NameWords::of(&whole), NameWords::of(&words(&bare(&text)))], parts }
    }

    /// How many steps it takes to look for so many names.
    pub(crate) fn steps(names: usize) -> usize {
        names / 16 + 1
    }

    /// The words of the names of what the text belongs to. If the text has such a name in full, what stands in brackets in the
    /// name may be left out.
    pub(crate) fn own<'n>(&self, names: impl Iterator<Item = &'n String>) -> Vec<NameWords> {
        let mut own = Vec::new();
        for name in names {
            let words = NameWords::of_name(name);
            if self.whole[0].letters[0].contains(&words.letters[0]) {
                own.push(NameWords::of_name(&bare(name)));
            }
            own.push(words);
        }
        own
    }

    /// Returns whether the text contains the name of a thing. Names in `own`, and words of these, do not count: the text belongs to
    /// what has these names.
    pub(crate) fn names(&self, name: &NameWords, own: &[NameWords]) -> bool {
        let is_own = |part: &&NameWords| own.iter().any(|own| own.is(part));
        let is_foreign = |word: &String| !own.iter().any(|own| own.has(word));
        if self.parts.iter().any(|part| part.is(name) && !is_own(&part)) {
            return true;
        }
        let is_within = |text: &NameWords| {
            let forms = name.letters.iter().zip(&text.letters).zip(&text.ends);
            forms.filter(|((name, _), _)| name.len() >= LETTERS).any(|((name, text), ends)| {
                let is_end = |at: usize| at == 0 || ends.binary_search(&at).is_ok();
                text.match_indices(name.as_str()).any(|(at, _)| is_end(at) && is_end(at + name.len()))
            })
        };
        name.stems.len() > 1 && name.stems.iter().any(is_foreign) && self.whole.iter().any(is_within)
            || self.whole.iter().any(|text| shortened(text, name).any(is_foreign))
            || self.parts.iter().any(|part| part.abbreviates(name) && part.stems.iter().any(is_foreign))
    }
}

impl NameWords {
    /// Whether it is a name of three words or more without some of them, but not without the first.
    fn abbreviates(&self, name: &Self) -> bool {
        name.stems.len() > 2
            && self.stems.len() > 1
            && self.stems.first() == name.stems.first()
            && self.stems.iter().all(|word| name.has(word))
    }
}

/// The words by which a text names a thing of which it leaves out words in the middle: from the first word of the name to the
/// last, with at most one other word between them. None if it does not.
fn shortened<'t>(text: &'t NameWords, name: &NameWords) -> impl Iterator<Item = &'t String> {
    let found = || {
        let (first, last) = (name.stems.first()?, name.stems.last().filter(|_| name.stems.len() > 2)?);
        let start = text.stems.iter().position(|word| word == first)?;
        let rest = text.stems.get(start + 1..)?;
        let end = start + 1 + rest.iter().take(name.stems.len()).position(|word| word == last)?;
        let run = text.stems.get(start..=end)?;
        (run.iter().filter(|word| !name.has(word)).count() <= 1).then(|| {
            let known = run.iter().filter(|word| name.has(word));
            known.collect::<Vec<_>>()
        })
    };
    found().unwrap_or_default().into_iter()
}

/// The words of a text: small letters without accents, and digits.
fn words(text: &str) -> Vec<String> {
    let slug = slug(&text.replace(['\'', '’'], ""));
    slug.split('-').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Where the words end if nothing stands between them.
fn ends(words: &[String]) -> Vec<usize> {
    let end = |at: &mut usize, word: &String| {
        *at += word.len();
        Some(*at)
    };
    words.iter().scan(0, end).collect()
}

/// A text without what stands in brackets.
fn bare(text: &str) -> String {
    let mut depth = 0_u32;
    let outside = text.chars().filter(|letter| match letter {
        '(' | '[' | '{' => {
            depth += 1;
            false
        }
        ')' | ']' | '}' => {
            depth = depth.saturating_sub(1);
            false
        }
        _ => depth == 0,
    });
    outside.collect()
}

/// The words without articles and counts before them, and counts behind them; all if nothing else is left.
fn uncounted(words: &[String]) -> &[String] {
    let is_count = |word: &str| {
        let digits = word.trim_start_matches('x').trim_end_matches('x');
        digits.chars().all(|letter| letter.is_ascii_digit())
    };
    let is_before = |word: &&String| is_count(word) || BEFORE.contains(&word.as_str());
    let from = words.iter().take_while(is_before).count();
    let behind = words.iter().skip(from).rev().take_while(|word| is_count(word)).count();
    match words.get(from..words.len() - behind) {
        Some(rest) if !rest.is_empty() => rest,
        _ => words,
    }
}

/// A word in the singular. What is no plural may come out wrong, but always in the same way.
fn singular(word: &str) -> String {
    let stem = |ending: &str| word.strip_suffix(ending).filter(|stem| stem.len() > 2);
    if let Some(stem) = stem("ies") {
        return format!("{stem}y");
    }
    if ["sses", "shes", "ches", "xes", "zes"].iter().any(|ending| word.ends_with(ending)) {
        return stem("es").unwrap_or(word).to_owned();
    }
    if word.ends_with("ss") { word.to_owned() } else { stem("s").unwrap_or(word).to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{NameText, NameWords, singular};

    fn names(text: &str, name: &str, own: &str) -> bool {
        let text = NameText::new(text);
        text.names(&NameWords::of_name(name), &text.own([own.to_owned()].iter()))
    }

    #[test]
    fn a_name_is_found_in_disguise() {
        for text in [
            "Sturdy Class Oddship",
            "STURDY CLASS ODDSHIPS",
            "The Sturdy Class Oddships",
            "3 x Sturdy Class Oddship",
            "3× Sturdy Class Oddships",
            "Sturdy Class Oddship x3",
            "Two Sturdy-Class Oddships (Large)",
            "St\u{200b}urdy Class Odd\u{ad}ship",
            "S t u r d y Class Oddship",
            "SturdyClassOddship",
            "Sturdy (very) Class Oddship",
            "Sturdy (12) Class (new) Oddship",
            "Sturdy Oddship",
            "Anna's Sturdy Oddships of the Line",
            "Anna's Sturdy ClassOddships of the Line",
            "SturdyClass Oddships of the Line",
            "Sturdy Super Oddship",
            "Sturdy Class",
            "Lantern Class Lugger, Sturdy Class Oddship",
            "Lantern and Sturdy Oddships",
            "Sturdy Class Oddship\n1 Lantern",
            "Stürdy Class Oddship",
        ] {
            assert!(names(text, "Sturdy Class Oddship", "Lantern Class Lugger"), "{text}");
        }
        for text in [
            "The Elector",
            "2 Electors",
            "Elector x3",
            "Elector (Large)",
            "Lugger, Elector",
            "Lugger & Electors",
            "E l e c t o r",
        ] {
            assert!(names(text, "Elector", "Lantern Class Lugger"), "{text}");
            assert!(names(text, "The Elector", "Lantern Class Lugger"), "{text}");
        }
        assert!(names("Batteries", "Battery", "Lugger") && names("Fortress", "Fortresses", "Lugger"));
        // Only the last word is not one of its own.
        assert!(names("Sturdy Very Oddship", "Sturdy Class Oddship", "Sturdy Class Lugger"));
    }

    #[test]
    fn other_names_are_not() {
        for text in [
            "HMS Sturdiest",
            "Sturdy",
            "The Sturdy of the Waves",
            "Sturdy Dancer",
            "First Oddship Squadron",
            "Anna's UnsturdyClass Oddships",
            "SturdyClass Oddshipment",
            "Class of 42",
            "Oddship",
            "3",
            "",
            "x",
        ] {
            assert!(!names(text, "Sturdy Class Oddship", "Lantern Class Lugger"), "{text}");
        }
        // A name of two words has nothing in its middle that could be left out.
        for text in ["Sturdy Sturdy", "Sturdy Super Oddship"] {
            assert!(!names(text, "Sturdy Oddship", "Lantern Class Lugger"), "{text}");
        }
        assert!(!names("The Oddshipyard of Nowhere", "Oddshipyard", "Lantern Class Lugger"));
        for text in ["The Elector of Nowhere", "Selectors", "Prince Elector"] {
            assert!(!names(text, "Elector", "Lantern Class Lugger"), "{text}");
        }
    }

    #[test]
    fn a_name_of_its_own_is_no_disguise() {
        for text in ["Sturdy Class Oddships", "3 Sturdy Class Oddships", "The Heavy Sturdy Class Oddship of Anna"] {
            assert!(!names(text, "Sturdy Oddship", "Sturdy Class Oddship"), "{text}");
        }
        for text in ["Sturdy Oddship (Big)", "The Sturdy Oddship (Big)", "3 × Sturdy Oddship (Big)"] {
            assert!(!names(text, "Sturdy Oddship", "Sturdy Oddship (Big)"), "{text}");
        }
        assert!(!names("Sturdy Mk II Class Oddship", "Sturdy Mk I", "Sturdy Mk II Class Oddship"));
        assert!(names("Sturdy High Oddships", "Sturdy High Oddship", "Sturdy Oddship"));
        assert!(names("The Sturdy Oddship", "Sturdy Oddship", "Sturdy High Oddship"));
    }

    #[test]
    fn a_short_word_is_no_plural() {
        assert_eq!(["guns", "gas", "ies", "entries"].map(singular), ["gun", "gas", "ies", "entry"]);
    }
}
