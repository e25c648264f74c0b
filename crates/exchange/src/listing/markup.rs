//! Markup of an outline for a terminal, forum or chat, and reading that markup.

use std::borrow::Cow;

use muster_engine::theirs::{JOINTS, broken};

use super::fact::Fact;
use super::outline::{Entry, Outline};

/// A way of marking up a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Plain text.
    Text,
    /// Markdown of current forums and wikis.
    Markdown,
    /// The Markdown of Discord, with quotes instead of nested lists.
    Discord,
    /// The tags of older forums.
    Bbcode,
}

/// A line without its marks.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Title(String),
    Heading(String),
    Entry(String),
    Fact(String),
    Empty,
}

/// The marks before and after each kind of line.
struct Marks {
    name: &'static str,
    title: [&'static str; 2],
    subtitle: [&'static str; 2],
    heading: [&'static str; 2],
    /// Around a squadron's name; its points follow.
    entry: [&'static str; 2],
    /// Before facts of the list or of a group.
    fact: &'static str,
    /// Before facts of a squadron.
    inner: &'static str,
    foot: [&'static str; 2],
}

const TEXT: Marks = Marks {
    name: "text",
    title: ["", ""],
    subtitle: ["", ""],
    heading: ["== ", " =="],
    entry: ["", ""],
    fact: "  ",
    inner: "    ",
    foot: ["", ""],
};
const MARKDOWN: Marks = Marks {
    name: "markdown",
    title: ["# ", ""],
    subtitle: ["*", "*"],
    heading: ["## ", ""],
    entry: ["- **", "**"],
    fact: "* ",
    inner: "  - ",
    foot: ["*", "*"],
};
const DISCORD: Marks = Marks {
    name: "discord",
    title: ["# ", ""],
    subtitle: ["*", "*"],
    heading: ["__**", "**__"],
    entry: ["**", "**"],
    fact: "- ",
    inner: "> ",
    foot: ["-# ", ""],
};
const BBCODE: Marks = Marks {
    name: "bbcode",
    title: ["[b][u]", "[/u][/b]"],
    subtitle: ["[i]", "[/i]"],
    heading: ["[u][b]", "[/b][/u]"],
    entry: ["[b]", "[/b]"],
    fact: "\u{2013} ",
    inner: "\u{2022} ",
    foot: ["[i]", "[/i]"],
};

/// Has no width. Where it stands, forums and chats see neither a tag nor a link nor a name to call. Escapes cannot do that:
/// `\@everyone` calls everyone, because the name is looked for in the message as it was sent, and links and `#123` are looked
/// for in the page that the message became.
const NOTHING: char = '\u{200b}';

/// Characters with a meaning in Markdown anywhere in a line. `&` begins another way to write any character.
const MARKDOWN_LETTERS: &str = r"\`*_~|<>[]#&";

impl Style {
    const ALL: [Self; 4] = [Self::Text, Self::Markdown, Self::Discord, Self::Bbcode];

    fn marks(self) -> &'static Marks {
        match self {
            Self::Text => &TEXT,
            Self::Markdown => &MARKDOWN,
            Self::Discord => &DISCORD,
            Self::Bbcode => &BBCODE,
        }
    }

    /// Writes an outline with its markup. The foot names the style, so that it can be read back.
    pub(super) fn mark_up(self, outline: &Outline, fingerprint: &str) -> String {
        let marks = self.marks();
        let mut text = String::new();
        let mut line = |[before, behind]: [&str; 2], words: &str, rest: &str| {
            text.push_str(before);
            text.push_str(&self.escaped(words));
            text.push_str(behind);
            text.push_str(&self.escaped(rest));
            text.push('\n');
        };
        let fact = |fact: &Fact| format!("{}: {}", fact.key, fact.value);
        line(marks.title, &outline.title, "");
        line(marks.subtitle, &outline.subtitle, "");
        line(["", ""], "", "");
        for said in &outline.facts {
            line([marks.fact, ""], &fact(said), "");
        }
        for section in &outline.sections {
            line(["", ""], "", "");
            line(marks.heading, &section.heading, "");
            for said in &section.facts {
                line([marks.fact, ""], &fact(said), "");
            }
            // Without an empty line, Markdown would join the next line to the last fact.
            if !section.facts.is_empty() {
                line(["", ""], "", "");
            }
            for Entry { depth, head, points, facts } in &section.entries {
                let points = points.as_ref().map(|points| format!(" ({points})")).unwrap_or_default();
                line(marks.entry, &format!("{}{head}", "+ ".repeat(*depth)), &points);
                for said in facts {
                    line([marks.inner, ""], &fact(said), "");
                }
            }
        }
        line(["", ""], "", "");
        line(marks.foot, &foot(marks.name, fingerprint), "");
        text
    }

    /// The style and fingerprint of a text, from its foot.
    pub(super) fn of(text: &str) -> Option<(Self, &str)> {
        let last = text.lines().map(str::trim).rfind(|line| !line.is_empty())?;
        Self::ALL.into_iter().find_map(|style| {
            let [before, behind] = style.marks().foot;
            let foot = last.strip_prefix(before)?.strip_suffix(behind)?;
            Some((style, foot.strip_prefix(&self::foot(style.marks().name, ""))?))
        })
    }

    /// The kind and text of a line, without its markup. Not for the first two lines that are not empty: the title and
    /// the subtitle.
    pub(super) fn bare(self, line: &str) -> Line {
        let marks = self.marks();
        let within = |[before, behind]: [&str; 2]| line.strip_prefix(before)?.strip_suffix(behind);
        if line.trim().is_empty() {
            Line::Empty
        } else if let Some(words) = within(marks.heading).filter(|_| !marks.heading[0].is_empty()) {
            Line::Heading(self.unescaped(words))
        } else if let Some(words) = line.strip_prefix(marks.inner).or_else(|| line.strip_prefix(marks.fact)) {
            Line::Fact(self.unescaped(words))
        } else {
            // Remove the marks around the name, wherever it ends.
            let [before, behind] = marks.entry;
            let words = line.strip_prefix(before).unwrap_or(line);
            let words = match words.rfind(behind).filter(|_| !behind.is_empty()) {
                Some(end) => [&words[..end], &words[end + behind.len()..]].concat(),
                None => words.to_owned(),
            };
            Line::Entry(self.unescaped(&words))
        }
    }

    /// Reads a line as the title.
    pub(super) fn title(self, line: &str) -> Line {
        let [before, behind] = self.marks().title;
        let words = line.strip_prefix(before).and_then(|line| line.strip_suffix(behind)).unwrap_or(line);
        Line::Title(self.unescaped(words))
    }

    /// Words of the list as this style writes them: they mark up nothing, link nowhere and call nobody. Plain text is for
    /// readers that know no markup, so it stays as it is.
    fn escaped(self, words: &str) -> String {
        if self == Self::Text {
            return words.to_owned();
        }
        let mut escaped = String::with_capacity(words.len());
        for letter in inert(words).chars() {
            match self {
                Self::Markdown | Self::Discord if MARKDOWN_LETTERS.contains(letter) => escaped.extend(['\\', letter]),
                Self::Bbcode if letter == '[' => escaped.extend(['[', NOTHING]),
                _ => escaped.push(letter),
            }
        }
        escaped
    }

    fn unescaped(self, words: &str) -> String {
        match self {
            Self::Text => words.to_owned(),
            Self::Bbcode => restored(&words.replace(&format!("[{NOTHING}"), "[")),
            Self::Markdown | Self::Discord => {
                let mut letters = words.chars().peekable();
                let mut bare = String::with_capacity(words.len());
                while let Some(letter) = letters.next() {
                    let escaped = letters.peek().filter(|next| letter == '\\' && MARKDOWN_LETTERS.contains(**next));
                    if escaped.is_none() {
                        bare.push(letter);
                    } else {
                        bare.extend(letters.next());
                    }
                }
                restored(&bare)
            }
        }
    }
}

/// Characters behind which words may have a [`NOTHING`] that is not theirs.
fn may_be_broken(letter: char) -> bool {
    letter == '#' || JOINTS.contains(&letter)
}

/// Words in which links and calls of names (`@everyone`, `<@1>`, `#123`) are broken. A [`NOTHING`] of the words themselves gets
/// another before it, so that they come back exactly.
fn inert(words: &str) -> Cow<'_, str> {
    let is_call = |letter, rest: &str| match letter {
        '@' => true,
        '#' => rest.starts_with(|next: char| next.is_alphanumeric() || next == NOTHING),
        _ => may_be_broken(letter) && rest.starts_with(NOTHING),
    };
    broken(words, NOTHING.encode_utf8(&mut [0; 4]), is_call)
}

/// The words that [`inert`] was given.
fn restored(inert: &str) -> String {
    let mut words = String::with_capacity(inert.len());
    let mut letters = inert.chars().peekable();
    while let Some(letter) = letters.next() {
        words.push(letter);
        if may_be_broken(letter) {
            letters.next_if_eq(&NOTHING);
        }
    }
    words
}

fn foot(style: &str, fingerprint: &str) -> String {
    format!("Muster {style} 1, {fingerprint}")
}
