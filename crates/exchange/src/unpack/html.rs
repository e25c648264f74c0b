//! Reads a web page as plain text: a line for each block, tabs between the cells of a table, bullets before the items
//! of a list. It fetches nothing that the page refers to. Text that nobody sees is not read, and told.

use html5gum::Tokenizer;
use html5gum::emitters::default::{DefaultEmitter, Token};

use super::hidden::HiddenText;
use super::unseen::Elements;

/// Elements whose content is no part of the page's text.
const ASIDE: [&[u8]; 7] = [b"script", b"style", b"title", b"textarea", b"iframe", b"noembed", b"noscript"];
/// Those of them whose content is never meant to be read.
const NO_TEXT: [&[u8]; 3] = [b"script", b"style", b"title"];
/// Names in scripts that change what a page shows.
const WRITERS: [&str; 6] = ["document.write", "innerHTML", "innerText", "textContent", "insertAdjacent", "eval("];
/// Attributes whose text is shown, each with the elements that show it.
const SHOWN: [(&[u8], &[&[u8]]); 3] =
    [(b"value", &[b"input", b"button"]), (b"placeholder", &[b"input", b"textarea"]), (b"srcdoc", &[b"iframe"])];
/// Elements that begin and end a line, besides those of lists and tables.
const BLOCKS: [&[u8]; 25] = [
    b"address",
    b"article",
    b"aside",
    b"body",
    b"center",
    b"dd",
    b"div",
    b"dl",
    b"dt",
    b"fieldset",
    b"figure",
    b"footer",
    b"form",
    b"h1",
    b"h2",
    b"h3",
    b"h4",
    b"h5",
    b"h6",
    b"header",
    b"hr",
    b"main",
    b"nav",
    b"p",
    b"section",
];
/// How deep lists, quotes and tables may lie in each other. The text of deeper ones is read, their nesting is not.
const DEPTH: usize = 10;
/// The most columns or rows that a cell spans. Cells of lists span fewer.
const SPAN: usize = 40;

/// A page: its text, and what nobody sees in it.
pub(super) struct HtmlPage {
    pub(super) text: String,
    pub(super) hidden: HiddenText,
}

/// Reads a page.
pub(super) fn read(page: &str) -> HtmlPage {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut reading = HtmlReader { texts: vec![GrowingText::default()], ..HtmlReader::default() };
    for Ok(token) in Tokenizer::new_with_emitter(page, emitter) {
        match token {
            Token::StartTag(tag) => {
                let value =
                    |key: &[u8]| tag.attributes.get(key).map(|value| String::from_utf8_lossy(value).into_owned());
                reading.elements.begin(&tag.name, value);
                let is_shown = value(b"type").is_none_or(|kind| kind != "hidden") && !reading.elements.is_hidden();
                if is_shown && shows_more(&tag.name, value) {
                    reading.hidden.show_pictures();
                }
                for (attribute, _) in SHOWN.iter().filter(|(_, of)| is_shown && of.contains(&&**tag.name)) {
                    reading.hidden.draw(&without_tags(&value(attribute).unwrap_or_default()));
                }
                if reading.elements.is_hidden() {
                    reading.hidden.add(" ");
                } else {
                    reading.begin(&tag.name);
                    if matches!(&**tag.name, b"td" | b"th") {
                        let span = |key: &[u8]| value(key).and_then(|span| span.trim().parse().ok());
                        reading.span([b"colspan", b"rowspan"].map(|key| span(key).unwrap_or(1)));
                    }
                }
                if ASIDE.contains(&&**tag.name) {
                    reading.aside = Some(tag.name.to_vec());
                }
            }
            Token::EndTag(tag) => {
                if reading.aside.as_deref() == Some(&**tag.name) {
                    reading.aside = None;
                }
                // What hidden elements begin was not begun, so it does not end.
                if reading.elements.end(&tag.name) == Some(true) {
                    reading.hidden.add(" ");
                } else {
                    reading.end(&tag.name);
                }
            }
            Token::String(text) => reading.take(&String::from_utf8_lossy(&text)),
            Token::Comment(text) => reading.hidden.add(&without_tags(&String::from_utf8_lossy(&text))),
            _ => {}
        }
    }
    while !reading.tables.is_empty() {
        reading.end(b"table");
    }
    HtmlPage { text: reading.texts.pop().map(GrowingText::finish).unwrap_or_default(), hidden: reading.hidden }
}

/// Whether an element shows a picture, or something from elsewhere. What has no size shows nothing.
fn shows_more(name: &[u8], value: impl Fn(&[u8]) -> Option<String>) -> bool {
    let has = |key: &[u8]| value(key).is_some_and(|value| !value.trim().is_empty());
    let is_tiny = |key: &[u8]| value(key).is_some_and(|size| matches!(size.trim().trim_end_matches("px"), "0" | "1"));
    let is_picture = match name {
        b"img" | b"embed" | b"iframe" => has(b"src") || has(b"srcset"),
        b"object" => has(b"data"),
        b"video" => has(b"src") || has(b"poster"),
        _ => has(b"background") || value(b"style").is_some_and(|style| style.to_lowercase().contains("url(")),
    };
    is_picture && !is_tiny(b"width") && !is_tiny(b"height")
}

/// What a comment says beside mark-up: comments of office programs hold settings as elements.
fn without_tags(comment: &str) -> String {
    let mut text = String::new();
    let mut rest = comment;
    while let Some((before, behind)) = rest.split_once(['<', '[']) {
        text.push_str(before);
        text.push(' ');
        rest = behind.split_once(['>', ']']).map_or("", |(_, rest)| rest.trim_start_matches('>'));
    }
    text + rest
}

/// Whether a page has a table with cells.
pub(super) fn has_table(page: &str) -> bool {
    page.as_bytes().windows(3).any(|tag| tag.eq_ignore_ascii_case(b"<td"))
}

#[derive(Default)]
struct HtmlReader {
    /// The text of the page, and of each cell that is open.
    texts: Vec<GrowingText>,
    tables: Vec<HtmlTable>,
    /// Lists that are open.
    lists: usize,
    /// Quotes that are open.
    quotes: usize,
    /// `pre` elements that are open.
    kept: usize,
    /// The element, if any, that is open and whose content is no part of the text.
    aside: Option<Vec<u8>>,
    elements: Elements,
    hidden: HiddenText,
}

#[derive(Default)]
struct HtmlTable {
    row: Vec<String>,
    is_in_cell: bool,
    /// How many columns and rows the open cell spans.
    span: (usize, usize),
    /// For each column of the row, whether a cell of a row above reaches into it.
    covered: Vec<bool>,
    /// How many of the next rows cells of this row reach into, by column.
    below: Vec<usize>,
}

impl HtmlTable {
    /// Adds the text of a cell, at the column where a page shows it. Other columns that it spans stay empty.
    fn add(&mut self, text: String) {
        self.pass_covered();
        let (columns, rows) = (self.span.0.max(1), self.span.1.max(1));
        let from = self.row.len();
        self.row.push(text);
        self.row.resize(from + columns, String::new());
        if self.below.len() < self.row.len() {
            self.below.resize(self.row.len(), 0);
        }
        self.below[from..from + columns].fill(rows - 1);
    }

    /// Goes on to the next column into which no cell of a row above reaches.
    fn pass_covered(&mut self) {
        while self.covered.get(self.row.len()) == Some(&true) {
            self.row.push(String::new());
        }
    }

    /// Ends the row.
    fn take(&mut self) -> Vec<String> {
        self.covered = self.below.iter().map(|rows| *rows > 0).collect();
        self.below.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
        std::mem::take(&mut self.row)
    }
}

impl HtmlReader {
    /// Takes text of the page: as its text, as what nobody sees, or as the rules of its styles.
    fn take(&mut self, text: &str) {
        match self.aside.as_deref() {
            Some(b"style") => {
                if text.contains("background") && text.contains("url(") {
                    self.hidden.show_pictures();
                }
                self.hidden.draw(&self.elements.add_rules(text));
            }
            Some(b"script") if WRITERS.iter().any(|writer| text.contains(writer)) => {
                self.hidden.draw("what its script writes");
            }
            Some(name) if NO_TEXT.contains(&name) => {}
            None if !self.elements.is_hidden() => self.write(text),
            _ => self.hidden.add(text),
        }
    }

    fn begin(&mut self, name: &[u8]) {
        match name {
            b"br" => self.text().end_line(),
            b"pre" => {
                self.block();
                self.kept += 1;
            }
            b"ul" | b"ol" => {
                self.block();
                self.lists += 1;
            }
            b"li" => {
                self.block();
                let indent = "  ".repeat(self.lists.clamp(1, DEPTH) - 1);
                self.text().line.clear();
                self.put(&format!("{indent}- "));
                // The line still has no words: a paragraph may begin on it.
                self.text().is_begun = false;
            }
            b"blockquote" => {
                self.block();
                self.quotes += 1;
            }
            b"table" => {
                self.block();
                if self.tables.len() < DEPTH {
                    self.tables.push(HtmlTable::default());
                }
            }
            b"tr" => self.end_row(),
            b"td" | b"th" => {
                self.end_cell();
                if let Some(table) = self.tables.last_mut() {
                    table.is_in_cell = true;
                    self.texts.push(GrowingText::default());
                }
            }
            _ if BLOCKS.contains(&name) => self.block(),
            _ => {}
        }
    }

    /// Sets how many columns and rows a cell spans that has just begun.
    fn span(&mut self, [columns, rows]: [usize; 2]) {
        if let Some(table) = self.tables.last_mut().filter(|table| table.is_in_cell) {
            table.span = (columns.clamp(1, SPAN), rows.clamp(1, SPAN));
        }
    }

    fn end(&mut self, name: &[u8]) {
        match name {
            b"pre" => {
                self.block();
                self.kept = self.kept.saturating_sub(1);
            }
            b"ul" | b"ol" => {
                self.block();
                self.lists = self.lists.saturating_sub(1);
            }
            b"blockquote" => {
                self.block();
                self.quotes = self.quotes.saturating_sub(1);
            }
            b"td" | b"th" => self.end_cell(),
            b"tr" => self.end_row(),
            b"table" => {
                self.end_row();
                self.tables.pop();
            }
            b"li" => self.block(),
            _ if BLOCKS.contains(&name) => self.block(),
            _ => {}
        }
    }

    fn text(&mut self) -> &mut GrowingText {
        // There is always one: ending a cell removes only the text of that cell.
        if self.texts.is_empty() {
            self.texts.push(GrowingText::default());
        }
        let last = self.texts.len() - 1;
        &mut self.texts[last]
    }

    /// Ends the line, unless it has no words.
    fn block(&mut self) {
        if self.text().is_begun {
            self.text().end_line();
        }
    }

    fn end_cell(&mut self) {
        if let Some(table) = self.tables.last_mut().filter(|table| table.is_in_cell) {
            table.is_in_cell = false;
            if let Some(text) = self.texts.pop() {
                table.add(text.finish());
            }
        }
    }

    /// Ends the row, with tabs between its cells. A row with one cell only serves the layout of the page, so its text
    /// stays as it is.
    fn end_row(&mut self) {
        self.end_cell();
        let Some(table) = self.tables.last_mut() else { return };
        if table.row.is_empty() {
            return;
        }
        let row = table.take();
        if row.iter().all(String::is_empty) {
            return;
        }
        let lines = match row.as_slice() {
            [cell] => cell.clone(),
            cells => cells.iter().map(|cell| cell.replace('\n', " ")).collect::<Vec<_>>().join("\t"),
        };
        for line in lines.lines() {
            self.put(line);
            self.text().end_line();
        }
    }

    /// Writes text of the page. Blanks and line breaks are one blank, except in `pre`.
    fn write(&mut self, words: &str) {
        if self.kept > 0 {
            for (number, line) in words.split('\n').enumerate() {
                if number > 0 {
                    self.text().end_line();
                }
                self.put(line.trim_end_matches('\r'));
            }
            return;
        }
        for (number, word) in words.split([' ', '\t', '\n', '\r', '\u{c}']).enumerate() {
            let text = self.text();
            if number > 0 && text.is_begun && !text.line.ends_with(' ') {
                text.line.push(' ');
            }
            if !word.is_empty() {
                self.put(word);
            }
        }
    }

    /// Writes on the line without changes, behind a `>` for each open quote.
    fn put(&mut self, words: &str) {
        let quotes = if self.texts.len() == 1 { self.quotes.min(DEPTH) } else { 0 };
        let text = self.text();
        if text.line.is_empty() {
            text.line.push_str(&"> ".repeat(quotes));
        }
        text.line.push_str(words);
        text.is_begun = true;
    }
}

/// Lines that grow.
#[derive(Default)]
struct GrowingText {
    lines: String,
    line: String,
    /// Whether the line has words, so that a blank in the page is one in the text.
    is_begun: bool,
}

impl GrowingText {
    fn end_line(&mut self) {
        self.lines.push_str(self.line.trim_end());
        self.lines.push('\n');
        self.line.clear();
        self.is_begun = false;
    }

    /// The lines, with plain blanks in place of no-break spaces.
    fn finish(mut self) -> String {
        self.end_line();
        self.lines.trim_matches('\n').replace('\u{a0}', " ")
    }
}
