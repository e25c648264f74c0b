//! The words of a line as they are compared: without what mails, forums and editors change on the way.

use muster_engine::plain::is_unseen;

use crate::listing::marked::MarkedLine;

/// A letter of a word, and whether it may be missing on the other side, because it is markup that a program takes away.
pub(super) type Letter = (char, bool);

/// A word of a line.
pub(super) type LetterWord = Vec<Letter>;

/// Characters of which some programs make markup, so that they are gone from a text that was displayed.
const MAY_GO: [char; 5] = ['\\', '*', '_', '~', '`'];

/// Characters that are no words if they stand alone: bullets, frames of headings and quoting marks.
const NO_WORDS: [char; 13] = ['=', '#', '*', '_', '-', '>', '~', '|', '`', '\u{2022}', '\u{25e6}', '\u{b7}', '\\'];

/// The tags of forums around words.
const TAGS: [&str; 6] = ["[b]", "[/b]", "[i]", "[/i]", "[u]", "[/u]"];

/// The words of a line that Muster writes.
pub(super) fn wanted(line: &MarkedLine) -> Vec<LetterWord> {
    let marks = |text: &'static str| text.chars().map(|letter| (letter, true));
    let words = |text: &'_ str| text.chars().map(|letter| (letter, MAY_GO.contains(&letter))).collect::<Vec<_>>();
    let letters = marks(line.before).chain(words(&line.words)).chain(marks(line.behind)).chain(words(&line.rest));
    parted(letters)
}

/// The words of a line of a text.
pub(super) fn stated(line: &str) -> Vec<LetterWord> {
    parted(line.chars().map(|letter| (letter, false)))
}

/// Whether a word of a text is the wanted one, perhaps without some of its markup. It has no more markup than that: a line
/// that is struck out says something else.
pub(super) fn fits(wanted: &[Letter], stated: &[Letter]) -> bool {
    let mut stated = stated.iter().map(|(letter, _)| *letter).peekable();
    let all = wanted.iter().all(|(letter, may_go)| stated.next_if_eq(letter).is_some() || *may_go);
    all && stated.peek().is_none()
}

/// Whether a word has a digit.
pub(super) fn has_digit(word: &[Letter]) -> bool {
    word.iter().any(|(letter, _)| letter.is_ascii_digit())
}

/// The words of letters that stand in a row.
fn parted(letters: impl Iterator<Item = Letter>) -> Vec<LetterWord> {
    let letters: Vec<Letter> =
        letters.flat_map(|(letter, may_go)| plainer(letter).map(move |it| (it, may_go))).collect();
    let mut words = vec![LetterWord::new()];
    for (at, (letter, may_go)) in letters.iter().copied().enumerate() {
        let Some(word) = words.last_mut() else { break };
        if parts_thousands(&letters, at) || letter == '-' && word.last().is_some_and(|(last, _)| *last == '-') {
            continue;
        }
        if letter.is_whitespace() {
            words.push(LetterWord::new());
        } else {
            word.push((letter, may_go));
        }
    }
    words.retain(|word| !is_mark(word));
    words
}

/// Whether a word is markup alone. That is told by its letters, so that it is the same on both sides.
fn is_mark(word: &[Letter]) -> bool {
    let word: String = word.iter().map(|(letter, _)| letter).collect();
    let word = TAGS.iter().fold(word, |word, tag| word.replace(tag, ""));
    word.chars().all(|letter| NO_WORDS.contains(&letter))
}

/// The letters that an editor or a program for mails may have replaced by this one; none if nobody sees it.
fn plainer(letter: char) -> impl Iterator<Item = char> {
    let digits = [('\u{660}', '\u{669}'), ('\u{6f0}', '\u{6f9}'), ('\u{966}', '\u{96f}'), ('\u{ff10}', '\u{ff19}')];
    let digit = digits.iter().find(|(first, last)| (*first..=*last).contains(&letter));
    let digit = digit.and_then(|(first, _)| char::from_digit(u32::from(letter) - u32::from(*first), 10));
    let one = match letter {
        '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{2033}' => '"',
        '\u{2018}'..='\u{201b}' | '\u{b4}' | '\u{2032}' => '\'',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{2026}' => '.',
        _ => digit.unwrap_or(letter),
    };
    let number = match letter {
        '\u{2026}' => 3,
        _ => usize::from(!is_unseen(letter)),
    };
    std::iter::repeat_n(one, number)
}

/// Whether the letter at this place only parts the thousands of a number: `1,000`, `1.000`, `1'000`, or `1 000` with a blank
/// at which no line breaks.
fn parts_thousands(letters: &[Letter], at: usize) -> bool {
    const BETWEEN: [char; 6] = [',', '.', '\'', '\u{a0}', '\u{202f}', '\u{2009}'];
    let is_digit = |at: usize| letters.get(at).is_some_and(|(letter, _)| letter.is_ascii_digit());
    let is_group = at > 0 && is_digit(at - 1) && (1..=3).all(|ahead| is_digit(at + ahead)) && !is_digit(at + 4);
    is_group && BETWEEN.contains(&letters[at].0)
}

#[cfg(test)]
mod tests {
    use super::{fits, stated, wanted};
    use crate::listing::marked::MarkedLine;

    fn is_same(before: &'static str, words: &str, behind: &'static str, said: &str) -> bool {
        let line = MarkedLine { before, words: words.to_owned(), behind, rest: " (1000 points)".to_owned() };
        let (wanted, stated) = (wanted(&line), stated(said));
        wanted.len() == stated.len() && wanted.iter().zip(&stated).all(|(wanted, stated)| fits(wanted, stated))
    }

    #[test]
    fn what_programs_change_on_the_way_is_no_difference() {
        for said in [
            "- **3 × Anna's \"A\\*B\" -- fleet...** (1000 points)",
            "3 × Anna\u{2019}s \u{201c}A*B\u{201d} \u{2014} fleet\u{2026} (1.000 points)",
            "  \u{2022}\u{a0}3 \u{d7}  Anna's\t\"A*B\" - fleet... (1\u{202f}000 points) ",
        ] {
            assert!(is_same("- **", "3 × Anna's \"A\\*B\" -- fleet...", "**", said), "{said}");
        }
        assert!(is_same("[b]", "3 × [\u{200b}b]", "[/b]", "3 × [b] (1000 points)"));
    }

    #[test]
    fn what_people_change_is_one() {
        for said in [
            "- **4 × Frigate** (1000 points)",
            "- **3 × Frigate** (100 points)",
            "- **3 × Frigate** (10,00 points)",
            "- **3 × Frigate!** (1000 points)",
            "- ~~**3 × Frigate** (1000 points)~~",
            "- **3 × Frigates** (1000 points)",
            "- **3 × frigate** (1000 points)",
        ] {
            assert!(!is_same("- **", "3 × Frigate", "**", said), "{said}");
        }
    }
}
