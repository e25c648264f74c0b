//! The QR code that opens a list again.

use qrcode::{Color, EcLevel, QrCode};
use serde::Serialize;

/// A QR code, or the reason why there is none.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct ShareCode {
    words: String,
    /// The width in modules; 0 if there is no code.
    width: usize,
    /// The modules row by row: 0 is black, 255 white.
    modules: Vec<u8>,
}

/// The largest width in modules. A module is 0.4 mm, which phone cameras can resolve. A wider code would fill a third
/// of the page.
const WIDEST: usize = 117;

/// The code for a text, or a message if the text is too long.
pub(crate) fn share_code(text: &str) -> ShareCode {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok().filter(|code| code.width() <= WIDEST);
    let Some(code) = code else {
        let words = "This list is too large for a code to scan.".to_owned();
        return ShareCode { words, width: 0, modules: Vec::new() };
    };
    let shade = |colour: Color| colour.select(0, u8::MAX);
    ShareCode {
        words: "Scan, then paste into Muster.".to_owned(),
        width: code.width(),
        modules: code.into_colors().into_iter().map(shade).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::share_code;

    #[test]
    fn what_a_phone_cannot_read_is_no_code() {
        let small = share_code("muster:list");
        assert_eq!(small.modules.len(), small.width * small.width);
        assert!(share_code(&"x".repeat(1273)).width == 117);
        let large = share_code(&"x".repeat(1274));
        assert!(large.width == 0 && large.modules.is_empty() && large.words.contains("too large"));
        assert_eq!(share_code(&"x".repeat(100_000)).width, 0);
    }
}
