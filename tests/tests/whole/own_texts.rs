//! Texts that Muster wrote of golden lists: whatever a person changes in one is told, or Muster reads just what people see.
//! What programs for mails and forums make of a text is not told.
//!
//! `EACH=1 cargo test --test whole own_texts` changes every line of every text in every way, which takes many minutes.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::collections::BTreeSet;
use std::path::Path;

use muster_engine::list::ArmyList;
use muster_exchange::listing::{Listing, Markup, write};
use muster_library::judge::{JudgedList, judge_in_full, judge_open};
use muster_library::share;
use muster_library::shelf::Shelf;
use muster_submissions::{FoundLists, Intake, NewestGames};
use muster_tests::golden::{GoldenContent, golden_lists};
use rayon::prelude::*;

const STYLES: [Markup; 4] = [Markup::Text, Markup::Markdown, Markup::Discord, Markup::Bbcode];

/// One of this many golden lists is taken.
const LISTS: usize = 31;

/// One of this many changes is tried on each text. The texts start at different places, so that every change is tried on
/// every kind of line.
const STRIDE: usize = 97;

/// One of this many ways to send a text is tried on each.
const WAYS: usize = 4;

/// How wide mails are.
const WIDTH: usize = 76;

/// Golden lists of all games.
fn lists(shelf: &Shelf) -> Vec<ArmyList> {
    let ids: BTreeSet<&str> = shelf.editions().into_iter().map(|edition| edition.id.as_str()).collect();
    let golden = ids.into_iter().flat_map(|id| {
        golden_lists(&Path::new(env!("CARGO_MANIFEST_DIR")).join("lists").join(id)).into_iter().filter_map(|golden| {
            match golden.judged {
                GoldenContent::List(list, _) => Some(*list),
                GoldenContent::Sheet(_) => None,
            }
        })
    });
    golden.step_by(if tries_each() { 1 } else { LISTS }).collect()
}

/// Whether every line of every text is changed in every way.
fn tries_each() -> bool {
    std::env::var_os("EACH").is_some()
}

/// The text of a list, as `export` writes it; none if it says that the text does not read back.
fn text(shelf: &Shelf, list: &ArmyList, style: Markup, is_open: bool) -> Option<String> {
    let JudgedList { ruleset, report, summary, .. } = judge_in_full(shelf, "", None, list, None).ok()?;
    let written = if is_open {
        let open = share::open(ruleset.declarations(), list, report.fingerprint.as_deref());
        let judged = judge_open(shelf, "", None, &ruleset, list).ok()?;
        let summary = judged.map_or(summary, |(_, judged)| judged.summary);
        write(&ruleset, &open, &summary, &report, style)
    } else {
        write(&ruleset, list, &summary, &report, style)
    };
    written.lost.is_empty().then_some(written.text)
}

/// What was read of a text.
struct ReadText {
    lists: Vec<ArmyList>,
    /// Everything that is told of it.
    told: Vec<String>,
}

fn read(intake: &Intake, text: &str) -> ReadText {
    let mut read = ReadText { lists: Vec::new(), told: Vec::new() };
    for found in intake.paste(text.to_owned()) {
        read.told.extend(found.told.into_iter().map(|told| told.message));
        match found.form {
            FoundLists::Other(listings, _) => {
                for Listing { list, doubts, concluded, changed, .. } in listings {
                    read.told.extend(doubts.iter().map(|doubt| format!("{}: {}", doubt.line, doubt.sentence())));
                    read.told.extend(concluded);
                    read.told.extend(changed.into_iter().map(|it| format!("{:?}: {}", it.line, it.sentence)));
                    read.lists.push(list);
                }
            }
            FoundLists::File(entries) => read.told.extend(entries.iter().map(|entry| format!("a file: {entry:?}"))),
            FoundLists::Nothing(nothing) => read.told.push(nothing.why),
        }
    }
    read
}

/// The half of a list's fingerprint that is about all of it that is judged.
fn judged_of(shelf: &Shelf, list: &ArmyList) -> Option<String> {
    let judged = judge_in_full(shelf, "", None, list, None).ok()?;
    Some(judged.report.fingerprint?.split('-').next()?.to_owned())
}

/// Whether two texts say the same of the list. The version of Muster and the code of the rules, in the last line, may be any.
fn is_same(one: &str, other: &str) -> bool {
    let is_foot = |line: &str| line.contains("Muster ") && line.contains(", version ");
    let words = |text: &'_ str| -> Vec<String> {
        let lines = text.lines().filter(|line| !is_foot(line));
        lines.flat_map(str::split_whitespace).map(str::to_owned).collect()
    };
    let code = |text: &'_ str| -> Option<String> {
        let foot = text.lines().rfind(|line| is_foot(line))?;
        Some(foot.split_once(" 1, ")?.1.split_once('-')?.0.to_owned())
    };
    words(one) == words(other) && code(one) == code(other)
}

/// Words at the end of a line, in front of it, and in front of its last part.
const WORDS: [&str; 3] = ["veterans", "2", "(elite, 900 points)"];

/// Lines that a person may write into a text.
const LINES: [&str; 6] = [
    "All of them are veterans.",
    "3 × Frigate (0 points)",
    "    By default: Torpedoes",
    "== Reserve (900 points) ==",
    "  MFV: 5000",
    "MFV: 5000, agreed by email",
];

/// The texts that a person makes of a text by one change at one of its lines.
fn changes(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut changes = Vec::new();
    let mut with = |at: usize, length: usize, new: &[&str]| {
        changes.push([&lines[..at], new, &lines[at + length..]].concat().join("\n") + "\n");
    };
    for (at, line) in lines.iter().enumerate() {
        let digits = |(_, letter): &(usize, char)| letter.is_ascii_digit();
        for (place, digit) in line.char_indices().filter(digits) {
            let other = char::from(b'0' + (digit as u8 - b'0' + 1) % 10);
            with(at, 1, &[&format!("{}{other}{}", &line[..place], &line[place + 1..])]);
        }
        for word in WORDS {
            with(at, 1, &[&format!("{line} {word}")]);
            with(at, 1, &[&format!("{word} {line}")]);
            if let Some((head, tail)) = line.rsplit_once(" (") {
                with(at, 1, &[&format!("{head} {word} ({tail}")]);
            }
        }
        for new in LINES {
            with(at, 0, &[new]);
        }
        with(at, 1, &[]);
        with(at, 1, &[line, line]);
        if at + 1 < lines.len() {
            with(at, 2, &[lines[at + 1], line]);
        }
    }
    changes
}

#[test]
fn what_a_person_changes_is_told_or_read() {
    let shelf = Shelf::built_in();
    let lists = lists(&shelf);
    let stride = if tries_each() { 1 } else { STRIDE };
    let games = NewestGames::new(&shelf);
    let intake = Intake::new(&games);
    let tried: Vec<usize> = lists
        .par_iter()
        .enumerate()
        .map(|(number, list)| {
            let mut tried = 0;
            for (turn, style) in STYLES.into_iter().enumerate() {
                if stride > 1 && turn != number % STYLES.len() {
                    continue;
                }
                let Some(text) = text(&shelf, list, style, number % 5 == 0) else { continue };
                let original = read(&intake, &text);
                let judged =
                    |read: &ReadText| read.lists.iter().map(|list| judged_of(&shelf, list)).collect::<Vec<_>>();
                let wanted = judged(&original);
                for changed in changes(&text).into_iter().skip(number % stride).step_by(stride) {
                    let read = read(&intake, &changed);
                    // What people call things, say about them, or put into another order, is read as they see it.
                    let is_read = || read.lists != original.lists && judged(&read) == wanted;
                    let is_fine = !read.told.is_empty() || is_same(&changed, &text) || is_read();
                    assert!(is_fine, "nothing is told of\n{changed}\nmade of\n{text}");
                    tried += 1;
                }
            }
            tried
        })
        .collect();
    let tried: usize = tried.into_iter().sum();
    assert!(tried > 100, "{tried}");
}

/// A text broken into lines of this width.
fn wrapped(text: &str) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let mut length = 0;
        for word in line.split_inclusive(' ') {
            let own = word.trim_end().chars().count();
            if length > 0 && length + own > WIDTH && !wrapped.ends_with("  ") {
                wrapped.truncate(wrapped.trim_end().len());
                wrapped.push('\n');
                length = 0;
            }
            wrapped.push_str(word);
            length += word.chars().count();
        }
        wrapped.push('\n');
    }
    wrapped
}

/// A text with each line as `made` makes it.
fn each_line(text: &str, made: impl Fn(&str) -> String) -> String {
    text.lines().map(made).collect::<Vec<_>>().join("\n") + "\n"
}

/// What programs make of a text.
fn sent(text: &str, style: Markup) -> Vec<(&'static str, String)> {
    let quoted = |text: &str| each_line(text, |line| format!("> {line}"));
    let mut sent = vec![
        ("as it is", text.to_owned()),
        ("other line ends", text.replace('\n', "\r\n")),
        ("quoted", quoted(text)),
        ("quoted twice", quoted(&quoted(text)).replace("> > ", ">> ")),
        ("wrapped", wrapped(text)),
        ("wrapped and quoted", quoted(&wrapped(text))),
        ("without blanks at the end", each_line(text, |line| line.trim_end().to_owned())),
        ("with blanks at the end", each_line(text, |line| format!("{line}  "))),
        ("with blanks at which no line breaks", text.replace("  ", "\u{a0} ")),
        ("with other signs", text.replace('"', "\u{201d}").replace('\'', "\u{2019}").replace("...", "\u{2026}")),
        ("with lines apart", each_line(text, |line| format!("{line}\n"))),
        ("below a greeting", format!("Hello all,\n\nhere it is:\n\n{text}\nCheers,\nAnn\n")),
        ("right below a greeting", format!("Hello all, here it is:\n{text}-- \nAnn\n")),
        ("in an answer", format!("Thanks!\n\n{}\nSee you\n", quoted(text))),
    ];
    if style == Markup::Text {
        sent.push(("without blanks at the start", each_line(text, |line| line.trim_start().to_owned())));
    }
    if style == Markup::Bbcode {
        let tags = ["[b]", "[/b]", "[u]", "[/u]", "[i]", "[/i]", "\u{2013} ", "\u{2022} "];
        sent.push(("displayed", tags.iter().fold(text.to_owned(), |text, tag| text.replace(tag, ""))));
    }
    sent
}

#[test]
fn what_programs_make_of_a_text_is_not_told() {
    let shelf = Shelf::built_in();
    let stride = if tries_each() { 1 } else { WAYS };
    let games = NewestGames::new(&shelf);
    let intake = Intake::new(&games);
    let tried: Vec<usize> = lists(&shelf)
        .par_iter()
        .enumerate()
        .map(|(number, list)| {
            let style = STYLES[number % STYLES.len()];
            let (mut tried, is_open) = (0, number % 7 == 0);
            if let Some(text) = text(&shelf, list, style, is_open) {
                let original = read(&intake, &text);
                for (what, sent) in sent(&text, style).into_iter().skip(number % stride).step_by(stride) {
                    let mut read = read(&intake, &sent);
                    // The full list may set terms that the open one does not show.
                    read.told.retain(|told| !told.ends_with("not all of what it was written from is at hand"));
                    if what == "right below a greeting" {
                        assert_eq!(
                            read.told.pop().as_deref(),
                            Some("line 1 is taken as no part of the list"),
                            "{sent}"
                        );
                    }
                    assert_eq!(read.told, Vec::<String>::new(), "{what}:\n{sent}");
                    // Names may have other signs.
                    let judged =
                        |read: &ReadText| read.lists.iter().map(|list| judged_of(&shelf, list)).collect::<Vec<_>>();
                    assert_eq!(judged(&read), judged(&original), "{what}:\n{sent}");
                    tried += 1;
                }
            }
            tried
        })
        .collect();
    let tried: usize = tried.into_iter().sum();
    assert!(tried > 100, "{tried}");
}
