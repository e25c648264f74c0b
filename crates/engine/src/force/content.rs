//! Writes the content of a list in one canonical form. Two lists that differ only in order or in prose have the same
//! content. Fingerprints and the sorting of findings use it.
//!
//! Versions before 0.3 wrote another form, which left out some differences. Their fingerprints stand on paper, so that
//! form can still be written.

#![expect(
    clippy::indexing_slicing,
    reason = "there is an entry for each squadron or group of the force in each of these vectors"
)]

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};

use crate::force::canonical_json::{CanonicalForm, CanonicalJson, word};
use crate::force::canonical_parts::CanonicalParts;
use crate::force::cards::{FactDifference, differing};
use crate::force::marks::unstated;
use crate::force::named::names;
use crate::force::order::places;
use crate::force::parts::{DeckCard, ForceEntry, ForceRow};
use crate::force::size::must_state_number;
use crate::force::taken::total;
use crate::force::whole::Force;
use crate::ready::ruleset::Ruleset;
use crate::ready::understand::foreign_settings;
use crate::shapes::list::{CardDetail, CardPick, ModelCount, SettingValue};
use crate::shapes::sheet::FieldContent;
use crate::text::plural::short;
use muster_digest::short_digest;

/// The fingerprint of a list: a digest of the list, `-`, and a digest of the rules of a ruleset.
pub(crate) fn fingerprint(force: &Force, ruleset: &Ruleset, form: CanonicalForm) -> String {
    format!("{}-{}", short_digest(list(force, form).as_bytes()), ruleset.fingerprint())
}

/// The canonical JSON of a list. Keys are sorted, ids stand in place of names, defaults are filled in, and squadrons
/// are sorted by their content.
fn list(force: &Force, form: CanonicalForm) -> String {
    let mut squadrons: Vec<String> = Vec::with_capacity(force.entries.len());
    let mut groups: Vec<Vec<String>> = vec![Vec::new(); force.list.groups.len()];
    let contents = Contents::new(force, form);
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
    // A setting of an overlay that is not at hand may change anything.
    let foreign = foreign_settings(force.ruleset.declarations(), force.list).map(|(id, value)| (id.as_str(), value));
    let mut settings: Vec<(&str, &SettingValue)> = values.chain(foreign).collect();
    settings.sort_by_key(|(id, _)| *id);

    let length: usize = squadrons.iter().chain(&groups).map(|part| part.len() + 1).sum();
    let mut text = CanonicalJson::with_capacity(256 + length);
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
    if !force.open.is_empty() {
        let open: BTreeSet<&str> = force.open.iter().map(|kind| kind.word()).collect();
        text.field("open").words(open.into_iter());
    }
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
    text.into_text()
}

/// The canonical JSON of each squadron that is not attached, with its pointer, in the order of the list. It does not
/// number equal squadrons, so that it stays the same if the list gets another one.
pub(crate) fn squadrons(force: &Force) -> Vec<(String, String)> {
    let contents = Contents::new(force, CanonicalForm::Exact).without_numbers();
    let roots = (0..force.entries.len()).filter(|index| force.entries[*index].parent.is_none());
    roots.map(|index| (force.pointer(index), contents.squadron(index))).collect()
}

/// The canonical JSON of those rows of the sheet that count, sorted.
fn rows(force: &Force) -> Vec<String> {
    let row = |row: &ForceRow| {
        let mut fields: Vec<_> = row.written.fields.iter().collect();
        fields.sort_by_key(|(id, _)| *id);
        let mut text = CanonicalJson::with_capacity(128);
        text.open('{').field("fields").open('{');
        for (id, held) in fields {
            text.key(id);
            match held {
                FieldContent::Number(number) => text.number(*number),
                // The row may give the unit's printed name; this writes its id.
                FieldContent::Words(_) if row.unit.is_some_and(|(field, _)| field == id) => {
                    text.words(row.unit.iter().map(|(_, unit)| *unit))
                }
                FieldContent::Words(words) => {
                    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
                    words.sort_unstable();
                    text.words(words.into_iter())
                }
            };
        }
        text.close('}').field("kind").text(&row.written.kind);
        text.field("name").text(&row.written.name.as_deref().map(word).unwrap_or_default()).close('}');
        text.into_text()
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
    let mut text = CanonicalJson::with_capacity(64 + squadrons.iter().map(|part| part.len() + 1).sum::<usize>());
    text.open('{').field("kind").text(kind).field("squadrons").array(&squadrons).close('}');
    text.into_text()
}

/// Writes the canonical JSON of squadrons. It names bringers and carriers by their content, and not by their ids, which
/// the player chooses. Of several with the same content, it numbers those that bring or carry something.
pub(crate) struct Contents<'s, 'a> {
    force: &'s Force<'a>,
    form: CanonicalForm,
    /// The digest of each squadron with what is attached to it, made when it is first asked for.
    digests: Vec<OnceCell<String>>,
    /// The number of each squadron among those with the same content; 0 if it has none. Made when first asked for; empty
    /// if no squadron has a number.
    numbers: OnceCell<Vec<usize>>,
}

impl<'s, 'a> Contents<'s, 'a> {
    pub(crate) fn new(force: &'s Force<'a>, form: CanonicalForm) -> Self {
        Self { force, form, digests: vec![OnceCell::new(); force.entries.len()], numbers: OnceCell::new() }
    }

    /// The same, but equal squadrons have no numbers.
    fn without_numbers(self) -> Self {
        Self { numbers: OnceCell::from(Vec::new()), ..self }
    }

    /// The canonical JSON of a squadron, with what is attached to it.
    pub(crate) fn squadron(&self, index: usize) -> String {
        self.written(index, false)
    }

    /// A name for a squadron that depends only on content: the digest of its root squadron and its own, and its number.
    fn name(&self, index: usize) -> String {
        match self.number(index) {
            0 => self.digest(index),
            number => format!("{}#{number}", self.digest(index)),
        }
    }

    /// The digest of a squadron; of an attached one, that of its root squadron too. Within these digests, bringers and
    /// carriers are named only by unit, because squadrons might bring or carry each other in a circle.
    fn digest(&self, index: usize) -> String {
        let digest = |index: usize| {
            self.digests[index].get_or_init(|| short_digest(self.written(index, true).as_bytes())).clone()
        };
        let root = self.force.root(index);
        if root == index { digest(root) } else { format!("{}/{}", digest(root), digest(index)) }
    }

    /// The number of a squadron among those with the same digest; 0 if it has none.
    fn number(&self, index: usize) -> usize {
        self.numbers.get_or_init(|| self.find_numbers()).get(index).copied().unwrap_or_default()
    }

    /// Numbers the squadrons that bring or carry something and are equal to another one by themselves. Their order
    /// follows from all relations between squadrons.
    fn find_numbers(&self) -> Vec<usize> {
        let entries = &self.force.entries;
        let mut is_named = vec![false; entries.len()];
        for entry in entries {
            entry.bringer.into_iter().chain(entry.carriers.iter().copied()).for_each(|named| is_named[named] = true);
        }
        if self.form == CanonicalForm::BeforeThree || !is_named.contains(&true) {
            return Vec::new();
        }
        let mut by_unit: HashMap<Cow<str>, Vec<usize>> = HashMap::new();
        for index in 0..entries.len() {
            by_unit.entry(unit_id(self.force, index)).or_default().push(index);
        }
        let mut equals: HashMap<String, Vec<usize>> = HashMap::new();
        for of_unit in by_unit.values().filter(|of_unit| of_unit.len() > 1 && of_unit.iter().any(|one| is_named[*one]))
        {
            for index in of_unit {
                equals.entry(self.digest(*index)).or_default().push(*index);
            }
        }
        equals.retain(|_, equals| equals.len() > 1 && equals.iter().any(|one| is_named[*one]));
        if equals.is_empty() {
            return Vec::new();
        }
        let places = self.places();
        let mut numbers = vec![0; entries.len()];
        for mut equals in equals.into_values() {
            equals.retain(|one| is_named[*one]);
            equals.sort_unstable_by_key(|one| places[*one]);
            // Squadrons share a place only in lists that are made to be hard. They share a number then.
            for alike in equals.chunk_by(|one, other| places[*one] == places[*other]) {
                let first = equals.partition_point(|one| places[*one] < places[alike[0]]);
                for one in alike {
                    numbers[*one] = first + 1;
                }
            }
        }
        numbers
    }

    /// The place of each squadron in an order that follows from their contents and all relations: what is attached to
    /// what, who brings and carries whom, and which squadrons share a group.
    fn places(&self) -> Vec<usize> {
        const ATTACHED: u8 = 0;
        const BROUGHT: u8 = 1;
        const CARRIED: u8 = 2;
        const OF_GROUP: u8 = 3;
        let Force { entries, .. } = self.force;
        let mut links = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            links.extend(entry.parent.map(|parent| (index, ATTACHED, parent)));
            links.extend(entry.bringer.map(|bringer| (index, BROUGHT, bringer)));
            links.extend(entry.carriers.iter().map(|carrier| (index, CARRIED, *carrier)));
            links.extend(entry.group.map(|group| (index, OF_GROUP, entries.len() + group)));
        }
        let groups = (0..self.force.list.groups.len()).map(|group| self.force.kind_of(Some(group)).unwrap_or_default());
        let contents: Vec<String> =
            (0..entries.len()).map(|index| self.written(index, true)).chain(groups.map(str::to_owned)).collect();
        let mut sorted: Vec<&String> = contents.iter().collect();
        sorted.sort_unstable();
        let alike: Vec<usize> =
            contents.iter().map(|content| sorted.partition_point(|other| *other < content)).collect();
        places(&alike, &links)
    }

    /// The canonical JSON of a squadron, with what is attached to it. If it is `apart`, it has no number, and bringers
    /// and carriers are named only by unit.
    fn written(&self, index: usize, apart: bool) -> String {
        let force = self.force;
        let entry = &force.entries[index];
        let name = |other: usize| if apart { unit_id(force, other).into_owned() } else { self.name(other) };
        let mut text = CanonicalJson::with_capacity(160);
        text.open('{').field("allocation").text(entry.allocation);
        if entry.end > index + 1 {
            let attached = (index + 1..entry.end).filter(|other| force.entries[*other].parent == Some(index));
            let mut attached: Vec<String> = attached.map(|other| self.written(other, apart)).collect();
            attached.sort();
            text.field("attached").array(&attached);
        }
        // An id that no squadron has may look like the name of a unit. The array tells the two apart.
        match (entry.bringer, &entry.squadron.brought_by) {
            (Some(bringer), _) => text.field("brought-by").text(&name(bringer)),
            (None, Some(id)) => text.field("brought-by").words(std::iter::once(short(id).as_ref())),
            (None, None) => &mut text,
        };
        if !entry.carriers.is_empty() {
            let mut carriers: Vec<String> = entry.carriers.iter().map(|carrier| name(*carrier)).collect();
            carriers.sort_unstable();
            text.field("carried-by").words(carriers.iter().map(String::as_str));
        }
        let mut missing: Vec<_> = force.missing_loads(index).map(|(_, id)| short(id)).collect();
        if !missing.is_empty() {
            missing.sort_unstable();
            text.field("carries").words(missing.iter().map(AsRef::as_ref));
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
        let without_effect = if self.form == CanonicalForm::Exact { force.nation_without_effect(entry) } else { None };
        let nation = without_effect.or(entry.nation).or(entry.squadron.nation.as_deref());
        text.field("nation").text(nation.unwrap_or_default());
        if let Some(number) = Some(if apart { 0 } else { self.number(index) }).filter(|number| *number > 0) {
            text.field("number").plain(&number.to_string());
        }
        text.field("options").open('{');
        options(force, index, &mut text);
        text.close('}');
        let parts = CanonicalParts::new(force, entry, self.form);
        if !parts.written().is_empty() {
            text.field("parts").array(parts.written());
        }
        if !entry.squadron.roles.is_empty() {
            text.field("roles").array(&parts.roles(force, entry));
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
        text.into_text()
    }
}

/// The number of models that a squadron states. For a fixed mix it may differ from the number in the mix.
fn stated(entry: &ForceEntry) -> Option<u32> {
    match entry.squadron.models.as_ref()? {
        ModelCount::Count(count) => Some(*count),
        ModelCount::Parts(parts) => Some(total(parts)),
    }
}

/// What is wrong or unclear in a squadron: names that match no option or several, an unknown nation, and the number of
/// models that state no Mark. This changes the verdict, but the counted options do not show it. Sorted, each once.
fn unclear(force: &Force, entry: &ForceEntry) -> Vec<String> {
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

/// The id of a squadron's unit. An unknown name is shortened, because many squadrons may repeat it.
fn unit_id<'s>(force: &'s Force, index: usize) -> Cow<'s, str> {
    let entry = &force.entries[index];
    entry.found.map_or_else(|| short(&entry.squadron.unit), |found| Cow::Borrowed(&found.unit.id))
}

/// Writes the options that a squadron takes, with defaults filled in. For an unknown unit, writes the options as the
/// list has them.
fn options(force: &Force, index: usize, text: &mut CanonicalJson) {
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

/// The canonical JSON of a card: its facts, and those of the card that it replaces.
fn card(force: &Force, card: &DeckCard) -> String {
    let replaces = match card.pick {
        CardPick::Detailed(CardDetail { replaces: Some(pick), .. }) => {
            facts_of(force, &force.deck_card(card.deck, card.position, pick))
        }
        _ => "null".to_owned(),
    };
    let mut text = CanonicalJson::with_capacity(64);
    text.open('[').plain(&facts_of(force, card)).plain(",").plain(&replaces).close(']');
    text.into_text()
}

/// The canonical JSON of the facts about one card.
fn facts_of(force: &Force, card: &DeckCard) -> String {
    let mut text = CanonicalJson::with_capacity(64);
    text.open('{').field("card").text(&card.id).field("cost");
    match card.cost {
        Some(cost) => text.number(cost),
        None => text.plain("null"),
    };
    let differing = differing(force.ruleset, card);
    if !differing.is_empty() {
        text.field("stated").open('{');
        for FactDifference { key, stated, .. } in &differing {
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
    text.into_text()
}
