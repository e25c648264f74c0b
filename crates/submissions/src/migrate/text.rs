//! Changes words of a list file and leaves everything else, comments too.

use muster_engine::list::ArmyList;
use muster_library::document::{Document, DocumentValue};
use muster_library::fault::TextPlace;
use muster_library::lists::{FileDocument, lists};

/// The pointer of the name of the ruleset. Its new value is the range of versions.
pub(super) const RULESET: &str = "/ruleset";

/// Text that replaces the text from a place to a column of the same line.
struct TextEdit {
    place: TextPlace,
    until: u32,
    text: String,
}

/// The file's text with these values at these pointers. None if the file holds more than this list or a value stands on
/// several lines. What comes of the edits must be the `wanted` list.
pub(super) fn edited(file: &[u8], edits: &[(String, String)], wanted: &ArmyList) -> Option<String> {
    let text = str::from_utf8(file).ok()?;
    let entries = lists(file);
    let [FileDocument::List(_, document)] = entries.as_slice() else { return None };
    let mut edits: Vec<TextEdit> =
        edits.iter().map(|(at, value)| edit(document, text, at, value)).collect::<Option<_>>()?;
    // The last first, so that the places of the others stay.
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.place));
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    for TextEdit { place, until, text } in edits {
        let line = lines.get_mut(usize::try_from(place.line).ok()?.checked_sub(1)?)?;
        let letters: Vec<char> = line.chars().collect();
        let column = |column: u32| usize::try_from(column).ok()?.checked_sub(1);
        let (before, after) = (letters.get(..column(place.column)?)?, letters.get(column(until)?..)?);
        *line = before.iter().copied().chain(text.chars()).chain(after.iter().copied()).collect();
    }
    let changed = lines.concat();
    let again = lists(changed.as_bytes());
    matches!(again.as_slice(), [FileDocument::List(list, _)] if **list == *wanted).then_some(changed)
}

fn edit(document: &Document, text: &str, at: &str, value: &str) -> Option<TextEdit> {
    let mut view = find(document.root(), at)?;
    let is_json = text.trim_start().starts_with('{');
    let mut text = word(value, is_json);
    if at == RULESET {
        match (view.get("version"), view.word()) {
            (Some(version), _) => view = version,
            (None, Some(id)) if is_json => text = format!("{{\"id\": {}, \"version\": {text}}}", word(&id, true)),
            (None, Some(id)) => text = format!("{{id: {}, version: {text}}}", word(&id, false)),
            (None, None) => return None,
        }
    }
    let place = view.place()?;
    Some(TextEdit { place, until: document.until(place)?, text })
}

/// The value at a pointer, in which squadrons may have another name than in the file.
fn find<'d>(root: DocumentValue<'d>, at: &str) -> Option<DocumentValue<'d>> {
    at.split('/').skip(1).try_fold(root, |view, step| match step {
        "squadrons" => ["squadrons", "sections", "units"].iter().find_map(|key| view.get(key)),
        step => match step.parse() {
            Ok(number) => view.items()?.nth(number),
            Err(_) => view.get(step),
        },
    })
}

/// A word as YAML, in quotes if it needs them, or as JSON.
fn word(text: &str, is_json: bool) -> String {
    let is_plain = text.starts_with(|letter: char| letter.is_ascii_alphanumeric() || "^~=".contains(letter))
        && text.chars().skip(1).all(|letter| letter.is_ascii_alphanumeric() || "-.+".contains(letter));
    if is_plain && !is_json && text.parse::<f64>().is_err() {
        text.to_owned()
    } else {
        serde_json::Value::from(text).to_string()
    }
}
