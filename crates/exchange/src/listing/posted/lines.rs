//! The lines of a text from another program or person, without its markup.

use std::borrow::Cow;

use muster_engine::effort;
use unicode_normalization::{UnicodeNormalization, is_nfc};

use super::language::WordSort;
use super::words::words;

/// A line, or a sentence of one, without bullets, tags and stars.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each tells one thing of the line")]
pub(in super::super) struct BareLine<'t> {
    /// Its number, from 1.
    pub number: usize,
    /// The line as written.
    pub text: &'t str,
    pub bare: String,
    /// The indentation, including marks that stand for it.
    pub depth: usize,
    /// True for a list item, which may belong to the line without a bullet above it.
    pub item: bool,
    /// True if it is marked as a heading.
    pub heading: bool,
    /// True if it is surely a squadron: a row of a table with a unit.
    pub is_entry: bool,
    /// True if an empty line, or nothing, stands before it.
    pub opens: bool,
    /// True if dashes stand before it, as before a signature, without an empty line between.
    pub signed: bool,
    /// Who said it, in a chat.
    pub speaker: Option<&'t str>,
    /// The line above it that names the speaker, if another does.
    pub speaker_line: Option<usize>,
}

/// Marks before the items of a list.
const BULLETS: [&str; 7] = ["- ", "* ", "\u{2022} ", "\u{2022}", "\u{2013} ", "\u{b7} ", "> "];

/// Marks that stand for indentation. Muster itself marks attached squadrons with a plus, which is bold with their names.
const INDENTS: [&str; 7] = [". ", ".", "\u{25e6} ", "+ ", "\u{21b3} ", "**+ ", "[b]+ "];

/// Forum tags (`BBCode`).
const TAGS: [&str; 25] = [
    "b", "i", "u", "s", "size", "color", "list", "quote", "url", "*", "code", "img", "center", "left", "right",
    "table", "tr", "td", "th", "font", "h1", "h2", "h3", "hr", "spoiler",
];

/// The longest tag, in bytes.
const MAX_TAG: usize = 60;

/// What stands alone before a signature.
const DASHES: [&str; 4] = ["--", "---", "\u{2013}", "\u{2014}"];

/// The longest line that is read, in bytes. Longer ones stay as they are.
pub(in super::super) const MAX_LINE: usize = 4096;

/// How many bytes of a line are parted into sentences in a step.
const BYTES_A_STEP: usize = 64;

/// The most letters of a word before a point that is no end of a sentence, such as `incl`.
const CUT: usize = 4;

/// A text as it is read: accents joined to their letters, all blanks alike, and without the mark of a quotation if each
/// line has one.
pub(super) fn for_reading(text: &str) -> Cow<'_, str> {
    let is_blank = |letter: char| letter != ' ' && letter.is_whitespace() && !matches!(letter, '\n' | '\r' | '\t');
    let mut plain = Cow::Borrowed(text);
    if !is_nfc(text) {
        plain = Cow::Owned(text.nfc().collect());
    }
    if plain.contains(is_blank) {
        plain = Cow::Owned(plain.replace(is_blank, " "));
    }
    let mut said = plain.lines().filter(|line| !line.trim().is_empty());
    if said.next().is_some_and(|first| first.starts_with('>')) && said.all(|line| line.starts_with('>')) {
        let bare = |line: &str| {
            let rest = line.strip_prefix('>').unwrap_or(line);
            rest.strip_prefix(' ').unwrap_or(rest).to_owned()
        };
        plain = Cow::Owned(plain.lines().map(bare).collect::<Vec<_>>().join("\n"));
    }
    plain
}

/// The lines of a text that are not empty, each parted into its sentences.
pub(in super::super) fn lines(text: &str, leaves_out: impl Fn(&str) -> bool) -> Vec<BareLine<'_>> {
    let mut lines: Vec<BareLine> = Vec::new();
    let (mut opens, mut signed, mut sender) = (true, false, None);
    for (written, number) in text.lines().zip(1..).filter(|(written, _)| !leaves_out(written)) {
        effort::spend(1 + written.len() / BYTES_A_STEP);
        if let Some(name) = sent_by(written.trim()) {
            (opens, sender) = (true, Some((name, number)));
            continue;
        }
        let line = BareLine::new(written, number, opens);
        let sender = sender.filter(|_| line.speaker.is_none());
        let speaker = sender.map(|(name, _)| name).or(line.speaker);
        let line = BareLine { speaker, speaker_line: sender.map(|(_, number)| number), signed, ..line };
        opens = line.bare.is_empty();
        if opens {
            signed = DASHES.contains(&written.trim());
            continue;
        }
        let ends = if line.bare.len() > MAX_LINE { Vec::new() } else { sentences(&line.bare) };
        if ends.len() < 2 {
            lines.push(line);
            continue;
        }
        let mut start = 0;
        for end in ends {
            let bare = line.bare[start..end].trim().to_owned();
            lines.push(BareLine { bare, opens: line.opens && start == 0, ..line });
            start = end;
        }
    }
    lines
}

impl<'t> BareLine<'t> {
    pub(in super::super) fn new(text: &'t str, number: usize, opens: bool) -> Self {
        let indent = text.len() - text.trim_start().len();
        let text = text.trim();
        let is_heading = |rest: &str| {
            let framed = rest.len() > 2 && rest.starts_with("+ ") && rest.ends_with(" +");
            framed || ["#", "++", "=="].iter().any(|mark| rest.starts_with(mark))
        };
        let (said, speaker) = without_time(text);
        let (rest, moved, item) = if is_heading(text) { (text, 0, false) } else { unbulleted(said) };
        let heading = is_heading(rest);
        let bare = without_tags(rest);
        let marks = if heading { "#=+" } else { "" };
        let bare = bare.trim_matches(|letter: char| letter.is_whitespace() || marks.contains(letter));
        let depth = indent + moved;
        Self {
            number,
            text,
            bare: bare.to_owned(),
            depth,
            item,
            heading,
            is_entry: false,
            opens,
            signed: false,
            speaker,
            speaker_line: None,
        }
    }

    /// Whether the line is struck out.
    pub(in super::super) fn is_struck(&self) -> bool {
        let text = self.text.trim_start_matches(['-', '*', '\u{2022}', ' ']).trim_end();
        text.len() > 4 && text.starts_with("~~") && text.ends_with("~~")
    }

    /// Whether the line says nothing about the list.
    pub(in super::super) fn is_idle(&self) -> bool {
        let lower = self.bare.to_ascii_lowercase();
        is_decoration(&lower) || WordSort::Footers.written().any(|footer| lower.starts_with(footer))
    }
}

/// Where the sentences of a line end. A point after a number (`1.`) or after a short word (`incl.`) ends no sentence.
fn sentences(bare: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    for (at, mark) in bare.match_indices(['.', '!', '?']) {
        let behind = &bare[at + mark.len()..];
        let next = behind.find(char::is_alphanumeric).map(|next| at + mark.len() + next);
        let Some(next) =
            next.filter(|_| behind.starts_with(|letter: char| letter.is_whitespace() || "\"')!?".contains(letter)))
        else {
            continue;
        };
        // "180... hmm, that is 825" has two sentences. Dots before a price only fill the space before it.
        let trails = bare[..at].strip_suffix("..").is_some_and(|before| before.ends_with(char::is_alphanumeric))
            && bare[next..].starts_with(char::is_alphabetic);
        let is_closed =
            mark != "." || bare[..at].ends_with(')') || bare[..at].ends_with(|letter: char| letter.is_alphabetic());
        let begins = bare[next..]
            .starts_with(|letter: char| letter.is_uppercase() || is_closed && letter.is_ascii_digit())
            || trails;
        let start = ends.last().copied().unwrap_or(0);
        if at < start {
            continue;
        }
        let sentence = &bare[start..at];
        let last = words(sentence).pop();
        let is_cut = last.is_none_or(|last| {
            let is_word = last.end == sentence.len();
            let said = &sentence[last.start..last.end];
            let is_lone = last.number().is_some() && last.start == 0;
            is_word
                && mark == "."
                && (is_lone
                    || WordSort::BeforeEditions.is(&last)
                    || WordSort::ShortForms.is(&last)
                    || last.number().is_some()
                        && words(&bare[next..]).first().is_some_and(|word| WordSort::Months.is(word))
                    || said.chars().count() < CUT
                        && !said
                            .chars()
                            .any(|letter| letter.is_ascii_digit() || "aeiouy".contains(letter.to_ascii_lowercase())))
        });
        // `Gull no. 2`
        let is_numbered = mark == "."
            && bare[next..].starts_with(|letter: char| letter.is_ascii_digit())
            && words(&bare[start..at]).last().is_some_and(|last| WordSort::NumberSigns.is(last));
        // `4. Edition`
        let is_edition = mark == "." && words(&bare[next..]).first().is_some_and(|word| WordSort::Editions.is(word));
        let gap = bare[at + mark.len()..next].chars().any(char::is_whitespace);
        if begins && gap && !is_cut && !is_numbered && !is_edition {
            ends.push(next);
        }
    }
    ends.push(bare.len());
    ends
}

/// A line of a chat without the date, the time and the name before it: `[21/11/2026 19:02] Anna: `.
fn without_time(text: &str) -> (&str, Option<&str>) {
    let bare = text.trim_start_matches(['[', '(']);
    let stamp = |text: &str, marks: &[char]| {
        let end = text.find(|letter: char| !letter.is_ascii_digit() && !marks.contains(&letter)).unwrap_or(text.len());
        let parts: Vec<&str> = text[..end].split(marks).collect();
        (parts.len() > 1 && parts.iter().all(|part| !part.is_empty())).then_some((end, parts.len()))
    };
    let date = stamp(bare, &['/', '.', '-']).filter(|(_, parts)| *parts == 3).map_or(0, |(end, _)| end);
    let timed = bare[date..].trim_start_matches([',', ' ', 'T']);
    let Some((end, _)) = stamp(timed, &[':']) else { return (text, None) };
    let rest = timed[end..].trim_start();
    let half = ["am", "pm", "AM", "PM"].iter().find_map(|half| rest.strip_prefix(half)).unwrap_or(rest);
    let closed = half.trim_start_matches([']', ')', ' ', '-', '\u{2013}']);
    // "3: Gull" has a number and no time.
    if closed.len() == rest.len() && date == 0 {
        return (text, None);
    }
    match closed.split_once(": ") {
        Some((name, said)) if name.split_whitespace().count() <= 4 => (said, Some(name)),
        _ => (closed, None),
    }
}

/// Who sent the messages below a line such as `Anna \u{2014} Today at 19:02`.
fn sent_by(text: &str) -> Option<&str> {
    const MARKS: [&str; 4] = [" \u{2014} ", " \u{2013} ", " \u{b7} ", " - "];
    let (name, time) = MARKS.iter().find_map(|mark| text.split_once(mark))?;
    let is_date = |word: &str| {
        let is_number = word.starts_with(|letter: char| letter.is_ascii_digit());
        is_number
            && word
                .trim_end_matches(char::is_alphabetic)
                .bytes()
                .all(|byte| byte.is_ascii_digit() || b":/.-,".contains(&byte))
            || WordSort::Dates.is_text(word.trim_matches(','))
    };
    let is_time = |word: &str| word.len() > 3 && word.split(':').count() == 2;
    let mut words = time.split_whitespace();
    let is_sent = words.clone().all(is_date) && words.any(is_time);
    (is_sent && !name.is_empty() && name.split_whitespace().count() <= 4).then_some(name)
}

/// A line without bullets, the indentation that they stand for, and whether it is a list item.
fn unbulleted(mut text: &str) -> (&str, usize, bool) {
    let (mut moved, mut item) = (0, false);
    loop {
        let strip = |marks: &[&str]| marks.iter().find_map(|mark| text.strip_prefix(mark));
        text = if let Some(rest) = strip(&INDENTS) {
            moved += 2;
            rest.trim_start()
        } else if let Some(rest) = strip(&BULLETS) {
            item = true;
            rest.trim_start()
        } else if let Some(rest) = text.strip_prefix("--").map(|rest| rest.trim_start_matches('-')) {
            // Depth by dashes.
            item = true;
            moved += text.len() - rest.len() - 2;
            rest.trim_start()
        } else {
            return (text, moved, item);
        };
    }
}

/// A text without forum tags, Markdown emphasis and smileys in words.
fn without_tags(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('[') {
        bare.push_str(before);
        let end = tag.bytes().take(MAX_TAG).position(|byte| byte == b']');
        let inner = end.map(|end| (&tag[..end], &tag[end + 1..])).filter(|(inner, _)| {
            let name = inner.trim_start_matches('/').split('=').next().unwrap_or_default();
            TAGS.iter().any(|known| known.eq_ignore_ascii_case(name))
        });
        if inner.is_some_and(|(inner, _)| ["/td", "/th"].iter().any(|cell| cell.eq_ignore_ascii_case(inner))) {
            bare.push('\t');
        }
        rest = inner.map_or(tag, |(_, rest)| rest);
        if inner.is_none() {
            bare.push('[');
        }
    }
    bare.push_str(rest);
    let bare = ["**", "__", "~~", "`", "\\"].iter().fold(bare, |bare, mark| bare.replace(mark, ""));
    let is_smiley = |word: &str| {
        let inner = word.strip_prefix(':').and_then(|word| word.strip_suffix(':'));
        inner
            .is_some_and(|inner| inner.len() > 1 && inner.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'))
    };
    if bare.split(' ').any(is_smiley) {
        bare.split(' ').filter(|word| !is_smiley(word)).collect::<Vec<_>>().join(" ")
    } else {
        bare
    }
}

/// Whether a text has no letters or digits.
pub(in super::super) fn is_decoration(word: &str) -> bool {
    !word.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::{lines, without_time};

    #[test]
    fn sentences_are_parted_and_entries_are_not() {
        let parted = |text: &str| lines(text, |_| false).into_iter().map(|line| line.bare).collect::<Vec<_>>();
        assert_eq!(
            parted("1. Gull (155)\nMk. II Gull, 225. It is dear."),
            ["1. Gull (155)", "Mk. II Gull, 225.", "It is dear."]
        );
        assert_eq!(parted("Done!! Gull + 2 Terns. 940/1000."), ["Done!!", "Gull + 2 Terns.", "940/1000."]);
    }

    #[test]
    fn times_and_names_are_left_out() {
        assert_eq!(without_time("[19:03] Anna: 3 Gulls 210"), ("3 Gulls 210", Some("Anna")));
        assert_eq!(without_time("9:05 pm - Anna B: Gull: 90"), ("Gull: 90", Some("Anna B")));
        assert_eq!(without_time("[21/11/2026 20:15] ann_b: 3 Gulls"), ("3 Gulls", Some("ann_b")));
        assert_eq!(without_time("22/11/2026, 09:04 - Ann: Gull"), ("Gull", Some("Ann")));
        assert_eq!(without_time("3: Gull"), ("3: Gull", None));
    }
}
