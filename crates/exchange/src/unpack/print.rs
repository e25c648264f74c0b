//! Finds the lists in prints of Muster: list files that the catalogue of a PDF names as its attached files.
//!
//! Other files in its bytes are none that a reader of PDFs shows: what a later change replaced, or what nothing leads to. What
//! is shown but not read is told: attached files that are no lists, and files that stand on its pages.

use std::collections::HashSet;

use muster_engine::plural::joined;
use muster_engine::theirs::quoted;

use super::hidden::HiddenText;
use super::pdf::{DAMAGED, Pdf, PdfDictionary, PdfValue};
use super::sign::has_ending;

const FOREIGN: &str = "a PDF without a list in it: only prints of Muster have one";
const LARGE: &str = "a print with lists of more than 8 MB";

/// The most files that a print may carry. The tree of their names, and that of its pages, may have as many nodes.
const FILES: usize = 10_000;
/// The most other files that are named.
const NAMED: usize = 3;
/// The longest name of a file that is told, in letters.
const NAME: usize = 60;
/// The keys under which the description of a file names its bytes, for different systems.
const BYTES_OF: [&str; 5] = ["UF", "F", "Unix", "Mac", "DOS"];

/// What a print carries.
pub(super) struct CarriedFiles {
    /// The list files, in the order in which its catalogue names them; or what the PDF is instead.
    pub lists: Result<Vec<Vec<u8>>, &'static str>,
    /// What is not read of it.
    pub hidden: HiddenText,
}

/// What a PDF carries, with lists of at most so many bytes together.
pub(super) fn carried(pdf: &[u8], most: usize) -> CarriedFiles {
    let mut hidden = HiddenText::default();
    let lists = lists(pdf, most, &mut hidden);
    CarriedFiles { lists, hidden }
}

fn lists(pdf: &[u8], mut most: usize, hidden: &mut HiddenText) -> Result<Vec<Vec<u8>>, &'static str> {
    let mut pdf = Pdf::open(pdf)?;
    let catalogue = pdf.catalogue()?;
    let (mut lists, mut others, mut seen) = (Vec::new(), UnreadFiles::default(), HashSet::new());
    for file in files(&mut pdf, &catalogue)? {
        let Some(file) = pdf.table(&file)? else { continue };
        let Some(bytes) = pdf.table(file.get("EF"))? else {
            others.add(&file);
            continue;
        };
        for key in BYTES_OF {
            let PdfValue::Reference(number) = *bytes.get(key) else { continue };
            if !seen.insert(number) {
                continue;
            }
            let Some(stream) = pdf.stream(number)? else { continue };
            if !is_list(&file, &stream.table) {
                others.add(&file);
                continue;
            }
            let list = pdf.unpacked(&stream, most)?.ok_or(LARGE)?;
            most -= list.len();
            lists.push((number, list));
        }
    }
    others.tell(hidden, "carries");
    let mut on_pages = UnreadFiles::default();
    let read: HashSet<u32> = lists.iter().map(|(number, _)| *number).collect();
    if on_pages.find(&mut pdf, &catalogue, &read).is_err() {
        hidden.note("its pages could not be searched for more files");
    }
    on_pages.tell(hidden, "has on its pages");
    // The tree sorts files by their names. A writer of PDFs numbers them in the order of the pages.
    lists.sort_by_key(|(number, _)| *number);
    if lists.is_empty() { Err(FOREIGN) } else { Ok(lists.into_iter().map(|(_, list)| list).collect()) }
}

/// Files that a reader of PDFs shows, but that are not read.
#[derive(Default)]
struct UnreadFiles {
    names: Vec<String>,
    more: usize,
}

impl UnreadFiles {
    /// Adds a file by its description.
    fn add(&mut self, file: &PdfDictionary) {
        let name = [name(file, "UF"), name(file, "F")].into_iter().find(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| "a file without a name".to_owned());
        let name: String = name.chars().take(NAME).collect();
        if self.names.contains(&name) {
            return;
        }
        if self.names.len() < NAMED { self.names.push(name) } else { self.more += 1 }
    }

    /// Adds the files that stand on the pages, and those that belong to a page, without those that were read.
    fn find(&mut self, pdf: &mut Pdf, catalogue: &PdfDictionary, read: &HashSet<u32>) -> Result<(), &'static str> {
        let (mut nodes, mut seen) = (vec![catalogue.get("Pages").clone()], 0);
        while let Some(node) = nodes.pop() {
            let Some(node) = pdf.table(&node)? else { continue };
            let kids = pdf.array(node.get("Kids"))?;
            seen += 1 + kids.len();
            if seen > FILES {
                return Err(DAMAGED);
            }
            nodes.extend(kids.into_iter().rev());
            for file in pdf.array(node.get("AF"))? {
                self.add_described(pdf, &file, read)?;
            }
            for annotation in pdf.array(node.get("Annots"))? {
                let Some(annotation) = pdf.table(&annotation)? else { continue };
                if annotation.get("Subtype").as_name() == b"FileAttachment" {
                    self.add_described(pdf, annotation.get("FS"), read)?;
                }
                for file in pdf.array(annotation.get("AF"))? {
                    self.add_described(pdf, &file, read)?;
                }
            }
        }
        Ok(())
    }

    fn add_described(&mut self, pdf: &mut Pdf, file: &PdfValue, read: &HashSet<u32>) -> Result<(), &'static str> {
        let file = pdf.table(file)?.unwrap_or_default();
        let bytes = pdf.table(file.get("EF"))?.unwrap_or_default();
        let is_read = |key: &str| matches!(bytes.get(key), PdfValue::Reference(number) if read.contains(number));
        if !BYTES_OF.iter().any(|key| is_read(key)) {
            self.add(&file);
        }
        Ok(())
    }

    fn tell(&self, hidden: &mut HiddenText, has: &str) {
        let mut names: Vec<String> = self.names.iter().map(|name| quoted(name)).collect();
        if self.more > 0 {
            names.push(format!("{} more", self.more));
        }
        if !names.is_empty() {
            hidden.note(format!("Muster did not read what the PDF {has} as well: {}", joined(&names, "and")));
        }
    }
}

/// The descriptions of all files that the catalogue names: in the tree of names, and as files that belong to the whole.
fn files(pdf: &mut Pdf, catalogue: &PdfDictionary) -> Result<Vec<PdfValue>, &'static str> {
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
fn is_list(file: &PdfDictionary, bytes: &PdfDictionary) -> bool {
    let is_named = |key| has_ending(&name(file, key), &["yaml", "yml", "json"]);
    bytes.get("Subtype").as_name().ends_with(b"yaml") || is_named("UF") || is_named("F")
}

/// A name of a file, by its description.
fn name(file: &PdfDictionary, key: &str) -> String {
    match file.get(key) {
        // Names in UTF-16 have a mark, and a zero before each letter.
        PdfValue::Text(name) => {
            String::from_utf8_lossy(name.strip_prefix(b"\xfe\xff").unwrap_or(name)).replace('\0', "")
        }
        _ => String::new(),
    }
}
