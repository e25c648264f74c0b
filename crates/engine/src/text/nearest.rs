//! Finds the known names that are nearest to an unknown one.

use std::fmt::Display;

use crate::effort;
use crate::text::slug::slug;

/// The largest number of names in a help text.
const OFFERED: usize = 3;

/// Help texts search for names only until a list has this many findings. More searches would take too long, and nobody
/// reads so many help texts.
pub(crate) const HELPED: usize = 200;

/// A help text with the names that are nearest to `word`; none if no name is near.
///
/// Names are compared by their slugs, so that case, accents and punctuation do not matter.
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    offer(&nearest_names(word, names))
}

/// A help text with these names, which are near to another; none if there are none.
pub(crate) fn offer(near: &[impl Display]) -> Option<String> {
    match near {
        [] => None,
        [one] => Some(format!("did you mean `{one}`?")),
        many => {
            let quoted: Vec<_> = many.iter().map(|name| format!("`{name}`")).collect();
            Some(format!("nearest: {}", quoted.join(", ")))
        }
    }
}

/// The names that are nearest to `word`, nearest first, at most three.
pub fn nearest_names<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = slug(&word.chars().take(100).collect::<String>());
    let mut scored: Vec<(f64, &str)> = names
        .inspect(|_| effort::spend(1))
        .map(|name| (likeness(&wanted, &slug(name)), name))
        .filter(|(score, _)| *score > 0.6)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    scored.dedup_by_key(|(_, name)| *name);
    // If one name stands out, the others would only distract.
    let best = scored.first().map_or(0.0, |(score, _)| *score);
    scored.into_iter().filter(|(score, _)| *score > best - 0.12).take(OFFERED).map(|(_, name)| name).collect()
}

/// How alike two slugs are, from 0 to 1. If one begins with the other, at least 0.9.
fn likeness(wanted: &str, name: &str) -> f64 {
    let contained = !wanted.is_empty() && (name.starts_with(wanted) || wanted.starts_with(name) && name.len() > 3);
    let spelling = strsim::normalized_damerau_levenshtein(wanted, name);
    if contained { spelling.max(0.9) } else { spelling }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn one_slip_names_one() {
        let names = ["tribal-class-cruiser", "ruler-class-battleship"];
        assert_eq!(
            nearest("Tribl Class Cruiser", names.into_iter()).as_deref(),
            Some("did you mean `tribal-class-cruiser`?")
        );
    }

    #[test]
    fn nothing_near_nothing_offered() {
        assert_eq!(nearest("zzz", ["tribal-class-cruiser"].into_iter()), None);
        // Two of five letters are wrong.
        assert_eq!(nearest("abcde", ["abcxy"].into_iter()), None);
        // Three letters are too few to say that one name begins with the other.
        assert_eq!(nearest("abc-zzzzzzzz", ["abc"].into_iter()), None);
    }

    #[test]
    fn others_are_left_out_if_one_stands_out() {
        let names = ["abcdefghijklmnopqrstuvwxy", "zzzdefghijklmnopqrstuvwxy"];
        assert_eq!(nearest(names[0], names.into_iter()), Some(format!("did you mean `{}`?", names[0])));
    }
}
