//! Makes text from files safe to show, so that it cannot change how the text around it appears.

use std::borrow::Cow;

/// Text from a file as one line that cannot control a terminal or a page.
///
/// Control characters become their pictures. Marks that change the direction of writing become U+FFFD. Either could
/// make a report seem to say something else. Line breaks and tabs become spaces.
#[must_use]
pub fn plain(text: &str) -> Cow<'_, str> {
    if text.chars().any(|letter| harmless(letter) != letter) {
        text.chars().map(harmless).collect()
    } else {
        Cow::Borrowed(text)
    }
}

/// The harmless letter that replaces this one. One letter replaces one, so that columns stay the same.
#[must_use]
pub fn harmless(letter: char) -> char {
    match letter {
        '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}' => ' ',
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(letter)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' => char::REPLACEMENT_CHARACTER,
        _ => letter,
    }
}

/// Whether nobody sees this character: it has no width, or only says how others are shown.
#[must_use]
pub fn is_unseen(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffd}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::plain;

    #[test]
    fn data_cannot_drive_the_terminal() {
        assert_eq!(plain("\x1b[31mred\x07\u{9b}x"), "\u{241b}[31mred\u{2407}\u{fffd}x");
        assert_eq!(plain("a\nb\tc\r"), "a b c ");
        assert_eq!(plain("a\x7f"), "a\u{2421}");
        assert_eq!(plain("abc\u{202e}def"), "abc\u{fffd}def");
        assert_eq!(plain("Zhùlóng Straße"), "Zhùlóng Straße");
        assert!(matches!(plain("Zhùlóng Straße"), Cow::Borrowed(_)));
    }
}
