//! Reads mails: who sent them, their text, and the files with them.

use std::collections::HashSet;

use mailparse::{DispositionType, MailAddr, MailHeaderMap, ParsedMail, addrparse_header, parse_mail};
use muster_engine::effort;
use muster_library::lists::is_day;

use super::hidden::Hidden;
use super::html;
use super::part::{Sender, TEXT};
use super::quotes::{without_mail_below, without_quote_at_end};
use crate::encoding::decode_as;

/// The most lines of a mail that may begin a part, and the most lines in all, because each may be a header. The parser
/// uses memory for each. A mail of 64 MB has 900,000 lines.
const BOUNDARIES: usize = 10_000;
const LINES: usize = 2_000_000;
/// The most steps that the parser may take for words such as `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=` in headers. Two hundred names on
/// one line take 230 million.
const STEPS: usize = 1_000_000_000;
/// How many of them are a step of work.
const LETTERS_A_STEP: usize = 1000;
/// The longest name of a file in which such words are decoded.
const NAME: usize = 400;

/// A mail.
pub(super) struct Mail {
    pub sender: Sender,
    /// Its text, without quotes from the mail that it answers; none if it is empty. Then other forms of it that have
    /// other words, so that one program shows this and another that.
    pub bodies: Vec<Body>,
    /// The files with it, without the pictures that its text shows.
    pub files: Vec<File>,
}

/// A text of a mail, or of one of its parts.
#[derive(Default)]
pub(super) struct Body {
    pub text: String,
    /// Whether it was a web page.
    pub is_page: bool,
    /// What nobody sees in it.
    pub hidden: Hidden,
    /// Whether it was a web page with a table. The same text without mark-up has lost the rows.
    has_table: bool,
}

/// A file that was sent with a mail.
pub(super) struct File {
    pub name: String,
    /// Its bytes, or why it has none.
    pub bytes: Result<Vec<u8>, String>,
}

/// Whether bytes begin like a mail, with lines such as `From: ...`.
pub(super) fn is_mail(bytes: &[u8]) -> bool {
    const SURE: [&str; 6] = ["from", "received", "return-path", "delivered-to", "message-id", "mime-version"];
    const LIKELY: [&str; 5] = ["to", "subject", "date", "content-type", "reply-to"];
    let (mut sure, mut all) = (0, 0);
    for line in without_envelope(bytes).split(|byte| *byte == b'\n').take(100) {
        let line = line.trim_ascii_end();
        if line.starts_with(b" ") || line.starts_with(b"\t") {
            continue;
        }
        let Some(colon) = line.iter().position(|byte| *byte == b':') else { break };
        let Ok(name) = std::str::from_utf8(&line[..colon]) else { break };
        if name.is_empty() || name.contains(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-') {
            break;
        }
        let is_any = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        sure += usize::from(is_any(&SURE));
        all += usize::from(is_any(&SURE) || is_any(&LIKELY));
    }
    sure > 0 && all > 1
}

/// Reads a mail, or says why it cannot be read. Attached mails are returned as files; they are not opened here.
pub(super) fn read(bytes: &[u8]) -> Result<Mail, String> {
    let bytes = without_envelope(bytes);
    let lines = || bytes.split(|byte| *byte == b'\n');
    if lines().nth(LINES).is_some() || lines().filter(|line| line.starts_with(b"--")).nth(BOUNDARIES).is_some() {
        return Err("a mail with too many parts".to_owned());
    }
    let steps = lines().map(steps).fold(0, usize::saturating_add);
    effort::spend(steps.min(STEPS) / LETTERS_A_STEP);
    if steps > STEPS {
        return Err("a mail with too many encoded words".to_owned());
    }
    let mail = parse_mail(bytes).map_err(|error| format!("a mail that cannot be read: {error}"))?;
    let mut reading = Reading::default();
    let mut bodies = reading.bodies(&mail);
    let sender = sender(&mail);
    let is_answer = sender.subject.as_ref().is_some_and(|subject| subject.to_lowercase().starts_with("re:"));
    for body in &mut bodies {
        let text = if is_answer { without_mail_below(&body.text) } else { &body.text };
        body.text = without_quote_at_end(text).to_owned();
    }
    bodies.retain(|body| !body.text.trim().is_empty());
    let is_other = |at: usize| (0..at).all(|before| !says_the_same(&bodies[before].text, &bodies[at].text));
    let others: Vec<bool> = (0..bodies.len()).map(is_other).collect();
    // What nobody sees in a form that says the same is told of the first.
    let mut hidden = Hidden::default();
    bodies.iter().zip(&others).filter(|(_, is_other)| !**is_other).for_each(|(body, _)| hidden.join(&body.hidden));
    let mut others = others.into_iter();
    bodies.retain(|_| others.next().unwrap_or_default());
    if let Some(first) = bodies.first_mut() {
        first.hidden.join(&hidden);
    }
    let Reading { files, shown } = reading;
    let files = files.into_iter().filter(|file| !file.is_shown(&shown));
    Ok(Mail { sender, bodies, files: files.map(Attached::file).collect() })
}

/// Whether two texts have the same words in the same order. Links count for nothing: a page shows only what they are about.
fn says_the_same(one: &str, other: &str) -> bool {
    words(one).eq(words(other))
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let is_link =
        |word: &&str| word.contains("://") || ["www.", "mailto:", "cid:"].iter().any(|link| word.contains(link));
    let parts = |word: &'_ str| -> Vec<String> {
        let parts = word.split(|letter: char| !letter.is_alphanumeric());
        parts.filter(|part| !part.is_empty()).map(str::to_lowercase).collect()
    };
    text.split_whitespace().filter(move |word| !is_link(word)).flat_map(parts)
}

/// The most steps that the parser may take for the encoded words of a line. For each beginning of a word it looks at every end
/// behind it, and each time it counts letters from the beginning of the line.
fn steps(line: &[u8]) -> usize {
    let marks = |mark: &[u8]| line.windows(2).filter(|pair| *pair == mark).count();
    let begins = marks(b"=?");
    if begins == 0 { 0 } else { begins.saturating_mul(marks(b"?=") + 1).saturating_mul(line.len()) }
}

/// A mail without the line that mailboxes put before it.
fn without_envelope(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let line = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| end + 1);
    if bytes.starts_with(b"From ") { &bytes[line..] } else { bytes }
}

fn sender(mail: &ParsedMail) -> Sender {
    let value = |name| mail.headers.get_first_value(name).map(|value| value.trim().to_owned());
    let from = mail.headers.get_first_header("From").and_then(|from| addrparse_header(from).ok());
    let one = from.and_then(|all| all.iter().next().cloned()).map(|address| match address {
        MailAddr::Single(one) => Some(one),
        MailAddr::Group(group) => group.addrs.into_iter().next(),
    });
    let one = one.flatten();
    Sender {
        name: one
            .as_ref()
            .and_then(|one| one.display_name.clone())
            .filter(|name| !name.trim().is_empty())
            .map(in_order),
        address: one.map(|one| one.addr),
        date: value("Date").and_then(|date| day(&date)),
        subject: value("Subject").filter(|subject| !subject.is_empty()),
        forwards: None,
    }
}

/// A name with the first name first. Mail programs in offices write `Berg, Anna`.
fn in_order(name: String) -> String {
    let is_name = |part: &str| {
        let is_letter = |letter: char| letter.is_alphabetic() || " -.'\u{2019}".contains(letter);
        !part.is_empty() && part.chars().all(is_letter)
    };
    match name.split_once(", ") {
        Some((last, first)) if is_name(last) && is_name(first) => format!("{first} {last}"),
        _ => name,
    }
}

/// The day of a date such as `Sat, 21 Nov 2026 23:30:00 -0500`, as YYYY-MM-DD.
fn day(date: &str) -> Option<String> {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let mut words = date.split([' ', ',', '-']).filter(|word| !word.is_empty());
    let day: u32 = words.find_map(|word| word.parse().ok())?;
    let month = words.next()?.to_ascii_lowercase();
    let month = (1..).zip(MONTHS).find_map(|(number, name)| month.starts_with(name).then_some(number))?;
    let year: u32 = words.next()?.parse().ok()?;
    // Old programs write two digits.
    let year = if year < 100 { 2000 + year } else { year };
    Some(format!("{year:04}-{month:02}-{day:02}")).filter(|day| is_day(day))
}

#[derive(Default)]
struct Reading<'m> {
    files: Vec<Attached<'m>>,
    /// The ids of the files that web pages among the texts show.
    shown: HashSet<String>,
}

/// The most forms of one text that are read. Mail programs write two or three.
const FORMS: usize = 8;

impl<'m> Reading<'m> {
    /// The text of a part of a mail in its forms, the best first; none if it is no text. Keeps what is a file.
    fn bodies(&mut self, part: &'m ParsedMail<'m>) -> Vec<Body> {
        let kind = part.ctype.mimetype.as_str();
        if kind.starts_with("multipart/") && !part.subparts.is_empty() {
            let bodies: Vec<Vec<Body>> = part.subparts.iter().map(|part| self.bodies(part)).collect();
            return if kind == "multipart/alternative" { best(bodies) } else { joined(bodies) };
        }
        let attached = Attached { part, name: file_name(part) };
        let is_text = kind.is_empty() || matches!(kind, "text/plain" | "text/html") || kind.starts_with("multipart/");
        let is_file = part.get_content_disposition().disposition == DispositionType::Attachment;
        let raw = part.get_body_raw().ok().filter(|raw| raw.len() <= TEXT);
        let Some(raw) = raw.filter(|_| is_text && !is_file && attached.name.is_none()) else {
            self.files.push(attached);
            return Vec::new();
        };
        let text = decode_as(&raw, &part.ctype.charset);
        if kind != "text/html" {
            let is_flowed = part.ctype.params.get("format").is_some_and(|it| it.eq_ignore_ascii_case("flowed"));
            return vec![Body { text: if is_flowed { joined_lines(&text) } else { text }, ..Body::default() }];
        }
        let ids = text.split("cid:").skip(1).filter_map(|rest| rest.split(['"', '\'', '>', ')', ' ', '\n']).next());
        self.shown.extend(ids.map(str::to_owned));
        let html::Page { text: words, hidden } = html::read(&text);
        vec![Body { text: words, is_page: true, hidden, has_table: html::has_table(&text) }]
    }
}

/// Several forms of one text, the best first: a page with a table, else the first, which is without mark-up if there is such
/// a form.
fn best(bodies: Vec<Vec<Body>>) -> Vec<Body> {
    let mut full: Vec<Body> = bodies.into_iter().flatten().filter(|body| !body.text.trim().is_empty()).collect();
    let at = full.iter().position(|body| body.has_table).unwrap_or(0);
    if at < full.len() {
        full[..=at].rotate_right(1);
    }
    full.truncate(FORMS);
    full
}

/// The texts of several parts as one, and then the other forms of each.
fn joined(bodies: Vec<Vec<Body>>) -> Vec<Body> {
    let (mut whole, mut others, mut is_first) = (Body::default(), Vec::new(), true);
    for mut forms in bodies.into_iter().filter(|forms| !forms.is_empty()) {
        let body = forms.remove(0);
        if !is_first {
            whole.text.push('\n');
        }
        is_first = false;
        whole.text.push_str(&body.text);
        whole.hidden.join(&body.hidden);
        whole.has_table |= body.has_table;
        whole.is_page |= body.is_page;
        others.extend(forms);
    }
    others.truncate(FORMS);
    if is_first { others } else { std::iter::once(whole).chain(others).collect() }
}

/// Joins the lines that a mail program broke (RFC 3676): a line that ends with a blank goes on in the next. A quoted
/// line is not joined with a line that is not quoted.
fn joined_lines(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut lines = text.lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).peekable();
    while let Some(line) = lines.next() {
        joined.push_str(line);
        let is_alike = lines.peek().is_some_and(|next| next.starts_with('>') == line.starts_with('>'));
        if !line.ends_with(' ') || !is_alike || line == "-- " {
            joined.push('\n');
        }
    }
    joined
}

/// The name of a file in a mail.
fn file_name(part: &ParsedMail) -> Option<String> {
    let disposition = part.get_content_disposition();
    let name = disposition.params.get("filename").or_else(|| part.ctype.params.get("name"));
    name.map(|name| encoded_words(name)).filter(|name| !name.trim().is_empty())
}

/// Decodes a name whose letters beyond ASCII are written as in headers. The standard forbids that in names of files,
/// but many programs do it.
fn encoded_words(name: &str) -> String {
    let header = format!("X: {name}");
    let is_encoded = name.contains("=?") && name.len() <= NAME;
    let parsed = if is_encoded { mailparse::parse_header(header.as_bytes()).ok() } else { None };
    parsed.map_or_else(|| name.to_owned(), |(header, _)| header.get_value())
}

struct Attached<'m> {
    part: &'m ParsedMail<'m>,
    name: Option<String>,
}

impl Attached<'_> {
    /// Whether it is a picture that a web page shows, such as the logo of a company below a mail.
    fn is_shown(&self, shown: &HashSet<String>) -> bool {
        let id = self.part.headers.get_first_value("Content-ID").unwrap_or_default();
        let id = id.trim().trim_start_matches('<').trim_end_matches('>');
        self.part.ctype.mimetype.starts_with("image/") && shown.contains(id)
    }

    fn file(self) -> File {
        let Self { part, name } = self;
        let kind = part.ctype.mimetype.as_str();
        let unnamed = if kind.starts_with("message/") { "mail.eml" } else { "attachment" };
        let bytes = part.get_body_raw().map_err(|error| format!("a damaged attachment: {error}"));
        // The mail states the encoding here, so it must not be guessed later.
        let is_named = kind.starts_with("text/") && part.ctype.params.contains_key("charset");
        let bytes = bytes.map(|raw| if is_named { decode_as(&raw, &part.ctype.charset).into_bytes() } else { raw });
        File { name: name.unwrap_or_else(|| unnamed.to_owned()), bytes }
    }
}
