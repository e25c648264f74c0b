//! Reads the objects of a PDF to which its catalogue leads, one by one, and no others.
//!
//! Muster does this itself because no crate that reads PDFs bounds what a hostile file may cost: `hayro-syntax`, which the
//! typesetter brings, nests without a limit and unpacks without one; `lopdf` reads all of a file at once, limits each
//! stream but not all streams together, and brings ciphers, brotli and random numbers into the module of the static
//! edition. What is needed of the format here is small. What is read in two ways by different programs (a key twice,
//! sections that overlap, a wrong length) is refused, because then the file would have a list that only some show.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};

use super::archive::plausible;

pub(super) const DAMAGED: &str = "a damaged PDF";
pub(super) const ENCRYPTED: &str = "an encrypted PDF";
pub(super) const PACKED: &str = "a PDF that is packed in a way that Muster cannot read";
pub(super) const HUGE: &str = "a PDF that takes too long to read";
const BOMB: &str = "a PDF in which a file unpacks to far more than any list";

/// How many bytes may be read or unpacked in all. Pages are not read, so a print needs a few kilobytes and its lists.
const WORK: usize = 32 << 20;
/// How many values may be read in all. A print of two hundred lists has as many in its catalogue as it has lists.
const VALUES: usize = 500_000;
/// How many times a PDF may have been changed after it was made.
const SECTIONS: usize = 1_000;
/// How deep values may lie in each other, and how many references may lead to each other.
const DEPTH: usize = 32;
/// Where the place of the last section stands: in so many bytes at the end.
const END: usize = 2_048;

type PdfResult<T> = Result<T, &'static str>;

/// A value of a PDF.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PdfValue {
    /// Nothing: `null`, or an object that the file does not have.
    Null,
    /// A whole number that is not negative.
    Whole(usize),
    Name(Vec<u8>),
    Text(Vec<u8>),
    Array(Vec<PdfValue>),
    Table(PdfDictionary),
    /// The number of an object.
    Reference(u32),
    /// A value of no use here: a flag, or another number.
    Other,
}

/// A dictionary. No key is in it twice.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PdfDictionary(HashMap<Vec<u8>, PdfValue>);

impl PdfDictionary {
    /// The value of a key; null if there is none.
    pub(super) fn get(&self, key: &str) -> &PdfValue {
        self.0.get(key.as_bytes()).unwrap_or(&PdfValue::Null)
    }
}

impl PdfValue {
    pub(super) fn as_name(&self) -> &[u8] {
        if let Self::Name(name) = self { name } else { b"" }
    }

    fn as_whole(&self) -> Option<usize> {
        if let Self::Whole(number) = self { Some(*number) } else { None }
    }
}

/// A stream: what describes it, and its bytes, packed.
pub(super) struct Stream<'b> {
    pub(super) table: PdfDictionary,
    packed: &'b [u8],
}

/// An object of the file.
enum PdfObject<'b> {
    Value(PdfValue),
    Stream(Stream<'b>),
}

/// A PDF whose catalogue can be followed.
pub(super) struct Pdf<'b> {
    bytes: &'b [u8],
    /// The places of objects, those of the last change first.
    sections: Vec<PdfSection<'b>>,
    root: PdfValue,
    /// Streams that hold objects, unpacked.
    holders: HashMap<u32, Rc<Vec<u8>>>,
    effort: PdfEffort,
}

/// What reading has cost.
struct PdfEffort {
    /// How many more bytes may be read or unpacked.
    work: usize,
    /// How many more values may be read.
    values: usize,
}

impl PdfEffort {
    fn spend(&mut self, bytes: usize) -> PdfResult<()> {
        self.work = self.work.checked_sub(bytes).ok_or(HUGE)?;
        Ok(())
    }
}

/// A section of the table with the places of objects.
struct PdfSection<'b> {
    runs: Vec<ObjectRun>,
    entries: RunEntries<'b>,
}

/// Objects with numbers one after another.
struct ObjectRun {
    first: usize,
    count: usize,
    /// The place of the first entry.
    begin: usize,
}

enum RunEntries<'b> {
    /// Lines of 20 letters.
    Lines(&'b [u8]),
    /// Three numbers each, of so many bytes.
    Numbers(Vec<u8>, [usize; 3]),
}

/// Where an object is.
enum ObjectPlace {
    Nowhere,
    /// From this byte on.
    At(usize),
    /// In the stream with this number, as the so manyth.
    In(u32, usize),
}

impl<'b> Pdf<'b> {
    /// Finds the table with the places of all objects, and the catalogue.
    pub(super) fn open(file: &'b [u8]) -> PdfResult<Self> {
        let begin = find(&file[..file.len().min(1_024)], b"%PDF-").ok_or(DAMAGED)?;
        let bytes = &file[begin..];
        let effort = PdfEffort { work: WORK, values: VALUES };
        let mut pdf = Self { bytes, sections: Vec::new(), root: PdfValue::Null, holders: HashMap::new(), effort };
        let tail = bytes.len().saturating_sub(END);
        let mark = b"startxref";
        let last = bytes[tail..].windows(mark.len()).rposition(|window| window == mark).ok_or(DAMAGED)?;
        let mut next = Some(Lexer::new(bytes, tail + last + mark.len()).whole()?);
        let mut seen = HashSet::new();
        while let Some(at) = next {
            if !seen.insert(at) || pdf.sections.len() >= SECTIONS {
                return Err(DAMAGED);
            }
            let trailer = pdf.section(at)?;
            if *trailer.get("Encrypt") != PdfValue::Null {
                return Err(ENCRYPTED);
            }
            if *trailer.get("XRefStm") != PdfValue::Null {
                return Err(PACKED);
            }
            if pdf.sections.len() == 1 {
                pdf.root = trailer.get("Root").clone();
            }
            next = match trailer.get("Prev") {
                PdfValue::Null => None,
                PdfValue::Whole(at) => Some(*at),
                _ => return Err(DAMAGED),
            };
        }
        Ok(pdf)
    }

    /// The catalogue.
    pub(super) fn catalogue(&mut self) -> PdfResult<PdfDictionary> {
        let root = self.root.clone();
        match self.table(&root)? {
            Some(table) if table.get("Type").as_name() == b"Catalog" => Ok(table),
            _ => Err(DAMAGED),
        }
    }

    /// The table that a value is or refers to; none if it is something else.
    pub(super) fn table(&mut self, value: &PdfValue) -> PdfResult<Option<PdfDictionary>> {
        Ok(match self.value(value)? {
            PdfValue::Table(table) => Some(table),
            _ => None,
        })
    }

    /// The items of the array that a value is or refers to; none if it is something else.
    pub(super) fn array(&mut self, value: &PdfValue) -> PdfResult<Vec<PdfValue>> {
        Ok(match self.value(value)? {
            PdfValue::Array(items) => items,
            _ => Vec::new(),
        })
    }

    /// The value that a reference leads to; every other value is itself. A stream is none.
    fn value(&mut self, value: &PdfValue) -> PdfResult<PdfValue> {
        let mut value = value.clone();
        for _ in 0..DEPTH {
            let PdfValue::Reference(number) = value else { return Ok(value) };
            match self.object(number, 0)? {
                PdfObject::Value(next) => value = next,
                PdfObject::Stream(_) => return Ok(PdfValue::Null),
            }
        }
        Err(DAMAGED)
    }

    /// The stream with this number; none if the object is something else.
    pub(super) fn stream(&mut self, number: u32) -> PdfResult<Option<Stream<'b>>> {
        Ok(match self.object(number, 0)? {
            PdfObject::Stream(stream) => Some(stream),
            PdfObject::Value(_) => None,
        })
    }

    /// The bytes of a stream, of at most so many; none if there are more.
    pub(super) fn unpacked(&mut self, stream: &Stream, most: usize) -> PdfResult<Option<Vec<u8>>> {
        let filters = match self.value(stream.table.get("Filter"))? {
            PdfValue::Array(filters) => filters,
            PdfValue::Null => Vec::new(),
            filter => vec![filter],
        };
        self.effort.spend(stream.packed.len())?;
        let bytes = match filters.as_slice() {
            [] => stream.packed.to_vec(),
            [filter] if [&b"FlateDecode"[..], b"Fl"].contains(&filter.as_name()) => {
                let most = most.min(self.effort.work);
                let plausible = usize::try_from(plausible(stream.packed.len() as u64)).unwrap_or(usize::MAX);
                match decompress_to_vec_zlib_with_limit(stream.packed, most.min(plausible)) {
                    Ok(bytes) => bytes,
                    Err(error) if error.status == TINFLStatus::HasMoreOutput && plausible < most => return Err(BOMB),
                    Err(error) if error.status == TINFLStatus::HasMoreOutput => return Ok(None),
                    Err(_) => return Err(DAMAGED),
                }
            }
            _ => return Err(PACKED),
        };
        self.effort.spend(bytes.len())?;
        if bytes.len() > most {
            return Ok(None);
        }
        let settings = match self.value(stream.table.get("DecodeParms"))? {
            PdfValue::Array(settings) => settings.first().cloned().unwrap_or(PdfValue::Null),
            settings => settings,
        };
        let settings = self.table(&settings)?.unwrap_or_default();
        match settings.get("Predictor") {
            PdfValue::Null | PdfValue::Whole(1) => Ok(Some(bytes)),
            PdfValue::Whole(10..=15) if *settings.get("Colors") == PdfValue::Null => {
                let width = settings.get("Columns").as_whole().unwrap_or(1);
                if *settings.get("BitsPerComponent") != PdfValue::Null || !(1..=1_000).contains(&width) {
                    return Err(PACKED);
                }
                unpredicted(&bytes, width).map(Some)
            }
            _ => Err(PACKED),
        }
    }

    /// The object with this number. `inside` counts the objects that are being read for others.
    fn object(&mut self, number: u32, inside: usize) -> PdfResult<PdfObject<'b>> {
        if inside > DEPTH {
            return Err(DAMAGED);
        }
        match self.place(number)? {
            ObjectPlace::Nowhere => Ok(PdfObject::Value(PdfValue::Null)),
            ObjectPlace::At(at) => self.object_at(at, Some(number), inside),
            ObjectPlace::In(holder, index) => self.held(number, holder, index, inside).map(PdfObject::Value),
        }
    }

    fn place(&mut self, number: u32) -> PdfResult<ObjectPlace> {
        let number = number as usize;
        for section in &self.sections {
            self.effort.spend(section.runs.len())?;
            let run = section.runs.iter().find(|run| (run.first..run.first + run.count).contains(&number));
            if let Some(run) = run {
                return section.entries.place(run.begin, number - run.first);
            }
        }
        Ok(ObjectPlace::Nowhere)
    }

    /// The object that begins at this byte, and has this number if one is stated.
    fn object_at(&mut self, at: usize, number: Option<u32>, inside: usize) -> PdfResult<PdfObject<'b>> {
        let mut lexer = Lexer::new(self.bytes, at);
        let stated = lexer.whole()?;
        lexer.whole()?;
        lexer.word(b"obj")?;
        if number.is_some_and(|number| number as usize != stated) {
            return Err(DAMAGED);
        }
        let value = lexer.value(&mut self.effort, 0)?;
        let is_stream = lexer.word(b"stream").is_ok();
        let begin = lexer.at;
        self.effort.spend(begin - at.min(begin))?;
        match value {
            PdfValue::Table(table) if is_stream => {
                let length = match table.get("Length") {
                    PdfValue::Reference(number) => match self.object(*number, inside + 1)? {
                        PdfObject::Value(value) => value.as_whole(),
                        PdfObject::Stream(_) => None,
                    },
                    value => value.as_whole(),
                };
                let data = &self.bytes[begin..];
                let data = data.strip_prefix(b"\r").unwrap_or(data);
                let data = data.strip_prefix(b"\n").unwrap_or(data);
                let length = length.filter(|length| *length <= data.len()).ok_or(DAMAGED)?;
                let (packed, behind) = data.split_at(length);
                // A stream that is longer than stated has another content for programs that search its end.
                let behind = behind.strip_prefix(b"\r").unwrap_or(behind);
                let behind = behind.strip_prefix(b"\n").unwrap_or(behind);
                if !behind.starts_with(b"endstream") {
                    return Err(DAMAGED);
                }
                Ok(PdfObject::Stream(Stream { table, packed }))
            }
            _ if is_stream => Err(DAMAGED),
            value => Ok(PdfObject::Value(value)),
        }
    }

    /// An object that a stream holds together with others.
    fn held(&mut self, number: u32, holder: u32, index: usize, inside: usize) -> PdfResult<PdfValue> {
        // A stream is never in another, so the stream has a place of its own.
        let ObjectPlace::At(at) = self.place(holder)? else { return Err(DAMAGED) };
        let PdfObject::Stream(stream) = self.object_at(at, Some(holder), inside + 1)? else { return Err(DAMAGED) };
        let known = self.holders.get(&holder).map(Rc::clone);
        let unpacked = if let Some(unpacked) = known {
            unpacked
        } else {
            let unpacked = Rc::new(self.unpacked(&stream, WORK)?.ok_or(HUGE)?);
            self.holders.insert(holder, Rc::clone(&unpacked));
            unpacked
        };
        let first = stream.table.get("First").as_whole().ok_or(DAMAGED)?;
        let mut head = Lexer::new(&unpacked, 0);
        let (mut stated, mut offset) = (0, 0);
        for _ in 0..=index {
            (stated, offset) = (head.whole()?, head.whole()?);
        }
        self.effort.spend(head.at)?;
        if stated != number as usize {
            return Err(DAMAGED);
        }
        let begin = first.checked_add(offset).ok_or(DAMAGED)?;
        let mut lexer = Lexer::new(&unpacked, begin);
        let value = lexer.value(&mut self.effort, 0)?;
        self.effort.spend(lexer.at - begin)?;
        Ok(value)
    }

    /// Reads the section of the table of places at this byte. Returns what stands behind it: where the catalogue is, and
    /// where the section is that it changed.
    fn section(&mut self, at: usize) -> PdfResult<PdfDictionary> {
        let mut lexer = Lexer::new(self.bytes, at);
        let (section, trailer) = if lexer.word(b"xref").is_ok() {
            let mut runs = Vec::new();
            while lexer.word(b"trailer").is_err() {
                let (first, count) = (lexer.whole()?, lexer.whole()?);
                lexer.blanks();
                let begin = lexer.at;
                lexer.at = count.checked_mul(LINE).and_then(|length| begin.checked_add(length)).ok_or(DAMAGED)?;
                if lexer.at > self.bytes.len() {
                    return Err(DAMAGED);
                }
                runs.push(ObjectRun { first, count, begin });
                self.effort.spend(LINE)?;
            }
            let begin = lexer.at;
            let PdfValue::Table(trailer) = lexer.value(&mut self.effort, 0)? else { return Err(DAMAGED) };
            self.effort.spend(lexer.at - begin)?;
            (PdfSection { runs, entries: RunEntries::Lines(self.bytes) }, trailer)
        } else {
            let PdfObject::Stream(stream) = self.object_at(at, None, 0)? else { return Err(DAMAGED) };
            let numbers = self.unpacked(&stream, WORK)?.ok_or(HUGE)?;
            let whole = |value: &PdfValue| -> Vec<usize> {
                let PdfValue::Array(items) = value else { return Vec::new() };
                items.iter().map_while(PdfValue::as_whole).collect()
            };
            let widths: [usize; 3] = whole(stream.table.get("W")).try_into().map_err(|_| DAMAGED)?;
            if widths.iter().any(|width| *width > size_of::<u64>()) {
                return Err(DAMAGED);
            }
            let index = match stream.table.get("Index") {
                PdfValue::Null => vec![0, stream.table.get("Size").as_whole().ok_or(DAMAGED)?],
                index => whole(index),
            };
            let (mut runs, mut begin) = (Vec::new(), 0_usize);
            for pair in index.chunks(2) {
                let [first, count] = *pair else { return Err(DAMAGED) };
                runs.push(ObjectRun { first, count, begin });
                let length = count.checked_mul(widths.iter().sum());
                begin = length.and_then(|length| begin.checked_add(length)).ok_or(DAMAGED)?;
            }
            if begin > numbers.len() {
                return Err(DAMAGED);
            }
            (PdfSection { runs, entries: RunEntries::Numbers(numbers, widths) }, stream.table)
        };
        let mut spans: Vec<(usize, usize)> = Vec::new();
        for run in &section.runs {
            spans.push((run.first, run.first.checked_add(run.count).ok_or(DAMAGED)?));
        }
        spans.sort_unstable();
        if spans.windows(2).any(|pair| pair[0].1 > pair[1].0) {
            return Err(DAMAGED);
        }
        self.sections.push(section);
        Ok(trailer)
    }
}

/// The length of an entry that is written as a line.
const LINE: usize = 20;

impl RunEntries<'_> {
    /// Where the object of an entry is: the so manyth of a run that begins here.
    fn place(&self, begin: usize, number: usize) -> PdfResult<ObjectPlace> {
        match self {
            Self::Lines(bytes) => {
                let line = bytes.get(begin + number * LINE..).and_then(|rest| rest.get(..LINE)).ok_or(DAMAGED)?;
                match line[17] {
                    b'n' => Lexer::new(&line[..10], 0).whole().map(ObjectPlace::At),
                    b'f' => Ok(ObjectPlace::Nowhere),
                    _ => Err(DAMAGED),
                }
            }
            Self::Numbers(bytes, widths) => {
                let width: usize = widths.iter().sum();
                let entry = bytes.get(begin + number * width..).and_then(|rest| rest.get(..width)).ok_or(DAMAGED)?;
                let (kind, rest) = entry.split_at(widths[0]);
                let (one, other) = rest.split_at(widths[1]);
                let one = of_bytes(one)?;
                match if kind.is_empty() { 1 } else { of_bytes(kind)? } {
                    1 => Ok(ObjectPlace::At(one)),
                    2 => Ok(ObjectPlace::In(u32::try_from(one).map_err(|_| DAMAGED)?, of_bytes(other)?)),
                    _ => Ok(ObjectPlace::Nowhere),
                }
            }
        }
    }
}

/// The number that bytes are, the highest first.
fn of_bytes(bytes: &[u8]) -> PdfResult<usize> {
    let number = bytes.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    usize::try_from(number).map_err(|_| DAMAGED)
}

/// Reads words and values from bytes.
struct Lexer<'l> {
    bytes: &'l [u8],
    at: usize,
}

impl<'l> Lexer<'l> {
    fn new(bytes: &'l [u8], at: usize) -> Self {
        Self { bytes, at: at.min(bytes.len()) }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Skips blanks and comments.
    fn blanks(&mut self) {
        while let Some(byte) = self.peek() {
            if byte == b'%' {
                self.skip(|byte| !matches!(byte, b'\r' | b'\n'));
            } else if is_blank(byte) {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    fn skip(&mut self, goes_on: impl Fn(u8) -> bool) -> &'l [u8] {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|byte| !goes_on(*byte)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Skips blanks, and this word if it follows.
    fn word(&mut self, word: &[u8]) -> PdfResult<()> {
        self.blanks();
        let rest = self.bytes[self.at..].strip_prefix(word).ok_or(DAMAGED)?;
        if rest.first().is_some_and(|byte| is_regular(*byte)) {
            return Err(DAMAGED);
        }
        self.at += word.len();
        Ok(())
    }

    /// A whole number behind blanks.
    fn whole(&mut self) -> PdfResult<usize> {
        self.blanks();
        let digits = self.skip(|byte| byte.is_ascii_digit());
        // A longer one is no place in a file.
        if !(1..=12).contains(&digits.len()) {
            return Err(DAMAGED);
        }
        let number = digits.iter().fold(0_u64, |number, digit| number * 10 + u64::from(digit - b'0'));
        usize::try_from(number).map_err(|_| DAMAGED)
    }

    /// A value behind blanks.
    fn value(&mut self, effort: &mut PdfEffort, depth: usize) -> PdfResult<PdfValue> {
        if depth > DEPTH {
            return Err(DAMAGED);
        }
        effort.values = effort.values.checked_sub(1).ok_or(HUGE)?;
        self.blanks();
        let rest = &self.bytes[self.at..];
        match rest {
            [b'/', ..] => self.name().map(PdfValue::Name),
            [b'(', ..] => self.text().map(PdfValue::Text),
            [b'<', b'<', ..] => {
                self.at += 2;
                let mut table = HashMap::new();
                loop {
                    self.blanks();
                    if self.bytes[self.at..].starts_with(b">>") {
                        self.at += 2;
                        return Ok(PdfValue::Table(PdfDictionary(table)));
                    }
                    let key = self.name()?;
                    let value = self.value(effort, depth + 1)?;
                    if table.insert(key, value).is_some() {
                        return Err(DAMAGED);
                    }
                }
            }
            [b'<', ..] => {
                self.at += 1;
                let digits: Vec<u8> =
                    self.skip(|byte| byte != b'>').iter().copied().filter(|byte| !is_blank(*byte)).collect();
                self.at += 1;
                let byte = |pair: &[u8]| {
                    let high = hex(pair[0])?;
                    Some(high << 4 | pair.get(1).map_or(Some(0), |low| hex(*low))?)
                };
                digits.chunks(2).map(byte).collect::<Option<_>>().map(PdfValue::Text).ok_or(DAMAGED)
            }
            [b'[', ..] => {
                self.at += 1;
                let mut items = Vec::new();
                loop {
                    self.blanks();
                    match self.peek() {
                        Some(b']') => {
                            self.at += 1;
                            return Ok(PdfValue::Array(items));
                        }
                        Some(_) => items.push(self.value(effort, depth + 1)?),
                        None => return Err(DAMAGED),
                    }
                }
            }
            [b'0'..=b'9' | b'+' | b'-' | b'.', ..] => Ok(self.number()),
            _ => match self.skip(is_regular) {
                b"null" => Ok(PdfValue::Null),
                b"true" | b"false" => Ok(PdfValue::Other),
                _ => Err(DAMAGED),
            },
        }
    }

    /// A number, or the reference that it begins.
    fn number(&mut self) -> PdfValue {
        let begin = self.at;
        let number = self.whole();
        if self.peek().is_some_and(is_regular) || number.is_err() {
            self.at = begin;
            self.skip(is_regular);
            return PdfValue::Other;
        }
        let Ok(number) = number else { return PdfValue::Other };
        let end = self.at;
        if self.whole().is_ok() && self.word(b"R").is_ok() {
            return u32::try_from(number).map_or(PdfValue::Null, PdfValue::Reference);
        }
        self.at = end;
        PdfValue::Whole(number)
    }

    fn name(&mut self) -> PdfResult<Vec<u8>> {
        if self.peek() != Some(b'/') {
            return Err(DAMAGED);
        }
        self.at += 1;
        let mut name = Vec::new();
        let mut letters = self.skip(is_regular).iter().copied();
        while let Some(letter) = letters.next() {
            name.push(match letter {
                b'#' => {
                    let (high, low) = (letters.next().and_then(hex), letters.next().and_then(hex));
                    high.zip(low).map(|(high, low)| high << 4 | low).ok_or(DAMAGED)?
                }
                letter => letter,
            });
        }
        Ok(name)
    }

    /// A text in parentheses. Escapes but those of parentheses and of the escape itself stay as they are: only the end of a
    /// file's name is of use.
    fn text(&mut self) -> PdfResult<Vec<u8>> {
        let (mut text, mut open) = (Vec::new(), 0_usize);
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'(' if open == 0 => open = 1,
                b'(' => {
                    open += 1;
                    text.push(byte);
                }
                b')' if open == 1 => return Ok(text),
                b')' => {
                    open -= 1;
                    text.push(byte);
                }
                b'\\' => text.extend(self.escaped()),
                byte => text.push(byte),
            }
        }
        Err(DAMAGED)
    }

    /// Reads what follows a backslash, and returns the byte that it means. Some letters mean a sign such as a line end. One to
    /// three digits mean a byte in base eight. Any other byte means itself. A line end means nothing, so it gives None.
    fn escaped(&mut self) -> Option<u8> {
        let begin = self.at;
        let digits = &self.bytes[begin..self.bytes.len().min(begin + 3)];
        let length = digits.iter().take_while(|byte| matches!(byte, b'0'..=b'7')).count();
        if length > 0 {
            self.at += length;
            let number = digits[..length].iter().fold(0_u32, |number, byte| number * 8 + u32::from(byte - b'0'));
            // More than a byte holds is cut off.
            return u8::try_from(number & 0xff).ok();
        }
        let byte = self.peek()?;
        self.at += 1;
        match byte {
            b'n' => Some(b'\n'),
            b'r' => Some(b'\r'),
            b't' => Some(b'\t'),
            b'\n' => None,
            b'\r' => {
                self.at += usize::from(self.peek() == Some(b'\n'));
                None
            }
            byte => Some(byte),
        }
    }
}

/// Rows of so many bytes, each of which states how it is made of the one before it (as in PNG).
fn unpredicted(bytes: &[u8], width: usize) -> PdfResult<Vec<u8>> {
    let mut rows = Vec::with_capacity(bytes.len());
    let mut above = vec![0_u8; width];
    for row in bytes.chunks(width + 1) {
        let (kind, row) = row.split_first().ok_or(DAMAGED)?;
        let mut made = vec![0_u8; width];
        for (at, byte) in row.iter().enumerate() {
            let (left, up) = (if at > 0 { made[at - 1] } else { 0 }, above[at]);
            let corner = if at > 0 { above[at - 1] } else { 0 };
            let guess = match kind {
                0 => 0,
                1 => left,
                2 => up,
                3 => u8::midpoint(left, up),
                4 => nearest(left, up, corner),
                _ => return Err(DAMAGED),
            };
            made[at] = byte.wrapping_add(guess);
        }
        rows.extend(&made[..row.len()]);
        above = made;
    }
    Ok(rows)
}

/// The one of three neighbours that is nearest to the slope between them (Paeth's filter).
fn nearest(left: u8, up: u8, corner: u8) -> u8 {
    let slope = i16::from(left) + i16::from(up) - i16::from(corner);
    let far = |neighbour: u8| (slope - i16::from(neighbour)).abs();
    if far(left) <= far(up) && far(left) <= far(corner) {
        left
    } else if far(up) <= far(corner) {
        up
    } else {
        corner
    }
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0xc | b'\r' | b' ')
}

fn is_regular(byte: u8) -> bool {
    !is_blank(byte) && !b"()<>[]{}/%".contains(&byte)
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}
