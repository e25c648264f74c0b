//! Reads mails: who sent them, their text, and the files with them.

use std::collections::HashSet;

use mailparse::DispositionType;
use muster_engine::effort;
use muster_engine::theirs::quoted;

use super::blocks::without_blocks;
use super::hidden::HiddenText;
use super::html;
use super::multipart::MailPart;
use super::part::{Sender, TEXT};
use super::quotes::{without_mail_below, without_quote_at_end};
use super::sender::sender;
use super::sign::{ENCRYPTED, OUTLOOK, SIGNATURE, is_picture};
use crate::encoding::{decode_as, is_known};

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
/// The longest name of an encoding that is told, in letters.
const CHARSET: usize = 40;

/// A mail.
#[derive(Default)]
pub(super) struct Mail {
    pub sender: Sender,
    /// Its text, without quotes from the mail that it answers; none if it is empty. Then other forms of it that have
    /// other words, so that one program shows this and another that.
    pub bodies: Vec<Body>,
    /// The files with it, without the pictures that its text shows.
    pub files: Vec<File>,
    /// What is not read of it beside its texts and files.
    pub hidden: HiddenText,
    /// Why it cannot be read.
    pub fault: Option<String>,
}

/// A text of a mail, or of one of its parts.
#[derive(Default)]
pub(super) struct Body {
    pub text: String,
    /// Whether it was a web page.
    pub is_page: bool,
    /// What nobody sees in it.
    pub hidden: HiddenText,
    /// Whether it was a web page with a table. The same text without mark-up has lost the rows.
    has_table: bool,
}

/// A file that was sent with a mail.
pub(super) struct File {
    pub name: String,
    /// Its bytes, or why it has none.
    pub bytes: Result<Vec<u8>, String>,
    /// What is not read of it.
    pub hidden: HiddenText,
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

/// Reads a mail. Attached mails are returned as files; they are not opened here.
pub(super) fn read(bytes: &[u8]) -> Mail {
    let bytes = without_envelope(bytes);
    let lines = || bytes.split(|byte| *byte == b'\n');
    let fault = |sender: Sender, fault: String| Mail { sender, fault: Some(fault), ..Mail::default() };
    if lines().nth(LINES).is_some() || lines().filter(|line| line.starts_with(b"--")).nth(BOUNDARIES).is_some() {
        return fault(Sender::default(), "a mail with too many parts".to_owned());
    }
    let steps = lines().map(steps).fold(0, usize::saturating_add);
    effort::spend(steps.min(STEPS) / LETTERS_A_STEP);
    if steps > STEPS {
        return fault(Sender::default(), "a mail with too many encoded words".to_owned());
    }
    let sender = mailparse::parse_headers(bytes).map(|(headers, _)| sender(&headers)).unwrap_or_default();
    match MailPart::of(bytes) {
        Ok(mail) => told(sender, &mail),
        Err(why) => fault(sender, why),
    }
}

/// What a mail tells.
fn told(sender: Sender, mail: &MailPart) -> Mail {
    let mut reading = MailReader::default();
    let mut bodies = reading.bodies(mail);
    let is_answer = sender.subject.as_ref().is_some_and(|subject| subject.to_lowercase().starts_with("re:"));
    for body in &mut bodies {
        let own = if is_answer { without_mail_below(&body.text) } else { &body.text };
        let own = without_quote_at_end(own);
        // What is left is the beginning of the text.
        body.hidden.answer(body.text.get(own.len()..).unwrap_or_default());
        body.text = own.to_owned();
    }
    bodies.retain(|body| !body.text.trim().is_empty());
    let is_other = |at: usize| (0..at).all(|before| !says_the_same(&bodies[before].text, &bodies[at].text));
    let others: Vec<bool> = (0..bodies.len()).map(is_other).collect();
    // What nobody sees in a form that says the same is told of the first.
    let MailReader { files, shown, mut hidden } = reading;
    let is_same = bodies.iter().zip(&others).filter(|(_, is_other)| !**is_other);
    is_same.for_each(|(body, _)| hidden.join(&body.hidden));
    let mut others = others.into_iter();
    bodies.retain(|_| others.next().unwrap_or_default());
    let mut kept = Vec::new();
    for attached in files {
        let is_shown = attached.is_shown(&shown);
        let file = attached.file();
        if is_shown && file.bytes.as_ref().is_ok_and(|bytes| is_picture(bytes)) {
            hidden.show_pictures();
        } else {
            kept.push(file);
        }
    }
    if let Some(first) = bodies.first_mut() {
        first.hidden.join(&std::mem::take(&mut hidden));
    }
    Mail { sender, bodies, files: kept, hidden, fault: None }
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

#[derive(Default)]
struct MailReader<'m> {
    files: Vec<MailAttachment<'m>>,
    /// The ids of the files that web pages among the texts show.
    shown: HashSet<String>,
    /// What is not read of the mail.
    hidden: HiddenText,
}

/// The most forms of one text that are read. Mail programs write two or three.
const FORMS: usize = 8;
/// Kinds of parts that are text of a mail, if they have no name.
const TEXTS: [&str; 9] = [
    "text/plain",
    "text/html",
    "text/enriched",
    "text/richtext",
    "text/markdown",
    "text/x-markdown",
    "text/x-amp-html",
    "text/watch-html",
    "application/xhtml+xml",
];
/// The longest preamble of a mail that tells of nothing but its format.
const PREAMBLE: usize = 300;

impl<'m> MailReader<'m> {
    /// The text of a part of a mail in its forms, the best first; none if it is no text. Keeps what is a file.
    fn bodies(&mut self, part: &'m MailPart<'m>) -> Vec<Body> {
        for aside in &part.aside {
            let text = decode_as(aside, "");
            // `This is a multi-part message in MIME format.`
            if !text.contains("MIME") || text.len() > PREAMBLE {
                self.hidden.add(&text);
            }
        }
        if part.is_cut {
            self.hidden.note("the last part of the mail has no end, so something may be missing");
        }
        let kind = part.kind.mimetype.as_str();
        if !part.parts.is_empty() {
            let bodies: Vec<Vec<Body>> = part.parts.iter().map(|part| self.bodies(part)).collect();
            return if kind == "multipart/alternative" { self.best(bodies) } else { self.joined(bodies) };
        }
        let attached = MailAttachment { part, name: file_name(part) };
        // A part of no kind is text.
        let is_text = !kind.contains('/') || TEXTS.contains(&kind) || kind.starts_with("multipart/");
        let raw = part.bytes().ok().filter(|raw| raw.len() <= TEXT);
        let Some(raw) = raw.filter(|_| is_text && !is_attached(part) && attached.name.is_none()) else {
            self.files.push(attached);
            return Vec::new();
        };
        let mut hidden = HiddenText::default();
        let text = decode_as(&raw, &part.kind.charset);
        tell_encoding(part, &mut hidden);
        if !kind.contains("html") {
            let is_flowed = part.kind.params.get("format").is_some_and(|it| it.eq_ignore_ascii_case("flowed"));
            let text = without_blocks(if is_flowed { joined_lines(&text) } else { text }, &mut hidden);
            return vec![Body { text, hidden, ..Body::default() }];
        }
        let ids = text.split("cid:").skip(1).filter_map(|rest| rest.split(['"', '\'', '>', ')', ' ', '\n']).next());
        self.shown.extend(ids.map(str::to_owned));
        let page = html::read(&text);
        hidden.join(&page.hidden);
        let words = without_blocks(page.text, &mut hidden);
        vec![Body { text: words, is_page: true, hidden, has_table: html::has_table(&text) }]
    }

    /// Several forms of one text, the best first: a page with a table, else the first, which is without mark-up if there is
    /// such a form.
    fn best(&mut self, bodies: Vec<Vec<Body>>) -> Vec<Body> {
        let all = bodies.into_iter().flatten();
        let (mut full, empty): (Vec<Body>, Vec<Body>) = all.partition(|body| !body.text.trim().is_empty());
        for body in empty {
            self.hidden.join(&body.hidden);
        }
        let at = full.iter().position(|body| body.has_table).unwrap_or(0);
        if at < full.len() {
            full[..=at].rotate_right(1);
        }
        self.keep(full)
    }

    /// The texts of several parts as one, and then the other forms of each.
    fn joined(&mut self, bodies: Vec<Vec<Body>>) -> Vec<Body> {
        let (mut whole, mut others, mut is_first) = (Body::default(), Vec::new(), true);
        if bodies.iter().filter_map(|forms| forms.first()).filter(|body| !body.text.trim().is_empty()).count() > 1 {
            self.hidden.note("several texts of the mail are read as one");
        }
        for mut forms in bodies.into_iter().filter(|forms| !forms.is_empty()) {
            let body = forms.remove(0);
            if !is_first {
                whole.text.push_str("\n\n");
            }
            is_first = false;
            whole.text.push_str(&body.text);
            whole.hidden.join(&body.hidden);
            whole.has_table |= body.has_table;
            whole.is_page |= body.is_page;
            others.extend(forms);
        }
        if !is_first {
            others.insert(0, whole);
        }
        self.keep(others)
    }

    /// So many forms as are read. Whether there were more is told.
    fn keep(&mut self, mut forms: Vec<Body>) -> Vec<Body> {
        if forms.len() > FORMS {
            self.hidden.note(format!("its text has more than {FORMS} forms, and the rest is not read"));
            forms.truncate(FORMS);
        }
        forms
    }
}

/// Tells that a text is in an encoding that Muster does not know, by what the mail says of it.
fn tell_encoding(part: &MailPart, hidden: &mut HiddenText) {
    let charset = &part.kind.charset;
    if part.kind.params.contains_key("charset") && !is_known(charset) {
        let charset: String = charset.chars().take(CHARSET).collect();
        hidden.note(format!("its letters are in {}, which Muster does not know", quoted(&charset)));
    }
}

/// Whether a mail says that a part is a file.
fn is_attached(part: &MailPart) -> bool {
    let disposition = part.header("Content-Disposition").map(|value| mailparse::parse_content_disposition(&value));
    disposition.is_some_and(|it| it.disposition == DispositionType::Attachment)
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
fn file_name(part: &MailPart) -> Option<String> {
    let disposition = part.header("Content-Disposition").map(|value| mailparse::parse_content_disposition(&value));
    let stated = disposition.and_then(|mut disposition| disposition.params.remove("filename"));
    let name = stated.or_else(|| part.kind.params.get("name").cloned());
    name.map(|name| encoded_words(&name)).filter(|name| !name.trim().is_empty())
}

/// Decodes a name whose letters beyond ASCII are written as in headers. The standard forbids that in names of files,
/// but many programs do it.
fn encoded_words(name: &str) -> String {
    let header = format!("X: {name}");
    let is_encoded = name.contains("=?") && name.len() <= NAME;
    let parsed = if is_encoded { mailparse::parse_header(header.as_bytes()).ok() } else { None };
    parsed.map_or_else(|| name.to_owned(), |(header, _)| header.get_value())
}

struct MailAttachment<'m> {
    part: &'m MailPart<'m>,
    name: Option<String>,
}

/// Kinds of parts that are not read, whatever is in them, and what each is.
const UNREAD: [(&str, &str); 9] = [
    ("application/pkcs7-mime", ENCRYPTED),
    ("application/x-pkcs7-mime", ENCRYPTED),
    ("application/pkcs7-signature", SIGNATURE),
    ("application/x-pkcs7-signature", SIGNATURE),
    ("application/pgp-signature", SIGNATURE),
    ("application/pgp-encrypted", "what says that the mail is encrypted (PGP)"),
    ("application/ms-tnef", OUTLOOK),
    ("message/partial", "a piece of a mail that was sent in several: ask for it as a whole"),
    ("message/external-body", "a file that is not in the mail but elsewhere: ask for it"),
];

impl MailAttachment<'_> {
    /// Whether it is a picture that a web page shows, such as the logo of a company below a mail, by what the mail says of it.
    fn is_shown(&self, shown: &HashSet<String>) -> bool {
        let id = self.part.header("Content-ID").unwrap_or_default();
        let id = id.trim_start_matches('<').trim_end_matches('>');
        self.part.kind.mimetype.starts_with("image/") && shown.contains(id)
    }

    fn file(self) -> File {
        let Self { part, name } = self;
        let kind = part.kind.mimetype.as_str();
        let unnamed = if kind.starts_with("message/") { "mail.eml" } else { "attachment" };
        let name = name.unwrap_or_else(|| unnamed.to_owned());
        if let Some((_, what)) = UNREAD.iter().find(|(unread, _)| *unread == kind) {
            return File { name, bytes: Err((*what).to_owned()), hidden: HiddenText::default() };
        }
        // The mail states the encoding here, so it must not be guessed later.
        let is_named = kind.starts_with("text/") && part.kind.params.contains_key("charset");
        let mut hidden = HiddenText::default();
        if is_named {
            tell_encoding(part, &mut hidden);
        }
        let bytes =
            part.bytes().map(|raw| if is_named { decode_as(&raw, &part.kind.charset).into_bytes() } else { raw });
        File { name, bytes, hidden }
    }
}
