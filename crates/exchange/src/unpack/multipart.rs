//! Tells the parts of a mail apart, by the lines between them.
//!
//! Muster does this itself because `mailparse` takes every line for such a line that only begins like one, and then loses the
//! lines behind it. Mail programs differ there too. So a mail is refused of which they would show different parts: lines that
//! only begin like the ones between parts, and parts whose headers contradict each other.

use mailparse::body::Body;
use mailparse::{MailHeader, ParsedContentType, parse_content_type, parse_headers};
use muster_engine::effort;
use muster_engine::theirs::quoted;

/// How deep parts may lie in each other.
const DEPTH: usize = 40;
/// How many bytes are looked at in a step.
const BYTES_A_STEP: usize = 64;
/// Headers that say what a part is. Of two that differ, mail programs follow either.
const OF_CONTENT: [&str; 3] = ["Content-Type", "Content-Transfer-Encoding", "Content-Disposition"];
/// What may stand only once behind a kind of content.
const SETTINGS: [&str; 2] = ["boundary", "charset"];
/// The longest line that a refusal names, in letters.
const NAMED: usize = 40;

/// A mail, or a part of one.
pub(super) struct MailPart<'m> {
    pub headers: Vec<MailHeader<'m>>,
    pub kind: ParsedContentType,
    /// Its bytes as they were sent.
    body: &'m [u8],
    /// The parts in it; none if it is one itself.
    pub parts: Vec<Self>,
    /// What stands where headers should, before the first part and behind the last. No mail program shows it.
    pub aside: Vec<&'m [u8]>,
    /// Whether the line that ends the last part is missing.
    pub is_cut: bool,
}

impl<'m> MailPart<'m> {
    /// Reads a mail, or says why it cannot be read.
    pub(super) fn of(mail: &'m [u8]) -> Result<Self, String> {
        let mut reading = MultipartReader::default();
        let part = reading.part(mail, false, 0)?;
        match reading.strange_line() {
            Some(line) => Err(format!("a mail that programs read in different ways: it has the line {}", named(line))),
            None => Ok(part),
        }
    }

    /// The value of a header. Old programs write blanks before the colon.
    pub(super) fn header(&self, name: &str) -> Option<String> {
        headers(&self.headers, name).next().map(|header| header.get_value().trim().to_owned())
    }

    /// Its bytes as they were before the mail was sent, or why nobody can tell.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, String> {
        let encoding = self.header("Content-Transfer-Encoding").unwrap_or_default().to_lowercase();
        match encoding.as_str() {
            "" | "7bit" | "8bit" | "binary" => return Ok(self.body.to_vec()),
            "base64" if goes_on_behind_end(self.body) => {
                return Err("a damaged attachment: its base64 goes on behind its end".to_owned());
            }
            "base64" | "quoted-printable" => {}
            other => {
                return Err(format!(
                    "an attachment in an encoding that Muster cannot read: {}",
                    named(other.as_bytes())
                ));
            }
        }
        let (Body::Base64(body) | Body::QuotedPrintable(body)) = Body::new(self.body, &self.kind, &Some(encoding))
        else {
            return Ok(self.body.to_vec());
        };
        body.get_decoded().map_err(|error| format!("a damaged attachment: {error}"))
    }
}

/// The headers of this name.
pub(super) fn headers<'h, 'm>(all: &'h [MailHeader<'m>], name: &str) -> impl Iterator<Item = &'h MailHeader<'m>> {
    all.iter().filter(move |header| header.get_key_ref().trim_end().eq_ignore_ascii_case(name))
}

/// Whether more follows behind the signs that end base64. Some programs read on there, others do not.
fn goes_on_behind_end(body: &[u8]) -> bool {
    let mut rest = body.iter().copied().skip_while(|byte| *byte != b'=');
    rest.any(|byte| byte != b'=' && !byte.is_ascii_whitespace())
}

#[derive(Default)]
struct MultipartReader<'m> {
    /// What begins the lines between parts, of every part that has parts.
    boundaries: Vec<String>,
    /// Lines that begin like these but go on.
    others: Vec<&'m [u8]>,
}

/// What a line is among parts.
enum MultipartLine {
    Text,
    /// It begins the next part.
    Begin,
    /// It ends the last part.
    End,
    /// It begins like one of these two, but goes on.
    Other,
}

impl<'m> MultipartReader<'m> {
    fn part(&mut self, bytes: &'m [u8], is_in_digest: bool, depth: usize) -> Result<MailPart<'m>, String> {
        if depth > DEPTH {
            return Err(format!("a mail that cannot be read: it has more than {DEPTH} parts inside each other"));
        }
        let (headers, begin) = parse_headers(bytes).map_err(|error| format!("a mail that cannot be read: {error}"))?;
        contradict(&headers)?;
        let stated = self::headers(&headers, "Content-Type").next().map(MailHeader::get_value);
        let kind = stated.as_deref().map(parse_content_type).unwrap_or_default();
        let body = &bytes[begin..];
        let aside = strange(&bytes[..begin]).into_iter().collect();
        let mut part = MailPart { headers, kind, body, parts: Vec::new(), aside, is_cut: false };
        if is_in_digest && stated.is_none() {
            "message/rfc822".clone_into(&mut part.kind.mimetype);
        }
        if part.kind.mimetype.starts_with("multipart/")
            && let Some(boundary) = part.kind.params.get("boundary").filter(|boundary| !boundary.trim().is_empty())
        {
            let boundary = format!("--{}", boundary.trim_end());
            self.split(&mut part, &boundary, depth)?;
        }
        Ok(part)
    }

    /// Finds the parts of a part.
    fn split(&mut self, part: &mut MailPart<'m>, boundary: &str, depth: usize) -> Result<(), String> {
        effort::spend(1 + part.body.len() / BYTES_A_STEP);
        let is_digest = part.kind.mimetype == "multipart/digest";
        let (mut at, mut begin, mut is_ended) = (0, None, false);
        let mut parts = Vec::new();
        for line in part.body.split_inclusive(|byte| *byte == b'\n') {
            let kind = what(line, boundary.as_bytes());
            if matches!(kind, MultipartLine::Other) {
                self.others.push(line.trim_ascii_end());
            }
            if matches!(kind, MultipartLine::Begin | MultipartLine::End) {
                // The end of the line before belongs to the line between parts.
                let before = without_line_end(&part.body[begin.unwrap_or(0)..at]);
                let list = if begin.is_some() { &mut parts } else { &mut part.aside };
                list.push(before);
                begin = Some(at + line.len());
            }
            at += line.len();
            if matches!(kind, MultipartLine::End) {
                is_ended = true;
                break;
            }
        }
        // Without any such line, all of it is text.
        let Some(begin) = begin else { return Ok(()) };
        self.boundaries.push(boundary.to_owned());
        let rest = &part.body[begin..];
        let list = if is_ended { &mut part.aside } else { &mut parts };
        list.push(rest);
        part.is_cut = !is_ended;
        part.parts = parts.into_iter().map(|bytes| self.part(bytes, is_digest, depth + 1)).collect::<Result<_, _>>()?;
        Ok(())
    }

    /// A line that one program takes for a line between parts and another for text.
    fn strange_line(&self) -> Option<&'m [u8]> {
        let is_known = |line: &[u8]| {
            self.boundaries
                .iter()
                .any(|boundary| matches!(what(line, boundary.as_bytes()), MultipartLine::Begin | MultipartLine::End))
        };
        self.others.iter().find(|line| !is_known(line)).copied()
    }
}

/// What a line is among parts with this boundary.
fn what(line: &[u8], boundary: &[u8]) -> MultipartLine {
    let Some(rest) = line.strip_prefix(boundary) else { return MultipartLine::Text };
    match rest.trim_ascii_end() {
        b"" => MultipartLine::Begin,
        b"--" => MultipartLine::End,
        _ => MultipartLine::Other,
    }
}

fn without_line_end(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    bytes.strip_suffix(b"\r").unwrap_or(bytes)
}

/// What stands among headers from the first line on that is none; none if all lines are headers.
fn strange(head: &[u8]) -> Option<&[u8]> {
    let mut at = 0;
    for line in head.split_inclusive(|byte| *byte == b'\n') {
        let name = line.split(|byte| *byte == b':').next().unwrap_or_default();
        let is_name = name.len() < line.len() && name.trim_ascii_end().iter().all(u8::is_ascii_graphic);
        let is_more = at > 0 && line.starts_with(b" ") || line.starts_with(b"\t");
        if !is_name && !is_more && !line.trim_ascii().is_empty() {
            return head.get(at..);
        }
        at += line.len();
    }
    None
}

/// Fails if headers say two things of what a part is.
fn contradict(headers: &[MailHeader]) -> Result<(), String> {
    for name in OF_CONTENT {
        let mut values = self::headers(headers, name).map(MailHeader::get_value);
        let Some(first) = values.next() else { continue };
        let is_set_twice = |key: &&&str| {
            let settings = first.split(';').skip(1).filter_map(|setting| setting.split_once('='));
            settings.filter(|(name, _)| name.trim().eq_ignore_ascii_case(key)).count() > 1
        };
        let twice = if values.any(|value| value != first) { Some(name) } else { None };
        if let Some(what) = twice.or_else(|| SETTINGS.iter().find(is_set_twice).copied()) {
            return Err(format!("a mail that programs read in different ways: it states {what} twice"));
        }
    }
    Ok(())
}

/// The beginning of a line, in quotes.
fn named(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    quoted(&text.chars().take(NAMED).collect::<String>())
}
