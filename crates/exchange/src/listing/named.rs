//! Names of a file in sentences, cut to what can be shown.

use indexmap::IndexSet;
use muster_engine::plural::{joined, short};

/// The most names in a sentence.
const MOST: usize = 12;

/// Names in a sentence, each once: `` `a`, `b` and 3 more ``. Of many, words are shown rather than numbers.
pub(crate) fn named<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let all: IndexSet<&str> = names.into_iter().collect();
    let (words, numbers): (Vec<&str>, Vec<&str>) =
        all.into_iter().partition(|name| name.contains(|letter: char| !letter.is_numeric()));
    let all: Vec<&str> = words.into_iter().chain(numbers).collect();
    let mut shown: Vec<String> = all.iter().take(MOST).map(|name| format!("`{}`", short(name))).collect();
    if all.len() > MOST {
        shown.push(format!("{} more", all.len() - MOST));
    }
    joined(&shown, "and")
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn names_are_shown_once_and_words_first() {
        assert_eq!(named(["1", "a", "2", "a"]), "`a`, `1` and `2`");
        let many: Vec<String> = (0..20).map(|number| number.to_string()).collect();
        let shown = named(many.iter().map(String::as_str).chain(["word"]));
        assert!(shown.starts_with("`word`, `0`, ") && shown.ends_with(" and 9 more"), "{shown}");
    }
}
