//! Words that several answers have, the same on every screen.

use muster_engine::report::Source;
use muster_engine::rule::Citation;
use muster_engine::ruleset::{Declarations, Stacking};

/// What several instances of a special rule do.
#[must_use]
pub fn stacking(stacking: Stacking) -> &'static str {
    match stacking {
        Stacking::None => "no",
        Stacking::Sum => "adds up",
        Stacking::Together => "adds up in an action",
    }
}

/// A citation with the title of its book.
#[must_use]
pub fn as_source(declarations: &Declarations, citation: &Citation) -> Source {
    let title = declarations.books.get(&citation.book).map_or(&citation.book, |book| &book.title);
    Source { title: title.clone(), page: citation.page.clone() }
}

/// Sorted numbers as runs: `1-4, 8-10`.
#[must_use]
pub fn runs(numbers: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, end)) if end.checked_add(1) == Some(number) => *end = number,
            _ => runs.push((number, number)),
        }
    }
    let words: Vec<String> = runs
        .iter()
        .map(|(start, end)| if start == end { start.to_string() } else { format!("{start}-{end}") })
        .collect();
    words.join(", ")
}

/// The same with a capital letter, as a sentence or a heading begins.
#[must_use]
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
