//! A fast scanner for the YAML that people write in lists: block mappings and lists, with values that end on their
//! line.
//!
//! It gives the [`DocumentReader`] the same nodes as the parser, about twenty times faster. It gives up at the first thing that
//! it does not know. The caller then uses the parser, which knows all of YAML and every fault. The tests below check
//! that both give the same nodes at the same places.

use serde_yaml::granit_parser::ScalarStyle;

use crate::fault::TextPlace;
use crate::reader::{DocumentReader, FrameContent, TextExtent};
use crate::table::offset;

/// The longest key that the scanner reads, in bytes. The parser refuses keys beyond about a thousand characters, so
/// long keys are left to it.
const KEY: usize = 500;

/// Reads a text of one document. None if the parser has to read it.
pub(crate) fn read(text: &str) -> Option<DocumentReader> {
    let mut scanner =
        Scanner { reader: DocumentReader::default(), blocks: Vec::new(), line: ScannedLine::default(), at: 0 };
    for (number, text) in (1..).zip(text.split('\n')) {
        scanner.line = ScannedLine { text, number, ascii: text.is_ascii() };
        scanner.line()?;
    }
    if scanner.blocks.is_empty() {
        return None;
    }
    while !scanner.blocks.is_empty() {
        scanner.close()?;
    }
    let _ = scanner.reader.end_document();
    (!scanner.reader.has_faults()).then_some(scanner.reader)
}

#[derive(Clone, Copy, Default)]
struct ScannedLine<'t> {
    text: &'t str,
    number: u32,
    ascii: bool,
}

/// A block mapping or list that is being read.
struct ScannedBlock {
    /// The indentation in bytes; all of them are spaces.
    indent: usize,
    is_list: bool,
    /// Whether a key or a dash waits for its value.
    awaits: bool,
}

struct Scanner<'t> {
    reader: DocumentReader,
    blocks: Vec<ScannedBlock>,
    line: ScannedLine<'t>,
    /// The index of the next byte to read in the line.
    at: usize,
}

impl Scanner<'_> {
    fn line(&mut self) -> Option<()> {
        let ScannedLine { text, ascii, .. } = self.line;
        let known = |letter: char| matches!(letter, ' '..='~') || (!letter.is_ascii() && letter.is_alphanumeric());
        if ascii && !text.bytes().all(|byte| matches!(byte, b' '..=b'~')) || !ascii && !text.chars().all(known) {
            return None;
        }
        self.at = 0;
        self.skip_spaces();
        if self.at_end() {
            return Some(());
        }
        if self.at == 0 && (text.starts_with("---") || text.starts_with("...")) {
            return None;
        }
        self.settle()?;
        while self.peek() == Some(b'-') && matches!(self.peek_at(1), None | Some(b' ')) {
            self.dash()?;
        }
        match self.key() {
            Some(end) => self.entry(end),
            // A value alone on its line is an item of a list.
            None if self.blocks.last()?.is_list => self.value(),
            None => None,
        }
    }

    /// Closes the blocks that end before the current position, judged by its indentation.
    fn settle(&mut self) -> Option<()> {
        let dash = self.peek() == Some(b'-') && matches!(self.peek_at(1), None | Some(b' '));
        while let Some(block) = self.blocks.last() {
            // The items of a list may have the same indentation as its key.
            let ends = block.indent > self.at || (block.indent == self.at && block.is_list && !dash);
            if !ends {
                break;
            }
            self.close()?;
            // Text after the end of the root block is left to the parser.
            self.blocks.last()?;
        }
        Some(())
    }

    /// Reads `- ` before an item of a list.
    fn dash(&mut self) -> Option<()> {
        let (indent, dash) = (self.at, self.place());
        self.at += 1;
        self.skip_spaces();
        // The item may begin on the next line; that is left to the parser.
        if self.at_end() {
            return None;
        }
        let top = self.blocks.last_mut()?;
        if top.is_list && top.indent == indent && !top.awaits {
            top.awaits = true;
            return Some(());
        }
        let below = !top.is_list && top.indent == indent;
        if !top.awaits || !(below || top.indent < indent) {
            return None;
        }
        // If a list has the same indentation as its key, the parser places its beginning after the dash.
        let place = if below { self.place() } else { dash };
        self.open(true, indent, place)
    }

    /// The end of the key at the current position, if there is one.
    fn key(&self) -> Option<usize> {
        let rest = self.line.text.get(self.at..)?.as_bytes();
        if !self.begins_plain() {
            return None;
        }
        let follows_space = |at: usize| at.checked_sub(1).and_then(|before| rest.get(before)) == Some(&b' ');
        let (end, last) = rest.iter().enumerate().find(|(at, byte)| match byte {
            b':' => matches!(rest.get(at + 1), None | Some(b' ')),
            b'#' => follows_space(*at),
            _ => false,
        })?;
        (*last == b':' && end <= KEY && !follows_space(end)).then_some(self.at + end)
    }

    /// Reads `key: value`, or `key:` with its value on the next lines.
    fn entry(&mut self, end: usize) -> Option<()> {
        let (here, place) = (self.at, self.place());
        match self.blocks.last_mut() {
            Some(top) if !top.is_list && top.indent == here && !top.awaits => top.awaits = true,
            Some(top) if top.awaits && here > top.indent => self.open(false, here, place)?,
            None => self.open(false, here, place)?,
            Some(_) => return None,
        }
        let key = self.line.text.get(here..end)?;
        self.at = end;
        self.scalar(key, ScalarStyle::Plain, place)?;
        self.at += 1;
        self.skip_spaces();
        if self.at_end() { Some(()) } else { self.value() }
    }

    /// Reads a value up to the end of the line.
    fn value(&mut self) -> Option<()> {
        if !std::mem::take(&mut self.blocks.last_mut()?.awaits) {
            return None;
        }
        match self.peek()? {
            b'{' | b'[' => self.flow()?,
            b'\'' | b'"' => self.quoted()?,
            _ => {
                let rest = self.line.text.get(self.at..)?;
                let text = rest.split_once(" #").map_or(rest, |(text, _)| text).trim_end_matches(' ');
                if !self.begins_plain() || text.contains(": ") || text.ends_with(':') {
                    return None;
                }
                let place = self.place();
                self.at += text.len();
                self.scalar(text, ScalarStyle::Plain, place)?;
                return Some(());
            }
        }
        let behind = self.at;
        self.skip_spaces();
        let comment = self.peek() == Some(b'#') && self.at > behind;
        (self.peek().is_none() || comment).then_some(())
    }

    /// Reads `{...}` or `[...]` on one line.
    fn flow(&mut self) -> Option<()> {
        let place = self.place();
        let (end, holds) =
            if self.peek()? == b'{' { (b'}', FrameContent::mapping()) } else { (b']', FrameContent::list()) };
        self.reader.open(holds, 0, None, place).is_continue().then_some(())?;
        self.at += 1;
        self.skip_spaces();
        let mut first = true;
        while self.peek()? != end {
            if !std::mem::take(&mut first) {
                (self.peek()? == b',').then_some(())?;
                self.at += 1;
                self.skip_spaces();
            }
            if end == b'}' {
                self.flow_plain()?;
                (self.peek()? == b':' && self.peek_at(1)? == b' ').then_some(())?;
                self.at += 1;
                self.skip_spaces();
            }
            match self.peek()? {
                b'{' | b'[' => self.flow()?,
                b'\'' | b'"' => self.quoted()?,
                _ => self.flow_plain()?,
            }
            self.skip_spaces();
        }
        self.at += 1;
        self.reader.close(Some(self.place())).is_continue().then_some(())
    }

    /// Reads an unquoted word within `{...}` or `[...]`.
    fn flow_plain(&mut self) -> Option<()> {
        let rest = self.line.text.get(self.at..)?;
        let ends = |byte: u8| matches!(byte, b',' | b'[' | b']' | b'{' | b'}' | b':' | b'#');
        let (length, end) = rest.bytes().enumerate().find(|(_, byte)| ends(*byte))?;
        let text = rest.get(..length)?.trim_end_matches(' ');
        if !self.begins_plain() || length > KEY || end == b'#' {
            return None;
        }
        // A colon separates a key from its value only if it follows the key directly.
        if end == b':' && text.len() < length {
            return None;
        }
        let (place, blanks) = (self.place(), length - text.len());
        self.at += text.len();
        self.scalar(text, ScalarStyle::Plain, place)?;
        self.at += blanks;
        Some(())
    }

    /// Reads a quoted text without escapes.
    fn quoted(&mut self) -> Option<()> {
        let place = self.place();
        let quote = self.peek()?;
        let rest = self.line.text.get(self.at + 1..)?;
        let (length, end) = rest.bytes().enumerate().find(|(_, byte)| [quote, b'\\'].contains(byte))?;
        let (double, next) = (quote == b'"', rest.as_bytes().get(length + 1));
        if end == b'\\' || !matches!(next, None | Some(b' ' | b',' | b']' | b'}')) {
            return None;
        }
        let style = if double { ScalarStyle::DoubleQuoted } else { ScalarStyle::SingleQuoted };
        let text = rest.get(..length)?;
        self.at += length + 2;
        self.scalar(text, style, place)
    }

    /// Adds a scalar that reaches from a place to the current position.
    fn scalar(&mut self, text: &str, style: ScalarStyle, place: TextPlace) -> Option<()> {
        let extent = TextExtent { place, until: self.place() };
        self.reader.scalar(text, style, 0, None, extent).is_continue().then_some(())
    }

    /// Opens a block mapping or list as the value that the block around it waits for.
    fn open(&mut self, is_list: bool, indent: usize, place: TextPlace) -> Option<()> {
        if let Some(around) = self.blocks.last_mut() {
            around.awaits = false;
        }
        self.blocks.push(ScannedBlock { indent, is_list, awaits: true });
        let holds = if is_list { FrameContent::list() } else { FrameContent::mapping() };
        self.reader.open(holds, 0, None, place).is_continue().then_some(())
    }

    fn close(&mut self) -> Option<()> {
        let block = self.blocks.pop()?;
        // A key without a value is left to the parser, which knows the place of the empty value.
        (!block.awaits && self.reader.close(None).is_continue()).then_some(())
    }

    /// Whether an unquoted word may begin here. Some valid beginnings are left to the parser.
    fn begins_plain(&self) -> bool {
        match (self.peek(), self.peek_at(1)) {
            (Some(b'-'), Some(next)) => next.is_ascii_alphanumeric(),
            (Some(first), _) => {
                first.is_ascii_alphanumeric()
                    || !first.is_ascii()
                    || matches!(first, b'^' | b'~' | b'/' | b'.' | b'(' | b'+' | b'=' | b'_' | b'$')
            }
            _ => false,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.line.text.as_bytes().get(self.at + ahead).copied()
    }

    fn skip_spaces(&mut self) {
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
    }

    /// Whether only a comment or nothing is left on the line. Callers have just skipped spaces, so a `#` begins a
    /// comment.
    fn at_end(&self) -> bool {
        matches!(self.peek(), None | Some(b'#'))
    }

    fn place(&self) -> TextPlace {
        let ScannedLine { text, number, ascii } = self.line;
        let before = if ascii { self.at } else { text.get(..self.at).map_or(0, |text| text.chars().count()) };
        TextPlace { line: number, column: offset(before + 1) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test that fails may panic.
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::read;
    use crate::yaml::parse;

    /// Whether the scanner reads a text. If it does, checks that the parser reads the same.
    fn same(text: &str) -> bool {
        let Some(plain) = read(text) else { return false };
        assert_eq!(format!("{:?}", plain.finish()), format!("{:?}", parse(text).finish()), "{text}");
        true
    }

    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for path in fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()) {
            if path.is_dir() { files(&path, found) } else { found.push(path) }
        }
    }

    #[test]
    fn shipped_files_read_the_same() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut found = Vec::new();
        for folder in ["examples", "rulesets", "tests"] {
            files(&root.join(folder), &mut found);
        }
        let texts = found.iter().filter_map(|path| fs::read_to_string(path).ok()).filter(|text| text.len() < 20_000);
        let read: usize = texts.map(|text| usize::from(same(&text))).sum();
        assert!(read > 100, "the scanner reads few of our own files: {read}");
    }

    /// A short text with everything that the scanner knows.
    const TEXT: &str = "# é\nmuster: 1\nname: Bé T'x'\nruleset: {id: dw-2.5, version: ^1.0}\nsettings: {}\nl:\n- a # b\n-  - q ü: [1, \"b\"]\n\nsquadrons:\n  - unit: a\n    o: [s, {p: 2}, é, [] ]\n    in:\n      - {unit: -b}\n      - c: \"d # e\" # f\n  - {x: 1.5}\nend: '' \n";

    #[test]
    fn texts_with_anything_in_any_place_read_the_same() {
        let text = TEXT;
        assert!(same(text), "the scanner reads the text that is changed below");
        let mut read = 0;
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for (index, at) in places.iter().enumerate() {
            let end = places.get(index + 1).copied().unwrap_or(text.len());
            let (before, after, rest) = (&text[..*at], &text[*at..], &text[end..]);
            for letter in [
                "", " ", "  ", "\n", "\t", "\r\n", "a", "1", "é", "~", "-", "- ", ":", ": ", "#", " #", ",", "[", "]",
                "{", "}", "'", "\"", "?", "? ", "&a ", "*a", "!", "|", ">", "%", "@", "`", "\\", "<<", "---",
                "\n---\n", "...", "\u{85}", "\u{2028}", "\0", "\n  ", "\n- ", "\nb: ", "a: ",
            ] {
                read += usize::from(same(&format!("{before}{letter}{rest}")));
                read += usize::from(same(&format!("{before}{letter}{after}")));
            }
        }
        assert!(read > 1_000, "the scanner gives up too often: {read}");
    }

    #[test]
    fn what_the_parser_refuses_is_left_to_it() {
        for text in [
            "",
            "# a",
            "a",
            "- a",
            "a:",
            "a: 1\na: 2",
            "1: a",
            " a: 1\nb: 2",
            "a: {b: 1, b: 2}",
            "a: [b",
            "a: b\n  c",
            "<<: a",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
        let deep = format!("a: {}{}", "[".repeat(100), "]".repeat(100));
        assert!(read(&deep).is_none());
        assert!(read(&format!("a: 1\n{}: 1", "b".repeat(2_000))).is_none());
    }
}
