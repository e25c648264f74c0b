//! Recognises the kind of a file by its first bytes. The name of the file counts only if the bytes do not decide.

use super::mail::is_mail;
use super::mailbox::is_mailbox;
use super::part::{PICTURE, TEXT};
use super::sign::{ENCRYPTED, OLD_OFFICE, SIGNATURE, by_sign, has_ending};
use crate::encoding::decode_as;
use crate::sealed::is_sealed;

/// The kinds of files.
pub(super) enum ReceivedKind {
    Mail,
    /// A file of several mails.
    Mailbox,
    Archive,
    /// A file that the key of an event opens.
    Sealed,
    Print,
    /// Text, decoded.
    Text(String),
    /// No list, and what it is.
    Nothing(&'static str),
}

/// What a file is.
pub(super) fn kind(name: &str, bytes: &[u8]) -> ReceivedKind {
    if bytes.trim_ascii().is_empty() {
        return ReceivedKind::Nothing("an empty file");
    }
    if let Some(what) = by_sign(bytes) {
        return ReceivedKind::Nothing(what);
    }
    if is_sealed(bytes) {
        return ReceivedKind::Sealed;
    }
    if [b"PK\x03\x04", b"PK\x05\x06"].iter().any(|sign| bytes.starts_with(*sign)) {
        return ReceivedKind::Archive;
    }
    // Other bytes may come before it, as the format allows.
    if bytes[..bytes.len().min(1024)].windows(5).any(|sign| sign == b"%PDF-") {
        return ReceivedKind::Print;
    }
    if bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        return ReceivedKind::Nothing(match () {
            () if has_ending(name, &["msg"]) => "a mail of Outlook: save it as .eml or as text",
            () if has_ending(name, &["db"]) => "what Windows keeps of a folder",
            () => OLD_OFFICE,
        });
    }
    if has_ending(name, &["p7m", "p7s", "p7c"]) {
        return ReceivedKind::Nothing(if has_ending(name, &["p7m"]) { ENCRYPTED } else { SIGNATURE });
    }
    if is_mailbox(name, bytes) {
        return ReceivedKind::Mailbox;
    }
    if is_mail(bytes) || has_ending(name, &["eml"]) {
        return ReceivedKind::Mail;
    }
    if bytes.len() > TEXT {
        return ReceivedKind::Nothing("a file of more than 8 MB, which no list has");
    }
    let text = decode_as(bytes, &stated_encoding(bytes));
    let is_strange = |letter: &char| letter.is_control() && !letter.is_whitespace();
    let strange = text.chars().filter(is_strange).count();
    if text.contains('\0') || strange * 20 > text.len() {
        return ReceivedKind::Nothing(if bytes.starts_with(b"BM") { PICTURE } else { "a file without text" });
    }
    ReceivedKind::Text(text)
}

/// The encoding that a web page or XML states at its beginning; empty if none.
fn stated_encoding(bytes: &[u8]) -> String {
    let begin = String::from_utf8_lossy(&bytes[..bytes.len().min(1024)]).to_ascii_lowercase();
    let after = |key| begin.trim_start().starts_with('<').then(|| begin.split_once(key)).flatten();
    let (_, stated) = after("charset=").or_else(|| after("encoding=")).unwrap_or_default();
    let is_of_name = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    stated.trim_start_matches(['"', '\'']).chars().take_while(is_of_name).collect()
}
