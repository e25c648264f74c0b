//! Shows texts that players wrote as theirs: in quotes, and so that no program makes links of them.
//!
//! The reader of a mail or a page trusts its writer, so a name such as `Pay 10 EUR at www.example.org` must neither look
//! like a sentence of the organiser nor be a link.

use std::borrow::Cow;

use super::plain::plain;

/// Signs that a reader takes for the end of a quotation.
const QUOTES: [char; 10] = ['"', '“', '”', '„', '‟', '«', '»', '″', '＂', '〞'];

/// Endings of files that people send. They are no top-level domains, so no program makes a link of `list.yaml`. `.zip` and
/// `.md` are.
const FILES: [&str; 14] =
    ["yaml", "yml", "json", "eml", "txt", "csv", "ros", "rosz", "docx", "xlsx", "pdf", "html", "jpg", "png"];

/// A text of a player in quotes, on one line. Quotes inside become single ones, so that the text cannot leave its own.
#[must_use]
pub fn quoted(text: &str) -> String {
    let inner: String = plain(text).chars().map(|letter| if QUOTES.contains(&letter) { '’' } else { letter }).collect();
    format!("“{inner}”")
}

/// The text with a blank inside of everything that a program would make a link of: `http: //www. example. org`.
///
/// A careful organiser who copies such a name into a letter does the same. The blank is seen, and who wants to follow the
/// link knows what to do. Brackets (`example[.]org`) say the same to few people, and characters without width are seen by
/// nobody, are lost on the way, and spoil what is copied.
#[must_use]
pub fn unlinked(text: &str) -> Cow<'_, str> {
    broken(text, " ", |_, _| false)
}

/// The text with `mark` behind each character at which a link must be broken, and behind each of which `also` says so, by the
/// character and what follows it.
pub fn broken<'t>(text: &'t str, mark: &str, also: impl Fn(char, &str) -> bool) -> Cow<'t, str> {
    let is_broken = |at: usize, letter: char| {
        let (before, rest) = text.split_at(at);
        let after = rest.strip_prefix(letter).unwrap_or_default();
        ends_link(before, letter, after) || also(letter, after)
    };
    let places = text.char_indices().filter(|(at, letter)| is_broken(*at, *letter));
    let places: Vec<usize> = places.map(|(at, letter)| at + letter.len_utf8()).collect();
    if places.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut broken = String::with_capacity(text.len() + places.len() * mark.len());
    let (mut left, mut from) = (text, 0);
    for place in places {
        let (part, behind) = left.split_at(place - from);
        broken.extend([part, mark]);
        (left, from) = (behind, place);
    }
    broken.push_str(left);
    Cow::Owned(broken)
}

/// The characters behind which links are broken.
pub const JOINTS: [char; 8] = ['.', '．', '。', '｡', ':', '@', '\\', '/'];

/// Whether a program might read on behind this character and make a link of both sides.
fn ends_link(before: &str, letter: char, after: &str) -> bool {
    let (last, next) = (before.chars().next_back(), after.chars().next());
    let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    match letter {
        '.' | '．' | '。' | '｡' => {
            let is_end = |letter: char| !letter.is_alphanumeric() && letter != '-';
            let (label, rest) = after.split_at(after.find(is_end).unwrap_or(after.len()));
            let is_name = label.chars().filter(|letter| letter.is_alphabetic()).count() > 1;
            let is_file = FILES.iter().any(|ending| label.eq_ignore_ascii_case(ending))
                && !rest.starts_with(['.', '．', '。', '｡', '/', ':', '@', '?', '#']);
            let is_web = before.as_bytes().last_chunk::<3>().is_some_and(|last| last.eq_ignore_ascii_case(b"www"));
            is_word(last) && (is_web && is_word(next) || is_name && !is_file)
        }
        // `MUSTER:1:...` is a list as one word. It must stay as it is, and no program knows it.
        ':' => {
            let is_blank = next.is_none_or(char::is_whitespace);
            let scheme =
                before.rsplit(|letter: char| !letter.is_ascii_alphanumeric() && !"+-.".contains(letter)).next();
            let scheme = scheme.unwrap_or_default();
            let is_scheme = scheme.starts_with(|letter: char| letter.is_ascii_alphabetic());
            !is_blank && (is_scheme && scheme != "MUSTER" || next == Some('/'))
        }
        '@' => is_word(last) && next.is_some_and(|next| !next.is_whitespace()),
        // `\\server\share` and `//server`.
        '\\' | '/' => last == Some(letter) && next.is_some_and(|next| !next.is_whitespace() && next != letter),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{quoted, unlinked};

    #[test]
    fn a_text_cannot_leave_its_quotes() {
        assert_eq!(quoted("Patrol"), "“Patrol”");
        assert_eq!(quoted("a”, says the organiser. \"Pay\n“x"), "“a’, says the organiser. ’Pay ’x”");
        assert_eq!(quoted(""), "“”");
    }

    #[test]
    fn links_are_broken_where_they_are_seen() {
        for (text, shown) in [
            ("http://example.org/x?y=1", "http: // example. org/x?y=1"),
            ("WWW.EXAMPLE.ORG", "WWW. EXAMPLE. ORG"),
            ("www.1a.de", "www. 1a. de"),
            ("see example.org/pay", "see example. org/pay"),
            ("a@b.co", "a@ b. co"),
            ("mailto:a@b", "mailto: a@ b"),
            ("tel:123", "tel: 123"),
            ("javascript:alert(1)", "javascript: alert(1)"),
            ("\\\\server\\share", "\\\\ server\\share"),
            ("//example", "// example"),
            ("grüße.de", "grüße. de"),
            ("example。org", "example。 org"),
            ("fleet.zip, hiro.md", "fleet. zip, hiro. md"),
            ("example.txt.com", "example. txt. com"),
        ] {
            assert_eq!(unlinked(text), shown);
            assert_eq!(unlinked(shown), shown, "nothing is left to break");
        }
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        for text in [
            "Channel Patrol",
            "St. Vincent's 1st. Squadron",
            "H.M.S. Majesty",
            "rulebook 2.51, page 18",
            "list.yaml",
            "solent/My List.docx",
            "2026-11-28T23:59 Europe/London",
            "985/1000 points",
            "Ratio 1:2, and so on...",
            "MUSTER:1:abcDEF",
            "and/or",
            "",
        ] {
            assert_eq!(unlinked(text), text);
        }
    }
}
