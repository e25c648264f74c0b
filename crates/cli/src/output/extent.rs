//! How far a place in a text reaches: a report knows where something begins, a frame underlines the whole of it.

use std::ops::Range;

/// The bytes of `line` to underline for what begins at `column` (in characters, from 1).
///
/// That is the value up to the end of the line, its comment left out; inside braces and brackets, up to the comma or the
/// bracket that ends it. A column beyond the line gives the end of the line.
pub fn extent(line: &str, column: u32) -> Range<usize> {
    let skipped = usize::try_from(column.saturating_sub(1)).unwrap_or(usize::MAX);
    let start = line.char_indices().nth(skipped).map_or(line.trim_end().len(), |(byte, _)| byte);
    let inside = depth(&line[..start]) > 0;
    let end = start + length(&line[start..], inside);
    start..end.max(start)
}

/// How many brackets are open at the end of this text.
fn depth(text: &str) -> usize {
    let mut depth = 0_usize;
    for (_, token) in Tokens::new(text) {
        match token {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth
}

/// The length of the value that begins `text`, without the blanks behind it.
fn length(text: &str, inside: bool) -> usize {
    let opens = text.starts_with(['{', '[']);
    let mut depth = 0_usize;
    let mut end = text.len();
    for (at, token) in Tokens::new(text) {
        match token {
            '{' | '[' => depth += 1,
            '}' | ']' | ',' if depth == 0 && inside => {
                end = at;
                break;
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && opens {
                    return at + 1;
                }
            }
            '#' => {
                end = at;
                break;
            }
            _ => {}
        }
    }
    text[..end].trim_end().len()
}

/// The brackets, commas and comment signs of a line, those in quotes left out.
struct Tokens<'a> {
    letters: std::str::CharIndices<'a>,
    before: char,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Self {
        Self { letters: text.char_indices(), before: ' ' }
    }

    /// Passes over the rest of a quoted text.
    fn close(&mut self, quote: char) {
        while let Some((_, letter)) = self.letters.next() {
            match letter {
                '\\' if quote == '"' => drop(self.letters.next()),
                // Two single quotes are one that belongs to the text.
                '\'' if quote == '\'' && self.letters.as_str().starts_with('\'') => drop(self.letters.next()),
                _ if letter == quote => return,
                _ => {}
            }
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = (usize, char);

    fn next(&mut self) -> Option<(usize, char)> {
        while let Some((at, letter)) = self.letters.next() {
            let before = std::mem::replace(&mut self.before, letter);
            let starts = before.is_whitespace() || "[{,:".contains(before);
            match letter {
                '"' | '\'' if starts => self.close(letter),
                '#' if before.is_whitespace() => return Some((at, letter)),
                '{' | '[' | '}' | ']' | ',' => return Some((at, letter)),
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::extent;

    #[test]
    fn a_place_reaches_to_its_end() {
        for (line, column, shown) in [
            ("  - unit: ruler-class-battleship   # error: cap-large", 5, "unit: ruler-class-battleship"),
            ("  - {unit: attacker-class-frigate, models: 4}  # four", 5, "{unit: attacker-class-frigate, models: 4}"),
            ("  - {unit: attacker-class-frigate, models: 4}", 12, "attacker-class-frigate"),
            ("  - {unit: attacker-class-frigate, models: 4}", 44, "4"),
            ("attached: [{unit: a, models: 1}, {unit: b}]", 12, "{unit: a, models: 1}"),
            ("attached: [{unit: a, models: 1}, {unit: b}]", 11, "[{unit: a, models: 1}, {unit: b}]"),
            ("name: 'it''s # no comment, {no brace'", 7, "'it''s # no comment, {no brace'"),
            (r#"{"unit": "a\"} b", "models": 2}"#, 10, r#""a\"} b""#),
            ("unit: Zhùlóng Class, big", 7, "Zhùlóng Class, big"),
            ("name: C# and F#", 7, "C# and F#"),
            ("mfv: 1000  ", 99, ""),
            ("", 1, ""),
            ("attached: [", 11, "["),
        ] {
            assert_eq!(&line[extent(line, column)], shown, "{line} at {column}");
        }
    }
}
