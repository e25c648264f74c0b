//! The markup of terminals, forums and chats: its marks around each kind of line, and lines without them.

use std::borrow::Cow;

use muster_engine::theirs::{JOINTS, broken};

/// A way of marking up a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
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
pub(super) enum MarkupLine {
    Heading(String),
    Entry(String),
    Fact(String),
    Empty,
}

/// The marks before and after each kind of line.
pub(super) struct Marks {
    pub name: &'static str,
    pub title: [&'static str; 2],
    pub subtitle: [&'static str; 2],
    pub heading: [&'static str; 2],
    /// Around a squadron's name; its points follow.
    pub entry: [&'static str; 2],
    /// Before facts of the list or of a group.
    pub fact: &'static str,
    /// Before facts of a squadron.
    pub inner: &'static str,
    pub foot: [&'static str; 2],
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

impl Markup {
    /// All styles.
    pub(super) const ALL: [Self; 4] = [Self::Text, Self::Markdown, Self::Discord, Self::Bbcode];

    pub(super) fn marks(self) -> &'static Marks {
        match self {
            Self::Text => &TEXT,
            Self::Markdown => &MARKDOWN,
            Self::Discord => &DISCORD,
            Self::Bbcode => &BBCODE,
        }
    }

    /// Its name, which the foot of a text states.
    pub(super) fn name(self) -> &'static str {
        self.marks().name
    }

    /// The words of a foot, if a line has its marks.
    pub(super) fn foot(self, line: &str) -> Option<&str> {
        let [before, behind] = self.marks().foot;
        line.strip_prefix(before)?.strip_suffix(behind)
    }

    /// Whether a line has the mark before a squadron or a card.
    pub(super) fn marks_entry(self, line: &str) -> bool {
        line.starts_with(self.marks().entry[0])
    }

    /// A line without any of the marks of this style around its words, or of what programs show in their place.
    pub(super) fn unmarked(self, line: &str) -> String {
        const SHOWN: [&str; 5] = ["\u{2022} ", "\u{25e6} ", "\u{2013} ", "- ", "* "];
        let marks = self.marks();
        let pairs = [marks.title, marks.subtitle, marks.heading, marks.entry, marks.foot];
        let mut words = line.trim();
        for mark in [marks.fact, marks.inner].map(str::trim_start).into_iter().chain(SHOWN) {
            words = words.strip_prefix(mark).filter(|_| !mark.is_empty()).unwrap_or(words).trim_start();
        }
        for [before, behind] in pairs {
            words = words.strip_prefix(before).unwrap_or(words);
            words = words.strip_suffix(behind).unwrap_or(words);
        }
        self.unescaped(words.trim())
    }

    /// The kind and text of a line, without its markup. Not for the first two lines that are not empty: the title and
    /// the subtitle.
    pub(super) fn bare(self, line: &str) -> MarkupLine {
        let marks = self.marks();
        let within = |[before, behind]: [&str; 2]| line.strip_prefix(before)?.strip_suffix(behind);
        if line.trim().is_empty() {
            MarkupLine::Empty
        } else if let Some(words) = within(marks.heading).filter(|_| !marks.heading[0].is_empty()) {
            MarkupLine::Heading(self.unescaped(words))
        } else if let Some(words) = line.strip_prefix(marks.inner).or_else(|| line.strip_prefix(marks.fact)) {
            MarkupLine::Fact(self.unescaped(words))
        } else {
            // Remove the marks around the name, wherever it ends.
            let [before, behind] = marks.entry;
            let words = line.strip_prefix(before).unwrap_or(line);
            let words = match words.rfind(behind).filter(|_| !behind.is_empty()) {
                Some(end) => [&words[..end], &words[end + behind.len()..]].concat(),
                None => words.to_owned(),
            };
            MarkupLine::Entry(self.unescaped(&words))
        }
    }

    /// Reads a line as the title.
    pub(super) fn title(self, line: &str) -> String {
        let [before, behind] = self.marks().title;
        self.unescaped(line.strip_prefix(before).and_then(|line| line.strip_suffix(behind)).unwrap_or(line))
    }

    /// Words of the list as this style writes them: they mark up nothing, link nowhere and call nobody. Plain text is for
    /// readers that know no markup, so it stays as it is.
    pub(super) fn escaped(self, words: &str) -> String {
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

/// Whether a line has no words. It may have blanks and `>`, with which mails quote.
pub(super) fn is_blank(line: &str) -> bool {
    line.chars().all(|letter| letter.is_whitespace() || letter == '>')
}
