//! A list's content in one canonical form, free of order and prose: for fingerprints and for sorting findings.

use std::fmt::Write as _;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::force::{Force, Held};
use crate::list::{CardPick, Group, Models, RolePick, SettingValue};
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
    "aids", "books", "entries", "help", "lacks", "name", "reading", "says", "source", "subject", "summary", "title",
    "version",
];

fn facts(value: &Value, text: &mut String) {
    match value {
        Value::Object(object) => {
            let mut keys: Vec<&String> = object.keys().filter(|key| !PROSE.contains(&key.as_str())).collect();
            keys.sort();
            text.push('{');
            for key in keys {
                text.push_str(key);
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
    let mut squadrons: Vec<String> = Vec::with_capacity(force.entries.len());
    let mut groups: Vec<Vec<String>> = vec![Vec::new(); force.list.groups.len()];
    for (index, entry) in force.entries.iter().enumerate().filter(|(_, entry)| entry.parent.is_none()) {
        let within = entry.group.map_or(&mut squadrons, |group| &mut groups[group]);
        within.push(squadron(force, index));
    }
    squadrons.sort();
    let mut groups: Vec<String> = groups.into_iter().zip(&force.list.groups).map(group).collect();
    groups.sort();
    let mut decks: Vec<(&str, Vec<String>)> = Vec::new();
    for deck in force.list.decks.keys() {
        let mut cards: Vec<String> = force.cards.iter().filter(|card| card.deck == deck).map(card).collect();
        cards.sort();
        decks.push((deck, cards));
    }
    decks.sort();
    let mut settings: Vec<_> = force.agreed.settings.iter().collect();
    settings.sort_by_key(|(id, _)| id.as_str());

    let length: usize = squadrons.iter().chain(&groups).map(|part| part.len() + 1).sum();
    let mut text = Json::with_capacity(256 + length);
    text.open('{');
    text.key("consents").words(force.agreed.consents.iter().map(String::as_str)).key("decks").open('{');
    for (deck, cards) in decks {
        text.key(deck).array(&cards);
    }
    text.close('}');
    if !groups.is_empty() {
        text.key("groups").array(&groups);
    }
    text.key("mfv").number(force.list.mfv);
    text.key("nation").text(force.nation.or(force.list.nation.as_deref()).unwrap_or_default());
    text.key("ruleset").text(&force.ruleset.declarations().id).key("settings").open('{');
    for (id, value) in settings {
        text.key(id);
        match value {
            SettingValue::Word(word) => text.text(word),
            other => text.plain(&serde_json::to_string(other).unwrap_or_default()),
        };
    }
    text.close('}').key("squadrons").array(&squadrons).close('}');
    text.0
}

/// The canonical JSON of a group: its kind, and its squadrons sorted by their content.
fn group((mut squadrons, group): (Vec<String>, &Group)) -> String {
    squadrons.sort();
    let mut text = Json::with_capacity(64 + squadrons.iter().map(|part| part.len() + 1).sum::<usize>());
    text.open('{').key("kind").text(&group.kind).key("squadrons").array(&squadrons).close('}');
    text.0
}

/// The canonical JSON of a squadron with what is attached to it.
pub(crate) fn squadron(force: &Force, index: usize) -> String {
    let entry = &force.entries[index];
    let mut text = Json::with_capacity(160);
    text.open('{').key("allocation").text(entry.allocation);
    if entry.end > index + 1 {
        let attached = (index + 1..entry.end).filter(|other| force.entries[*other].parent == Some(index));
        let mut attached: Vec<String> = attached.map(|other| squadron(force, other)).collect();
        attached.sort();
        text.key("attached").array(&attached);
    }
    // Whoever brings or carries is named by unit: the ids of squadrons are the player's own.
    if let Some(bringer) = &entry.squadron.brought_by {
        text.key("brought-by").text(entry.bringer.map_or(bringer.as_str(), |bringer| unit_id(force, bringer)));
    }
    if !entry.carriers.is_empty() {
        let mut carriers: Vec<&str> = entry.carriers.iter().map(|carrier| unit_id(force, *carrier)).collect();
        carriers.sort_unstable();
        text.key("carried-by").words(carriers.into_iter());
    }
    if let Some(turn) = entry.squadron.entry_turn {
        text.key("entry-turn").number(turn);
    }
    text.key("models").number(entry.models);
    text.key("nation").text(entry.nation.or(entry.squadron.nation.as_deref()).unwrap_or_default());
    text.key("options").open('{');
    options(force, index, &mut text);
    text.close('}');
    if let Some(Models::Parts(parts)) = &entry.squadron.models {
        let mut parts: Vec<String> = parts.iter().filter_map(|part| serde_json::to_string(part).ok()).collect();
        parts.sort();
        text.key("parts").array(&parts);
    }
    if !entry.squadron.roles.is_empty() {
        let mut roles: Vec<String> = entry.squadron.roles.iter().map(|pick| role(force, pick)).collect();
        roles.sort();
        text.key("roles").array(&roles);
    }
    if let Some(slot) = &entry.squadron.slot {
        text.key("slot").text(&slug(slot));
    }
    text.key("unit").text(unit_id(force, index)).close('}');
    text.0
}

fn unit_id<'s>(force: &'s Force, index: usize) -> &'s str {
    let entry = &force.entries[index];
    entry.goods.map_or(entry.squadron.unit.as_str(), |goods| &goods.unit.id)
}

/// The options taken, defaults filled in; of an unknown unit, the words of the list.
fn options(force: &Force, index: usize, text: &mut Json) {
    let entry = &force.entries[index];
    if let Some(goods) = entry.goods {
        let taken = goods.article.offers.iter().zip(&entry.taken).filter(|(_, taken)| **taken > 0);
        let mut taken: Vec<(&str, u32)> = taken.map(|(offer, taken)| (offer.id.as_str(), *taken)).collect();
        taken.sort_unstable();
        for (id, number) in taken {
            text.key(id).number(number);
        }
    } else {
        let picks = entry.squadron.options.iter().filter_map(|pick| serde_json::to_string(pick).ok());
        let mut picks: Vec<String> = picks.collect();
        picks.sort();
        for pick in picks {
            text.key(&pick).number(1);
        }
    }
}

fn role(force: &Force, pick: &RolePick) -> String {
    let detail = match pick {
        RolePick::Role(_) => None,
        RolePick::Detailed(detail) => Some(detail),
    };
    let word = |word: Option<&String>| word.map(|word| slug(word)).unwrap_or_default();
    let mut text = Json::with_capacity(64);
    text.open('{').key("character").text(&word(detail.and_then(|detail| detail.character.as_ref())));
    text.key("model").number(detail.and_then(|detail| detail.model).unwrap_or(1));
    text.key("role").text(force.role(pick.role()).unwrap_or_else(|| pick.role()));
    text.key("trait").text(&word(detail.and_then(|detail| detail.r#trait.as_ref()))).close('}');
    text.0
}

fn card(card: &Held) -> String {
    let replaces = match card.pick {
        CardPick::Detailed(detail) => {
            detail.replaces.as_ref().map(|replaced| slug(replaced.card())).unwrap_or_default()
        }
        CardPick::Known(_) => String::new(),
    };
    let mut text = Json::with_capacity(48);
    text.open('{').key("card").text(&card.id).key("cost");
    match card.cost {
        Some(cost) => text.number(cost),
        None => text.plain("null"),
    };
    text.key("replaces").text(&replaces).close('}');
    text.0
}

/// JSON written from left to right, with no white space.
struct Json(String);

impl Json {
    fn with_capacity(bytes: usize) -> Self {
        Self(String::with_capacity(bytes))
    }

    fn open(&mut self, bracket: char) -> &mut Self {
        self.0.push(bracket);
        self
    }

    fn close(&mut self, bracket: char) -> &mut Self {
        self.0.push(bracket);
        self
    }

    /// A comma, where something stands before.
    fn part(&mut self) {
        if !self.0.ends_with(['{', '[', ':']) {
            self.0.push(',');
        }
    }

    fn key(&mut self, key: &str) -> &mut Self {
        self.part();
        self.text(key);
        self.0.push(':');
        self
    }

    fn words<'w>(&mut self, words: impl Iterator<Item = &'w str>) -> &mut Self {
        self.open('[');
        for word in words {
            self.part();
            self.text(word);
        }
        self.close(']')
    }

    /// Items that are JSON already.
    fn array(&mut self, items: &[String]) -> &mut Self {
        self.open('[');
        for item in items {
            self.part();
            self.0.push_str(item);
        }
        self.close(']')
    }

    fn plain(&mut self, json: &str) -> &mut Self {
        self.0.push_str(json);
        self
    }

    fn number(&mut self, number: u32) -> &mut Self {
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{number}");
        self
    }

    fn text(&mut self, text: &str) -> &mut Self {
        if text.bytes().all(|b| b >= 0x20 && b != b'"' && b != b'\\') {
            self.0.push('"');
            self.0.push_str(text);
            self.0.push('"');
        } else {
            self.0.push_str(&serde_json::to_string(text).unwrap_or_default());
        }
        self
    }
}
