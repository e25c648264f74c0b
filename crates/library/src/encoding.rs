//! Decodes bytes as UTF-8 text.

use crate::fault::{FaultKind, FileFault, TextPlace};
use crate::limits;

/// Decodes bytes as UTF-8. The fault has the place of the first invalid byte.
pub fn utf8(bytes: &[u8]) -> Result<&str, FileFault> {
    if bytes.len() as u64 > limits::FILE_BYTES {
        return Err(FileFault::too_large());
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let (before, rest) = bytes.split_at(error.valid_up_to());
        let before = String::from_utf8_lossy(before);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let place = u32::try_from(line).ok().zip(u32::try_from(column).ok());
        // The first byte that is not valid; there is one.
        let wrong = rest.first().copied().unwrap_or_default();
        let message = match bytes {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "the file is UTF-16 text, not UTF-8".to_owned(),
            _ => format!("the file is not UTF-8: byte 0x{wrong:02x} is not part of a character"),
        };
        FileFault::new(FaultKind::NotUtf8, message)
            .place(place.map(|(line, column)| TextPlace { line, column }))
            .help("save it again with the encoding UTF-8")
    })
}
