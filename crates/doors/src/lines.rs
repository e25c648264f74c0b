//! Lines of bounded length.

use std::io::{self, BufRead};

/// A line of an input, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// All of it.
    Whole(Vec<u8>),
    /// It is longer than a line may be. It was passed over.
    TooLong,
}

/// The lines of an input. However long a line is, no more than the allowed bytes of it are kept.
#[derive(Debug)]
pub struct InputLines<R> {
    reader: R,
    most: usize,
}

impl<R: BufRead> InputLines<R> {
    /// Reads lines of at most so many bytes.
    pub fn new(reader: R, most: usize) -> Self {
        Self { reader, most }
    }

    /// What comes behind the lines that were read.
    pub(crate) fn reader(&mut self) -> &mut R {
        &mut self.reader
    }

    /// Waits for the next line. None at the end of the input. The last line may lack its end.
    pub fn read(&mut self) -> io::Result<Option<InputLine>> {
        let (mut line, mut is_too_long, mut has_any) = (Vec::new(), false, false);
        loop {
            let more = match self.reader.fill_buf() {
                Ok(more) => more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if more.is_empty() {
                break;
            }
            has_any = true;
            let end = more.iter().position(|byte| *byte == b'\n');
            let part = &more[..end.unwrap_or(more.len())];
            is_too_long |= line.len() + part.len() > self.most;
            if is_too_long {
                line = Vec::new();
            } else {
                line.extend_from_slice(part);
            }
            let used = end.map_or(more.len(), |end| end + 1);
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        Ok(has_any.then_some(if is_too_long { InputLine::TooLong } else { InputLine::Whole(line) }))
    }
}

impl<R: io::Read> InputLines<io::BufReader<R>> {
    /// Whether the next line has come already, so that nobody waits for it.
    pub fn has_next(&self) -> bool {
        self.reader.buffer().contains(&b'\n')
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::{InputLine, InputLines};

    #[test]
    fn a_long_line_is_passed_over_whole() {
        let whole = |text: &str| Some(InputLine::Whole(text.as_bytes().to_vec()));
        for room in [1, 3, 100] {
            let mut lines = InputLines::new(BufReader::with_capacity(room, "ab\n\nabcde\r\nabcd\nab".as_bytes()), 4);
            let all: Vec<_> = std::iter::from_fn(|| lines.read().transpose()).map(Result::ok).collect();
            assert_eq!(all, [whole("ab"), whole(""), Some(InputLine::TooLong), whole("abcd"), whole("ab")], "{room}");
        }
    }
}
