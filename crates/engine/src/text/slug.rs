//! Ids made from printed names.

use deunicode::deunicode_char;

/// The id of something printed as `name`.
///
/// All letters become lower case, and letters with diacritics become plain ones. Every run of other characters becomes
/// one `-`; at the ends it is left out. A minus sign before a digit becomes `minus-`, so that `Repair (-1)` and `Repair
/// (1)` have different ids. A hyphen inside a word (`AB-2`, `2-4`) is no minus sign.
#[must_use]
pub fn slug(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    let mut before = ' ';
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        let minus = matches!(letter, '-' | '\u{2212}')
            && !before.is_alphanumeric()
            && letters.peek().is_some_and(char::is_ascii_digit);
        before = letter;
        if minus {
            append(&mut slug, '-');
            slug.push_str("minus-");
        } else if let Some(folded) = deunicode_char(letter) {
            folded.chars().for_each(|part| append(&mut slug, part));
        } else {
            append(&mut slug, '-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

/// Adds a letter or digit as it is, and anything else as a `-` unless the slug has one there already.
fn append(slug: &mut String, letter: char) {
    if letter.is_ascii_alphanumeric() {
        slug.push(letter.to_ascii_lowercase());
    } else if !slug.is_empty() && !slug.ends_with('-') {
        slug.push('-');
    }
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn names_become_ids() {
        for (name, id) in [
            ("Gull Class Lugger", "gull-class-lugger"),
            ("Fearless (Aerial, +1)", "fearless-aerial-1"),
            ("Inner Lamp (2, 12\", Bright=1)", "inner-lamp-2-12-bright-1"),
            ("Modifier (-1)", "modifier-minus-1"),
            ("-1 to hit", "minus-1-to-hit"),
            ("Modifier (\u{2212}2)", "modifier-minus-2"),
            ("AB-2 Class", "ab-2-class"),
            ("3 - Captain", "3-captain"),
            ("Ørsted Wäsche Straße Łódź Zhùyì", "orsted-wasche-strasse-lodz-zhuyi"),
            ("  Fisherman\u{2019}s Friend! ", "fisherman-s-friend"),
            ("---", ""),
            ("", ""),
        ] {
            assert_eq!(slug(name), id, "{name}");
        }
    }

    #[test]
    fn a_slug_is_its_own_slug() {
        for name in ["A (-1)", "Ærø / B", "x--y"] {
            assert_eq!(slug(&slug(name)), slug(name));
        }
    }
}
