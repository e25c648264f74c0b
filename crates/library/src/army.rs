//! Reads an army list directly from a document's table.
//!
//! It accepts exactly what the list schema accepts; `tests/library/army.rs` checks this. It never says what is wrong: a
//! caller that gets no list validates by the schema to find out.

use indexmap::IndexMap;
use muster_engine::list::{
    ArmyList, CardDetail, CardPick, FormatVersion, Group, ListKind, ModelCount, OpenKind, OptionPick, RoleDetail,
    RolePick, RulesetName, SettingValue, SheetPick, Squadron, SquadronPart,
};
use serde_json::Value;

use crate::document::DocumentValue;
use crate::limits;
use crate::table::NodeContent;

/// Reads a value as a list. None if it breaks the schema or uses two spellings of `squadrons`.
pub(crate) fn list(value: DocumentValue<'_>) -> Option<ArmyList> {
    let mut list = ArmyList::default();
    let (mut version, mut ruleset, mut squadrons_given) = (None, None, None);
    for (key, value) in value.entries()? {
        match key {
            "muster" => version = Some(self::version(value)?),
            "kind" => list.kind = optional(value, kind)?,
            "name" => list.name = optional(value, text)?,
            "player" => list.player = optional(value, text)?,
            "club" => list.club = optional(value, text)?,
            "email" => list.email = optional(value, text)?,
            "date" => list.date = optional(value, date)?,
            "notes" => list.notes = optional(value, text)?,
            "private-notes" => list.private_notes = optional(value, text)?,
            "points" => list.points = optional(value, points)?,
            "salt" => list.salt = optional(value, salt)?,
            "ruleset" => ruleset = Some(self::ruleset(value)?),
            "nation" => list.nation = optional(value, text)?,
            "mfv" => list.mfv = optional(value, |mfv| number(mfv, 1, limits::MFV))?,
            "overlays" => list.overlays = all(value, text)?,
            "sheet" => list.sheet = optional(value, sheet)?,
            "settings" => list.settings = mapping(value, setting)?,
            "consents" => list.consents = all(value, text)?,
            "open" => list.open = all(value, |kind| OpenKind::named(&text(kind)?))?,
            "squadrons" | "sections" | "units" => once(&mut squadrons_given, all(value, squadron)?)?,
            "groups" => list.groups = all(value, group)?,
            "decks" => list.decks = mapping(value, |deck| all(deck, card))?,
            _ => extension(&mut list.extra, key, value)?,
        }
    }
    list.squadrons = squadrons_given.unwrap_or_default();
    Some(ArmyList { muster: version?, ruleset: ruleset?, ..list })
}

/// Whether a text is written as YYYY-MM-DD. There may be no such day.
pub(crate) fn is_date(text: &str) -> bool {
    let right = |(at, byte): (usize, u8)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    text.len() == 10 && text.bytes().enumerate().all(right)
}

fn sheet(value: DocumentValue<'_>) -> Option<SheetPick> {
    let mut sheet = SheetPick::default();
    let mut file = None;
    for (key, value) in value.entries()? {
        match key {
            "file" => file = Some(text(value)?),
            "rows" => sheet.rows = all(value, text)?,
            _ => extension(&mut sheet.extra, key, value)?,
        }
    }
    Some(SheetPick { file: file?, ..sheet })
}

fn group(value: DocumentValue<'_>) -> Option<Group> {
    let mut group = Group::default();
    let (mut kind, mut squadrons_given) = (None, None);
    for (key, value) in value.entries()? {
        match key {
            "kind" => kind = Some(text(value)?),
            "name" => group.name = optional(value, text)?,
            "id" => group.id = optional(value, text)?,
            "squadrons" | "sections" | "units" => once(&mut squadrons_given, all(value, squadron)?)?,
            "notes" => group.notes = optional(value, text)?,
            "private-notes" => group.private_notes = optional(value, text)?,
            _ => extension(&mut group.extra, key, value)?,
        }
    }
    group.squadrons = squadrons_given.unwrap_or_default();
    Some(Group { kind: kind?, ..group })
}

fn squadron(value: DocumentValue<'_>) -> Option<Squadron> {
    let mut squadron = Squadron::default();
    let mut unit = None;
    for (key, value) in value.entries()? {
        match key {
            "unit" => unit = Some(text(value)?),
            "id" => squadron.id = optional(value, text)?,
            "name" => squadron.name = optional(value, text)?,
            "nation" => squadron.nation = optional(value, text)?,
            "models" => squadron.models = optional(value, models)?,
            "mark" => squadron.mark = optional(value, text)?,
            "options" => squadron.options = all(value, option)?,
            "roles" => squadron.roles = all(value, role)?,
            "attached" => squadron.attached = all(value, self::squadron)?,
            "allocation" => squadron.allocation = optional(value, text)?,
            "slot" => squadron.slot = optional(value, text)?,
            "brought-by" => squadron.brought_by = optional(value, text)?,
            "carries" => squadron.carries = all(value, text)?,
            "entry-turn" => squadron.entry_turn = optional(value, |turn| number(turn, 0, 1000))?,
            "points" => squadron.points = optional(value, points)?,
            "notes" => squadron.notes = optional(value, text)?,
            "private-notes" => squadron.private_notes = optional(value, text)?,
            _ => extension(&mut squadron.extra, key, value)?,
        }
    }
    Some(Squadron { unit: unit?, ..squadron })
}

fn models(value: DocumentValue<'_>) -> Option<ModelCount> {
    match value.content() {
        NodeContent::Items => all(value, part).filter(|parts| !parts.is_empty()).map(ModelCount::Parts),
        _ => number(value, 1, 1000).map(ModelCount::Count),
    }
}

fn part(value: DocumentValue<'_>) -> Option<SquadronPart> {
    let mut part = SquadronPart::default();
    let mut count = None;
    for (key, value) in value.entries()? {
        match key {
            "count" => count = Some(number(value, 1, 1000)?),
            "mark" => part.mark = optional(value, text)?,
            "options" => part.options = all(value, option)?,
            _ => extension(&mut part.extra, key, value)?,
        }
    }
    Some(SquadronPart { count: count?, ..part })
}

fn option(value: DocumentValue<'_>) -> Option<OptionPick> {
    match value.text() {
        Some(option) => Some(OptionPick::Every(option.to_owned())),
        None => mapping(value, whole).map(OptionPick::Some),
    }
}

fn role(value: DocumentValue<'_>) -> Option<RolePick> {
    if let Some(role) = value.text() {
        return Some(RolePick::Role(role.to_owned()));
    }
    let mut detail = RoleDetail::default();
    let mut role = None;
    for (key, value) in value.entries()? {
        match key {
            "role" => role = Some(text(value)?),
            "model" => detail.model = optional(value, |model| number(model, 1, 1000))?,
            "trait" => detail.r#trait = optional(value, text)?,
            "character" => detail.character = optional(value, text)?,
            _ => extension(&mut detail.extra, key, value)?,
        }
    }
    Some(RolePick::Detailed(RoleDetail { role: role?, ..detail }))
}

fn card(value: DocumentValue<'_>) -> Option<CardPick> {
    if let Some(card) = value.text() {
        return Some(CardPick::Known(card.to_owned()));
    }
    let mut detail = CardDetail::default();
    let mut card = None;
    for (key, value) in value.entries()? {
        match key {
            "card" => card = Some(text(value)?),
            "replaces" => detail.replaces = optional(value, self::card)?.map(Box::new),
            "cost" => detail.cost = optional(value, whole)?,
            _ if !is_extension(key) => drop(detail.traits.insert(key.to_owned(), Value::String(text(value)?))),
            _ => extension(&mut detail.traits, key, value)?,
        }
    }
    Some(CardPick::Detailed(CardDetail { card: card?, ..detail }))
}

pub(crate) fn ruleset(value: DocumentValue<'_>) -> Option<RulesetName> {
    if let Some(id) = value.text() {
        return Some(RulesetName::Id(id.to_owned()));
    }
    let (mut id, mut version) = (None, None);
    for (key, value) in value.entries()? {
        match key {
            "id" => id = Some(text(value)?),
            "version" => version = optional(value, text)?,
            _ if is_extension(key) => {}
            _ => return None,
        }
    }
    Some(RulesetName::Versioned { id: id?, version })
}

fn version(value: DocumentValue<'_>) -> Option<FormatVersion> {
    match (whole(value), value.content()) {
        (Some(major), _) => Some(FormatVersion::Major(major)),
        (None, NodeContent::Number(number)) => number.as_f64().map(FormatVersion::Minor),
        _ => None,
    }
}

fn kind(value: DocumentValue<'_>) -> Option<ListKind> {
    (value.text()? == "list").then_some(ListKind::List)
}

fn setting(value: DocumentValue<'_>) -> Option<SettingValue> {
    match value.content() {
        NodeContent::Bool(flag) => Some(SettingValue::Flag(*flag)),
        NodeContent::Text(_) => text(value).map(SettingValue::Word),
        NodeContent::Items => all(value, whole).map(SettingValue::Numbers),
        _ => whole(value).map(SettingValue::Number),
    }
}

/// YYYY-MM-DD
fn date(value: DocumentValue<'_>) -> Option<String> {
    is_date(value.text()?).then(|| text(value)).flatten()
}

/// A salt has 1 to 100 characters.
fn salt(value: DocumentValue<'_>) -> Option<String> {
    text(value).filter(|salt| (1..=100).contains(&salt.chars().count()))
}

fn text(value: DocumentValue<'_>) -> Option<String> {
    value.text().map(str::to_owned)
}

fn whole(value: DocumentValue<'_>) -> Option<u32> {
    match value.content() {
        NodeContent::Number(number) => u32::try_from(number.as_u64()?).ok(),
        _ => None,
    }
}

fn number(value: DocumentValue<'_>, min: u32, max: u32) -> Option<u32> {
    whole(value).filter(|number| (min..=max).contains(number))
}

fn points(value: DocumentValue<'_>) -> Option<u32> {
    number(value, 0, 1_000_000_000)
}

/// Reads a value that may be null; any other value is read by `read`.
#[allow(clippy::option_option)] // The outer says whether it could be read, the inner is what was read.
fn optional<'d, T>(value: DocumentValue<'d>, read: impl FnOnce(DocumentValue<'d>) -> Option<T>) -> Option<Option<T>> {
    if matches!(value.content(), NodeContent::Null) { Some(None) } else { read(value).map(Some) }
}

/// Reads a list, each item by `read`.
fn all<'d, T>(value: DocumentValue<'d>, read: impl FnMut(DocumentValue<'d>) -> Option<T>) -> Option<Vec<T>> {
    value.items()?.map(read).collect()
}

/// Reads a mapping, each value by `read`. Skips extensions (`x-` keys), because the keys here are names.
fn mapping<'d, T>(
    value: DocumentValue<'d>,
    read: impl Fn(DocumentValue<'d>) -> Option<T>,
) -> Option<IndexMap<String, T>> {
    let named = value.entries()?.filter(|(key, _)| !is_extension(key));
    named.map(|(key, value)| Some((key.to_owned(), read(value)?))).collect()
}

/// Stores a value that may be given only once, under any of its spellings.
fn once<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.replace(value).is_none().then_some(())
}

/// Keeps an extension (an `x-` key). Fails for any other key, which is unknown.
fn extension(extra: &mut IndexMap<String, Value>, key: &str, value: DocumentValue<'_>) -> Option<()> {
    is_extension(key).then(|| extra.insert(key.to_owned(), value.to_value())).map(drop)
}

fn is_extension(key: &str) -> bool {
    key.starts_with("x-")
}
