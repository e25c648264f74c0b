//! What differs, in lines under headings, for people.

use muster_engine::plural::capital;

use crate::changes::Changes;
use crate::thing::{ChangedThing, ThingChange, ThingKind};

/// Lines under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeSection {
    /// The heading: `Units: The North`.
    pub title: String,
    /// The lines.
    pub rows: Vec<ChangeRow>,
}

/// One thing, or several of which the same is to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeRow {
    /// Whether they are new, gone or changed.
    pub became: ThingChange,
    /// Their names. A rule is known by its id; its title stands with it if the line is about no other.
    pub names: String,
    /// What is to say of them; never empty for what changed.
    pub sentences: Vec<String>,
}

/// The things that differ, under their headings.
#[must_use]
pub fn sections(changes: &Changes) -> Vec<ChangeSection> {
    let mut sections: Vec<(String, Vec<ChangeLines>)> = Vec::new();
    for thing in &changes.things {
        let heading = heading(thing);
        if sections.last().is_none_or(|(last, _)| *last != heading) {
            sections.push((heading, Vec::new()));
        }
        let details = thing.details.iter().map(|detail| detail.says.as_str());
        let sentences = thing.says.as_deref().into_iter().chain(details).collect();
        let lines = ChangeLines { became: thing.became, things: vec![thing], sentences };
        let Some((_, known)) = sections.last_mut() else { continue };
        let is_same = |other: &&mut ChangeLines| other.became == lines.became && other.sentences == lines.sentences;
        match known.iter_mut().find(is_same) {
            Some(same) => same.things.extend(lines.things),
            None => known.push(lines),
        }
    }
    let section = |(title, lines): (String, Vec<ChangeLines>)| ChangeSection {
        title,
        rows: lines.iter().map(ChangeLines::row).collect(),
    };
    sections.into_iter().map(section).collect()
}

struct ChangeLines<'a> {
    became: ThingChange,
    things: Vec<&'a ChangedThing>,
    sentences: Vec<&'a str>,
}

impl ChangeLines<'_> {
    fn row(&self) -> ChangeRow {
        let names = match self.things.as_slice() {
            [rule] if rule.kind == ThingKind::Rule => format!("{} ({})", rule.id, rule.name),
            things => things.iter().map(|thing| thing.called()).collect::<Vec<_>>().join(", "),
        };
        let sentences = self.sentences.iter().map(|sentence| (*sentence).to_owned()).collect();
        ChangeRow { became: self.became, names, sentences }
    }
}

fn heading(thing: &ChangedThing) -> String {
    let of = match (&thing.of, thing.kind) {
        (Some(of), ThingKind::Declaration) => return capital(&of.name),
        (Some(of), _) => of.name.as_str(),
        (None, ThingKind::Unit) => "of no nation",
        (None, _) => return thing.kind.title().to_owned(),
    };
    format!("{}: {of}", thing.kind.title())
}
