//! What a rule says, and everything else that a ruleset declares, for people and for programs.

use std::io::{self, Write};

use indexmap::IndexMap;
use muster_engine::catalogue::TraitValue;
use muster_engine::compiled::{Ruleset, SourcedRule};
use muster_engine::parameter::{self, Parameter};
use muster_engine::report::Source;
use muster_engine::rule::{Grade, Kind, Rule};
use muster_engine::ruleset::{Aid, Card, Deck, Declarations, Nation, Patch, Role, Setting, SpecialRule, Table};
use muster_engine::wording;
use serde::Serialize;

use super::formula::formulas;
use super::{columns, words};
use crate::terminal::{STRONG, prose};
use crate::text::{plain, wrapped};

/// Anything of a ruleset in our words. What does not fit its kind is empty.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Explanation {
    /// `rule`, `special-rule`, `setting`, `role`, `nation`, `table`, `deck`, `card`, `patch` or `aid`.
    what: &'static str,
    id: String,
    title: String,
    /// The kind of rule, in words.
    kind: Option<String>,
    summary: Option<String>,
    /// What must hold, in words, a line for each thing.
    formula: Vec<String>,
    /// The facts of an aid, the values of a setting, the rows of a table.
    lines: Vec<String>,
    /// What else is known, by its name.
    facts: IndexMap<String, String>,
    /// The cards of a deck.
    cards: Vec<CardLine>,
    /// The settings under which it is in use.
    applies: Vec<String>,
    /// The settings under which it is not.
    unless: Vec<String>,
    /// How grave a breach is; none where nothing is judged.
    severity: Option<Grade>,
    waivable: bool,
    /// Definitions whose findings it carries.
    covers: Vec<String>,
    /// Rules that carry its findings.
    covered_by: Vec<String>,
    reading: Option<String>,
    help: Option<String>,
    source: Option<Source>,
    /// The ruleset or overlay it comes from.
    origin: Option<String>,
}

/// A card of a deck at a glance.
#[derive(Debug, Serialize)]
struct CardLine {
    id: String,
    title: String,
    cost: Option<u32>,
    summary: Option<String>,
}

impl Explanation {
    /// A rule of the rulebook.
    pub fn of_rule(ruleset: &Ruleset, sourced: &SourcedRule) -> Self {
        let declarations = ruleset.declarations();
        let rule = &sourced.rule;
        let judged = matches!(rule.kind, Kind::Limit | Kind::Check);
        let covers = ruleset.rules().iter().filter(|other| other.rule.covered_by.contains(&rule.id));
        let tests = |tests: &indexmap::IndexMap<String, _>| {
            tests.iter().map(|(id, test)| wording::setting_words(declarations, id, test)).collect()
        };
        Self {
            what: "rule",
            id: rule.id.clone(),
            title: rule.title.clone(),
            kind: Some(kind(rule).to_owned()),
            summary: rule.summary.clone(),
            formula: formulas(declarations, rule),
            applies: tests(&rule.applies),
            unless: tests(&rule.unless),
            severity: judged.then_some(rule.severity),
            waivable: rule.waivable,
            covers: covers.map(|other| other.rule.id.clone()).collect(),
            covered_by: rule.covered_by.clone(),
            reading: rule.reading.clone(),
            help: rule.help.clone(),
            source: Some(words::as_source(declarations, &rule.source)),
            origin: Some(sourced.origin.clone()),
            ..Self::default()
        }
    }

    /// A special rule that cards name.
    pub fn of_special_rule(declarations: &Declarations, rule: &SpecialRule) -> Self {
        let kind = declarations.special_rule_kinds.get(&rule.kind).map_or(&rule.kind, |kind| &kind.title);
        let forms = rule.parameters.iter().filter_map(Parameter::formed);
        let forms: Vec<String> = forms.map(|formed| parameter::form_words(declarations, formed)).collect();
        let takes = (!forms.is_empty()).then(|| ("takes".to_owned(), forms.join("; ")));
        let stacking = rule.stacking.map(|stacking| ("stacking".to_owned(), words::stacking(stacking).to_owned()));
        let tags = (!rule.tags.is_empty()).then(|| ("tags".to_owned(), rule.tags.join(", ")));
        Self {
            what: "special-rule",
            id: rule.id.clone(),
            title: parameter::title(rule),
            kind: Some(kind.clone()),
            summary: Some(rule.summary.clone()),
            facts: takes.into_iter().chain(stacking).chain(tags).chain(also(&rule.aliases)).collect(),
            source: Some(words::as_source(declarations, &rule.source)),
            ..Self::default()
        }
    }

    /// Something that players agree on.
    pub fn of_setting(id: &str, setting: &Setting) -> Self {
        let values = setting.values.iter().map(|(id, choice)| {
            let default = if setting.default.as_ref() == Some(id) { " (default)" } else { "" };
            let summary = choice.summary.as_ref().map(|summary| format!(": {summary}")).unwrap_or_default();
            format!("{id}{default}{summary}")
        });
        let numbers =
            (!setting.numbers.is_empty()).then(|| format!("numbers of {}", crate::text::runs(&setting.numbers)));
        let flag = (setting.values.is_empty() && setting.numbers.is_empty()).then(|| "true or false".to_owned());
        Self {
            what: "setting",
            id: id.to_owned(),
            title: setting.title.clone(),
            kind: Some("a setting of the list".to_owned()),
            summary: Some(setting.summary.clone()),
            lines: values.chain(numbers).chain(flag).collect(),
            ..Self::default()
        }
    }

    /// A role that models carry.
    pub fn of_role(declarations: &Declarations, id: &str, role: &Role) -> Self {
        Self {
            what: "role",
            id: id.to_owned(),
            title: role.title.clone(),
            kind: Some(format!("a role: `roles` of a {} names it", wording::squadrons(declarations, 1))),
            summary: role.summary.clone(),
            source: role.source.as_ref().map(|source| words::as_source(declarations, source)),
            ..Self::default()
        }
    }

    /// A nation, with the number of units that its catalogue has.
    pub fn of_nation(declarations: &Declarations, id: &str, nation: &Nation, units: usize) -> Self {
        let mut facts = facts_of(declarations, &nation.traits);
        let listed = format!("{units}, listed by `muster units {} --nation {id}`", declarations.id);
        facts.insert("units".to_owned(), if units == 0 { "none at hand".to_owned() } else { listed });
        Self {
            what: "nation",
            id: id.to_owned(),
            title: nation.name.clone(),
            kind: Some("a nation".to_owned()),
            facts: facts.into_iter().chain(also(&nation.aliases)).collect(),
            ..Self::default()
        }
    }

    /// A step table.
    pub fn of_table(declarations: &Declarations, id: &str, table: &Table) -> Self {
        let lines = table.rows.iter().map(|row| match row.to {
            Some(to) => format!("up to {to}: {}", row.value),
            None => format!("above: {}", row.value),
        });
        Self {
            what: "table",
            id: id.to_owned(),
            title: table.title.clone(),
            kind: Some("a table that rules read".to_owned()),
            lines: lines.collect(),
            source: Some(words::as_source(declarations, &table.source)),
            ..Self::default()
        }
    }

    /// A deck, with the cards that are known.
    pub fn of_deck<'c>(id: &str, deck: &Deck, cards: impl Iterator<Item = &'c Card>) -> Self {
        let secret = deck.secret.then(|| ("secret".to_owned(), "not on an open print".to_owned()));
        let cards = cards.map(|card| CardLine {
            id: card.id.clone(),
            title: card.name.clone(),
            cost: card.cost,
            summary: card.summary.clone(),
        });
        Self {
            what: "deck",
            id: id.to_owned(),
            title: deck.title.clone(),
            kind: Some("a deck: `decks` of a list names its cards".to_owned()),
            facts: deck.rule.iter().map(|rule| ("rule".to_owned(), rule.clone())).chain(secret).collect(),
            cards: cards.collect(),
            ..Self::default()
        }
    }

    /// A card of a deck.
    pub fn of_card(declarations: &Declarations, deck: &str, card: &Card) -> Self {
        let title = declarations.decks.get(deck).map_or(deck, |deck| &deck.title);
        let cost = card.cost.map(|cost| ("cost".to_owned(), cost.to_string()));
        let deck = [("deck".to_owned(), format!("{title} ({deck})"))];
        let traits = facts_of(declarations, &card.traits);
        Self {
            what: "card",
            id: card.id.clone(),
            title: card.name.clone(),
            kind: Some("a card".to_owned()),
            summary: card.summary.clone(),
            facts: deck.into_iter().chain(cost).chain(traits).chain(also(&card.aliases)).collect(),
            source: Some(words::as_source(declarations, &card.source)),
            ..Self::default()
        }
    }

    /// A change of printed cards, with the units at hand that it changes.
    pub fn of_patch(declarations: &Declarations, id: &str, patch: &Patch, units: &[&str]) -> Self {
        let units = if units.is_empty() { "none at hand".to_owned() } else { units.join(", ") };
        let facts = [
            ("gives".to_owned(), patch.gives.rules.join(", ")),
            ("to".to_owned(), wording::selector_words(declarations, &patch.r#where)),
            ("units".to_owned(), units),
        ];
        Self {
            what: "patch",
            id: id.to_owned(),
            title: patch.title.clone(),
            kind: Some("a change of printed cards, of a club's own units too".to_owned()),
            facts: facts.into_iter().collect(),
            reading: patch.reading.clone(),
            source: Some(words::as_source(declarations, &patch.source)),
            ..Self::default()
        }
    }

    /// A play aid or a scenario.
    pub fn of_aid(declarations: &Declarations, id: &str, aid: &Aid) -> Self {
        Self {
            what: "aid",
            id: id.to_owned(),
            title: aid.title.clone(),
            kind: Some("a play aid: it binds no list".to_owned()),
            lines: aid.lines.clone(),
            source: Some(words::as_source(declarations, &aid.source)),
            ..Self::default()
        }
    }

    /// A finding that cites no rule.
    pub fn of_remark(id: &str, meaning: &str) -> Self {
        Self {
            what: "finding",
            id: id.to_owned(),
            title: meaning.trim_end_matches('.').to_owned(),
            kind: Some("a finding of the program about a file or list, not of a book".to_owned()),
            ..Self::default()
        }
    }

    /// Writes it for people.
    pub fn write(&self, writer: &mut impl Write, declarations: &Declarations, width: Option<usize>) -> io::Result<()> {
        writeln!(writer, "{STRONG}{}{STRONG:#}: {}", plain(&self.id), plain(&self.title))?;
        let source = self.source.as_ref().map(|source| format!(", {}", words::source(source))).unwrap_or_default();
        writeln!(writer, "{} {}{source}", plain(&declarations.id), plain(&declarations.version))?;
        if let Some(summary) = &self.summary {
            writeln!(writer, "\n{}", wrapped(summary, "  ", prose(width)))?;
        }
        if !self.lines.is_empty() {
            writeln!(writer)?;
        }
        for line in &self.lines {
            writeln!(writer, "{}", wrapped(line, "  ", prose(width)))?;
        }
        writeln!(writer)?;
        columns::facts(writer, &self.parts(declarations), prose(width))?;
        self.write_cards(writer, width)
    }

    /// What is known of it beside prose.
    fn parts(&self, declarations: &Declarations) -> Vec<(&str, Vec<String>)> {
        let foreign = self.origin.as_ref().filter(|origin| **origin != declarations.id);
        let severity = self.severity.map(|severity| {
            let waivable = if self.waivable { "; may be waived by consent" } else { "" };
            format!("{}{waivable}", grade(severity))
        });
        let mut parts = vec![("kind", self.kind.iter().cloned().collect())];
        parts.extend(self.facts.iter().map(|(name, fact)| (name.as_str(), vec![fact.clone()])));
        parts.extend([
            ("formula", self.formula.clone()),
            ("in use", self.applies.iter().map(|test| format!("where {test}")).collect()),
            ("not", self.unless.iter().map(|test| format!("where {test}")).collect()),
            ("breach", severity.into_iter().collect()),
            ("covers", list(&self.covers)),
            ("see", list(&self.covered_by)),
            ("reading", self.reading.iter().cloned().collect()),
            ("help", self.help.iter().cloned().collect()),
            ("from", foreign.into_iter().cloned().collect()),
        ]);
        parts
    }

    fn write_cards(&self, writer: &mut impl Write, width: Option<usize>) -> io::Result<()> {
        if self.cards.is_empty() {
            return Ok(());
        }
        let text = |card: &CardLine| {
            let cost = card.cost.map(|cost| format!(", {cost} points")).unwrap_or_default();
            let summary = card.summary.as_ref().map(|summary| format!(": {summary}")).unwrap_or_default();
            format!("{}{cost}{summary}", card.title)
        };
        let texts: Vec<(&str, String)> = self.cards.iter().map(|card| (card.id.as_str(), text(card))).collect();
        let pairs: Vec<(&str, &str)> = texts.iter().map(|(id, text)| (*id, text.as_str())).collect();
        writeln!(writer, "\n{STRONG}Cards{STRONG:#}")?;
        columns::pairs(writer, &pairs, width)
    }
}

/// Traits with their names on screens.
fn facts_of(declarations: &Declarations, traits: &IndexMap<String, TraitValue>) -> IndexMap<String, String> {
    let fact = |(id, value): (&String, &TraitValue)| {
        let title = declarations.traits.get(id).map_or(id, |declared| &declared.title).to_lowercase();
        let words: Vec<String> = value.words().map(|word| wording::title(declarations, id, word)).collect();
        (title, words.join(", "))
    };
    traits.iter().map(fact).collect()
}

fn also(aliases: &[String]) -> Option<(String, String)> {
    (!aliases.is_empty()).then(|| ("also".to_owned(), aliases.join(", ")))
}

fn list(ids: &[String]) -> Vec<String> {
    if ids.is_empty() { Vec::new() } else { vec![ids.join(", ")] }
}

fn grade(grade: Grade) -> &'static str {
    match grade {
        Grade::Error => "makes a list illegal",
        Grade::Warning => "gives a warning",
        Grade::Note => "gives a note",
    }
}

fn kind(rule: &Rule) -> &'static str {
    match rule.kind {
        Kind::Limit => "a limit, judged",
        Kind::Check => "a check of the list's structure, judged",
        Kind::Definition => "a definition; other rules carry its findings",
        Kind::Allowance => "an allowance, shown with the list",
        Kind::Permission => "a permission: nothing to judge",
        Kind::Advice => "advice: nothing to judge",
        Kind::ByHand => "only people at the table can tell; a note says where it matters",
    }
}
