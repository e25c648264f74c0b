//! Filters text for a terminal: of all control characters, only line ends, tabs and our own colours pass.

use std::io::{self, Write};

use muster_engine::plain::harmless;

/// A stream that replaces control characters by visible ones before they reach a terminal. Line ends and tabs stay.
pub(crate) struct SafeStream<W: Write> {
    terminal: W,
    /// Whether colours pass. Code that writes colours must write all text from files through `plain`.
    colours: bool,
    /// Bytes that cannot be decided yet: an incomplete character, colour sequence or line end.
    rest: Vec<u8>,
}

/// What some bytes begin with.
enum StreamPiece {
    /// This many bytes that pass unchanged.
    Passes(usize),
    /// A character of this many bytes, replaced by another.
    Shows(usize, char),
    /// An incomplete sequence.
    Unfinished,
}

impl<W: Write> SafeStream<W> {
    /// A stream for text with our own colours.
    pub(crate) fn prose(terminal: W) -> Self {
        Self { terminal, colours: true, rest: Vec::new() }
    }

    /// A stream for data, where colours do not pass either.
    pub(crate) fn data(terminal: W) -> Self {
        Self { terminal, colours: false, rest: Vec::new() }
    }

    /// Sends everything that is decided. With `is_all` no more bytes will come, and everything is sent.
    fn send(&mut self, is_all: bool) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.rest);
        let mut shown = Vec::with_capacity(bytes.len());
        let mut at = 0;
        while at < bytes.len() {
            match piece(&bytes[at..], self.colours) {
                StreamPiece::Passes(length) => {
                    shown.extend_from_slice(&bytes[at..at + length]);
                    at += length;
                }
                StreamPiece::Shows(length, letter) => {
                    shown.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
                    at += length;
                }
                StreamPiece::Unfinished if is_all => {
                    let letter = if bytes[at].is_ascii() { char::from(bytes[at]) } else { char::REPLACEMENT_CHARACTER };
                    shown.extend_from_slice(harmless(letter).encode_utf8(&mut [0; 4]).as_bytes());
                    at += 1;
                }
                StreamPiece::Unfinished => break,
            }
        }
        self.rest = bytes[at..].to_vec();
        self.terminal.write_all(&shown)
    }
}

fn piece(bytes: &[u8], colours: bool) -> StreamPiece {
    match bytes {
        [b'\n' | b'\t', ..] => StreamPiece::Passes(1),
        [b'\r', b'\n', ..] => StreamPiece::Passes(2),
        [b'\r'] => StreamPiece::Unfinished,
        [b'\x1b', rest @ ..] if colours => match colour(rest) {
            Some(length) if length == rest.len() && !rest.ends_with(b"m") => StreamPiece::Unfinished,
            Some(length) => StreamPiece::Passes(1 + length),
            None => StreamPiece::Shows(1, harmless('\x1b')),
        },
        _ => letter(bytes),
    }
}

/// The length of the rest of a colour sequence, or of as much of it as has arrived.
fn colour(rest: &[u8]) -> Option<usize> {
    let [bracket, numbers @ ..] = rest else { return Some(0) };
    let length = numbers.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b';').count();
    let ends = matches!(numbers.get(length), None | Some(b'm'));
    (*bracket == b'[' && ends).then(|| (2 + length).min(rest.len()))
}

fn letter(bytes: &[u8]) -> StreamPiece {
    let first = &bytes[..bytes.len().min(4)];
    let valid = match std::str::from_utf8(first) {
        Ok(text) => text,
        Err(error) if error.valid_up_to() > 0 => std::str::from_utf8(&first[..error.valid_up_to()]).unwrap_or_default(),
        Err(error) => {
            return error
                .error_len()
                .map_or(StreamPiece::Unfinished, |length| StreamPiece::Shows(length, char::REPLACEMENT_CHARACTER));
        }
    };
    let letter = valid.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
    let length = letter.len_utf8();
    if harmless(letter) == letter { StreamPiece::Passes(length) } else { StreamPiece::Shows(length, harmless(letter)) }
}

impl<W: Write> Write for SafeStream<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        self.send(false)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.send(true)?;
        self.terminal.flush()
    }
}

impl<W: Write> Drop for SafeStream<W> {
    fn drop(&mut self) {
        // Callers who want to know whether the text arrived flush the stream before dropping it.
        let _ = self.flush();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test that fails may panic.
mod tests {
    use std::io::Write;

    use muster_engine::plain::harmless;

    use super::SafeStream;

    /// The result if `bytes` arrive in pieces of this length.
    fn shown(bytes: &[u8], colours: bool, length: usize) -> String {
        let mut arrived = Vec::new();
        let mut stream = if colours { SafeStream::prose(&mut arrived) } else { SafeStream::data(&mut arrived) };
        for piece in bytes.chunks(length) {
            stream.write_all(piece).unwrap();
        }
        drop(stream);
        String::from_utf8(arrived).unwrap()
    }

    #[test]
    fn only_colours_and_line_ends_pass_however_they_come() {
        let text = "a\tb\r\nc\rd\u{1b}[1;31mé\u{1b}[0m\u{1b}]0;x\u{7}\u{1b}[2J\u{9b}31m\u{7f}\u{202e}漢\u{1b}";
        let colours = "a\tb\r\nc d\u{1b}[1;31mé\u{1b}[0m␛]0;x␇␛[2J\u{fffd}31m␡\u{fffd}漢␛";
        for length in 1..text.len() {
            assert_eq!(shown(text.as_bytes(), true, length), colours, "in pieces of {length}");
            assert_eq!(shown(text.as_bytes(), false, length), colours.replace('\u{1b}', "␛"), "in pieces of {length}");
        }
    }

    #[test]
    fn every_letter_is_shown_or_stands_for_another() {
        for letter in ('\0'..=char::MAX).filter(|letter| !matches!(letter, '\n' | '\t' | '\u{1b}')) {
            let wanted = harmless(letter);
            assert_eq!(shown(letter.encode_utf8(&mut [0; 4]).as_bytes(), true, 4), wanted.to_string());
        }
        assert_eq!(shown(b"a\xff\xc3(\xf0\x9f", false, 1), "a\u{fffd}\u{fffd}(\u{fffd}\u{fffd}");
    }
}
