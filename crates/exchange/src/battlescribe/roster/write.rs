//! Writes a list as a roster of the newest schema, 2.03.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use muster_engine::list::{ArmyList, Squadron};
use muster_engine::place::SquadronPlace;
use muster_engine::plain::shown;
use muster_engine::ready::Ruleset;
use muster_engine::summary::Summary;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::ids::{self, MUSTER};
use super::picks::{number_of, pick_of, replaced};
use crate::listing::fact::{self, ListFact};
use crate::listing::{NAMELESS, phrase};

/// Writes the text of a roster.
///
/// Selections hold the units, their numbers and options. Everything else about a squadron is written to its notes,
/// where people can see it and the importer finds it.
pub(super) fn write(ruleset: &Ruleset, list: &ArmyList, summary: &Summary) -> String {
    let mut writer = RosterWriter { ruleset, summary, xml: String::new(), ids: 0 };
    writer.roster(list);
    writer.xml
}

/// Packs a roster into an archive, as in `.rosz` files.
#[must_use]
pub fn pack(roster: &str) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    // Writing to memory cannot fail, and the file's name is short. No time is stored, so the same roster gives the same
    // bytes.
    let _ = archive.start_file("roster.ros", SimpleFileOptions::default());
    let _ = archive.write_all(roster.as_bytes());
    archive.finish().map(Cursor::into_inner).unwrap_or_default()
}

struct RosterWriter<'a> {
    ruleset: &'a Ruleset,
    summary: &'a Summary,
    xml: String,
    /// The number of ids used so far.
    ids: u32,
}

impl RosterWriter<'_> {
    fn roster(&mut self, list: &ArmyList) {
        let declarations = self.ruleset.declarations();
        let home = list.nation.as_deref().and_then(|name| self.ruleset.nation(name));
        let nation = home.and_then(|id| declarations.nations.get(id)).map_or("", |nation| &nation.name);
        self.xml.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n");
        let name = list.name.as_deref().unwrap_or(NAMELESS);
        let (system, game) = (declarations.id.as_str(), declarations.name.as_str());
        self.open(
            "roster",
            &[
                ("id", "roster"),
                ("name", name),
                ("battleScribeVersion", "2.03"),
                ("generatedBy", MUSTER),
                ("gameSystemId", system),
                ("gameSystemName", game),
                ("gameSystemRevision", "1"),
                ("xmlns", "http://www.battlescribe.net/schema/rosterSchema"),
            ],
        );
        self.notes(&fact::of_list(self.ruleset, list));
        self.costs("cost", self.summary.points);
        self.costs("costLimit", list.mfv.map(i64::from));
        self.open("forces", &[]);
        let force = |entry, name, custom| {
            [("name", name), ("entryId", entry), ("customName", custom), ("catalogueName", nation)]
        };
        if !list.squadrons.is_empty() || list.groups.is_empty() {
            self.numbered("force", &force("", game, ""));
            self.selections(&SquadronPlace::default(), &list.squadrons, None);
            self.close("force");
        }
        for (place, group) in list.groups.iter().enumerate() {
            let title = declarations.group_kinds.get(&group.kind).map_or(&group.kind, |kind| &kind.title);
            self.numbered("force", &force(&group.kind, title, group.name.as_deref().unwrap_or_default()));
            self.notes(&fact::of_group(group));
            self.selections(&SquadronPlace::of_group(Some(place)), &group.squadrons, Some(&group.kind));
            self.close("force");
        }
        self.close("forces");
        self.close("roster");
    }

    fn selections(&mut self, outer: &SquadronPlace, squadrons: &[Squadron], kind: Option<&str>) {
        self.open("selections", &[]);
        for (place, squadron) in squadrons.iter().enumerate() {
            self.squadron(&outer.inner(place), squadron, kind);
        }
        self.close("selections");
    }

    fn squadron(&mut self, own: &SquadronPlace, squadron: &Squadron, kind: Option<&str>) {
        let at = own.to_string();
        let line = self.summary.squadrons.iter().find(|line| line.at == at);
        let nation = line.and_then(|line| line.nation_id.as_deref());
        let found = self.ruleset.find_unit(nation, &squadron.unit);
        let unit = found.map(|(catalogue, ready)| catalogue.unit(ready));
        let name = unit.map_or(&squadron.unit, |unit| &unit.name);
        let id = unit.map_or("", |unit| unit.entries.first().unwrap_or(&unit.id));
        let models = line.map_or(0, |line| line.models);
        self.numbered(
            "selection",
            &[
                ("name", name),
                ("entryId", id),
                // 0 if the number of models is not known.
                ("number", if models == 0 { "0" } else { "1" }),
                ("type", "unit"),
                ("customName", squadron.name.as_deref().unwrap_or_default()),
            ],
        );
        let ready = found.map(|(_, ready)| ready);
        let picks = phrase::named(ready, &squadron.options);
        let taken: Vec<(String, u32)> = picks.iter().flat_map(|pick| number_of(ready, pick, models)).collect();
        let options_are_plain = unit.is_some() && {
            let back = taken.iter().map(|(id, number)| pick_of(ready, id.clone(), *number, models));
            back.collect::<Vec<_>>() == picks
        };
        let mut facts = fact::of_squadron(self.ruleset, squadron, nation, kind);
        facts.retain(|fact| fact.name() != "Name" && !(fact.name() == "Options" && options_are_plain));
        facts.extend(line.and_then(|line| fact::by_default(self.ruleset, squadron, line)));
        self.notes(&facts);
        self.costs("cost", line.and_then(|line| line.points));
        self.open("selections", &[]);
        // A second entry id is that of the models inside the squadron's entry.
        let of_models = unit.and_then(|unit| unit.entries.get(1));
        // Upgraded models stand beside those that are left.
        let left = models.saturating_sub(replaced(ready, &taken));
        if models > 1 || of_models.is_some() {
            self.leaf(name, of_models.map_or("", String::as_str), left, "model");
        }
        for (option, number) in &taken {
            let name = ready.and_then(|ready| Some(ready.options[ready.find(option)?].name.as_str()));
            if name.is_none() && !options_are_plain {
                continue;
            }
            let entry = unit.and_then(|unit| ids::entry_of(unit, option));
            self.leaf(name.unwrap_or(option), entry.unwrap_or(option), *number, "upgrade");
        }
        for (place, attached) in squadron.attached.iter().enumerate() {
            self.squadron(&own.inner(place), attached, kind);
        }
        self.close("selections");
        self.close("selection");
    }

    fn leaf(&mut self, name: &str, entry: &str, number: u32, kind: &str) {
        let number = number.to_string();
        self.numbered("selection", &[("name", name), ("entryId", entry), ("number", &number), ("type", kind)]);
        self.close("selection");
    }

    fn notes(&mut self, facts: &[ListFact]) {
        if facts.is_empty() {
            return;
        }
        self.open("customNotes", &[]);
        for ListFact { key, value } in facts {
            let _ = writeln!(self.xml, "{}: {}", escaped(key), escaped(value));
        }
        self.close("customNotes");
    }

    fn costs(&mut self, element: &str, points: Option<i64>) {
        let Some(points) = points else { return };
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.xml,
            "<{element}s><{element} name=\"Points\" typeId=\"points\" value=\"{points}.0\"/></{element}s>"
        );
    }

    /// Opens an element with a new id.
    fn numbered(&mut self, element: &str, attributes: &[(&str, &str)]) {
        self.ids += 1;
        let id = format!("m-{}", self.ids);
        self.open(element, &[&[("id", id.as_str())], attributes].concat());
    }

    /// Opens an element, leaving out empty attributes.
    fn open(&mut self, element: &str, attributes: &[(&str, &str)]) {
        self.xml.push('<');
        self.xml.push_str(element);
        for (name, value) in attributes.iter().filter(|(_, value)| !value.is_empty()) {
            let _ = write!(self.xml, " {name}=\"{}\"", escaped(value));
        }
        self.xml.push_str(">\n");
    }

    fn close(&mut self, element: &str) {
        let _ = writeln!(self.xml, "</{element}>");
    }
}

/// Escapes a text for XML, and what is not seen in it. Characters that XML forbids become the replacement character.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (letter, shown) in shown(text) {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\u{fffe}' | '\u{ffff}' => {
                escaped.push(char::REPLACEMENT_CHARACTER);
            }
            _ if letter != shown => {
                let _ = write!(escaped, "&#{};", u32::from(letter));
            }
            _ => escaped.push(letter),
        }
    }
    escaped
}
