//! The last line of a text that Muster wrote: `Muster text 1, CODE, version 0.3.0`.
//!
//! It names the markup, so that the text can be read back, and says that Muster wrote the text.

use super::markup::Markup;

/// The version of Muster that writes.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Stands in place of the fingerprint of a list that could not be judged.
const NOT_JUDGED: &str = "not judged";
/// Before the first half of the fingerprint of an open list.
const OPEN: &str = "open list ";
/// Before the version of Muster.
const OF: &str = "version ";
/// Over how many lines programs for mails may wrap it.
const LINES: usize = 4;

/// What the last line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Foot {
    pub style: Markup,
    /// The fingerprint of the list, or of the full list if the text shows an open one. None if it was not judged.
    pub fingerprint: Option<String>,
    /// The first half of the fingerprint of the list that the text shows, if that is an open list.
    pub open: Option<String>,
    /// The version of Muster that wrote the text. Texts of 0.3.0 and before do not state it.
    pub version: Option<String>,
    /// Whether it says nothing else.
    pub is_known: bool,
}

impl Foot {
    /// The foot of a text that this version writes.
    pub(super) fn new(style: Markup, fingerprint: Option<&str>, open: Option<&str>) -> Self {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        let version = Some(VERSION.to_owned());
        Self { style, fingerprint: owned(fingerprint), open: owned(open), version, is_known: true }
    }

    /// Its words, without markup.
    pub(super) fn words(&self) -> String {
        let mut words = format!("{}{}", begin(self.style), self.fingerprint.as_deref().unwrap_or(NOT_JUDGED));
        for (before, said) in [(OPEN, &self.open), (OF, &self.version)] {
            if let Some(said) = said {
                words.extend([", ", before, said]);
            }
        }
        words
    }

    /// Reads the last line of a text as Muster writes it, with its marks. A line of YAML or JSON that looks like it is indented.
    pub(super) fn at_end(text: &str) -> Option<Self> {
        let last = text.lines().map(str::trim_end).rfind(|line| !line.is_empty())?;
        Markup::ALL.into_iter().find_map(|style| read(style, style.foot(last)?))
    }

    /// Reads the foot that begins at the first of these lines, whatever became of its marks, and wherever it is wrapped. Returns
    /// it with the number of its lines. Other words that begin in the same way are no foot, nor is an indented line.
    pub(super) fn at_start<'t>(lines: impl Iterator<Item = &'t str>) -> Option<(Self, usize)> {
        const MARKS: [char; 5] = ['*', '-', '#', '_', ' '];
        let mut words = String::new();
        let mut found = None;
        for (number, line) in (1..=LINES).zip(lines) {
            let is_indented = line.starts_with(char::is_whitespace);
            let line = line.trim();
            let line = line.strip_prefix("[i]").unwrap_or(line).trim_matches(|mark| MARKS.contains(&mark));
            let line = line.strip_suffix("[/i]").unwrap_or(line);
            if line.is_empty() || number == 1 && (is_indented || !line.starts_with("Muster")) {
                break;
            }
            if number > 1 {
                words.push(' ');
            }
            words.push_str(line);
            let foot = Markup::ALL.into_iter().find_map(|style| read(style, &words));
            match foot.filter(|foot| foot.is_known && foot.fingerprint.as_deref().is_none_or(is_code)) {
                Some(foot) => found = Some((foot, number)),
                // The next line is no part of it any more.
                None if found.is_some() => break,
                None => {}
            }
        }
        found
    }
}

/// What stands before the fingerprint.
fn begin(style: Markup) -> String {
    format!("Muster {} 1, ", style.name())
}

fn read(style: Markup, words: &str) -> Option<Foot> {
    let mut parts = words.strip_prefix(&begin(style))?.split(", ");
    let first = parts.next()?;
    let fingerprint = (first != NOT_JUDGED).then(|| first.to_owned());
    let mut foot = Foot { style, fingerprint, open: None, version: None, is_known: true };
    for part in parts {
        let word = |before| part.strip_prefix(before).filter(|word| !word.contains(char::is_whitespace));
        match (word(OPEN), word(OF)) {
            (Some(open), _) if foot.open.is_none() => foot.open = Some(open.to_owned()),
            (_, Some(version)) if foot.version.is_none() => foot.version = Some(version.to_owned()),
            _ => foot.is_known = false,
        }
    }
    Some(foot)
}

/// Whether a word may be a fingerprint. Somebody may have changed it.
fn is_code(word: &str) -> bool {
    word.contains('-') && word.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
}
