//! A PDF as its readers see it, by Poppler's programs (`scripts/setup.sh checks` brings them).

use std::fs;
use std::process::Command;

/// The text of each page, without blanks: where lines break is the typesetter's.
pub(crate) fn pages(pdf: &[u8]) -> Vec<String> {
    let text = String::from_utf8(run(pdf, "pdftotext", &["-raw"], &["-"])).unwrap();
    text.trim_end_matches('\u{c}').split('\u{c}').map(dense).collect()
}

/// What the document says of itself.
pub(crate) fn info(pdf: &[u8]) -> String {
    String::from_utf8(run(pdf, "pdfinfo", &[], &[])).unwrap()
}

/// A line for each font: its last columns are whether it is embedded, a subset, and can be read back.
pub(crate) fn fonts(pdf: &[u8]) -> Vec<String> {
    let table = String::from_utf8(run(pdf, "pdffonts", &[], &[])).unwrap();
    table.lines().skip(2).map(str::to_owned).collect()
}

/// The first page in grey, a byte for each millimetre, with its width.
pub(crate) fn first_page(pdf: &[u8]) -> (usize, Vec<u8>) {
    let picture = run(pdf, "pdftoppm", &["-r", "25.4", "-gray", "-singlefile"], &[]);
    // A head of four words, each with one blank after it: P5, width, height, 255.
    let mut words = picture.splitn(4, u8::is_ascii_whitespace);
    let mut number = || std::str::from_utf8(words.next().unwrap()).unwrap().parse::<usize>();
    assert!(number().is_err());
    let (width, height) = (number().unwrap(), number().unwrap());
    (width, picture[picture.len() - width * height..].to_vec())
}

/// A text without its blanks, also those without width at which long words break.
pub(crate) fn dense(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace() && *letter != '\u{200b}').collect()
}

/// Whether a page of [`pages`] has a text on it.
pub(crate) fn holds(page: &str, text: &str) -> bool {
    page.contains(&dense(text))
}

fn run(pdf: &[u8], program: &str, before: &[&str], after: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("print.pdf");
    fs::write(&path, pdf).unwrap();
    let ran = Command::new(program).args(before).arg(path).args(after).output();
    let ran = ran.unwrap_or_else(|error| panic!("{program}, of the package poppler-utils: {error}"));
    assert!(ran.status.success(), "{program}: {}", String::from_utf8_lossy(&ran.stderr));
    ran.stdout
}
