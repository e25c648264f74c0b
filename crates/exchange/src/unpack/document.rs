//! Reads documents of Word and workbooks of Excel as text.

use roxmltree::Node;

use super::archive::{Archive, Refusal};
use crate::battlescribe::xml::parse;

/// The file of an archive that makes it a document.
pub(super) const DOCUMENT: &str = "word/document.xml";

/// The text of a document: a line for each paragraph and each row of a table, tabs between cells, bullets before the
/// items of lists.
pub(super) fn text(archive: &mut Archive, most: u64) -> Result<String, Refusal> {
    let bytes = archive.read(archive.place(DOCUMENT)?, most)?;
    let broken = |error: String| Refusal::Broken(format!("a document that cannot be read: {error}"));
    let xml = String::from_utf8(bytes).map_err(|_| broken("it is not UTF-8".to_owned()))?;
    let tree = parse(DOCUMENT, &xml).map_err(|error| broken(error.to_string()))?;
    let mut text = String::new();
    blocks(tree.root_element(), &mut text);
    Ok(text)
}

/// Writes the paragraphs and tables inside of an element.
fn blocks(node: Node, text: &mut String) {
    for child in node.children() {
        match child.tag_name().name() {
            "p" => paragraph(child, text),
            "tbl" => rows(child, text),
            // The same content again, for old programs.
            "Fallback" => {}
            _ => blocks(child, text),
        }
    }
}

fn paragraph(node: Node, text: &mut String) {
    if let Some(list) = child(node, "pPr").and_then(|format| child(format, "numPr")) {
        let level = child(list, "ilvl").and_then(|level| level.attributes().next()?.value().parse().ok());
        text.push_str(&"  ".repeat(level.unwrap_or(0_usize).min(8)));
        text.push_str("- ");
    }
    words(node, text);
    text.push('\n');
}

fn child<'a>(node: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    node.children().find(|child| child.tag_name().name() == name)
}

/// Writes the words of a paragraph.
fn words(node: Node, text: &mut String) {
    for child in node.children() {
        match child.tag_name().name() {
            "t" => text.push_str(child.text().unwrap_or_default()),
            "tab" if node.tag_name().name() == "r" => text.push('\t'),
            "br" | "cr" => text.push('\n'),
            "noBreakHyphen" => text.push('-'),
            "Fallback" => {}
            // A box with text of its own.
            "txbxContent" => {
                text.push('\n');
                blocks(child, text);
            }
            _ => words(child, text),
        }
    }
}

fn rows(table: Node, text: &mut String) {
    for row in table.descendants().filter(|node| node.tag_name().name() == "tr" && table_of(*node) == Some(table)) {
        let cells = row.descendants().filter(|node| node.tag_name().name() == "tc" && table_of(*node) == Some(table));
        let cells: Vec<String> = cells.map(cell).collect();
        text.push_str(cells.join("\t").trim_end());
        text.push('\n');
    }
}

fn table_of<'a>(node: Node<'a, 'a>) -> Option<Node<'a, 'a>> {
    node.ancestors().find(|node| node.tag_name().name() == "tbl")
}

/// The text of a cell on one line.
fn cell(node: Node) -> String {
    let mut text = String::new();
    blocks(node, &mut text);
    text.split(['\n', '\t']).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}
