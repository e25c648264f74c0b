//! Decodes text of any origin: UTF-8, UTF-16, what its file states, and several encodings in one file.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Decodes by byte-order mark, else as UTF-16 if every other byte of the beginning is zero, else as UTF-8. Bytes that are
/// not UTF-8 are read as Windows-1252, in which every byte is a character; so a file with both loses nothing.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes).filter(|(encoding, _)| !encoding.is_ascii_compatible()) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned();
    }
    match bytes {
        [1..=255, 0, 1..=255, 0, ..] => return UTF_16LE.decode_without_bom_handling(bytes).0.into_owned(),
        [0, 1..=255, 0, 1..=255, ..] => return UTF_16BE.decode_without_bom_handling(bytes).0.into_owned(),
        _ => {}
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.push_str(&WINDOWS_1252.decode_without_bom_handling(chunk.invalid()).0);
    }
    text
}

/// Decodes text that names its encoding, such as a mail. The name is followed where the text fits it; but UTF-8 under
/// the name of another encoding is UTF-8, because programs often forget to change the name.
#[must_use]
pub fn decode_as(bytes: &[u8], label: &str) -> String {
    let named = Encoding::for_label(label.as_bytes());
    let Some(encoding) = named.filter(|it| !it.is_ascii_compatible() || std::str::from_utf8(bytes).is_err()) else {
        return decode(bytes);
    };
    let (text, _, is_faulty) = encoding.decode(bytes);
    if is_faulty { decode(bytes) } else { text.into_owned() }
}

/// Whether an encoding is known by this name.
#[must_use]
pub(crate) fn is_known(label: &str) -> bool {
    Encoding::for_label_no_replacement(label.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::{decode, decode_as};

    fn utf_16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn text_in_any_encoding_is_read() {
        let text = "1 Größe\r\n2 – “Łódź”";
        assert_eq!(decode(text.as_bytes()), text);
        assert_eq!(decode(format!("\u{feff}{text}").as_bytes()), text);
        for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            assert_eq!(decode(&utf_16(&format!("\u{feff}{text}"), bytes)), text);
            assert_eq!(decode(&utf_16(text, bytes)), text);
        }
        assert_eq!(decode(b"1 Gr\xf6\xdfe \x96 \x93x\x94"), "1 Größe – “x”");
        assert_eq!(decode(b""), "");
    }

    #[test]
    fn two_encodings_in_one_file_lose_nothing() {
        assert_eq!(decode("Größe\n".repeat(2).as_bytes()), "Größe\nGröße\n");
        assert_eq!(decode(&["Größe\nÖl ".as_bytes(), b"Gr\xf6\xdfe\n"].concat()), "Größe\nÖl Größe\n");
    }

    #[test]
    fn a_stated_encoding_counts_where_it_fits() {
        assert_eq!(decode_as(b"\xcf\xf0\xe8\xe2\xe5\xf2", "windows-1251"), "Привет");
        assert_eq!(decode_as("Größe".as_bytes(), "iso-8859-1"), "Größe");
        assert_eq!(decode_as(b"Gr\xf6\xdfe", "utf-8"), "Größe");
        assert_eq!(decode_as(b"\x1b$B%m\x1b(B", "iso-2022-jp"), "ロ");
        assert_eq!(decode_as(b"Gr\xf6\xdfe", "no such thing"), "Größe");
    }
}
