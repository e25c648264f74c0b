//! Finds the lists in prints of Muster: YAML files that are attached to a PDF.
//!
//! An attached file is a stream of its own in the PDF. Muster searches the bytes for it and does not build the PDF's
//! tree of objects, because a hostile file could make that tree as large as it likes.

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};

use super::archive::plausible;

const FOREIGN: &str = "a PDF without a list in it: only prints of Muster have one";
const ENCRYPTED: &str = "an encrypted PDF";
const LARGE: &str = "a print with lists of more than 8 MB";
const BOMB: &str = "a print whose list unpacks to more than any list of its size";
const DAMAGED: &str = "a print whose list is damaged";

/// The mark of an attached file. `/EmbeddedFiles` contains the mark too, but no stream follows it.
const MARK: &[u8] = b"/EmbeddedFile";
/// The most bytes before and behind the mark that describe a file.
const HEAD: usize = 1_000;

/// The list files in a print, in their order, of at most so many bytes together; or what the PDF is instead.
pub(super) fn lists(pdf: &[u8], mut most: usize) -> Result<Vec<Vec<u8>>, &'static str> {
    if find(pdf, b"/Encrypt").is_some() {
        return Err(ENCRYPTED);
    }
    let mut lists = Vec::new();
    let mut rest = pdf;
    while let Some(at) = find(rest, MARK) {
        let (before, after) = (&rest[..at], &rest[at + MARK.len()..]);
        let before = &before[before.len().saturating_sub(HEAD)..];
        let begin = before.windows(3).rposition(|word| word == b"obj").unwrap_or_default();
        rest = after;
        let Some(end) = find(&after[..after.len().min(HEAD)], b"stream") else { continue };
        let head = [&before[begin..], &after[..end]].concat();
        if find(&head, b"endobj").is_some() || find(&head, b"yaml").is_none() {
            continue;
        }
        let data = &after[end + b"stream".len()..];
        let data = data.strip_prefix(b"\r").unwrap_or(data);
        let data = data.strip_prefix(b"\n").unwrap_or(data);
        // The search goes on behind the stream, so that no byte is searched or unpacked for several streams.
        let (data, behind) = data.split_at(find(data, b"endstream").unwrap_or(data.len()));
        rest = behind;
        // One fault ends the search, so that many streams cannot each cost as much as the largest.
        let list = unpacked(&head, data, most)?;
        most -= list.len();
        lists.push(list);
    }
    if lists.is_empty() { Err(FOREIGN) } else { Ok(lists) }
}

fn unpacked(head: &[u8], data: &[u8], most: usize) -> Result<Vec<u8>, &'static str> {
    if find(head, b"/Filter").is_none() {
        let data = data.strip_suffix(b"\n").unwrap_or(data);
        return if data.len() <= most { Ok(data.to_vec()) } else { Err(LARGE) };
    }
    let plausible = usize::try_from(plausible(data.len() as u64)).unwrap_or(usize::MAX);
    decompress_to_vec_zlib_with_limit(data, most.min(plausible)).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput if plausible < most => BOMB,
        TINFLStatus::HasMoreOutput => LARGE,
        _ => DAMAGED,
    })
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}
