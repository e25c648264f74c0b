//! Reads what a model may be attached to from the wording of its special rule.

use indexmap::IndexMap;
use muster_engine::catalogue::Attachment;
use muster_engine::selector::{Selector, SelectorTest};

use super::recipe::{NationRecipe, Recipe};

/// Reads `Rule (nation, filter, number)` in any of its wordings. It is an error if neither a parent nor a number is
/// named.
///
/// Names of units are kept in the selector as printed.
pub(super) fn attachment(text: &str, nation: &NationRecipe, recipe: &Recipe) -> Result<Attachment, String> {
    let words = &recipe.attachment;
    let inside = text.split_once('(').map_or("", |(_, inside)| inside.trim_end().trim_end_matches(')'));
    let mut nations: Option<Vec<String>> = None;
    let (mut excluded, mut except) = (Vec::new(), false);
    let (mut has, mut lacks) = (IndexMap::new(), IndexMap::new());
    let (mut max, mut name) = (None, Vec::new());
    for word in inside.split([' ', ',', ':', ';', '.', '/', '&']).filter(|word| !word.is_empty()) {
        if words.fillers.iter().any(|filler| filler.eq_ignore_ascii_case(word)) {
        } else if let Ok(number) = word.parse::<u32>() {
            max = Some(number);
        } else if word.eq_ignore_ascii_case(&words.all) {
            nations = Some(Vec::new());
        } else if word.eq_ignore_ascii_case(&words.except) {
            except = true;
        } else if let Some(found) = by_code(word, nation, recipe) {
            let to = if except { &mut excluded } else { nations.get_or_insert_default() };
            to.extend(found.id.clone());
        } else if let Some((_, tests)) = words.words.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)) {
            for (key, value) in tests {
                let (map, key, value) = match key.strip_prefix("not ") {
                    Some(key) => (&mut lacks, key, value),
                    None => (&mut has, key.as_str(), value),
                };
                let values: &mut Vec<String> = map.entry(key.to_owned()).or_default();
                values.push(value.clone());
            }
        } else {
            name.push(word);
        }
    }
    if !name.is_empty() {
        has.insert("unit".to_owned(), vec![name.join(" ")]);
    }
    if except {
        let others = recipe.nations.iter().filter_map(|other| other.id.clone());
        nations = Some(others.filter(|other| !excluded.contains(other)).collect());
    }
    if nations.as_deref().is_some_and(|nations| nation.id.as_slice() == nations) {
        nations = None;
    }
    let mut to = selector(has);
    if !lacks.is_empty() {
        to.0.push(SelectorTest::Not(vec![selector(lacks)]));
    }
    if max.is_none() && to.is_empty() {
        return Err(format!("{text:?} names no parent and no number"));
    }
    Ok(Attachment { to, models: None, nations, max })
}

/// The nation of an abbreviation. The file's own nation comes first, because some abbreviations occur twice.
pub(super) fn by_code<'r>(code: &str, own: &'r NationRecipe, recipe: &'r Recipe) -> Option<&'r NationRecipe> {
    let nations = std::iter::once(own).chain(&recipe.nations);
    nations.into_iter().find(|nation| nation.codes.iter().any(|known| known.eq_ignore_ascii_case(code)))
}

fn selector(tests: IndexMap<String, Vec<String>>) -> Selector {
    Selector(tests.into_iter().map(|(name, values)| SelectorTest::values(name, values)).collect())
}
