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
    /// The lengths of the runs of modules in each row: white, black, white, and so on.
    rows: Vec<Vec<usize>>,
}

/// The largest width in modules. A module is 0.45 mm, three and a half dots of a scan at 200 dpi. A wider code would take
/// a third of the page.
const WIDEST: usize = 117;

/// The code for a text, or a message if the text is too long.
pub(crate) fn share_code(text: &str) -> ShareCode {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok().filter(|code| code.width() <= WIDEST);
    let Some(code) = code else {
        let words = "This list is too large for a code to scan.".to_owned();
        return ShareCode { words, width: 0, rows: Vec::new() };
    };
    let width = code.width();
    let rows = code.into_colors().chunks(width).map(runs).collect();
    ShareCode { words: "Scan, then paste into Muster.".to_owned(), width, rows }
}

/// The lengths of the runs of modules of the same colour. The first is white, and perhaps empty.
fn runs(row: &[Color]) -> Vec<usize> {
    let white = if row.first() == Some(&Color::Dark) { vec![0] } else { Vec::new() };
    white.into_iter().chain(row.chunk_by(|one, next| one == next).map(<[Color]>::len)).collect()
}

#[cfg(test)]
mod tests {
    use super::share_code;

    #[test]
    fn what_a_phone_cannot_read_is_no_code() {
        let small = share_code("muster:list");
        assert_eq!(small.rows.len(), small.width);
        assert!(small.rows.iter().all(|row| row.iter().sum::<usize>() == small.width));
        // The corner of a code is seven black modules.
        assert_eq!(small.rows[0][..2], [0, 7]);
        assert!(share_code(&"x".repeat(1273)).width == 117);
        let large = share_code(&"x".repeat(1274));
        assert!(large.width == 0 && large.rows.is_empty() && large.words.contains("too large"));
        assert_eq!(share_code(&"x".repeat(100_000)).width, 0);
    }
}
