//! Decides what a text is: a list file, a roster, a table, a web page, or plain text.

use muster_library::share;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::hidden::HiddenText;
use super::html::{self, HtmlPage};
use super::part::PartContent;
use super::sign::has_ending;
use crate::battlescribe::roster::Roster;
use crate::battlescribe::{ImportError, xml};
use crate::{listing, spreadsheet};

const CATALOGUE: &str = "a file of units for BattleScribe, not a list: name it itself to `muster import`";

/// What a text holds, and what nobody sees in it. `is_body` is true for the text of a mail. There is one content, or there
/// are the lists of programs that stand in the text, and behind them what a person wrote around them.
pub(super) fn contents(name: &str, text: String, is_body: bool) -> (Vec<PartContent>, HiddenText) {
    let begin = text.trim_start();
    let root = root(begin);
    let is_page = is_page(root) || !is_body && has_ending(name, &["html", "htm", "xhtml"]);
    // The first line of Muster's own text is the name of the list, which may look like anything.
    let content = match root {
        _ if listing::is_ours(&text) => return (of_words(name, text, is_body), HiddenText::default()),
        "roster" => PartContent::Roster(text.into_bytes()),
        "catalogue" | "gameSystem" => PartContent::nothing(broken(&text).as_deref().unwrap_or(CATALOGUE)),
        _ if is_page => {
            let HtmlPage { text: words, hidden } = html::read(&text);
            let is_empty = words.trim().is_empty();
            let contents = if is_empty {
                vec![PartContent::nothing("a web page without text")]
            } else {
                of_words("", words, true)
            };
            return (contents, hidden);
        }
        _ if begin.starts_with("<?xml") => {
            PartContent::nothing(broken(&text).as_deref().unwrap_or("an XML file without a list"))
        }
        _ => return (of_words(name, text, is_body), HiddenText::default()),
    };
    (vec![content], HiddenText::default())
}

/// What is wrong with XML that cannot be read, with line and column.
fn broken(text: &str) -> Option<String> {
    let ImportError { at, message, .. } = xml::parse("", text).err()?;
    let (line, column) = at.unwrap_or((1, 1));
    Some(format!("a file of XML that cannot be read: line {line}, column {column}: {message}"))
}

/// What a text without mark-up holds.
fn of_words(name: &str, text: String, is_body: bool) -> Vec<PartContent> {
    if let Some((own, around)) = listing::cut(&text) {
        // Muster's own texts do not stand for what is written around them.
        let mut contents: Vec<PartContent> = own.into_iter().map(PartContent::Text).collect();
        if around.contains(char::is_alphanumeric) {
            contents.extend(of_others(name, around, is_body));
        }
        return contents;
    }
    if listing::is_own(&text) {
        // Its names and notes may look like anything.
        return vec![PartContent::Text(text)];
    }
    of_others(name, text, is_body)
}

/// What a text holds that Muster did not write.
fn of_others(name: &str, text: String, is_body: bool) -> Vec<PartContent> {
    if let Some(lists) = json_lines(&text) {
        return lists;
    }
    if let Some(content) = of_program(name, &text, is_body) {
        return vec![content];
    }
    let (files, around) = cut_files(text);
    let (words, around) = share::words(&around);
    let lists = files.into_iter().chain(words).map(|list| PartContent::Yaml(list.into_bytes()));
    let mut contents: Vec<PartContent> = lists.collect();
    if contents.is_empty() || around.contains(char::is_alphanumeric) {
        contents.push(of_person(name, around, is_body));
    }
    contents
}

/// The lists of a text that has one as JSON on each line. None if a line is anything else.
fn json_lines(text: &str) -> Option<Vec<PartContent>> {
    let is_list = |line: &str| line.contains("\"muster\"") && serde_json::from_str::<JsonKeys>(line).is_ok();
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let is_all = text.trim_start().starts_with('{') && lines.clone().count() > 1 && lines.all(is_list);
    let lists = text.lines().filter(|line| is_all && !line.trim().is_empty());
    is_all.then(|| lists.map(|line| PartContent::Yaml(line.as_bytes().to_vec())).collect())
}

/// What a text holds that is one list or catalogue of a program as a whole.
fn of_program(name: &str, text: &str, is_body: bool) -> Option<PartContent> {
    let begin = text.trim_start();
    let yaml = || Some(PartContent::Yaml(text.as_bytes().to_vec()));
    if begin.starts_with('{') && Roster::is_json(begin) {
        return Some(PartContent::NewRecruit(text.as_bytes().to_vec()));
    }
    if begin.starts_with('{')
        && let Ok(object) = serde_json::from_str::<JsonKeys>(begin)
    {
        return match object {
            JsonKeys { catalogue: Some(_), .. } | JsonKeys { game_system: Some(_), .. } => {
                Some(PartContent::nothing(CATALOGUE))
            }
            _ => yaml(),
        };
    }
    let is_list_file = text.lines().any(is_head) && begins_with_key(begin);
    // A file that ends too early is still one of lists.
    let is_flow = begin.starts_with('{') && (begin.contains("muster:") || begin.contains("\"muster\""));
    let is_named = has_ending(name, &["yaml", "yml", "json"]);
    let is_whole_word = share::is_word(text) && share::words(text).0.is_empty();
    if is_flow || is_whole_word || !is_body && (is_list_file || is_named) { yaml() } else { None }
}

/// What a person's text holds.
fn of_person(name: &str, text: String, is_body: bool) -> PartContent {
    match table(&text) {
        Some(CsvUse::Units) => PartContent::nothing("a spreadsheet of units, which --units reads"),
        Some(CsvUse::List) => PartContent::Table(text),
        None if has_ending(name, &["csv", "tsv"]) && !is_body => PartContent::Table(text),
        None => PartContent::Text(text),
    }
}

/// The keys that tell objects of JSON apart.
#[derive(Deserialize)]
struct JsonKeys {
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

/// Whether a line is that with which list files begin. A word for a list begins in the same way.
fn is_head(line: &str) -> bool {
    line.starts_with("muster:") && !share::is_word(line)
}

/// Takes the list files out of a text, and leaves what stands above and below them, such as a greeting.
fn cut_files(text: String) -> (Vec<String>, String) {
    if !text.lines().any(is_head) {
        return (Vec::new(), text);
    }
    let is_yaml = |line: &str| {
        let is_key = line.split_once(':').is_some_and(|(key, _)| !key.contains(' ')) && !share::is_word(line);
        is_key || line.trim().is_empty() || line.starts_with([' ', '\t', '#', '-', '\u{a0}'])
    };
    let (mut files, mut around, mut is_inside) = (Vec::new(), String::new(), false);
    let mut is_behind_blank = true;
    for line in text.lines() {
        // Behind a blank line, such a line begins another list.
        if is_head(line) && (!is_inside || is_behind_blank) && files.len() < share::WORDS {
            files.push(String::new());
            is_inside = true;
        }
        is_behind_blank = line.trim().is_empty();
        // Dashes alone stand before a signature.
        is_inside &= is_yaml(line) && line.trim_end() != "--";
        let part = files.last_mut().filter(|_| is_inside).unwrap_or(&mut around);
        part.extend([line, "\n"]);
    }
    (files, around)
}

/// What the header of CSV is for.
enum CsvUse {
    List,
    Units,
}

/// Tells by its header what CSV is for. None if its header is not known.
fn table(text: &str) -> Option<CsvUse> {
    const OF_LISTS: [&str; 11] =
        ["unit", "units", "models", "squadron", "quantity", "qty", "number", "count", "options", "attached", "mfv"];
    const OF_UNITS: [&str; 11] =
        ["id", "nation", "points", "size", "type", "theatre", "capital", "kind", "min", "max", "attachment-only"];
    let header = spreadsheet::header(text)?;
    let cells: Vec<String> = header.cells.iter().map(|cell| cell.to_lowercase().replace(['_', ' '], "-")).collect();
    let has = |names: &[&str]| names.iter().filter(|name| cells.iter().any(|cell| cell == *name)).count();
    let is_of_list = has(&OF_LISTS) > 0;
    if cells.len() < 2 {
        None
    } else if !is_of_list && has(&["name"]) > 0 && has(&OF_UNITS) > 0 {
        Some(CsvUse::Units)
    } else if is_of_list && has(&OF_LISTS) + has(&OF_UNITS) + has(&["list", "player", "name", "ruleset"]) > 1 {
        Some(CsvUse::List)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{PartContent, of_words};

    /// The list files in a text, each without the blanks around it, and whether anything else is in it.
    fn files(name: &str, text: &str, is_body: bool) -> (Vec<String>, bool) {
        let contents = of_words(name, text.to_owned(), is_body);
        let file = |content: &PartContent| match content {
            PartContent::Yaml(bytes) => Some(String::from_utf8_lossy(bytes).trim().to_owned()),
            _ => None,
        };
        (contents.iter().filter_map(file).collect(), contents.iter().any(|content| file(content).is_none()))
    }

    #[test]
    fn each_line_of_json_is_a_list() {
        let [one, two] = [r#"{"muster": 1, "name": "One"}"#, r#"{"muster": 1, "name": "Two"}"#];
        let both = (vec![one.to_owned(), two.to_owned()], false);
        assert_eq!(files("two.jsonl", &format!("{one}\n\n{two}\n"), false), both);
        assert_eq!(files("one.json", one, false), (vec![one.to_owned()], false));
        // A list on several lines is one list.
        let wide = "{\"muster\": 1,\n\"name\": \"One\"}";
        assert_eq!(files("one.json", wide, false), (vec![wide.to_owned()], false));
    }

    #[test]
    fn json_that_ends_too_early_is_a_list_that_cannot_be_read() {
        let cut = "{\n \"muster\": 1,\n \"name\": \"One\",";
        assert_eq!(files("one.txt", cut, true), (vec![cut.to_owned()], false));
    }

    #[test]
    fn a_signature_is_no_part_of_a_list_file() {
        let list = "muster: 1\nname: One\nsquadrons:\n- unit: gull";
        assert_eq!(files("body", &format!("{list}\n\n-- \nP.\nSent from my phone\n"), true).0, [list]);
    }
}
