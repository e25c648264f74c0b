//! Tells which text of a web page nobody sees, by the styles of its elements and by the rules of its style sheets.
//!
//! A rule counts for every element that the last part of its selector may mean, whatever parts stand before that one. So text
//! that may be hidden is not read, and the reader is told of it. How elements cover each other is not followed: a browser would be needed for it.

use std::collections::HashMap;

use super::style::{BLACK, Colour, SeenStyle, WHITE, alike, colour, without_comments};

/// Elements whose text is not shown, whatever their style is.
const NEVER_SHOWN: [&str; 3] = ["template", "datalist", "noframes"];
/// Elements without an end.
const VOID: [&str; 14] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];
/// How deep elements may lie in each other. Of deeper ones, only whether they hide their text is kept.
const DEPTH: usize = 300;
/// The most rules of a style sheet that are kept.
const RULES: usize = 2_000;
/// Text that a style sheet writes stands here, not in the page.
const PSEUDO: [&str; 3] = [":before", ":after", "::marker"];
/// What an element is only while somebody does something, and parts of elements that are no text of the page.
const STATES: [&str; 8] = [":hover", ":focus", ":active", ":visited", ":target", ":checked", "::-", "::placeholder"];
/// The elements that are open, and whether they show their text.
#[derive(Default)]
pub(super) struct Elements {
    open: Vec<OpenElement>,
    rules: HashMap<String, SeenStyle>,
    /// Whether an element that hides its text lies deeper than the elements that are kept.
    is_deep_hidden: bool,
}

struct OpenElement {
    name: String,
    is_hidden: bool,
    ink: Option<Colour>,
    paper: Option<Colour>,
}

impl Elements {
    /// Whether the text at this place is hidden.
    pub(super) fn is_hidden(&self) -> bool {
        self.is_deep_hidden || self.open.last().is_some_and(|element| element.is_hidden)
    }

    /// Begins an element with the attributes that `attribute` returns.
    pub(super) fn begin(&mut self, name: &[u8], attribute: impl Fn(&[u8]) -> Option<String>) {
        let name = String::from_utf8_lossy(name).into_owned();
        self.end_before(&name);
        let mut style = SeenStyle::default();
        let class = attribute(b"class").unwrap_or_default().to_lowercase();
        let id = attribute(b"id").map(|id| format!("#{}", id.to_lowercase()));
        let classes = class.split_ascii_whitespace().map(|class| format!(".{class}"));
        for selector in ["*".to_owned(), name.clone()].into_iter().chain(classes).chain(id) {
            if let Some(rule) = self.rules.get(&selector) {
                style.add(rule);
            }
        }
        let colour = |key: &[u8]| attribute(key).and_then(|value| colour(&value.to_lowercase()));
        let (ink, paper) = (colour(b"color").or(colour(b"text")), colour(b"bgcolor"));
        style.add(&SeenStyle { ink, paper, ..SeenStyle::default() });
        style.add(&SeenStyle::of(&without_comments(&attribute(b"style").unwrap_or_default())));
        style.hides |= attribute(b"hidden").is_some()
            || NEVER_SHOWN.contains(&name.as_str())
            || name == "dialog" && attribute(b"open").is_none();
        let above = self.open.last();
        let ink = style.ink.or(above.and_then(|above| above.ink));
        let paper = style.paper.or(above.and_then(|above| above.paper));
        // Without a colour, text is black on white.
        let is_alike = (ink.is_some() || paper.is_some()) && alike(ink.unwrap_or(BLACK), paper.unwrap_or(WHITE));
        let is_hidden = style.hides || is_alike || above.is_some_and(|above| above.is_hidden && !above.is_pale());
        if VOID.contains(&name.as_str()) {
            return;
        }
        if self.open.len() >= DEPTH {
            self.is_deep_hidden |= is_hidden;
            return;
        }
        self.open.push(OpenElement { name, is_hidden, ink, paper });
    }

    /// Ends an element. Returns whether it hid its text; none if no such element is open.
    pub(super) fn end(&mut self, name: &[u8]) -> Option<bool> {
        let at = self.open.iter().rposition(|element| element.name.as_bytes() == name)?;
        let is_hidden = self.open[at].is_hidden;
        self.open.truncate(at);
        self.is_deep_hidden = false;
        Some(is_hidden)
    }

    /// Ends the elements that end without a tag where another begins.
    fn end_before(&mut self, name: &str) {
        let (ends, within): (&[&str], &[&str]) = match name {
            "li" => (&["li"], &["ul", "ol"]),
            "td" | "th" => (&["td", "th"], &["table", "tr"]),
            "tr" => (&["tr"], &["table"]),
            "dd" | "dt" => (&["dd", "dt"], &["dl"]),
            "option" => (&["option"], &["select"]),
            "p" | "div" | "ul" | "ol" | "table" | "pre" | "blockquote" | "section" | "h1" | "h2" | "h3" | "h4"
            | "h5" | "h6" | "hr" => (&["p"], &["td", "th", "li", "div", "table", "section", "blockquote"]),
            _ => return,
        };
        for at in (0..self.open.len()).rev() {
            let open = self.open[at].name.as_str();
            if ends.contains(&open) {
                self.open.truncate(at);
                return;
            }
            if within.contains(&open) {
                return;
            }
        }
    }

    /// Takes the rules of a style sheet: those that may hold on a wide screen. Returns the text that they write.
    pub(super) fn add_rules(&mut self, sheet: &str) -> String {
        let sheet = without_comments(sheet);
        let (mut rest, mut written) = (sheet.as_str(), String::new());
        while self.rules.len() < RULES
            && let Some((selectors, behind)) = rest.split_once('{')
        {
            // Before it, a block of rules may have ended, or a line such as `@import`.
            let selectors = selectors.rsplit(['}', ';']).next().unwrap_or_default().trim().to_lowercase();
            if selectors.starts_with('@') {
                rest = if holds_on_a_screen(&selectors) { behind } else { behind_block(behind) };
                continue;
            }
            let (declarations, behind) = behind.split_once('}').unwrap_or((behind, ""));
            rest = behind;
            let style = SeenStyle::of(declarations);
            for selector in selectors.split(',').map(str::trim) {
                // The last step of `div.a > p.b` is the element itself.
                let last = selector.rsplit([' ', '>', '+', '~']).next().unwrap_or_default();
                if PSEUDO.iter().any(|pseudo| last.contains(pseudo)) {
                    written.push_str(&style.writes);
                    continue;
                }
                if STATES.iter().any(|state| last.contains(state)) {
                    continue;
                }
                let bare = last.split([':', '[']).next().unwrap_or_default();
                let own = bare.rfind(['.', '#']).map_or(bare, |at| &bare[at..]);
                let own = if own.is_empty() { "*" } else { own };
                self.rules.entry(own.to_owned()).or_default().add(&style);
            }
        }
        written
    }
}

impl OpenElement {
    /// Whether it is hidden by nothing but its colours, so that an element in it may have others.
    fn is_pale(&self) -> bool {
        self.is_hidden && alike(self.ink.unwrap_or(BLACK), self.paper.unwrap_or(WHITE))
    }
}

/// Whether a block of rules may hold on a wide screen, by what stands before it: `@media screen`.
fn holds_on_a_screen(head: &str) -> bool {
    let is_of_others = ["print", "speech", "max-width", "max-device-width", "prefers-", "orientation"];
    let is_block = ["@media", "@supports", "@layer", "@container", "@scope"].iter().any(|name| head.starts_with(name));
    is_block && !is_of_others.iter().any(|word| head.contains(word))
}

/// What stands behind a block with blocks in it.
fn behind_block(text: &str) -> &str {
    let mut open = 1;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => open += 1,
            '}' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return &text[at + 1..];
        }
    }
    ""
}
