//! What differs, in lines under headings, for people.

use muster_engine::plural::capital;

use crate::changes::Changes;
use crate::thing::{Became, Kind, Thing};

/// Lines under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The heading: `Units: The North`.
    pub title: String,
    /// The lines.
    pub rows: Vec<Row>,
}

/// One thing, or several of which the same is to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Whether they are new, gone or changed.
    pub became: Became,
    /// Their names. A rule is known by its id; its title stands with it if the line is about no other.
    pub names: String,
    /// What is to say of them; never empty for what changed.
    pub sentences: Vec<String>,
}

/// The things that differ, under their headings.
#[must_use]
pub fn sections(changes: &Changes) -> Vec<Section> {
    let mut sections: Vec<(String, Vec<Lines>)> = Vec::new();
    for thing in &changes.things {
        let heading = heading(thing);
        if sections.last().is_none_or(|(last, _)| *last != heading) {
            sections.push((heading, Vec::new()));
        }
        let details = thing.details.iter().map(|detail| detail.says.as_str());
        let sentences = thing.says.as_deref().into_iter().chain(details).collect();
        let lines = Lines { became: thing.became, things: vec![thing], sentences };
        let Some((_, known)) = sections.last_mut() else { continue };
        let is_same = |other: &&mut Lines| other.became == lines.became && other.sentences == lines.sentences;
        match known.iter_mut().find(is_same) {
            Some(same) => same.things.extend(lines.things),
            None => known.push(lines),
        }
    }
    let section =
        |(title, lines): (String, Vec<Lines>)| Section { title, rows: lines.iter().map(Lines::row).collect() };
    sections.into_iter().map(section).collect()
}

struct Lines<'a> {
    became: Became,
    things: Vec<&'a Thing>,
    sentences: Vec<&'a str>,
}

impl Lines<'_> {
    fn row(&self) -> Row {
        let names = match self.things.as_slice() {
            [rule] if rule.kind == Kind::Rule => format!("{} ({})", rule.id, rule.name),
            things => things.iter().map(|thing| thing.called()).collect::<Vec<_>>().join(", "),
        };
        let sentences = self.sentences.iter().map(|sentence| (*sentence).to_owned()).collect();
        Row { became: self.became, names, sentences }
    }
}

fn heading(thing: &Thing) -> String {
    let of = match (&thing.of, thing.kind) {
        (Some(of), Kind::Declaration) => return capital(&of.name),
        (Some(of), _) => of.name.as_str(),
        (None, Kind::Unit) => "of no nation",
        (None, _) => return thing.kind.title().to_owned(),
    };
    format!("{}: {of}", thing.kind.title())
}
