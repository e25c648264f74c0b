//! Recognises the kind of a file by its first bytes. The name of the file counts only if the bytes do not decide.

use super::mail::is_mail;
use super::part::{PICTURE, TEXT};
use crate::encoding::decode_as;

/// The kinds of files.
pub(super) enum Kind {
    Mail,
    Archive,
    Print,
    /// Text, decoded.
    Text(String),
    /// No list, and what it is.
    Nothing(&'static str),
}

const RECORDING: &str = "a sound or a film";
const OTHER_ARCHIVE: &str = "an archive that Muster cannot open: only zip archives are read";
const OLD_OFFICE: &str = "a file of an old office program: save it as .docx or as text";

/// Kinds of files that hold no list: where their first bytes are, the bytes, and what such a file is.
const SIGNS: [(usize, &[u8], &str); 26] = [
    (0, b"\x89PNG", PICTURE),
    (0, b"\xff\xd8\xff", PICTURE),
    (0, b"GIF8", PICTURE),
    (0, b"II*\0", PICTURE),
    (0, b"MM\0*", PICTURE),
    (8, b"WEBP", PICTURE),
    (4, b"ftypheic", PICTURE),
    (4, b"ftypmif1", PICTURE),
    (4, b"ftypavif", PICTURE),
    (4, b"ftyp", RECORDING),
    (0, b"ID3", RECORDING),
    (0, b"OggS", RECORDING),
    (0, b"RIFF", RECORDING),
    (0, b"Rar!", OTHER_ARCHIVE),
    (0, b"7z\xbc\xaf", OTHER_ARCHIVE),
    (0, b"\x1f\x8b", OTHER_ARCHIVE),
    (0, b"BZh", OTHER_ARCHIVE),
    (0, b"\xfd7zXZ", OTHER_ARCHIVE),
    (257, b"ustar", OTHER_ARCHIVE),
    (0, b"\0\x05\x16\x07", "what macOS keeps of another file"),
    (0, b"\0\0\0\x01Bud1", "what macOS keeps of a folder"),
    (0, b"{\\rtf", "a rich text file: save it as .docx or as text"),
    (0, b"BEGIN:VCARD", "a visiting card"),
    (0, b"BEGIN:VCALENDAR", "an entry of a calendar"),
    (0, b"-----BEGIN PGP SIGNATURE", "the signature of a mail"),
    (0, b"\x78\x9f\x3e\x22", "files that Outlook packed for itself (winmail.dat): ask for them one by one"),
];

/// What a file is.
pub(super) fn kind(name: &str, bytes: &[u8]) -> Kind {
    let sign = SIGNS.iter().find(|(at, sign, _)| bytes.get(*at..).is_some_and(|rest| rest.starts_with(sign)));
    if bytes.trim_ascii().is_empty() {
        return Kind::Nothing("an empty file");
    }
    if let Some((_, _, what)) = sign {
        return Kind::Nothing(what);
    }
    if [b"PK\x03\x04", b"PK\x05\x06"].iter().any(|sign| bytes.starts_with(*sign)) {
        return Kind::Archive;
    }
    // Other bytes may come before it, as the format allows.
    if bytes[..bytes.len().min(1024)].windows(5).any(|sign| sign == b"%PDF-") {
        return Kind::Print;
    }
    if bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        return Kind::Nothing(match () {
            () if has_ending(name, &["msg"]) => "a mail of Outlook: save it as .eml or as text",
            () if has_ending(name, &["db"]) => "what Windows keeps of a folder",
            () => OLD_OFFICE,
        });
    }
    if is_mail(bytes) || has_ending(name, &["eml"]) {
        return Kind::Mail;
    }
    if bytes.len() > TEXT {
        return Kind::Nothing("a file of more than 8 MB, which no list has");
    }
    let text = decode_as(bytes, &stated_encoding(bytes));
    let is_strange = |letter: &char| letter.is_control() && !letter.is_whitespace();
    let strange = text.chars().filter(is_strange).count();
    if text.contains('\0') || strange * 20 > text.len() {
        return Kind::Nothing(if bytes.starts_with(b"BM") { PICTURE } else { "a file without text" });
    }
    Kind::Text(text)
}

/// The encoding that a web page or XML states at its beginning; empty if none.
fn stated_encoding(bytes: &[u8]) -> String {
    let begin = String::from_utf8_lossy(&bytes[..bytes.len().min(1024)]).to_ascii_lowercase();
    let after = |key| begin.trim_start().starts_with('<').then(|| begin.split_once(key)).flatten();
    let (_, stated) = after("charset=").or_else(|| after("encoding=")).unwrap_or_default();
    let is_of_name = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    stated.trim_start_matches(['"', '\'']).chars().take_while(is_of_name).collect()
}

/// Whether a file's name has one of these endings, in upper or lower case.
pub(super) fn has_ending(name: &str, endings: &[&str]) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.trim_end()).unwrap_or_default();
    endings.iter().any(|known| known.eq_ignore_ascii_case(ending))
}
