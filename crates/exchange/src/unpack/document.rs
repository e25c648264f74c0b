//! Reads documents of Word and workbooks of Excel as text.

use roxmltree::{Document, Node};

use super::archive::{Archive, Refusal};
use super::hidden::HiddenText;
use super::look::{Looks, child};
use crate::battlescribe::xml::parse;

/// The file of an archive that makes it a document.
pub(super) const DOCUMENT: &str = "word/document.xml";
/// The most columns that a cell spans. Cells of lists span fewer.
const SPAN: usize = 40;
/// The file with the styles of a document.
const STYLES: &str = "word/styles.xml";

/// Folders of a document with what it shows beside its text, each with what is not read.
const SHOWN: [(&str, &str); 4] = [
    ("word/media/", "pictures"),
    ("word/embeddings/", "embedded files"),
    ("word/charts/", "charts"),
    ("word/diagrams/", "diagrams"),
];

/// Whether a file of an archive is a part of a document, by its name.
pub(super) fn is_part(name: &str) -> bool {
    const FOLDERS: [&str; 6] = ["word/", "_rels/", "docProps/", "docMetadata/", "customXml/", "customUI/"];
    name == "[Content_Types].xml" || FOLDERS.iter().any(|folder| name.starts_with(folder))
}

/// What a document says.
pub(super) struct DocumentText {
    pub text: String,
    /// Other texts that people see in it, each with its name: the one that old programs show, and what stands at the edges of
    /// its pages.
    pub others: Vec<(&'static str, String)>,
    /// What nobody sees in it: hidden text, and what was deleted.
    pub hidden: HiddenText,
}

/// The text of a document: a line for each paragraph and each row of a table, tabs between cells, bullets before the
/// items of lists.
pub(super) fn words(archive: &mut Archive, most: u64) -> Result<DocumentText, Refusal> {
    let looks = if archive.has(STYLES) {
        Looks::of(parsed(STYLES, &text_of(archive, STYLES, most)?)?.root_element())
    } else {
        Looks::default()
    };
    let xml = text_of(archive, DOCUMENT, most)?;
    let tree = parsed(DOCUMENT, &xml)?;
    let read = |tree: &Document, skips| {
        let mut reading = OfficeReader { text: String::new(), hidden: HiddenText::default(), skips, looks: &looks };
        reading.blocks(tree.root_element());
        reading
    };
    let mut main = read(&tree, "Fallback");
    let has_other = tree.descendants().any(|node| node.tag_name().name() == "Fallback");
    let old = has_other.then(|| read(&tree, "Choice").text).filter(|old| *old != main.text);
    let mut edges: Vec<String> = Vec::new();
    for name in archive.names().into_iter().filter(|name| is_edge(name)) {
        let xml = text_of(archive, &name, most)?;
        let edge = read(&parsed(&name, &xml)?, "Fallback");
        main.hidden.join(&edge.hidden);
        // The first page and the even ones have headers of their own, which mostly say the same.
        if !edge.text.trim().is_empty() && !edges.contains(&edge.text) {
            edges.push(edge.text);
        }
    }
    let names = archive.names();
    for (folder, what) in SHOWN {
        if names.iter().any(|name| name.starts_with(folder) && !name.ends_with('/')) {
            main.hidden.note(format!("Muster did not read what its {what} show"));
        }
    }
    if tree.descendants().any(|node| node.tag_name().name() == "altChunk") {
        main.hidden.note("Muster did not read what it takes in from other files");
    }
    let edges = Some(edges.concat()).filter(|edges| !edges.is_empty());
    let others = [("text for old programs", old), ("headers and notes", edges)];
    let others = others.into_iter().filter_map(|(name, text)| Some((name, text?))).collect();
    Ok(DocumentText { text: main.text, others, hidden: main.hidden })
}

/// Whether a file of a document has text at the edges of its pages: headers and footers, notes and comments.
fn is_edge(name: &str) -> bool {
    const EDGES: [&str; 5] = ["header", "footer", "footnotes", "endnotes", "comments"];
    let own = name.strip_prefix("word/").and_then(|name| name.strip_suffix(".xml")).unwrap_or_default();
    EDGES.contains(&own.trim_end_matches(|letter: char| letter.is_ascii_digit()))
}

fn text_of(archive: &mut Archive, name: &str, most: u64) -> Result<String, Refusal> {
    let bytes = archive.read(archive.place(name)?, most)?;
    String::from_utf8(bytes).map_err(|_| broken("it is not UTF-8"))
}

fn parsed<'x>(name: &str, xml: &'x str) -> Result<Document<'x>, Refusal> {
    parse(name, xml).map_err(|error| broken(&error.to_string()))
}

fn broken(error: &str) -> Refusal {
    Refusal::Broken(format!("a document that cannot be read: {error}"))
}

struct OfficeReader<'l> {
    text: String,
    hidden: HiddenText,
    /// The element that holds a form of the text that is not read.
    skips: &'static str,
    looks: &'l Looks,
}

impl OfficeReader<'_> {
    /// Writes the paragraphs and tables inside of an element.
    fn blocks(&mut self, node: Node) {
        for child in node.children() {
            match child.tag_name().name() {
                "p" => self.paragraph(child),
                "tbl" => self.rows(child),
                name if name == self.skips => {}
                _ => self.blocks(child),
            }
        }
    }

    fn paragraph(&mut self, node: Node) {
        if let Some(list) = child(node, "pPr").and_then(|format| child(format, "numPr")) {
            let level = child(list, "ilvl").and_then(|level| level.attributes().next()?.value().parse().ok());
            self.text.push_str(&"  ".repeat(level.unwrap_or(0_usize).min(8)));
            self.text.push_str("- ");
        }
        self.words(node);
        self.text.push('\n');
    }

    /// Writes the words of a paragraph.
    fn words(&mut self, node: Node) {
        for child in node.children() {
            match child.tag_name().name() {
                "t" => self.text.push_str(child.text().unwrap_or_default()),
                "tab" if node.tag_name().name() == "r" => self.text.push('\t'),
                "br" | "cr" => self.text.push('\n'),
                "noBreakHyphen" => self.text.push('-'),
                name if name == self.skips => {}
                // What was deleted or moved away while changes were kept, and runs that are formatted as hidden.
                "del" | "moveFrom" => self.hide(child),
                "r" if self.looks.is_hidden(child) => self.hide(child),
                // A box with text of its own.
                "txbxContent" => {
                    self.text.push('\n');
                    self.blocks(child);
                }
                _ => self.words(child),
            }
        }
    }

    fn hide(&mut self, node: Node) {
        let texts = node.descendants().filter(|node| matches!(node.tag_name().name(), "t" | "delText"));
        texts.for_each(|node| self.hidden.add(node.text().unwrap_or_default()));
    }

    fn rows(&mut self, table: Node) {
        for row in table.descendants().filter(|node| node.tag_name().name() == "tr" && table_of(*node) == Some(table)) {
            let cells =
                row.descendants().filter(|node| node.tag_name().name() == "tc" && table_of(*node) == Some(table));
            let cells: Vec<String> = cells.flat_map(|node| self.cells(node)).collect();
            self.text.push_str(cells.join("\t").trim_end());
            self.text.push('\n');
        }
    }

    /// The text of a cell, and empty ones for the other columns that it spans. A cell that goes on with the one above it shows
    /// no text of its own.
    fn cells(&mut self, node: Node) -> Vec<String> {
        let format = child(node, "tcPr");
        let value =
            |node: Node| node.attributes().find(|value| value.name() == "val").map(|value| value.value().to_owned());
        let merges = format.and_then(|format| child(format, "vMerge"));
        let goes_on = merges.is_some_and(|merge| value(merge).is_none_or(|value| value == "continue"));
        let columns = format.and_then(|format| value(child(format, "gridSpan")?)?.parse().ok()).unwrap_or(1_usize);
        let text = if goes_on {
            self.hide(node);
            String::new()
        } else {
            self.cell(node)
        };
        let mut cells = vec![text];
        cells.resize(columns.clamp(1, SPAN), String::new());
        cells
    }

    /// The text of a cell on one line.
    fn cell(&mut self, node: Node) -> String {
        let mut cell = Self { text: String::new(), hidden: HiddenText::default(), ..*self };
        cell.blocks(node);
        self.hidden.join(&cell.hidden);
        cell.text.split(['\n', '\t']).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

fn table_of<'a>(node: Node<'a, 'a>) -> Option<Node<'a, 'a>> {
    node.ancestors().find(|node| node.tag_name().name() == "tbl")
}
