//! The words and numbers of a line as people write it.

use muster_engine::slug::slug;

/// A word or a number of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Word {
    /// The word in lower case, without accents and in the singular; digits for a number.
    pub folded: String,
    /// Where it begins and ends in the line, in bytes.
    pub start: usize,
    pub end: usize,
    /// What parts it from the word before it.
    pub gap: Gap,
    /// It begins with a capital letter.
    pub capital: bool,
}

/// What stands between two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// Nothing that parts them.
    Joined,
    /// They stand in two columns, or a dash is between them.
    Column,
    /// A mark such as a comma.
    Mark,
}

impl Word {
    /// No name goes on across what stands before it.
    pub(super) fn is_apart(&self) -> bool {
        self.gap != Gap::Joined
    }

    /// The number that it is, if it has digits alone.
    pub(super) fn number(&self) -> Option<u32> {
        self.folded.parse().ok()
    }
}

/// Splits a line into its words. A number is parted from the letters behind it, as in `3x` and `160pts`, but not from
/// letters before it, as in `A6`.
pub(in super::super) fn words(line: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut start = None;
    let mut ends = line.char_indices().peekable();
    while let Some((at, letter)) = ends.next() {
        let next = ends.peek().map(|(_, letter)| *letter);
        let end = at + letter.len_utf8();
        // An apostrophe inside a word is part of it: `Valkyrie's`.
        let inside = is_apostrophe(letter) && start.is_some() && next.is_some_and(char::is_alphabetic);
        if !letter.is_alphanumeric() && !inside {
            continue;
        }
        let from = *start.get_or_insert(at);
        let is_number = line[from..end].bytes().all(|byte| byte.is_ascii_digit());
        let goes_on = next.is_some_and(|next| {
            let joins = is_apostrophe(next) || next.is_alphanumeric();
            joins && (!is_number || next.is_ascii_digit())
        });
        if goes_on {
            continue;
        }
        words.extend(word(line, from, end));
        start = None;
    }
    let mut words = thousands(line, words);
    for at in 0..words.len() {
        let before = at.checked_sub(1).map(|before| (words[before].end, words[before].number().is_some()));
        let (end, is_number) = before.unwrap_or((0, false));
        words[at].gap = gap(&line[end..words[at].start], is_number);
    }
    words
}

fn gap(gap: &str, behind_number: bool) -> Gap {
    let marks = [',', ';', ':', '/', '+', '&', '(', ')', '[', ']', '!', '?', '=', '<', '>'];
    let is_dash = |letter: char| matches!(letter, '-' | '.' | '\u{2013}' | '\u{2014}');
    // "(3) Gulls" counts them.
    if gap.trim() == "\u{d7}" {
        Gap::Joined
    } else if matches!(gap.trim(), ")" | "]") && behind_number {
        Gap::Column
    } else if gap.contains(marks) {
        Gap::Mark
    } else if gap.contains(['\t', '|']) || gap.contains(is_dash) && gap.len() > 1 || gap.len() > 2 {
        Gap::Column
    } else {
        Gap::Joined
    }
}

/// Joins `1,990` and `1.250` to one number.
fn thousands(line: &str, words: Vec<Word>) -> Vec<Word> {
    let mut joined: Vec<Word> = Vec::with_capacity(words.len());
    for word in words {
        let digits = |word: &Word| word.folded.bytes().all(|byte| byte.is_ascii_digit());
        match joined.last_mut() {
            Some(last)
                if matches!(&line[last.end..word.start], "," | ".")
                    && digits(last)
                    && last.folded.len() <= 3
                    && digits(&word)
                    && word.end - word.start == 3 =>
            {
                last.folded.push_str(&word.folded);
                last.end = word.end;
            }
            _ => joined.push(word),
        }
    }
    joined
}

fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '\u{2019}')
}

/// The words of a run of letters and digits: one, or two for `x3`.
fn word(line: &str, start: usize, end: usize) -> Vec<Word> {
    let run = &line[start..end];
    let times =
        run.strip_prefix(['x', 'X']).filter(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()));
    let parts = if times.is_some() { vec![(start, start + 1), (start + 1, end)] } else { vec![(start, end)] };
    let words = parts.into_iter().map(|(start, end)| {
        let capital = line[start..end].starts_with(char::is_uppercase);
        Word { folded: fold(&line[start..end]), start, end, gap: Gap::Joined, capital }
    });
    words.filter(|word| !word.folded.is_empty()).collect()
}

/// A word in lower case, without accents, apostrophes and the ending of the plural.
pub(super) fn fold(word: &str) -> String {
    let word: String = slug(word).split('-').collect();
    let long = |ending: &str| word.len() >= ending.len() + 3;
    if let Some(stem) = word.strip_suffix("ies").filter(|_| long("ies")) {
        return format!("{stem}y");
    }
    if let Some(stem) = word.strip_suffix("ie").filter(|_| long("ie")) {
        return format!("{stem}y");
    }
    if let Some(stem) = word.strip_suffix("men").filter(|_| long("men")) {
        return format!("{stem}man");
    }
    match word.strip_suffix('s') {
        Some(stem) if long("s") && !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn numbers_are_parted_from_what_follows() {
        let folded = |line: &str| words(line).into_iter().map(|word| word.folded).collect::<Vec<_>>().join(" ");
        assert_eq!(folded("3x Tarquin-class frigates (90pts)"), "3 x tarquin class frigate 90 pts");
        assert_eq!(folded("A6-V tank, Blücher, Valkyrie’s Fury"), "a6 v tank blucher valkyry fury");
        assert_eq!(folded("= 1,170, 2nd batteries, 10.5"), "1170 2 nd battery 10 5");
    }
}
