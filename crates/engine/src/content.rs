//! A list's content in one canonical form, free of order and prose: for fingerprints and for sorting findings.

use std::fmt::Write as _;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::force::Force;
use crate::list::{CardPick, Models, RolePick};
use crate::slug::slug;

/// The bytes of a digest that a fingerprint keeps.
const KEPT: usize = 10;

/// The fingerprint of a list: `LIST-RULES`.
pub(crate) fn fingerprint(force: &Force) -> String {
    format!("{}-{}", short_digest(list(force).as_bytes()), force.ruleset.fingerprint())
}

/// The first ten bytes of SHA-256 in base 32, lower case, without padding.
#[must_use]
pub fn short_digest(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let digest = Sha256::digest(bytes);
    let (mut text, mut bits, mut held) = (String::with_capacity(16), 0u32, 0u32);
    for byte in digest.iter().take(KEPT) {
        bits = (bits << 8) | u32::from(*byte);
        held += 8;
        while held >= 5 {
            held -= 5;
            let letter = (bits >> held) & 31;
            text.push(char::from(ALPHABET[letter as usize]));
        }
    }
    text
}

/// The second half of fingerprints: a digest of everything that decides, in all files of a ruleset, prose left out.
///
/// The files are to come in a fixed order.
#[must_use]
pub fn rules_fingerprint<'f>(files: impl IntoIterator<Item = &'f Value>) -> String {
    let mut text = String::new();
    for file in files {
        facts(file, &mut text);
        text.push('\n');
    }
    short_digest(text.as_bytes())
}

/// Keys whose values are prose, or say where something is from.
const PROSE: &[&str] = &[
    "aids", "books", "entries", "help", "name", "reading", "says", "source", "subject", "summary", "title", "version",
];

fn facts(value: &Value, text: &mut String) {
    match value {
        Value::Object(object) => {
            let mut keys: Vec<&String> = object.keys().filter(|key| !PROSE.contains(&key.as_str())).collect();
            keys.sort();
            text.push('{');
            for key in keys {
                text.push_str(&quote(key));
                text.push(':');
                facts(&object[key], text);
                text.push(',');
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for item in items {
                facts(item, text);
                text.push(',');
            }
            text.push(']');
        }
        other => text.push_str(&other.to_string()),
    }
}

/// The canonical JSON of a list: keys sorted, ids, defaults filled in, squadrons sorted by their content.
fn list(force: &Force) -> String {
    let mut squadrons: Vec<(Option<usize>, String)> = Vec::with_capacity(force.entries.len());
    for (index, entry) in force.entries.iter().enumerate().filter(|(_, entry)| entry.parent.is_none()) {
        squadrons.push((entry.group, squadron(force, index)));
    }
    squadrons.sort();
    let mut text = String::with_capacity(256 + squadrons.iter().map(|(_, s)| s.len() + 8).sum::<usize>());
    text.push('{');
    let mut object = Keys { text: &mut text, first: true };
    let mut consents = force.agreed.consents.clone();
    consents.sort();
    object.key("consents").push_str(&array(consents.iter().map(|consent| quote(consent))));
    let mut decks: Vec<String> = Vec::new();
    for deck in force.list.decks.keys() {
        let mut cards: Vec<String> = force.cards.iter().filter(|card| card.deck == deck).map(card).collect();
        cards.sort();
        decks.push(format!("{}:{}", quote(deck), array(cards.into_iter())));
    }
    decks.sort();
    let _ = write!(object.key("decks"), "{{{}}}", decks.join(","));
    let _ = write!(object.key("mfv"), "{}", force.list.mfv);
    object.key("nation").push_str(&quote(force.nation.or(force.list.nation.as_deref()).unwrap_or_default()));
    object.key("ruleset").push_str(&quote(&force.ruleset.declarations().id));
    let mut settings: Vec<String> = force
        .agreed
        .settings
        .iter()
        .map(|(id, value)| format!("{}:{}", quote(id), serde_json::to_string(value).unwrap_or_default()))
        .collect();
    settings.sort();
    let _ = write!(object.key("settings"), "{{{}}}", settings.join(","));
    object.key("squadrons").push_str(&array(squadrons.into_iter().map(|(_, squadron)| squadron)));
    text.push('}');
    text
}

/// The canonical JSON of a squadron with what is attached to it.
pub(crate) fn squadron(force: &Force, index: usize) -> String {
    let entry = &force.entries[index];
    let mut text = String::with_capacity(160);
    text.push('{');
    let mut object = Keys { text: &mut text, first: true };
    object.key("allocation").push_str(&quote(entry.allocation));
    let mut attached: Vec<String> = force
        .entries
        .iter()
        .enumerate()
        .take(entry.end)
        .skip(index + 1)
        .filter(|(_, other)| other.parent == Some(index))
        .map(|(other, _)| squadron(force, other))
        .collect();
    if !attached.is_empty() {
        attached.sort();
        object.key("attached").push_str(&array(attached.into_iter()));
    }
    // Whoever brings or carries is named by unit: the ids of squadrons are the player's own.
    if let Some(bringer) = &entry.squadron.brought_by {
        let unit = entry.bringer.map_or(bringer.as_str(), |bringer| unit_id(force, bringer));
        object.key("brought-by").push_str(&quote(unit));
    }
    if !entry.carriers.is_empty() {
        let mut carriers: Vec<&str> = entry.carriers.iter().map(|carrier| unit_id(force, *carrier)).collect();
        carriers.sort_unstable();
        object.key("carried-by").push_str(&array(carriers.into_iter().map(quote)));
    }
    if let Some(turn) = entry.squadron.entry_turn {
        let _ = write!(object.key("entry-turn"), "{turn}");
    }
    if let Some(group) = force.group(index) {
        object.key("group").push_str(&quote(&group.kind));
    }
    let _ = write!(object.key("models"), "{}", entry.models);
    object.key("nation").push_str(&quote(entry.nation.or(entry.squadron.nation.as_deref()).unwrap_or_default()));
    object.key("options").push_str(&options(force, index));
    if let Some(Models::Parts(parts)) = &entry.squadron.models {
        let mut parts: Vec<String> = parts.iter().filter_map(|part| serde_json::to_string(part).ok()).collect();
        parts.sort();
        object.key("parts").push_str(&array(parts.into_iter()));
    }
    if !entry.squadron.roles.is_empty() {
        let mut roles: Vec<String> = entry.squadron.roles.iter().map(|pick| role(force, pick)).collect();
        roles.sort();
        object.key("roles").push_str(&array(roles.into_iter()));
    }
    if let Some(slot) = &entry.squadron.slot {
        object.key("slot").push_str(&quote(&slug(slot)));
    }
    object.key("unit").push_str(&quote(unit_id(force, index)));
    text.push('}');
    text
}

fn unit_id<'s>(force: &'s Force, index: usize) -> &'s str {
    let entry = &force.entries[index];
    entry.goods.map_or(entry.squadron.unit.as_str(), |goods| &goods.unit.id)
}

/// The options taken, defaults filled in; of an unknown unit, the words of the list.
fn options(force: &Force, index: usize) -> String {
    let entry = &force.entries[index];
    let mut options: Vec<String> = match entry.goods {
        Some(goods) => goods
            .article
            .offers
            .iter()
            .zip(&entry.taken)
            .filter(|(_, taken)| **taken > 0)
            .map(|(offer, taken)| format!("{}:{taken}", quote(&offer.id)))
            .collect(),
        None => entry.squadron.options.iter().filter_map(|pick| serde_json::to_string(pick).ok()).map(|t| format!("{}:1", quote(&t))).collect(),
    };
    options.sort();
    format!("{{{}}}", options.join(","))
}

fn role(force: &Force, pick: &RolePick) -> String {
    let id = force.role(pick.role()).unwrap_or_else(|| pick.role());
    match pick {
        RolePick::Role(_) => format!("{{\"model\":1,\"role\":{}}}", quote(id)),
        RolePick::Detailed(role) => {
            let character = role.character.as_deref().map(slug).unwrap_or_default();
            let card = role.r#trait.as_deref().map(slug).unwrap_or_default();
            format!(
                "{{\"character\":{},\"model\":{},\"role\":{},\"trait\":{}}}",
                quote(&character),
                role.model.unwrap_or(1),
                quote(id),
                quote(&card)
            )
        }
    }
}

fn card(card: &crate::force::Held) -> String {
    let replaces = match card.pick {
        CardPick::Detailed(detail) => detail.replaces.as_ref().map(|replaced| slug(replaced.card())).unwrap_or_default(),
        CardPick::Known(_) => String::new(),
    };
    let cost = card.cost.map_or_else(|| "null".to_owned(), |cost| cost.to_string());
    format!("{{\"card\":{},\"cost\":{cost},\"replaces\":{}}}", quote(&card.id), quote(&replaces))
}

struct Keys<'t> {
    text: &'t mut String,
    first: bool,
}

impl Keys<'_> {
    fn key(&mut self, name: &str) -> &mut String {
        if !std::mem::take(&mut self.first) {
            self.text.push(',');
        }
        self.text.push('"');
        self.text.push_str(name);
        self.text.push_str("\":");
        self.text
    }
}

fn array(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

fn quote(text: &str) -> String {
    if text.bytes().all(|b| b >= 0x20 && b != b'"' && b != b'\\') {
        return format!("\"{text}\"");
    }
    serde_json::to_string(text).unwrap_or_default()
}
