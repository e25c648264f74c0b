//! Reads a PDF with the programs of Poppler and `ZBar`, which `scripts/setup.sh checks` installs.

use std::fs;
use std::process::Command;

/// The text of each page without blanks, because the typesetter decides where lines break.
pub(crate) fn pages(pdf: &[u8]) -> Vec<String> {
    let text = String::from_utf8(run(pdf, "pdftotext", &["-raw"], &["-"])).unwrap();
    text.trim_end_matches('\u{c}').split('\u{c}').map(dense).collect()
}

/// The metadata of the document.
pub(crate) fn info(pdf: &[u8]) -> String {
    String::from_utf8(run(pdf, "pdfinfo", &[], &[])).unwrap()
}

/// One line per font. Its last columns say whether the font is embedded, is a subset, and has a Unicode map.
pub(crate) fn fonts(pdf: &[u8]) -> Vec<String> {
    let table = String::from_utf8(run(pdf, "pdffonts", &[], &[])).unwrap();
    table.lines().skip(2).map(str::to_owned).collect()
}

/// The first page in grey with one byte per square millimetre, and its width.
pub(crate) fn first_page(pdf: &[u8]) -> (usize, Vec<u8>) {
    let picture = picture(pdf, 1, "25.4");
    // A header of four words, each followed by one blank: P5, width, height, 255.
    let mut words = picture.splitn(4, u8::is_ascii_whitespace);
    let mut number = || std::str::from_utf8(words.next().unwrap()).unwrap().parse::<usize>();
    assert!(number().is_err());
    let (width, height) = (number().unwrap(), number().unwrap());
    (width, picture[picture.len() - width * height..].to_vec())
}

/// What the QR codes on the first page say to a scanner with so many dots per inch.
pub(crate) fn codes(pdf: &[u8], dots_per_inch: &str) -> String {
    codes_of_picture(&picture(pdf, 1, dots_per_inch))
}

/// What the QR codes on a picture say.
pub(crate) fn codes_of_picture(picture: &[u8]) -> String {
    let options = ["--quiet", "--raw", "--set", "disable", "--set", "qrcode.enable"];
    String::from_utf8(run(picture, "zbarimg", &options, &[])).unwrap()
}

/// A page in grey, as PGM. Pages are numbered from 1.
fn picture(pdf: &[u8], page: usize, dots_per_inch: &str) -> Vec<u8> {
    let page = page.to_string();
    run(pdf, "pdftoppm", &["-r", dots_per_inch, "-gray", "-f", &page, "-l", &page, "-singlefile"], &[])
}

/// A text without blanks and without the zero-width spaces at which long words break.
pub(crate) fn dense(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace() && *letter != '\u{200b}').collect()
}

/// Whether a page from [`pages`] contains a text.
pub(crate) fn holds(page: &str, text: &str) -> bool {
    page.contains(&dense(text))
}

fn run(bytes: &[u8], program: &str, before: &[&str], after: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("print");
    fs::write(&path, bytes).unwrap();
    let ran = Command::new(program).args(before).arg(path).args(after).output();
    let ran = ran.unwrap_or_else(|error| panic!("{program}, of the packages poppler-utils and zbar-tools: {error}"));
    assert!(ran.status.success(), "{program}: {}", String::from_utf8_lossy(&ran.stderr));
    ran.stdout
}
