//! Tells which words of a document of Word nobody sees: by the format of the words, of their paragraph and of the styles that
//! both name.

use std::collections::HashMap;

use roxmltree::Node;

use super::style::{BLACK, Colour, WHITE, alike, colour};

/// Letters of no more half points than this cannot be read.
const TINY: u32 = 4;
/// The most styles that one style may stand on.
const DEPTH: usize = 20;

/// The looks of a document's styles.
#[derive(Default)]
pub(super) struct Looks {
    /// That of words without a format.
    plain: Look,
    styles: HashMap<String, (Look, Option<String>)>,
}

/// What a format says of being seen. None where it says nothing.
#[derive(Clone, Copy, Default)]
struct Look {
    is_hidden: Option<bool>,
    ink: Option<Colour>,
    paper: Option<Colour>,
    /// In half points.
    size: Option<u32>,
}

impl Looks {
    /// The looks of the styles in a file of styles.
    pub(super) fn of(styles: Node) -> Self {
        let defaults = child(styles, "docDefaults").and_then(|node| child(node, "rPrDefault"));
        let mut looks = Self { plain: defaults.map(Look::within).unwrap_or_default(), styles: HashMap::new() };
        for style in styles.children().filter(|node| node.tag_name().name() == "style") {
            if let Some(id) = attribute(style, "styleId") {
                let base = child(style, "basedOn").and_then(|base| attribute(base, "val"));
                looks.styles.insert(id.to_owned(), (Look::within(style), base.map(str::to_owned)));
                let is_usual = attribute(style, "default").is_some_and(|value| value != "0");
                if is_usual && attribute(style, "type") == Some("paragraph") {
                    looks.plain = looks.plain.then(looks.style(id));
                }
            }
        }
        looks
    }

    /// Whether nobody sees a run of words.
    pub(super) fn is_hidden(&self, run: Node) -> bool {
        let above = |name: &'static str| run.ancestors().skip(1).find(move |node| node.tag_name().name() == name);
        let mut look = self.plain;
        // Tables have styles that colour their rows in ways of their own.
        let is_in_styled_table = above("tbl").and_then(|table| child(child(table, "tblPr")?, "tblStyle")).is_some();
        for (element, format) in [("tbl", "tblPr"), ("tc", "tcPr")] {
            if let Some(format) = above(element).and_then(|node| child(node, format)) {
                look = look.then(Look { paper: Look::of(format).paper, ..Look::default() });
            }
        }
        if let Some(format) = above("p").and_then(|paragraph| child(paragraph, "pPr")) {
            look = look.then(self.named(format, "pStyle"));
            look = look.then(Look { paper: Look::of(format).paper, ..Look::default() });
        }
        if let Some(format) = child(run, "rPr") {
            look = look.then(self.named(format, "rStyle")).then(Look::of(format));
        }
        let (ink, paper) = (look.ink.unwrap_or(BLACK), look.paper.unwrap_or(WHITE));
        let is_pale = alike(ink, paper) && (look.paper.is_some() || !is_in_styled_table);
        look.is_hidden == Some(true) || is_pale || look.size.is_some_and(|size| size <= TINY)
    }

    /// The look of the style that a format names.
    fn named(&self, format: Node, element: &str) -> Look {
        let id = child(format, element).and_then(|style| attribute(style, "val"));
        id.map(|id| self.style(id)).unwrap_or_default()
    }

    /// The look of a style with those that it stands on.
    fn style(&self, id: &str) -> Look {
        let (mut look, mut next) = (Look::default(), Some(id));
        for _ in 0..DEPTH {
            let Some((own, base)) = next.and_then(|id| self.styles.get(id)) else { break };
            look = own.then(look);
            next = base.as_deref();
        }
        look
    }
}

impl Look {
    /// What the formats of words and paragraphs in a style say.
    fn within(style: Node) -> Self {
        let paper = child(style, "pPr").and_then(|format| Self::of(format).paper);
        let words = child(style, "rPr").map(Self::of).unwrap_or_default();
        Self { paper: words.paper.or(paper), ..words }
    }

    /// What a format says.
    fn of(format: Node) -> Self {
        let value = |name| child(format, name).map(|node| attribute(node, "val").unwrap_or_default());
        let is_on = |name| value(name).map(|value| !matches!(value, "0" | "false" | "off"));
        let shade = child(format, "shd").and_then(|shade| attribute(shade, "fill")).map(str::to_lowercase);
        // The names of these colours are written in one word: `darkBlue`.
        let marked = value("highlight").filter(|name| *name != "none").map(str::to_lowercase);
        Self {
            is_hidden: is_on("vanish").or(is_on("webHidden")),
            ink: value("color").and_then(|value| colour(&value.to_lowercase())),
            paper: marked.or(shade).and_then(|value| colour(&value)),
            size: value("sz").and_then(|size| size.parse().ok()),
        }
    }

    /// This look, changed by one that is nearer to the words.
    fn then(self, nearer: Self) -> Self {
        Self {
            is_hidden: nearer.is_hidden.or(self.is_hidden),
            ink: nearer.ink.or(self.ink),
            paper: nearer.paper.or(self.paper),
            size: nearer.size.or(self.size),
        }
    }
}

pub(super) fn child<'a>(node: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    node.children().find(|child| child.tag_name().name() == name)
}

fn attribute<'a>(node: Node<'a, 'a>, name: &str) -> Option<&'a str> {
    node.attributes().find(|attribute| attribute.name() == name).map(|attribute| attribute.value())
}
