//! `citation`: a source cites a book that is not declared, or no page, or a catalogue's source is empty.
//!
//! Rules and tables are skipped: the engine refuses them for these faults, and `unresolved` reports that.

use super::{LintInput, LintNotice, each_mapping, text};
use crate::schemas::FileKind;

pub(super) fn lint<'a>(subject: &LintInput<'a>) -> Vec<LintNotice<'a>> {
    let mut notices = Vec::new();
    for file in subject.files.files.iter().filter(|file| file.kind != FileKind::Rule) {
        each_mapping(file.document.value(), "", &mut |at, mapping| {
            if at.starts_with("/tables/") || !mapping.contains_key("source") {
                return;
            }
            let source = &mapping["source"];
            let at = format!("{at}/source");
            if source.as_str().is_some_and(|source| source.trim().is_empty()) {
                notices.push(LintNotice::error(file, at.clone(), "the source is empty"));
            }
            if text(source, "page").is_some_and(|page| page.trim().is_empty()) {
                notices.push(LintNotice::error(file, format!("{at}/page"), "no page is cited"));
            }
            let book = text(source, "book").zip(subject.ruleset.map(|ruleset| &ruleset.declarations().books));
            if let Some((book, books)) = book.filter(|(book, books)| !books.contains_key(*book)) {
                let help = muster_engine::nearest::nearest(book, books.keys().map(String::as_str));
                notices.push(
                    LintNotice::error(file, format!("{at}/book"), format!("the book `{book}` is not declared"))
                        .help(help),
                );
            }
        });
    }
    notices
}
