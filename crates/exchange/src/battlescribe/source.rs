//! Reads community files as text: plain, or packed in a zip archive (`.catz`, `.gstz`).

use std::io::{self, Cursor, Read};
use std::path::Path;

use muster_library::files;
use roxmltree::Document;
use zip::ZipArchive;

use super::xml::{ImportError, line_and_column, parse};
use crate::unpack::RATIO;

/// The largest file that is read, in bytes after unpacking.
const MAX_BYTES: u64 = 64 << 20;
/// The largest archive that is read, in bytes. Its directory takes several times its size in memory. Known archives
/// have 50 KB.
const MAX_PACKED: u64 = 8 << 20;

/// The kind of file to look for in an archive.
pub(super) struct WantedFile {
    noun: &'static str,
    endings: &'static [&'static str],
}

const CATALOGUE: WantedFile = WantedFile { noun: "catalogue", endings: &[".cat", ".gst"] };
pub(super) const ROSTER: WantedFile = WantedFile { noun: "roster", endings: &[".ros"] };

/// A file to import: a catalogue, or the game system file it builds on.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its name in notices and in recipes.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl SourceFile {
    /// Reads a file, packed or not. Error messages name its path.
    pub fn open(name: &str, path: &Path) -> Result<Self, ImportError> {
        let file = path.to_string_lossy();
        let opened = files::open(path).map_err(|fault| ImportError::new(&file, fault.message))?;
        let bytes = limited(opened, MAX_BYTES)
            .map_err(|error| ImportError::new(&file, format!("it cannot be read: {error}")))?;
        Ok(Self { name: name.to_owned(), text: text(&file, bytes, &CATALOGUE)? })
    }

    /// Reads the content of a file, packed or not. Error messages name `file`.
    pub fn of(name: &str, file: &str, bytes: Vec<u8>) -> Result<Self, ImportError> {
        Ok(Self { name: name.to_owned(), text: text(file, bytes, &CATALOGUE)? })
    }

    /// Its tree, within the limits of all XML.
    pub fn parse(&self) -> Result<Document<'_>, ImportError> {
        parse(&self.name, &self.text)
    }

    /// An error at a byte of its text.
    #[must_use]
    pub fn error(&self, offset: usize, message: String) -> ImportError {
        ImportError { at: Some(line_and_column(&self.text, offset)), ..ImportError::new(&self.name, message) }
    }
}

/// The text of a file. Archives are recognised by their first bytes, not by the file name.
pub(super) fn text(file: &str, bytes: Vec<u8>, wanted: &WantedFile) -> Result<String, ImportError> {
    let wrong = |message| ImportError::new(file, message);
    let bytes = if bytes.starts_with(b"PK") { unpacked(&bytes, wanted).map_err(wrong)? } else { bytes };
    if bytes.len() as u64 > MAX_BYTES {
        return Err(wrong(format!("the file is larger than {} MB", MAX_BYTES >> 20)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let (bytes, valid) = (error.as_bytes(), error.utf8_error().valid_up_to());
        let message = match bytes {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "the file is UTF-16 text, not UTF-8",
            _ => "the file is not UTF-8: this byte is not part of a character",
        };
        let at = line_and_column(&String::from_utf8_lossy(bytes.get(..valid).unwrap_or_default()), usize::MAX);
        ImportError { at: Some(at), ..ImportError::new(file, message) }
    })
}

/// Unpacks the one wanted file of an archive. The names in it are never used to write files.
fn unpacked(archive: &[u8], wanted: &WantedFile) -> Result<Vec<u8>, String> {
    if archive.len() as u64 > MAX_PACKED {
        return Err(format!("the archive is larger than {} MB", MAX_PACKED >> 20));
    }
    let broken = |error| format!("the archive cannot be unpacked: {error}");
    let mut archive = ZipArchive::new(Cursor::new(archive)).map_err(broken)?;
    let is_wanted = |name: &[u8]| {
        let end = name.len().checked_sub(4).and_then(|at| name.get(at..)).unwrap_or_default();
        wanted.endings.iter().any(|ending| end.eq_ignore_ascii_case(ending.as_bytes()))
    };
    let found: Vec<usize> =
        archive.file_names_raw().enumerate().filter(|(_, name)| is_wanted(name)).map(|(index, _)| index).collect();
    let noun = wanted.noun;
    let index = match found.as_slice() {
        [index] => *index,
        [] => return Err(format!("the archive holds no {} file", wanted.endings.join(" or "))),
        more => {
            return Err(format!("the archive holds {} {noun}s: unpack it and name the one you mean", more.len()));
        }
    };
    let file = archive.by_index(index).map_err(broken)?;
    if file.name_raw().iter().any(|letter| matches!(letter, b'/' | b'\\' | b':' | 0)) {
        return Err(format!("the {noun} in the archive has a path for a name"));
    }
    // The archive may state a false unpacked size, so the limit depends on the packed size.
    let most = file.compressed_size().saturating_mul(RATIO).min(MAX_BYTES);
    let bytes = limited(file, most).map_err(|error| broken(error.into()))?;
    if bytes.len() as u64 > most {
        let size = most.div_ceil(1 << 20);
        return Err(format!("the archive unpacks to more than {size} MB, which no {noun} of its size does"));
    }
    Ok(bytes)
}

/// All bytes, but at most one more than allowed.
fn limited(from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::Write as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            archive.start_file(*name, SimpleFileOptions::default()).unwrap();
            archive.write_all(bytes).unwrap();
        }
        archive.finish().unwrap().into_inner()
    }

    fn refused(bytes: Vec<u8>) -> String {
        text("f", bytes, &CATALOGUE).unwrap_err().to_string()
    }

    #[test]
    fn packed_and_plain_say_the_same() {
        assert_eq!(text("f", b"<catalogue/>".to_vec(), &CATALOGUE).unwrap(), "<catalogue/>");
        // Other files in the archive do not matter.
        let packed = archive(&[("read me.txt", b"hello"), ("../other", b""), ("Fleet.CAT", b"<catalogue/>")]);
        assert_eq!(text("f", packed, &CATALOGUE).unwrap(), "<catalogue/>");
        assert_eq!(text("f", archive(&[("game.gst", b"<gameSystem/>")]), &CATALOGUE).unwrap(), "<gameSystem/>");
    }

    #[test]
    fn archives_without_one_catalogue_are_refused() {
        assert_eq!(refused(archive(&[("a.txt", b"")])), "f: the archive holds no .cat or .gst file");
        assert_eq!(
            refused(archive(&[("a.cat", b""), ("b.gst", b"")])),
            "f: the archive holds 2 catalogues: unpack it and name the one you mean"
        );
        for name in ["../a.cat", "/etc/a.cat", "in/a.cat", "C:a.cat", r"..\a.cat"] {
            assert_eq!(refused(archive(&[(name, b"")])), "f: the catalogue in the archive has a path for a name");
        }
    }

    #[test]
    fn bombs_do_not_burst() {
        let spaces = vec![b' '; 65 << 20];
        let packed = archive(&[("a.cat", &spaces)]);
        assert!(packed.len() < 1 << 20);
        let most = "f: the archive unpacks to more than";
        assert_eq!(refused(packed), format!("{most} 13 MB, which no catalogue of its size does"));
        // Poorly packed, so that only the size is too large.
        let mut state = 1_u32;
        let noise = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        });
        let noise = [noise.take(100_000).collect(), vec![b' '; 900_000]].concat().repeat(68);
        assert_eq!(
            refused(archive(&[("a.cat", &noise)])),
            format!("{most} 64 MB, which no catalogue of its size does")
        );
        assert_eq!(refused(spaces), "f: the file is larger than 64 MB");
    }

    /// Archives with any byte changed or cut off anywhere are refused or read, and never cause a panic.
    #[test]
    fn broken_archives_are_refused() {
        let whole = archive(&[("a.cat", b"<catalogue>some text, some text, some text</catalogue>")]);
        for length in 2..whole.len() {
            assert!(refused(whole[..length].to_vec()).starts_with("f: the archive"));
        }
        for at in 2..whole.len() {
            for flip in [1, 0x80, 0xff] {
                let mut broken = whole.clone();
                broken[at] ^= flip;
                let _ = text("f", broken, &CATALOGUE);
            }
        }
    }

    #[test]
    fn what_is_not_utf_8_has_a_place() {
        assert_eq!(
            refused(b"<a>\n\xc3\xa4\xff".to_vec()),
            "f:2:2: the file is not UTF-8: this byte is not part of a character"
        );
        assert_eq!(refused(b"\xff\xfe<\0".to_vec()), "f:1:1: the file is UTF-16 text, not UTF-8");
    }
}
