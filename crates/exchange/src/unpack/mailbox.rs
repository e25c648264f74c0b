//! Takes a mailbox file (mbox) apart: mails one after another, each below a line that begins with `From `.
//!
//! In a body, programs write `>From ` for `From ` at the beginning of a line. Some write `>>From ` for `>From `, others do
//! not; one `>` is taken away in any case. Programs that do not do so state the length of each mail instead. Whoever writes a
//! mail can forge either, so a mail never swallows those behind it, and what it states of them is told.

use std::borrow::Cow;

use super::mail::is_mail;
use super::part::PARTS;
use super::sign::has_ending;

/// What begins the line above a mail.
const BEGIN: &[u8] = b"From ";

/// A mail of a mailbox.
pub(super) struct BoxedMail<'b> {
    pub bytes: Cow<'b, [u8]>,
    /// Why another may have written it than it says, in words that follow `the mail`.
    pub doubt: Option<String>,
}

/// Whether a file is a mailbox. A mail that somebody saved by itself is none, whatever its text is like.
pub(super) fn is_mailbox(name: &str, bytes: &[u8]) -> bool {
    let bytes = without_mark(bytes);
    is_begin(bytes) && !has_ending(name, &["eml"]) || has_ending(name, &["mbox", "mbx"]) && is_mail(bytes)
}

/// The mails of a mailbox, in their order: more than can be read, if there are more.
pub(super) fn mails(bytes: &[u8]) -> Vec<BoxedMail<'_>> {
    let bytes = without_mark(bytes);
    let begins = begins(bytes);
    let ends = begins.iter().skip(1).copied().chain([bytes.len()]);
    let mut mails = Vec::with_capacity(begins.len());
    // Up to where the mails before state that they go, and which of them goes furthest.
    let (mut reach, mut of) = (0, 0);
    for (number, (begin, end)) in (1..).zip(begins.iter().copied().zip(ends)) {
        let mail = &bytes[begin..end];
        let doubt = (begin < reach).then(|| {
            format!("lies within the length that mail {of} of the mailbox states of itself, so that its sender may have written it")
        });
        let body = begin + head(mail).len();
        let stated = body.saturating_add(stated_length(head(mail)).unwrap_or(0));
        if stated > reach && stated > end {
            (reach, of) = (stated, number);
        }
        mails.push(BoxedMail { bytes: unquoted(mail), doubt });
    }
    mails
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start()
}

/// Where the mails begin, and what stands before the first, if anything does.
fn begins(bytes: &[u8]) -> Vec<usize> {
    let mut begins = vec![0];
    let (mut at, mut is_behind_blank) = (0, true);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if at > 0 && is_behind_blank && is_begin(&bytes[at..]) {
            begins.push(at);
            if begins.len() > PARTS + 1 {
                break;
            }
        }
        is_behind_blank = line.trim_ascii().is_empty();
        at += line.len();
    }
    begins
}

/// Whether a mail of a mailbox begins here: a line such as `From ann@example.org Sat Nov 21 23:30:00 2026`, and headers.
fn is_begin(bytes: &[u8]) -> bool {
    if !bytes.starts_with(BEGIN) {
        return false;
    }
    let end = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| end + 1);
    let (line, rest) = bytes.split_at(end);
    let is_time = |four: &[u8]| four[0].is_ascii_digit() && four[1] == b':' && four[2..].iter().all(u8::is_ascii_digit);
    let name = rest.split(|byte| matches!(byte, b':' | b'\n')).next().unwrap_or_default();
    let is_header = !name.is_empty()
        && name.len() < rest.len()
        && rest[name.len()] == b':'
        && name.iter().all(u8::is_ascii_graphic);
    line.windows(4).any(is_time) && is_header || is_mail(rest)
}

/// The headers of a mail, with the line above them and the blank one below.
fn head(mail: &[u8]) -> &[u8] {
    let mut at = 0;
    for line in mail.split_inclusive(|byte| *byte == b'\n') {
        at += line.len();
        if line.trim_ascii().is_empty() {
            break;
        }
    }
    &mail[..at]
}

/// The length that a mail states of its body, in bytes.
fn stated_length(head: &[u8]) -> Option<usize> {
    head.split(|byte| *byte == b'\n').find_map(|line| {
        let (name, value) = str::from_utf8(line).ok()?.split_once(':')?;
        name.trim_end().eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    })
}

/// A mail without the line above it, and without what was put before lines that begin like that.
fn unquoted(mail: &[u8]) -> Cow<'_, [u8]> {
    let own = if mail.starts_with(BEGIN) {
        mail.iter().position(|byte| *byte == b'\n').map_or(&mail[mail.len()..], |end| &mail[end + 1..])
    } else {
        mail
    };
    if !own.split(|byte| *byte == b'\n').any(|line| own_line(line).is_some()) {
        return Cow::Borrowed(own);
    }
    let lines = own.split_inclusive(|byte| *byte == b'\n');
    Cow::Owned(lines.flat_map(|line| own_line(line).unwrap_or(line)).copied().collect())
}

/// The line that a line such as `>From here on` stood for. None if it stands for itself.
fn own_line(line: &[u8]) -> Option<&[u8]> {
    let own = line.strip_prefix(b">")?;
    let marks = own.iter().take_while(|byte| **byte == b'>').count();
    own[marks..].starts_with(BEGIN).then_some(own)
}
