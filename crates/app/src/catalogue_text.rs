//! Writes changed units into the text of their catalogues, so that comments and order stay.

use std::ops::Range;

use muster_exchange::yaml as writer;
use muster_library::document::Document;
use muster_library::fault::TextPlace;
use muster_library::yaml;
use serde_json::{Map, Value, json};

/// Lines of the text that others take the place of.
struct LineEdit {
    lines: Range<usize>,
    by: Vec<String>,
}

/// The text with these values as its documents. None if the text is not written in a way that can be changed in places,
/// such as with all units in brackets; then it has to be written anew.
pub(crate) fn changed(text: &str, wanted: &[Value]) -> Option<String> {
    let text = text.replace("\r\n", "\n");
    let documents = yaml::documents(&text).into_iter().collect::<Result<Vec<_>, _>>().ok()?;
    if documents.len() > wanted.len() {
        return None;
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut edits = Vec::new();
    for (document, wanted) in documents.iter().zip(wanted) {
        edits.extend(CatalogueLines::of(&lines, document)?.edits(wanted)?);
    }
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    // From the end, so that the numbers of earlier lines stay.
    edits.sort_by_key(|edit| edit.lines.start);
    for LineEdit { lines: range, by } in edits.into_iter().rev() {
        lines.splice(range, by);
    }
    for new in &wanted[documents.len()..] {
        lines.push("---".to_owned());
        lines.extend(written(new)?);
    }
    let made = lines.join("\n") + "\n";
    // Some ways to write YAML cannot be told by lines.
    let read = yaml::documents(&made).into_iter().map(|document| Some(document.ok()?.value().clone()));
    (read.collect::<Option<Vec<_>>>()? == wanted).then_some(made)
}

fn written(value: &impl serde::Serialize) -> Option<Vec<String>> {
    Some(writer::to_string(value).ok()?.lines().map(str::to_owned).collect())
}

/// A catalogue in its text.
struct CatalogueLines<'t> {
    lines: &'t [&'t str],
    document: &'t Document,
    units: Vec<UnitLines<'t>>,
    /// How many blanks stand before the dash of a unit.
    indent: usize,
}

/// A unit in its text.
struct UnitLines<'t> {
    value: &'t Map<String, Value>,
    lines: Range<usize>,
    /// It stands in braces.
    is_inline: bool,
}

impl<'t> CatalogueLines<'t> {
    fn of(lines: &'t [&'t str], document: &'t Document) -> Option<Self> {
        let units = document.value().get("units")?.as_array()?;
        let mut catalogue = Self { lines, document, units: Vec::new(), indent: 0 };
        for (index, unit) in units.iter().enumerate() {
            let place = document.place(&format!("/units/{index}"))?;
            let (start, indent) = (place.line as usize - 1, (place.column as usize).checked_sub(3)?);
            let dash = format!("{}- ", " ".repeat(indent));
            if index == 0 {
                catalogue.indent = indent;
            }
            let value = unit.as_object()?;
            let line = lines.get(start)?;
            if indent != catalogue.indent || !line.starts_with(&dash) {
                return None;
            }
            let is_inline = line[dash.len()..].starts_with('{');
            catalogue.units.push(UnitLines { value, lines: start..catalogue.end(start), is_inline });
        }
        (!catalogue.units.is_empty()).then_some(catalogue)
    }

    /// The line behind a unit. Comments before the next unit belong to that.
    fn end(&self, start: usize) -> usize {
        let is_outside = |line: &str| !is_idle(line) && indent_of(line) <= self.indent;
        let next = self.lines[start + 1..].iter().position(|line| is_outside(line));
        let end = next.map_or(self.lines.len(), |next| start + 1 + next);
        let idle = self.lines[start + 1..end].iter().rev();
        end - idle.take_while(|line| is_idle(line) && indent_of(line) <= self.indent).count()
    }

    /// What makes the units of this text those that are wanted. The rest must be the same.
    fn edits(&self, wanted: &Value) -> Option<Vec<LineEdit>> {
        let head = |value: &Value| {
            let mut head = value.as_object().cloned()?;
            head.shift_remove("units");
            Some(head)
        };
        if head(self.document.value())? != head(wanted)? {
            return None;
        }
        let wanted = wanted.get("units")?.as_array()?;
        let id = |unit: &Map<String, Value>| unit.get("id").cloned();
        let find = |of: &Map<String, Value>| wanted.iter().filter_map(Value::as_object).find(|unit| id(unit) == id(of));
        let mut edits = Vec::new();
        for (index, item) in self.units.iter().enumerate() {
            match find(item.value) {
                None => edits.push(LineEdit { lines: item.lines.clone(), by: Vec::new() }),
                Some(unit) if unit == item.value => {}
                Some(unit) if item.is_inline => {
                    edits.push(LineEdit { lines: item.lines.clone(), by: indented(&written(&[unit])?, self.indent) });
                }
                Some(unit) => edits.extend(self.unit(index, item, unit)?),
            }
        }
        let new = wanted.iter().filter(|unit| {
            let of = unit.as_object().and_then(id);
            self.units.iter().all(|known| id(known.value) != of)
        });
        let new: Vec<&Value> = new.collect();
        if !new.is_empty() {
            let end = self.units.last()?.lines.end;
            edits.push(LineEdit { lines: end..end, by: indented(&written(&new)?, self.indent) });
        }
        Some(edits)
    }

    /// What changes the keys of a unit.
    fn unit(&self, index: usize, item: &UnitLines, wanted: &Map<String, Value>) -> Option<Vec<LineEdit>> {
        let at = format!("/units/{index}");
        let mut places = Vec::new();
        for key in item.value.keys() {
            let place = self.document.key_place(&at, key)?;
            places.push((place.line as usize - 1, key));
        }
        places.sort_unstable();
        let mut edits = Vec::new();
        for (number, (start, key)) in places.iter().enumerate() {
            let next = places.get(number + 1).map_or(item.lines.end, |(next, _)| *next);
            if next == *start {
                return None;
            }
            let idle = self.lines[start + 1..next].iter().rev().take_while(|line| is_idle(line)).count();
            let lines = *start..next - idle;
            let Some(value) = wanted.get(*key) else {
                // The first key stands behind the dash.
                if number == 0 {
                    return None;
                }
                edits.push(LineEdit { lines, by: Vec::new() });
                continue;
            };
            if item.value.get(*key) == Some(value) {
                continue;
            }
            let mut by = indented(&written(&json!({ key.as_str(): value }))?, self.indent + 2);
            if number == 0 {
                by[0].replace_range(self.indent..=self.indent, "-");
            }
            if let ([one], Some(comment)) = (by.as_mut_slice(), self.comment(&lines, &format!("{at}/{key}"))) {
                one.push_str(comment);
            }
            edits.push(LineEdit { lines, by });
        }
        let new = wanted.iter().filter(|(key, _)| !item.value.contains_key(*key));
        let new: Map<String, Value> = new.map(|(key, value)| (key.clone(), value.clone())).collect();
        if !new.is_empty() {
            let end = item.lines.end;
            edits.push(LineEdit { lines: end..end, by: indented(&written(&new)?, self.indent + 2) });
        }
        Some(edits)
    }

    /// The comment behind a value that has a line of its own, with the blanks before it.
    fn comment(&self, lines: &Range<usize>, at: &str) -> Option<&'t str> {
        let place: TextPlace = self.document.place(at)?;
        if lines.len() != 1 || place.line as usize - 1 != lines.start {
            return None;
        }
        let line = self.lines[lines.start];
        let until = self.document.until(place)? as usize - 1;
        let (end, _) = line.char_indices().nth(until)?;
        let rest = &line[end..];
        rest.trim_start().starts_with('#').then_some(rest)
    }
}

fn indented(lines: &[String], by: usize) -> Vec<String> {
    lines.iter().map(|line| format!("{}{line}", " ".repeat(by))).collect()
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Whether a line is empty or a comment.
fn is_idle(line: &str) -> bool {
    let text = line.trim_start();
    text.is_empty() || text.starts_with('#')
}
