//! Reads the statistics and traits of a model from its card.

use indexmap::IndexMap;
use muster_engine::catalogue::{Stat, TraitValue};

use super::entry::EntryProfile;
use super::notice::{NoticeKind, Notices};
use super::recipe::{Class, Inference, Recipe, Traits};

/// The statistics and traits of a card.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CardFigures {
    /// Statistics by our ids.
    pub stats: IndexMap<String, Stat>,
    /// Stated traits, without the traits that follow from them.
    pub traits: Traits,
}

impl CardFigures {
    /// What changes when this card replaces `other`.
    pub(super) fn changes(&self, other: &Self) -> Self {
        let stats = self.stats.iter().filter(|(stat, value)| other.stats.get(*stat) != Some(value));
        let traits = self.traits.iter().filter(|(name, value)| other.traits.get(*name) != Some(value));
        Self {
            stats: stats.map(|(stat, value)| (stat.clone(), value.clone())).collect(),
            traits: traits.map(|(name, value)| (name.clone(), value.clone())).collect(),
        }
    }
}

/// Reads a card.
pub(super) fn figures(profile: &EntryProfile, recipe: &Recipe, notices: &mut Notices) -> CardFigures {
    let mut figures = CardFigures::default();
    for (column, text) in &profile.values {
        if text.trim().is_empty() {
            notices.add(NoticeKind::Missing, profile.line, &profile.name, format!("no {column}"));
            continue;
        }
        column_into(&mut figures, column, text, profile, recipe, notices);
    }
    sort(&mut figures.stats, recipe.stats.values());
    figures
}

/// Adds the content of one column.
pub(super) fn column_into(
    figures: &mut CardFigures,
    column: &str,
    text: &str,
    profile: &EntryProfile,
    recipe: &Recipe,
    notices: &mut Notices,
) {
    if column == recipe.movement.from {
        match movement(text, recipe) {
            Some((far, least)) => {
                figures.stats.insert(recipe.movement.stat.clone(), Stat::Number(far));
                figures.stats.insert(recipe.movement.least.clone(), Stat::Number(least));
            }
            None => notices.add(NoticeKind::Unknown, profile.line, &profile.name, format!("{column} is {text:?}")),
        }
    } else if column == recipe.class.from {
        let (traits, unknown) = class_line(text, &recipe.class);
        for word in unknown {
            notices.add(NoticeKind::Unknown, profile.line, &profile.name, format!("{word:?} in {column} {text:?}"));
        }
        figures.traits = traits;
    } else if let Some(stat) = recipe.stats.get(column) {
        figures.stats.insert(stat.clone(), value(stat, text, recipe));
    } else {
        notices.add(NoticeKind::Unknown, profile.line, &profile.name, format!("column {column} is {text:?}"));
    }
}

/// A statistic: a number if the text is one, otherwise text.
pub(super) fn value(stat: &str, text: &str, recipe: &Recipe) -> Stat {
    let text = text.trim();
    let mended = recipe.values.get(stat).and_then(|values| values.get(text)).map_or(text, String::as_str);
    mended.parse().map_or_else(|_| Stat::Text(mended.to_owned()), Stat::Number)
}

/// Both numbers of a movement.
fn movement(text: &str, recipe: &Recipe) -> Option<(i32, i32)> {
    let (text, movement) = (text.trim(), &recipe.movement);
    if movement.none.iter().any(|none| none == text) {
        return Some((0, 0));
    }
    let found = movement.pattern.0.captures(text)?;
    let least = found.get(2).map_or(Ok(0), |least| least.as_str().parse());
    Some((found.get(1)?.as_str().parse().ok()?, least.ok()?))
}

/// The traits in a line of words, and the unknown words.
fn class_line(text: &str, class: &Class) -> (Traits, Vec<String>) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (mut traits, mut unknown, mut at) = (Traits::new(), Vec::new(), 0);
    while at < words.len() {
        // Try the longest group of words first, so that two words with one meaning are not split.
        let found = (1..=words.len() - at).rev().find_map(|length| {
            let phrase = words.get(at..at + length)?.join(" ");
            Some((length, class.words.iter().find(|(known, _)| known.eq_ignore_ascii_case(&phrase))?.1))
        });
        if let Some((length, more)) = found {
            merge(&mut traits, more);
            at += length;
        } else {
            unknown.extend(words.get(at).map(|word| (*word).to_owned()));
            at += 1;
        }
    }
    (traits, unknown)
}

/// Adds traits; a trait with several values keeps them all.
pub(super) fn merge(traits: &mut Traits, more: &Traits) {
    for (name, value) in more {
        let merged = match (traits.get(name), value) {
            (None | Some(TraitValue::Flag(_)), value) | (Some(_), value @ TraitValue::Flag(_)) => value.clone(),
            (Some(have), value) => {
                let mut words: Vec<String> = have.words().map(ToOwned::to_owned).collect();
                words.extend(value.words().filter(|word| !have.words().any(|had| had == *word)).map(ToOwned::to_owned));
                TraitValue::Many(words)
            }
        };
        traits.insert(name.clone(), merged);
    }
}

/// The traits that follow from the stated traits.
pub(super) fn inferred(traits: &Traits, rules: &[Inference]) -> Traits {
    let mut more = Traits::new();
    for rule in rules {
        let holds = has(traits, &rule.has);
        let is_new = rule.then.keys().all(|name| !traits.contains_key(name) && !more.contains_key(name));
        if holds && is_new {
            merge(&mut more, &rule.then);
        }
    }
    more
}

/// Whether all these traits have these values.
pub(super) fn has(traits: &Traits, wanted: &IndexMap<String, String>) -> bool {
    wanted.iter().all(|(name, value)| traits.get(name).is_some_and(|have| have.words().any(|word| word == value)))
}

/// Sorts a map by a given order of keys. Other keys follow in their own order.
pub(super) fn sort<'a, V>(map: &mut IndexMap<String, V>, order: impl Iterator<Item = &'a String>) {
    let order: Vec<&String> = order.collect();
    map.sort_by_cached_key(|key, _| order.iter().position(|known| *known == key).unwrap_or(usize::MAX));
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn class() -> Class {
        serde_yaml::from_str(
            "from: Kind
words:
  Big: {size: big}
  Bgi: {size: big}
  Wet: {type: wet}
  Deep Wet: {type: wet, function: deep}
  Lamp: {function: lamp}
infer: []
",
        )
        .unwrap()
    }

    #[test]
    fn the_longest_words_win_and_values_add_up() {
        let (traits, unknown) = class_line("bgi Deep Wet Lamp odd", &class());
        assert_eq!(traits["size"], TraitValue::One("big".into()));
        assert_eq!(traits["function"], TraitValue::Many(vec!["deep".into(), "lamp".into()]));
        assert_eq!(unknown, ["odd"]);
    }

    #[test]
    fn the_same_value_twice_is_one_value() {
        assert_eq!(class_line("Wet Deep Wet", &class()).0["type"].words().count(), 1);
    }
}
