//! Reads documents of Word and workbooks of Excel as text.

use roxmltree::Node;

use super::archive::{Archive, Refusal};
use super::hidden::Hidden;
use crate::battlescribe::xml::parse;

/// The file of an archive that makes it a document.
pub(super) const DOCUMENT: &str = "word/document.xml";

/// Whether a file of an archive is a part of a document, by its name.
pub(super) fn is_part(name: &str) -> bool {
    const FOLDERS: [&str; 6] = ["word/", "_rels/", "docProps/", "docMetadata/", "customXml/", "customUI/"];
    name == "[Content_Types].xml" || FOLDERS.iter().any(|folder| name.starts_with(folder))
}

/// What a document says.
pub(super) struct Words {
    pub text: String,
    /// The text where its other forms are read, which old programs show. None if the document has none.
    pub other: Option<String>,
    /// What nobody sees in it: hidden text, and what was deleted.
    pub hidden: Hidden,
}

/// The text of a document: a line for each paragraph and each row of a table, tabs between cells, bullets before the
/// items of lists.
pub(super) fn words(archive: &mut Archive, most: u64) -> Result<Words, Refusal> {
    let bytes = archive.read(archive.place(DOCUMENT)?, most)?;
    let broken = |error: String| Refusal::Broken(format!("a document that cannot be read: {error}"));
    let xml = String::from_utf8(bytes).map_err(|_| broken("it is not UTF-8".to_owned()))?;
    let tree = parse(DOCUMENT, &xml).map_err(|error| broken(error.to_string()))?;
    let mut reading = Reading { skips: "Fallback", ..Reading::default() };
    reading.blocks(tree.root_element());
    let has_other = tree.descendants().any(|node| node.tag_name().name() == "Fallback");
    let other = has_other.then(|| {
        let mut other = Reading { skips: "Choice", ..Reading::default() };
        other.blocks(tree.root_element());
        other.text
    });
    let other = other.filter(|other| *other != reading.text);
    Ok(Words { text: reading.text, other, hidden: reading.hidden })
}

#[derive(Default)]
struct Reading {
    text: String,
    hidden: Hidden,
    /// The element that holds a form of the text that is not read.
    skips: &'static str,
}

impl Reading {
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
                "r" if is_hidden(child) => self.hide(child),
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
            let cells: Vec<String> = cells.map(|node| self.cell(node)).collect();
            self.text.push_str(cells.join("\t").trim_end());
            self.text.push('\n');
        }
    }

    /// The text of a cell on one line.
    fn cell(&mut self, node: Node) -> String {
        let mut cell = Self { skips: self.skips, ..Self::default() };
        cell.blocks(node);
        self.hidden.join(&cell.hidden);
        cell.text.split(['\n', '\t']).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// Whether a run is hidden: by its format, by being white or next to nothing in size.
fn is_hidden(run: Node) -> bool {
    let Some(format) = child(run, "rPr") else { return false };
    let value = |name| {
        child(format, name).map(|node| node.attributes().find(|it| it.name() == "val").map_or("", |it| it.value()))
    };
    let is_on = |name| value(name).is_some_and(|value| !matches!(value, "0" | "false" | "off"));
    let is_paper = child(format, "shd").is_none() && child(format, "highlight").is_none();
    let is_white = value("color").is_some_and(|colour| colour.eq_ignore_ascii_case("ffffff"));
    // Half points.
    let is_tiny = value("sz").and_then(|size| size.parse().ok()).is_some_and(|size: u32| size <= 4);
    is_on("vanish") || is_on("webHidden") || is_white && is_paper || is_tiny
}

fn child<'a>(node: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    node.children().find(|child| child.tag_name().name() == name)
}

fn table_of<'a>(node: Node<'a, 'a>) -> Option<Node<'a, 'a>> {
    node.ancestors().find(|node| node.tag_name().name() == "tbl")
}
