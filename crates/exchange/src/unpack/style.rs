//! Tells what a style of CSS says of being seen: whether it hides its text, and the colours of text and paper.
//!
//! Of a property that can hide text, only values that surely show it are taken to show it: whoever hides text may write
//! values in any way.

/// Text of fewer pixels than this cannot be read.
const TINY: f32 = 3.0;
/// What stands so many pixels to the left or above is not on the page.
const FAR: f32 = -300.0;
/// What stands so many pixels to the right or below is not on the page.
const FAR_AHEAD: f32 = 3_000.0;
/// What is smaller than this part of its size cannot be read.
const SMALL: f32 = 0.2;
/// What shows less than this part of its colour cannot be read.
const FAINT: f32 = 0.1;
/// Two colours whose parts differ by no more than this look the same.
const ALIKE: i32 = 24;

/// What a style says of being seen.
#[derive(Clone, Default)]
pub(super) struct SeenStyle {
    pub hides: bool,
    pub ink: Option<Colour>,
    pub paper: Option<Colour>,
    /// The text that it writes before or after an element.
    pub writes: String,
}

pub(super) type Colour = [i32; 3];

pub(super) const BLACK: Colour = [0; 3];
pub(super) const WHITE: Colour = [255; 3];

impl SeenStyle {
    pub(super) fn add(&mut self, other: &Self) {
        self.hides |= other.hides;
        self.ink = other.ink.or(self.ink);
        self.paper = other.paper.or(self.paper);
    }

    /// What declarations such as `color: red; display: none` say.
    pub(super) fn of(declarations: &str) -> Self {
        let mut style = Self::default();
        let mut place = ElementExtent::default();
        for declaration in declarations.split(';') {
            let Some((key, value)) = declaration.split_once(':') else { continue };
            let value = value.to_lowercase();
            let value = value.trim().trim_end_matches("!important").trim_end();
            let key = key.trim().to_lowercase();
            let key =
                ["-webkit-", "-moz-", "-ms-", "-o-"].iter().find_map(|from| key.strip_prefix(from)).unwrap_or(&key);
            // Nobody needs escapes to name a property.
            style.hides |= key.contains('\\');
            // These leave it to the element above, or to the browser.
            if matches!(value, "" | "inherit" | "initial" | "unset" | "revert" | "revert-layer") {
                continue;
            }
            match key {
                "color" | "text-fill-color" => match colour_and_alpha(value) {
                    Some((_, alpha)) if alpha < FAINT => style.hides = true,
                    Some((colour, _)) => style.ink = Some(colour),
                    None => style.hides |= !is_of_system(value),
                },
                "background" | "background-color" => {
                    let colours = || value.split_ascii_whitespace().chain([value]).filter_map(colour_and_alpha);
                    if let Some((colour, _)) = colours().find(|(_, alpha)| *alpha > FAINT) {
                        style.paper = Some(colour);
                    }
                }
                "content" => style.writes.push_str(&written(value)),
                _ => {
                    style.hides |= hides(key, value);
                    place.take(key, value);
                }
            }
        }
        style.hides |= place.hides();
        style
    }
}

/// A text of CSS without its comments.
pub(super) fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("/*") {
        kept.push_str(before);
        kept.push(' ');
        rest = behind.split_once("*/").map_or("", |(_, rest)| rest);
    }
    kept + rest
}

/// A colour in any syntax of CSS, or as old pages write it: `fefefe`.
pub(super) fn colour(value: &str) -> Option<Colour> {
    colour_and_alpha(value).map(|(colour, _)| colour)
}

pub(super) fn alike(one: Colour, other: Colour) -> bool {
    one.iter().zip(other).all(|(one, other)| (one - other).abs() <= ALIKE)
}

/// Where the declarations of one style put an element, and how much room they leave it.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each tells one thing of a place on the page")]
struct ElementExtent {
    is_out_of_flow: bool,
    is_far: bool,
    is_cut: bool,
    is_flat: bool,
}

impl ElementExtent {
    fn take(&mut self, key: &str, value: &str) {
        match key {
            "position" => self.is_out_of_flow |= value != "static",
            "left" | "top" | "right" | "bottom" | "inset" | "inset-inline" | "inset-block" => {
                self.is_far |= value.split(' ').any(is_far);
            }
            "overflow" | "overflow-x" | "overflow-y" => self.is_cut |= value != "visible",
            "height" | "max-height" | "width" | "max-width" | "block-size" | "max-block-size" | "inline-size"
            | "max-inline-size" => {
                let is_high = matches!(key, "height" | "max-height" | "block-size" | "max-block-size");
                self.is_flat |= pixels(value).map_or(is_high && value.contains('('), |size| size < TINY);
            }
            "line-height" => {
                let is_part = value.parse().is_ok_and(|part: f32| part < SMALL);
                self.is_flat |=
                    is_part || value.parse::<f32>().is_err() && pixels(value).is_some_and(|size| size < TINY);
            }
            _ => {}
        }
    }

    fn hides(&self) -> bool {
        self.is_out_of_flow && self.is_far || self.is_cut && self.is_flat
    }
}

/// Whether a property hides its text by itself.
fn hides(key: &str, value: &str) -> bool {
    /// Ways to show an element.
    const SHOWN: [&str; 12] =
        ["block", "inline", "flex", "grid", "table", "list-item", "contents", "flow", "run-in", "ruby", "box", "math"];
    match key {
        "display" => !SHOWN.iter().any(|shown| value.contains(shown)) || value.contains('('),
        "visibility" => value != "visible",
        "content-visibility" => !matches!(value, "visible" | "auto"),
        "mso-hide" => value != "none",
        "opacity" => is_less(value, FAINT),
        "filter" => {
            value != "none"
                && ["opacity", "bright", "contrast", "blur", "var(", "url("].iter().any(|it| value.contains(it))
        }
        "clip" | "clip-path" | "mask" | "mask-image" | "mask-box-image" | "mask-border" => {
            !value.starts_with("none") && value != "auto"
        }
        "zoom" => value != "normal" && is_less(value, SMALL),
        "scale" => value != "none" && value.split(' ').any(|part| is_less(part, SMALL)),
        "translate" => value != "none" && value.split(' ').any(is_far),
        "transform" => value != "none" && moves_away(value),
        "font-size" => pixels(value).map_or(value.contains('('), |size| size.abs() < TINY),
        "font" => {
            // The size stands before the height of lines: `bold 12px/1.5 Arial`.
            let mut sizes = value.split(' ').filter_map(|word| pixels(word.split('/').next()?));
            value.contains("var(") || sizes.any(|size| size < TINY)
        }
        "text-indent" => is_far(value),
        _ => key.starts_with("margin") && value.split(' ').any(|part| pixels(part).is_some_and(|size| size < FAR)),
    }
}

/// Whether a transformation may move an element out of sight or make it too small. A turn by itself does not.
fn moves_away(value: &str) -> bool {
    value.split(')').map(str::trim).filter(|step| !step.is_empty()).any(|step| {
        let Some((name, arguments)) = step.split_once('(') else { return true };
        let mut arguments = arguments.split([',', ' ']).filter(|argument| !argument.is_empty());
        match name.trim() {
            "rotate" | "rotatez" => arguments.any(|argument| argument.contains("var")),
            name if name.starts_with("translate") => arguments.any(is_far),
            name if name.starts_with("scale") => arguments.any(|part| is_less(part, SMALL)),
            _ => true,
        }
    })
}

/// Whether a part of a whole is less than this, or cannot be told.
fn is_less(value: &str, least: f32) -> bool {
    let (number, of) = value.strip_suffix('%').map_or((value, 1.0), |number| (number, 0.01));
    number.parse().map_or(true, |part: f32| (part * of).abs() < least)
}

/// Whether a distance leads out of the page, or cannot be told.
fn is_far(value: &str) -> bool {
    !matches!(value, "" | "auto" | "hanging" | "each-line")
        && pixels(value).is_none_or(|size| !(FAR..FAR_AHEAD).contains(&size))
}

/// A length in pixels; none if it depends on something else. Of a share of the usual size of letters, that share.
fn pixels(value: &str) -> Option<f32> {
    let end = value.find(|letter: char| !letter.is_ascii_digit() && !matches!(letter, '.' | '-' | '+'));
    let (number, unit) = value.split_at(end.unwrap_or(value.len()));
    let number: f32 = number.parse().ok()?;
    let of = match unit.trim() {
        "" | "px" => 1.0,
        "pt" => 4.0 / 3.0,
        "in" => 96.0,
        "cm" => 38.0,
        "mm" => 3.8,
        "em" | "rem" | "ch" | "ex" | "pc" => 16.0,
        "%" => 0.16,
        "vw" | "vh" | "vmin" | "vmax" => 10.0,
        _ => return None,
    };
    Some(number * of)
}

/// A colour, and which part of it is seen.
fn colour_and_alpha(value: &str) -> Option<(Colour, f32)> {
    let value = value.trim();
    let [red, green, blue, alpha] = csscolorparser::parse(value).ok()?.to_rgba8();
    Some(([red.into(), green.into(), blue.into()], f32::from(alpha) / 255.0))
}

/// Whether it is a colour that the browser or the element above chooses.
fn is_of_system(value: &str) -> bool {
    value.chars().all(|letter| letter.is_ascii_alphabetic() || letter == '-')
}

/// The words that `content` writes, without escapes: fonts of icons write signs.
fn written(value: &str) -> String {
    let mut words = String::new();
    for quoted in value.split(['"', '\'']).skip(1).step_by(2) {
        let mut letters = quoted.chars().peekable();
        while let Some(letter) = letters.next() {
            if letter != '\\' {
                words.push(letter);
                continue;
            }
            while letters.next_if(char::is_ascii_hexdigit).is_some() {}
        }
        words.push(' ');
    }
    words
}
