//! What the first bytes of a file and the ending of its name tell.

use super::part::PICTURE;

/// What such files are told to be.
pub(super) const SIGNATURE: &str = "the signature of a mail";
pub(super) const ENCRYPTED: &str = "an encrypted or signed mail (S/MIME): ask for its text and its files";
pub(super) const OUTLOOK: &str = "files that Outlook packed for itself (winmail.dat): ask for them one by one";
const RECORDING: &str = "a sound or a film";
const OTHER_ARCHIVE: &str = "an archive that Muster cannot open: only zip archives are read";
pub(super) const OLD_OFFICE: &str = "a file of an old office program: save it as .docx or as text";

/// Kinds of files that hold no list: where their first bytes are, the bytes, and what such a file is.
const SIGNS: [(usize, &[u8], &str); 27] = [
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
    (0, b"-----BEGIN PGP SIGNATURE", SIGNATURE),
    (0, b"-----BEGIN PGP MESSAGE", "an encrypted text (PGP): ask for it as it was before"),
    (0, b"\x78\x9f\x3e\x22", OUTLOOK),
];

/// Whether a file's name has one of these endings, in upper or lower case.
pub(super) fn has_ending(name: &str, endings: &[&str]) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.trim_end()).unwrap_or_default();
    endings.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

/// Whether the first bytes of a file are those of a picture.
pub(super) fn is_picture(bytes: &[u8]) -> bool {
    by_sign(bytes) == Some(PICTURE) || bytes.starts_with(b"BM") || bytes.trim_ascii_start().starts_with(b"<svg")
}

/// What a file without a list is, by its first bytes. None if they do not tell.
pub(super) fn by_sign(bytes: &[u8]) -> Option<&'static str> {
    let is_here = |(at, sign, _): &&(usize, &[u8], &str)| bytes.get(*at..).is_some_and(|rest| rest.starts_with(sign));
    SIGNS.iter().find(is_here).map(|(_, _, what)| *what)
}
