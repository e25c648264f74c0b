//! Finds the lists in prints of Muster: list files that the catalogue of a PDF names as its attached files.
//!
//! Other files in its bytes are none that a reader of PDFs shows: what a later change replaced, or what nothing leads to.

use std::collections::HashSet;

use super::kind::has_ending;
use super::pdf::{DAMAGED, Pdf, Table, Value};

const FOREIGN: &str = "a PDF without a list in it: only prints of Muster have one";
const LARGE: &str = "a print with lists of more than 8 MB";

/// The most files that a print carries, and the most nodes of the tree of their names.
const FILES: usize = 10_000;
/// The keys under which the description of a file names its bytes, for different systems.
const BYTES_OF: [&str; 5] = ["UF", "F", "Unix", "Mac", "DOS"];

/// The list files in a print, in the order in which its catalogue names them, of at most so many bytes together; or what
/// the PDF is instead.
pub(super) fn lists(pdf: &[u8], mut most: usize) -> Result<Vec<Vec<u8>>, &'static str> {
    let mut pdf = Pdf::open(pdf)?;
    let catalogue = pdf.catalogue()?;
    let (mut lists, mut seen) = (Vec::new(), HashSet::new());
    for file in files(&mut pdf, &catalogue)? {
        let Some(file) = pdf.table(&file)? else { continue };
        let Some(bytes) = pdf.table(file.get("EF"))? else { continue };
        for key in BYTES_OF {
            let Value::Reference(number) = *bytes.get(key) else { continue };
            if !seen.insert(number) {
                continue;
            }
            let Some(stream) = pdf.stream(number)? else { continue };
            if !is_list(&file, &stream.table) {
                continue;
            }
            let list = pdf.unpacked(&stream, most)?.ok_or(LARGE)?;
            most -= list.len();
            lists.push((number, list));
        }
    }
    // The tree sorts files by their names. A writer of PDFs numbers them in the order of the pages.
    lists.sort_by_key(|(number, _)| *number);
    if lists.is_empty() { Err(FOREIGN) } else { Ok(lists.into_iter().map(|(_, list)| list).collect()) }
}

/// The descriptions of all files that the catalogue names: in the tree of names, and as files that belong to the whole.
fn files(pdf: &mut Pdf, catalogue: &Table) -> Result<Vec<Value>, &'static str> {
    let names = pdf.table(catalogue.get("Names"))?.unwrap_or_default();
    let (mut files, mut nodes, mut seen) = (Vec::new(), vec![names.get("EmbeddedFiles").clone()], 0);
    while let Some(node) = nodes.pop() {
        let Some(node) = pdf.table(&node)? else { continue };
        let (pairs, kids) = (pdf.array(node.get("Names"))?, pdf.array(node.get("Kids"))?);
        seen += 1;
        files.extend(pairs.chunks(2).filter_map(|pair| pair.get(1).cloned()));
        nodes.extend(kids.into_iter().rev());
        if seen + nodes.len() > FILES || files.len() > FILES {
            return Err(DAMAGED);
        }
    }
    files.extend(pdf.array(catalogue.get("AF"))?);
    Ok(files)
}

/// Whether an attached file is a list file, by what its bytes are said to be or by its name.
fn is_list(file: &Table, bytes: &Table) -> bool {
    let name = |key| match file.get(key) {
        // Names in UTF-16 have a zero before each letter.
        Value::Text(name) => String::from_utf8_lossy(name).replace('\0', ""),
        _ => String::new(),
    };
    let is_named = |key| has_ending(&name(key), &["yaml", "yml", "json"]);
    bytes.get("Subtype").as_name().ends_with(b"yaml") || is_named("UF") || is_named("F")
}
