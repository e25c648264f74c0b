//! Writes the content of a list in one canonical form. Two lists that differ only in order or in prose have the same
//! content. Fingerprints and the sorting of findings use it.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt::Write as _;

use crate::force::cards::{Differing, differing};
use crate::force::defaults::take_defaults;
use crate::force::marks::unstated;
use crate::force::named::names;
use crate::force::parts::{DeckCard, Entry, FoundUnit, SheetRow};
use crate::force::size::must_state_number;
use crate::force::taken::{take_part, total};
use crate::force::whole::Force;
use crate::ready::digest::short_digest;
use crate::ready::ruleset::Ruleset;
use crate::ready::unit::{ReadyChoice, ReadyUnit};
use crate::shapes::list::{CardDetail, CardPick, Models, Part, RolePick, SettingValue};
use crate::shapes::sheet::Content;
use crate::text::plural::short;
use crate::text::slug::slug;

/// The fingerprint of a list: a digest of the list, `-`, and a digest of the rules of a ruleset.
pub(crate) fn fingerprint(force: &Force, ruleset: &Ruleset) -> String {
    format!("{}-{}", short_digest(list(force).as_bytes()), ruleset.fingerprint())
}

/// The canonical JSON of a list. Keys are sorted, ids stand in place of names, defaults are filled in, and squadrons
/// are sorted by their content.
fn list(force: &Force) -> String {
    let mut squadrons: Vec<String> = Vec::with_capacity(force.entries.len());
    let mut groups: Vec<Vec<String>> = vec![Vec::new(); force.list.groups.len()];
    let contents = Contents::new(force);
    for (index, entry) in force.entries.iter().enumerate().filter(|(_, entry)| entry.parent.is_none()) {
        let within = entry.group.map_or(&mut squadrons, |group| &mut groups[group]);
        within.push(contents.squadron(index));
    }
    squadrons.sort();
    let kinds = (0..).map(|group| force.kind_of(Some(group)).unwrap_or_default());
    let mut groups: Vec<String> = groups.into_iter().zip(kinds).map(group).collect();
    groups.sort();
    let mut decks: Vec<(&str, Vec<String>)> = Vec::new();
    for deck in force.list.decks.keys() {
        let mut cards: Vec<String> =
            force.cards.iter().filter(|card| card.deck == deck).map(|held| card(force, held)).collect();
        cards.sort();
        decks.push((deck, cards));
    }
    decks.sort();
    let no = SettingValue::Flag(false);
    let declared = force.ruleset.declarations().settings.iter();
    // A flag that is not stated counts as off, unless a rule asks whether the list states it.
    let values = declared.filter_map(|(id, setting)| {
        let off = setting.is_flag() && !force.ruleset.asks_for_statement(id);
        Some((id.as_str(), force.agreed.settings.get(id).or(off.then_some(&no))?))
    });
    let mut settings: Vec<(&str, &SettingValue)> = values.collect();
    settings.sort_by_key(|(id, _)| *id);

    let length: usize = squadrons.iter().chain(&groups).map(|part| part.len() + 1).sum();
    let mut text = Json::with_capacity(256 + length);
    text.open('{');
    text.field("consents").words(force.agreed.consents.iter().map(String::as_str)).field("decks").open('{');
    for (deck, cards) in decks {
        text.key(deck).array(&cards);
    }
    text.close('}');
    if !groups.is_empty() {
        text.field("groups").array(&groups);
    }
    match force.list.mfv {
        Some(mfv) => text.field("mfv").number(mfv),
        None => text.field("mfv").plain("null"),
    };
    text.field("nation").text(force.nation.or(force.list.nation.as_deref()).unwrap_or_default());
    text.field("ruleset").text(&force.ruleset.declarations().id);
    if let Some(salt) = &force.list.salt {
        text.field("salt").text(salt);
    }
    text.field("settings").open('{');
    for (id, value) in settings {
        text.key(id);
        match value {
            SettingValue::Word(word) => text.text(word),
            other => text.plain(&serde_json::to_string(other).unwrap_or_default()),
        };
    }
    text.close('}');
    if force.list.sheet.is_some() || force.judged_sheet.is_some() {
        text.field("sheet").array(&rows(force));
    }
    text.field("squadrons").array(&squadrons).close('}');
    text.0
}

/// The canonical JSON of each squadron that is not attached, with its pointer, in the order of the list.
pub(crate) fn squadrons(force: &Force) -> Vec<(String, String)> {
    let contents = Contents::new(force);
    let roots = (0..force.entries.len()).filter(|index| force.entries[*index].parent.is_none());
    roots.map(|index| (force.pointer(index), contents.squadron(index))).collect()
}

/// The canonical JSON of those rows of the sheet that count, sorted.
fn rows(force: &Force) -> Vec<String> {
    let row = |row: &SheetRow| {
        let mut fields: Vec<_> = row.written.fields.iter().collect();
        fields.sort_by_key(|(id, _)| *id);
        let mut text = Json::with_capacity(128);
        text.open('{').field("fields").open('{');
        for (id, held) in fields {
            text.key(id);
            match held {
                Content::Number(number) => text.number(*number),
                // The row may give the unit's printed name; this writes its id.
                Content::Words(_) if row.unit.is_some_and(|(field, _)| field == id) => {
                    text.words(row.unit.iter().map(|(_, unit)| *unit))
                }
                Content::Words(words) => {
                    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
                    words.sort_unstable();
                    text.words(words.into_iter())
                }
            };
        }
        text.close('}').field("kind").text(&row.written.kind);
        text.field("name").text(&row.written.name.as_deref().map(word).unwrap_or_default()).close('}');
        text.0
    };
    let missing = force.missing_rows().filter_map(|position| force.list.sheet.as_ref()?.rows.get(position));
    let missing = missing.filter_map(|name| serde_json::to_string(&word(name)).ok());
    let mut rows: Vec<String> = force.rows.iter().map(row).chain(missing).collect();
    rows.sort();
    rows
}

/// The canonical JSON of a group: its kind, and its squadrons sorted by their content.
fn group((mut squadrons, kind): (Vec<String>, &str)) -> String {
    squadrons.sort();
    let mut text = Json::with_capacity(64 + squadrons.iter().map(|part| part.len() + 1).sum::<usize>());
    text.open('{').field("kind").text(kind).field("squadrons").array(&squadrons).close('}');
    text.0
}

/// The slug of a name in the list. If a name has no letter or digit, it has no slug, and this gives the name itself.
fn word(name: &str) -> String {
    let slug = slug(name);
    if slug.is_empty() { name.to_owned() } else { slug }
}

/// Writes the canonical JSON of squadrons. It names bringers and carriers by their content, and not by their ids, which
/// the player chooses.
pub(crate) struct Contents<'s, 'a> {
    force: &'s Force<'a>,
    /// The digest of each squadron with what is attached to it, made when it is first asked for.
    digests: Vec<OnceCell<String>>,
}

impl<'s, 'a> Contents<'s, 'a> {
    pub(crate) fn new(force: &'s Force<'a>) -> Self {
        Self { force, digests: vec![OnceCell::new(); force.entries.len()] }
    }

    /// The canonical JSON of a squadron, with what is attached to it.
    pub(crate) fn squadron(&self, index: usize) -> String {
        squadron(self.force, index, &|other| self.name(other))
    }

    /// A name for a squadron that depends only on content: the digest of its root squadron and its own. Within these
    /// digests, bringers and carriers are named only by unit, because squadrons might bring or carry each other in a
    /// circle.
    fn name(&self, index: usize) -> String {
        let root = self.force.root(index);
        let digest = |index: usize| {
            let plain = || squadron(self.force, index, &|other| unit_id(self.force, other).into_owned());
            self.digests[index].get_or_init(|| short_digest(plain().as_bytes())).clone()
        };
        if root == index { digest(root) } else { format!("{}/{}", digest(root), digest(index)) }
    }
}

/// The canonical JSON of a squadron. `name` gives a name for bringers and carriers.
fn squadron(force: &Force, index: usize, name: &dyn Fn(usize) -> String) -> String {
    let entry = &force.entries[index];
    let mut text = Json::with_capacity(160);
    text.open('{').field("allocation").text(entry.allocation);
    if entry.end > index + 1 {
        let attached = (index + 1..entry.end).filter(|other| force.entries[*other].parent == Some(index));
        let mut attached: Vec<String> = attached.map(|other| squadron(force, other, name)).collect();
        attached.sort();
        text.field("attached").array(&attached);
    }
    if let Some(bringer) = &entry.squadron.brought_by {
        text.field("brought-by").text(&entry.bringer.map_or_else(|| short(bringer).into_owned(), name));
    }
    if !entry.carriers.is_empty() {
        let mut carriers: Vec<String> = entry.carriers.iter().map(|carrier| name(*carrier)).collect();
        carriers.sort_unstable();
        text.field("carried-by").words(carriers.iter().map(String::as_str));
    }
    if let Some(turn) = entry.squadron.entry_turn {
        text.field("entry-turn").number(turn);
    }
    text.field("models");
    match entry.found {
        Some(found) if must_state_number(force, index, found) => text.plain("null"),
        _ => text.number(stated(entry).unwrap_or(entry.models)),
    };
    // A sheet refers to squadrons by the names that the player gives them, so these names count.
    if let (Some(_), Some(name)) = (&force.list.sheet, &entry.squadron.name) {
        text.field("name").text(&word(name));
    }
    text.field("nation").text(entry.nation.or(entry.squadron.nation.as_deref()).unwrap_or_default());
    text.field("options").open('{');
    options(force, index, &mut text);
    text.close('}');
    let parts = parts(force, entry);
    if !parts.is_empty() {
        text.field("parts").array(&parts);
    }
    if !entry.squadron.roles.is_empty() {
        let mut roles: Vec<String> = entry.squadron.roles.iter().map(|pick| role(force, pick)).collect();
        roles.sort();
        text.field("roles").array(&roles);
    }
    if let Some(slot) = &entry.squadron.slot {
        text.field("slot").text(&word(slot));
    }
    text.field("unit").text(entry.found.map_or(&entry.squadron.unit, |found| &found.unit.id));
    let unclear = unclear(force, entry);
    if !unclear.is_empty() {
        text.field("unclear").words(unclear.iter().map(String::as_str));
    }
    text.close('}');
    text.0
}

/// The number of models that a squadron states. For a fixed mix it may differ from the number in the mix.
fn stated(entry: &Entry) -> Option<u32> {
    match entry.squadron.models.as_ref()? {
        Models::Count(count) => Some(*count),
        Models::Parts(parts) => Some(total(parts)),
    }
}

/// What is wrong or unclear in a squadron: names that match no option or several, an unknown nation, and the number of
/// models that state no Mark. This changes the verdict, but the counted options do not show it. Sorted, each once.
fn unclear(force: &Force, entry: &Entry) -> Vec<String> {
    let Some(found) = entry.found else { return Vec::new() };
    let ready = found.ready;
    let unclear = names(entry.squadron).filter(|(name, is_mark)| {
        let known = if *is_mark { ready.find_mark(name) } else { ready.find(name) };
        known.is_none() || !is_mark && !ready.namesakes(name).is_empty()
    });
    let mut unclear: Vec<String> = unclear.map(|(name, _)| word(name)).collect();
    // A unit of no nation is found even if the list names an unknown nation.
    let nation = entry.squadron.nation.as_ref().filter(|name| force.ruleset.nation(name).is_none());
    unclear.extend(nation.map(|name| word(name)));
    for (position, choice) in ready.choices.iter().enumerate().filter(|(_, choice)| choice.marks) {
        let models = unstated(force, entry, found, position, choice);
        if models > 0 {
            unclear.push(format!("{models} without a mark"));
        }
    }
    unclear.sort();
    unclear.dedup();
    unclear
}

/// The models of a squadron, grouped by their options. Empty if the totals of options alone say which models there are.
fn parts(force: &Force, entry: &Entry) -> Vec<String> {
    let Some(Models::Parts(parts)) = &entry.squadron.models else { return Vec::new() };
    let Some(FoundUnit { ready, .. }) = entry.found else {
        let plain = |part: &Part| part.mark.is_none() && part.options.is_empty();
        let mut parts: Vec<String> =
            parts.iter().filter(|part| !plain(part)).filter_map(|part| serde_json::to_string(part).ok()).collect();
        parts.sort();
        return parts;
    };
    let counts = force.counts(entry);
    let taken: Vec<(u32, Vec<u32>)> = parts.iter().map(|part| (part.count, taken_by(ready, part, &counts))).collect();
    let alike = |one: &(u32, Vec<u32>), other: &(u32, Vec<u32>), option: usize| {
        u64::from(one.1[option]) * u64::from(other.0) == u64::from(other.1[option]) * u64::from(one.0)
    };
    let Some(first) = taken.first() else { return Vec::new() };
    let uneven: Vec<usize> =
        (0..ready.options.len()).filter(|option| taken.iter().any(|part| !alike(first, part, *option))).collect();
    // If the parts differ only in one option, or only in the options of one choice, the totals alone say which models
    // there are.
    let choice = |option: &usize| ready.options[*option].of;
    let of_one = uneven.first().and_then(choice);
    if uneven.len() < 2 || of_one.is_some() && uneven.iter().all(|option| choice(option) == of_one) {
        return Vec::new();
    }
    let mut kinds: Vec<(u32, Vec<u32>)> = Vec::new();
    for part in taken {
        match kinds.iter_mut().find(|kind| uneven.iter().all(|option| alike(kind, &part, *option))) {
            Some((count, taken)) => {
                *count = count.saturating_add(part.0);
                taken.iter_mut().zip(part.1).for_each(|(taken, more)| *taken = taken.saturating_add(more));
            }
            None => kinds.push(part),
        }
    }
    let mut texts: Vec<String> = Vec::new();
    for (count, taken) in kinds {
        let mut ids: Vec<(&str, u32)> =
            uneven.iter().map(|option| (ready.options[*option].id.as_str(), taken[*option])).collect();
        ids.retain(|(_, taken)| *taken > 0);
        ids.sort_unstable();
        let mut text = Json::with_capacity(64);
        text.open('{').field("count").number(count).field("options").open('{');
        for (id, taken) in ids {
            text.key(id).number(taken);
        }
        text.close('}').close('}');
        texts.push(text.0);
    }
    texts.sort();
    texts
}

/// How often the models of a part take each option, with the defaults of choices filled in.
fn taken_by(ready: &ReadyUnit, part: &Part, counts: &[u32]) -> Vec<u32> {
    let mut taken = vec![0; ready.options.len()];
    take_part(ready, part, counts, &mut taken);
    let is_for_all = |choice: &ReadyChoice| choice.under.is_none() && choice.kind.is_none();
    take_defaults(ready, &mut taken, |choice, _| if is_for_all(choice) { part.count } else { 0 });
    taken
}

/// The id of a squadron's unit. An unknown name is shortened, because many squadrons may repeat it.
fn unit_id<'s>(force: &'s Force, index: usize) -> Cow<'s, str> {
    let entry = &force.entries[index];
    entry.found.map_or_else(|| short(&entry.squadron.unit), |found| Cow::Borrowed(&found.unit.id))
}

/// Writes the options that a squadron takes, with defaults filled in. For an unknown unit, writes the options as the
/// list has them.
fn options(force: &Force, index: usize, text: &mut Json) {
    let entry = &force.entries[index];
    if let Some(found) = entry.found {
        let taken = found.ready.options.iter().zip(&*entry.taken).filter(|(_, taken)| **taken > 0);
        let mut taken: Vec<(&str, u32)> = taken.map(|(option, taken)| (option.id.as_str(), *taken)).collect();
        taken.sort_unstable();
        for (id, number) in taken {
            text.key(id).number(number);
        }
    } else {
        let named = entry.squadron.options.iter().filter_map(|pick| serde_json::to_string(pick).ok());
        let mut named: Vec<String> =
            named.chain(entry.squadron.mark.iter().map(|mark| format!("mark {mark}"))).collect();
        named.sort();
        for pick in named {
            text.key(&pick).number(1);
        }
    }
}

/// The canonical JSON of a role.
fn role(force: &Force, pick: &RolePick) -> String {
    let detail = match pick {
        RolePick::Role(_) => None,
        RolePick::Detailed(detail) => Some(detail),
    };
    let said = |said: Option<&String>| said.map(|said| word(said)).unwrap_or_default();
    let declared = force.role(pick.role()).and_then(|id| force.ruleset.declarations().roles.get(id));
    let deck = declared.and_then(|role| role.trait_deck.as_ref());
    let card = detail.and_then(|detail| detail.r#trait.as_ref());
    let known = card.zip(deck).and_then(|(card, deck)| force.ruleset.card(deck, card));
    let mut text = Json::with_capacity(64);
    text.open('{').field("character").text(&said(detail.and_then(|detail| detail.character.as_ref())));
    text.field("model").number(detail.and_then(|detail| detail.model).unwrap_or(1));
    text.field("role").text(force.role(pick.role()).unwrap_or_else(|| pick.role()));
    text.field("trait").text(&known.map_or_else(|| said(card), |known| known.id.clone())).close('}');
    text.0
}

/// The canonical JSON of a card: its facts, and those of the card that it replaces.
fn card(force: &Force, card: &DeckCard) -> String {
    let replaces = match card.pick {
        CardPick::Detailed(CardDetail { replaces: Some(pick), .. }) => {
            facts_of(force, &force.deck_card(card.deck, card.position, pick))
        }
        _ => Json("null".to_owned()),
    };
    let mut text = Json::with_capacity(64);
    text.open('[').plain(&facts_of(force, card).0).plain(",").plain(&replaces.0).close(']');
    text.0
}

/// The canonical JSON of the facts about one card.
fn facts_of(force: &Force, card: &DeckCard) -> Json {
    let mut text = Json::with_capacity(64);
    text.open('{').field("card").text(&card.id).field("cost");
    match card.cost {
        Some(cost) => text.number(cost),
        None => text.plain("null"),
    };
    let differing = differing(force.ruleset, card);
    if !differing.is_empty() {
        text.field("stated").open('{');
        for Differing { key, stated, .. } in &differing {
            text.key(key).text(stated);
        }
        text.close('}');
    }
    let mut traits: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, words) in &card.traits {
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        words.sort_unstable();
        traits.push((*name, words));
    }
    traits.sort_unstable();
    text.field("traits").open('{');
    for (name, words) in traits {
        text.key(name).words(words.into_iter());
    }
    text.close('}').close('}');
    text
}

/// JSON text that is written from left to right, without white space.
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

    /// Adds a comma if another item stands before.
    fn part(&mut self) {
        if !matches!(self.0.as_bytes().last(), Some(b'{' | b'[' | b':')) {
            self.0.push(',');
        }
    }

    /// Adds a key that needs no escapes.
    fn field(&mut self, key: &'static str) -> &mut Self {
        self.part();
        self.0.push('"');
        self.0.push_str(key);
        self.0.push_str("\":");
        self
    }

    /// Adds a key from the list or the ruleset.
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

    /// An array of items that are JSON already.
    fn array(&mut self, items: &[String]) -> &mut Self {
        self.open('[');
        for item in items {
            self.part();
            self.0.push_str(item);
        }
        self.close(']')
    }

    /// Adds text that is JSON already.
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

#[cfg(test)]
mod tests {
    use super::Json;

    #[test]
    fn text_is_written_as_json_has_it() {
        for text in ["", "plain", "\"", "\\", "\"\"", "\\\\", "a\"b", "tab\t", "\u{1f}", "Ä 界"] {
            let mut json = Json::with_capacity(0);
            json.text(text);
            assert_eq!(json.0, serde_json::to_string(text).unwrap_or_default(), "{text:?}");
        }
    }
}
