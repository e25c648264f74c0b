//! Tells which text of a web page nobody sees, by the ways in which people hide text: elements that are not shown, of no
//! size, of no colour, or out of the page.
//!
//! It knows styles of elements, and rules of the page for elements, classes and ids. What else a style sheet can do is not
//! followed: a browser would be needed for it.

use std::collections::HashMap;

/// Elements whose text is not shown, whatever their style is.
const NEVER_SHOWN: [&str; 3] = ["template", "datalist", "noframes"];
/// Elements without an end.
const VOID: [&str; 14] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];
/// How deep elements may lie in each other. Of deeper ones, only whether they hide their text is kept.
const DEPTH: usize = 300;
/// The most rules of a style sheet that are kept.
const RULES: usize = 2_000;
/// Text of fewer pixels than this cannot be read.
const TINY: f32 = 3.0;
/// What stands so many pixels to the left or above is not on the page.
const FAR: f32 = -300.0;
/// Two colours whose parts differ by no more than this look the same.
const ALIKE: i32 = 24;

/// The elements that are open, and whether they show their text.
#[derive(Default)]
pub(super) struct Elements {
    open: Vec<Element>,
    rules: HashMap<String, Style>,
    /// Whether an element that hides its text lies deeper than the elements that are kept.
    is_deep_hidden: bool,
}

struct Element {
    name: String,
    is_hidden: bool,
    ink: Option<Colour>,
    paper: Option<Colour>,
}

/// What a style says of being seen.
#[derive(Clone, Copy, Default)]
struct Style {
    hides: bool,
    ink: Option<Colour>,
    paper: Option<Colour>,
}

type Colour = [i32; 3];

const BLACK: Colour = [0; 3];
const WHITE: Colour = [255; 3];

impl Elements {
    /// Whether the text at this place is hidden.
    pub(super) fn is_hidden(&self) -> bool {
        self.is_deep_hidden || self.open.last().is_some_and(|element| element.is_hidden)
    }

    /// Begins an element with the attributes that `attribute` returns.
    pub(super) fn begin(&mut self, name: &[u8], attribute: impl Fn(&[u8]) -> Option<String>) {
        let name = String::from_utf8_lossy(name).into_owned();
        self.end_before(&name);
        let mut style = Style::default();
        let class = attribute(b"class").unwrap_or_default().to_lowercase();
        let id = attribute(b"id").map(|id| format!("#{}", id.to_lowercase()));
        let classes = class.split_ascii_whitespace().map(|class| format!(".{class}"));
        for selector in std::iter::once(name.clone()).chain(classes).chain(id) {
            style.add(self.rules.get(&selector).copied().unwrap_or_default());
        }
        let colour = |key: &[u8]| attribute(key).and_then(|value| colour(&value.to_lowercase()));
        style.add(Style { hides: false, ink: colour(b"color").or(colour(b"text")), paper: colour(b"bgcolor") });
        style.add(Style::of(&attribute(b"style").unwrap_or_default()));
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
        self.open.push(Element { name, is_hidden, ink, paper });
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

    /// Takes the rules of a style sheet: those that hold on a screen.
    pub(super) fn add_rules(&mut self, sheet: &str) {
        let mut rest = sheet;
        while self.rules.len() < RULES
            && let Some((selectors, behind)) = rest.split_once('{')
        {
            let selectors = selectors.rsplit("*/").next().unwrap_or_default().trim().to_lowercase();
            if selectors.starts_with('@') {
                // Rules for paper or narrow screens, and fonts.
                rest = behind_block(behind);
                continue;
            }
            let (style, behind) = behind.split_once('}').unwrap_or((behind, ""));
            rest = behind;
            let style = Style::of(style);
            for selector in selectors.split(',').map(str::trim) {
                // The last step of `div.a > p.b` is the element itself.
                let last = selector.rsplit([' ', '>', '+', '~']).next().unwrap_or_default();
                let own = last.rfind(['.', '#']).map_or(last, |at| &last[at..]);
                if !own.is_empty() && !own.contains([':', '[', '*']) {
                    self.rules.entry(own.to_owned()).or_default().add(style);
                }
            }
        }
    }
}

impl Element {
    /// Whether it is hidden by nothing but its colours, so that an element in it may have others.
    fn is_pale(&self) -> bool {
        self.is_hidden && alike(self.ink.unwrap_or(BLACK), self.paper.unwrap_or(WHITE))
    }
}

impl Style {
    fn add(&mut self, other: Self) {
        self.hides |= other.hides;
        self.ink = other.ink.or(self.ink);
        self.paper = other.paper.or(self.paper);
    }

    /// What declarations such as `color: red; display: none` say.
    fn of(declarations: &str) -> Self {
        let mut style = Self::default();
        let (mut is_out_of_flow, mut is_far, mut is_cut, mut is_flat) = (false, false, false, false);
        for declaration in declarations.split(';') {
            let Some((key, value)) = declaration.split_once(':') else { continue };
            let value = value.to_lowercase();
            let value = value.trim().trim_end_matches("!important").trim_end();
            match key.trim().to_lowercase().as_str() {
                "display" => style.hides |= value == "none",
                "visibility" => style.hides |= matches!(value, "hidden" | "collapse"),
                "opacity" => style.hides |= value.trim_end_matches('%').parse().is_ok_and(|part: f32| part < 0.05),
                "mso-hide" => style.hides |= value == "all",
                "font-size" => style.hides |= pixels(value).is_some_and(|size| size.abs() < TINY),
                "font" => {
                    // The size stands before the height of lines: `bold 12px/1.5 Arial`.
                    let mut sizes = value.split(' ').filter_map(|word| pixels(word.split('/').next()?));
                    style.hides |= sizes.any(|size| size < TINY);
                }
                "text-indent" => style.hides |= pixels(value).is_some_and(|size| size < FAR),
                "transform" => style.hides |= value.replace(' ', "").contains("scale(0)"),
                "position" => is_out_of_flow |= matches!(value, "absolute" | "fixed" | "relative"),
                "left" | "top" | "margin-left" | "margin-top" => {
                    is_far |= pixels(value).is_some_and(|size| size < FAR);
                    is_out_of_flow |= key.trim().to_lowercase().starts_with("margin");
                }
                "clip" | "clip-path" => {
                    let value = value.replace([' ', ','], "");
                    style.hides |=
                        value.starts_with("rect(0") || value.contains("inset(50%") || value.contains("inset(100%");
                }
                "overflow" | "overflow-x" | "overflow-y" => is_cut |= value == "hidden",
                "height" | "max-height" | "width" | "max-width" => {
                    is_flat |= pixels(value).is_some_and(|size| size < TINY);
                }
                "color" => {
                    style.hides |= is_clear(value);
                    style.ink = colour(value).or(style.ink);
                }
                "background" | "background-color" => {
                    style.paper = value.split_ascii_whitespace().find_map(colour).or(colour(value)).or(style.paper);
                }
                _ => {}
            }
        }
        style.hides |= is_out_of_flow && is_far || is_cut && is_flat;
        style
    }
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

/// A length in pixels; none if it depends on something else. Of a share of the usual size of letters, that share.
fn pixels(value: &str) -> Option<f32> {
    let end = value.find(|letter: char| !letter.is_ascii_digit() && !matches!(letter, '.' | '-' | '+'));
    let (number, unit) = value.split_at(end.unwrap_or(value.len()));
    let number: f32 = number.parse().ok()?;
    let of = match unit.trim() {
        "" | "px" => 1.0,
        "pt" => 4.0 / 3.0,
        "em" | "rem" | "ch" | "ex" | "cm" => 16.0,
        "%" => 0.16,
        "vw" | "vh" => 10.0,
        _ => return None,
    };
    Some(number * of)
}

/// Whether a colour lets everything through.
fn is_clear(value: &str) -> bool {
    let value = value.replace(' ', "");
    let is_nothing = |part: &str| part.trim_end_matches(['%', ')']).parse().is_ok_and(|part: f32| part < 0.05);
    let alpha = value.strip_prefix("rgba(").or_else(|| value.strip_prefix("hsla("));
    value == "transparent"
        || alpha.is_some_and(|parts| parts.rsplit([',', '/']).next().is_some_and(is_nothing))
        || value.len() == 9 && value.starts_with('#') && value.ends_with("00")
}

/// A colour: by the names that matter here, or by its parts.
fn colour(value: &str) -> Option<Colour> {
    let value = value.trim();
    match value {
        "white" => return Some(WHITE),
        "black" => return Some(BLACK),
        "snow" | "ivory" | "ghostwhite" | "floralwhite" | "whitesmoke" | "azure" | "mintcream" => {
            return Some([248; 3]);
        }
        "red" => return Some([255, 0, 0]),
        "green" => return Some([0, 128, 0]),
        "blue" => return Some([0, 0, 255]),
        "yellow" => return Some([255, 255, 0]),
        "gray" | "grey" => return Some([128; 3]),
        "silver" => return Some([192; 3]),
        "navy" => return Some([0, 0, 128]),
        _ => {}
    }
    let digits = value.strip_prefix('#').or_else(|| (value.len() == 6).then_some(value));
    if let Some(digits) = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit())) {
        let width = if digits.len() < 6 { 1 } else { 2 };
        let part = |at: usize| {
            let part = i32::from_str_radix(digits.get(at * width..(at + 1) * width)?, 16).ok()?;
            Some(if width == 1 { part * 17 } else { part })
        };
        return Some([part(0)?, part(1)?, part(2)?]);
    }
    let parts = value.strip_prefix("rgb(").or_else(|| value.strip_prefix("rgba("))?;
    let mut parts = parts.trim_end_matches(')').split([',', ' ', '/']).filter(|part| !part.is_empty());
    let mut part = || parts.next()?.trim().parse::<i32>().ok();
    Some([part()?, part()?, part()?])
}

fn alike(one: Colour, other: Colour) -> bool {
    one.iter().zip(other).all(|(one, other)| (one - other).abs() <= ALIKE)
}
