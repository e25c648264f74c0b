//! Writes the page about a ruleset for people: every rule with its page, its clauses in words, its reading, and its
//! tests.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use muster_changes::{Side, changes, sections};
use muster_engine::common::{Citation, SubjectWords};
use muster_engine::declarations::Declarations;
use muster_engine::ready::Ruleset;
use muster_engine::rule::{Clause, ClauseTarget, Grade, Rule, RuleKind};
use muster_engine::setting::SettingTest;
use muster_engine::sheet::FieldType;
use muster_engine::words::formula::charge_words;
use muster_engine::words::phrases::{
    amount_words, as_source, condition_words, limit_words, selector_words, setting_words, squadrons, subject, title,
};

use crate::golden::{Expectation, GoldenFile};

/// The kinds of rules in the order of the page, each with its meaning.
const KINDS: [(RuleKind, &str, &str); 7] = [
    (RuleKind::Limit, "Limits", "judged by what they count"),
    (RuleKind::Check, "Checks", "judged by looking at structure"),
    (RuleKind::Definition, "Definitions", "say what other rules count; those carry the findings"),
    (RuleKind::Allowance, "Allowances", "a number shown with the list"),
    (RuleKind::ByHand, "By hand", "only people at the table can judge it; at most a note"),
    (RuleKind::Permission, "Permissions", "what a player may do; never judged"),
    (RuleKind::Advice, "Advice", "what the book recommends; never judged"),
];

/// The files with golden lists about each rule, by the rule: the name of each without extension, and its place in `tests/`.
pub type RuleTests = BTreeMap<String, BTreeMap<String, String>>;

/// Finds the files with golden lists about each rule.
#[must_use]
pub fn tested_by(golden: &[GoldenFile]) -> RuleTests {
    let mut tests = RuleTests::new();
    for file in golden {
        let name = file.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        // The place is the last three parts of the path: the folder of all games, the game's folder and the file.
        let source = file.template.as_ref().unwrap_or(&file.path).iter().rev().take(3);
        let parts: Vec<_> = source.map(|part| part.to_string_lossy()).collect();
        let at = parts.into_iter().rev().collect::<Vec<_>>().join("/");
        for (_, expected) in file.lists().into_iter().flat_map(|list| list.expected) {
            if let Expectation::Finding { rule, .. } | Expectation::Grant(rule, _) = expected {
                tests.entry(rule).or_default().insert(name.clone(), at.clone());
            }
        }
    }
    tests
}

/// The page in Markdown. `tested` gives the files with golden lists for each rule.
#[must_use]
pub fn page(ruleset: &Ruleset, tested: &RuleTests) -> String {
    let declarations = ruleset.declarations();
    let rules: Vec<&Rule> = ruleset.rules().iter().map(|sourced| &sourced.rule).collect();
    let Declarations { id, name, edition, version, summary, .. } = declarations;
    let mut page = String::new();
    let _ = write!(
        page,
        "<!-- Made by `UPDATE=1 cargo test --test whole generated` from rulesets/{id}. -->\n\n# {name}\n\n\
         Ruleset `{id}` {version}, for edition {edition} of the game. {}\n\n",
        summary.trim()
    );
    books(declarations, &mut page);
    lacks(declarations, &mut page);
    figures(ruleset, &mut page);
    page.push_str("| kind | rules | |\n|---|---:|---|\n");
    for (kind, title, meaning) in KINDS {
        let number = rules.iter().filter(|rule| rule.kind == kind).count();
        let _ = writeln!(page, "| {title} | {number} | {meaning} |");
    }
    let _ = writeln!(page, "| All | {} | |\n", rules.len());
    settings(declarations, &mut page);
    tables(declarations, &mut page);
    selectors(declarations, &mut page);
    patches(declarations, &mut page);
    sheets(declarations, &mut page);
    for (kind, title, _) in KINDS {
        let of_kind: Vec<&&Rule> = rules.iter().filter(|rule| rule.kind == kind).collect();
        if !of_kind.is_empty() {
            let _ = writeln!(page, "## {title}\n");
        }
        for rule in of_kind {
            describe(declarations, rule, tested.get(&rule.id), &mut page);
        }
    }
    page.truncate(page.trim_end().len());
    page.push('\n');
    page
}

fn sheets(declarations: &Declarations, page: &mut String) {
    for (id, sheet) in &declarations.sheets {
        let file = format!("{}-{id}.schema.json", declarations.id);
        let _ = write!(
            page,
            "## {}\n\n{} Documents of `kind: {id}` ([schema](../../schemas/{file}); {}).\n\n| key | of | holds |\n|---|---|---|\n",
            sheet.title,
            sheet.summary.trim(),
            cited(declarations, &sheet.source)
        );
        for (kind, name, field) in sheet.all_fields(id) {
            let words =
                field.values.iter().map(|(word, named)| format!("`{word}` {}", named.title)).collect::<Vec<_>>();
            let holds = match (words.is_empty(), field.holds) {
                (false, _) if field.many => format!("several of {}", words.join(", ")),
                (false, _) => format!("one of {}", words.join(", ")),
                (true, FieldType::Flag) => "yes or no".to_owned(),
                (true, FieldType::Number) => "a number".to_owned(),
                (true, FieldType::Text) => "text".to_owned(),
                (true, FieldType::Unit) => "a unit".to_owned(),
            };
            let of =
                sheet.rows.get(kind).map_or_else(|| "the sheet".to_owned(), |row| format!("{} (`{kind}`)", row.title));
            let summary = field.summary.as_ref().map(|summary| format!(" {}", sentence(summary))).unwrap_or_default();
            let _ = writeln!(page, "| `{name}` | {of} | {}: {}{summary} |", field.title, sentence(&holds));
        }
        page.push('\n');
    }
}

fn books(declarations: &Declarations, page: &mut String) {
    for (id, book) in &declarations.books {
        let imprint = book.imprint.as_ref().map(|imprint| format!(" ({imprint})")).unwrap_or_default();
        let _ = writeln!(page, "* `{id}`: {}{imprint}", book.title);
    }
    page.push('\n');
}

/// The page in Markdown about what the printed cards of a ruleset changed in the units of a version that had none.
#[must_use]
pub fn cards_page(before: &Ruleset, after: &Ruleset) -> String {
    let version = |ruleset: &Ruleset| ruleset.declarations().version.clone();
    let id = &after.declarations().id;
    let mut page = format!(
        "<!-- Made by `UPDATE=1 cargo test --test whole generated` from rulesets/{id}. -->\n\n# What printed cards changed in `{id}`\n\n\
         Units of version {} have the figures of the community's data, those of version {} the figures of printed cards where cards are \
         at hand. The card counts. `muster diff {id}@{} {id}` tells all that changed.\n",
        version(before),
        version(after),
        version(before)
    );
    let side = |ruleset| Side { ruleset, deadline: None, lists: None, key: None, version: None, of: id, more: "" };
    let sections = sections(&changes(side(before), side(after)));
    for section in sections.iter().filter(|section| section.title.starts_with("Units")) {
        let _ = write!(page, "\n## {}\n\n", section.title);
        for row in &section.rows {
            let _ = writeln!(page, "* **{}** ({}): {}", row.names, row.became.word(), row.sentences.join("; "));
        }
    }
    page
}

/// Writes a table of editions: how many units have its figures, and how many of these have no price. A ruleset of one edition
/// gets no table.
fn figures(ruleset: &Ruleset, page: &mut String) {
    let mut editions: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let units = ruleset.catalogues().iter().flat_map(|catalogue| &catalogue.written().units);
    for unit in units.filter(|unit| ruleset.declarations().has_models(unit)) {
        let (units, unpriced) = editions.entry(unit.vintage.as_deref().unwrap_or("not stated")).or_default();
        *units += 1;
        *unpriced += usize::from(unit.points.is_none());
    }
    if editions.len() < 2 {
        return;
    }
    page.push_str("| figures of edition | units | without a price |\n|---|---:|---:|\n");
    for (edition, (units, unpriced)) in &editions {
        let _ = writeln!(page, "| {edition} | {units} | {unpriced} |");
    }
    let sum = |number: fn(&(usize, usize)) -> usize| editions.values().map(number).sum::<usize>();
    let _ = writeln!(page, "| All | {} | {} |\n", sum(|(units, _)| *units), sum(|(_, unpriced)| *unpriced));
}

fn lacks(declarations: &Declarations, page: &mut String) {
    if declarations.lacks.is_empty() {
        return;
    }
    page.push_str("These books do not have:\n\n");
    for line in &declarations.lacks {
        let _ = writeln!(page, "* {line}");
    }
    page.push('\n');
}

fn patches(declarations: &Declarations, page: &mut String) {
    if declarations.patches.is_empty() {
        return;
    }
    page.push_str("## Changes of printed cards\n\n");
    for (id, patch) in &declarations.patches {
        let _ = writeln!(
            page,
            "### `{id}`\n\n{} ({})\n\n* To {}\n* Gives {}",
            sentence(&patch.title),
            cited(declarations, &patch.source),
            sentence(&selector_words(declarations, &patch.r#where)),
            sentence(&patch.gives.rules.join(", "))
        );
        if let Some(reading) = &patch.reading {
            let _ = writeln!(page, "* Reading: {}", sentence(reading.trim()));
        }
        page.push('\n');
    }
}

fn settings(declarations: &Declarations, page: &mut String) {
    if declarations.settings.is_empty() {
        return;
    }
    page.push_str("## Settings\n\n| setting | values | default | |\n|---|---|---|---|\n");
    for (id, setting) in &declarations.settings {
        let values: Vec<String> = if setting.values.is_empty() && setting.numbers.is_empty() {
            vec!["true".to_owned(), "false".to_owned()]
        } else {
            setting.values.keys().cloned().chain(setting.numbers.iter().map(u32::to_string)).collect()
        };
        let default = match (&setting.default, &setting.given_by) {
            (Some(default), _) => format!("`{default}`"),
            (None, Some(by)) => format!("by `{by}`"),
            (None, None) => String::new(),
        };
        let consent =
            setting.consent.as_ref().map(|rule| format!(" Stands for the consent `{rule}`.")).unwrap_or_default();
        let _ = writeln!(page, "| `{id}` | {} | {default} | {}{consent} |", values.join(", "), setting.summary.trim());
    }
    page.push('\n');
}

fn tables(declarations: &Declarations, page: &mut String) {
    for (id, table) in &declarations.tables {
        let _ = writeln!(
            page,
            "## Table `{id}`\n\nThe {}, {}.\n\n| up to | value |\n|---:|---:|",
            table.title,
            cited(declarations, &table.source)
        );
        for row in &table.rows {
            let _ = writeln!(
                page,
                "| {} | {} |",
                row.to.map_or_else(|| "above".to_owned(), |to| to.to_string()),
                row.value
            );
        }
        page.push('\n');
    }
}

fn selectors(declarations: &Declarations, page: &mut String) {
    if declarations.selectors.is_empty() {
        return;
    }
    page.push_str("## What rules call by a name\n\nDefinitions below may take something out of these.\n\n");
    for (id, selector) in &declarations.selectors {
        let _ = writeln!(page, "* {id}: {}", selector_words(declarations, selector));
    }
    page.push('\n');
}

fn describe(declarations: &Declarations, rule: &Rule, tested: Option<&BTreeMap<String, String>>, page: &mut String) {
    let _ = writeln!(page, "### `{}`\n\n{} ({})", rule.id, sentence(&rule.title), cited(declarations, &rule.source));
    if let Some(summary) = &rule.summary {
        let _ = writeln!(page, "{}", summary.trim());
    }
    page.push('\n');
    let mut facts = Vec::new();
    let tests = |tests: &indexmap::IndexMap<String, SettingTest>, join: &str| {
        tests.iter().map(|(id, test)| setting_words(declarations, id, test)).collect::<Vec<_>>().join(join)
    };
    if !rule.applies.is_empty() {
        facts.push(format!("In use with {}", tests(&rule.applies, " and ")));
    }
    if !rule.unless.is_empty() {
        facts.push(format!("Out of use with {}", tests(&rule.unless, " or ")));
    }
    facts.extend(rule.clauses.iter().map(|clause| in_words(declarations, rule, clause)));
    if let Some(check) = &rule.check {
        let words = serde_json::to_string(check).unwrap_or_default().replace('"', "");
        let of = if rule.r#where.is_empty() {
            String::new()
        } else {
            format!(", of {}", selector_words(declarations, &rule.r#where))
        };
        facts.push(format!("Check `{}`{of}", words.trim_matches(['{', '}'])));
    }
    for (name, out) in &rule.narrows {
        facts.push(format!("Takes out of “{name}”: {}", selector_words(declarations, out)));
    }
    for (allocation, squadrons) in &rule.allocates {
        let allocation = title(declarations, "allocation", allocation);
        let squadrons = selector_words(declarations, squadrons);
        facts.push(format!("Puts into the {allocation}, where nothing is stated: {squadrons}"));
    }
    for charge in &rule.charges {
        facts.push(charge_words(declarations, charge));
    }
    if !rule.covered_by.is_empty() {
        facts.push(format!("Covered by {}", links(rule.covered_by.iter())));
    }
    if let Some(grant) = &rule.grants {
        facts.push(format!("Grants {}: {}", subject(&grant.of, None), amount_words(declarations, &grant.amount)));
    }
    if rule.waivable {
        facts.push("Can be waived by the opponent or the organiser".to_owned());
    }
    if let Some(reading) = &rule.reading {
        facts.push(format!("Reading: {}", reading.trim()));
    }
    if let Some(help) = &rule.help {
        facts.push(format!("Help: {}", help.trim()));
    }
    if let Some(tested) = tested {
        // A file with the rule's own name is enough, even if other files mention the rule too.
        let own = tested.get_key_value(&rule.id).into_iter().collect::<Vec<_>>();
        let files = if own.is_empty() { tested.iter().collect() } else { own };
        let files: Vec<String> = files.iter().map(|(file, at)| format!("[{file}](../../tests/{at})")).collect();
        facts.push(format!("Tested by {}", files.join(", ")));
    }
    for fact in facts {
        let _ = writeln!(page, "* {}", sentence(&fact));
    }
    page.push('\n');
}

/// A clause in words: `For each squadron that is Robot, while ...: number of all models: at most 3`.
fn in_words(declarations: &Declarations, rule: &Rule, clause: &Clause) -> String {
    let squadron = squadrons(declarations, 1);
    let each = match clause.each {
        ClauseTarget::List => String::new(),
        ClauseTarget::Group => "For each group".to_owned(),
        ClauseTarget::Squadron => format!("For each {squadron}"),
        ClauseTarget::SquadronAlone => format!("For each {squadron} without what is attached to it"),
        ClauseTarget::Unit => "For each unit".to_owned(),
        ClauseTarget::Bearer => "For each model with a role".to_owned(),
        ClauseTarget::Card => "For each card".to_owned(),
        ClauseTarget::Row => "For each row".to_owned(),
    };
    let mut words = each;
    let mut add = |text: String| {
        let _ = write!(words, "{}{text}", if words.is_empty() { "" } else { ", " });
    };
    if !clause.r#where.is_empty() {
        add(format!("if it is {}", selector_words(declarations, &clause.r#where)));
    }
    if let Some(field) = &clause.by {
        add(format!("all of one {field} together"));
    }
    let sheet = |id: &String| declarations.sheets.get(id).map_or_else(|| id.clone(), |sheet| sheet.title.clone());
    if clause.together {
        add("over all lists of a player".to_owned());
    }
    if let Some(id) = &clause.r#in {
        add(format!("in a {}", sheet(id)));
    }
    if let Some(id) = &clause.with {
        add(format!("in a list with a {}", sheet(id)));
    }
    if let Some(deck) = &clause.deck {
        add(format!("in {}", declarations.decks.get(deck).map_or(deck.as_str(), |deck| &deck.title)));
    }
    for when in &clause.when {
        add(format!("while {}", condition_words(declarations, when)));
    }
    let asks = match &clause.limit {
        Some(limit) if clause.each == ClauseTarget::Row && clause.by.is_none() => {
            limit_words(declarations, limit).replace("of all rows", "of the row")
        }
        Some(limit) => limit_words(declarations, limit),
        None if rule.kind == RuleKind::ByHand => "a note".to_owned(),
        None => "not allowed".to_owned(),
    };
    let asks = if words.is_empty() { asks } else { format!("{words}: {asks}") };
    let of = match &clause.subject {
        Some(SubjectWords::Same(words)) => format!(" ({words})"),
        Some(SubjectWords::Forms { many, .. }) => format!(" ({many})"),
        None => String::new(),
    };
    let severity = match clause.severity.unwrap_or(rule.severity) {
        Grade::Error => "",
        Grade::Warning => "; else a warning",
        Grade::Note => "; else a note",
    };
    let severity = if rule.kind == RuleKind::ByHand { "" } else { severity };
    format!("{asks}{of}{severity}")
}

fn links<'r>(rules: impl Iterator<Item = &'r String>) -> String {
    rules.map(|rule| format!("[`{rule}`](#{rule})")).collect::<Vec<_>>().join(", ")
}

/// The text with a capital first letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

fn cited(declarations: &Declarations, citation: &Citation) -> String {
    as_source(declarations, citation).to_string()
}
