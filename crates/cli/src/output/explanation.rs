//! What a rule says, for people and for programs.

use std::io::{self, Write};

use muster_engine::compiled::{Ruleset, SourcedRule};
use muster_engine::report::Source;
use muster_engine::rule::{Grade, Kind, Rule};
use muster_engine::ruleset::{Aid, Declarations, Setting, SpecialRule};
use muster_engine::wording;
use serde::Serialize;

use super::formula::formulas;
use super::words;
use crate::terminal::STRONG;
use crate::text::{plain, wrapped};

/// A rule, special rule, setting or play aid in our words. What does not fit its kind is empty.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Explanation {
    /// `rule`, `special-rule`, `setting` or `aid`.
    what: &'static str,
    id: String,
    title: String,
    /// The kind of rule, in words.
    kind: Option<String>,
    summary: Option<String>,
    /// What must hold, in words, a line for each thing.
    formula: Vec<String>,
    /// The facts of an aid, the values of a setting.
    lines: Vec<String>,
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

#[derive(Serialize)]
pub struct Answer<'a> {
    format: u32,
    ruleset: &'a str,
    version: &'a str,
    explanations: &'a [Explanation],
}

/// What programs get.
pub fn answer<'a>(declarations: &'a Declarations, explanations: &'a [Explanation]) -> Answer<'a> {
    Answer { format: 1, ruleset: &declarations.id, version: &declarations.version, explanations }
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
        let title = if rule.parameters.is_empty() {
            rule.name.clone()
        } else {
            format!("{} ({})", rule.name, rule.parameters.join(", "))
        };
        Self {
            what: "special-rule",
            id: rule.id.clone(),
            title,
            kind: Some(kind.clone()),
            summary: Some(rule.summary.clone()),
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

    /// Writes it for people.
    pub fn write(&self, writer: &mut impl Write, declarations: &Declarations, width: usize) -> io::Result<()> {
        writeln!(writer, "{STRONG}{}{STRONG:#}: {}", plain(&self.id), plain(&self.title))?;
        let source = self.source.as_ref().map(|source| format!(", {}", words::source(source))).unwrap_or_default();
        writeln!(writer, "{} {}{source}", plain(&declarations.id), plain(&declarations.version))?;
        if let Some(summary) = &self.summary {
            writeln!(writer, "\n{}", wrapped(summary, "  ", width))?;
        }
        if !self.lines.is_empty() {
            writeln!(writer)?;
        }
        for line in &self.lines {
            writeln!(writer, "{}", wrapped(line, "  ", width))?;
        }
        let foreign = self.origin.as_ref().filter(|origin| **origin != declarations.id);
        let severity = self.severity.map(|severity| {
            let waivable = if self.waivable { "; may be waived by consent" } else { "" };
            format!("{}{waivable}", grade(severity))
        });
        let parts: [(&str, Vec<String>); 10] = [
            ("kind", self.kind.iter().cloned().collect()),
            ("formula", self.formula.clone()),
            ("in use", self.applies.iter().map(|test| format!("where {test}")).collect()),
            ("not", self.unless.iter().map(|test| format!("where {test}")).collect()),
            ("breach", severity.into_iter().collect()),
            ("covers", list(&self.covers)),
            ("see", list(&self.covered_by)),
            ("reading", self.reading.iter().cloned().collect()),
            ("help", self.help.iter().cloned().collect()),
            ("from", foreign.into_iter().cloned().collect()),
        ];
        let mut blank = true;
        for (name, lines) in parts.iter().filter(|(_, lines)| !lines.is_empty()) {
            if std::mem::take(&mut blank) {
                writeln!(writer)?;
            }
            let text: Vec<String> = lines.iter().map(|line| wrapped(line, "            ", width)).collect();
            let text = text.join("\n");
            writeln!(writer, "  {STRONG}{name:<10}{STRONG:#}{}", text.trim_start())?;
        }
        Ok(())
    }
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
