//! Quick reference: each special rule of the list once, with its effect and page, and the play aids for both sides.

use std::collections::{BTreeMap, BTreeSet};

use muster_engine::models::{models, options_of};
use muster_engine::ready::Ruleset;
use muster_engine::report::SourceInfo;
use muster_engine::summary::Summary;
use muster_engine::words::{parameters, phrases};
use serde::Serialize;

/// The rules of one kind.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Chapter {
    title: String,
    /// The book, if all entries are from the same one: then entries give only pages.
    book: String,
    entries: Vec<ReferenceEntry>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct ReferenceEntry {
    title: String,
    lines: Vec<String>,
    source: String,
}

/// The special rules of a list, by kind and in alphabetical order, then the play aids as far as they are about the list.
pub(crate) fn reference(ruleset: &Ruleset, summary: &Summary) -> Vec<Chapter> {
    let declarations = ruleset.declarations();
    let models = models(ruleset, summary);
    let mut printed: BTreeSet<&String> =
        models.iter().flat_map(|models| models.card.all_rules().map(|(_, rule)| rule)).collect();
    // Options that only some models have are not on the cards.
    for option in summary.squadrons.iter().flat_map(|squadron| options_of(ruleset, squadron)) {
        printed.extend(option.all_rules());
    }
    let (mut known, mut unknown) = (BTreeMap::new(), Vec::new());
    for name in printed {
        match ruleset.special_rule(name) {
            Some(rule) => {
                known.insert((&rule.name, &rule.id), rule);
            }
            None => unknown.push((name.clone(), Vec::new(), None)),
        }
    }
    let source = |citation| Some(phrases::as_source(declarations, citation));
    let mut chapters: Vec<Chapter> = Vec::new();
    for (id, kind) in &declarations.special_rule_kinds {
        let of_kind = known.values().filter(|rule| rule.kind == *id);
        let told = of_kind.map(|rule| (parameters::title(rule), vec![rule.summary.clone()], source(&rule.source)));
        chapters.push(chapter(&kind.title, told.collect()));
    }
    chapters.push(chapter("Not in the books of this ruleset", unknown));
    let is_there = |id: &String| known.values().any(|rule| rule.id == *id);
    let aids = declarations.aids.values().filter(|aid| aid.in_play);
    let told = aids.map(|aid| {
        let of_rules = aid.special_rules.iter().filter(|(id, _)| is_there(id)).map(|(_, line)| line);
        (aid.title.clone(), aid.lines.iter().chain(of_rules).cloned().collect::<Vec<_>>(), source(&aid.source))
    });
    chapters.push(chapter("At the table", told.filter(|(_, lines, _)| !lines.is_empty()).collect()));
    chapters.retain(|chapter| !chapter.entries.is_empty());
    chapters
}

/// Makes a chapter from titles with their lines and sources.
fn chapter(title: &str, told: Vec<(String, Vec<String>, Option<SourceInfo>)>) -> Chapter {
    let first = told.first().and_then(|(_, _, source)| source.as_ref()).map(|source| source.title.clone());
    let is_of_one_book = |book: &String| told.iter().all(|(_, _, s)| s.as_ref().is_some_and(|s| s.title == *book));
    let book = first.filter(is_of_one_book).unwrap_or_default();
    let entry = |(title, lines, source): (String, Vec<String>, Option<SourceInfo>)| {
        let source = source.map(|source| if book.is_empty() { source.to_string() } else { source.pages() });
        ReferenceEntry { title, lines, source: source.unwrap_or_default() }
    };
    let entries = told.into_iter().map(entry).collect();
    Chapter { title: title.to_owned(), book, entries }
}
