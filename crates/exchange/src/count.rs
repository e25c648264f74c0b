//! Numbers of things as people and programs write them: in text, in the cells of tables, in rosters.

/// The number in a text that has nothing else: digits of one kind with blanks around them, and perhaps `.0` or `,0`
/// behind them, as spreadsheets and rosters write whole numbers. None if it says anything else (`4²`, `1/2`, `1.5`, `-1`,
/// `1e3`), or a number that no computer word holds.
pub(crate) fn count(text: &str) -> Option<u32> {
    let text = text.trim();
    let whole = [".00", ",00", ".0", ",0"].iter().find_map(|ending| text.strip_suffix(ending)).unwrap_or(text);
    let digits: String = whole.chars().map(digit).collect::<Option<_>>()?;
    digits.parse().ok()
}

/// The digit that a letter stands for plainly: one of ASCII, or one of those of full width that keyboards of East Asia
/// write.
pub(crate) fn digit(letter: char) -> Option<char> {
    match letter {
        '0'..='9' => Some(letter),
        '\u{ff10}'..='\u{ff19}' => char::from_digit(u32::from(letter) - 0xff10, 10),
        _ => None,
    }
}

/// Whether a letter is a number of which nobody knows what it counts in a list: a fraction, a digit above or below the
/// line, in a circle, or of a script that readers of the list may not know. `4²` may be 4 with a footnote, 42 or 16.
/// Roman numerals are letters.
pub(crate) fn is_odd(letter: char) -> bool {
    letter.is_numeric() && digit(letter).is_none() && !matches!(letter, '\u{2160}'..='\u{2188}')
}

#[cfg(test)]
mod tests {
    use super::{count, is_odd};

    #[test]
    fn only_plain_numbers_are_counted() {
        for (text, number) in [("4", 4), (" 4 ", 4), ("\u{a0}4", 4), ("04", 4), ("２", 2), ("１２", 12), ("4,0", 4)]
        {
            assert_eq!(count(text), Some(number), "{text}");
        }
        assert_eq!((count("3.0"), count("3.00"), count("1000")), (Some(3), Some(3), Some(1000)));
        for text in [
            "",
            " ",
            "4²",
            "²",
            "½",
            "2½",
            "1/2",
            "①",
            "٣",
            "𝟒",
            "1e1",
            "0x4",
            "four",
            "-1",
            "+4",
            "1.5",
            "1.000",
            "1,000",
            "4 2",
            "4\u{200b}2",
            ".0",
            "NaN",
            "inf",
            "99999999999",
            "Ⅳ",
        ] {
            assert_eq!(count(text), None, "{text}");
        }
    }

    #[test]
    fn odd_numbers_are_no_letters() {
        assert!("²½¼①❶٣४₂𝟒〇".chars().all(is_odd));
        assert!("09２aäⅣ四 ×".chars().all(|letter| !is_odd(letter)));
    }
}
