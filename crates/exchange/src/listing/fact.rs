//! Facts about a list, group or squadron other than its units, such as `Player: A. Player`: written and read back.

use std::borrow::Cow;

use indexmap::{IndexMap, IndexSet};
use muster_engine::list::{ArmyList, Group, ModelCount, OpenKind, RulesetName, Squadron};
use muster_engine::plain::{is_plain, plain};
use muster_engine::ready::Ruleset;
use muster_engine::slug::slug;
use muster_engine::summary::SquadronLine;
use muster_engine::words::phrases;
use muster_library::json;
use muster_library::share::WHOLE;
use serde_json::{Value, json};

use super::phrase;

/// Follows the key of a value that is written as JSON.
pub(super) const AS_JSON: &str = " as JSON";

/// The key under which extra keys of other programs are written if they are not plain words.
const OTHERS: &str = "Others";

/// The key for the fingerprint of the full list, which an open list has.
const FULL_LIST: &str = "Full list";

/// The key for options that a squadron has without stating them. For people only.
pub(crate) const BY_DEFAULT: &str = "By default";

/// All keys but those of other programs, which begin with `x-`.
const KEYS: [&str; 29] = [
    "Name",
    "Player",
    "Club",
    "Email",
    "Date",
    "Ruleset",
    "Overlays",
    "Nation",
    "MFV",
    "Settings",
    "Consents",
    "Open",
    "Points claimed",
    "Salt",
    "Sheet",
    "Notes",
    "Private notes",
    FULL_LIST,
    OTHERS,
    "Id",
    "Models",
    "Mark",
    "Options",
    "Roles",
    "Allocation",
    "Turn of entry",
    "Slot",
    "Brought by",
    "Carries",
];

/// A statement about a list, group or squadron.
pub(crate) struct ListFact {
    pub key: String,
    pub value: String,
}

impl ListFact {
    /// What the fact states, whether its value is written as JSON or not.
    pub(crate) fn name(&self) -> &str {
        self.key.strip_suffix(AS_JSON).unwrap_or(&self.key)
    }
}

/// The facts of a list, without its name.
pub(crate) fn of_list(ruleset: &Ruleset, list: &ArmyList) -> Vec<ListFact> {
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
    facts.some("Overlays", list.overlays.len(), || phrase::words(&list.overlays));
    facts.word("Nation", list.nation.as_deref().map(|name| nation_name(ruleset, name)));
    facts.text("MFV", list.mfv.map(|mfv| mfv.to_string()).as_deref());
    facts.some("Settings", list.settings.len(), || phrase::settings(&list.settings));
    facts.some("Consents", list.consents.len(), || phrase::words(&list.consents));
    let open: Vec<String> = list.open.iter().map(|kind| kind.word().to_owned()).collect();
    facts.some("Open", open.len(), || phrase::words(&open));
    facts.text("Points claimed", list.points.map(|points| points.to_string()).as_deref());
    facts.text("Salt", list.salt.as_deref());
    facts.text("Sheet", list.sheet.as_ref().and_then(|sheet| json::to_string(sheet).ok()).as_deref());
    facts.text("Notes", list.notes.as_deref());
    facts.text("Private notes", list.private_notes.as_deref());
    let is_plain =
        |whole: &&str| !whole.is_empty() && whole.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    let whole = list.extra.get(WHOLE).and_then(Value::as_str).filter(is_plain);
    facts.text(FULL_LIST, whole);
    facts.others(list.extra.iter().filter(|(key, _)| whole.is_none() || *key != WHOLE));
    facts.0
}

/// The facts of a group, without its kind and name.
pub(crate) fn of_group(group: &Group) -> Vec<ListFact> {
    let mut facts = Facts::default();
    facts.text("Id", group.id.as_deref());
    facts.text("Notes", group.notes.as_deref());
    facts.text("Private notes", group.private_notes.as_deref());
    facts.others(group.extra.iter());
    facts.0
}

/// The facts of a squadron, without its unit and number. `nation` is its nation, `kind` the kind of its group.
pub(crate) fn of_squadron(
    ruleset: &Ruleset,
    squadron: &Squadron,
    nation: Option<&str>,
    kind: Option<&str>,
) -> Vec<ListFact> {
    let declarations = ruleset.declarations();
    let ready = ruleset.find_unit(nation, &squadron.unit).map(|(_, ready)| ready);
    let mut facts = Facts::default();
    facts.text("Name", squadron.name.as_deref());
    facts.word("Nation", squadron.nation.as_deref().map(|name| nation_name(ruleset, name)));
    if let Some(ModelCount::Parts(parts)) = &squadron.models {
        facts.text("Models", Some(&phrase::parts(ready, parts)));
    }
    facts.text("Mark", squadron.mark.as_deref());
    facts.some("Options", squadron.options.len(), || phrase::options(ready, &squadron.options));
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
    facts.others(squadron.extra.iter());
    facts.0
}

/// The options that a squadron has without stating them, such as the kind of its wings.
pub(crate) fn by_default(ruleset: &Ruleset, squadron: &Squadron, line: &SquadronLine) -> Option<ListFact> {
    let (_, ready) = ruleset.find_unit(line.nation_id.as_deref(), &squadron.unit)?;
    let is_stated = |id: &String| line.option_words.values().any(|stated| stated == id);
    let taken = line.option_ids.iter().map(|taken| &taken.id).filter(|id| !is_stated(id));
    let names: IndexSet<&str> =
        taken.filter_map(|id| Some(ready.options.get(ready.find(id)?)?.name.as_str())).collect();
    let names: Vec<&str> = names.into_iter().collect();
    (!names.is_empty()).then(|| fact(BY_DEFAULT, &plain(&names.join("; "))))
}

/// Whether a fact with this key is always about the whole list.
pub(super) fn is_of_list(key: &str) -> bool {
    const OF_LIST: [&str; 13] = [
        "Player", "Club", "Email", "Date", "Ruleset", "Overlays", "MFV", "Settings", "Consents", "Open", "Salt",
        "Sheet", FULL_LIST,
    ];
    OF_LIST.contains(&key)
}

/// Applies a fact to a list; none if the fact is not understood.
pub(crate) fn set_of_list(ruleset: &Ruleset, list: &mut ArmyList, key: &str, value: &str) -> Option<()> {
    match key {
        "Player" => put(&mut list.player, value),
        "Club" => put(&mut list.club, value),
        "Email" => put(&mut list.email, value),
        "Date" => put(&mut list.date, value),
        "Ruleset" => list.ruleset = ruleset_named(value),
        "Overlays" => list.overlays = phrase::read_words(value),
        "Nation" => list.nation = Some(ruleset.nation(value).unwrap_or(value).to_owned()),
        "MFV" => list.mfv = Some(value.parse().ok()?),
        "Settings" => list.settings = phrase::read_settings(value)?,
        "Consents" => list.consents = phrase::read_words(value),
        "Open" => {
            list.open = phrase::read_words(value).iter().map(|word| OpenKind::named(word)).collect::<Option<_>>()?;
        }
        "Points claimed" => list.points = Some(value.parse().ok()?),
        "Salt" => put(&mut list.salt, value),
        "Sheet" => list.sheet = Some(serde_json::from_str(value).ok()?),
        "Notes" => put(&mut list.notes, value),
        "Private notes" => put(&mut list.private_notes, value),
        FULL_LIST => _ = list.extra.insert(WHOLE.to_owned(), Value::from(value)),
        _ => other(&mut list.extra, key, value)?,
    }
    Some(())
}

/// A ruleset with an optional version range: `dw-2.5 ^1.0`.
pub(crate) fn ruleset_named(value: &str) -> RulesetName {
    match value.split_once(' ') {
        Some((id, range)) => RulesetName::Versioned { id: id.to_owned(), version: Some(range.to_owned()) },
        None => RulesetName::Id(value.to_owned()),
    }
}

/// Applies a fact to a group; none if the fact is not understood.
pub(crate) fn set_of_group(group: &mut Group, key: &str, value: &str) -> Option<()> {
    match key {
        "Id" => put(&mut group.id, value),
        "Notes" => put(&mut group.notes, value),
        "Private notes" => put(&mut group.private_notes, value),
        _ => other(&mut group.extra, key, value)?,
    }
    Some(())
}

/// Applies a fact to a squadron; none if the fact is not understood. `kind` is the kind of its group.
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
        // Options are resolved later, when all nations are known.
        "Models" => squadron.models = Some(ModelCount::Parts(phrase::read_parts(None, value)?)),
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
        // It follows from the rest.
        BY_DEFAULT => {}
        _ => other(&mut squadron.extra, key, value)?,
    }
    Some(())
}

/// The printed name of a nation, if that name finds the nation again; otherwise the name as given.
pub(super) fn nation_name(ruleset: &Ruleset, name: &str) -> String {
    let known = ruleset.nation(name).and_then(|id| Some((id, ruleset.declarations().nations.get(id)?)));
    match known {
        Some((id, nation)) if ruleset.nation(&nation.name) == Some(id) => nation.name.clone(),
        _ => name.to_owned(),
    }
}

#[derive(Default)]
struct Facts(Vec<ListFact>);

impl Facts {
    /// Adds the facts for a text, if there is one.
    fn text(&mut self, key: &str, words: Option<&str>) {
        self.0.extend(words.into_iter().flat_map(|words| text(key, words)));
    }

    /// Adds a text on one line.
    fn word(&mut self, key: &str, word: Option<String>) {
        self.0.extend(word.map(|word| line(key, &word)));
    }

    /// Adds a fact unless `number` is 0.
    fn some(&mut self, key: &str, number: usize, phrase: impl Fn() -> String) {
        if number > 0 {
            self.0.push(ListFact { key: key.to_owned(), value: phrase() });
        }
    }

    /// Adds the extra keys of other programs, which begin with `x-`. A key that could be misread is written as JSON.
    fn others<'v>(&mut self, extra: impl Iterator<Item = (&'v String, &'v Value)>) {
        let is_key = |key: &str| !key.contains(':') && !key.ends_with(AS_JSON) && phrase::is_one_line(key);
        self.0.extend(extra.map(|(key, value)| {
            let (key, value) = if is_key(key) { (key.as_str(), value) } else { (OTHERS, &json!({ key: value })) };
            fact(key, &json::escaped(value.to_string()))
        }));
    }
}

fn fact(key: &str, value: &str) -> ListFact {
    ListFact { key: key.to_owned(), value: value.to_owned() }
}

/// A fact whose value is JSON, for text that does not fit on a line unchanged.
fn as_json(key: &str, text: &str) -> ListFact {
    ListFact { key: format!("{key}{AS_JSON}"), value: phrase::quoted(text) }
}

/// One fact for each line of a text.
pub(super) fn text(key: &str, text: &str) -> Vec<ListFact> {
    text.split('\n').map(|words| line(key, words)).collect()
}

/// A fact for a line. What would not stay on its line, or would not be seen there, is written as JSON.
fn line(key: &str, words: &str) -> ListFact {
    let stays = words.split('\t').all(is_plain);
    if stays { fact(key, words) } else { as_json(key, words) }
}

/// Whether a line without its marks says a fact, by its key.
pub(super) fn is_said(line: &str) -> bool {
    let Some((key, rest)) = line.split_once(':') else { return false };
    let key = key.strip_suffix(AS_JSON).unwrap_or(key);
    (rest.is_empty() || rest.starts_with(' ')) && (KEYS.contains(&key) || key == BY_DEFAULT || key.starts_with("x-"))
}

/// The key and value of a line such as `Player: A. Player`.
pub(crate) fn said(line: &str) -> Option<(&str, Cow<'_, str>)> {
    let (key, value) = line.split_once(": ")?;
    match key.strip_suffix(AS_JSON) {
        Some(key) => Some((key, Cow::Owned(serde_json::from_str(value).ok()?))),
        None => Some((key, Cow::Borrowed(value))),
    }
}

/// Sets a text, or appends a line if it is already set.
pub(super) fn put(text: &mut Option<String>, line: &str) {
    match text {
        Some(text) => {
            text.push('\n');
            text.push_str(line);
        }
        None => *text = Some(line.to_owned()),
    }
}

/// Sets an extra key of another program.
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

pub(super) fn slot(ruleset: &Ruleset, kind: Option<&str>, name: &str) -> String {
    let kind = kind.and_then(|kind| ruleset.declarations().group_kinds.get(kind));
    let known = kind.and_then(|kind| kind.slots.iter().find(|(id, slot)| *id == name || slot.title == name));
    known.map_or(name, |(id, _)| id).to_owned()
}
