//! Makes text from files safe to show, so that it cannot change how the text around it appears.

use std::borrow::Cow;

/// Text from a file as one line that cannot control a terminal or a page, and in which everything is seen.
///
/// Control characters become their pictures. Marks that change the direction of writing, and characters that nobody
/// sees, become U+FFFD. Either could make a report seem to say something else, or two names look like one. Characters
/// without width stay where a script or an emoji needs them. Line breaks and tabs become spaces.
#[must_use]
pub fn plain(text: &str) -> Cow<'_, str> {
    if is_plain(text) { Cow::Borrowed(text) } else { shown(text).map(|(_, shown)| shown).collect() }
}

/// Whether [`plain`] leaves a text as it is.
#[must_use]
pub fn is_plain(text: &str) -> bool {
    // Most texts are ASCII without control characters.
    text.bytes().all(|byte| matches!(byte, b' '..=b'~')) || shown(text).all(|(letter, shown)| letter == shown)
}

/// The letters of a text, each with the letter that stands for it on a line: itself if it does no harm there.
pub fn shown(text: &str) -> impl Iterator<Item = (char, char)> {
    text.chars().scan(None, |before: &mut Option<char>, letter| {
        let is_needed = || before.is_some_and(|before| needs(before, letter));
        let shown = match harmless(letter) {
            same if same == letter && is_unseen(letter) && !is_needed() => char::REPLACEMENT_CHARACTER,
            shown => shown,
        };
        *before = Some(shown);
        Some((letter, shown))
    })
}

/// The harmless letter that replaces this one, wherever it stands. One letter replaces one, so that columns stay the same.
/// Characters without width that some scripts and emoji need stay, because only the letters before them tell whether they do
/// ([`plain`]).
#[must_use]
pub fn harmless(letter: char) -> char {
    match letter {
        '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}' => ' ',
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(letter)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}' => char::REPLACEMENT_CHARACTER,
        _ if is_unseen(letter) && !joins(letter) => char::REPLACEMENT_CHARACTER,
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
        | '\u{fff0}'..='\u{ffff}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character that nobody sees changes the form of the letter before it in some scripts, or makes one emoji of
/// several letters.
fn joins(letter: char) -> bool {
    matches!(letter,
        '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{e0020}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Whether the letter before such a character may need it. Latin, Greek and Cyrillic letters need none.
fn needs(before: char, letter: char) -> bool {
    /// The flag before the letters of its country.
    const FLAG: char = '\u{1f3f4}';
    let is_mark = joins(before) || before == char::REPLACEMENT_CHARACTER;
    match letter {
        '\u{e0020}'..='\u{e007f}' => before == FLAG || matches!(before, '\u{e0020}'..='\u{e007e}'),
        // Signs that may be emoji.
        '\u{fe0e}' | '\u{fe0f}' if "0123456789#*©®‼⁉".contains(before) => true,
        // An emoji may end in a mark of its form, or of its country, before it is joined to the next.
        '\u{200d}' if matches!(before, '\u{fe0f}' | '\u{e007f}') => true,
        _ => before >= '\u{590}' && !is_mark && !matches!(before, '\u{2000}'..='\u{206f}' | '\u{3000}'),
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{harmless, is_plain, plain};

    #[test]
    fn data_cannot_drive_the_terminal() {
        assert_eq!(plain("\x1b[31mred\x07\u{9b}x"), "\u{241b}[31mred\u{2407}\u{fffd}x");
        assert_eq!(plain("a\nb\tc\r"), "a b c ");
        assert_eq!(plain("a\x7f"), "a\u{2421}");
        assert_eq!(plain("abc\u{202e}def"), "abc\u{fffd}def");
        assert_eq!(plain("Zhùlóng Straße"), "Zhùlóng Straße");
        assert!(matches!(plain("Zhùlóng Straße"), Cow::Borrowed(_)));
    }

    #[test]
    fn what_nobody_sees_is_shown() {
        let hidden = "\u{ad}\u{34f}\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}\u{fe0f}\u{e0041}\u{e0100}\u{3164}\u{180b}";
        for letter in hidden.chars() {
            assert_eq!(plain(&format!("An{letter}na")), "An\u{fffd}na", "{letter:?}");
            assert_eq!(plain(&format!("{letter}Anna")), "\u{fffd}Anna", "{letter:?}");
        }
        assert_eq!(harmless('\u{200b}'), '\u{fffd}');
        assert_eq!(plain("\u{1f6a2}\u{200d}\u{200d}a\u{fe0f}\u{200d}"), "\u{1f6a2}\u{200d}\u{fffd}a\u{fffd}\u{fffd}");
    }

    #[test]
    fn scripts_and_emoji_keep_what_they_need() {
        for text in [
            "می\u{200c}خواهم",
            "क्\u{200d}ष",
            "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
            "\u{1f3f4}\u{200d}\u{2620}\u{fe0f} Jolly Roger",
            "\u{2764}\u{fe0f}\u{200d}\u{1f525}",
            "1\u{fe0f}\u{20e3} First",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Clyde",
            "葛\u{e0100}城",
        ] {
            assert!(is_plain(text), "{text:?}");
            assert!(matches!(plain(text), Cow::Borrowed(_)));
        }
    }
}
