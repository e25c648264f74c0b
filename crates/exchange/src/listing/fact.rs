//! What is said of a list, a group or a squadron beside its units: `Player: A. Player`, and back.

use std::borrow::Cow;

use indexmap::IndexMap;
use muster_engine::list::{ArmyList, Group, Models, RulesetName, Squadron};
use muster_engine::ready::Ruleset;
use muster_engine::slug::slug;
use muster_engine::words::phrases;
use serde_json::{Value, json};

use super::phrase;

/// Behind the key of a text that is written as JSON.
const AS_JSON: &str = " as JSON";

/// The key of keys of others that are no plain words.
const OTHERS: &str = "Others";

/// Something that is said of a list, a group or a squadron.
pub(crate) struct Fact {
    pub key: String,
    pub value: String,
}

/// The facts of a list, but for its name.
pub(crate) fn of_list(ruleset: &Ruleset, list: &ArmyList) -> Vec<Fact> {
    let mut facts = Facts::default();
    facts.text("Player", list.player.as_deref());
    facts.text("Club", list.club.as_deref());
    facts.text("Email", list.email.as_deref());
    facts.text("Date", list.date.as_deref());
    let (id, version) = match &list.ruleset {
        RulesetName::Id(id) => (id.clone(), None),
        RulesetName::Versioned { id, version } => (id.clone(), version.as_deref()),
    };
    facts.text("Ruleset", Some(&version.map_or_else(|| id.clone(), |version| format!("{id} {version}"))));
    facts.word("Nation", list.nation.as_deref().map(|name| nation_name(ruleset, name)));
    facts.text("MFV", Some(&list.mfv.to_string()));
    facts.some("Settings", list.settings.len(), || phrase::settings(&list.settings));
    facts.some("Consents", list.consents.len(), || phrase::words(&list.consents));
    facts.text("Points claimed", list.points.map(|points| points.to_string()).as_deref());
    facts.text("Sheet", list.sheet.as_ref().and_then(|sheet| serde_json::to_string(sheet).ok()).as_deref());
    facts.text("Notes", list.notes.as_deref());
    facts.text("Private notes", list.private_notes.as_deref());
    facts.others(&list.extra);
    facts.0
}

/// The facts of a group, but for its kind and name.
pub(crate) fn of_group(group: &Group) -> Vec<Fact> {
    let mut facts = Facts::default();
    facts.text("Id", group.id.as_deref());
    facts.text("Notes", group.notes.as_deref());
    facts.text("Private notes", group.private_notes.as_deref());
    facts.others(&group.extra);
    facts.0
}

/// The facts of a squadron of a nation in a group of a kind, but for its unit and number.
pub(crate) fn of_squadron(
    ruleset: &Ruleset,
    squadron: &Squadron,
    nation: Option<&str>,
    kind: Option<&str>,
) -> Vec<Fact> {
    let declarations = ruleset.declarations();
    let article = ruleset.find_unit(nation, &squadron.unit).map(|(_, article)| article);
    let mut facts = Facts::default();
    facts.text("Name", squadron.name.as_deref());
    facts.word("Nation", squadron.nation.as_deref().map(|name| nation_name(ruleset, name)));
    if let Some(Models::Parts(parts)) = &squadron.models {
        facts.text("Models", Some(&phrase::parts(article, parts)));
    }
    facts.text("Mark", squadron.mark.as_deref());
    facts.some("Options", squadron.options.len(), || phrase::options(article, &squadron.options));
    facts.some("Roles", squadron.roles.len(), || phrase::roles(ruleset, &squadron.roles));
    let place = |id: &str| {
        let place = declarations.allocations.get(id).map(|_| phrases::title(declarations, "allocation", id));
        place.unwrap_or_else(|| id.to_owned())
    };
    facts.word("Allocation", squadron.allocation.as_deref().map(place));
    facts.text("Turn of entry", squadron.entry_turn.map(|turn| turn.to_string()).as_deref());
    let slots = kind.and_then(|kind| declarations.group_kinds.get(kind)).map(|kind| &kind.slots);
    let slot = |id: &str| slots.and_then(|slots| slots.get(id)).map_or(id, |slot| &slot.title).to_owned();
    facts.word("Slot", squadron.slot.as_deref().map(slot));
    facts.text("Id", squadron.id.as_deref());
    facts.text("Brought by", squadron.brought_by.as_deref());
    facts.some("Carries", squadron.carries.len(), || phrase::words(&squadron.carries));
    facts.text("Points claimed", squadron.points.map(|points| points.to_string()).as_deref());
    facts.text("Notes", squadron.notes.as_deref());
    facts.text("Private notes", squadron.private_notes.as_deref());
    facts.others(&squadron.extra);
    facts.0
}

/// Sets what a fact says of a list; none where it says nothing.
pub(crate) fn set_of_list(ruleset: &Ruleset, list: &mut ArmyList, key: &str, value: &str) -> Option<()> {
    match key {
        "Player" => put(&mut list.player, value),
        "Club" => put(&mut list.club, value),
        "Email" => put(&mut list.email, value),
        "Date" => put(&mut list.date, value),
        "Ruleset" => list.ruleset = ruleset_named(value),
        "Nation" => list.nation = Some(ruleset.nation(value).unwrap_or(value).to_owned()),
        "MFV" => list.mfv = value.parse().ok()?,
        "Settings" => list.settings = phrase::read_settings(value)?,
        "Consents" => list.consents = phrase::read_words(value),
        "Points claimed" => list.points = Some(value.parse().ok()?),
        "Sheet" => list.sheet = Some(serde_json::from_str(value).ok()?),
        "Notes" => put(&mut list.notes, value),
        "Private notes" => put(&mut list.private_notes, value),
        _ => other(&mut list.extra, key, value)?,
    }
    Some(())
}

/// `dw-2.5 ^1.0`: a ruleset with a range of versions, or without.
pub(crate) fn ruleset_named(value: &str) -> RulesetName {
    match value.split_once(' ') {
        Some((id, range)) => RulesetName::Versioned { id: id.to_owned(), version: Some(range.to_owned()) },
        None => RulesetName::Id(value.to_owned()),
    }
}

/// Sets what a fact says of a group; none where it says nothing.
pub(crate) fn set_of_group(group: &mut Group, key: &str, value: &str) -> Option<()> {
    match key {
        "Id" => put(&mut group.id, value),
        "Notes" => put(&mut group.notes, value),
        "Private notes" => put(&mut group.private_notes, value),
        _ => other(&mut group.extra, key, value)?,
    }
    Some(())
}

/// Sets what a fact says of a squadron in a group of a kind; none where it says nothing.
pub(crate) fn set_of_squadron(
    ruleset: &Ruleset,
    squadron: &mut Squadron,
    kind: Option<&str>,
    key: &str,
    value: &str,
) -> Option<()> {
    match key {
        "Name" => put(&mut squadron.name, value),
        "Nation" => squadron.nation = Some(ruleset.nation(value).unwrap_or(value).to_owned()),
        // Which options there are is known when all nations are.
        "Models" => squadron.models = Some(Models::Parts(phrase::read_parts(None, value)?)),
        "Mark" => put(&mut squadron.mark, value),
        "Options" => squadron.options = phrase::read_options(None, value),
        "Roles" => squadron.roles = phrase::read_roles(ruleset, value),
        "Allocation" => squadron.allocation = Some(allocation(ruleset, value)),
        "Turn of entry" => squadron.entry_turn = Some(value.parse().ok()?),
        "Slot" => squadron.slot = Some(slot(ruleset, kind, value)),
        "Id" => put(&mut squadron.id, value),
        "Brought by" => put(&mut squadron.brought_by, value),
        "Carries" => squadron.carries = phrase::read_words(value),
        "Points claimed" => squadron.points = Some(value.parse().ok()?),
        "Notes" => put(&mut squadron.notes, value),
        "Private notes" => put(&mut squadron.private_notes, value),
        _ => other(&mut squadron.extra, key, value)?,
    }
    Some(())
}

/// The printed name of a nation, where it leads back to it.
pub(super) fn nation_name(ruleset: &Ruleset, name: &str) -> String {
    let known = ruleset.nation(name).and_then(|id| Some((id, ruleset.declarations().nations.get(id)?)));
    match known {
        Some((id, nation)) if ruleset.nation(&nation.name) == Some(id) => nation.name.clone(),
        _ => name.to_owned(),
    }
}

#[derive(Default)]
struct Facts(Vec<Fact>);

impl Facts {
    /// A text, where there is one.
    fn text(&mut self, key: &str, words: Option<&str>) {
        self.0.extend(words.into_iter().flat_map(|words| text(key, words)));
    }

    /// A text that is one line; as JSON where it is several.
    fn word(&mut self, key: &str, word: Option<String>) {
        self.0.extend(word.map(|word| if word.contains('\n') { as_json(key, &word) } else { fact(key, &word) }));
    }

    /// A fact where there is anything to say.
    fn some(&mut self, key: &str, number: usize, phrase: impl Fn() -> String) {
        if number > 0 {
            self.0.push(Fact { key: key.to_owned(), value: phrase() });
        }
    }

    /// Keys of others, which begin with `x-`; as JSON where a key could be taken for more than a key.
    fn others(&mut self, extra: &IndexMap<String, Value>) {
        let is_plain = |key: &str| !key.contains([':', '\n']) && !key.ends_with(AS_JSON);
        self.0.extend(extra.iter().map(|(key, value)| {
            if is_plain(key) { fact(key, &value.to_string()) } else { fact(OTHERS, &json!({ key: value }).to_string()) }
        }));
    }
}

fn fact(key: &str, value: &str) -> Fact {
    Fact { key: key.to_owned(), value: value.to_owned() }
}

/// A text as JSON: for what lines cannot hold as it is.
fn as_json(key: &str, text: &str) -> Fact {
    Fact { key: format!("{key}{AS_JSON}"), value: Value::from(text).to_string() }
}

/// A fact for each line of a text. Where lines end in other ways than ours do, the whole is JSON.
pub(super) fn text(key: &str, text: &str) -> Vec<Fact> {
    if text.split('\n').any(|line| line.ends_with('\r')) {
        return vec![as_json(key, text)];
    }
    text.split('\n').map(|line| fact(key, line)).collect()
}

/// What a line says: `Player: A. Player`.
pub(crate) fn said(line: &str) -> Option<(&str, Cow<'_, str>)> {
    let (key, value) = line.split_once(": ")?;
    match key.strip_suffix(AS_JSON) {
        Some(key) => Some((key, Cow::Owned(serde_json::from_str(value).ok()?))),
        None => Some((key, Cow::Borrowed(value))),
    }
}

/// A text, or one more line of it.
pub(super) fn put(text: &mut Option<String>, line: &str) {
    match text {
        Some(text) => {
            text.push('\n');
            text.push_str(line);
        }
        None => *text = Some(line.to_owned()),
    }
}

/// A key of others.
fn other(extra: &mut IndexMap<String, Value>, key: &str, value: &str) -> Option<()> {
    if key == OTHERS {
        let others: IndexMap<String, Value> = serde_json::from_str(value).ok()?;
        extra.extend(others.into_iter().filter(|(key, _)| key.starts_with("x-")));
        return Some(());
    }
    let value = key.starts_with("x-").then(|| serde_json::from_str(value).ok()).flatten()?;
    extra.insert(key.to_owned(), value);
    Some(())
}

pub(super) fn allocation(ruleset: &Ruleset, name: &str) -> String {
    let places = &ruleset.declarations().allocations;
    let wanted = slug(name);
    let known = places.iter().find(|(id, place)| **id == name || slug(&place.title) == wanted);
    known.map_or(name, |(id, _)| id).to_owned()
}

fn slot(ruleset: &Ruleset, kind: Option<&str>, name: &str) -> String {
    let kind = kind.and_then(|kind| ruleset.declarations().group_kinds.get(kind));
    let known = kind.and_then(|kind| kind.slots.iter().find(|(id, slot)| *id == name || slot.title == name));
    known.map_or(name, |(id, _)| id).to_owned()
}
