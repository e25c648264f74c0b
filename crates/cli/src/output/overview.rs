//! The overview of a ruleset: everything that can be explained by its id. For units and special rules it names the
//! commands that list them.

use std::io::{self, Write};

use indexmap::IndexMap;
use muster_engine::ready::Ruleset;
use muster_engine::rule::RuleKind;
use schemars::JsonSchema;
use serde::Serialize;

use super::columns;
use crate::terminal::{FAINT, STRONG, prose};
use crate::text::{counted, plain, wrapped};

#[derive(Serialize, JsonSchema)]
pub(crate) struct OverviewOutput<'a> {
    format: u32,
    ruleset: &'a str,
    version: &'a str,
    name: &'a str,
    edition: &'a str,
    summary: &'a str,
    books: Vec<RuleBook>,
    /// Rules of the game that the ruleset's books do not contain.
    lacks: &'a [String],
    /// How many rules there are of each kind, by the heading of their section.
    rules: IndexMap<&'static str, usize>,
    units: usize,
    contents: Vec<OverviewEntry<'a>>,
}

/// A book that rules cite.
#[derive(Serialize, JsonSchema)]
struct RuleBook {
    title: String,
    imprint: Option<String>,
}

/// Something that can be explained.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OverviewEntry<'a> {
    /// The kind of thing, named as in its explanation.
    what: &'static str,
    /// The heading of the overview under which it is listed.
    section: String,
    pub id: &'a str,
    title: &'a str,
}

/// The overview as JSON.
pub(crate) fn answer(ruleset: &Ruleset) -> OverviewOutput<'_> {
    let declarations = ruleset.declarations();
    let (id, version) = (declarations.id.as_str(), declarations.version.as_str());
    let books = declarations.books.values();
    OverviewOutput {
        format: 1,
        ruleset: id,
        version,
        name: &declarations.name,
        edition: &declarations.edition,
        summary: &declarations.summary,
        books: books.map(|book| RuleBook { title: book.title.clone(), imprint: book.imprint.clone() }).collect(),
        lacks: &declarations.lacks,
        rules: counts(ruleset).into_iter().collect(),
        units: units(ruleset),
        contents: contents(ruleset),
    }
}

/// How many rules there are of each kind. Kinds without rules are left out.
fn counts(ruleset: &Ruleset) -> Vec<(&'static str, usize)> {
    let count = |kind| ruleset.rules().iter().filter(|sourced| sourced.rule.kind == kind).count();
    KINDS.into_iter().map(|(kind, section)| (section, count(kind))).filter(|(_, number)| *number > 0).collect()
}

fn units(ruleset: &Ruleset) -> usize {
    ruleset.catalogues().iter().map(|catalogue| catalogue.written().units.len()).sum()
}

/// The kinds of rules with their headings.
const KINDS: [(RuleKind, &str); 7] = [
    (RuleKind::Limit, "Limits"),
    (RuleKind::Check, "Checks of the list's structure"),
    (RuleKind::Definition, "Definitions"),
    (RuleKind::Allowance, "Allowances"),
    (RuleKind::Permission, "Permissions"),
    (RuleKind::Advice, "Advice"),
    (RuleKind::ByHand, "Rules that only people at the table can judge"),
];

/// Everything except units and special rules, in the order of the sections.
pub(crate) fn contents(ruleset: &Ruleset) -> Vec<OverviewEntry<'_>> {
    let declarations = ruleset.declarations();
    let mut contents = Vec::new();
    let mut add = |what, section: &str, id, title| {
        contents.push(OverviewEntry { what, section: section.to_owned(), id, title });
    };
    for (kind, section) in KINDS {
        for sourced in ruleset.rules().iter().filter(|sourced| sourced.rule.kind == kind) {
            add("rule", section, sourced.rule.id.as_str(), sourced.rule.title.as_str());
        }
    }
    declarations.settings.iter().for_each(|(id, setting)| add("setting", "Settings", id, &setting.title));
    declarations.traits.iter().for_each(|(id, of)| add("trait", "Traits", id, &of.title));
    declarations.roles.iter().for_each(|(id, role)| add("role", "Roles", id, &role.title));
    declarations.group_kinds.iter().for_each(|(id, kind)| add("group", "Kinds of groups", id, &kind.title));
    declarations.nations.iter().for_each(|(id, nation)| add("nation", "Nations", id, &nation.name));
    declarations.tables.iter().for_each(|(id, table)| add("table", "Tables", id, &table.title));
    declarations.decks.iter().for_each(|(id, deck)| add("deck", "Decks", id, &deck.title));
    for cards in ruleset.cards() {
        let title = declarations.decks.get(&cards.deck).map_or(&cards.deck, |deck| &deck.title);
        cards.cards.iter().for_each(|card| add("card", &format!("Cards: {title}"), &card.id, &card.name));
    }
    declarations.patches.iter().for_each(|(id, patch)| add("patch", "Changes of printed cards", id, &patch.title));
    declarations.aids.iter().for_each(|(id, aid)| add("aid", "Play aids", id, &aid.title));
    contents
}

/// Writes the overview as text.
pub(crate) fn write(writer: &mut impl Write, ruleset: &Ruleset, width: Option<usize>) -> io::Result<()> {
    let declarations = ruleset.declarations();
    let id = plain(&declarations.id);
    writeln!(writer, "{STRONG}{id} {}{STRONG:#}: {}", plain(&declarations.version), plain(&declarations.name))?;
    writeln!(writer, "\n{}", wrapped(&declarations.summary, "  ", prose(width)))?;
    writeln!(writer, "\n{STRONG}Books{STRONG:#}")?;
    for book in declarations.books.values() {
        let imprint = book.imprint.as_ref().map(|imprint| format!(" ({imprint})")).unwrap_or_default();
        writeln!(writer, "{}", wrapped(&format!("{}{imprint}", book.title), "  ", prose(width)))?;
    }
    if !declarations.lacks.is_empty() {
        writeln!(writer, "\n{STRONG}Not in these books{STRONG:#}")?;
        for line in &declarations.lacks {
            writeln!(writer, "{}", wrapped(line, "  ", prose(width)))?;
        }
    }
    let counts = counts(ruleset);
    let all: usize = counts.iter().map(|(_, number)| number).sum();
    let numbers: Vec<(&str, String)> = counts.iter().map(|(kind, number)| (*kind, number.to_string())).collect();
    let numbers: Vec<(&str, &str)> = numbers.iter().map(|(kind, number)| (*kind, number.as_str())).collect();
    writeln!(writer, "\n{STRONG}{}{STRONG:#}", counted(all, "rule"))?;
    columns::pairs(writer, &numbers, width)?;
    for section in contents(ruleset).chunk_by(|one, other| one.section == other.section) {
        let title = section.first().map(|content| content.section.as_str()).unwrap_or_default();
        writeln!(writer, "\n{STRONG}{}{STRONG:#}", plain(title))?;
        let pairs: Vec<(&str, &str)> = section.iter().map(|content| (content.id, content.title)).collect();
        columns::pairs(writer, &pairs, width)?;
    }
    let units = units(ruleset);
    writeln!(writer, "\n{STRONG}Special rules and units{STRONG:#}")?;
    let rules = (format!("muster rules {id}"), counted(ruleset.special_rules().len(), "special rule"));
    let units = (format!("muster units {id}"), counted(units, "unit"));
    columns::pairs(writer, &[(&rules.0, &rules.1), (&units.0, &units.1)], width)?;
    writeln!(writer, "\n{FAINT}muster explain {id}/ID says more of each{FAINT:#}")
}
