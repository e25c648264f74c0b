//! Decides what a text is: a list file, a roster, a table, a web page, or plain text.

use csv::ReaderBuilder;
use muster_library::share;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::hidden::Hidden;
use super::html::{self, Page};
use super::kind::has_ending;
use super::part::Content;
use crate::battlescribe::roster::Roster;
use crate::{listing, sheet};

const CATALOGUE: &str = "a BattleScribe catalogue, which `muster import` reads with --ruleset";

/// What a text holds, and what nobody sees in it. `is_body` is true for the text of a mail.
pub(super) fn content(name: &str, text: String, is_body: bool) -> (Content, Hidden) {
    let begin = text.trim_start();
    let root = root(begin);
    let is_page = is_page(root) || !is_body && has_ending(name, &["html", "htm", "xhtml"]);
    // The first line of Muster's own text is the name of the list, which may look like anything.
    let content = match root {
        _ if listing::is_ours(&text) => Content::Text(text),
        "roster" => Content::Roster(text.into_bytes()),
        "catalogue" | "gameSystem" => Content::nothing(CATALOGUE),
        _ if is_page => {
            let Page { text: words, hidden } = html::read(&text);
            let is_empty = words.trim().is_empty();
            let content =
                if is_empty { Content::nothing("a web page without text") } else { of_words("", words, true) };
            return (content, hidden);
        }
        _ if begin.starts_with("<?xml") => Content::nothing("an XML file without a list"),
        _ => of_words(name, text, is_body),
    };
    (content, Hidden::default())
}

/// What a text without mark-up holds.
fn of_words(name: &str, text: String, is_body: bool) -> Content {
    if listing::is_ours(&text) {
        return Content::Text(text);
    }
    if let Some(word) = share::find(&text) {
        return Content::Yaml(word.into_bytes());
    }
    let begin = text.trim_start();
    if begin.starts_with('{') && Roster::is_json(begin) {
        return Content::NewRecruit(text.into_bytes());
    }
    if begin.starts_with('{')
        && let Ok(object) = serde_json::from_str::<Object>(begin)
    {
        return match object {
            Object { catalogue: Some(_), .. } | Object { game_system: Some(_), .. } => Content::nothing(CATALOGUE),
            _ => Content::Yaml(text.into_bytes()),
        };
    }
    let has_head = text.lines().any(|line| line.starts_with("muster:"));
    if has_head && is_body {
        return Content::Yaml(between_greetings(&text).into_bytes());
    }
    let is_list_file = has_head && begins_with_key(begin) || begin.starts_with('{') && begin.contains("muster:");
    if is_list_file || share::is_word(&text) || !is_body && has_ending(name, &["yaml", "yml", "json"]) {
        return Content::Yaml(text.into_bytes());
    }
    match table(&text) {
        Some(Table::Units) => Content::nothing("a spreadsheet of units, which --units reads"),
        Some(Table::List) => Content::Table(text),
        None if has_ending(name, &["csv", "tsv"]) && !is_body => Content::Table(text),
        None => Content::Text(text),
    }
}

/// The keys that tell objects of JSON apart.
#[derive(Deserialize)]
struct Object {
    catalogue: Option<IgnoredAny>,
    #[serde(rename = "gameSystem")]
    game_system: Option<IgnoredAny>,
}

/// The name of the first element of XML or HTML, without what may come before it; empty if there is none.
fn root(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let end = match rest.as_bytes() {
            [b'<', b'?', ..] => "?>",
            [b'<', b'!', b'-', b'-', ..] => "-->",
            // A document type may declare entities, which have angle brackets too.
            [b'<', b'!', ..] if rest.split('>').next().is_some_and(|begin| begin.contains('[')) => "]>",
            [b'<', b'!', ..] => ">",
            [b'<', ..] => break,
            _ => return "",
        };
        rest = rest.split_once(end).map_or("", |(_, rest)| rest);
    }
    let name = &rest[1..];
    let end = name.find(|letter: char| !letter.is_ascii_alphanumeric() && !matches!(letter, '-' | '_' | ':'));
    &name[..end.unwrap_or(name.len())]
}

/// Whether a web page begins with such an element.
fn is_page(root: &str) -> bool {
    const ROOTS: [&str; 12] = ["html", "head", "meta", "body", "div", "p", "table", "ul", "ol", "h1", "h2", "span"];
    ROOTS.iter().any(|known| known.eq_ignore_ascii_case(root))
}

/// Whether the first line that is no comment is a key with or without its value, as in a list file.
fn begins_with_key(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let first = lines.find(|line| !line.starts_with("---") && !line.starts_with('%')).unwrap_or_default();
    first.split_once(':').is_some_and(|(key, _)| !key.is_empty() && !key.contains(char::is_whitespace))
}

/// The list file in the text of a mail, without the greeting above and below it.
fn between_greetings(text: &str) -> String {
    let lines = text.lines().skip_while(|line| !line.starts_with("muster:"));
    let is_yaml = |line: &&str| {
        let is_key = line.split_once(':').is_some_and(|(key, _)| !key.contains(' '));
        is_key || line.trim().is_empty() || line.starts_with([' ', '\t', '#', '-', '\u{a0}'])
    };
    lines.take_while(is_yaml).flat_map(|line| [line, "\n"]).collect()
}

/// What the header of CSV is for.
enum Table {
    List,
    Units,
}

/// Tells by its header what CSV is for. None if the first line is no header that is known.
fn table(text: &str) -> Option<Table> {
    const OF_LISTS: [&str; 11] =
        ["unit", "units", "models", "squadron", "quantity", "qty", "number", "count", "options", "attached", "mfv"];
    const OF_UNITS: [&str; 11] =
        ["id", "nation", "points", "size", "type", "theatre", "capital", "kind", "min", "max", "attachment-only"];
    let line = text.lines().find(|line| !line.starts_with('#') && !line.trim().is_empty())?;
    let mut reader =
        ReaderBuilder::new().delimiter(sheet::delimiter(text)).trim(csv::Trim::All).from_reader(line.as_bytes());
    let header = reader.headers().ok()?;
    let cells: Vec<String> = header.iter().map(|cell| cell.to_lowercase().replace(['_', ' '], "-")).collect();
    let has = |names: &[&str]| names.iter().filter(|name| cells.iter().any(|cell| cell == *name)).count();
    let is_of_list = has(&OF_LISTS) > 0;
    if cells.len() < 2 {
        None
    } else if !is_of_list && has(&["name"]) > 0 && has(&OF_UNITS) > 0 {
        Some(Table::Units)
    } else if is_of_list && has(&OF_LISTS) + has(&OF_UNITS) + has(&["list", "player", "name", "ruleset"]) > 1 {
        Some(Table::List)
    } else {
        None
    }
}
